/** Creates PDF files with text at given positions. */

/** `y` is the distance from the top of the page to the baseline in points. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  /** In a tagged file, the text belongs to the element of the structure that has the same `mark`. */
  mark?: number;
}
/** An element of a page's structure, with a text or with other elements. */
export interface Tag {
  role: string;
  mark?: number;
  children?: Tag[];
}

const WIDTH = 612;
const HEIGHT = 792;

export function placedPdf(pages: PlacedText[][], structure?: Tag): Uint8Array {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object);
  const FIRST_OBJECT = 6;
  const kids = pages.map((_, index) => `${FIRST_OBJECT + 2 * index} 0 R`);
  const root = FIRST_OBJECT + 2 * pages.length;
  add(
    `<< /Type /Catalog /Pages 2 0 R${structure ? ` /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R` : ''} >>`,
  );
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  add('<< >>');
  for (const [index, texts] of pages.entries()) {
    const content = texts.map(operators).join('\n');
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${FIRST_OBJECT + 2 * index + 1} 0 R ` +
        `/StructParents ${index} /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    );
    add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  }
  if (structure) addStructure(objects, structure, root);
  return writeObjects(objects);
}

function operators({ text, x, y, size = 10, bold = false, mark }: PlacedText): string {
  const escapedText = text
    .replace(/[()\\]/g, '\\$&')
    .replaceAll('•', '\x95')
    .replaceAll('€', '\x80');
  const set = `BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm (${escapedText}) Tj ET`;
  return mark === undefined ? set : `/P << /MCID ${mark} >> BDC ${set} EMC`;
}

/** Adds the elements of one page, each as a separate object, and assigns the marks of texts to elements. */
function addStructure(objects: string[], structure: Tag, root: number): void {
  const page = '6 0 R';
  const parents: string[] = [];
  let next = root + 1;
  const elements: string[] = [];
  const write = (tag: Tag, parent: number): number => {
    const number = next++;
    const elementIndex = elements.push('') - 1;
    const children = (tag.children ?? []).map((child) => `${write(child, number)} 0 R`);
    if (tag.mark !== undefined) {
      children.unshift(String(tag.mark));
      parents[tag.mark] = `${number} 0 R`;
    }
    elements[elementIndex] =
      `<< /Type /StructElem /S /${tag.role} /P ${parent} 0 R /Pg ${page} /K [${children.join(' ')}] >>`;
    return number;
  };
  const rootElement = write(structure, root);
  const parentList = Array.from(parents, (parent) => parent ?? 'null').join(' ');
  objects.push(
    `<< /Type /StructTreeRoot /K [${rootElement} 0 R] /ParentTree << /Nums [0 [${parentList}]] >> >>`,
  );
  objects.push(...elements);
}

function writeObjects(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n` +
    `<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** Returns lines that are placed below each other. */
export const block = (
  lines: readonly string[],
  { x = 72, y, size = 10, bold = false, pitch = 12 }: Partial<PlacedText> & { y: number; pitch?: number },
): PlacedText[] => lines.map((text, index) => ({ text, x, y: y + index * pitch, size, bold }));

/** Returns the cells of a row, placed at the positions of their columns. */
export const row = (y: number, cells: readonly [number, string][], bold = false): PlacedText[] =>
  cells.map(([x, text]) => ({ text, x, y, bold }));
