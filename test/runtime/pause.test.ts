import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { ManualClock, pause } from '../../src/runtime/clock.ts';

test('a pause ends with its time, and leaves no listener on the signal', async () => {
  const clock = new ManualClock();
  const { signal } = new AbortController();
  const paused = pause(clock, 1000, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  clock.move(1000);
  await paused;
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a pause ends at once with the reason if its signal aborts or has aborted', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  const paused = assert.rejects(pause(clock, 1000, stop.signal), /enough/);
  stop.abort(new Error('enough'));
  await paused;
  await assert.rejects(pause(clock, 1000, stop.signal), /enough/);
  assert.equal(clock.countWaits(1000), 0, 'the clock keeps no wait');
});
