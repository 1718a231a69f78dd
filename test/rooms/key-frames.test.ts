import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { readFaceFile } from '../../src/rooms/embedded/face-file.ts';
import { KeyFrames, MAX_FRAME_BYTES, pictureLoss } from '../../src/rooms/embedded/key-frames.ts';
import { asksForKeyFrame, RtpStream } from '../../src/rooms/embedded/rtp.ts';
import { Watcher } from '../../src/rooms/embedded/watcher.ts';

const face = readFaceFile(assetPath('faces/mira.face'));
const frame = face.kind === 'drawn' ? face.frame(0, 3) : face.frames[0]!.bytes;
const stream = () => new RtpStream(77, 96, { sequence: 65_534, picture: 0 });
const delta = Buffer.concat([Buffer.from([1]), Buffer.alloc(3000, 5)]);

test('a key frame is extracted unchanged from its packets', () => {
  const sender = stream();
  const frames = new KeyFrames();
  const packets = [
    ...sender.picture(delta, 0),
    ...sender.picture(frame, 3000),
    ...sender.picture(delta, 6000),
  ];
  const keyFrames = packets.map((packet) => frames.push(packet)).filter((entry) => entry !== null);
  assert.ok(sender.picture(frame, 9000).length > 3);
  assert.deepEqual(
    keyFrames.map((keyFrame) => Buffer.from(keyFrame)),
    [Buffer.from(frame)],
  );
});

test('an incomplete or oversized key frame is given up, and noise is ignored', () => {
  const packets = stream().picture(frame, 0);
  for (const lostIndex of packets.keys()) {
    const frames = new KeyFrames();
    assert.ok(
      packets.filter((_, index) => index !== lostIndex).every((packet) => frames.push(packet) === null),
      `without packet ${lostIndex}`,
    );
  }
  const largeFrames = new KeyFrames();
  assert.ok(
    stream()
      .picture(Buffer.concat([frame, Buffer.alloc(MAX_FRAME_BYTES)]), 0)
      .every((packet) => largeFrames.push(packet) === null),
  );
  const frames = new KeyFrames();
  for (let length = 0; length < 40; length++)
    for (const value of [0, 0x10, 0x80, 0x90, 0xff])
      assert.equal(frames.push(Buffer.alloc(length, value)), null);
});

test('a picture is requested when it is due, and not before', () => {
  const requests: Buffer[] = [];
  const pictures: Uint8Array[] = [];
  const watcher = new Watcher(5, {
    send: (packet) => requests.push(packet),
    onPicture: (webp) => pictures.push(webp),
  });
  const sender = stream();
  const hear = (bytes: Uint8Array, now: number) =>
    sender.picture(bytes, now * 90).forEach((packet) => watcher.push(packet, now));
  hear(delta, 100);
  hear(delta, 140);
  assert.equal(requests.length, 1, 'not for each packet');
  assert.ok(asksForKeyFrame(requests[0]!));
  assert.deepEqual(requests[0], pictureLoss(5, 77));
  hear(delta, 2200);
  assert.equal(requests.length, 2);
  hear(frame, 2300);
  assert.equal(Buffer.from(pictures[0]!.subarray(0, 4)).toString(), 'RIFF');
  hear(frame, 4000);
  assert.deepEqual([pictures.length, requests.length], [1, 2]);
  hear(delta, 7400);
  hear(frame, 7500);
  assert.deepEqual([pictures.length, requests.length], [2, 3]);
});
