/**
 * The two models that find a face and its landmarks, on TensorFlow in WebAssembly with one thread. They are loaded
 * once in each process or worker.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as wasm from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel, type GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { assetPath } from '@palkit/runtime/asset-data';

/** Pixels per side of the inputs of the detector and the mesh model. */
export const DETECTOR_SIDE = 256;
export const MESH_SIDE = 192;

export interface FaceModels {
  /** Scores and boxes of both grids: 16 x 16 cells with two anchors each, and 8 x 8 cells with six. */
  detect(pixels: Float32Array): { scores: Float32Array[]; boxes: Float32Array[] };
  mesh(pixels: Float32Array): { points: Float32Array; flag: number; lips: Float32Array };
}

const ModelFile = z.object({
  format: z.string(),
  modelTopology: z.record(z.string(), z.unknown()),
  signature: z.optional(z.record(z.string(), z.unknown())),
  weightsManifest: z
    .array(z.object({ paths: z.array(z.string()), weights: z.array(z.record(z.string(), z.unknown())) }))
    .min(1),
});

let loading: Promise<FaceModels> | null = null;

export function faceModels(): Promise<FaceModels> {
  return (loading ??= load());
}

async function load(): Promise<FaceModels> {
  const packages = createRequire(import.meta.url);
  wasm.setWasmPaths(`${path.dirname(packages.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
  wasm.setThreadsCount(1);
  await withoutHandlers(async () => {
    await tf.setBackend('wasm');
    await tf.ready();
  });
  multiplyIntegers();
  const [detector, mesh] = await Promise.all([loadModel('blazeface'), loadModel('facemesh-attention')]);
  return {
    detect(pixels) {
      const [coarse, fine, coarseBoxes, fineBoxes] = runModel(detector, pixels, DETECTOR_SIDE, [
        'Identity',
        'Identity_1',
        'Identity_2',
        'Identity_3',
      ]);
      return { scores: [coarse!, fine!], boxes: [coarseBoxes!, fineBoxes!] };
    },
    mesh(pixels) {
      const [points, flag, lips] = runModel(mesh, pixels, MESH_SIDE, [
        'Identity_4:0',
        'Identity:0',
        'Identity_3:0',
      ]);
      return { points: points!, flag: flag![0]!, lips: lips! };
    },
  };
}

function runModel(graph: GraphModel, pixels: Float32Array, side: number, outputs: string[]): Float32Array[] {
  const input = tf.tensor4d(pixels, [1, side, side, 3]);
  try {
    const tensors = graph.execute(input, outputs) as tf.Tensor[];
    return tensors.map((tensor) => {
      const values = Float32Array.from(tensor.dataSync());
      tensor.dispose();
      return values;
    });
  } finally {
    input.dispose();
  }
}

async function loadModel(name: string): Promise<GraphModel> {
  const [json, weights] = await Promise.all([
    readFile(assetPath(`face-landmarks/${name}.json`), 'utf8'),
    readFile(assetPath(`face-landmarks/${name}.bin`)),
  ]);
  const { format, modelTopology, signature, weightsManifest } = ModelFile.parse(JSON.parse(json));
  return loadGraphModel({
    load: () =>
      Promise.resolve({
        format,
        modelTopology,
        signature,
        weightSpecs: weightsManifest[0]!.weights as unknown as tf.io.WeightsManifestEntry[],
        weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength),
      }),
  });
}

/** Starts the compiled module without the process error handlers that it would add. */
async function withoutHandlers(start: () => Promise<void>): Promise<void> {
  const exceptions = process.listeners('uncaughtException');
  const rejections = process.listeners('unhandledRejection');
  await start();
  for (const listener of process.listeners('uncaughtException'))
    if (!exceptions.includes(listener)) process.off('uncaughtException', listener);
  for (const listener of process.listeners('unhandledRejection'))
    if (!rejections.includes(listener)) process.off('unhandledRejection', listener);
}

/**
 * Multiplies integer matrices as floats, because the mesh model needs their product and this backend does not
 * support it.
 */
function multiplyIntegers(): void {
  const multiply = tf.getKernel('BatchMatMul', 'wasm');
  const cast = tf.getKernel('Cast', 'wasm');
  const castTo = (x: tf.TensorInfo, dtype: tf.DataType, backend: object): tf.TensorInfo =>
    cast.kernelFunc({ inputs: { x }, backend, attrs: { dtype } }) as tf.TensorInfo;
  tf.unregisterKernel('BatchMatMul', 'wasm');
  tf.registerKernel({
    ...multiply,
    kernelFunc({ inputs, backend, attrs }) {
      const { a, b } = inputs;
      if (a!.dtype === 'float32' && b!.dtype === 'float32')
        return multiply.kernelFunc({ inputs, backend, attrs });
      const floats = [a!, b!].map((x) => (x.dtype === 'float32' ? x : castTo(x, 'float32', backend)));
      const product = multiply.kernelFunc({
        inputs: { a: floats[0], b: floats[1] },
        backend,
        attrs,
      }) as tf.TensorInfo;
      return a!.dtype === 'float32' ? product : castTo(product, a!.dtype, backend);
    },
  });
}
