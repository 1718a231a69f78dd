/**
 * Decodes films with the machine's ffmpeg in a separate process: with fixed arguments, without a shell, with one
 * input file and standard output only, and with limits for time, memory and output.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Film, FilmPicture } from '../film.ts';
import { deliveredSize, pictureCount, RATE, type Container } from './container.ts';
import { FilmError } from './film-error.ts';

/** Maximum milliseconds of a pass over a film; five minutes of 4K on two cores need three minutes. */
const MAX_TIME = 4 * 60_000;
/**
 * Maximum CPU seconds of the process over all cores. The limit applies even if the reading thread is
 * terminated.
 */
const MAX_CPU_SECONDS = 600;
/** Maximum bytes of memory of the process; 4K HEVC needs a third of it. */
const MAX_MEMORY = 1536 * 1024 * 1024;
/** Maximum bytes of a single allocation in the process. */
const MAX_ALLOCATION = 256 * 1024 * 1024;
const MAX_PIXELS = 4096 * 4096;
const MEMORY_CHECK_MS = 250;
const MAX_ERROR_LENGTH = 2000;
const SOUND_RATE = 16_000;
/** Maps codecs to their names in ffmpeg; other codecs are rejected. */
const DECODERS: Readonly<Record<string, string>> = {
  avc: 'h264',
  hevc: 'hevc',
  av1: 'libdav1d,libaom-av1,av1',
  vp8: 'vp8,libvpx',
  vp9: 'vp9,libvpx-vp9',
  prores: 'prores',
};

/**
 * Returns the program in `setting` (FFMPEG_PATH), otherwise the first on the PATH; null if there is none. The
 * setting `none` disables it.
 */
