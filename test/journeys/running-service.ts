/**
 * The real service as visitors use it: started from the build on free ports, with a browser that speaks into its
 * microphone.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { freePort, freeUdpPort } from '../free-port.ts';
import { createFreshFolder } from '../service/fresh-database.ts';

export interface RunningService {
  url: string;
  key: string;
  /** The one-time link to the console that the first start prints. */
  consoleLink: string;
  /** Demo deployments by their names in the pages of the demo. */
  deployments: Record<string, string>;
  folder: string;
  close(): Promise<void>;
}

/** Starts `program`, which by default is the built service, with `node`. */
export async function startService(
  environment: Record<string, string> = {},
  { node = process.execPath, program = 'src/service/dist/main.js' } = {},
): Promise<RunningService> {
  const folder = await createFreshFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const service: ChildProcess = spawn(node, [program, '--gates'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: url,
      DATA_DIR: folder,
      ROOM_UDP_PORT: String(await freeUdpPort()),
      LOG_LEVEL: 'warn',
      // All visitors of a journey have the same address.
      OVERLOAD_REFUSALS: 'off',
      VISITOR_STARTS_PER_MINUTE: '100000',
      VISITOR_OPEN_CALLS: '100000',
      ...environment,
    },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    service.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${output}`)));
    service.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Palkit is ready')) resolve();
    });
  });
  const deployments = (await (await fetch(`${url}/demo/deployments.json`)).json()) as Record<string, string>;
  return {
    url,
    deployments,
    folder,
    consoleLink: /http\S+#link=[\w-]+/.exec(output)?.[0] ?? '',
    key: /palkit_[\w-]+/.exec(output)?.[0] ?? '',
    async close() {
      service.removeAllListeners('exit');
      service.kill('SIGTERM');
      await once(service, 'exit');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a video or a face that the page draws moves and is not black; returns the measurements. */
export async function waitForFace(
  page: Page,
): Promise<{ by: 'canvas' | 'video'; moved: number; bright: number }> {
  return page.locator('pal-stage video.agent').evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    const root = video.getRootNode() as ShadowRoot;
    const stage = root.host as HTMLElement & { drawn: boolean };
    // Firefox caches the pixels that are read from a canvas before its first picture.
    const findCanvas = () => (stage.drawn ? root.querySelector<HTMLCanvasElement>('canvas.drawn') : null);
    const end = performance.now() + 60_000;
    const nextFrame = async () => {
      if (performance.now() > end) throw new Error('No face that moves was seen within a minute.');
      await new Promise(requestAnimationFrame);
    };
    while (!findCanvas() && video.videoWidth === 0) await nextFrame();
    const picture = findCanvas() ?? video;
    const context = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })!;
    const pixels = () => {
      context.drawImage(picture, 0, 0, 64, 64);
      return context.getImageData(0, 0, 64, 64).data.filter((_, index) => index % 4 !== 3);
    };
    // In Firefox, reading a canvas that a worker draws occasionally blocks for ten seconds, so read it rarely there.
    const requiredPictures = picture !== video && navigator.userAgent.includes('Firefox') ? 3 : 15;
    let [firstPixels, moved] = [pixels(), 0];
    while (Math.max(...firstPixels) < 50) {
      await nextFrame();
      firstPixels = pixels();
    }
    while (moved < requiredPictures) {
      await nextFrame();
      const now = pixels();
      if (now.some((level, index) => Math.abs(level - firstPixels[index]!) > 2)) moved++;
    }
    return { by: picture === video ? 'video' : 'canvas', moved, bright: Math.max(...firstPixels) };
  });
}

/** Resolves when the agent's voice is audible. */
export async function waitForVoice(page: Page): Promise<void> {
  await page.locator('pal-stage video.agent').evaluate(async (element) => {
    const audioTracks = () =>
      ((element as HTMLVideoElement).srcObject as MediaStream | null)?.getAudioTracks() ?? [];
    // A drawn face appears before its connection is established.
    while (audioTracks().length === 0) await new Promise(requestAnimationFrame);
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream(audioTracks())).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    for (let loudFrames = 0; loudFrames < 3;) {
      await new Promise(requestAnimationFrame);
      analyser.getFloatTimeDomainData(samples);
      if (Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) > 0.01)
        loudFrames++;
    }
    await context.close();
  });
}

/** Waits until a line of the transcript matches; a failure shows the current lines. */
export async function waitForTranscript(page: Page, pattern: RegExp, timeout = 30_000): Promise<void> {
  const transcript = page.locator('pal-transcript');
  try {
    await transcript.getByText(pattern).waitFor({ timeout });
  } catch (cause) {
    const lines = await transcript.evaluate((element) => element.shadowRoot?.textContent ?? '');
    throw new Error(`No ${pattern} in the transcript: ${lines.replace(/\s+/g, ' ')}`, { cause });
  }
}

/** Records a page's script errors and the violations of its content security policy. */
export async function recordComplaints(page: Page): Promise<string[]> {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text()))
      pageErrors.push(message.text());
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  return pageErrors;
}
