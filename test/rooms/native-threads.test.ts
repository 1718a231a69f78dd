import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWorkers, SpinWatch } from '../../src/rooms/embedded/native-threads.ts';

test('reads the CPU time and the waits of the workers, and of no other thread', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-tasks-'));
  const writeThread = (id: string, name: string, user: number, waitCount: number) => {
    fs.mkdirSync(path.join(folder, id));
    fs.writeFileSync(path.join(folder, id, 'comm'), `${name}\n`);
    fs.writeFileSync(path.join(folder, id, 'stat'), `${id} (${name}) R 1 1 1 0 -1 4 0 0 0 0 ${user} 7 0 0\n`);
    fs.writeFileSync(
      path.join(folder, id, 'status'),
      `Name:\t${name}\nvoluntary_ctxt_switches:\t${waitCount}\n`,
    );
  };
  try {
    writeThread('10', 'node', 900, 4);
    writeThread('11', 'RTC worker', 250, 36);
    fs.mkdirSync(path.join(folder, '12'));
    assert.deepEqual(readWorkers(folder), [{ id: '11', cpu: 2500, waits: 36 }]);
    assert.deepEqual(readWorkers(path.join(folder, 'missing')), []);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('a thread that runs for two seconds without a wait spins', () => {
  const watch = new SpinWatch();
  const checkThread = (now: number, cpu: number, waitCount: number) =>
    watch.check([{ id: '1', cpu, waits: waitCount }], now);
  assert.equal(checkThread(0, 0, 5), false);
  assert.equal(checkThread(1500, 1400, 5), false);
  assert.equal(checkThread(2000, 1900, 5), true);
  assert.equal(checkThread(2500, 2400, 6), false);
});

test('an idle thread and one that sometimes waits never spin', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ cpu: fc.integer({ min: 0, max: 500 }), waits: fc.boolean() }), { maxLength: 60 }),
      (steps) => {
        const watch = new SpinWatch();
        let [now, cpu, waitCount] = [0, 0, 0];
        for (const step of steps) {
          now += 500;
          const isWorking = step.cpu > 0 && step.waits;
          cpu += isWorking ? step.cpu : 0;
          waitCount += isWorking ? 1 : 0;
          assert.equal(watch.check([{ id: '1', cpu, waits: waitCount }], now), false);
        }
      },
    ),
  );
});
