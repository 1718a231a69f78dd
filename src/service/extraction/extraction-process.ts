/**
 * The process that reads files: a bomb, a crash or an endless loop in one ends here and nowhere else. A
 * watchdog thread ends it when it grows too large or its parent is gone, even while the main thread is busy.
 */
import { Worker } from 'node:worker_threads';
import { extractFile, extractPage } from './extract.ts';
import { ExtractionError } from './extraction-error.ts';
import type { Answer, Request } from './extraction.ts';
import { drawPdf } from './pdf-pages.ts';

/** Most resident memory, in bytes. */
const MEMORY = 1024 * 1024 * 1024;

const watchdog = new Worker(
  `
  const parent = process.ppid;
  setInterval(() => {
    if (process.memoryUsage.rss() > ${MEMORY} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 100);
`,
  { eval: true, env: {}, execArgv: [] },
);
watchdog.unref();
process.on('disconnect', () => process.exit());

process.on('message', (request: Request) => {
  void answer(request).then((message) => process.send!(message));
});
process.send!({ ready: true });

async function answer({ id, as, bytes, charset }: Request): Promise<Answer> {
  try {
    if (as === 'pages') return { id, pages: await drawPdf(bytes) };
    return as === 'page' || as === 'html'
      ? { id, page: extractPage(bytes, charset, as === 'html') }
      : { id, text: await extractFile(bytes, charset) };
  } catch (error) {
    return { id, error: error instanceof ExtractionError ? error.code : 'document_processing_failed' };
  }
}
