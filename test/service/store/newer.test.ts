import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../../src/runtime/clock.ts';
import { openStore, VersionError } from '../../../src/service/store/store.ts';
import { createFreshFolder } from '../fresh-database.ts';

test('a database that a newer Palkit has migrated is refused with a message, each time', async () => {
  const dataDir = await createFreshFolder();
  const open = () => openStore({ dataDir, databaseUrl: null, clock: systemClock });
  const store = await open();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')`.execute(
    store.db,
  );
  await store.close();
  // A failed start leaves the folder usable, so the second attempt fails in the same way.
  for (let time = 0; time < 2; time++)
    await assert.rejects(
      open(),
      (error) => error instanceof VersionError && /newer version of Palkit/.test(error.message),
    );
  fs.rmSync(dataDir, { recursive: true, force: true });
});
