import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { readFaceFile } from '../../../src/rooms/embedded/face-file.ts';
import { webpOf } from '../../../src/rooms/embedded/vp8.ts';
import { declaredWebp } from '../../../src/rooms/media-jobs/provenance.ts';
import { framesOf } from '../../../src/rooms/media-jobs/rendering.ts';
import { markPictures, MARK_SECONDS } from '../../../src/rooms/media-jobs/visible-mark.ts';

const face = readFaceFile(assetPath('faces/mira.face'));
if (face.kind !== 'drawn') throw new Error('The built-in face has no mouths.');
const keyFrame = face.frame(0, 0);

async function pixelsOf(webp: Uint8Array) {
  const { width, height, context } = await draw(webp);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

async function draw(webp: Uint8Array) {
  const image = await loadImage(Buffer.from(webp));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width: image.width, height: image.height, context };
}

describe('provenance of generated media', () => {
  test('a picture declares in XMP that a model made it, and stays the same picture', async () => {
    const declared = declaredWebp(keyFrame, { trained: true });
    const text = Buffer.from(declared).toString('latin1');
    assert.equal(declared.length, Buffer.from(declared).readUInt32LE(4) + 8);
    assert.match(text, /DigitalSourceType="http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/trained/);
    assert.match(
      Buffer.from(declaredWebp(keyFrame, { trained: false })).toString('latin1'),
      /digitalsourcetype\/algorithmicMedia"/,
    );
    assert.deepEqual(await pixelsOf(declared), await pixelsOf(webpOf(keyFrame)));
  });

  test('the first seconds of a video are marked in a corner, all others are unchanged', async () => {
    const frames = [...framesOf(face, new Uint8Array(), MARK_SECONDS + 0.2)];
    const markedFrames = [];
    for await (const frame of markPictures(frames)) markedFrames.push(frame);
    const differingFrames = markedFrames.filter(
      ({ bytes }, index) => !Buffer.from(bytes).equals(frames[index]!.bytes),
    );
    assert.equal(differingFrames.length, MARK_SECONDS * face.rate);
    assert.deepEqual(differingFrames, markedFrames.slice(0, differingFrames.length));
    const { width, height, data } = await pixelsOf(webpOf(markedFrames[0]!.bytes));
    const levelAt = (x: number, y: number) =>
      data[
        (height - Math.round(((58 - y) * height) / 512)) * width * 4 +
          Math.round(((18 + x) * width) / 512) * 4
      ]!;
    const [letter, background] = [levelAt(47, 20), levelAt(54, 20)];
    assert.ok(letter - background > 100, `a letter has ${letter} levels, its background ${background}`);
  });
});
