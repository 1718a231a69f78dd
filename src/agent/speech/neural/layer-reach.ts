/**
 * Finds how many neighbouring columns affect an output column of a stage, from the convolutions of its graph: a
 * layer of K weights that are D columns apart depends on (K - 1) × D columns.
 */
import { dimensionsOf, type Graph, type Node } from './onnx-graph.ts';

export interface Reach {
  /** Number of input columns on each side that affect an output column, at most. Infinite for unknown operators. */
  reach: number;
  /** Number of output columns per input column. */
  stretch: number;
}

/** Returns the reach of each tensor that depends on `input`, by its name. Nodes come after their dependencies. */
export function layerReaches(graph: Graph, nodes: Iterable<Node>, input: string): ReadonlyMap<string, Reach> {
  const reaches = new Map<string, Reach>([[input, { reach: 0, stretch: 1 }]]);
  for (const node of nodes) {
    const inputReaches = node.inputs.flatMap((name) => reaches.get(name) ?? []);
    if (inputReaches.length === 0) continue;
    const reach = Math.max(...inputReaches.map((each) => each.reach));
    const stretch = Math.max(...inputReaches.map((each) => each.stretch));
    const outputReach = layerAfter(graph, node, { reach, stretch });
    for (const name of node.outputs) reaches.set(name, outputReach);
  }
  return reaches;
}

/** Operators whose output column depends only on the same column of their inputs, or on no value. */
const COLUMN_OPERATORS = new Set(
  [
    'Add',
    'Sub',
    'Mul',
    'Div',
    'Neg',
    'Exp',
    'Tanh',
    'Sigmoid',
    'Relu',
    'LeakyRelu',
    'Identity',
    'Cast',
  ].concat(
    // Operators that act on the channels only.
    ['Slice', 'Split', 'Concat', 'Unsqueeze', 'Squeeze', 'Shape', 'ConstantOfShape'],
  ),
);

function layerAfter(graph: Graph, { kind, inputs, numbers }: Node, { reach, stretch }: Reach): Reach {
  if (COLUMN_OPERATORS.has(kind)) return { reach, stretch };
  const size = dimensionsOf(graph, inputs[1] ?? '').at(-1);
  if (size === undefined || (kind !== 'Conv' && kind !== 'ConvTranspose'))
    return { reach: Infinity, stretch };
  if (kind === 'ConvTranspose') {
    const [stride = 1] = numbers.get('strides') ?? [];
    // Each input column becomes `stride` output columns, so its weights reach that many times fewer input columns.
    return { reach: reach + (size - 1) / stride / stretch, stretch: stretch * stride };
  }
  // A layer that skips columns would shift the sections relative to each other, so its reach is infinite.
  if (numbers.get('strides')?.some((stride) => stride !== 1)) return { reach: Infinity, stretch };
  const [dilation = 1] = numbers.get('dilations') ?? [];
  const length = (size - 1) * dilation;
  const [before = 0] = numbers.get('pads') ?? [];
  return { reach: reach + Math.max(before, length - before) / stretch, stretch };
}
