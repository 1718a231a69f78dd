/**
 * Splits the graph of a voice before it is loaded:
 * - Large weights stay in the file, so that the runtime reads each of them once and makes no second copy.
 * - The durations of sounds become an output.
 * - The stages at the end, in which a frame depends only on its neighbours, become separate graphs, so that a long
 *   sentence begins to play before it is complete. With more stages, fewer frames are computed twice where two
 *   sections meet.
 */
import { layerReaches } from './layer-reach.ts';
import { input, nameOf, output, readGraph, writeModel, type Graph, type Node } from './onnx-graph.ts';
import type { Field } from './protobuf.ts';

/** Type of the node that rounds the durations up to frames. */
const ROUNDING_NODE = 'Ceil';
/** Type of the node that draws the noise of the frames. */
const NOISE_NODE = 'RandomNormalLike';
/** Types of the nodes whose output depends on neighbouring columns. */
const LAYER_NODES = new Set(['Conv', 'ConvTranspose']);
/**
 * Types of nodes with nested graphs. A nested graph may use any outer tensor, so such a model is not split.
 */
const NESTED_GRAPH_NODES = new Set(['If', 'Loop', 'Scan']);

/** A part of the graph that converts frames, of the shape 1 × channels × frames. */
export interface FrameStage {
  graph: Uint8Array;
  input: string;
  /**
   * Name of the second input, which marks the valid frames: 1 × 1 × frames. Null if the stage has no second input.
   */
  mask: string | null;
  output: string;
  /** Number of frames on each side that affect a frame. */
  context: number;
}

export interface VoiceGraphs {
  /** The graph from symbols to the input of the first stage; without stages, from symbols to samples. */
  model: Uint8Array;
  /** Name of the output of `model` with the number of frames per symbol; null if the graph has no such output. */
  durations: string | null;
  /**
   * The stages from noisy frames to samples. Each stage reads the output of the previous stage. May be empty.
   */
  stages: readonly FrameStage[];
}

/** The nodes of a stage, before they are written as a graph. */
interface StageNodes extends Omit<FrameStage, 'graph' | 'context'> {
  nodes: readonly Node[];
}

/**
 * `bytes` is the ONNX file. Large weights are read from `path`, which must be mounted with the same bytes.
 *
 * @throws ProtobufError
 */
export function voiceGraphs(bytes: Uint8Array, path: string): VoiceGraphs {
  const graph = readGraph(bytes);
  const roundingNodes = graph.nodes.filter(({ kind }) => kind === ROUNDING_NODE);
  const rounding = roundingNodes.length === 1 ? roundingNodes[0] : undefined;
  const durations = rounding?.outputs[0] ?? null;
  const stages = durations === null ? [] : findStages(graph, rounding);
  const results = graph.outputs.map((each) => bytesOfField(graph, each));
  const stageNodes = new Set(stages.flatMap(({ nodes }) => nodes));
  const [firstStage] = stages;
  const masks = new Set(stages.flatMap(({ mask }) => mask ?? []));
  return {
    model: writeModel(
      graph,
      path,
      graph.nodes.filter((node) => !stageNodes.has(node)),
      [
        ...(firstStage ? [firstStage.input, ...masks].map(output) : results),
        ...(durations === null ? [] : [output(durations)]),
      ],
    ),
    durations,
    stages: stages.map(({ nodes, ...stage }, index) => {
      const inputs = [stage.input, ...(stage.mask === null ? [] : [stage.mask])].map(input);
      const outputs = index === stages.length - 1 ? results : [output(stage.output)];
      return { ...stage, graph: writeModel({ ...graph, inputs: [] }, path, nodes, [...inputs, ...outputs]) };
    }),
  };
}

/** Finds the stages of a voice; empty if the graph has another structure. */
function findStages(graph: Graph, rounding: Node | undefined): (StageNodes & { context: number })[] {
  const decoder = findDecoder(graph);
  if (!decoder) return [];
  // Most of the decoder's work, but little of its reach, comes after the second layer that stretches the
  // frames, so the decoder is split there.
  const [, secondStretch] = decoder.nodes.filter(({ kind }) => kind === 'ConvTranspose');
  const decoderStages = withContexts(graph, splitAt(graph, decoder, secondStretch?.inputs.slice(0, 1) ?? []));
  if (!decoderStages) return [];
  const flow = findFlow(graph, decoder, rounding);
  // Each coupling of a flow ends with a node that joins the changed channels and the unchanged channels.
  const joinedTensors = flow?.nodes.filter(({ kind }) => kind === 'Concat').flatMap(({ outputs }) => outputs);
  const flowStages = flow && withContexts(graph, splitAt(graph, flow, joinedTensors ?? []));
  return [...(flowStages ?? []), ...decoderStages];
}

