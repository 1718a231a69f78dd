/**
 * A publisher's server on the loopback address with faults that a test selects, and code that packs models for it.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { zipSync } from 'fflate';
import { Header, type HeaderData } from 'tar';
import type { Model, Source } from '../../src/models/model.ts';

export interface PublisherRequest {
  path: string;
  range: string | undefined;
  ifRange: string | undefined;
}

export class Publisher {
  readonly requests: PublisherRequest[] = [];
  readonly files = new Map<string, { bytes: Uint8Array; tag: string }>();
  readonly redirects = new Map<string, string>();
  /**
   * Faults of the next requests: the number of bytes after which the connection stalls, or as a negative number the
   * status of the response.
   */
  readonly faults: number[] = [];
  /** True if responses never end, although all bytes are sent. */
  holding = false;
  readonly #server: http.Server;
  #waiters: (() => void)[] = [];

  private constructor(server: http.Server) {
    this.#server = server;
  }

  static async open(): Promise<Publisher> {
    const publisher: Publisher = new Publisher(
      http.createServer((request, response) => publisher.#answer(request, response)),
    );
    publisher.#server.listen(0, '127.0.0.1');
    await once(publisher.#server, 'listening');
    return publisher;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  address(path: string): string {
    return `http://${this.host}/${path}`;
  }

  publish(path: string, bytes: Uint8Array, tag = '"one"'): void {
    this.files.set(`/${path}`, { bytes, tag });
  }

  /** Resolves at the next request whose response is held open. */
  nextHold(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Closes all connections. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    response.on('error', () => undefined);
    const path = request.url!;
    const { range, 'if-range': ifRange } = request.headers;
    this.requests.push({ path, range, ifRange: ifRange as string | undefined });
    const target = this.redirects.get(path);
    if (target) return void response.writeHead(302, { location: target }).end();
    const file = this.files.get(path);
    if (!file) return void response.writeHead(404).end();
    const fault = this.faults.shift() ?? Infinity;
    if (fault < 0) return void response.writeHead(-fault).end();
    const { bytes, tag } = file;
    const start =
      range && (ifRange === undefined || ifRange === tag) ? Number(/bytes=(\d+)-/.exec(range)?.[1]) : 0;
    if (start >= bytes.length)
      return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    const remainingBytes = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      etag: tag,
      'content-length': remainingBytes.length,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    if (fault < remainingBytes.length) return void response.write(remainingBytes.subarray(0, fault));
    if (!this.holding) return void response.end(remainingBytes);
    response.write(remainingBytes.subarray(0, remainingBytes.length >> 1), () =>
      this.#waiters.splice(0).forEach((resolve) => resolve()),
    );
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns noise that cannot be compressed, so that a connection can be interrupted within it. */
export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 12_345;
  for (let index = 0; index < length; index += 1)
    bytes[index] = (state = Math.imul(state, 1_103_515_245) + 12_345) >>> 16;
  return bytes;
}

export type Entry = Partial<HeaderData> & { path: string; body?: Uint8Array | string };

/** Builds a tar archive with arbitrary entries, including those that no tool would create. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks: Buffer[] = [];
  for (const { body = '', ...data } of entries) {
    const bytes = Buffer.from(body);
    const header = new Header({
      type: 'File',
      mode: 0o644,
      uid: 0,
      gid: 0,
      mtime: new Date(0),
      size: bytes.length,
      ...data,
    });
    header.encode();
    blocks.push(header.block!, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export const tarGz = (entries: readonly Entry[]): Buffer => zlib.gzipSync(tarOf(entries));
export const zip = (files: Record<string, Uint8Array>): Uint8Array =>
  zipSync(files, { level: 6, mtime: '2026-01-02' });

/** The folder of a Vosk model, with only the files that every such model has. */
export const VOSK = {
  'tiny-vosk/am/final.mdl': noise(200_000),
  'tiny-vosk/conf/model.conf': new TextEncoder().encode('--beam=13\n'),
};

export function model(
  source: Partial<Source> & Pick<Source, 'address'>,
  overrides: Partial<Model> = {},
): Model {
  return {
    name: 'tiny',
    for: 'speech_to_text',
    family: 'vosk',
    languages: ['en'],
    licence: 'MIT',
    description: "A test's.",
    parts: { am: 'am', conf: 'conf' },
    sources: [{ sha256: null, bytes: null, packed: 'zip', ...source }],
    tried: 'By the tests.',
    ...overrides,
  };
}
