import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { type DrawnFace, readFaceFile } from '../../src/rooms/embedded/face-file.ts';
import {
  fits,
  largeFile,
  lostFraction,
  Pictures,
  LargePictureSlots,
} from '../../src/rooms/embedded/pictures.ts';
import { SYSTEM_FACES } from '../../src/service/seed/system-faces.ts';

const SSRC = 0x12345678;
const face = (side: number, poses = 2) =>
  ({
    kind: 'drawn',
    width: side,
    height: side,
    poses,
    pictureIndex: () => 0,
    picture: () => Uint8Array.of(side / 16),
  }) as unknown as DrawnFace;

/** Returns a receiver report about the picture's source, preceded by a report about another source. */
function report(lossShare: number): Buffer {
  const packet = Buffer.alloc(8 + 2 * 24);
  packet.writeUInt8(0x82, 0);
  packet.writeUInt8(201, 1);
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(99, 8);
  packet.writeUInt8(255, 12);
  packet.writeUInt32BE(SSRC, 32);
  packet.writeUInt8(lossShare, 36);
  return packet;
}
const side = (pictures: Pictures) => pictures.picture(pictures.pictureIndex(0, 0))[0]! * 16;
const sizesAfter = (pictures: Pictures, ...losses: number[]) =>
  losses.map((lossShare) => {
    pictures.handleReport(report(lossShare), SSRC);
    return side(pictures);
  });

test('pictures are small at first, large after two good reports, and small again if packets are lost', () => {
  const pictures = new Pictures(face(512), face(720), new LargePictureSlots(1));
  assert.equal(side(pictures), 512);
  assert.deepEqual(sizesAfter(pictures, 0, 3, 0, 0, 8, 30), [512, 512, 512, 720, 720, 512]);
  // After the second attempt, large pictures are not tried again.
  assert.deepEqual(sizesAfter(pictures, 0, 0, 40, 0, 0, 0), [512, 720, 512, 512, 512, 512]);
});

test('every system face has its poses at 720 pixels too, with the same motion', () => {
  for (const { asset } of SYSTEM_FACES) {
    const smallFace = readFaceFile(assetPath(`faces/${asset}.face`)) as DrawnFace;
    const largeFace = readFaceFile(largeFile(assetPath(`faces/${asset}.face`))!) as DrawnFace;
    assert.deepEqual(
      [largeFace.width, largeFace.height, largeFace.poses],
      [720, 720, smallFace.poses],
      asset,
    );
    assert.deepEqual(largeFace.motion, smallFace.motion, asset);
  }
});

test('a limited number of calls have large pictures; the end of one frees its place', () => {
  const slots = new LargePictureSlots(1);
  const [firstPicture, secondPicture] = [
    new Pictures(face(512), face(720), slots),
    new Pictures(face(512), face(720), slots),
  ];
  assert.deepEqual(sizesAfter(firstPicture, 0, 0), [512, 720]);
  assert.deepEqual(sizesAfter(secondPicture, 0, 0, 0), [512, 512, 512]);
  firstPicture.close();
  assert.deepEqual(sizesAfter(secondPicture, 0), [720]);
});

test('a face without larger pictures, or with different ones, stays unchanged', () => {
  assert.deepEqual(
    sizesAfter(new Pictures(face(512), null, new LargePictureSlots(1)), 0, 0, 0),
    [512, 512, 512],
  );
  assert.deepEqual(
    sizesAfter(new Pictures(face(512), face(720, 3), new LargePictureSlots(1)), 0, 0, 0),
    [512, 512, 512],
  );
});

test('the limit of a browser is counted in macroblocks', () => {
  assert.deepEqual(
    [2025, 2024].map((blocks) => fits(face(720), blocks)),
    [true, false],
  );
  assert.deepEqual(
    [1024, 0].map((blocks) => fits(face(512), blocks)),
    [true, false],
  );
});

test('a report of another source, a truncated one and an empty one are ignored', () => {
  assert.equal(lostFraction(report(7), SSRC), 7);
  assert.equal(lostFraction(report(7), 5), null);
  assert.equal(lostFraction(report(7).subarray(0, 40), SSRC), null);
  assert.equal(lostFraction(Buffer.alloc(0), SSRC), null);
  assert.equal(lostFraction(Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 0]), SSRC), null);
  // The report follows another packet in the same datagram.
  const loss = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]);
  assert.equal(lostFraction(Buffer.concat([loss, report(9)]), SSRC), 9);
});
