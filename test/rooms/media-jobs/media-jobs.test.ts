import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { packSpeech } from '../../../src/rooms/media-jobs/packing.ts';
import { framesOf } from '../../../src/rooms/media-jobs/rendering.ts';
import {
  runMediaJob,
  MediaJobError,
  MediaJobRefusal,
  type MediaJob,
} from '../../../src/rooms/media-jobs/media-jobs.ts';
import { film, mira } from '../../service/media/films.ts';
import { toneVoice } from '../../service/tone.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-media-jobs-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const write = (name: string, bytes: Uint8Array) => {
  fs.writeFileSync(path.join(folder, name), bytes);
  return path.join(folder, name);
};

/** Returns the same pseudo-random numbers in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (limit) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % limit;
}

/** Yields `count` damaged copies: truncated, with changed bytes, or with repeated or missing parts. */
function* damagedCopies(file: Buffer, count: number): Generator<Buffer> {
  const next = randomNumbers(7);
  for (let index = 0; index < count; index++) {
    const position = next(file.length);
    if (index % 4 === 0) yield file.subarray(0, position);
    else if (index % 4 === 1)
      yield Buffer.concat([file.subarray(0, position), file.subarray(position + next(2000))]);
    else if (index % 4 === 2)
      yield Buffer.concat([file.subarray(0, position), file.subarray(Math.max(0, position - next(2000)))]);
    else {
      const copy = Buffer.from(file);
      for (let change = 0; change < 20; change++) copy[next(change % 2 ? 600 : file.length)] = next(256);
      yield copy;
    }
  }
}

async function speechFile(): Promise<Buffer> {
  for await (const { packets, mouths } of toneVoice(200).speak('A.', {}))
    await packSpeech({ script: { packets, mouths }, folder });
  return fs.readFileSync(path.join(folder, 'ogg'));
}

describe('media jobs', () => {
  /** Converts each file within the time limit; returns the messages for the rejected files. */
  const convertAll = async (
    files: Iterable<Buffer>,
    task: (file: string, folder: string) => MediaJob,
  ): Promise<string[]> => {
    const refusals: string[] = [];
    for (const bytes of files) {
      await runMediaJob(task(write('damaged', bytes), folder), {
        signal: new AbortController().signal,
        maxTime: 5000,
      }).catch((error: unknown) => {
        assert.ok(error instanceof MediaJobRefusal, String((error as Error).stack));
        refusals.push(error.message);
      });
    }
    return refusals;
  };

  test('a damaged video is read or refused with a message', { timeout: 120_000 }, async () => {
    const refusals = [];
    for (const [whole, count] of [
      [mira(), 16],
      [await film({ format: 'mp4', seconds: 3 }), 8],
    ] as const)
      refusals.push(
        ...(await convertAll(damagedCopies(whole, count), (file) => ({
          do: 'train',
          file,
          folder,
          name: 'x',
          consent: false,
          ffmpeg: null,
        }))),
      );
    assert.ok(refusals.length > 8);
  });

  test('a film that makes its parser loop is stopped in time', async () => {
    // This older drawing of Mira contains the same 1,522 bytes twice.
    const file = path.resolve('test/rooms/media-jobs/endless.webm');
    await assert.rejects(
      runMediaJob(
        { do: 'train', file, folder, name: 'x', consent: false, ffmpeg: null },
        { signal: new AbortController().signal, maxTime: 3000 },
      ),
      (error) => error instanceof MediaJobRefusal && /takes too long/.test(error.message),
    );
  });

  test('a damaged recording is read or refused with a message', { timeout: 120_000 }, async () => {
    const face = path.resolve('src/assets/faces/mira.face');
    assert.ok(
      (
        await convertAll(damagedCopies(await speechFile(), 8), (sound) => ({
          do: 'render',
          face,
          trained: false,
          sound,
          folder,
        }))
      ).length > 1,
    );
  });

  test('a task ends with its signal, and fails with one of our errors', async () => {
    const stop = new AbortController();
    const task = runMediaJob(
      { do: 'train', file: write('film', mira()), folder, name: 'x', consent: false, ffmpeg: null },
      { signal: stop.signal },
    );
    stop.abort(new Error('enough'));
    await assert.rejects(task, /enough/);
    await assert.rejects(
      runMediaJob(
        { do: 'train', file: '', folder, name: 'x', consent: false, ffmpeg: null },
        { signal: stop.signal },
      ),
      /enough/,
    );
    await assert.rejects(
      runMediaJob(
        {
          do: 'render',
          trained: false,
          face: path.join(folder, 'none'),
          sound: { packets: [], mouths: new Uint8Array() },
          folder,
        },
        { signal: new AbortController().signal },
      ),
      MediaJobError,
    );
  });

  test('pictures of a loop continue across its end, in even steps', () => {
    const frames = Array.from({ length: 50 }, (_, index) => ({
      bytes: Uint8Array.of(index),
      time: index * 3600,
      key: index === 0,
    }));
    const packets = [
      ...framesOf(
        { kind: 'filmed', name: 'x', width: 16, height: 16, duration: 180_000, frames },
        new Uint8Array(),
        5,
      ),
    ];
    assert.deepEqual([packets.length, packets[50]!.key, packets[124]!.bytes[0]], [125, true, 24]);
    for (const [index, { time, duration }] of packets.entries())
      assert.ok(Math.abs(time - index * 0.04) < 1e-9 && Math.abs(duration - 0.04) < 1e-9);
  });
});
