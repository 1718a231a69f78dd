/** A connection that receives no data is noticed within seconds, while the browser itself needs more than ten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENCE_CHECKS, SILENCE_CHECK_MS } from '../../src/elements/session/network.ts';
import { watchNetwork } from '../../src/elements/session/network-watch.ts';
import { MovedClock } from './world.ts';

function connection(bytesReceived: (check: number) => number | undefined) {
  const clock = new MovedClock();
  const ending = new AbortController();
  let checks = 0;
  let silences = 0;
  const peer = {
    getStats: () =>
      Promise.resolve(
        new Map([
          ['pair', { type: 'candidate-pair', nominated: true, bytesReceived: bytesReceived(checks) }],
        ]),
      ) as unknown as Promise<RTCStatsReport>,
  };
  watchNetwork(peer, clock, { onChange: () => {}, onLoss: () => silences++ }, ending.signal);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      checks++;
      await clock.advance(SILENCE_CHECK_MS);
    }
    return silences;
  };
  return { pass, end: () => ending.abort() };
}

test('four checks in a row without a byte are silence, reported once', async () => {
  const { pass } = connection((check) => Math.min(check, 10) * 100);
  assert.equal(await pass(10 + SILENCE_CHECKS - 1), 0);
  assert.equal(await pass(1), 1);
  assert.equal(await pass(20), 1);
});

test('occasional bytes are no silence, nor is a browser that does not count them', async () => {
  const slowConnection = connection((check) => Math.floor(check / SILENCE_CHECKS) + 1);
  assert.equal(await slowConnection.pass(60), 0);
  for (const none of [0, undefined]) {
    const uncounted = connection(() => none);
    assert.equal(await uncounted.pass(60), 0);
  }
});

test('no silence is reported after the end', async () => {
  const { pass, end } = connection(() => 100);
  await pass(2);
  end();
  assert.equal(await pass(20), 0);
});
