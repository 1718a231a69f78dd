/** The container format of the README's animation: parts become frames, and lossless pictures are refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { animatedWebp } from '../../scripts/animated-webp.ts';

/** Returns a picture file with one chunk, as an encoder writes it. */
function still(name: string, content: number[]): Buffer {
  const chunkHeader = Buffer.alloc(8);
  chunkHeader.write(name, 'latin1');
  chunkHeader.writeUInt32LE(content.length, 4);
  const body = Buffer.concat([chunkHeader, Buffer.from(content), Buffer.alloc(content.length % 2)]);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), body]);
}

/** Returns the names and sizes of the chunks in a file. */
function chunksOf(file: Buffer): [string, number][] {
  const chunks: [string, number][] = [];
  for (let index = 12; index < file.length;) {
    const length = file.readUInt32LE(index + 4);
    chunks.push([file.toString('latin1', index, index + 4), length]);
    index += 8 + length + (length % 2);
  }
  return chunks;
}

test('parts become frames with their positions and times', () => {
  const part = { left: 4, top: 6, width: 3, height: 5, milliseconds: 120, webp: still('VP8 ', [1, 2, 3]) };
  const file = animatedWebp({ width: 16, height: 32 }, [part, { ...part, left: 0 }]);
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual(chunksOf(file), [
    ['VP8X', 10],
    ['ANIM', 6],
    ['ANMF', 28],
    ['ANMF', 28],
  ]);
  const frame = 12 + 18 + 14 + 8;
  assert.deepEqual(
    [0, 3, 6, 9, 12].map((offset) => file.readUIntLE(frame + offset, 3)),
    [2, 3, 2, 4, 120],
  );
});

test('a lossless picture is refused', () => {
  const part = { left: 0, top: 0, width: 1, height: 1, milliseconds: 40, webp: still('VP8L', [1]) };
  assert.throws(() => animatedWebp({ width: 1, height: 1 }, [part]), /no lossy picture/);
});

test("the README's animation is six seconds of at most 600 KB, and repeats forever", () => {
  const file = readFileSync('docs/talk.webp');
  assert.ok(file.length <= 600_000);
  let milliseconds = 0;
  for (let index = 12; index < file.length;) {
    const length = file.readUInt32LE(index + 4);
    const name = file.toString('latin1', index, index + 4);
    if (name === 'ANMF') milliseconds += file.readUIntLE(index + 8 + 12, 3);
    if (name === 'ANIM') assert.equal(file.readUInt16LE(index + 8 + 4), 0, 'without an end');
    index += 8 + length + (length % 2);
  }
  assert.equal(milliseconds, 6000);
});
