/** All faults in the media process are counted, but each position in the code reports only a few of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FaultLimit } from '../../src/rooms/embedded/fault-limit.ts';

test('a minute of broken packets is reported nine times, each report with the number before it', () => {
  const limit = new FaultLimit();
  const reports: number[] = [];
  for (let packet = 0; packet < 3000; packet++) {
    const omitted = limit.count('voice', packet * 20);
    if (omitted !== null) reports.push(omitted);
  }
  assert.ok(reports.length <= 9, `${reports.length} reports`);
  assert.deepEqual(reports.slice(0, 3), [0, 0, 0]);
  const droppedCount = limit.count('voice', 120_000) ?? 0;
  assert.equal(reports.reduce((sum, omitted) => sum + omitted + 1, 0) + droppedCount, 3000);
});

test('an error of another place is reported at once', () => {
  const limit = new FaultLimit();
  for (let packet = 0; packet < 100; packet++) limit.count('voice', 0);
  assert.equal(limit.count('camera', 0), 0);
});
