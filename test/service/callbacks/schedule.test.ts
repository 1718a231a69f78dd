import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GIVE_UP_AFTER, nextAttemptAt, RETRY_DELAYS_MS } from '../../../src/service/callbacks/schedule.ts';

const attempt = { firstAt: 0, status: 500, retryAfter: null };

// Proves events-24.
test('a callback is tried ten times within a day for any jitter', () => {
  for (const random of [0, 0.5, 1]) {
    let now = 0;
    let attempts = 1;
    for (
      let next = nextAttemptAt({ ...attempt, tries: attempts, now, random });
      next !== null;
      next = nextAttemptAt({ ...attempt, tries: attempts, now, random })
    ) {
      assert.ok(next > now);
      now = next;
      attempts++;
    }
    assert.equal(attempts, 10);
    assert.ok(now <= GIVE_UP_AFTER && now > 0.75 * GIVE_UP_AFTER, `${now / 3600_000} hours`);
  }
});

test('each delay is longer than the one before, and jitter spreads the retries', () => {
  for (const [row, wait] of RETRY_DELAYS_MS.entries()) {
    assert.ok(row === 0 || wait > RETRY_DELAYS_MS[row - 1]!);
    const [earliest, latest] = [0, 1].map((random) =>
      nextAttemptAt({ ...attempt, tries: row + 1, now: 0, random })!,
    );
    assert.ok(earliest! < wait && latest! > wait);
  }
});

test('Retry-After extends the delay up to the bound, as seconds or as a date; 410 ends the retries', () => {
  const now = Date.UTC(2026, 0, 1);
  const next = (retryAfter: string | null, status = 503) =>
    nextAttemptAt({ ...attempt, firstAt: now, tries: 1, now, status, retryAfter, random: 0.8 });
  assert.equal(next(null), now + 5000);
  assert.equal(next('120'), now + 120_000);
  assert.equal(next('1'), now + 5000, 'never sooner than planned');
  assert.equal(next(new Date(now + 90_000).toUTCString()), now + 90_000);
  for (const nonsense of ['soon', '-5', '1.5e9x', '']) assert.equal(next(nonsense), now + 5000, nonsense);
  assert.equal(next('999999'), now + GIVE_UP_AFTER);
  assert.equal(next(null, 410), null);
  assert.equal(nextAttemptAt({ ...attempt, tries: 2, now: GIVE_UP_AFTER, random: 0 }), null);
});
