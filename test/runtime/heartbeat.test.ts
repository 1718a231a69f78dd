import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import { Heartbeat } from '../../src/runtime/heartbeat.ts';

function createHeartbeat(misses = 3) {
  const clock = new ManualClock();
  const counters = { asks: 0, hung: 0 };
  const heartbeat = new Heartbeat({
    clock,
    interval: 500,
    misses,
    ask: () => void counters.asks++,
    onHang: () => void counters.hung++,
  });
  return { clock, counts: counters, heartbeat };
}

test('a process that answers each ping never counts as hung', () => {
  const { clock, counts: callCounts, heartbeat } = createHeartbeat();
  for (let tick = 0; tick < 100; tick++) {
    clock.move(500);
    heartbeat.beat();
  }
  assert.deepEqual(callCounts, { asks: 100, hung: 0 });
});

test('three pings without an answer make it hung, once, and no further ping is sent', () => {
  const { clock, counts: callCounts, heartbeat } = createHeartbeat();
  clock.move(1500);
  assert.deepEqual(callCounts, { asks: 3, hung: 0 });
  assert.equal(heartbeat.unanswered, 3);
  clock.move(500);
  assert.deepEqual(callCounts, { asks: 3, hung: 1 });
  clock.move(60_000);
  assert.deepEqual(callCounts, { asks: 3, hung: 1 });
});

test('one late answer covers the earlier pings', () => {
  const { clock, counts, heartbeat } = createHeartbeat();
  clock.move(1500);
  heartbeat.beat();
  clock.move(1500);
  assert.equal(counts.hung, 0);
});

test('a stopped heartbeat sends no more pings', () => {
  const { clock, counts, heartbeat } = createHeartbeat();
  heartbeat.stop();
  clock.move(10_000);
  assert.deepEqual(counts, { asks: 0, hung: 0 });
});
