/** Builds films and recordings for tests, and serves them. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type VideoCodec,
} from 'mediabunny';

export interface Film {
  format?: 'webm' | 'mp4' | 'mov' | 'mkv';
  codec?: VideoCodec;
  width?: number;
  height?: number;
  seconds?: number;
  rate?: number;
  /** Number of pictures from one key frame to the next. */
  keyEvery?: number;
  /** Size of each frame in bytes. */
  size?: number;
  rotation?: 0 | 90;
  /** The size in the headers of the frames from the second key frame on. */
  later?: { width: number; height: number };
}

const FORMATS = { webm: WebMOutputFormat, mp4: Mp4OutputFormat, mov: MovOutputFormat, mkv: MkvOutputFormat };

/** Returns a VP8 frame header and filler bytes: the header states the type and size, but there is no picture. */
export function frameOf(key: boolean, width: number, height: number, size = 200, mark = 0): Uint8Array {
  const frame = Buffer.alloc(size, mark);
  frame.set(
    key ? [0x10, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8] : [0x11, 0, 0],
  );
  return frame;
}

/** The default options of a film. */
const PLAIN = {
  format: 'webm',
  codec: 'vp8',
  width: 512,
  height: 512,
  seconds: 4,
  rate: 25,
  keyEvery: 25,
  size: 200,
  rotation: 0,
} as const satisfies Film;

/** Codec names for a file's header. */
const CODEC_NAMES: Record<VideoCodec, string> = {
  avc: 'avc1.42001e',
  vp9: 'vp09.00.10.08',
  av1: 'av01.0.04M.08',
  hevc: 'hvc1.1.6.L93.B0',
  prores: 'apcn',
  vp8: 'vp8',
};

/** Builds a film file from frames of `frameOf`. */
export async function film(options: Film = {}): Promise<Buffer> {
  const { format, codec, width, height, seconds, rate, keyEvery, size, rotation, later } = {
    ...PLAIN,
    later: undefined,
    ...options,
  };
  const output = new Output({ format: new FORMATS[format](), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation });
  await output.start();
  const decoderConfig = {
    codec: CODEC_NAMES[codec],
    codedWidth: width,
    codedHeight: height,
    ...(codec === 'avc' ? { description: AVC } : {}),
  };
  for (let index = 0; index < seconds * rate; index++) {
    const key = index % keyEvery === 0;
    const shape = later && index >= keyEvery ? later : { width, height };
    const bytes =
      codec === 'avc'
        ? Buffer.from([0, 0, 0, 2, key ? 0x65 : 0x41, 0])
        : frameOf(key, shape.width, shape.height, size, index & 255);
    await source.add(new EncodedPacket(bytes, key ? 'key' : 'delta', index / rate, 1 / rate), {
      decoderConfig,
    });
  }
  await output.finalize();
  return Buffer.from(output.target.buffer!);
}

/** A minimal avcC box, which configures a decoder of H.264. */
const AVC = Buffer.from('0142001effe100096742001e8d8d402819010004 68ce3c80'.replace(' ', ''), 'hex');

/** Builds a file with sound only. */
export async function buildSoundOnly(): Promise<Buffer> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for (let index = 0; index < 200; index++)
    await source.add(new EncodedPacket(Buffer.from([0xf8, 0xff, 0xfe]), 'key', index * 0.02, 0.02), {
      decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 },
    });
  await output.finalize();
  return Buffer.from(output.target.buffer!);
}

/** Returns three seconds of Mira: a decodable film whose only key frame is the first frame. */
export const mira = () => fs.readFileSync(new URL('../../../src/assets/faces/mira.webm', import.meta.url));

export type ServedFile = Buffer | number | 'silence' | { to: string };

/** Serves files on 127.0.0.1, and 404 for other paths. */
export class FileServer {
  readonly files = new Map<string, ServedFile | (() => ServedFile)>();
  readonly requests: string[] = [];
  readonly #server = http.createServer((request, response) => {
    this.requests.push(request.url!);
    for (const wake of this.#waiters.splice(0)) wake();
    const entry = this.files.get(request.url!);
    const servedFile = typeof entry === 'function' ? entry() : entry;
    if (servedFile === 'silence') return;
    if (servedFile === undefined || typeof servedFile === 'number')
      return void response.writeHead(servedFile ?? 404).end('no');
    if (!Buffer.isBuffer(servedFile)) return void response.writeHead(302, { location: servedFile.to }).end();
    // Declare a wrong type, because the service must examine the content.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(servedFile);
  });
  #waiters: (() => void)[] = [];

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** Serves a file under a path and returns its address. */
  serve(path: string, file: ServedFile | (() => ServedFile)): string {
    this.files.set(path, file);
    return `http://${this.host}${path}`;
  }
  /** Resolves after `total` requests. */
  async count(total: number): Promise<void> {
    while (this.requests.length < total) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
