/** Reads a film with ffmpeg, for the benchmark. */
import { execFileSync, spawn } from 'node:child_process';
import type { Film, FilmPicture } from '../../src/face-training/film.ts';

const RATE = 25;

export class FfmpegFilm implements Film {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    const entries = 'stream=width,height:format=duration';
    const options = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', file];
    const probe = JSON.parse(execFileSync('ffprobe', options, { encoding: 'utf8' })) as {
      streams: { width: number; height: number }[];
      format: { duration: string };
    };
    this.width = probe.streams[0]!.width;
    this.height = probe.streams[0]!.height;
    this.seconds = Number(probe.format.duration);
  }

  async *pictures({ from = 0, to = Infinity, minSide, signal }: Parameters<Film['pictures']>[0]) {
    const scale = Math.min(1, (minSide ?? Infinity) / Math.min(this.width, this.height));
    const scaleToEven = (size: number) => Math.round((size * scale) / 2) * 2;
    const [width, height] = [scaleToEven(this.width), scaleToEven(this.height)];
    const options = ['-v', 'error', '-ss', String(from / RATE), '-i', this.#file];
    const filter = ['-vf', `fps=${RATE},scale=${width}:${height}`];
    const output = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
    const decoder = spawn('ffmpeg', [...options, ...filter, ...output], {
      // ffmpeg reports a broken pipe if only a part of the film is read.
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
    });
    decoder.on('error', () => {});
    const size = width * height * 3;
    let picture = Buffer.alloc(size);
    let filledBytes = 0;
    let index = from;
    try {
      for await (const chunk of decoder.stdout as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length;) {
          const copiedBytes = chunk.copy(
            picture,
            filledBytes,
            at,
            Math.min(chunk.length, at + size - filledBytes),
          );
          at += copiedBytes;
          filledBytes += copiedBytes;
          if (filledBytes < size) continue;
          yield { index, width, height, rgb: picture } satisfies FilmPicture;
          if (++index >= to) return;
          picture = Buffer.alloc(size);
          filledBytes = 0;
        }
      }
    } finally {
      decoder.kill('SIGKILL');
    }
  }

  sound(): null {
    return null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
