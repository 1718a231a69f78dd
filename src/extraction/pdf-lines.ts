/**
 * Arranges the words of a PDF page in lines. Words on one baseline with small gaps are one piece; columns of text are
 * read one after another. Apart from sorting, the time grows linearly with the number of words.
 */
import type { Word } from './pdf-document.ts';

/** Adjacent words on one baseline. */
export interface Piece {
  text: string;
  x: number;
  right: number;
  y: number;
  size: number;
  bold: boolean;
  words: readonly Word[];
}
/** The pieces on one baseline from left to right: one for running text, several for a table row. */
export interface Line {
  pieces: Piece[];
  y: number;
  size: number;
}

/**
 * Gaps between words, relative to the font size. A gap above `PIECE_GAP` separates two pieces; words with a gap
 * below `WORD_GAP` are joined without a space.
 */
const PIECE_GAP = 1.2;
const WORD_GAP = 0.12;
/** Maximum difference of baselines on one line, relative to the font size. */
const MAX_BASELINE_OFFSET = 0.3;
/** Matches dot leaders between a name and a price. */
const LEADER_PATTERN = /\s*(?:\.{4,}|…{2,}|(?:[.·_]\s){4,}[.·_]?|[_·]{4,})\s*/;
/** Matches a bullet or number that is separate from its item. */
const MARKER_PATTERN = /^(?:[•◦▪‣·●○■□\uF0B7\uF0A7–—*-]|\(?\d{1,2}[.)]|[a-z]\))$/u;
/** Matches blanks with which some programs separate columns. */
const COLUMN_BLANKS = /\s{3,}/;
/** Minimum number of pieces of a text column. */
const MIN_PIECES = 4;
/** Minimum mean number of characters of the pieces of a text column. */
const MIN_CHARACTERS = 20;
/** Maximum nesting of columns. */
const MAX_DEPTH = 3;
const MAX_GUTTERS = 8;
/** Maximum number of characters of a word that is split into columns. */
const MAX_SPLIT_LENGTH = 1000;
/** Maximum difference in points of the left edges of a column's lines. */
const MAX_EDGE_OFFSET = 3;

/** Returns the lines in reading order: the first column from top to bottom, then the next. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  return groupByColumn(pieces, 0).flatMap(linesOfPieces);
}

/** Returns the pieces from top to bottom. */
export function piecesOf(words: readonly Word[]): Piece[] {
  return onBaselines(words.flatMap(splitWord)).flatMap((line) => {
    const pieces: Piece[] = [];
    let open: Word[] = [];
    const close = () => {
      if (open.length > 0) pieces.push(pieceOf(open));
      open = [];
    };
    let right = -Infinity;
    for (const word of line) {
      if (word.x - right > PIECE_GAP * word.size) close();
      open.push(word);
      right = Math.max(right, word.x + word.width);
    }
    close();
    return pieces;
  });
}

/** Splits a word at dot leaders and runs of blanks. */
function splitWord(word: Word): Word[] {
  if (word.text.length > MAX_SPLIT_LENGTH) return [word];
  const parts = word.text.split(LEADER_PATTERN).flatMap((text) => text.split(COLUMN_BLANKS));
  if (parts.length === 1) return [word];
  const characterWidth = word.width / word.text.length;
  let characterIndex = 0;
  return parts.filter(Boolean).map((text) => {
    characterIndex = word.text.indexOf(text, characterIndex);
    const part = {
      ...word,
      text,
      x: word.x + characterIndex * characterWidth,
      width: text.length * characterWidth,
    };
    characterIndex += text.length;
    return part;
  });
}

function onBaselines<T extends { x: number; y: number; size: number }>(items: readonly T[]): T[][] {
  const lines: T[][] = [];
  let baseline = -Infinity;
  for (const item of [...items].sort((first, second) => first.y - second.y || first.x - second.x)) {
    const line = lines.at(-1);
    if (line && Math.abs(item.y - baseline) <= MAX_BASELINE_OFFSET * Math.max(item.size, line[0]!.size))
      line.push(item);
    else {
      lines.push([item]);
      baseline = item.y;
    }
  }
  for (const line of lines) line.sort((a, b) => a.x - b.x);
  return lines;
}

export function pieceOf(words: readonly Word[]): Piece {
  const isBackward = words.filter((word) => word.isBackward).length > words.length / 2;
  const inOrder = isBackward ? [...words].reverse() : words;
  let text = '';
  let lastWord: Word | null = null;
  for (const word of inOrder) {
    text += lastWord && areSeparate(lastWord, word) ? ` ${word.text}` : word.text;
    lastWord = word;
  }
  const letters = (bold: boolean) =>
    words.reduce((sum, word) => sum + (word.isBold === bold ? word.text.length : 0), 0);
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    x: words[0]!.x,
    right: words.reduce((maximum, word) => Math.max(maximum, word.x + word.width), -Infinity),
    y: words[0]!.y,
    size: words.reduce((longest, word) => (word.text.length > longest.text.length ? word : longest)).size,
    bold: letters(true) > 4 * letters(false),
    words,
  };
}

