import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Encoder } from '@evan/opus';
import { encodeOpus } from '../../src/agent/speech/opus.ts';
import { RtpStream } from '../../src/rooms/embedded/rtp.ts';
import { VisitorVoice, VOICE_SAMPLE_RATE } from '../../src/rooms/embedded/visitor-voice.ts';

const PACKET_SAMPLES = VOICE_SAMPLE_RATE / 50;

/** Returns packets with a tone of half a second. */
function tonePackets(): Buffer[] {
  const tone = new Int16Array(VOICE_SAMPLE_RATE / 2).map((_, index) => 8000 * Math.sin(index / 10));
  const stream = new RtpStream(7, 111, { sequence: 65_530, picture: 0 });
  return encodeOpus(tone, VOICE_SAMPLE_RATE).map((payload, index) =>
    stream.packet(payload, index * 960, false),
  );
}

const decode = (packets: readonly Buffer[]) => {
  const voice = new VisitorVoice();
  return packets.flatMap((packet) => voice.push(packet));
};
const levelOf = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe("a visitor's voice", () => {
  test('has its length if packets are lost, and the gap continues the sound', () => {
    const packets = tonePackets();
    const parts = decode(packets.filter((_, index) => index !== 10 && index !== 11));
    assert.deepEqual(
      parts.map(({ samples }) => samples.length),
      packets.map(() => PACKET_SAMPLES),
    );
    assert.deepEqual(
      parts.flatMap(({ packet }, index) => (packet ? [] : [index])),
      [10, 11],
    );
    for (const { samples } of parts.slice(10, 12)) assert.ok(levelOf(samples) > 1000);
  });

  test('is the same if packets arrive out of order', () => {
    const packets = tonePackets();
    const swapped = packets.with(8, packets[9]!).with(9, packets[8]!);
    assert.deepEqual(decode(swapped), decode(packets));
  });

  test('conceals at most 200 ms, however long the packets are', () => {
    const encoder = new Encoder({ channels: 1, sample_rate: VOICE_SAMPLE_RATE, application: 'voip' });
    const stream = new RtpStream(7, 111, { sequence: 1, picture: 0 });
    const packets = Array.from({ length: 12 }, (_, index) =>
      stream.packet(encoder.encode(new Int16Array(3 * PACKET_SAMPLES).fill(500)), index * 2880, false),
    );
    const parts = decode([packets[0]!, ...packets.slice(-3)]);
    const concealed = parts.filter(({ packet }) => packet === null);
    assert.equal(parts.length - concealed.length, 4);
    const length = concealed.reduce((sum, { samples }) => sum + samples.length, 0);
    assert.ok(length > 0 && length <= VOICE_SAMPLE_RATE / 5, `${length} samples`);
  });

  test('ignores a packet without a payload, and refuses one that is not Opus', () => {
    const [first, second] = tonePackets();
    assert.ok(first && second);
    const voice = new VisitorVoice();
    assert.equal(voice.push(first).length, 1);
    assert.deepEqual(voice.push(second.subarray(0, 12)), []);
    const invalid = Buffer.concat([second.subarray(0, 12), Buffer.from([0xff, 0xff])]);
    assert.throws(() => voice.push(invalid));
  });
});
