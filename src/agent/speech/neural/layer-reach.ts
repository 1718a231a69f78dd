/**
 * Finds how far the layers of a stage look to both sides, from the convolutions of its graph: a layer of K weights
 * that are D columns apart looks at (K - 1) × D columns. Pure.
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
    const before = node.inputs.flatMap((name) => reaches.get(name) ?? []);
    if (before.length === 0) continue;
    const reach = Math.max(...before.map((each) => each.reach));
    const stretch = Math.max(...before.map((each) => each.stretch));
    const after = layerAfter(graph, node, { reach, stretch });
    for (const name of node.outputs) reaches.set(name, after);
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
    // These act on the channels.
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
    // An output column comes from the input columns whose weights cover it.
    return { reach: reach + (size - 1) / stride / stretch, stretch: stretch * stride };
  }
  // A layer that skips columns would shift the sections against each other.
  if (numbers.get('strides')?.some((stride) => stride !== 1)) return { reach: Infinity, stretch };
  const [dilation = 1] = numbers.get('dilations') ?? [];
  const length = (size - 1) * dilation;
  const [before = 0] = numbers.get('pads') ?? [];
  return { reach: reach + Math.max(before, length - before) / stretch, stretch };
}
