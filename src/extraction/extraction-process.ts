/**
 * The process that reads files and pages and splits their text into pieces. An archive bomb, a crash or an
 * endless loop affects only this process.
 */
import { startWatchdog } from '@palkit/runtime/watchdog';
import { splitText } from './chunks.ts';
import { extractFile, extractPage, removeUnstorable } from './extract.ts';
import { ExtractionError } from './extraction-error.ts';
import type { Answer, Request } from './extraction.ts';
import { detectFormat } from './formats.ts';
import { drawPdf } from './pdf-pages.ts';
import { readSiteHints } from './site-hints.ts';
import { readSitemap } from './sitemap.ts';
import { readWebPage } from './web-page.ts';

/** Maximum resident memory in bytes. */
const MAX_MEMORY = 1024 * 1024 * 1024;

startWatchdog(MAX_MEMORY, true);
process.on('disconnect', () => process.exit());

process.on('message', (request: Request) => void answer(request));
process.send?.({ ready: true });

/** Maximum number of pieces of one document; a file of the maximum size has some 50,000. */
const MAX_PIECES = 100_000;
/** Maximum number of pieces in one message, so that the service reads at most a few hundred kilobytes at a time. */
const MAX_BATCH_PIECES = 200;

const send = (message: Answer) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

async function answer(request: Request): Promise<void> {
  const { id } = request;
  try {
    await send({ id, ...(await handleRequest(request)) });
  } catch (error) {
    await send({ id, error: error instanceof ExtractionError ? error.code : 'document_processing_failed' });
  }
}

async function handleRequest({ id, as, bytes, charset, address }: Request): Promise<Omit<Answer, 'id'>> {
  if (as === 'pages') return { pages: await drawPdf(bytes) };
  if (as === 'sitemap') return { sitemap: readSitemap(bytes, address) };
  if (as === 'hints') {
    const format = detectFormat(bytes, charset);
    return format.is === 'html' ? { hints: readSiteHints(removeUnstorable(format.text), address) } : {};
  }
  if (as === 'file') {
    await sendPieces(id, splitText(await extractFile(bytes, charset)));
    return {};
  }
  const page = extractPage(bytes, charset, as === 'html');
  if (!page) return { page: null };
  const { pieces, ...pageFields } = readWebPage(page, address);
  await sendPieces(id, pieces);
  return { page: pageFields };
}

async function sendPieces(id: number, pieces: readonly string[]): Promise<void> {
  if (pieces.length > MAX_PIECES) throw new ExtractionError('chunking_failed');
  for (let start = 0; start < pieces.length; start += MAX_BATCH_PIECES)
    await send({ id, pieces: pieces.slice(start, start + MAX_BATCH_PIECES) });
}
