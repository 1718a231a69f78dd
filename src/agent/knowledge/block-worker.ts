/** The thread that reads documents' Markdown for `block-reader.ts`. */
import { parentPort } from 'node:worker_threads';
import type { BlockReply, BlockRequest } from './block-reader.ts';
import { blocksOf } from './passages.ts';

parentPort?.on('message', ({ id, contents, under }: BlockRequest) => {
  const blocks = contents.map((content) => blocksOf(content, under));
  parentPort?.postMessage({ id, blocks, under } satisfies BlockReply);
});
