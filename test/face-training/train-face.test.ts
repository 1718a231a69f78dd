import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { FaceReport } from '../../src/contract/face-report.ts';
import { HALF_STEPS } from '../../src/contract/face/half-steps.ts';
import { MOUTHS, type Mouth } from '../../src/contract/mouths.ts';
import { faceModels } from '../../src/face-training/face-models.ts';
import { FaceTracker } from '../../src/face-training/landmarks.ts';
import { measureTrack as measure } from '../../src/face-training/measures.ts';
import { trainFace, type Training } from '../../src/face-training/train-face.ts';
import { flawOf } from '../../src/rooms/embedded/face-motion.ts';
import { keyFrameSize } from '../../src/rooms/embedded/vp8.ts';
import { decodeFrame, DrawnFilm, type DrawnFilmOptions } from './drawn-film.ts';

const SIZE = 256;
const { signal } = new AbortController();

describe('a face that is trained from a film', () => {
  const film = new DrawnFilm({ listens: 50, talks: 160 });
  const fractions: number[] = [];
  let training: Training;
  before(async () => {
    training = await trainFace(film, {
      consent: true,
      signal,
      progress: (share) => fractions.push(share),
      size: SIZE,
      longest: 6,
    });
  });

  test('speaks, reports its findings, and reads the film twice', () => {
    const report = FaceReport.parse(training.report);
    assert.equal(report.verdict, 'speaks');
    assert.deepEqual(report.reasons, []);
    assert.ok(report.checks.every(({ passed }) => passed));
    assert.deepEqual(
      report.mouths.map(({ mouth }) => mouth),
      MOUTHS,
    );
    assert.equal(film.passes, 2);
  });

  test('progress rises to the end', () => {
    assert.ok(fractions.every((share, index) => index === 0 || share >= fractions[index - 1]!));
    assert.equal(fractions.at(-1), 1);
    assert.ok(fractions.length > 200);
  });

  test('every mouth and half step is a key frame of the face, and the motion has no jump', () => {
    const { face } = training;
    assert.ok(face);
    const speaking = face.halfSteps.length;
    assert.equal(speaking, 6);
    assert.equal(flawOf(face.motion, face.poses.length), null);
    for (const [pose, mouths] of face.poses.entries())
      assert.equal(mouths.length, pose < speaking ? MOUTHS.length : 1);
    for (const steps of face.halfSteps) assert.equal(steps.length, HALF_STEPS.length);
    for (const frame of [...face.poses, ...face.halfSteps].flat())
      assert.deepEqual(keyFrameSize(frame), { width: SIZE, height: SIZE });
  });

  test('the mouths have the requested openings, measured again in the face', async () => {
    const tracker = new FaceTracker(await faceModels());
    const track = [];
    for (const frame of training.face!.poses[3]!)
      track.push(tracker.track(await decodeFrame(frame))?.points ?? null);
    const frames = measure(track).frames;
    const open = (mouth: Mouth) => frames[MOUTHS.indexOf(mouth)]!.open;
    assert.ok(open('closed') <= 0.05 && open('rest') <= 0.05);
    assert.ok(open('open') > open('wide') && open('wide') > open('closed'));
    assert.ok(open('teeth') > 0.01 && open('teeth') < open('open') / 2, String(open('teeth')));
    assert.ok(frames[MOUTHS.indexOf('round')]!.width < frames[MOUTHS.indexOf('wide')]!.width);
  });
});

describe('a film that does not become a speaking face', () => {
  const trainingReasons = async (options: DrawnFilmOptions, consent = true) => {
    const film = new DrawnFilm(options);
    const { report, face } = await trainFace(film, { consent, signal, progress: () => {} });
    assert.equal(report.verdict, 'loop_only');
    assert.equal(face, null);
    return { film, reasons: report.reasons, checks: report.checks };
  };

  test('is too short, with silent lips', async () => {
    const { reasons, checks } = await trainingReasons({ listens: 40, talks: 0 });
    assert.deepEqual(reasons, ['too_short', 'mouth_hardly_opens']);
    assert.ok(checks.find(({ code }) => code === 'too_short')!.message.includes('8 seconds'));
  });

  test('has no face', async () => {
    const paint = (rgb: Uint8Array) => rgb.fill(90);
    assert.deepEqual((await trainingReasons({ listens: 0, talks: 40, paint })).reasons, [
      'too_short',
      'face_not_found',
    ]);
  });

  test('is too dark', async () => {
    const paint = (rgb: Uint8Array) => {
      for (let index = 0; index < rgb.length; index++) rgb[index] = rgb[index]! / 6;
    };
    const { reasons } = await trainingReasons({ listens: 10, talks: 30, paint });
    assert.ok(reasons.includes('too_dark') || reasons.includes('face_not_found'), reasons.join());
  });

  test('has cuts', async () => {
    const paint = (rgb: Uint8Array, frame: number) => {
      if (frame >= 20) rgb.copyWithin(0, 80 * 3);
    };
    const { reasons, checks } = await trainingReasons({ listens: 10, talks: 30, paint });
    assert.ok(reasons.includes('film_is_cut'), reasons.join());
    assert.equal(checks.find(({ code }) => code === 'film_is_cut')!.value, 1);
  });

  test('lacks consent, and is not even read', async () => {
    const { film, reasons } = await trainingReasons({ listens: 10, talks: 10 }, false);
    assert.deepEqual(reasons, ['no_consent']);
    assert.equal(film.passes, 0);
  });

  test('a training that is cancelled stops at once', async () => {
    const abort = new AbortController();
    const film = new DrawnFilm({ listens: 100, talks: 100 });
    const training = trainFace(film, {
      consent: true,
      signal: abort.signal,
      progress: (share) => {
        if (share > 0.02) abort.abort(new Error('given up'));
      },
    });
    await assert.rejects(training, /given up/);
  });
});
