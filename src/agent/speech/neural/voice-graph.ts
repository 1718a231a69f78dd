/**
 * Splits the graph of a voice before it is loaded. Large weights stay in the file, so that the runtime reads each of
 * them once and keeps no second copy. The durations of sounds become an output. The part that converts frames to
 * sound becomes a separate graph, so that a long sentence plays before it is complete. Pure.
 */
import { field, fieldsOf, type Field } from './protobuf.ts';

/** Numbers of fields in `onnx.proto`. */
const MODEL_GRAPH = 7;
const GRAPH_FIELDS = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const NODE_FIELDS = { input: 1, output: 2, kind: 4 } as const;
const TENSOR_FIELDS = { name: 8, rawData: 9, externalData: 13, dataLocation: 14 } as const;
const EXTERNAL = 1;
const FLOAT = 1;
/**
 * Minimum size in bytes of a tensor that is kept outside the graph. The runtime reads smaller ones, such as shapes,
 * before it loads weights.
 */
const MIN_EXTERNAL_BYTES = 1024;
/** Type of the node that rounds the durations up to frames. */
const ROUNDING_NODE = 'Ceil';
/** Nodes with nested graphs. Those may use any outer tensor, so such a model is not split. */
const NESTED_GRAPH_NODES = new Set(['If', 'Loop', 'Scan']);

export interface VoiceGraphs {
  /** The graph from symbols to frames, or to samples if `decoder` is null. */
  model: Uint8Array;
  /** Name of the output of `model` with the number of frames per symbol; null if the graph does not have it. */
  durations: string | null;
  /** The graph from frames to samples. */
  decoder: { graph: Uint8Array; input: string; output: string } | null;
}

interface Node {
  field: Field;
  kind: string;
  inputs: readonly string[];
  outputs: readonly string[];
}

interface Parts {
  bytes: Uint8Array;
  /** Fields of the model around the graph, and fields of the graph that both parts keep. */
  modelFields: readonly Uint8Array[];
  sharedGraphFields: readonly Uint8Array[];
  nodes: readonly Node[];
  weights: ReadonlyMap<string, Field>;
  inputs: readonly Field[];
  outputs: readonly Field[];
}

/**
 * `bytes` is the ONNX file. Large weights are read from `path`, which must be mounted with the same bytes.
 *
 * @throws ProtobufError
 */
export function voiceGraphs(bytes: Uint8Array, path: string): VoiceGraphs {
  const parts = partsOf(bytes);
  const roundings = parts.nodes.filter(({ kind }) => kind === ROUNDING_NODE);
  const durations = roundings.length === 1 ? (roundings[0]!.outputs[0] ?? null) : null;
  const more = durations === null ? [] : [durations];
  const split = durations === null ? null : decoderOf(parts);
  const own = (each: Field): Uint8Array => bytes.subarray(each.start, each.to);
  if (!split) {
    const model = joinGraphs(parts, path, parts.nodes, [...parts.outputs.map(own), ...more.map(output)]);
    return { model, durations, decoder: null };
  }
  const { frames, nodes } = split;
  const rest = parts.nodes.filter((node) => !nodes.has(node));
  const samples = nameOf(bytes, parts.outputs[0]!);
  return {
    model: joinGraphs(parts, path, rest, [frames, ...more].map(output)),
    durations,
    decoder: {
      graph: joinGraphs(
        { ...parts, inputs: [] },
        path,
        [...nodes],
        [input(frames), ...parts.outputs.map(own)],
      ),
      input: frames,
      output: samples,
    },
  };
}

function partsOf(bytes: Uint8Array): Parts {
  const around: Uint8Array[] = [];
  const common: Uint8Array[] = [];
  const nodes: Node[] = [];
  const weights = new Map<string, Field>();
  const inputs: Field[] = [];
  const outputs: Field[] = [];
  for (const part of fieldsOf(bytes)) {
    if (part.number !== MODEL_GRAPH) {
      around.push(bytes.subarray(part.start, part.to));
      continue;
    }
    for (const each of fieldsOf(bytes, part.from, part.to)) {
      if (each.number === GRAPH_FIELDS.node) nodes.push(nodeOf(bytes, each));
      else if (each.number === GRAPH_FIELDS.initializer)
        weights.set(nameOf(bytes, each, TENSOR_FIELDS.name), each);
      else if (each.number === GRAPH_FIELDS.input) inputs.push(each);
      else if (each.number === GRAPH_FIELDS.output) outputs.push(each);
      else if (each.number !== GRAPH_FIELDS.valueInfo) common.push(bytes.subarray(each.start, each.to));
    }
  }
  return { bytes, modelFields: around, sharedGraphFields: common, nodes, weights, inputs, outputs };
}

