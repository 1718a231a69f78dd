/**
 * Reads the facts that a GGUF file states about its model. The format is described in
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Model } from './model.ts';
import { ModelError } from './model-error.ts';

/** Number of bytes at the beginning that are read. The general facts come before the long lists of tokens. */
const HEAD_BYTES = 64 * 1024;
const MAGIC = 'GGUF';
/** Sizes in bytes of the value types 0 to 7 and 10 to 12; 8 is a string and 9 a list. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1 },
  ...{ 10: 8, 11: 8, 12: 8 },
};
const STRING = 8;
const UNKNOWN_LICENCE = 'not stated by the file: see where it came from';
/** A file below this size has fewer than a billion weights, at about half a byte for each. */
const SMALL_BYTES = 600e6;

/** Sentence for the owner of a small model; null for a larger file. */
export const smallModelNote = (bytes: number): string | null =>
  bytes < SMALL_BYTES
    ? 'A model with fewer than a billion weights often asserts what it does not know, and seldom calls a tool ' +
      'correctly.'
    : null;

/** Describes a model file of the owner; null if `from` is not a file with this ending. */
export function describedByFile(from: string, name: string): Model | null {
  if (!/\.gguf$/i.test(from) || !fs.statSync(from, { throwIfNoEntry: false })?.isFile()) return null;
  const facts = readFacts(from);
  return {
    name,
    for: 'language_model',
    family: 'gguf',
    languages: ['en'],
    licence: (facts.get('general.license') ?? UNKNOWN_LICENCE).slice(0, 300),
    description: facts.get('general.name') ?? 'A model of your own.',
    parts: { model: 'model.gguf' },
    sources: [],
    tried: null,
  };
}

/** Returns the text facts at the beginning of the file. @throws ModelError `archive` if it is no GGUF file */
function readFacts(file: string): Map<string, string> {
  const fileStart = Buffer.alloc(HEAD_BYTES);
  const handle = fs.openSync(file, 'r');
  const length = fs.readSync(handle, fileStart, 0, HEAD_BYTES, 0);
  fs.closeSync(handle);
  const facts = new Map<string, string>();
  if (length < 24 || fileStart.toString('latin1', 0, 4) !== MAGIC)
    throw new ModelError(
      'archive',
      `${path.basename(file)} is no GGUF file. Get it anew from its publisher.`,
    );
  let offset = 24;
  const readText = (): string => {
    const end = offset + 8 + Number(fileStart.readBigUInt64LE(offset));
    if (end > length) throw new RangeError('the text is longer than the head');
    const text = fileStart.toString('utf8', offset + 8, end);
    offset = end;
    return text;
  };
  try {
    for (
      let remainingEntries = fileStart.readBigUInt64LE(16);
      remainingEntries > 0n;
      remainingEntries -= 1n
    ) {
      const key = readText();
      const type = fileStart.readUInt32LE(offset);
      offset += 4;
      if (type === STRING) facts.set(key, readText());
      else if (SIZES[type] === undefined) break;
      else offset += SIZES[type];
    }
  } catch (error) {
    // The bytes that were read end within a value; the general facts came before it.
    if (!(error instanceof RangeError)) throw error;
  }
  return facts;
}
