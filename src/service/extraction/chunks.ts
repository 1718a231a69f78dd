/** Text cut for storing and finding: paragraphs short enough to be an answer, chunks short enough for a row. */

/** Characters of a paragraph; longer ones are cut at sentences, then at words. */
const PARAGRAPH = 900;
const CHUNK = 4000;

/** Chunks of Markdown, each of whole paragraphs. */
export function chunk(text: string): string[] {
  return gather(text, CHUNK, false);
}

/** Chunks that are about one thing each: none goes on across a heading. */
export function sections(text: string, most: number): string[] {
  return gather(text, most, true);
}

function gather(text: string, most: number, apart: boolean): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const block of text.split(/\n\s*\n/)) {
    for (const piece of pieces(block.trim())) {
      if (open.length > 0 && (length + piece.length > most || (apart && /^#{1,6}\s/.test(piece) && !open.every((line) => /^#{1,6}\s[^\n]*$/.test(line))))) {
        chunks.push(open.join('\n\n'));
        open = [];
        length = 0;
      }
      open.push(piece);
      length += piece.length + 2;
    }
  }
  if (open.length > 0) chunks.push(open.join('\n\n'));
  return chunks;
}

function pieces(block: string): string[] {
  if (block.length <= PARAGRAPH) return block === '' ? [] : [block];
  const cut: string[] = [];
  let rest = block;
  while (rest.length > PARAGRAPH) {
    const window = rest.slice(0, PARAGRAPH);
    const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((end) => window.lastIndexOf(end) + end.length - 1));
    const word = window.lastIndexOf(' ');
    const at = sentence > PARAGRAPH / 3 ? sentence : word > PARAGRAPH / 3 ? word : PARAGRAPH;
    // Never between the halves of a surrogate pair.
    const end = /[\uD800-\uDBFF]$/.test(rest.slice(0, at)) ? at - 1 : at;
    cut.push(rest.slice(0, end).trim());
    rest = rest.slice(end);
  }
  return [...cut, rest.trim()].filter(Boolean);
}
