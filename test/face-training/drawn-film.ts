/** A film of a drawn face that listens and then talks, for tests without a video file. */
import fs from 'node:fs';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Performance } from '../../src/contract/face/performance.ts';
import { seededRandom } from '../../src/contract/face/random.ts';
import { MOUTHS, type Mouth } from '../../src/contract/mouths.ts';
import type { Film, FilmPicture } from '../../src/face-training/film.ts';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { readFaceFile, type DrawnFace } from '../../src/rooms/embedded/face-file.ts';
import { writeWebm } from '../../src/rooms/media-jobs/packing.ts';
import { webpOf } from '../../src/rooms/embedded/vp8.ts';

export interface DrawnFilmOptions {
  face?: 'mira' | 'tomas' | 'noor';
  /** Number of frames of 40 ms in which the face listens, and in which it talks afterwards. */
  listens?: number;
  talks?: number;
  /** Changes each picture, for example its brightness. */
  paint?: (rgb: Uint8Array, frame: number) => void;
}

/** Mouth shapes for three frames each, as in speech. */
const TALK: readonly Mouth[] = [
  'slight',
  'open',
  'closed',
  'wide',
  'slight',
  'round',
  'teeth',
  'open',
  'slight',
  'wide',
  'closed',
  'open',
];
const HELD_FRAMES = 3;

export class DrawnFilm implements Film {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Number of times that reading the film has begun. */
  passes = 0;
  closed = false;
  /** The pose and mouth shape of each frame. */
  readonly frames: readonly { pose: number; mouth: number }[];
  readonly #face: DrawnFace;
  readonly #paint: DrawnFilmOptions['paint'];
  readonly #decoded = new Map<string, Uint8Array>();

  constructor({ face: name = 'mira', listens = 100, talks = 150, paint }: DrawnFilmOptions = {}) {
    const face = readFaceFile(assetPath(`faces/${name}.face`));
    if (face.kind !== 'drawn') throw new Error(`${name} is not drawn.`);
    this.#face = face;
    this.#paint = paint;
    this.width = face.width;
    this.height = face.height;
    this.seconds = (listens + talks) / 25;
    const performance = new Performance(face, seededRandom(7));
    this.frames = Array.from({ length: listens + talks }, (_, frame) => {
      const mouth = TALK[Math.floor((frame - listens) / HELD_FRAMES) % TALK.length];
      return performance.next('listening', frame < listens ? null : MOUTHS.indexOf(mouth!));
    });
  }

  async *pictures({ from = 0, to = Infinity, signal }: Parameters<Film['pictures']>[0]) {
    this.passes++;
    for (let index = from; index < Math.min(to, this.frames.length); index++) {
      signal.throwIfAborted();
      const { pose, mouth } = this.frames[index]!;
      const rgb = Uint8Array.from(await this.#decode(pose, mouth));
      this.#paint?.(rgb, index);
      yield { index, width: this.width, height: this.height, rgb } satisfies FilmPicture;
    }
  }

  sound(): null {
    return null;
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }

  async #decode(pose: number, mouth: number): Promise<Uint8Array> {
    const key = `${pose} ${mouth}`;
    const cachedFrame = this.#decoded.get(key);
    if (cachedFrame) return cachedFrame;
    const picture = await decodeFrame(this.#face.frame(pose, mouth));
    this.#decoded.set(key, picture.rgb);
    return picture.rgb;
  }
}

/** Decodes a VP8 key frame to three bytes per pixel. */
export async function decodeFrame(
  frame: Uint8Array,
): Promise<{ width: number; height: number; rgb: Uint8Array }> {
  const image = await loadImage(Buffer.from(webpOf(frame)));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let source = 0, target = 0; source < rgba.length; source += 4, target += 3)
    for (let band = 0; band < 3; band++) rgb[target + band] = rgba[source + band]!;
  return { width, height, rgb };
}

/** Returns a film with only key frames in which a drawn face listens and talks; it is also written to `folder`. */
export async function createTalkingFilm(folder: string): Promise<Buffer> {
  const face = readFaceFile(assetPath('faces/mira.face')) as DrawnFace;
  const { frames } = new DrawnFilm({ listens: 50, talks: 160 });
  const file = path.join(folder, 'film.webm');
  await writeWebm(file, {
    picture: {
      width: face.width,
      height: face.height,
      frames: frames.map(({ pose, mouth }, index) => ({
        bytes: face.frame(pose, mouth),
        key: true,
        time: index / 25,
        duration: 1 / 25,
      })),
    },
  });
  return fs.readFileSync(file);
}
