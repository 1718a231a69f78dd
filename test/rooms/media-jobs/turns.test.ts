import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { MediaJob } from '../../../src/rooms/media-jobs/media-jobs.ts';
import { queueJobs } from '../../../src/rooms/media-jobs/turns.ts';

function gate() {
  const startedJobs: { name: string; finish(): void }[] = [];
  const run = queueJobs(
    (task) =>
      new Promise((resolve) =>
        startedJobs.push({
          name: (task as { name?: string }).name ?? task.do,
          finish: () => resolve({ seconds: 1 }),
        }),
      ),
  );
  const ask = (name: string, account?: number, signal = new AbortController().signal) =>
    run({ do: 'train', file: '', folder: '', name, consent: false, ffmpeg: null }, { signal, account });
  return { begun: startedJobs, ask, run, names: () => startedJobs.map(({ name }) => name) };
}

test('three jobs run at a time, two of one account, and the account served least is next', async () => {
  const { begun: started, ask, names } = gate();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 1);
  await turn();
  assert.deepEqual(names(), ['a1', 'a2']);
  void ask('b1', 2);
  void ask('c1', 3);
  await turn();
  assert.deepEqual(names(), ['a1', 'a2', 'b1']);
  started[0]?.finish();
  await turn();
  assert.deepEqual(names(), ['a1', 'a2', 'b1', 'c1']);
});

test('one speaking face is trained at a time, and other jobs overtake it', async () => {
  const { begun: startedRuns, ask, run, names } = gate();
  const { signal } = new AbortController();
  for (const [index, name] of ['long', 'longer'].entries())
    void run(
      { do: 'train', file: '', folder: '', name, consent: true, ffmpeg: null },
      { signal, account: index },
    );
  void ask('short', 7);
  await turn();
  assert.deepEqual(names(), ['long', 'short']);
  startedRuns[0]?.finish();
  await turn();
  assert.deepEqual(names(), ['long', 'short', 'longer']);
});

test('packing a speech never waits; a cancelled job leaves the queue', async () => {
  const { begun: startedRuns, ask, run, names } = gate();
  const { signal } = new AbortController();
  for (const [name, account] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    void ask(name, account);
  await turn();
  const stop = new AbortController();
  const pendingJob = ask('d', 4, stop.signal);
  const task: MediaJob = { do: 'pack', script: { packets: [], mouths: new Uint8Array() }, folder: '' };
  void run(task, { signal });
  await turn();
  assert.deepEqual(names(), ['a', 'b', 'c', 'pack']);
  stop.abort(new Error('stopped'));
  await assert.rejects(pendingJob, /stopped/);
  void ask('e', 5);
  startedRuns[0]?.finish();
  await turn();
  assert.deepEqual(names(), ['a', 'b', 'c', 'pack', 'e']);
});
