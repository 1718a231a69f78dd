/**
 * Downloads a file from a user's address to the disk through the outbound guard. Files of the service itself are used
 * directly.
 */
import { createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import type { Config } from '../config/config.ts';
import { MIN_FILE_RATE, type Outbound } from '@palkit/outbound/outbound';
import type { MediaFiles } from './media-files.ts';
import { OutboundError, OUTBOUND_FAILURES } from '@palkit/outbound/outbound-error';
import { locateOwn } from './locate.ts';

/**
 * Thrown if a download fails, with a message for the owner. `retriable` is true if a later attempt may
 * succeed.
 */
export class DownloadError extends OutsideFault {
  readonly retriable: boolean;
  constructor(text: string, retriable: boolean) {
    super(text);
    this.name = 'DownloadError';
    this.retriable = retriable;
  }
}

const TIMEOUT = 5 * 60_000;
const REDIRECTS = 5;

/**
 * Returns the path of the file, which is in `folder` or in the service's storage. @throws DownloadError, or the
 * reason of the caller's abort signal
 */
export async function download(
  { outbound, media, config }: { outbound: Outbound; media: MediaFiles; config: Pick<Config, 'publicUrl'> },
  url: string,
  folder: string,
  options: { maximumBytes: number; signal: AbortSignal },
): Promise<string> {
  const ownFile = locateOwn(media, config.publicUrl, url);
  if (ownFile && !existsSync(ownFile.path)) throw new DownloadError('The address answered 404.', false);
  if (ownFile) return ownFile.path;
  const file = path.join(folder, 'download');
  try {
    const response = await outbound.fetch(url, {
      timeout: TIMEOUT,
      maximumBytes: options.maximumBytes,
      redirects: REDIRECTS,
      minRate: MIN_FILE_RATE,
      signal: options.signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new DownloadError(
        `The address answered ${response.status}.`,
        response.status >= 500 || response.status === 429 || response.status === 408,
      );
    }
    if (!response.body) throw new DownloadError('The server sent an empty response.', false);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file), { signal: options.signal });
    return file;
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    const tooLarge =
      error.code === 'too_large'
        ? ` At most ${Math.floor(options.maximumBytes / 1024 / 1024)} MB are accepted.`
        : '';
    throw new DownloadError(`${error.message}${tooLarge}`, OUTBOUND_FAILURES[error.code].retriable);
  }
}
