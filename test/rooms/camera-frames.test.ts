import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { CameraFrames } from '../../src/rooms/embedded/camera-frames.ts';
import { readFaceFile } from '../../src/rooms/embedded/face-file.ts';
import { MAX_FRAME_BYTES } from '../../src/rooms/embedded/key-frames.ts';
import { RtpStream } from '../../src/rooms/embedded/rtp.ts';

const face = readFaceFile(assetPath('faces/mira.face'));
const key = Buffer.from(face.kind === 'drawn' ? face.frame(0, 3) : face.frames[0]!.bytes);
const delta = (number: number, length = 2500) =>
  Buffer.concat([Buffer.from([1, number & 0xff, number >> 8]), Buffer.alloc(length, number)]);
const stream = (ssrc = 77) => new RtpStream(ssrc, 96, { sequence: 65_530, picture: 0 });
const FRAME = 33;

/** Returns the indexes of the frames that are complete although some packets are lost; a frame lasts 33 ms. */
function lostFrames(
  frames: readonly Buffer[],
  arrives: (packet: number) => boolean = () => true,
  camera = new CameraFrames(),
): number[] {
  const sender = stream();
  let packet = 0;
  return frames.flatMap((frame, index) =>
    sender.picture(frame, index * 2970).flatMap((bytes) => {
      const cameraFrame = arrives(packet++) ? camera.push(bytes, index * FRAME) : null;
      if (!cameraFrame) return [];
      assert.deepEqual(
        [Buffer.from(cameraFrame.bytes).equals(frame), cameraFrame.timestamp],
        [true, index * 2970],
      );
      return [index];
    }),
  );
}

test('frames are extracted unchanged, from the first key frame on', () => {
  assert.deepEqual(
    lostFrames([delta(0), delta(1), key, delta(3), delta(4, 1), key, delta(6)]),
    [2, 3, 4, 5, 6],
  );
});

test('for any loss, no frame is extracted that depends on a missing one', () => {
  const frames = Array.from({ length: 40 }, (_, index) => (index % 10 === 0 ? key : delta(index)));
  const counters = frames.map((frame) => stream().picture(frame, 0).length);
  const total = counters.reduce((sum, count) => sum + count, 0);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(total - 1), { maxLength: 12 }), (lostIndices) => {
      const missingIndices = new Set(lostIndices);
      let offset = 0;
      let isIntact = false;
      const packets = frames.flatMap((_, index) => {
        const ownPackets = Array.from({ length: counters[index]! }, (_, packet) =>
          missingIndices.has(offset + packet),
        );
        offset += ownPackets.length;
        if (index % 10 === 0) isIntact = true;
        if (ownPackets.includes(true)) isIntact = false;
        return isIntact ? [index] : [];
      });
      assert.deepEqual(
        lostFrames(frames, (packet) => !missingIndices.has(packet)),
        packets,
      );
    }),
    { numRuns: 200 },
  );
});

test('padding is neither a frame nor a gap; late and repeated packets are ignored; another sender restarts', () => {
  const camera = new CameraFrames();
  const sender = stream();
  const [firstPackets, secondPackets] = [sender.picture(key, 0), sender.picture(delta(1, 100), 2970)];
  for (const packet of firstPackets.slice(0, -1)) assert.equal(camera.push(packet, 0), null);
  assert.equal(camera.push(firstPackets[0]!, 0), null, 'twice');
  assert.ok(camera.push(firstPackets.at(-1)!, 0));
  const padding = Buffer.concat([sender.packet(new Uint8Array(), 2970, false)]);
  // The padding's sequence number follows that of the second frame, so the padding is sent later.
  assert.ok(camera.push(secondPackets[0]!, 33));
  padding[0]! |= 0x20;
  assert.equal(camera.push(Buffer.concat([padding, Buffer.from([0, 0, 3])]), 34), null);
  assert.ok(
    sender
      .picture(delta(2, 100), 5940)
      .map((packet) => camera.push(packet, 66))
      .at(-1),
  );
  const otherStream = stream(78);
  assert.equal(
    otherStream
      .picture(delta(3, 100), 9000)
      .map((packet) => camera.push(packet, 99))
      .at(-1),
    null,
  );
  assert.ok(
    otherStream
      .picture(key, 12_000)
      .map((packet) => camera.push(packet, 132))
      .at(-1),
  );
});

test('after a pause the first frame is independent', () => {
  const camera = new CameraFrames();
  const sender = stream();
  const send = (frame: Buffer, now: number) =>
    sender
      .picture(frame, now * 90)
      .map((packet) => camera.push(packet, now))
      .at(-1) !== null;
  assert.deepEqual(
    [
      send(key, 0),
      send(delta(1), 33),
      send(delta(2), 1500),
      send(delta(3), 3100),
      send(delta(4), 3133),
      send(key, 3166),
      send(delta(5), 3200),
    ],
    [true, true, true, false, false, true, true],
  );
});

test('a key frame is requested at first, after a loss and every ten seconds, at most once a second', () => {
  const camera = new CameraFrames();
  const sender = stream();
  const requests: number[] = [];
  for (let now = 0; now < 30_000; now += FRAME) {
    // The simulated browser answers a request 99 ms later.
    const frame =
      requests.length > 0 && now - requests.at(-1)! === 3 * FRAME && requests.at(-1)! > 0 ? key : delta(now);
    const packets = sender.picture(frame, now * 90);
    for (const [index, packet] of packets.entries())
      if (now !== 20_031 || index > 0) camera.push(packet, now);
    if (camera.needsKeyFrame(now)) requests.push(now);
  }
  // The first request is lost, so the second one is answered.
  const answeredAt = 1023 + 3 * FRAME;
  assert.deepEqual(requests.slice(0, 2), [0, 1023]);
  assert.ok(
    requests[2]! - answeredAt >= 10_000 && requests[2]! - answeredAt < 10_000 + 2 * FRAME,
    String(requests),
  );
  assert.equal(requests[3], 20_031);
});

test('noise and oversized data are ignored', () => {
  const camera = new CameraFrames();
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 12, maxLength: 60 }),
      (bytes) => void camera.push(Buffer.from(bytes), 0),
    ),
  );
  assert.deepEqual(lostFrames([Buffer.concat([key, Buffer.alloc(MAX_FRAME_BYTES)]), delta(1), key]), [2]);
});
