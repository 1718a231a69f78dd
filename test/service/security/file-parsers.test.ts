/**
 * Parsers of external sound, films, archives and Markdown get valid files in which some bytes are changed, removed
 * or inserted. They must return within their limits or throw their own error. A failure prints its seed.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { Decoder } from '@evan/opus';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { textsOfSentence, textsOfTable } from '../../../src/agent/language/written-text.ts';
import { sentences } from '../../../src/agent/language/sentences.ts';
import { splitText } from '../../../src/extraction/chunks.ts';
import { ExtractionError } from '../../../src/extraction/extraction-error.ts';
import { extractFile } from '../../../src/extraction/extract.ts';
import { Zip } from '../../../src/extraction/zip.ts';
import { MediaJobRefusal, runMediaJob } from '../../../src/rooms/media-jobs/media-jobs.ts';
import { CameraFrames } from '../../../src/rooms/embedded/camera-frames.ts';
import { readCallLog } from '../../../src/rooms/embedded/call-log.ts';
import { MAX_FRAME_BYTES } from '../../../src/rooms/embedded/key-frames.ts';
import { encodeOpus } from '../../../src/agent/speech/opus.ts';
import { buildSoundOnly } from '../media/films.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-parsers-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const runs = { numRuns: 300 };

interface Change {
  at: number;
  bytes: Uint8Array;
  how: 'over' | 'in' | 'cut';
}

/** Up to six changes, each at a relative position from 0 to 1. */
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    how: fc.constantFrom('over', 'over', 'over', 'in', 'cut'),
  }),
  { maxLength: 6 },
);

function applyChanges(sound: Uint8Array, changeList: readonly Change[]): Buffer {
  let bytes = Buffer.from(sound);
  for (const { at: relativePosition, bytes: replacement, how } of changeList) {
    const position = Math.floor(relativePosition * bytes.length);
    if (how === 'cut') bytes = bytes.subarray(0, position);
    else if (how === 'over') bytes.set(replacement.subarray(0, bytes.length - position), position);
    else bytes = Buffer.concat([bytes.subarray(0, position), replacement, bytes.subarray(position)]);
  }
  return bytes;
}