function areSeparate(one: Word, other: Word): boolean {
  const [left, right] = one.x <= other.x ? [one, other] : [other, one];
  return right.x - (left.x + left.width) > WORD_GAP * Math.min(one.size, other.size);
}

/** Returns the pieces of a page in groups, in reading order. */
function groupByColumn(pieces: readonly Piece[], depth: number): Piece[][] {
  const gutter = depth < MAX_DEPTH ? gutterOf(pieces) : null;
  if (gutter === null) return pieces.length > 0 ? [[...pieces]] : [];
  const groups: Piece[][] = [];
  let crossingPieces: Piece[] = [];
  let bandPieces: Piece[] = [];
  const endBand = () => {
    if (crossingPieces.length > 0) groups.push(crossingPieces);
    crossingPieces = [];
  };
  /**
   * Ends a band, in which no piece crosses the gutter. Its columns become groups of their own; a band without two
   * columns of text joins the pieces around it.
   */
  const close = () => {
    const leftPieces = bandPieces.filter(({ x }) => x < gutter - MAX_EDGE_OFFSET);
    const right = bandPieces.filter(({ x }) => x >= gutter - MAX_EDGE_OFFSET);
    if (isText(leftPieces) && isText(right)) {
      endBand();
      groups.push(...groupByColumn(leftPieces, depth + 1), ...groupByColumn(right, depth + 1));
    } else crossingPieces.push(...bandPieces);
    bandPieces = [];
  };
  for (const piece of pieces) {
    if (piece.x < gutter - MAX_EDGE_OFFSET && piece.right > gutter) {
      close();
      crossingPieces.push(piece);
    } else bandPieces.push(piece);
  }
  close();
  endBand();
  return groups;
}

const isText = (pieces: readonly Piece[]): boolean =>
  pieces.length >= MIN_PIECES &&
  pieces.reduce((sum, { text }) => sum + text.length, 0) / pieces.length >= MIN_CHARACTERS;

/** Returns the left edge of the second column of running text; null if there is none. */
function gutterOf(pieces: readonly Piece[]): number | null {
  const piecesByEdge = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const edge = Math.round(piece.x / MAX_EDGE_OFFSET);
    const at = piecesByEdge.has(edge - 1) ? edge - 1 : edge;
    const group = piecesByEdge.get(at);
    if (group) group.push(piece);
    else piecesByEdge.set(at, [piece]);
  }
  const columnStarts = [...piecesByEdge.values()].filter(isText);
  if (columnStarts.length < 2) return null;
  const firstEdge = lowest(columnStarts.flat().map(({ x }) => x));
  const widest = most(columnStarts.flat().map(({ right }) => right)) - firstEdge;
  const gutters = columnStarts
    .map((group) => lowest(group.map(({ x }) => x)))
    .filter((x) => x - firstEdge > widest / 5)
    .sort((a, b) => a - b);
  return gutters.slice(0, MAX_GUTTERS).find((gutter) => isGutter(pieces, gutter)) ?? null;
}

/** True if the pieces to the left of the gutter are text, of which at most a quarter extends beyond the gutter. */
function isGutter(pieces: readonly Piece[], gutter: number): boolean {
  const right = pieces.filter(({ x }) => Math.abs(x - gutter) <= MAX_EDGE_OFFSET);
  const top = lowest(right.map(({ y }) => y));
  const bottom = most(right.map(({ y }) => y));
  const leftPieces = pieces.filter(({ x, y }) => x < gutter - MAX_EDGE_OFFSET && y >= top && y <= bottom);
  const crossingCount = leftPieces.filter((piece) => piece.right > gutter).length;
  return isText(leftPieces) && crossingCount <= leftPieces.length / 4;
}

function linesOfPieces(pieces: readonly Piece[]): Line[] {
  return onBaselines(pieces).map((line) => {
    const [first, second, ...rest] = line;
    const isMarkerFirst = second && MARKER_PATTERN.test(first!.text);
    const text = isMarkerFirst ? `${first!.text} ${second.text}` : '';
    return {
      pieces: isMarkerFirst ? [{ ...second, text, x: first!.x }, ...rest] : line,
      y: first!.y,
      size: line.reduce((most, { size }) => Math.max(most, size), 0),
    };
  });
}

const lowest = (values: readonly number[]): number =>
  values.reduce((best, value) => Math.min(best, value), Infinity);
const most = (values: readonly number[]): number =>
  values.reduce((best, value) => Math.max(best, value), -Infinity);
