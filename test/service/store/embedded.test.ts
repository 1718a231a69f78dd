import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createDeployment, listDeployments, startDeployment } from '../../../src/contract/deployments.ts';
import { listConversations } from '../../../src/contract/conversations.ts';
import { createClient, type Client } from '../../../src/contract/client.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { patchDeployment } from '../../../src/contract/deployments.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { FolderError, openEmbedded } from '../../../src/service/store/embedded.ts';
import { freePort } from '../../free-port.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { KEY as credential, startKillable } from './killable-service.ts';

describe('the embedded database', () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-store-'));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('locks its folder, syncs each commit, and refuses an unknown version', async () => {
    const database = await openEmbedded(folder);
    await assert.rejects(
      openEmbedded(folder),
      (error: Error) => error instanceof FolderError && /Another process is using/.test(error.message),
    );
    await database.pool.query('create table t (x integer)');
    let syncCount = 0;
    const originalFsync = fs.fsyncSync;
    fs.fsyncSync = (descriptor) => {
      syncCount++;
      originalFsync(descriptor);
    };
    try {
      for (let row = 0; row < 5; row++) await database.pool.query('insert into t values ($1)', [row]);
    } finally {
      fs.fsyncSync = originalFsync;
    }
    assert.ok(syncCount >= 5, `${syncCount} syncs for 5 commits`);
    await database.close();
    const reopenedDatabase = await openEmbedded(folder);
    assert.deepEqual((await reopenedDatabase.pool.query('select count(*)::int as n from t')).rows, [
      { n: 5 },
    ]);
    await reopenedDatabase.close();
    fs.writeFileSync(path.join(folder, 'database', 'PG_VERSION'), '15\n');
    await assert.rejects(
      openEmbedded(folder),
      (error: Error) => error instanceof FolderError && /of PostgreSQL 15/.test(error.message),
    );
  });
});

/** Number of kills for each kind of row; set `DATABASE_KILLS=20` or more for a longer run. */
const KILLS = Number(process.env['DATABASE_KILLS'] ?? 5);

/** `write` stores one row and returns its id; `read` returns the ids on a page of 100 rows. */
interface Kind {
  write(client: Client<AbortSignal>, pal_id: string, deployment_id: string): Promise<string>;
  read(client: Client<AbortSignal>, page: number): Promise<string[]>;
}
const KINDS: Record<string, Kind> = {
  deployments: {
    write: async (client, pal_id) =>
      (await client(createDeployment, { credential, body: { pal_id, channel: 'embed' } })).result
        .deployment_id,
    read: async (client, page) =>
      (
        await client(listDeployments, { credential, query: { limit: '100', page: String(page) } })
      ).result.deployments.map(({ deployment_id }) => deployment_id),
  },
  conversations: {
    write: async (client, _, deployment_id) =>
      (await client(startDeployment, { params: { deployment_id } })).result.conversation_id,
    read: async (client, page) =>
      // This endpoint numbers its pages from 1.
      (
        await client(listConversations, { credential, query: { limit: '100', page: String(page + 1) } })
      ).result.data.map(({ conversation_id }) => conversation_id),
  },
};

for (const [rows, { write, read }] of Object.entries(KINDS))
  test(`loses no acknowledged row of ${rows} after ${KILLS} times kill -9`, async () => {
    const folder = await createFreshFolder();
    const port = await freePort();
    const client: Client<AbortSignal> = createClient(`http://127.0.0.1:${port}`, (url, init) =>
      fetch(url, init),
    );
    const acknowledgedIds = new Set<string>();
    const start = () => startKillable(folder, port, { LOG_LEVEL: 'error' });
    let service = await start();
    try {
      const { pal_id } = (
        await client(createPal, { credential, body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id } })
      ).result;
      const { deployment_id } = (
        await client(createDeployment, { credential, body: { pal_id, channel: 'widget' } })
      ).result;
      await client(patchDeployment, {
        credential,
        params: { deployment_id },
        body: [{ op: 'replace', path: '/status', value: 'active' }],
      });
      for (let kill = 0; kill < KILLS; kill++) {
        let writtenRows = 0;
        const writers = Array.from({ length: 4 }, async () => {
          for (;;) {
            try {
              acknowledgedIds.add(await write(client, pal_id, deployment_id));
            } catch {
              return;
            }
            // Kill the service while the other writers are working, after a different number of responses each time.
            if (++writtenRows === 5 + (kill % 7)) service.kill('SIGKILL');
          }
        });
        await Promise.all([...writers, once(service, 'exit')]);
        service = await start();
      }
      const storedIds = new Set<string>();
      for (let page = 0, isFull = true; isFull; page++) {
        const ids = await read(client, page);
        for (const id of ids) storedIds.add(id);
        isFull = ids.length === 100;
      }
      assert.deepEqual(
        [...acknowledgedIds].filter((id) => !storedIds.has(id)),
        [],
      );
      assert.ok(acknowledgedIds.size > KILLS);
      service.kill('SIGTERM');
      await once(service, 'exit');
    } finally {
      service.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
