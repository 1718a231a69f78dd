/** The media process and a browser that joins its calls, for the tests. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { Encoder } from '@evan/opus';
import type { Browser, Page } from 'playwright-core';
import type { Speech } from '../../src/agent/speech/engines.ts';
import { Media } from '../../src/rooms/embedded/media.ts';
import type { MediaEvent } from '../../src/rooms/embedded/media-messages.ts';
import { writeFilmedFace } from '../../src/rooms/embedded/face-file.ts';
import { launch, openPage } from '../browser.ts';
import { freeUdpPort } from '../free-port.ts';

/** Returns a tone of `seconds`, in the form of a voice's speech. */
export function tone(seconds: number): Speech {
  const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
  const packets = Array.from({ length: seconds * 50 }, (_, packet) =>
    encoder.encode(
      Int16Array.from(
        { length: 320 },
        (_, index) => 9000 * Math.sin(((packet * 320 + index) / 16_000) * 2 * Math.PI * 440),
      ),
    ),
  );
  return { text: 'A tone.', packets, mouths: new Uint8Array(seconds * 25).fill(3), duration: seconds };
}

/** Returns pictures of changing colour that the browser encodes. Without `everyKey`, only the first is a key frame. */
async function encodeColours(page: Page, count: number, everyKey: boolean, side = 128): Promise<number[][]> {
  return page.evaluate(
    async ({ count, everyKey, side }) => {
      const chunks: number[][] = [];
      const encoder = new VideoEncoder({
        output: (chunk) => {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          chunks.push([...bytes]);
        },
        error: (error) => {
          throw error;
        },
      });
      encoder.configure({ codec: 'vp8', width: side, height: side, bitrate: 500_000 });
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d')!;
      for (let frame = 0; frame < count; frame++) {
        context.fillStyle = `hsl(${frame * 5} 80% 50%)`;
        context.fillRect(0, 0, side, side);
        const picture = new VideoFrame(canvas, { timestamp: frame * 40_000 });
        encoder.encode(picture, { keyFrame: everyKey || frame === 0 });
        picture.close();
      }
      await encoder.flush();
      return chunks;
    },
    { count, everyKey, side },
  );
}

/** Writes a face with ten poses, each in a colour of its own and with every mouth shape; each mood uses one pose. */
async function writeMoodyFace(page: Page, file: string, side?: number): Promise<void> {
  const motion = {
    near: Array.from({ length: 10 }, (_, pose) =>
      [pose - 1, pose + 1].filter((candidate) => candidate >= 0 && candidate < 10),
    ),
    moods: Object.fromEntries(
      Object.entries({ idle: 0, talking: 3, listening: 6, thinking: 9 }).map(([mood, pose]) => [
        mood,
        { round: [pose], dwell: 1, gestures: [] },
      ]),
    ),
  };
  await drawFace(page, file, motion, side);
}

async function drawFace(page: Page, file: string, motion?: object, side = 128): Promise<void> {
  const frames = await encodeColours(page, 70, true, side);
  let offset = 0;
  const index = frames.map((frame) => [(offset += frame.length) - frame.length, frame.length]);
  const header = Buffer.from(
    JSON.stringify({
      name: 'test',
      width: side,
      height: side,
      rate: 25,
      codec: 'vp8',
      poses: 10,
      mouths: ['rest', 'closed', 'slight', 'open', 'wide', 'round', 'teeth'],
      frames: index,
      motion,
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  fs.writeFileSync(
    file,
    Buffer.concat([Buffer.from('PALFACE1'), length, header, ...frames.map((frame) => Buffer.from(frame))]),
  );
}

/** Writes a film loop of 20 s at 30 pictures per second with one key frame, as a camera records it. */
async function writeFilmFace(page: Page, file: string): Promise<void> {
  const frames = (await encodeColours(page, 600, false)).map((bytes, index) => ({
    bytes: Uint8Array.from(bytes),
    time: index * 3000,
    key: index === 0,
  }));
  fs.writeFileSync(
    file,
    writeFilmedFace({ kind: 'filmed', name: 'film', width: 128, height: 128, duration: 600 * 3000, frames }),
  );
}
export let media: Media;
let browser: Browser;
export let page: Page;
let server: http.Server;
export let face: string;
export let film: string;
let moodyFace: string;
export const events: MediaEvent[] = [];
export const logged: string[] = [];
/** Resolves with the next event that matches. */
export const next = (isExpected: (event: MediaEvent) => boolean) =>
  new Promise<MediaEvent>((resolve) => {
    const stop = media.subscribe((event) => {
      if (!isExpected(event)) return;
      stop();
      resolve(event);
    });
  });

before(async () => {
  browser = await launch();
  face = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-face-')), 'test.face');
  media = await Media.start({
    udpPort: await freeUdpPort(),
    log: (_level, message) => logged.push(message),
  });
  media.subscribe((event) => events.push(event));
  server = http
    .createServer((request, response) => {
      if (request.method !== 'POST')
        return void response
          .setHeader('content-type', 'text/html')
          .end('<!doctype html><title>room</title><video autoplay playsinline muted></video>');
      let offer = '';
      request
        .on('data', (part) => (offer += part))
        .on('end', () => {
          media
            .join({
              callId: request.url!.slice(1),
              // Change the offer to that of a browser that displays large pictures.
              offer: request.url!.includes('sharp')
                ? offer.replace(/a=rtpmap:(\d+) VP8\/90000\r\n/, '$&a=fmtp:$1 max-fs=2025\r\n')
                : offer,
              face: request.url!.startsWith('/film')
                ? film
                : request.url!.startsWith('/moody')
                  ? moodyFace
                  : face,
              callLog: request.url!.startsWith('/recorded')
                ? { folder: path.dirname(face), name: 'take' }
                : null,
              watch: request.url!.startsWith('/watched'),
            })
            .then(
              ({ answer }) => response.end(answer),
              (error: Error) => response.writeHead(400).end(error.message),
            );
        });
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  page = await visit();
  await drawFace(page, face);
  film = path.join(path.dirname(face), 'film.face');
  await writeFilmFace(page, film);
  moodyFace = path.join(path.dirname(face), 'moody.face');
  await writeMoodyFace(page, moodyFace);
  await writeMoodyFace(page, path.join(path.dirname(face), 'moody.large.face'), 256);
});
after(async () => {
  await browser?.close();
  await media?.close();
  server?.close();
});

export async function visit(): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}
/** Replaces the page that is in `call-1`. */
export function turnTo(otherPage: Page): void {
  page = otherPage;
}
/** Joins a call from a page, like a visitor with a microphone, and stores the call's objects on `window`. */
export const join = (page: Page, callId: string, video: RTCRtpTransceiverDirection = 'recvonly') =>
  page.evaluate(
    async ([id, direction]) => {
      const peer = new RTCPeerConnection();
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
      peer.addTrack(microphone.getAudioTracks()[0]!, microphone);
      peer.addTransceiver('video', { direction });
      const channel = peer.createDataChannel('palkit', { ordered: true });
      const stream = new MediaStream();
      const messages: string[] = [];
      channel.onmessage = (event) => messages.push(event.data as string);
      peer.ontrack = ({ track }) => {
        stream.addTrack(track);
        document.querySelector('video')!.srcObject = stream;
      };
      await peer.setLocalDescription();
      const response = await fetch(`/${id}`, { method: 'POST', body: peer.localDescription!.sdp });
      await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() });
      await new Promise((resolve) => (channel.onopen = resolve));
      Object.assign(window, { room: { peer, channel, stream, messages } });
    },
    [callId, video] as const,
  );
