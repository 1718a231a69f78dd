/** Removes text that repeats at the edges of a PDF's pages: headers, footers, page numbers. */
import type { Piece } from './pdf-lines.ts';

/** Fraction of a page's height at the top and at the bottom in which such text is searched. */
const EDGE_SHARE = 0.08;
/** Fraction of pages that must repeat a text. */
const MIN_PAGE_SHARE = 0.4;
/** Number of pages that suffices if the text contains letters. */
const MIN_PAGES = 3;
/** Maximum difference of positions in points. */
const MAX_OFFSET = 6;

export interface Sheet {
  height: number;
  pieces: Piece[];
}

/** Returns the pieces of each page without those that other pages repeat at the same position. */
export function withoutEdges(sheets: readonly Sheet[]): Piece[][] {
  const counts = new Map<string, number>();
  for (const sheet of sheets)
    for (const key of new Set(sheet.pieces.filter((piece) => isAtEdge(piece, sheet)).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const minPages = Math.max(2, Math.ceil(MIN_PAGE_SHARE * sheets.length));
  const isRepeated = (piece: Piece): boolean => {
    const key = keyOf(piece);
    const count = counts.get(key) ?? 0;
    return count >= minPages || (count >= MIN_PAGES && /\p{L}{3}/u.test(key));
  };
  return sheets.map((sheet) =>
    sheet.pieces.filter((piece) => !(isAtEdge(piece, sheet) && isRepeated(piece))),
  );
}

const isAtEdge = ({ y }: Piece, { height }: Sheet): boolean =>
  y < EDGE_SHARE * height || y > (1 - EDGE_SHARE) * height;

/** Replaces numbers, because they differ between pages. */
const keyOf = ({ text, y }: Piece): string =>
  `${text.replace(/\d+|^[ivxlc]+$/g, '#').replace(/\s+/g, ' ')}@${Math.round(y / MAX_OFFSET)}`;
