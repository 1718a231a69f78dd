import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSpeechLimiter } from '../../../src/service/resources/speech-limiter.ts';

const { signal } = new AbortController();
/** Runs all tasks that are due. */
const runDueTasks = () => new Promise((resolve) => setImmediate(resolve));

describe('the limiter of spoken scripts', () => {
  test('admits another account while one account fills its places and its queue', async () => {
    const desk = createSpeechLimiter();
    const firstRequests = Array.from({ length: 22 }, () => desk(1, signal));
    await assert.rejects(desk(1, signal), { code: 'too_many_requests' });
    const leave = await desk(2, signal);
    const secondDesk = desk(2, signal);
    await runDueTasks();
    leave();
    (await secondDesk)();
    for (const entered of firstRequests) (await entered)();
  });

  test('serves the account next that was served longest ago', async () => {
    const desk = createSpeechLimiter();
    const order: string[] = [];
    const ask = (account: number, name: string) =>
      desk(account, signal).then((leave) => (order.push(name), leave));
    const leaves = await Promise.all([ask(1, 'a'), ask(1, 'b'), ask(2, 'c')]);
    const pendingRequests = [ask(1, 'd'), ask(1, 'e'), ask(3, 'f'), ask(2, 'g')];
    for (const leave of leaves) {
      leave();
      await runDueTasks();
    }
    for (const entry of pendingRequests) (await entry)();
    assert.deepEqual(order, ['a', 'b', 'c', 'd', 'f', 'g', 'e']);
  });

  test('removes a cancelled request from the queue with its reason, also one cancelled before', async () => {
    const desk = createSpeechLimiter();
    const leaves = await Promise.all([desk(1, signal), desk(1, signal)]);
    const stop = new AbortController();
    const refusal = assert.rejects(desk(1, stop.signal), /enough/);
    const lastRequest = desk(1, signal);
    stop.abort(new Error('enough'));
    await refusal;
    await assert.rejects(desk(1, stop.signal), /enough/);
    leaves[0]();
    (await lastRequest)();
    leaves[1]();
    (await desk(1, signal))();
  });
});
