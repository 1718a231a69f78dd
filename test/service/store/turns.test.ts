/** The embedded database is in the same process as everything else. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { systemClock } from '../../../src/service/platform/clock.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { freshFolder } from '../world.ts';

test('while hundreds wait for the embedded database, others have their turn', async () => {
  const dataDir = await freshFolder();
  const store = await openStore({ dataDir, databaseUrl: null, clock: systemClock });
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  try {
    const reader = async () => {
      for (let query = 0; query < 4; query++) await store.db.selectFrom('settings').selectAll().execute();
    };
    await Promise.all(Array.from({ length: 400 }, reader));
    // It was none at all before they were let in between.
    assert.ok(turns >= 3, `${turns} turns`);
  } finally {
    clearImmediate(next);
    await store.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
