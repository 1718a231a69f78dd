/** Films are opened and read: always with WebAssembly, and with ffmpeg if the machine has it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';
import type { Film, FilmPicture } from '../../src/face-training/film.ts';
import { deliveredSize } from '../../src/face-training/films/container.ts';
import { pixelsOfVp8, pixelsOfVp9 } from '../../src/face-training/films/embedded-decoder.ts';
import { findFfmpeg } from '../../src/face-training/films/ffmpeg.ts';
import { FilmError } from '../../src/face-training/films/film-error.ts';
import { openFilm } from '../../src/face-training/films/open-film.ts';
import { film as packed } from '../service/media/films.ts';
import { unless } from '../surroundings.ts';
import { hostileFilm } from './hostile-films.ts';

const FILMS = path.join('test', 'face-training', 'films');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-films-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();
const program = await findFfmpeg(process.env['FFMPEG_PATH'] ?? null);
const withFfmpeg = { skip: unless(program, 'ffmpeg') };

const saveFilm = (name: string, bytes: Uint8Array): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  return file;
};
const openRefusal = async (file: string, ffmpeg: string | null): Promise<FilmError> => {
  try {
    const film = await openFilm(file, { ffmpeg });
    try {
      for await (const picture of film.pictures({ signal })) void picture;
    } finally {
      await film.close();
    }
  } catch (error) {
    assert.ok(error instanceof FilmError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the film was read' });
};
/** Returns the colour at a point of the picture; `x` and `y` are fractions of its sides. */
const colourAt = ({ rgb, width, height }: FilmPicture, x: number, y: number): string => {
  const offset = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  const [red, , blue] = rgb.subarray(offset, offset + 3);
  return red! > 180 && blue! < 80 ? 'red' : blue! > 180 && red! < 80 ? 'blue' : `${red} ${blue}`;
};
const readAll = async (film: Film, options: { from?: number; to?: number; minSide?: number } = {}) => {
  const pictures = [];
  for await (const picture of film.pictures({ ...options, signal }))
    pictures.push({
      index: picture.index,
      size: `${picture.width}x${picture.height}`,
      left: colourAt(picture, 0.1, 0.5),
      right: colourAt(picture, 0.9, 0.5),
      top: colourAt(picture, 0.5, 0.1),
      bottom: colourAt(picture, 0.5, 0.9),
    });
  return pictures;
};
const indices = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

for (const [name, ffmpeg, options] of [
  ['WebAssembly', null, {}],
  ['ffmpeg', program, withFfmpeg],
] as const)
  for (const file of ['vp8.webm', 'vp9.mkv'])
    test(`${name} reads ${file}: 25 pictures a second, the same twice, and its sound`, options, async () => {
      const film = await openFilm(path.join(FILMS, file), { ffmpeg });
      assert.deepEqual([film.width, film.height, Math.round(film.seconds * 10)], [320, 288, 24]);
      const allEntries = await readAll(film);
      assert.deepEqual(
        allEntries.map(({ index }) => index),
        indices(0, 60),
      );
      for (const { size, left, right } of allEntries)
        assert.deepEqual([size, left, right], ['320x288', 'red', 'blue']);
      const segment = await readAll(film, { from: 31, to: 37, minSide: 144 });
      assert.deepEqual(
        segment.map(({ index, size }) => [index, size]),
        indices(31, 37).map((index) => [index, '160x144']),
      );
      let samples = 0;
      let loudest = 0;
      for await (const chunk of film.sound(signal)!) {
        samples += chunk.length;
        for (const sample of chunk) loudest = Math.max(loudest, Math.abs(sample));
      }
      assert.ok(Math.abs(samples / 16_000 - 2.4) < 0.1, `${samples} samples`);
      assert.ok(loudest > 0.05 && loudest <= 1, `loudest ${loudest}`);
      await film.close();
    });

test('a film is rotated as its container says', async () => {
  // The film's VP8 frames in a container that declares a rotation.
  const source = fs.readFileSync(path.join(FILMS, 'vp8.webm'));
  const rotatedFilm = saveFilm('turned.mkv', await rotateFilm(source));
  const film = await openFilm(rotatedFilm, { ffmpeg: null });
  assert.deepEqual([film.width, film.height], [288, 320]);
  const [firstFrame] = await readAll(film, { to: 1 });
  assert.deepEqual([firstFrame!.size, firstFrame!.top, firstFrame!.bottom], ['288x320', 'red', 'blue']);
  await film.close();
});

