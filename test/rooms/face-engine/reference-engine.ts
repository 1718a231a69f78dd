/**
 * A small face engine that opens the mouth with the loudness of the sound and draws pictures of an existing face. It
 * is an example for docs/guide/face-engines.md, and tests can make it misbehave.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import { FACE_ENGINE, ToEngine } from '../../../src/contract/face-engine.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';
import type { DrawnFace } from '../../../src/rooms/embedded/face-file.ts';

/** Number of sound samples per picture. */
const PICTURE_SAMPLES = FACE_ENGINE.sampleRate / 25;
const OPENINGS = (['closed', 'slight', 'open', 'wide'] as const).map((mouth) => MOUTHS.indexOf(mouth));

interface HeardSpeech {
  /** Total number of samples of the speech. */
  length: number;
  samples: number[];
}

/** Builds a message with a picture: the number of the speech, the time in it in milliseconds, and a VP8 key frame. */
export function pictureMessage(speech: number, time: number, picture: Uint8Array): Buffer {
  const header = Buffer.alloc(FACE_ENGINE.headerBytes);
  header.writeUInt32LE(speech, 0);
  header.writeUInt32LE(time, 4);
  return Buffer.concat([header, picture]);
}

export class ReferenceEngine {
  readonly messages: ToEngine[] = [];
  /** Speeches of the latest connection, by number. */
  speeches = new Map<number, HeardSpeech>();
  readonly authorizations: (string | undefined)[] = [];
  /** True if the engine receives sound but draws no pictures. */
  isStuck = false;
  /** True if the engine never reports that it is ready. */
  isMute = false;
  /** Number of pictures of a speech after which the engine stops drawing. */
  maxPictures = Infinity;
  readonly #face: DrawnFace;
  readonly #server: WebSocket.Server;
  readonly #clients = new Set<WebSocket>();

  private constructor(face: DrawnFace, server: WebSocket.Server) {
    this.#face = face;
    this.#server = server;
    server.on('connection', (client, { headers }) => {
      this.authorizations.push(headers.authorization);
      this.#clients.add(client);
      client.on('close', () => this.#clients.delete(client));
      client.on('error', () => {});
      // Each connection is a separate call with its own numbering of speeches.
      const speeches = (this.speeches = new Map<number, HeardSpeech>());
      client.on('message', (data) => {
        if (typeof data === 'string') this.#onText(client, data, speeches);
        else this.#onSound(client, data as Buffer, speeches);
      });
    });
  }

  static async open(face: DrawnFace, port = 0): Promise<ReferenceEngine> {
    const server = new WebSocket.Server({ host: '127.0.0.1', port });
    await once(server, 'listening');
    return new ReferenceEngine(face, server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get connections(): number {
    return this.#clients.size;
  }

  /** Breaks all connections, as if the engine's process had died. */
  kill(): void {
    for (const client of this.#clients) client.terminate();
  }

  async close(): Promise<void> {
    this.kill();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends a picture of the silent face. */
  rest(time: number): void {
    for (const client of this.#clients) client.send(pictureMessage(0, time, this.#face.frame(0, 0)));
  }

  #onText(client: WebSocket, text: string, speeches: Map<number, HeardSpeech>): void {
    const message = ToEngine.parse(JSON.parse(text));
    this.messages.push(message);
    if (message.type === 'speech') speeches.set(message.speech, { length: message.samples, samples: [] });
    if (message.type === 'cancel')
      for (const number of speeches.keys()) if (number <= message.through) speeches.delete(number);
    const { width, height } = this.#face;
    if (message.type === 'start' && !this.isMute)
      client.send(JSON.stringify({ type: 'ready', width, height }));
  }

  /** Draws each picture whose sound has arrived. */
  #onSound(client: WebSocket, message: Buffer, speeches: Map<number, HeardSpeech>): void {
    const number = message.readUInt32LE(0);
    const speech = speeches.get(number);
    if (!speech) return;
    const { samples, length } = speech;
    const pictureCount = Math.floor(samples.length / PICTURE_SAMPLES);
    for (let position: number = FACE_ENGINE.headerBytes; position < message.length; position += 2)
      samples.push(message.readInt16LE(position));
    if (this.isStuck) return;
    const pictureTotal = samples.length / PICTURE_SAMPLES;
    const readyPictures = samples.length >= length ? Math.ceil(pictureTotal) : Math.floor(pictureTotal);
    for (let index = pictureCount; index < Math.min(readyPictures, this.maxPictures); index++) {
      const part = samples.slice(index * PICTURE_SAMPLES, (index + 1) * PICTURE_SAMPLES);
      const loudness = Math.sqrt(part.reduce((sum, value) => sum + value ** 2, 0) / part.length) / 32_768;
      const opening = OPENINGS[Math.min(OPENINGS.length - 1, Math.floor(loudness * 16))]!;
      client.send(pictureMessage(number, index * 40, this.#face.frame(0, opening)));
    }
  }
}
