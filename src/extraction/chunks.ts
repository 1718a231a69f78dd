/**
 * Splits Markdown for storage and search. Each piece has one subject, is short enough for a database row, and long
 * enough to keep related lines together. Time and output grow linearly with the text. Runs in the extraction process.
 */

/** Maximum number of characters of a piece. */
const MAX_PIECE = 1000;
/** Maximum number of characters of a paragraph. Longer ones are split at lines, then at sentences, then at words. */
const MAX_PARAGRAPH = 900;
/**
 * Maximum number of characters of a table's header that is repeated in each part; a longer one is only in the first.
 */
const MAX_HEADER_LENGTH = MAX_PARAGRAPH / 3;
const HEADING = /^#{1,6}\s/;

/**
 * Returns the text in pieces. A piece consists of paragraphs of one section; only paragraphs that are too long are
 * split.
 */
export function splitText(text: string, maximum = MAX_PIECE): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  let onlyHeadings = true;
  for (const block of separateHeadings(text).split(/\n\s*\n/)) {
    for (const piece of blockPieces(block.trim())) {
      const heading = HEADING.test(piece);
      if (open.length > 0 && (length + piece.length > maximum || (heading && !onlyHeadings))) {
        chunks.push(open.join('\n\n'));
        open = [];
        length = 0;
        onlyHeadings = true;
      }
      onlyHeadings &&= heading && !piece.includes('\n');
      open.push(piece);
      length += piece.length + 2;
    }
  }
  if (open.length > 0) chunks.push(open.join('\n\n'));
  return chunks;
}

/** Makes a heading a separate paragraph if there are no blank lines around it. Code fences contain no headings. */
function separateHeadings(text: string): string {
  let isInFence = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(```|~~~)/.test(line)) isInFence = !isInFence;
      return !isInFence && HEADING.test(line) ? `\n${line}\n` : line;
    })
    .join('\n');
}

function blockPieces(block: string): string[] {
  if (block.length <= MAX_PARAGRAPH) return block === '' ? [] : [block];
  const lines = block.split('\n');
  return lines.length > 1 ? splitLines(lines) : splitWords(block);
}

/** Splits a list or a table between its lines. Each part of a table begins with its header, unless that is long. */
function splitLines(lines: readonly string[]): string[] {
  const [header = '', dashes = ''] = lines;
  const repeatsHeader = isTableRule(dashes) && header.length + dashes.length <= MAX_HEADER_LENGTH;
  const headerLines = repeatsHeader ? [header, dashes] : [];
  const chunks: string[] = [];
  let open = [...headerLines];
  let length = lengthOf(headerLines);
  const close = () => {
    if (open.length > headerLines.length) chunks.push(open.join('\n'));
    open = [...headerLines];
    length = lengthOf(headerLines);
  };
  for (const line of lines.slice(headerLines.length)) {
    if (length + line.length > MAX_PARAGRAPH) close();
    if (length + line.length > MAX_PARAGRAPH) chunks.push(...splitWords(line));
    else {
      open.push(line);
      length += line.length + 1;
    }
  }
  close();
  return chunks;
}

const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** True for the line below a table's header: cells of dashes, with an optional colon on either side. */
function isTableRule(line: string): boolean {
  if (line.length > MAX_HEADER_LENGTH) return false;
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length > 0 && cells.every((cell) => /^:?-{2,}:?$/.test(cell));
}

function splitWords(text: string): string[] {
  const chunks: string[] = [];
  // `slice` does not copy the text, so the loop takes linear time.
  let remainingText = text.trim();
  while (remainingText.length > MAX_PARAGRAPH) {
    const window = remainingText.slice(0, MAX_PARAGRAPH);
    const sentence = Math.max(
      ...['. ', '! ', '? ', '\n'].map((end) => window.lastIndexOf(end) + end.length - 1),
    );
    const word = window.lastIndexOf(' ');
    const splitIndex =
      sentence > MAX_PARAGRAPH / 3 ? sentence : word > MAX_PARAGRAPH / 3 ? word : MAX_PARAGRAPH;
    // Do not split a surrogate pair.
    const end = /[\uD800-\uDBFF]/.test(remainingText.charAt(splitIndex - 1)) ? splitIndex - 1 : splitIndex;
    chunks.push(remainingText.slice(0, end).trim());
    remainingText = remainingText.slice(end).trimStart();
  }
  return [...chunks, remainingText.trim()].filter(Boolean);
}
