/** A room stores its newest messages for visitors who reconnect, within limits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RoomLog } from '../../src/rooms/embedded/room-log.ts';

const BYTES = 1024 * 1024;

test('the log keeps the newest messages, at most 1000 and a megabyte, and always the last one', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: BYTES + 10 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 1200 }), (largeSize, smallSize) => {
      const log = new RoomLog();
      const allEntries = [...Array.from({ length: smallSize }, () => 3), ...largeSize];
      for (const [index, size] of allEntries.entries())
        log.add({ seq: index + 1, text: 'ä'.repeat(size >> 1), message: {} });
      const entries = log.after(0);
      const bytes = entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
      assert.ok(entries.length <= 1000 && (bytes <= BYTES || entries.length === 1));
      assert.deepEqual(
        entries.map(({ seq }) => seq),
        Array.from({ length: entries.length }, (_, index) => allEntries.length - entries.length + index + 1),
      );
      assert.ok(entries.length >= 1);
      // One more message would have exceeded the limit.
      const next = allEntries[allEntries.length - entries.length - 1];
      assert.ok(next === undefined || entries.length === 1000 || bytes + (next >> 1) * 2 > BYTES);
    }),
    { numRuns: 60 },
  );
});

test('the log returns the messages after a number', () => {
  const log = new RoomLog();
  for (const seq of [1, 2, 3]) log.add({ seq, text: 'x', message: {} });
  assert.deepEqual(
    log.after(1).map(({ seq }) => seq),
    [2, 3],
  );
});
