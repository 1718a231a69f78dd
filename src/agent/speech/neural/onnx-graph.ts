/** Reads the graph of an ONNX file and writes parts of it as models of their own. This module does no I/O. */
import { field, fieldsOf, varintsOf, type Field } from './protobuf.ts';

/** Numbers of fields in `onnx.proto`. */
const MODEL_GRAPH = 7;
const GRAPH_FIELDS = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 } as const;
const NODE_FIELDS = { input: 1, output: 2, kind: 4, attribute: 5 } as const;
const ATTRIBUTE_FIELDS = { name: 1, numbers: 8 } as const;
const TENSOR_FIELDS = { dimension: 1, name: 8, rawData: 9, externalData: 13, dataLocation: 14 } as const;
const EXTERNAL = 1;
const FLOAT = 1;
/**
 * Minimum size in bytes of a tensor that is kept outside the graph. The runtime reads smaller ones, such as shapes,
 * before it loads weights.
 */
const MIN_EXTERNAL_BYTES = 1024;
export interface Node {
  field: Field;
  kind: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Attributes that are lists of integers, such as the strides of a convolution. */
  numbers: ReadonlyMap<string, readonly number[]>;
}

export interface Graph {
  bytes: Uint8Array;
  /** Fields of the model around the graph. */
  modelFields: readonly Uint8Array[];
  /** Fields of the graph that each part needs. */
  sharedGraphFields: readonly Uint8Array[];
  nodes: readonly Node[];
  weights: ReadonlyMap<string, Field>;
  inputs: readonly Field[];
  outputs: readonly Field[];
}

/** @throws ProtobufError */
export function readGraph(bytes: Uint8Array): Graph {
  const otherParts: Uint8Array[] = [];
  const sharedFields: Uint8Array[] = [];
  const nodes: Node[] = [];
  const weights = new Map<string, Field>();
  const inputs: Field[] = [];
  const outputs: Field[] = [];
  for (const part of fieldsOf(bytes)) {
    if (part.number !== MODEL_GRAPH) {
      otherParts.push(bytes.subarray(part.start, part.to));
      continue;
    }
    for (const each of fieldsOf(bytes, part.from, part.to)) {
      if (each.number === GRAPH_FIELDS.node) nodes.push(nodeOf(bytes, each));
      else if (each.number === GRAPH_FIELDS.initializer)
        weights.set(nameOf(bytes, each, TENSOR_FIELDS.name), each);
      else if (each.number === GRAPH_FIELDS.input) inputs.push(each);
      else if (each.number === GRAPH_FIELDS.output) outputs.push(each);
      else if (each.number !== GRAPH_FIELDS.valueInfo) sharedFields.push(bytes.subarray(each.start, each.to));
    }
  }
  return { bytes, modelFields: otherParts, sharedGraphFields: sharedFields, nodes, weights, inputs, outputs };
}

/** Builds a model from these nodes and the weights that they use. */
export function writeModel(
  graph: Graph,
  path: string,
  nodes: readonly Node[],
  ports: readonly Uint8Array[],
): Uint8Array {
  const { bytes, modelFields, sharedGraphFields, weights, inputs } = graph;
  const usedNames = new Set(nodes.flatMap((node) => node.inputs));
  const fields = Buffer.concat([
    ...nodes.map((node) => bytes.subarray(node.field.start, node.field.to)),
    ...[...weights]
      .filter(([name]) => usedNames.has(name))
      .map(([, each]) => externalTensor(bytes, each, path)),
    ...inputs.map((each) => bytes.subarray(each.start, each.to)),
    ...sharedGraphFields,
    ...ports,
  ]);
  return Buffer.concat([...modelFields, field(MODEL_GRAPH, fields)]);
}

/** Encodes a weight tensor as a reference to the place of its data in the file. */
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
    const location = { location: path, offset: String(part.from), length: String(length) };
    for (const [key, value] of Object.entries(location))
      parts.push(field(TENSOR_FIELDS.externalData, Buffer.concat([field(1, key), field(2, value)])));
  }
  if (!isExternal) return bytes.subarray(tensor.start, tensor.to);
  parts.push(field(TENSOR_FIELDS.dataLocation, EXTERNAL));
  return field(GRAPH_FIELDS.initializer, Buffer.concat(parts));
}

function nodeOf(bytes: Uint8Array, node: Field): Node {
  const parts = [...fieldsOf(bytes, node.from, node.to)];
  const namesOf = (number: number): string[] =>
    parts.filter((part) => part.number === number).map((part) => textOf(bytes, part));
  return {
    field: node,
    kind: namesOf(NODE_FIELDS.kind)[0] ?? '',
    inputs: namesOf(NODE_FIELDS.input),
    outputs: namesOf(NODE_FIELDS.output),
    numbers: new Map(
      parts
        .filter((part) => part.number === NODE_FIELDS.attribute)
        .map((part) => [
          nameOf(bytes, part, ATTRIBUTE_FIELDS.name),
          integersOf(bytes, part, ATTRIBUTE_FIELDS.numbers),
        ]),
    ),
  };
}

/** Returns the dimensions of a weight tensor; empty if the tensor is not a weight. */
export function dimensionsOf({ bytes, weights }: Graph, name: string): readonly number[] {
  const tensor = weights.get(name);
  return tensor ? integersOf(bytes, tensor, TENSOR_FIELDS.dimension) : [];
}

/**
 * Returns the integers of a repeated field. They may be encoded one by one, each with a tag, or together with
 * one tag.
 */
function integersOf(bytes: Uint8Array, { from, to }: Field, number: number): number[] {
  return [...fieldsOf(bytes, from, to)]
    .filter((part) => part.number === number)
    .flatMap((part) => [...varintsOf(bytes, part.from, part.to)]);
}

export function nameOf(bytes: Uint8Array, value: Field, number = 1): string {
  for (const part of fieldsOf(bytes, value.from, value.to))
    if (part.number === number) return textOf(bytes, part);
  return '';
}

/** Encodes a float tensor of unknown shape. */
const value = (name: string): Buffer => Buffer.concat([field(1, name), field(2, field(1, field(1, FLOAT)))]);
export const input = (name: string): Buffer => field(GRAPH_FIELDS.input, value(name));
export const output = (name: string): Buffer => field(GRAPH_FIELDS.output, value(name));

const textOf = (bytes: Uint8Array, { from, to }: Field): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
