/** Recognises small talk by the examples that are nearest to a line's vector. This module is for English only. */
import { readFileSync } from 'node:fs';
import { assetPath } from '@palkit/runtime/asset-data';
import { SMALL_TALK_EXAMPLES } from './small-talk-examples.ts';
import { smallTalk, type SmallTalk } from './small-talk.ts';

/** The similarity of a kind is the mean cosine of this many of its nearest examples. */
const NEIGHBOURS = 2;
/** Minimum mean cosine of small talk (`bench/small-talk.ts`). */
const MIN_COSINE = 0.45;
/** Minimum difference between the mean cosines of small talk and of questions. */
const MIN_LEAD = 0.1;
/** Kinds whose patterns match whole lines only, so no example overrules them. */
const WHOLE_LINES: ReadonlySet<SmallTalk> = new Set(['greeting', 'thanks', 'goodbye', 'yes', 'no']);
/** Kinds with the same reply count as one. */
const SAME_REPLY: Partial<Record<Kind, SmallTalk>> = { no: 'thanks', confused: 'repeat' };

/** The vectors of `SMALL_TALK_EXAMPLES`, written by `scripts/write-small-talk-vectors.ts`. */
export const VECTORS_FILE = 'embeddings/small-talk.json';
export interface ExampleVectors {
  model: string;
  /** All vectors in the order of the examples, as Base64 of the result of `packVectors`. */
  vectors: string;
}

type Kind = SmallTalk | 'question';
interface Example {
  kind: Kind;
  vector: Int8Array;
}

export interface Classification {
  kind: SmallTalk | null;
  /** True if only the examples indicate small talk; a certain answer from the documents is then preferred. */
  isByExamples: boolean;
}

const KINDS = Object.keys(SMALL_TALK_EXAMPLES) as Kind[];
let shippedExamples: { model: string; examples: Example[] } | null = null;

function loadExamples(): { model: string; examples: Example[] } {
  const { model, vectors } = JSON.parse(readFileSync(assetPath(VECTORS_FILE), 'utf8')) as ExampleVectors;
  const bytes = Buffer.from(vectors, 'base64');
  const all = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const kinds = KINDS.flatMap((kind) => SMALL_TALK_EXAMPLES[kind].map(() => kind));
  const size = all.length / kinds.length;
  return {
    model,
    examples: kinds.map((kind, at) => ({ kind, vector: all.subarray(at * size, (at + 1) * size) })),
  };
}

/** True if the examples have vectors of this model. */
export function hasExamplesOf(model: string): boolean {
  return (shippedExamples ??= loadExamples()).model === model;
}

/**
 * True if the line's vector helps to classify it. For a whole line of small talk such as "thank you", the pattern
 * alone decides.
 */
export function needsVector(line: string): boolean {
  const kind = smallTalk(line);
  return kind === null || !WHOLE_LINES.has(kind);
}

/**
 * Classifies a line; the kind is null if the line is no small talk. Patterns decide alone if there is no `vector`
 * (of length 1) or if the pattern covers the complete line. Otherwise the kind of a pattern is rejected if the
 * examples of questions are nearer. A line without a pattern gets the kind of the nearest examples.
 */
export function classifyLine(line: string, vector: Float32Array | null): Classification {
  const kind = smallTalk(line);
  if (!vector || (kind && WHOLE_LINES.has(kind))) return { kind, isByExamples: false };
  const similarity = similarities(vector);
  const question = similarity.get('question')!;
  if (kind)
    return {
      kind: similarity.get(SAME_REPLY[kind] ?? kind)! > question ? kind : null,
      isByExamples: false,
    };
  const [nearest] = [...similarity]
    .filter((each): each is [SmallTalk, number] => each[0] !== 'question')
    .sort(([, one], [, other]) => other - one);
  const isTalk = nearest![1] >= MIN_COSINE && nearest![1] >= question + MIN_LEAD;
  return { kind: isTalk ? nearest![0] : null, isByExamples: true };
}

/** Returns the mean cosine of the nearest examples of each kind. */
function similarities(vector: Float32Array): Map<Kind, number> {
  const cosines = new Map<Kind, number[]>();
  for (const example of (shippedExamples ??= loadExamples()).examples) {
    const kind = SAME_REPLY[example.kind] ?? example.kind;
    let cosine = 0;
    for (const [at, value] of vector.entries()) cosine += (value * example.vector[at]!) / 127;
    cosines.set(kind, [...(cosines.get(kind) ?? []), cosine]);
  }
  return new Map(
    [...cosines].map(([kind, all]) => {
      const nearest = all.sort((one, other) => other - one).slice(0, NEIGHBOURS);
      return [kind, nearest.reduce((sum, each) => sum + each, 0) / nearest.length];
    }),
  );
}
