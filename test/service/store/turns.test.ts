/** The embedded database runs in the same thread as all other work, and must not block it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { systemClock } from '../../../src/runtime/clock.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { createFreshFolder } from '../fresh-database.ts';

/** Returns the number of event-loop turns while `readers` callers query the database continuously. */
async function countTurnsWhile(readers: number, questions: number): Promise<number> {
  const dataDir = await createFreshFolder();
  const store = await openStore({ dataDir, databaseUrl: null, clock: systemClock });
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  try {
    const queryRepeatedly = async () => {
      for (let question = 0; question < questions; question++)
        await store.db.selectFrom('settings').selectAll().execute();
    };
    await Promise.all(Array.from({ length: readers }, queryRepeatedly));
    return turns;
  } finally {
    clearImmediate(next);
    await store.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

// In both tests, `turns` was 0 before the database yielded to other work.
test('while hundreds wait for the embedded database, other callers have their turn', async () => {
  const turns = await countTurnsWhile(400, 4);
  assert.ok(turns >= 3, `${turns} turns`);
});

test('while two callers use the embedded database continuously, others have their turn', async () => {
  const turns = await countTurnsWhile(2, 500);
  assert.ok(turns >= 3, `${turns} turns`);
});
