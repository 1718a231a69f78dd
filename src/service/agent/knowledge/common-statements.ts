/**
 * How near a question comes to what any organisation might say of itself. Where that is nearer than all that
 * the documents say, they have no answer: a likeness has no scale of its own, but one beside others tells (as
 * a speaker is verified against a background model: Reynolds, Quatieri, Dunn 2000).
 */
import { readFileSync } from 'node:fs';
import { data } from '../../platform/asset.ts';

const FOLDER = 'embeddings/common-statements';
const DIMENSIONS = 384;

/** One statement a line; a line that begins with `#` is none. */
export function commonStatements(): string[] {
  return readFileSync(data(`${FOLDER}/statements.txt`), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
}

/** Where their vectors are kept. */
export const commonVectorsFile = (): string => data(`${FOLDER}/vectors.bin`);

let vectors: Int8Array | undefined;

/** The cosine with the nearest statement; `question`: a vector of length 1 by the embedded model. */
export function nearestCommon(question: Float32Array): number {
  vectors ??= new Int8Array(readFileSync(commonVectorsFile()));
  let nearest = -1;
  for (let from = 0; from < vectors.length; from += DIMENSIONS) {
    let sum = 0;
    for (let at = 0; at < DIMENSIONS; at += 1) sum += question[at]! * vectors[from + at]!;
    nearest = Math.max(nearest, sum / 127);
  }
  return nearest;
}
