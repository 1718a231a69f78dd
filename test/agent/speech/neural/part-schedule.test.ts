import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartSchedule } from '../../../../src/agent/speech/neural/part-schedule.ts';

async function* parts(): AsyncGenerator<string, void, undefined> {
  for (;;) yield 'part';
}

/** Returns the sentence of each of the next `count` parts; each part counts as progress of 1. */
function order(schedule: PartSchedule<string>, count: number): number[] {
  return Array.from({ length: count }, () => {
    const sentence = schedule.next()!;
    sentence.progress += 1;
    return sentence.id;
  });
}

test('a new sentence begins before others continue, and then they take turns', () => {
  const schedule = new PartSchedule<string>();
  schedule.add(1, parts());
  assert.deepEqual(order(schedule, 2), [1, 1]);
  schedule.add(2, parts());
  assert.deepEqual(order(schedule, 5), [2, 2, 1, 2, 1]);
});

test('background work comes last, and removed work does not come', () => {
  const schedule = new PartSchedule<string>();
  schedule.add(1, parts(), true);
  schedule.add(2, parts());
  assert.deepEqual(order(schedule, 3), [2, 2, 2]);
  schedule.remove(2);
  assert.equal(schedule.has(2), false);
  assert.deepEqual(order(schedule, 1), [1]);
  schedule.remove(1);
  assert.equal(schedule.next(), undefined);
});
