/** The command line for keys, used while the service is running. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { findKey } from '../../src/service/store/accounts.ts';
import { ALICE, openWorld, type World } from './world.ts';
import { freePort } from '../free-port.ts';

describe("the keys' command line, beside a running service", () => {
  let world: World;
  let baseUrl: string;
  before(async () => {
    world = await openWorld();
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    baseUrl = `http://127.0.0.1:${(world.service.app.server.address() as AddressInfo).port}`;
  });
  after(() => world.close());

  /** This process also serves the responses, so the command must not block it. */
  const run = async (parameters: string[], key = ALICE) => {
    const child = spawn(process.execPath, ['--liftoff-only', 'src/service/dist/keys.js', ...parameters], {
      env: { ...process.env, DATA_DIR: '/nowhere/at/all', DATABASE_URL: '', PALKIT_KEY: key },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (stdout += String(text)));
    child.stderr.on('data', (text: Buffer) => (stderr += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    return { status, stdout, stderr };
  };
  const keys = (...parameters: string[]) => run([...parameters, '--base-url', baseUrl]);

  test('makes, lists and revokes keys of its own account over the API', async () => {
    const output = await keys('create', '--name', 'Console', '--scope', 'read');
    assert.equal(output.status, 0, output.stderr);
    const key = output.stdout.trim();
    assert.equal((await findKey(world.service.context.store.db, key))?.scope, 'read');
    const line = (await keys('list')).stdout.split('\n').find((text) => text.includes('Console'))!;
    assert.match(line, /^palkit_read_….{4}\tk[0-9a-f]{20}\tread\tConsole\tmade /);
    assert.equal((await keys('revoke', line.split('\t')[1]!)).stdout, 'Revoked.\n');
    assert.equal((await keys('revoke', key)).status, 1, 'it is revoked already');
    assert.equal(await findKey(world.service.context.store.db, key), null);
    const otherKey = (await keys('create')).stdout.trim();
    assert.equal((await keys('revoke', otherKey)).stdout, 'Revoked.\n');
  });

  test('explains an error in one line', async () => {
    const wrongResult = await run(['list', '--base-url', baseUrl], 'wrong');
    assert.deepEqual(
      [wrongResult.status, wrongResult.stderr],
      [1, 'palkit: Invalid or missing x-api-key.\n'],
    );
    const unreachable = await run(['list', '--base-url', `http://127.0.0.1:${await freePort()}`]);
    assert.equal(unreachable.status, 1);
    assert.match(
      unreachable.stderr,
      /^palkit: No service answers at .+ unset PALKIT_KEY to open the database\.\n$/,
    );
    assert.equal((await run(['create', '1', '--base-url', baseUrl])).status, 2, 'the key names the account');
  });
});
