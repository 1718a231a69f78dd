import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PacketSorter } from '../../src/rooms/embedded/packet-sorter.ts';

function packetOf(sequence: number, ssrc = 7): Buffer {
  const packet = Buffer.alloc(12);
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

const sequencesOf = (packets: readonly (Buffer | null)[]) =>
  packets.map((packet) => packet && packet.readUInt16BE(2));

/** Returns the sequence numbers in the order of the sorter; null for lost packets. */
function sort(sequences: readonly number[]): (number | null)[] {
  const sorter = new PacketSorter();
  return sequences.flatMap((sequence) => sequencesOf(sorter.push(packetOf(sequence))));
}

describe('the sorter of RTP packets', () => {
  const table: [title: string, arrived: number[], sorted: (number | null)[]][] = [
    ['passes packets in order at once', [5, 6, 7], [5, 6, 7]],
    ['sorts two packets that changed places', [5, 7, 6, 8], [5, 6, 7, 8]],
    ['drops a packet that arrives twice', [5, 6, 6, 5, 7], [5, 6, 7]],
    ['counts a packet as lost after three later ones', [5, 7, 8, 9], [5, null, 7, 8, 9]],
    ['waits for a packet while fewer are later', [5, 7, 8], [5]],
    ['drops a packet that arrives after it counted as lost', [5, 7, 8, 9, 6, 10], [5, null, 7, 8, 9, 10]],
    ['finds two gaps', [1, 3, 5, 6, 7, 8], [1, null, 3, null, 5, 6, 7, 8]],
    ['continues after the largest number', [65_534, 0, 65_535, 1], [65_534, 65_535, 0, 1]],
    ['starts again after a large jump', [5, 7, 4000, 4001], [5, 7, 4000, 4001]],
    ['starts again after a large jump backwards', [4000, 5, 6], [4000, 5, 6]],
  ];
  for (const [title, arrivedSequences, sortedSequences] of table)
    test(title, () => assert.deepEqual(sort(arrivedSequences), sortedSequences));

  test('starts again with another stream', () => {
    const sorter = new PacketSorter();
    const sorted = [packetOf(5), packetOf(7), packetOf(6, 8), packetOf(7, 8)].flatMap((packet) =>
      sorter.push(packet),
    );
    assert.deepEqual(sequencesOf(sorted), [5, 7, 6, 7]);
  });

  test('restores the order of any packets that arrive up to two places late, and finds the lost ones', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 65_535 }),
        fc.array(fc.record({ delay: fc.nat({ max: 2 }), isLost: fc.boolean(), isTwice: fc.boolean() }), {
          minLength: 4,
          maxLength: 60,
        }),
        (start, packets) => {
          const all = packets.map((packet, index) => ({ ...packet, index }));
          // The first packet and one of two arrive, so that no gap is longer than a jump.
          const arrivingPackets = all.filter(({ isLost, index }) => index % 2 === 0 || !isLost);
          const order = arrivingPackets
            .filter(({ index }) => index > 0)
            .map((packet, place) => ({ ...packet, place: place + packet.delay + packet.delay / 10 }))
            .sort((one, other) => one.place - other.place)
            .flatMap(({ index, isTwice }) => (isTwice ? [index, index] : [index]));
          const sorted = sort([0, ...order].map((index) => start + index));
          const arrivedIndices = new Set(arrivingPackets.map(({ index }) => index));
          assert.deepEqual(
            sorted,
            sorted.map((_, index) => (arrivedIndices.has(index) ? (start + index) & 0xffff : null)),
          );
          assert.ok(sorted.length >= all.length - 6, `${sorted.length} of ${all.length}`);
        },
      ),
    );
  });
});
