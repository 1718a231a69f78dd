/**
 * Markdown cut for storing and finding: pieces about one thing each, short enough for a row, long enough
 * to keep what belongs together.
 */

/** Characters of a piece; one that a single table, list or paragraph fills may be a little longer. */
const PIECE = 1000;
/** Characters of a paragraph; longer ones are cut at lines, then at sentences, then at words. */
const PARAGRAPH = 900;
const HEADING = /^#{1,6}\s/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

/** Pieces of whole paragraphs, none of which goes on across a heading. */
export function sections(text: string, most = PIECE): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const block of apart(text).split(/\n\s*\n/)) {
    for (const piece of pieces(block.trim())) {
      const begins = HEADING.test(piece) && !open.every((line) => /^#{1,6}\s[^\n]*$/.test(line));
      if (open.length > 0 && (length + piece.length > most || begins)) {
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

/** A heading is a paragraph of its own, whatever stands around it; within a fence nothing is a heading. */
function apart(text: string): string {
  let fenced = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
      return !fenced && HEADING.test(line) ? `\n${line}\n` : line;
    })
    .join('\n');
}

function pieces(block: string): string[] {
  if (block.length <= PARAGRAPH) return block === '' ? [] : [block];
  const lines = block.split('\n');
  return lines.length > 1 ? ofLines(lines) : ofWords(block);
}

/** A list or a table is cut between its lines; each part of a table has its titles. */
function ofLines(lines: readonly string[]): string[] {
  const titles = TABLE_RULE.test(lines[1] ?? '') ? lines.slice(0, 2) : [];
  const cut: string[] = [];
  let open = [...titles];
  for (const line of lines.slice(titles.length)) {
    if (open.length > titles.length && open.join('\n').length + line.length > PARAGRAPH) {
      cut.push(open.join('\n'));
      open = [...titles];
    }
    open.push(line);
  }
  cut.push(open.join('\n'));
  return titles.length > 0 ? cut : cut.flatMap((part) => (part.length > PARAGRAPH ? ofWords(part) : [part]));
}

function ofWords(text: string): string[] {
  const cut: string[] = [];
  let rest = text;
  while (rest.length > PARAGRAPH) {
    const window = rest.slice(0, PARAGRAPH);
    const sentence = Math.max(
      ...['. ', '! ', '? ', '\n'].map((end) => window.lastIndexOf(end) + end.length - 1),
    );
    const word = window.lastIndexOf(' ');
    const at = sentence > PARAGRAPH / 3 ? sentence : word > PARAGRAPH / 3 ? word : PARAGRAPH;
    // Never between the halves of a surrogate pair.
    const end = /[\uD800-\uDBFF]$/.test(rest.slice(0, at)) ? at - 1 : at;
    cut.push(rest.slice(0, end).trim());
    rest = rest.slice(end);
  }
  return [...cut, rest.trim()].filter(Boolean);
}
