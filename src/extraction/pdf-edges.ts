/** Text that repeats at the edges of a PDF's pages: headers, footers, page numbers. */
import type { Piece } from './pdf-lines.ts';

/** Fraction of a page's height at its top and bottom that contains such words. */
const ZONE = 0.08;
/** The share of pages that repeat them, and the number of pages that suffices if they contain letters. */
const SHARE = 0.4;
const ENOUGH = 3;
/** Points by which their positions may differ. */
const PLACE = 6;

export interface Sheet {
  height: number;
  pieces: Piece[];
}

/** The pieces of each page without those that other pages repeat at the same position. */
export function withoutEdges(sheets: readonly Sheet[]): Piece[][] {
  const counts = new Map<string, number>();
  for (const sheet of sheets)
    for (const key of new Set(sheet.pieces.filter((piece) => isAtEdge(piece, sheet)).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const fewest = Math.max(2, Math.ceil(SHARE * sheets.length));
  const repeats = (piece: Piece): boolean => {
    const key = keyOf(piece);
    const count = counts.get(key) ?? 0;
    return count >= fewest || (count >= ENOUGH && /\p{L}{3}/u.test(key));
  };
  return sheets.map((sheet) => sheet.pieces.filter((piece) => !(isAtEdge(piece, sheet) && repeats(piece))));
}

const isAtEdge = ({ y }: Piece, { height }: Sheet): boolean => y < ZONE * height || y > (1 - ZONE) * height;

/** The numbers differ from page to page. */
const keyOf = ({ text, y }: Piece): string =>
  `${text.replace(/\d+|^[ivxlc]+$/g, '#').replace(/\s+/g, ' ')}@${Math.round(y / PLACE)}`;
