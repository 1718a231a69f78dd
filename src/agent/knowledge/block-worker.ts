/** The worker thread of `block-reader.ts`; it parses documents' Markdown. */
import { parentPort } from 'node:worker_threads';
import type { BlockReply, BlockRequest } from './block-reader.ts';
import { blocksOf } from './passages.ts';

parentPort?.on('message', ({ id, contents, openHeadings }: BlockRequest) => {
  const blocks = contents.map((content) => blocksOf(content, openHeadings));
  parentPort?.postMessage({ id, blocks, under: openHeadings } satisfies BlockReply);
});
