/** The service trusts only the configured proxies about the address of a visitor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDeployment } from '../../../src/contract/deployments.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import { openWorld } from '../world.ts';

/** True if the service attributes both starts to the same visitor. */
async function isSame(trust: string, firstAddress: string, secondAddress: string): Promise<boolean> {
  const world = await openWorld({ environment: { TRUST_PROXY: trust, VISITOR_STARTS_PER_MINUTE: '1' } });
  try {
    const deployment_id = await world.deployment();
    const requestFrom = (forwardedFor: string) => ({
      params: { deployment_id },
      body: {},
      headers: { 'x-forwarded-for': forwardedFor },
    });
    await world.call(startDeployment, requestFrom(firstAddress));
    try {
      await world.call(startDeployment, requestFrom(secondAddress));
      return false;
    } catch {
      return true;
    }
  } finally {
    await world.close();
  }
}

test('an address that a visitor adds to the header is ignored', async () => {
  assert.equal(await isSame('1', '203.0.113.1', '198.51.100.77, 203.0.113.1'), true);
  assert.equal(await isSame('1', '203.0.113.1', '203.0.113.2'), false);
});

test('behind two proxies the address is the one that the outer proxy saw', async () => {
  assert.equal(await isSame('2', '203.0.113.1, 10.0.0.1', 'x, 203.0.113.1, 10.0.0.2'), true);
  assert.equal(await isSame('2', '203.0.113.1, 10.0.0.1', '203.0.113.2, 10.0.0.1'), false);
});

test('networks are trusted as far as the chain contains them', async () => {
  const networks = '127.0.0.0/8, 10.0.0.0/8';
  assert.equal(await isSame(networks, '203.0.113.1, 10.0.0.1', 'x, 203.0.113.1, 10.9.9.9'), true);
  assert.equal(await isSame(networks, '203.0.113.1, 10.0.0.1', '203.0.113.2, 10.0.0.1'), false);
});

test('without the setting the header is ignored', async () => {
  assert.equal(await isSame('0', '203.0.113.1', '203.0.113.2'), true);
});

test('a setting without valid proxies is refused', () => {
  for (const value of ['yes', 'true', '10.0.0.0/64', '1,x', '-1'])
    assert.throws(
      () => readConfig({ TRUST_PROXY: value }),
      /^Error: TRUST_PROXY must be a number|TRUST_PROXY must/,
    );
});
