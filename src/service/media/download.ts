/** Brings a file that a user named by its address to the disk, through the one way out. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OutboundError, OUTBOUND_FAILURES, type Outbound } from '../outbound/outbound.ts';

/** It could not be had; the message tells its owner why. `retriable`: it may be there in a moment. */
export class DownloadError extends Error {
  readonly retriable: boolean;
  constructor(text: string, retriable: boolean) {
    super(text);
    this.name = 'DownloadError';
    this.retriable = retriable;
  }
}

const TIMEOUT = 5 * 60_000;
const REDIRECTS = 5;

/** @throws DownloadError, or the signal's reason when the caller stops it */
export async function download(outbound: Outbound, url: string, file: string, options: { maximumBytes: number; signal: AbortSignal }): Promise<void> {
  try {
    const response = await outbound.fetch(url, { timeout: TIMEOUT, maximumBytes: options.maximumBytes, redirects: REDIRECTS, signal: options.signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new DownloadError(`The address answered ${response.status}.`, response.status >= 500 || response.status === 429 || response.status === 408);
    }
    if (!response.body) throw new DownloadError('The address answered nothing.', false);
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file), { signal: options.signal });
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    const tooLarge = error.code === 'too_large' ? ` At most ${Math.floor(options.maximumBytes / 1024 / 1024)} MB are taken.` : '';
    throw new DownloadError(`${error.message}${tooLarge}`, OUTBOUND_FAILURES[error.code].retriable);
  }
}
