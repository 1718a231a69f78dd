/**
 * Downloads a file from its publisher. After an error the received part is kept, and the next attempt or run
 * continues from there. The file is used only after its checksum was verified.
 */
import fs from 'node:fs';
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Outbound } from '@palkit/outbound/outbound';
import { hashFile, hashesOf, sizeOf, type Hashes, type FileHashes } from './hashes.ts';
import { ModelError } from './model-error.ts';
import type { Source } from './model.ts';

export interface DownloadParts {
  outbound: Pick<Outbound, 'fetch'>;
  clock: Clock;
  /** Hosts (`host` or `host:port`) for which the operator allowed plain http. */
  allowedHosts: readonly string[];
  /** Returns the free disk space in bytes. */
  free(): Promise<number>;
  /** Waits for some milliseconds before another attempt. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  progress(loadedBytes: number, total: number | null): void;
  signal?: AbortSignal;
}

/** Milliseconds to wait after each consecutive attempt without new data. */
const RETRY_WAITS_MS = [1000, 3000, 10_000, 30_000];
const REDIRECTS = 5;
/** Milliseconds without a byte after which the connection is closed. */
const STALL_MS = 60_000;
const MAX_DOWNLOAD_MS = 24 * 3600_000;
/** Maximum number of bytes to download if the catalogue states no size. */
const MAX_BYTES = 4 * 1024 ** 3;
const TRANSIENT_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Stored beside the unfinished file: the file's address, and a validator that shows whether the source has changed. */
const Progress = z.object({ address: z.string(), validator: z.string().nullable() });

/**
 * @param spaceFactor bytes of free space that each byte of the file needs, including its unpacked form
 * @throws ModelError `network`, `checksum`, `space`, or the signal's reason
 */
export async function download(
  source: Source,
  file: string,
  spaceFactor: number,
  parts: DownloadParts,
): Promise<FileHashes> {
  const stateFile = `${file}.from.json`;
  let failures = 0;
  for (;;) {
    const previousSize = sizeOf(file);
    try {
      return await attempt(source, file, stateFile, spaceFactor, parts);
    } catch (error) {
      parts.signal?.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      failures = sizeOf(file) > previousSize ? 0 : failures + 1;
      const waitMs = RETRY_WAITS_MS[failures === 0 ? 0 : failures - 1];
      if (waitMs === undefined) {
        throw new ModelError(
          'network',
          `${hostOf(source.address)} could not be read: ${error.message} The part received so far is stored; run ` +
            'the same command again to continue.',
        );
      }
      await parts.pause(waitMs, parts.signal);
    }
  }
}

/** A failure after which another attempt may succeed. */
class RetryableError extends Error {}

async function attempt(
  source: Source,
  file: string,
  stateFile: string,
  room: number,
  parts: DownloadParts,
): Promise<FileHashes> {
  const maximum = source.bytes ?? MAX_BYTES;
  const { have: receivedBytes, validator } = resumableDownload(source, file, stateFile, maximum);
  if (receivedBytes > 0 && receivedBytes === source.bytes) return await hashFile(file);
  // Hash the existing part before the request, because a response that is not read may be lost with its connection.
  const hashes = await hashesOf(file, receivedBytes);

  const stallWatch = new StallWatch(parts);
  const signal = parts.signal ? AbortSignal.any([parts.signal, stallWatch.signal]) : stallWatch.signal;
  try {
    const response = await follow(
      source.address,
      rangeHeaders(receivedBytes, validator),
      maximum,
      signal,
      parts,
    );
    if (response.status === 416) return await hashCompleteFile(response, file, receivedBytes);
    const isContinued = isContinuation(response, receivedBytes);
    if (!isContinued && response.status !== 200) await throwForStatus(response, source.address);
    const start =
      isContinued || receivedBytes === 0
        ? { have: receivedBytes, hashes }
        : { have: 0, hashes: await hashesOf(file, 0) };
    const total = await totalOf(response, source, start.have);
    await requireSpace(total === null ? maximum : total, start.have, room, parts);
    fs.writeFileSync(
      stateFile,
      JSON.stringify({ address: source.address, validator: validatorOf(response) }),
    );
    return await storeBody(response, file, { ...start, total, maximum }, parts, () => stallWatch.restart());
  } catch (error) {
    if (stallWatch.signal.aborted) throw stallWatch.signal.reason;
    throw error instanceof OutboundError ? modelErrorOf(error, source.address, maximum) : error;
  } finally {
    stallWatch.stop();
  }
}

/** Aborts a connection that has received no bytes for a while. */
class StallWatch {
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  #waitAbort = new AbortController();

  constructor({ clock }: Pick<DownloadParts, 'clock'>) {
    this.#clock = clock;
    this.restart();
  }

  /** Aborts when the connection has stalled. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Restarts the timer after bytes have arrived. */
  restart(): void {
    this.stop();
    this.#waitAbort = new AbortController();
    const abortStalled = () => this.#ending.abort(new RetryableError('nothing came for a minute.'));
    this.#clock.after(STALL_MS, abortStalled, this.#waitAbort.signal);
  }

