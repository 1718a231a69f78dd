/** A backup of the embedded database is downloaded while the service runs, and another service can open it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { extract } from 'tar';
import { CONSOLE_HEADER, useConsoleLink } from '../../../src/contract/console.ts';
import { downloadBackup } from '../../../src/contract/backups.ts';
import { getPal } from '../../../src/contract/pals.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, openWorld } from '../world.ts';

test('the owner, signed in, downloads a backup that opens as another service', async () => {
  const world = await openWorld();
  const headers = { [CONSOLE_HEADER]: '1', 'sec-fetch-site': 'same-origin' };
  const link = new URL(world.service.consoleLink!).hash.slice('#link='.length);
  const body = { link, name: 'Alice', password: 'a good long password' };
  const { answer } = await world.call(useConsoleLink, { headers, body });
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const pal_id = await world.pal({ pal_name: 'Nora' });
  assert.equal((await world.refusal(downloadBackup, { credential: ALICE })).code, 'forbidden');
  const { dataDir } = world.service.context.config;
  const deepFolder = path.join(dataDir, 'recordings', 'a'.repeat(60), 'b'.repeat(60));
  fs.mkdirSync(deepFolder, { recursive: true });
  fs.writeFileSync(path.join(deepFolder, 'call.webm'), 'film');
  fs.mkdirSync(path.join(dataDir, 'database.backup'));
  fs.writeFileSync(path.join(dataDir, 'database.backup', 'left-over'), '');
  const get = () => world.service.app.inject({ url: downloadBackup.path, headers: { ...headers, cookie } });
  if (world.databaseUrl !== null) {
    assert.equal((await get()).headers['x-error-code'], 'conflict');
    return world.close();
  }
  const answers = await Promise.all([get(), get()]);
  const [backup] = answers.filter(({ statusCode }) => statusCode === 200);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 429]);
  assert.match(String(backup!.headers['content-disposition']), /palkit-backup-[\d-]+\.tgz/);
  const folder = await createFreshFolder();
  fs.rmSync(path.join(folder, 'database'), { recursive: true, force: true });
  await pipeline(Readable.from([backup!.rawPayload]), extract({ cwd: folder }));
  const restoredFile = path.join(folder, path.relative(dataDir, deepFolder), 'call.webm');
  assert.equal(fs.readFileSync(restoredFile, 'utf8'), 'film');
  assert.ok(!fs.existsSync(path.join(folder, 'database', 'left-over')));
  await world.close();
  const otherWorld = await openWorld({ dataDir: folder });
  const { result } = await otherWorld.call(getPal, { credential: ALICE, params: { pal_id } });
  assert.equal(result.pal_name, 'Nora');
  assert.ok(!fs.existsSync(path.join(dataDir, 'database.backup')), 'the copy is gone');
  await otherWorld.close();
});