/** Divides a stage at those of the tensors that are the only input of all later layers. */
function splitAt(graph: Graph, stage: StageNodes, tensors: readonly string[]): StageNodes[] {
  const sections: StageNodes[] = [];
  let remainingStage = stage;
  const section = (nodes: readonly Node[], from: string, to: string): StageNodes => {
    const usesMask = nodes.some(({ inputs }) => stage.mask !== null && inputs.includes(stage.mask));
    return { nodes, input: from, mask: usesMask ? stage.mask : null, output: to };
  };
  for (const tensor of tensors) {
    const nodesAfterTensor = nodesAfter(graph, remainingStage.nodes, tensor);
    const otherInputs = [...nodesAfterTensor.others].filter((name) => name !== stage.mask);
    const hasLayers = [...nodesAfterTensor.nodes].some(({ kind }) => LAYER_NODES.has(kind));
    if (otherInputs.length > 0 || !hasLayers || !nodesAfterTensor.reached.has(stage.output)) continue;
    const nodesBefore = remainingStage.nodes.filter((node) => !nodesAfterTensor.nodes.has(node));
    sections.push(section(nodesBefore, remainingStage.input, tensor));
    remainingStage = section([...nodesAfterTensor.nodes], tensor, stage.output);
  }
  return [...sections, remainingStage];
}

/** Adds the contexts of successive stages; null if a context cannot be computed. */
function withContexts(
  graph: Graph,
  stages: readonly StageNodes[],
): (StageNodes & { context: number })[] | null {
  let columnsPerFrame = 1;
  const stagesWithContext = stages.map((stage) => {
    const { reach, stretch } = layerReaches(graph, stage.nodes, stage.input).get(stage.output)!;
    const context = Math.ceil(reach / columnsPerFrame);
    columnsPerFrame *= stretch;
    return { ...stage, context };
  });
  return stagesWithContext.every(({ context }) => Number.isFinite(context)) ? stagesWithContext : null;
}

/** Finds the nodes after the frames if they depend only on the frames; null for a graph with another structure. */
function findDecoder(graph: Graph): StageNodes | null {
  const { nodes, outputs, bytes } = graph;
  if (outputs.length !== 1 || nodes.some(({ kind }) => NESTED_GRAPH_NODES.has(kind))) return null;
  const makerByTensor = makerByOutput(nodes);
  // Find the first layer that stretches time, and the convolution before it.
  let node = nodes.find(({ kind }) => kind === 'ConvTranspose');
  do node = node && makerByTensor.get(node.inputs[0] ?? '');
  while (node && node.kind !== 'Conv');
  const frames = node?.inputs[0];
  if (frames === undefined || isInput(graph, frames)) return null;
  const stage = nodesAfter(graph, nodes, frames);
  const samples = nameOf(bytes, outputs[0]!);
  if (stage.others.size > 0 || !stage.reached.has(samples)) return null;
  return { nodes: [...stage.nodes], input: frames, mask: null, output: samples };
}

/**
 * Finds the nodes between the noise of the frames and the decoder; null for a graph with another structure. The
 * nodes may depend only on these frames and on the mask by which the last node multiplies.
 */
function findFlow(graph: Graph, decoder: StageNodes, rounding: Node | undefined): StageNodes | null {
  const decoding = new Set(decoder.nodes);
  const nodes = graph.nodes.filter((node) => !decoding.has(node));
  const frames = noisyFrames(nodes);
  if (frames === null || frames === decoder.input) return null;
  const stage = nodesAfter(graph, nodes, frames);
  if (!stage.reached.has(decoder.input) || (rounding && stage.nodes.has(rounding))) return null;
  const lastNode = makerByOutput(nodes).get(decoder.input);
  const masks = lastNode?.kind === 'Mul' ? lastNode.inputs.filter((name) => !isInput(graph, name)) : [];
  const [mask = null] = stage.others;
  if (stage.others.size > 1 || (mask !== null && !masks.includes(mask))) return null;
  return { nodes: [...stage.nodes], input: frames, mask, output: decoder.input };
}

/** Returns the name of the tensor with the sum of each frame's mean and its scaled noise, or null. */
function noisyFrames(nodes: readonly Node[]): string | null {
  const noise = nodes.findLast(({ kind }) => kind === NOISE_NODE);
  let name = noise?.outputs[0];
  while (name !== undefined) {
    const tensor = name;
    const users = nodes.filter(({ inputs }) => inputs.includes(tensor));
    const [user] = users;
    if (users.length !== 1 || !user) return null;
    name = user.outputs[0];
    if (user.kind === 'Add') return name ?? null;
    if (user.kind !== 'Mul') return null;
  }
  return null;
}

/** Returns the nodes that depend on a tensor, their outputs, and the other computed tensors that they need. */
function nodesAfter({ weights }: Graph, nodes: readonly Node[], start: string) {
  const reachedNames = new Set([start]);
  const dependents = new Set<Node>();
  // Nodes are in topological order, so each comes after its dependencies.
  for (const node of nodes) {
    if (!node.inputs.some((name) => reachedNames.has(name))) continue;
    dependents.add(node);
    for (const name of node.outputs) reachedNames.add(name);
  }
  const needed = [...dependents].flatMap(({ inputs }) => inputs);
  const others = needed.filter((name) => name !== '' && !reachedNames.has(name) && !weights.has(name));
  return { nodes: dependents, reached: reachedNames, others: new Set(others) };
}

const makerByOutput = (nodes: readonly Node[]): ReadonlyMap<string, Node> =>
  new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
const isInput = ({ bytes, inputs }: Graph, name: string): boolean =>
  inputs.some((each) => nameOf(bytes, each) === name);
const bytesOfField = ({ bytes }: Graph, { start, to }: Field): Uint8Array => bytes.subarray(start, to);
