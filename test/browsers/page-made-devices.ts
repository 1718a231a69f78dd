/**
 * Simulated devices for pages in Firefox: a microphone that plays a WAV file, because the built-in fake one cannot,
 * and a screen to share, because a browser without a window has none.
 */
import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** The size of a WAV file's header, and the offset of its sample rate. */
const HEADER_BYTES = 44;
const RATE_OFFSET = 24;

/** Installs the microphone; call this before the page loads. */
export async function speakIntoMicrophone(page: Page, wav: string): Promise<void> {
  const file = fs.readFileSync(wav);
  const rate = file.readUInt32LE(RATE_OFFSET);
  const bytes = file.subarray(HEADER_BYTES);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const firstIndex = samples.findIndex((sample) => sample !== 0);
  const lastIndex = samples.findLastIndex((sample) => sample !== 0);
  const voice = Buffer.from(samples.slice(firstIndex, lastIndex + 1).buffer).toString('base64');
  await page.addInitScript(installMicrophone, { voice, rate, silence: firstIndex / rate });
}

/** Runs in the page: each microphone speaks once, some seconds after it is opened. */
function installMicrophone({ voice, rate, silence }: { voice: string; rate: number; silence: number }): void {
  // An empty page has no media devices.
  if (!navigator.mediaDevices) return;
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await original(constraints);
    const [silent] = stream.getAudioTracks();
    if (!silent) return stream;
    const samples = new Int16Array(Uint8Array.from(atob(voice), (letter) => letter.charCodeAt(0)).buffer);
    const context = new AudioContext();
    const speech = context.createBufferSource();
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.getChannelData(0).set(Float32Array.from(samples, (sample) => sample / 32_768));
    speech.buffer = buffer;
    const destination = context.createMediaStreamDestination();
    speech.connect(destination);
    speech.start(silence);
    const [track] = destination.stream.getAudioTracks();
    const stop = track!.stop.bind(track);
    // Stopping the track ends the device, too.
    track!.stop = () => (stop(), silent.stop(), void context.close());
    return new MediaStream([track!, ...stream.getVideoTracks()]);
  };
}

/** Runs in the page: a shared screen is a moving picture, and as in Chromium there is no prompt. */
export function installScreenPicker(): void {
  if (!navigator.mediaDevices) return;
  navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 720];
    const context = canvas.getContext('2d')!;
    const stream = canvas.captureStream(15);
    const draw = (time: number): void => {
      if (!stream.active) return;
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = 'black';
      context.fillRect((time / 10) % canvas.width, 100, 200, 200);
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    return stream;
  };
}
