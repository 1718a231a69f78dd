import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { MOUTHS, type Mouth } from '../../src/contract/mouths.ts';
import { faceModels } from '../../src/face-training/face-models.ts';
import { FaceTracker, type Picture } from '../../src/face-training/landmarks.ts';
import { measureTrack as measure, eyeDistanceOf } from '../../src/face-training/measures.ts';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { readFaceFile } from '../../src/rooms/embedded/face-file.ts';
import { decodeFrame } from './drawn-film.ts';

describe('landmarks', () => {
  const pictures = new Map<Mouth, Picture>();
  let tracker: FaceTracker;
  before(async () => {
    tracker = new FaceTracker(await faceModels());
    const face = readFaceFile(assetPath('faces/mira.face'));
    assert.ok(face.kind === 'drawn');
    for (const [index, mouth] of MOUTHS.entries())
      pictures.set(mouth, await decodeFrame(face.frame(0, index)));
  });
  const blank = (width: number, height: number): Picture => ({
    width,
    height,
    rgb: new Uint8Array(width * height * 3).fill(90),
  });

  test('the opening of the lips is measured: closed, ajar, open', () => {
    const track = MOUTHS.map((mouth) => tracker.track(pictures.get(mouth)!)?.points ?? null);
    const { frames } = measure(track);
    const open = (mouth: Mouth) => frames[MOUTHS.indexOf(mouth)]!.open;
    const width = (mouth: Mouth) => frames[MOUTHS.indexOf(mouth)]!.width;
    assert.ok(open('rest') < 0.02 && open('closed') < 0.02, `${open('rest')} ${open('closed')}`);
    assert.ok(open('slight') > 0.02 && open('slight') < 0.08, String(open('slight')));
    assert.ok(open('open') > 0.12, String(open('open')));
    assert.ok(width('round') < 0.7 * width('wide'), `${width('round')} ${width('wide')}`);
  });

  test('a face is found at its position in pictures of any shape', () => {
    const face = pictures.get('rest')!;
    const widePicture = blank(face.width * 3, face.height);
    for (let y = 0; y < face.height; y++)
      widePicture.rgb.set(
        face.rgb.subarray(y * face.width * 3, (y + 1) * face.width * 3),
        (y * widePicture.width + face.width * 2) * 3,
      );
    const freshTracker = new FaceTracker(tracker.models);
    const trackedInWide = freshTracker.track(widePicture);
    const trackedAlone = new FaceTracker(tracker.models).track(face);
    assert.ok(trackedInWide && trackedAlone);
    assert.ok(Math.abs(trackedInWide.points[168 * 3]! - trackedAlone.points[168 * 3]! - face.width * 2) < 6);
    assert.ok(Math.abs(eyeDistanceOf(trackedInWide.points) - eyeDistanceOf(trackedAlone.points)) < 5);
  });

  test('two faces, one face and no face are distinguished', () => {
    const face = pictures.get('rest')!;
    const wideBlank = blank(face.width * 2, face.height);
    for (let y = 0; y < face.height; y++)
      for (const offset of [0, face.width])
        wideBlank.rgb.set(
          face.rgb.subarray(y * face.width * 3, (y + 1) * face.width * 3),
          (y * wideBlank.width + offset) * 3,
        );
    assert.equal(tracker.detect(face).length, 1);
    assert.equal(tracker.detect(wideBlank).length, 2);
    assert.equal(tracker.detect(blank(320, 240)).length, 0);
    assert.equal(new FaceTracker(tracker.models).track(blank(320, 240)), null);
  });
});
