/**
 * Draws the pages of a PDF as pictures with their text, for slides. Runs in the extraction process. A page that
 * cannot be drawn has no picture.
 */
import { createIsomorphicCanvasFactory, extractText } from 'unpdf';
import { openPdf, type PdfDocument } from './pdf-document.ts';
import { removeUnstorable } from './extract.ts';

/** Maximum number of pages that are read, and maximum number that are drawn. */
const MAX_PAGES = 300;
export const MAX_PICTURES = 100;
/** Longer side of a picture in pixels. */
const LONGER_SIDE = 1280;
/** The quality of a picture, 0 to 100. */
const WEBP_QUALITY = 82;
/** Maximum milliseconds for all pages. A page that has started is finished, unless the process reaches its limit. */
const DRAWING_TIME = 30_000;
/** Maximum size of all pictures of a document in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

export interface PdfPage {
  /** The text of the page, line by line. */
  text: string;
  /** WebP; null if the page is not drawn. */
  picture: Uint8Array | null;
}

type Canvas = typeof import('@napi-rs/canvas');

export async function drawPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const startedAt = Date.now();
  const canvas = await loadCanvas();
  if (!canvas) return [];
  const CanvasFactory = await createIsomorphicCanvasFactory((async () => canvas) as () => Promise<never>);
  const document = await openPdf(bytes, { useSystemFonts: true, CanvasFactory });
  const { text } = await extractText(document, { mergePages: false });
  const pages: PdfPage[] = [];
  let size = 0;
  for (const [index, words] of text.slice(0, MAX_PAGES).entries()) {
    const shouldDraw = index < MAX_PICTURES && Date.now() - startedAt < DRAWING_TIME && size < MAX_BYTES;
    const picture = shouldDraw ? await drawPage(document, index + 1, canvas).catch(() => null) : null;
    size += picture?.byteLength ?? 0;
    pages.push({ text: removeUnstorable(words).trim(), picture });
  }
  return pages;
}

/** Loads the canvas, which exists for every platform that Node supports; elsewhere pages have no pictures. */
const loadCanvas = (): Promise<Canvas | null> => import('@napi-rs/canvas').catch(() => null);

async function drawPage(document: PdfDocument, number: number, canvas: Canvas): Promise<Uint8Array | null> {
  const page = await document.getPage(number);
  try {
    const unscaledView = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({
      scale: LONGER_SIDE / Math.max(unscaledView.width, unscaledView.height),
    });
    const pageCanvas = canvas.createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    await page.render({ canvas: pageCanvas as never, canvasContext: pageCanvas.getContext('2d'), viewport })
      .promise;
    // A page with a font that is neither in the file nor on this machine would lack words, so it is not drawn.
    const fonts = [
      ...(page.commonObjs as Iterable<[string, { missingFile?: boolean; composite?: boolean } | null]>),
    ].map(([, font]) => font);
    if (
      fonts.some((font) => font?.missingFile && (font.composite || canvas.GlobalFonts.families.length === 0))
    )
      return null;
    return new Uint8Array(pageCanvas.encodeSync('webp', WEBP_QUALITY));
  } finally {
    page.cleanup();
  }
}
