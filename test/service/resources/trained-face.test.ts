/** A face from a film of a person who consented: it speaks in the call's file, and its report states the findings. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createFace, getFace, type Face } from '../../../src/contract/faces.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';
import { FilmError } from '../../../src/face-training/films/film-error.ts';
import { openFilm } from '../../../src/face-training/films/open-film.ts';
import { framesOf } from '../../../src/rooms/media-jobs/rendering.ts';
import { examineFilm } from '../../../src/rooms/media-jobs/film-examination.ts';
import { MediaJobRefusal } from '../../../src/rooms/media-jobs/media-jobs.ts';
import { trainFace } from '../../../src/rooms/media-jobs/training.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { writeWebm } from '../../../src/rooms/media-jobs/packing.ts';
import { readFaceFile, type DrawnFace } from '../../../src/rooms/embedded/face-file.ts';
import { createTalkingFilm } from '../../face-training/drawn-film.ts';
import { film, FileServer } from '../media/films.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const SIZE = 256;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-trained-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const open = (file: string) => openFilm(file, { ffmpeg: null });
/** Throws the error that the worker would throw. */
function throwRefusal(error: unknown): never {
  throw error instanceof FilmError ? new MediaJobRefusal(error.message, error.code) : error;
}

describe('a trained face', () => {
  const server = new FileServer();
  let world: World;
  before(async () => {
    await server.open();
    world = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
      runMediaJob: (task, { progress }) => {
        if (task.do === 'examine') return examineFilm(task).catch(throwRefusal);
        assert.ok(task.do === 'train');
        const tools = { openFilm: open, progress: progress!, size: SIZE, longest: 4 };
        return trainFace(task, tools).catch(throwRefusal);
      },
    });
  });
  after(async () => {
    await world.close();
    await server.close();
  });
  const read = async (face_id: string): Promise<Face> =>
    (await world.call(getFace, { credential: ALICE, params: { face_id }, query: { verbose: 'true' } }))
      .result;
  const train = async (bytes: Buffer, hasAgreed: boolean): Promise<Face> => {
    const consent = { name: 'Mira', statement_url: 'https://example.com/statement.pdf' };
    const body = { train_video_url: server.serve('/film', bytes), ...(hasAgreed ? { consent } : {}) };
    const { face_id } = (await world.call(createFace, { credential: ALICE, body })).result;
    await world.service.context.jobs.idle();
    const face = await read(face_id);
    return face;
  };

  test("speaks with the person's consent: its file has every mouth shape and frames between them", async () => {
    const face = await train(await createTalkingFilm(folder), true);
    assert.deepEqual([face.status, face.error_message], ['completed', null]);
    assert.deepEqual(face.lips, { state: 'speaks', code: null, reason: null });
    assert.equal(face.report?.verdict, 'speaks');
    assert.equal(face.model_name, 'palkit-filmed-2');
    const names = fs.readdirSync(path.join(world.service.context.config.dataDir, 'media', 'faces'));
    assert.deepEqual(names.map((name) => name.split('.')[1]).sort(), ['face', 'mouths', 'webm', 'webp']);
    assert.equal(
      face.mouths_image_url!.split('/').at(-1),
      names.find((name) => name.endsWith('.mouths')),
    );
    const file = path.join(
      world.service.context.config.dataDir,
      'media',
      'faces',
      names.find((name) => name.endsWith('.face'))!,
    );
    const faceFile = readFaceFile(file);
    assert.ok(faceFile.kind === 'drawn' && faceFile.hasHalfSteps && faceFile.speaks(0));
    assert.deepEqual([faceFile.width, faceFile.height, faceFile.rate], [SIZE, SIZE, 25]);
    const [slightIndex, openIndex] = [MOUTHS.indexOf('slight'), MOUTHS.indexOf('open')];
    const mouths = Uint8Array.of(slightIndex, slightIndex, openIndex, openIndex, openIndex);
    const pictures = [...framesOf(faceFile, mouths, 1)].map(({ bytes }) => Buffer.from(bytes));
    const isShown = (frame: number, mouth: number, nextMouth: number | null) =>
      Array.from({ length: faceFile.poses }, (_, pose) => faceFile.frame(pose, mouth, nextMouth)).some(
        (bytes) => pictures[frame]!.equals(bytes),
      );
    assert.ok(
      isShown(9, 0, slightIndex) &&
        isShown(10, slightIndex, null) &&
        isShown(11, slightIndex, openIndex) &&
        isShown(12, openIndex, null),
    );
  });

  test('is a loop without consent, and reports it', async () => {
    const face = await train(await createTalkingFilm(folder), false);
    assert.deepEqual(
      [face.status, face.lips?.state, face.lips?.code],
      ['completed', 'rests', 'consent_missing'],
    );
    assert.deepEqual([face.report, face.mouths_image_url], [null, '']);
  });

  test('stays a loop if no face is detected, and reports why its lips rest', async () => {
    const stillFace = readFaceFile(assetPath('faces/pip.face')) as DrawnFace;
    const file = path.join(folder, 'still.webm');
    await writeWebm(file, {
      picture: {
        width: stillFace.width,
        height: stillFace.height,
        frames: Array.from({ length: 60 }, (_, index) => ({
          bytes: stillFace.frame(0, 0),
          key: true,
          time: index / 25,
          duration: 1 / 25,
        })),
      },
    });
    const face = await train(fs.readFileSync(file), true);
    assert.equal(face.status, 'completed');
    assert.deepEqual([face.lips?.state, face.lips?.code], ['rests', 'too_short']);
    assert.ok(face.report?.reasons.includes('face_not_found'));
    assert.match(face.lips!.reason!, /Listen for 20 s/);
  });

  test('has an error if the frames of the video cannot be read', async () => {
    const face = await train(await film({ seconds: 3 }), true);
    assert.deepEqual([face.status, face.error_code], ['error', 'film_damaged']);
  });

  test('can read a video repeatedly, from any frame', async () => {
    const file = path.join(folder, 'again.webm');
    fs.writeFileSync(file, await createTalkingFilm(folder));
    const film = await open(file);
    const { signal } = new AbortController();
    const indices = [];
    for await (const { index, rgb } of film.pictures({ from: 100, to: 103, signal })) {
      indices.push(index);
      assert.equal(rgb.length, 512 * 512 * 3);
    }
    assert.deepEqual(indices, [100, 101, 102]);
    assert.ok(Math.abs(film.seconds - 8.4) < 0.05);
    await film.close();
  });
});
