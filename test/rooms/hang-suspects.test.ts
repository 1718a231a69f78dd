import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../src/runtime/clock.ts';
import { HangSuspects } from '../../src/rooms/embedded/hang-suspects.ts';

const HOUR = 3_600_000;

test('one hang is tolerated, a second within an hour refuses the network until the first is an hour old', () => {
  const clock = new ManualClock();
  const suspects = new HangSuspects(clock);
  suspects.record('192.0.2.1');
  assert.equal(suspects.refusedFor('192.0.2.1'), 0);
  clock.move(HOUR / 2);
  suspects.record('192.0.2.1');
  assert.equal(suspects.refusedFor('192.0.2.1'), 1800);
  assert.equal(suspects.refusedFor('192.0.2.2'), 0);
  clock.move(HOUR / 2);
  assert.equal(suspects.refusedFor('192.0.2.1'), 0);
});

test('at most ten thousand networks are remembered', () => {
  const suspects = new HangSuspects(new ManualClock());
  for (let hang = 0; hang < 2; hang++) suspects.record('198.51.100.1');
  for (let network = 0; network < 10_000; network++) suspects.record(String(network));
  assert.equal(suspects.refusedFor('198.51.100.1'), 0);
});