export async function findFfmpeg(
  setting: string | null,
  searchPath: string | undefined = process.env['PATH'],
): Promise<string | null> {
  if (setting === 'none') return null;
  const candidates = setting
    ? [setting]
    : (searchPath ?? '')
        .split(path.delimiter)
        .filter((folder) => path.isAbsolute(folder))
        .map((folder) => path.join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'));
  for (const candidate of candidates)
    if (
      await fs.access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  return null;
}

/** True if ffmpeg may read a film with this codec. */
export const isReadByFfmpeg = ({ codec }: Pick<Container, 'codec'>): boolean =>
  codec !== null && Object.hasOwn(DECODERS, codec);

export function filmByFfmpeg(program: string, file: string, container: Container): Film {
  const { width, height, seconds, audio } = container;
  return {
    width,
    height,
    seconds,
    pictures: (options) => pictures(program, file, container, options),
    sound: (signal) => (audio ? sound(program, file, container, signal) : null),
    close: async () => container.close(),
  };
}

async function* pictures(
  program: string,
  file: string,
  container: Container,
  { from = 0, to, minSide, signal }: Parameters<Film['pictures']>[0],
): AsyncGenerator<FilmPicture> {
  const end = Math.min(to ?? Infinity, pictureCount(container.seconds));
  if (from >= end) return;
  const { width, height } = deliveredSize(container, minSide);
  // The filters count from the first frame, so that a frame has the same index in each pass.
  const filters = [
    `fps=${RATE}:start_time=0`,
    `trim=start_frame=${from}:end_frame=${end}`,
    // Averaging areas is as sharp as bicubic scaling when reducing, and takes half of its time.
    `scale=${width}:${height}:flags=area`,
    'setsar=1',
  ];
  const bytes = runProgram(
    program,
    [
      ...inputArguments(file, container),
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-vf', filters.join(',')],
      ...['-frames:v', String(end - from), '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1'],
    ],
    { signal, maxBytes: (end - from) * width * height * 3 },
  );
  const rgb = new Uint8Array(width * height * 3);
  let filledBytes = 0;
  let index = from;
  for await (let chunk of bytes) {
    while (chunk.length > 0) {
      const part = chunk.subarray(0, rgb.length - filledBytes);
      rgb.set(part, filledBytes);
      filledBytes += part.length;
      chunk = chunk.subarray(part.length);
      if (filledBytes < rgb.length) break;
      filledBytes = 0;
      yield { index: index++, width, height, rgb };
    }
  }
  if (index === from) throw new FilmError('film_damaged', 'No frame of the film can be decoded.');
  // A container may announce slightly more frames than it has. Repeat the last picture then.
  for (; index < end && index > from && end - index <= RATE; index++) yield { index, width, height, rgb };
  if (index < end) throw new FilmError('film_damaged', 'The video track ends before the film does.');
}

async function* sound(
  program: string,
  file: string,
  container: Container,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const maxBytes = Math.ceil(container.seconds + 1) * SOUND_RATE * 4;
  const bytes = runProgram(
    program,
    [
      ...inputArguments(file, container),
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(SOUND_RATE)],
      ...['-t', String(Math.ceil(container.seconds + 1)), '-f', 'f32le', 'pipe:1'],
    ],
    { signal, maxBytes },
  );
  let remainder = new Uint8Array();
  for await (const chunk of bytes) {
    const bytes = Buffer.concat([remainder, chunk]);
    const wholeLength = bytes.length - (bytes.length % 4);
    remainder = bytes.subarray(wholeLength);
    // Copy the bytes, because a chunk may not be aligned.
    if (wholeLength > 0) yield new Float32Array(new Uint8Array(bytes.subarray(0, wholeLength)).buffer);
  }
}

/**
 * Returns arguments that specify the container and the codec, so that ffmpeg does not try playlists or other
 * decoders.
 */
function inputArguments(file: string, { kind, codec }: Container): string[] {
  return [
    ...[
      '-timelimit',
      String(MAX_CPU_SECONDS),
      '-nostdin',
      '-hide_banner',
      '-loglevel',
      'error',
      '-threads',
      '2',
    ],
    ...['-max_alloc', String(MAX_ALLOCATION), '-protocol_whitelist', 'file,pipe'],
    ...['-max_pixels', String(MAX_PIXELS), '-f', kind],
    ...[
      '-codec_whitelist',
      `${DECODERS[codec ?? ''] ?? ''},aac,mp3,opus,vorbis,libopus,pcm_s16le,alac,flac,ac3`,
    ],
    ...['-i', `file:${path.resolve(file)}`],
  ];
}

/** Yields the bytes that the program writes. The program is killed when reading ends for any reason. */
async function* runProgram(
  program: string,
  args: string[],
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C' },
    cwd: path.parse(process.cwd()).root,
    shell: false,
    windowsHide: true,
  });
  let fault: Error | null = null;
  const kill = (error: Error) => {
    fault ??= error;
    child.kill('SIGKILL');
  };
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(0, MAX_ERROR_LENGTH);
  });
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('error', (error) => (kill(error), resolve(null)));
    child.once('close', resolve);
  });
  const abort = () => kill(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => kill(new FilmError('film_takes_too_long')), MAX_TIME);
  const memoryWatch = new AbortController();
  void watchMemory(child.pid, memoryWatch.signal, () => kill(new FilmError('film_takes_too_much')));
  try {
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      yield chunk;
    }
    if (fault) throw fault as Error;
    const code = bytes > maxBytes ? 0 : await exitCode;
    // `exitCode` may have set the fault.
    if (fault) throw fault as Error;
    if (code !== 0 && bytes === 0)
      throw new FilmError('film_damaged', undefined, { cause: new Error(errorOutput.trim()) });
  } catch (error) {
    throw fault ?? error;
  } finally {
    clearTimeout(timer);
    memoryWatch.abort();
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await exitCode;
  }
}

/**
 * Calls `excess` if the process uses too much memory, which only Linux reports. Elsewhere only the limits for single
 * allocations and for pixels apply.
 */
async function watchMemory(pid: number | undefined, signal: AbortSignal, excess: () => void): Promise<void> {
  if (process.platform !== 'linux' || pid === undefined) return;
  while (!signal.aborted) {
    const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0);
    if (kilobytes * 1024 > MAX_MEMORY) return excess();
    await pause(MEMORY_CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
