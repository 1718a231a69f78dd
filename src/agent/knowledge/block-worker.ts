/** The worker thread of `block-reader.ts`; it parses documents' Markdown. */
import { parentPort } from 'node:worker_threads';
import type { BlockReply, BlockRequest } from './block-reader.ts';
import { blocksOf } from './passages.ts';

parentPort?.on('message', ({ id, contents, under }: BlockRequest) => {
  const blocks = contents.map((content) => blocksOf(content, under));
  parentPort?.postMessage({ id, blocks, under } satisfies BlockReply);
});
