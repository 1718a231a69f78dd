/**
 * A small face engine: opens its mouth as the sound is loud, with the pictures of a face that is there already. It
 * shows what an engine has to do (docs/guide/face-engines.md), and tests make it misbehave.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import { FACE_ENGINE, ToEngine } from '../../../src/contract/face-engine.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';
import type { DrawnFace } from '../../../src/rooms/embedded/face-file.ts';

/** Samples of a picture's time. */
const PICTURE_SAMPLES = FACE_ENGINE.sampleRate / 25;
const OPENINGS = (['closed', 'slight', 'open', 'wide'] as const).map((mouth) => MOUTHS.indexOf(mouth));

/** A message with a picture: the speech, the milliseconds of it, a VP8 key frame. */
export function pictureMessage(speech: number, time: number, picture: Uint8Array): Buffer {
  const header = Buffer.alloc(FACE_ENGINE.headerBytes);
  header.writeUInt32LE(speech, 0);
  header.writeUInt32LE(time, 4);
  return Buffer.concat([header, picture]);
}

export class ReferenceEngine {
  readonly received: ToEngine[] = [];
  /** Samples of each speech so far. */
  readonly sound = new Map<number, number[]>();
  readonly authorizations: (string | undefined)[] = [];
  /** True: it takes the sound and draws nothing. */
  isStuck = false;
  /** True: it says nothing at all, not even that it is ready. */
  isMute = false;
  /** Pictures of a speech that it draws before it does nothing more. */
  mostPictures = Infinity;
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
      client.on('message', (data) => {
        if (typeof data === 'string') this.#onText(client, data);
        else this.#onSound(client, data as Buffer);
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

  /** Dies, as its process would: connections break off. */
  kill(): void {
    for (const client of this.#clients) client.terminate();
  }

  async close(): Promise<void> {
    this.kill();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A picture of silence. */
  rest(time: number): void {
    for (const client of this.#clients) client.send(pictureMessage(0, time, this.#face.frame(0, 0)));
  }

  #onText(client: WebSocket, text: string): void {
    const message = ToEngine.parse(JSON.parse(text));
    this.received.push(message);
    if (message.type === 'speech') this.sound.set(message.speech, []);
    const { width, height } = this.#face;
    if (message.type === 'start' && !this.isMute)
      client.send(JSON.stringify({ type: 'ready', width, height }));
  }

  /** Draws every picture whose sound is there. */
  #onSound(client: WebSocket, message: Buffer): void {
    const speech = message.readUInt32LE(0);
    const sound = this.sound.get(speech);
    const samples = this.received.find((one) => one.type === 'speech' && one.speech === speech);
    if (!sound || samples?.type !== 'speech') return;
    const drawn = Math.floor(sound.length / PICTURE_SAMPLES);
    for (let at: number = FACE_ENGINE.headerBytes; at < message.length; at += 2)
      sound.push(message.readInt16LE(at));
    if (this.isStuck) return;
    const isWhole = sound.length >= samples.samples;
    const there = isWhole ? Math.ceil(sound.length / PICTURE_SAMPLES) : sound.length / PICTURE_SAMPLES;
    for (let index = drawn; index < Math.min(Math.floor(there), this.mostPictures); index++) {
      const part = sound.slice(index * PICTURE_SAMPLES, (index + 1) * PICTURE_SAMPLES);
      const loudness = Math.sqrt(part.reduce((sum, value) => sum + value ** 2, 0) / part.length) / 32_768;
      const opening = OPENINGS[Math.min(OPENINGS.length - 1, Math.floor(loudness * 16))]!;
      client.send(pictureMessage(speech, index * 40, this.#face.frame(0, opening)));
    }
  }
}