describe('parsers of files and sound from outside', () => {
  test('unpack archives up to their budget', () => {
    const BUDGET = 20_000;
    const archive = zipSync({
      'word/document.xml': strToU8('<w:p>word</w:p>'.repeat(400)),
      'a.txt': strToU8('a'.repeat(5000)),
      'b.bin': [new Uint8Array(3000), { level: 0 }],
    });
    fc.assert(
      fc.property(changes, (changeList) => {
        let unpackedCount = 0;
        try {
          const zip = new Zip(applyChanges(archive, changeList), BUDGET);
          for (const name of zip.names) unpackedCount += zip.read(name).length;
        } catch (error) {
          assert.ok(error instanceof ExtractionError, String(error));
        }
        assert.ok(unpackedCount <= BUDGET, `${unpackedCount} bytes`);
      }),
      runs,
    );
  });

  test('decode at most 120 ms of an Opus packet or refuse it, and continue', () => {
    const rate = 16_000;
    const packets = encodeOpus(
      Int16Array.from({ length: rate }, (_, index) => Math.round(8000 * Math.sin(index / 9))),
      rate,
    );
    const decoder = new Decoder({ channels: 1, sample_rate: rate });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 1500 }),
          fc
            .tuple(fc.nat(packets.length - 1), changes)
            .map(([packetIndex, changeList]) => applyChanges(packets[packetIndex]!, changeList)),
        ),
        (packet) => {
          try {
            assert.ok(decoder.decode(packet).byteLength <= 2 * rate * 0.12);
          } catch (error) {
            assert.ok(error instanceof Error && error.name !== 'AssertionError', String(error));
          }
          assert.equal(decoder.decode(packets[5]!).byteLength, 2 * rate * 0.02);
        },
      ),
      runs,
    );
  });

  test(
    'read or refuse recordings in WebM with a message, within their time',
    { timeout: 240_000 },
    async () => {
      const sound = await buildSoundOnly();
      const file = path.join(folder, 'recording.webm');
      const face = path.resolve('src/assets/faces/mira.face');
      const { signal } = new AbortController();
      await fc.assert(
        fc.asyncProperty(changes, async (changeList) => {
          fs.writeFileSync(file, applyChanges(sound, changeList));
          try {
            // Render in a thread that can be ended, because some damaged files cause an endless loop.
            const task = { do: 'render', face, trained: false, sound: file, folder } as const;
            const { seconds } = await runMediaJob(task, { signal, maxTime: 5000 });
            assert.ok(seconds > 0 && seconds <= 3601, `${seconds} s`);
          } catch (error) {
            assert.ok(error instanceof MediaJobRefusal, String(error));
          }
        }),
        { numRuns: 25, endOnFailure: true },
      );
    },
  );

  test('turn packets of a camera into frames within their bound, for any content', () => {
    const packet = fc
      .tuple(fc.uint8Array({ minLength: 12, maxLength: 300 }), fc.nat(300))
      .map(([bytes, sequence]) => {
        // Make the bytes resemble RTP, so that they are parsed: version 2, and increasing sequence numbers.
        bytes[0] = 0x80 | (bytes[0]! & 0x1f);
        bytes[2] = sequence >> 8;
        bytes[3] = sequence & 255;
        return Buffer.from(bytes);
      });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 80 }), (packets) => {
        const camera = new CameraFrames();
        packets.forEach((bytes, index) => {
          const frame = camera.push(bytes, index * 20);
          assert.ok(!frame || frame.bytes.length <= MAX_FRAME_BYTES);
        });
      }),
      runs,
    );
  });

  test("read a call's log as far as it is complete", async () => {
    const record = (kind: number, bytes: Uint8Array) => {
      const entryHeader = Buffer.alloc(13);
      entryHeader.writeUInt8(kind, 0);
      entryHeader.writeDoubleBE(kind, 1);
      entryHeader.writeUInt32BE(bytes.length, 9);
      return Buffer.concat([entryHeader, bytes]);
    };
    const log = Buffer.concat([1, 2, 3, 1, 2].map((kind) => record(kind, new Uint8Array(50))));
    const file = path.join(folder, 'call.take');
    await fc.assert(
      fc.asyncProperty(changes, async (changeList) => {
        const bytes = applyChanges(log, changeList);
        fs.writeFileSync(file, bytes);
        let byteCount = 0;
        for await (const entry of readCallLog(file)) byteCount += 13 + entry.bytes.length;
        assert.ok(byteCount <= bytes.length);
      }),
      { numRuns: 150 },
    );
  });

  test('speak, show and split Markdown in time proportional to its length', async () => {
    const mark = fc.constantFrom(
      ...[
        '**',
        '__',
        '`',
        '```\n',
        '# ',
        '\n\n',
        '- ',
        '1. ',
        '| a | b |\n|---|---|\n',
        '> ',
        '[',
        '](',
        ')',
        '![',
        '<b>',
      ],
      ...['~~', '\\', '&amp;', 'https://a.example/x', '<!--', '☺', '\n    '],
    );
    const text = fc
      .array(fc.oneof(mark, fc.string({ maxLength: 12, unit: 'grapheme' })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const { spokenText, visibleText } = textsOfSentence(content);
        // A link's address is displayed in brackets after its text.
        assert.ok(
          spokenText.length <= 2 * content.length + 20 && visibleText.length <= 3 * content.length + 20,
        );
        textsOfTable(content.split('\n'));
        for (const sentence of sentences(content)) assert.ok(sentence.length <= content.length);
        for (const section of splitText(content, 200)) assert.equal(typeof section, 'string');
        try {
          await extractFile(Buffer.from(content));
        } catch (error) {
          assert.ok(error instanceof ExtractionError, String(error));
        }
      }),
      runs,
    );
  });
});
