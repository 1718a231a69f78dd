/** Opens PDF files, and reads the words of their pages with positions and weights. */
import { getDocumentProxy } from 'unpdf';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfSource = NonNullable<Parameters<typeof getDocumentProxy>[1]>;
type PdfProxyPage = Awaited<ReturnType<PdfDocument['getPage']>>;
type Matrix = readonly number[];

/** Consecutive words in one font. Units are points; `y` is that of the baseline and increases downwards. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  isBold: boolean;
  /** True for text that runs from right to left. */
  isBackward: boolean;
  /** Id of the marked content to which the structure tree refers; empty if there is no tree. */
  markId: string;
}
export interface PdfSheet {
  width: number;
  height: number;
  words: Word[];
  /** Text that runs upwards or downwards. */
  rotatedText: string;
  tree: PdfTree | null;
}
/** The structure tree of a tagged file (ISO 32000-1 §14.7). */
export interface PdfTree {
  role?: string;
  /** `content` for a leaf; `id` is then the mark of its words. */
  type?: string;
  id?: string;
  children?: PdfTree[];
}

/** Maximum milliseconds for detecting bold fonts; after that, words are read without weights. */
const FONT_TIME = 8000;
/** Maximum number of event-loop turns to wait for the fonts of a page. */
const FONT_ROUNDS = 20;
const BOLD_FONT_NAME = /bold|black|heavy|semi-?bold|demi(?!light)/i;

// Polyfill for a method that pdf.js needs and that exists since Node 21.
const bufferPrototype = ArrayBuffer.prototype as ArrayBuffer & {
  transferToFixedLength?(length?: number): ArrayBuffer;
};
bufferPrototype.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
  return this.slice(0, length);
};

export function openPdf(bytes: Uint8Array, source: PdfSource = {}): Promise<PdfDocument> {
  return getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0, ...source });
}

/** Yields the pages one after another. */
export async function* readSheets(bytes: Uint8Array): AsyncGenerator<PdfSheet> {
  // Images contain no text, so they are not unpacked.
  const document = await openPdf(bytes, { maxImageSize: 1 });
  const fonts = new Fonts();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    try {
      yield await readSheet(page, fonts);
    } finally {
      page.cleanup();
    }
  }
}

async function readSheet(page: PdfProxyPage, fonts: Fonts): Promise<PdfSheet> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const content = await page.getTextContent({ includeMarkedContent: true });
  await fonts.readFontWeights(page, Object.keys(content.styles));
  const words: Word[] = [];
  const rotatedTexts: string[] = [];
  const openMarks: string[] = [];
  for (const item of content.items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') openMarks.pop();
      else openMarks.push(item.id ?? openMarks.at(-1) ?? '');
      continue;
    }
    if (item.str.trim() === '') continue;
    const [a, b, c, d, x, y] = multiply(transform, item.transform as number[]);
    if (Math.abs(b) > Math.abs(a)) {
      rotatedTexts.push(item.str.trim());
      continue;
    }
    words.push({
      text: item.str,
      x,
      y,
      width: item.width,
      size: Math.hypot(c, d) || 1,
      isBold: fonts.isBold(item.fontName),
      isBackward: item.dir === 'rtl',
      markId: openMarks.at(-1) ?? '',
    });
  }
  const tree = (await page.getStructTree().catch(() => null)) as PdfTree | null;
  return { width, height, words, rotatedText: rotatedTexts.join(' '), tree };
}

/** The weights of a document's fonts, by their names in pdf.js. */
class Fonts {
  readonly #isBoldByFont = new Map<string, boolean>();
  #remainingTime = FONT_TIME;

  isBold(name: string): boolean {
    return this.#isBoldByFont.get(name) ?? false;
  }

  /** Reads the fonts of a page; their names become known when the page is drawn. */
  async readFontWeights(page: PdfProxyPage, names: readonly string[]): Promise<void> {
    const unknownFonts = names.filter((name) => !this.#isBoldByFont.has(name));
    if (unknownFonts.length === 0 || this.#remainingTime <= 0) return;
    const startedAt = Date.now();
    await page.getOperatorList().catch(() => undefined);
    for (
      let attempt = 0;
      attempt < FONT_ROUNDS && !unknownFonts.every((name) => page.commonObjs.has(name));
      attempt++
    )
      await new Promise((resolve) => setImmediate(resolve));
    for (const name of unknownFonts) {
      const font = page.commonObjs.has(name)
        ? (page.commonObjs.get(name) as { name?: string; bold?: boolean; black?: boolean } | null)
        : null;
      this.#isBoldByFont.set(
        name,
        Boolean(font?.bold || font?.black || BOLD_FONT_NAME.test(font?.name ?? '')),
      );
    }
    this.#remainingTime -= Date.now() - startedAt;
  }
}

/** Multiplies matrices: the result applies `second`, then `first`. */
function multiply(first: Matrix, second: Matrix): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = first;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
