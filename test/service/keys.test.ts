import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../../src/runtime/clock.ts';
import { findKey } from '../../src/service/store/accounts.ts';
import { openStore } from '../../src/service/store/store.ts';
import { freePort } from '../free-port.ts';
import { createFreshFolder } from './fresh-database.ts';

describe("the keys' command line", () => {
  let dataDir = '';
  before(async () => {
    dataDir = await createFreshFolder();
  });
  after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const run = (parameters: string[], DATABASE_URL = '') => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--liftoff-only', 'src/service/dist/keys.js', ...parameters],
      { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL }, encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };
  const keys = (...parameters: string[]) => run(parameters);
  const accountOf = async (key: string) => {
    const store = await openStore({ dataDir, databaseUrl: null, clock: systemClock });
    try {
      return (await findKey(store.db, key))?.account ?? null;
    } finally {
      await store.close();
    }
  };

  // Proves authentication-6.
  test('a key can be created, used, listed without its secret, and revoked', async () => {
    const output = keys('create', '7');
    assert.equal(output.status, 0, output.stderr);
    const key = output.stdout.trim();
    assert.match(key, /^palkit_[\w-]{43}$/);
    assert.equal(await accountOf(key), 7);
    const keyList = keys('list').stdout;
    assert.ok(!keyList.includes(key));
    const [account, name] = keyList.trim().split('\t');
    assert.equal(account, '7');
    assert.deepEqual(keys('revoke', name!).stdout, 'Revoked.\n');
    assert.equal(await accountOf(key), null);
    assert.match(keys('list').stdout, /revoked \d{4}-/);
    assert.equal(keys('revoke', key).status, 1, 'it is revoked already');
  });

  test('a key has a name and a scope', () => {
    const output = keys('create', '7', '--name', 'Console', '--scope', 'read');
    assert.match(output.stdout, /^palkit_read_[\w-]{43}\n$/, output.stderr);
    assert.match(keys('list').stdout, /^7\tpalkit_read_….{4}\tk[0-9a-f]{20}\tread\tConsole\tmade /m);
  });

  test('an unknown command prints the usage', () => {
    for (const parameters of [
      [],
      ['create'],
      ['create', '0'],
      ['create', 'x'],
      ['create', '1', '2'],
      ['list', 'all'],
      ['revoke'],
      ['delete', '1'],
      ['create', '1', '--scope', 'admin'],
      ['create', '1', '--base-url', 'http://127.0.0.1:1'],
      ['list', '--name', 'x'],
      ['list', '--unknown'],
    ]) {
      const { status, stdout, stderr } = keys(...parameters);
      assert.equal(status, 2, parameters.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /usage:/);
    }
  });

  test('a folder of another owner and a malformed setting each give one clear line', async () => {
    const store = await openStore({ dataDir, databaseUrl: null, clock: systemClock });
    const { status, stderr } = keys('list');
    await store.close();
    assert.equal(status, 1);
    assert.match(stderr, /^palkit: .+\n$/);
  });

  test('an unreachable database gives one clear line without delay', async () => {
    const { status, stderr } = run(['list'], `postgres://x@127.0.0.1:${await freePort()}/x`);
    assert.equal(status, 1);
    assert.match(stderr, /^palkit: No server listens at the address of DATABASE_URL \(ECONNREFUSED\)\.\n$/);
  });
});
