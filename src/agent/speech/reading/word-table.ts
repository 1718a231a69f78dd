/** Lines of a word and its value, stored as bytes with a table of offsets: 5 MB instead of the 30 MB of a map. */

const NEWLINE = 10;
const SPACE = 32;
/** A power of two above twice the lines of the largest dictionary. */
const SLOTS = 1 << 19;

/** The rest of the line that begins with `word` and a space; undefined without such a line. */
export type WordTable = (word: string) => string | undefined;

/** `bytes` are Latin-1 lines; each word may occur on one line only. */
export function wordTable(bytes: Buffer): WordTable {
  const places = new Int32Array(SLOTS).fill(-1);
  for (let at = 0; at < bytes.length;) {
    let end = at;
    let hash = 0;
    while (end < bytes.length && bytes[end]! > SPACE) hash = (Math.imul(hash, 31) + bytes[end++]!) | 0;
    let slot = hash & (SLOTS - 1);
    while (places[slot] !== -1) slot = (slot + 1) & (SLOTS - 1);
    places[slot] = at;
    const line = bytes.indexOf(NEWLINE, end);
    at = line === -1 ? bytes.length : line + 1;
  }
  return (word) => {
    let hash = 0;
    for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
    for (let slot = hash & (SLOTS - 1); places[slot] !== -1; slot = (slot + 1) & (SLOTS - 1)) {
      const at = places[slot]!;
      if (bytes.toString('latin1', at, at + word.length + 1) !== `${word} `) continue;
      const line = bytes.indexOf(NEWLINE, at);
      return bytes.toString('latin1', at + word.length + 1, line === -1 ? bytes.length : line).trim();
    }
    return undefined;
  };
}
