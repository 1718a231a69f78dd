/** A map from words to values, stored as the bytes of its lines with a table of offsets: 5 MB instead of 30 MB. */

const NEWLINE = 10;
const SPACE = 32;
/** Size of the hash table: a power of two above twice the number of lines of the largest dictionary. */
const SLOTS = 1 << 19;

/** Returns the text after `word` and a space on the line of that word; undefined if there is no such line. */
export type WordTable = (word: string) => string | undefined;

/** Builds a table. `bytes` are Latin-1 lines; each word may occur only once. */
export function wordTable(bytes: Buffer): WordTable {
  const lineOffsets = new Int32Array(SLOTS).fill(-1);
  for (let offset = 0; offset < bytes.length;) {
    let end = offset;
    let hash = 0;
    while (end < bytes.length && bytes[end]! > SPACE) hash = (Math.imul(hash, 31) + bytes[end++]!) | 0;
    let slot = hash & (SLOTS - 1);
    while (lineOffsets[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
    lineOffsets[slot] = offset;
    const line = bytes.indexOf(NEWLINE, end);
    offset = line === -1 ? bytes.length : line + 1;
  }
  return (word) => {
    let hash = 0;
    for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    for (let slot = hash & (SLOTS - 1); lineOffsets[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
      const at = lineOffsets[slot]!;
      if (bytes.toString('latin1', at, at + word.length + 1) !== `${word} `) continue;
      const line = bytes.indexOf(NEWLINE, at);
      return bytes.toString('latin1', at + word.length + 1, line === -1 ? bytes.length : line).trim();
    }
    return undefined;
  };
}