describe('a film of a phone', () => {
  test('is read by ffmpeg, rotated, with H.264 and HEVC', withFfmpeg, async () => {
    const film = await openFilm(path.join(FILMS, 'turned.mov'), { ffmpeg: program });
    assert.deepEqual([film.width, film.height], [288, 320]);
    const pictures = await readAll(film, { from: 10, to: 20 });
    assert.deepEqual(
      pictures.map(({ index }) => index),
      indices(10, 20),
    );
    assert.deepEqual([pictures[0]!.top, pictures[0]!.bottom].sort(), ['blue', 'red']);
    await film.close();
    const hevc = await openFilm(path.join(FILMS, 'hevc.mp4'), { ffmpeg: program });
    assert.equal((await readAll(hevc)).length, 60);
    await hevc.close();
  });

  test('is refused without ffmpeg, and both solutions are named', async () => {
    for (const file of ['turned.mov', 'hevc.mp4']) {
      const { code, message } = await openRefusal(path.join(FILMS, file), null);
      assert.equal(code, 'film_codec_unsupported');
      assert.match(message, /install ffmpeg .*FFMPEG_PATH.*upload the film in the console/);
    }
  });

  test('is no longer read when its reader stops', withFfmpeg, async () => {
    const film = await openFilm(path.join(FILMS, 'hevc.mp4'), { ffmpeg: program });
    const stop = new AbortController();
    await assert.rejects(async () => {
      for await (const { index } of film.pictures({ signal: stop.signal })) if (index === 3) stop.abort();
    }, /abort/i);
    await film.close();
  });
});

test('films out of bounds are refused with a message', async () => {
  for (const [createFilm, code, message] of [
    [{ width: 200, height: 300 }, 'film_too_small', /200 x 300; at least 256 x 256/],
    [{ width: 5000, height: 2000 }, 'film_too_large', /5000 x 2000; at most 4096/],
    [{ seconds: 1 }, 'film_too_short', /1\.0 s; at least 2 s/],
    [{ seconds: 320, rate: 5, keyEvery: 100 }, 'film_too_long', /6 minutes; at most 5/],
  ] as const) {
    const error = await openRefusal(saveFilm('bounds.webm', await packed(createFilm)), null);
    assert.equal(error.code, code);
    assert.match(error.message, message);
  }
  assert.equal(
    (await openRefusal(saveFilm('text', Buffer.from('not a film'.repeat(50))), null)).code,
    'film_unreadable',
  );
  // The packets of this film have no data that could be decoded.
  assert.equal((await openRefusal(saveFilm('empty.webm', await packed({})), null)).code, 'film_damaged');
});

test('hostile films end as a film or with an error of their own', { timeout: 60_000 }, async () => {
  const sources = ['vp8.webm', 'vp9.mkv'].map((name) => fs.readFileSync(path.join(FILMS, name)));
  const codes: Record<string, number> = {};
  for (let seed = 1; seed <= 20; seed++) {
    const file = saveFilm('hostile', hostileFilm(sources, seed));
    let code = 'read';
    try {
      const film = await openFilm(file, { ffmpeg: null });
      try {
        for await (const picture of film.pictures({ minSide: 64, signal })) void picture;
        for await (const piece of film.sound(signal) ?? []) void piece;
      } finally {
        await film.close();
      }
    } catch (error) {
      assert.ok(error instanceof FilmError, `seed ${seed}: ${(error as Error).stack}`);
      code = error.code;
    }
    codes[code] = (codes[code] ?? 0) + 1;
  }
  assert.ok(Object.keys(codes).length >= 2, JSON.stringify(codes));
});

test('sizes in frame headers are checked before a decoder allocates memory for them', () => {
  const vp8 = Uint8Array.of(0x10, 0, 0, 0x9d, 0x01, 0x2a, 0xff, 0x3f, 0xff, 0x3f);
  assert.equal(pixelsOfVp8(vp8), 16_383 ** 2);
  assert.equal(pixelsOfVp8(vp8.subarray(0, 9)), null);
  const vp9 = (size: number) => {
    // Frame marker, profile 0, visible key frame; sync code; colour space 1, limited range; width and height.
    const side = size.toString(2).padStart(16, '0');
    const bits = `10000010${(0x498342).toString(2).padStart(24, '0')}0010${side}${side}`;
    return Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => parseInt(byte.padEnd(8, '0'), 2));
  };
  assert.equal(pixelsOfVp9(vp9(65_535)), 65_536 ** 2);
  assert.equal(pixelsOfVp9(Uint8Array.of(0x86)), null);
});

test('pictures have the needed size at most, and never more than the filmed one', () => {
  const film = { width: 1920, height: 1080 };
  assert.deepEqual(deliveredSize(film, 512), { width: 912, height: 512 });
  assert.deepEqual(deliveredSize(film, 2000), film);
  assert.deepEqual(deliveredSize(film), film);
});

test('ffmpeg is the configured one, otherwise the first on the PATH, and none if disabled', async () => {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin, { recursive: true });
  const file = path.join(bin, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg');
  fs.writeFileSync(file, '');
  assert.equal(await findFfmpeg(null, [folder, bin].join(path.delimiter)), null);
  fs.chmodSync(file, 0o755);
  assert.equal(await findFfmpeg(null, [folder, 'relative', bin].join(path.delimiter)), file);
  assert.equal(await findFfmpeg(file, ''), file);
  assert.equal(await findFfmpeg('none', bin), null);
  assert.equal(await findFfmpeg(path.join(folder, 'absent'), bin), null);
});

async function rotateFilm(source: Buffer): Promise<Uint8Array> {
  const input = new Input({ formats: [WEBM], source: new BufferSource(source) });
  const track = (await input.getPrimaryVideoTrack())!;
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const video = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(video, { rotation: 90 });
  await output.start();
  const decoderConfig = (await track.getDecoderConfig())!;
  for await (const packet of new EncodedPacketSink(track).packets())
    await video.add(packet, { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