  stop(): void {
    this.#waitAbort.abort();
  }
}

/**
 * Returns the number of bytes of an earlier attempt that can be continued, and the validator by which the
 * server can tell whether its file is still the same.
 */
function resumableDownload(
  source: Source,
  file: string,
  stateFile: string,
  maximum: number,
): { have: number; validator: string | null } {
  const state = readState(stateFile);
  const isResumable =
    state?.address === source.address && (state.validator !== null || source.sha256 !== null);
  const size = isResumable ? sizeOf(file) : 0;
  return { have: size > maximum ? 0 : size, validator: state?.validator ?? null };
}

function rangeHeaders(have: number, validator: string | null): Record<string, string> {
  return {
    accept: 'application/octet-stream, */*',
    'accept-encoding': 'identity',
    ...(have > 0 ? { range: `bytes=${have}-` } : {}),
    ...(have > 0 && validator ? { 'if-range': validator } : {}),
  };
}

const isContinuation = (answer: Response, have: number): boolean =>
  answer.status === 206 && rangeStart(answer) === have && have > 0;

/** Status 416 may mean that the file is complete and only its checksum is missing; otherwise the download restarts. */
async function hashCompleteFile(answer: Response, file: string, have: number): Promise<FileHashes> {
  await answer.body?.cancel();
  if (have > 0 && answer.headers.get('content-range') === `bytes */${have}`) return await hashFile(file);
  fs.rmSync(file, { force: true });
  throw new RetryableError('the earlier bytes do not belong to the file any more.');
}

async function throwForStatus(answer: Response, address: string): Promise<never> {
  await answer.body?.cancel();
  if (TRANSIENT_STATUSES.has(answer.status)) throw new RetryableError(`it answered ${answer.status}.`);
  throw new ModelError(
    'network',
    `${hostOf(address)} answered ${answer.status} for ${address}. The file may have moved. ` +
      'Download it by hand, and run palkit models add NAME --from FILE.',
  );
}

/** Returns the size of the file in bytes; null if unknown. */
async function totalOf(answer: Response, source: Source, have: number): Promise<number | null> {
  const length = Number(answer.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? have + length : source.bytes;
  if (source.bytes === null || total === null || total === source.bytes) return total;
  await answer.body?.cancel();
  throw new ModelError(
    'checksum',
    `${source.address} has ${total} bytes; ${source.bytes} were published. It is another file, ` +
      'so nothing was installed.',
  );
}

/** Converts an error for the user who requested the file. */
function modelErrorOf(error: OutboundError, address: string, maximum: number): Error {
  if (error.code === 'address_refused') {
    return new ModelError(
      'network',
      `${hostOf(address)} is not a public address. Name it in OUTBOUND_ALLOWED_HOSTS if it is yours.`,
    );
  }
  if (error.code === 'too_large') {
    return new ModelError(
      'checksum',
      `${address} is larger than ${maximum} bytes, so it is not the file that is meant.`,
    );
  }
  return new RetryableError(error.message.toLowerCase());
}

/** Follows redirects with the same headers, because a range is not secret and publishers redirect to their storage. */
async function follow(
  address: string,
  headers: Record<string, string>,
  maximum: number,
  signal: AbortSignal,
  { outbound, allowedHosts }: DownloadParts,
): Promise<Response> {
  let currentUrl = new URL(address);
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const isPlainHttpAllowed =
      allowedHosts.includes(currentUrl.hostname) || allowedHosts.includes(currentUrl.host);
    if (currentUrl.protocol !== 'https:' && !(currentUrl.protocol === 'http:' && isPlainHttpAllowed)) {
      throw new ModelError(
        'network',
        `${currentUrl.protocol}//${currentUrl.host} is not https, so nothing is taken from there.`,
      );
    }
    const answer = await outbound.fetch(currentUrl, {
      headers,
      signal,
      timeout: MAX_DOWNLOAD_MS,
      maximumBytes: maximum,
    });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || !location) return answer;
    await answer.body?.cancel();
    if (!URL.canParse(location, currentUrl.href)) break;
    currentUrl = new URL(location, currentUrl);
  }
  throw new ModelError('network', `${hostOf(address)} redirects too often.`);
}

async function requireSpace(
  total: number,
  have: number,
  room: number,
  { free }: DownloadParts,
): Promise<void> {
  const neededBytes = total - have + total * (room - 1);
  const freeBytes = await free();
  if (freeBytes < neededBytes) {
    throw new ModelError(
      'space',
      `${megabytes(neededBytes)} MB are needed and ${megabytes(freeBytes)} MB are free. Make room, or set ` +
        'DATA_DIR to a larger disk.',
    );
  }
}

interface Capture {
  have: number;
  total: number | null;
  maximum: number;
  /** Hashes of the bytes that are already on the disk. */
  hashes: Hashes;
}

async function storeBody(
  answer: Response,
  file: string,
  { have, total, maximum, hashes: { sha256, md5 } }: Capture,
  parts: DownloadParts,
  watch: () => void,
): Promise<FileHashes> {
  const output = await fs.promises.open(file, have > 0 ? 'r+' : 'w');
  let bytes = have;
  try {
    if (have > 0) await output.truncate(have);
    parts.progress(bytes, total);
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      if (bytes + chunk.length > maximum) throw new OutboundError('too_large');
      await output.write(chunk, 0, chunk.length, bytes);
      sha256.update(chunk);
      md5.update(chunk);
      bytes += chunk.length;
      parts.progress(bytes, total);
      watch();
    }
    await output.sync();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    throw new ModelError(
      'space',
      'The disk became full. Make room and run the same command again: it goes on where it was.',
    );
  } finally {
    await output.close();
  }
  if (total !== null && bytes < total) throw new RetryableError('the connection ended too early.');
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex'), bytes };
}

/**
 * Returns the strong `ETag` of the response, otherwise its `Last-Modified`; null if it has neither. A weak
 * `ETag` does not guarantee identical bytes.
 */
function validatorOf(answer: Response): string | null {
  const tag = answer.headers.get('etag');
  return tag && !tag.startsWith('W/') ? tag : answer.headers.get('last-modified');
}

function rangeStart(answer: Response): number | null {
  const match = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '');
  return match ? Number(match[1]) : null;
}

function readState(stateFile: string): z.output<typeof Progress> | null {
  try {
    return Progress.safeParse(JSON.parse(fs.readFileSync(stateFile, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