/** Finds the nodes after the frames if they depend only on the frames; null for a graph with another structure. */
function decoderOf({
  nodes,
  weights,
  inputs,
  outputs,
  bytes,
}: Parts): { frames: string; nodes: Set<Node> } | null {
  if (outputs.length !== 1 || nodes.some(({ kind }) => NESTED_GRAPH_NODES.has(kind))) return null;
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  // Find the first layer that stretches time, and the convolution before it.
  let node = nodes.find(({ kind }) => kind === 'ConvTranspose');
  do node = node && makers.get(node.inputs[0] ?? '');
  while (node && node.kind !== 'Conv');
  const frames = node?.inputs[0];
  if (frames === undefined || inputs.some((each) => nameOf(bytes, each) === frames)) return null;
  const reached = new Set([frames]);
  const found = new Set<Node>();
  // Nodes are in topological order, so each comes after its dependencies.
  for (const each of nodes) {
    if (!each.inputs.some((name) => reached.has(name))) continue;
    found.add(each);
    for (const name of each.outputs) reached.add(name);
  }
  const isWhole = [...found].every((each) =>
    each.inputs.every((name) => name === '' || reached.has(name) || weights.has(name)),
  );
  return isWhole && reached.has(nameOf(bytes, outputs[0]!)) ? { frames, nodes: found } : null;
}

/** Builds a model from these nodes and the weights that they use. */
function joinGraphs(
  parts: Parts,
  path: string,
  nodes: readonly Node[],
  ports: readonly Uint8Array[],
): Uint8Array {
  const { bytes, modelFields, sharedGraphFields, weights, inputs } = parts;
  const used = new Set(nodes.flatMap((node) => node.inputs));
  const graph = Buffer.concat([
    ...nodes.map((node) => bytes.subarray(node.field.start, node.field.to)),
    ...[...weights].filter(([name]) => used.has(name)).map(([, each]) => externalTensor(bytes, each, path)),
    ...inputs.map((each) => bytes.subarray(each.start, each.to)),
    ...sharedGraphFields,
    ...ports,
  ]);
  return Buffer.concat([...modelFields, field(MODEL_GRAPH, graph)]);
}

/** Encodes a weight tensor as a reference to its offset in the file. */
function externalTensor(bytes: Uint8Array, tensor: Field, path: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let isExternal = false;
  for (const part of fieldsOf(bytes, tensor.from, tensor.to)) {
    const length = part.to - part.from;
    if (part.number !== TENSOR_FIELDS.rawData || length < MIN_EXTERNAL_BYTES) {
      parts.push(bytes.subarray(part.start, part.to));
      continue;
    }
    isExternal = true;
    const place = { location: path, offset: String(part.from), length: String(length) };
    for (const [key, value] of Object.entries(place))
      parts.push(field(TENSOR_FIELDS.externalData, Buffer.concat([field(1, key), field(2, value)])));
  }
  if (!isExternal) return bytes.subarray(tensor.start, tensor.to);
  parts.push(field(TENSOR_FIELDS.dataLocation, EXTERNAL));
  return field(GRAPH_FIELDS.initializer, Buffer.concat(parts));
}

function nodeOf(bytes: Uint8Array, node: Field): Node {
  const parts = [...fieldsOf(bytes, node.from, node.to)];
  const of = (number: number): string[] =>
    parts.filter((part) => part.number === number).map((part) => textOf(bytes, part));
  return {
    field: node,
    kind: of(NODE_FIELDS.kind)[0] ?? '',
    inputs: of(NODE_FIELDS.input),
    outputs: of(NODE_FIELDS.output),
  };
}

function nameOf(bytes: Uint8Array, value: Field, number = 1): string {
  for (const part of fieldsOf(bytes, value.from, value.to))
    if (part.number === number) return textOf(bytes, part);
  return '';
}

/** Encodes a float tensor of unknown shape. */
const value = (name: string): Buffer => Buffer.concat([field(1, name), field(2, field(1, field(1, FLOAT)))]);
const input = (name: string): Buffer => field(GRAPH_FIELDS.input, value(name));
const output = (name: string): Buffer => field(GRAPH_FIELDS.output, value(name));

const textOf = (bytes: Uint8Array, { from, to }: Field): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
