/**
 * A call log contains the sound and pictures of a call. It is written continuously, so that a crash loses at most
 * the last half second. A process that starts to record a call creates a file `<name>.<Unix ms>.take`; a
 * connection that replaces the first one continues this file. A copy of the face's file is in the same folder as
 * `<name>.face`.
 *
 * The file is a sequence of records, of which the last may be incomplete. A record consists of (numbers are
 * big-endian):
 * - its kind (uint8),
 * - its time (float64, Unix ms),
 * - the length of its content in bytes (uint32),
 * - its content.
 */
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import path from 'node:path';
import { MAX_FRAME_BYTES } from './key-frames.ts';

export const CALL_LOG_KINDS = {
  /** Written at each flush, so that silent periods are recorded. */
  alive: 0,
  /** From the visitor: RTP timestamp (uint32, 48 kHz) and an Opus packet. */
  visitor: 1,
  /** From the agent: an Opus packet of 20 ms. */
  agent: 2,
  /** A picture of the face, as its index in the face's file (uint16). */
  picture: 3,
  /** A new connection begins, in which RTP timestamps restart. */
  joined: 4,
  /**
   * From the visitor's camera or screen: RTP timestamp (uint32, 90 kHz) and a VP8 frame. The first frame, and each
   * one after a pause, is a key frame.
   */
  camera: 5,
} as const;
export type CallLogKind = keyof typeof CALL_LOG_KINDS;
const KIND_BY_NUMBER = Object.fromEntries(
  Object.entries(CALL_LOG_KINDS).map(([name, number]) => [number, name]),
) as Record<number, CallLogKind>;

export interface CallLogRecord {
  kind: CallLogKind;
  /** Unix milliseconds at which the record was added. */
  time: number;
  bytes: Buffer;
}

const HEADER_BYTES = 13;
/**
 * Maximum bytes of a record's content. A file that states a larger length is damaged and is read only up to
 * there.
 */
const MAX_BYTES = MAX_FRAME_BYTES + 4;
/** Number of flushes after which the file is synced to the disk. */
const FLUSHES_PER_SYNC = 20;
/**
 * Maximum number of flushes that may wait for a slow disk. They contain half a minute of the call, which is
 * held in memory.
 */
const MAX_WAITING_FLUSHES = 60;

/** Location of a call log: the folder and the prefix of the file names. */
export interface CallLogPath {
  folder: string;
  name: string;
}

export class CallLogWriter {
  readonly #reportFault: (error: unknown) => void;
  readonly #file: Promise<fsPromises.FileHandle>;
  #pending: Buffer[] = [];
  #lastWrite: Promise<void>;
  #flushCount = 0;
  #waitingFlushes = 0;
  #isClosed = false;
  #isBroken = false;

  /** A full or missing disk stops only the log; `reportFault` is called once. */
  constructor(
    { folder, name }: CallLogPath,
    face: string,
    now: number,
    reportFault: (error: unknown) => void,
  ) {
    this.#reportFault = reportFault;
    this.#file = this.#open(
      path.join(folder, `${name}.${Math.floor(now)}.take`),
      face,
      path.join(folder, `${name}.face`),
    );
    this.#lastWrite = this.#file.then(
      () => {},
      (error: unknown) => this.#handleFailure(error),
    );
  }

  add(kind: CallLogKind, time: number, bytes: Uint8Array): void {
    if (this.#isClosed || bytes.length > MAX_BYTES) return;
    const record = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
    record.writeUInt8(CALL_LOG_KINDS[kind], 0);
    record.writeDoubleBE(time, 1);
    record.writeUInt32BE(bytes.length, 9);
    record.set(bytes, HEADER_BYTES);
    this.#pending.push(record);
  }

  flush(time: number): void {
    if (this.#isClosed) return;
    this.add('alive', time, new Uint8Array());
    this.#write();
  }

  /** Settles when everything is written. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#write();
    this.#isClosed = true;
    await this.#lastWrite;
    await this.#file.then((file) => file.close()).catch(() => {});
  }

  async #open(file: string, face: string, faceCopy: string): Promise<fsPromises.FileHandle> {
    await fsPromises.mkdir(path.dirname(file), { recursive: true });
    // Keep a copy, because the face may be deleted before the recording is made.
    if (!fs.existsSync(faceCopy)) {
      await fsPromises.link(face, faceCopy).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return;
        // A hard link fails if the target is on another disk, or if the file system does not support hard
        // links. Then copy the file, and rename the complete copy.
        await fsPromises.copyFile(face, `${faceCopy}.part`);
        await fsPromises.rename(`${faceCopy}.part`, faceCopy);
      });
    }
    return fsPromises.open(file, 'a');
  }

  #write(): void {
    const bytes = this.#pending.splice(0);
    const shouldSync = ++this.#flushCount % FLUSHES_PER_SYNC === 0;
    if (++this.#waitingFlushes > MAX_WAITING_FLUSHES)
      return this.#handleFailure(new Error('the disk is too slow'));
    this.#lastWrite = this.#lastWrite
      .then(async () => {
        if (this.#isBroken) return;
        const file = await this.#file;
        if (bytes.length > 0) await file.appendFile(Buffer.concat(bytes));
        if (shouldSync) await file.datasync();
        this.#waitingFlushes--;
      })
      .catch((error: unknown) => this.#handleFailure(error));
  }

  #handleFailure(error: unknown): void {
    if (this.#isBroken) return;
    this.#reportFault(error);
    void this.#file.then((file) => file.close()).catch(() => {});
    this.#isBroken = true;
    this.#isClosed = true;
    this.#pending = [];
  }
}

/** Returns the files of a call log, earliest first. */
export async function callLogFiles({ folder, name }: CallLogPath): Promise<string[]> {
  const entries = await fsPromises.readdir(folder).catch(() => []);
  const startOf = (entry: string) => Number(entry.split('.')[1]);
  return entries
    .filter((entry) => entry.startsWith(`${name}.`) && entry.endsWith('.take'))
    .sort((a, b) => startOf(a) - startOf(b))
    .map((entry) => path.join(folder, entry));
}

/** Yields the complete records of a file up to the first damaged one. */
export async function* readCallLog(file: string): AsyncIterable<CallLogRecord> {
  let unreadBytes: Buffer = Buffer.alloc(0);
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    unreadBytes = unreadBytes.length > 0 ? Buffer.concat([unreadBytes, chunk]) : chunk;
    let offset = 0;
    while (offset + HEADER_BYTES <= unreadBytes.length) {
      const kind = KIND_BY_NUMBER[unreadBytes.readUInt8(offset)];
      const length = unreadBytes.readUInt32BE(offset + 9);
      if (!kind || length > MAX_BYTES) return;
      if (offset + HEADER_BYTES + length > unreadBytes.length) break;
      yield {
        kind,
        time: unreadBytes.readDoubleBE(offset + 1),
        bytes: unreadBytes.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + length),
      };
      offset += HEADER_BYTES + length;
    }
    unreadBytes = unreadBytes.subarray(offset);
  }
}
