import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ManualClock } from '../../../src/runtime/clock.ts';
import type { EngineError } from '../../../src/agent/language/engine-error.ts';
import { EngineThread } from '../../../src/agent/speech/engine-thread.ts';
import { until } from '../until.ts';

/** Answers a number with its double; `hang` blocks the thread forever. */
const WORKER = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => {
    if (message.ping) parentPort.postMessage({ alive: true });
    else if (message.hang) for (;;);
    else parentPort.postMessage({ doubled: message.number * 2 });
  });
  parentPort.postMessage({ ready: true });
`;

type Request = { number: number } | { hang: true };

function open() {
  const clock = new ManualClock();
  const replies: number[] = [];
  const deaths: EngineError[] = [];
  const thread = new EngineThread<Request, { doubled: number }>(
    'doubler',
    () => new Worker(WORKER, { eval: true }),
    { onReply: ({ doubled }) => replies.push(doubled), onDeath: (error) => deaths.push(error) },
    clock,
  );
  return { clock, replies, deaths, thread };
}

test('a hanging thread is replaced after a minute of pings, and its owner is informed', async () => {
  const { clock, replies, deaths, thread } = open();
  try {
    await thread.ready;
    const firstId = thread.id;
    thread.post({ hang: true });
    for (let ping = 0; ping < 12; ping++) clock.move(5000);
    assert.equal(thread.id, firstId);
    clock.move(5000);
    await until('the replacement', () => deaths.length > 0 && thread.id !== undefined);
    assert.notEqual(thread.id, firstId);
    assert.equal(deaths[0]?.code, 'worker_died');
    thread.post({ number: 21 });
    await until('its answer', () => replies.includes(42));
  } finally {
    await thread.close();
  }
});

test('an idle thread is not pinged', async () => {
  const { clock, replies, deaths, thread } = open();
  try {
    await thread.ready;
    const { id } = thread;
    thread.post({ number: 1 });
    await until('the answer', () => replies.length === 1);
    clock.move(5000);
    await until('the pings to end', () => !clock.waits(5000));
    clock.move(10 * 60_000);
    assert.deepEqual([thread.id, deaths], [id, []]);
  } finally {
    await thread.close();
  }
});
