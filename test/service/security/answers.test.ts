/** Responses reveal no internals, and no path leads out of the served folders. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { initDeployment } from '../../../src/contract/deployments.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('responses for one caller are not cached', async () => {
  const id = await world.deployment();
  for (const [url, headers] of [
    ['/v2/pals', { 'x-api-key': ALICE }],
    [`/v2/deployments/${id}`, { 'x-api-key': ALICE }],
    [`/v2/deployments/${id}/init`, {}],
    [`/v2/deployments/${id}/captcha`, {}],
    ['/v2/callbacks/secret', { 'x-api-key': ALICE }],
    ['/v2/pals', {}],
  ] as const) {
    const answer = await world.service.app.inject({ url, headers });
    assert.equal(answer.headers['cache-control'], 'no-store', url);
  }
});

test('paths that leave their folder, or are invalid, are not found', async () => {
  for (const url of [
    '/palkit/%2e%2e/package.json',
    '/palkit/..%2fpackage.json',
    '/palkit/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/palkit/..%5cpackage.json',
    '/palkit/%00',
    '/palkit/a%00.js',
    '/palkit/.hidden',
    '/demo/assets/%2e%2e/index.html',
    '/demo/assets/%00',
    '/media/faces/%2e%2e%2fa.webp',
    '/l/%00',
  ]) {
    const answer = await world.service.app.inject({ url });
    assert.ok([400, 404].includes(answer.statusCode), `${url} answered ${answer.statusCode}`);
  }
});

test('the service is not ready while the database is read-only', async () => {
  const ready = async () => (await world.service.app.inject({ url: '/readyz' })).statusCode;
  assert.equal(await ready(), 200);
  const { db } = world.service.context.store;
  await db.schema.alterTable('settings').renameTo('hidden_settings').execute();
  try {
    // The result of a readiness check is cached for two seconds.
    assert.equal(await ready(), 200);
    world.clock.move(2000);
    assert.equal(await ready(), 503);
  } finally {
    await db.schema.alterTable('hidden_settings').renameTo('settings').execute();
  }
  assert.equal(await ready(), 200);
});

test('without an answer of the media process the service is not ready, but text calls work', async () => {
  const ready = async () => (await world.service.app.inject({ url: '/readyz' })).statusCode;
  const video = await world.deployment();
  const chat = await world.deployment({ customization: { modality: 'chat' } });
  const init = async (deployment_id: string) =>
    (await world.call(initDeployment, { params: { deployment_id } })).result;
  world.media.available = false;
  try {
    assert.equal(await ready(), 503);
    assert.deepEqual(
      [(await init(video)).is_available, (await init(video)).unavailable_reason],
      [false, 'busy'],
    );
    assert.equal((await init(chat)).is_available, true);
    await assert.rejects(world.start(video), { code: 'room_unavailable' });
    assert.ok((await world.start(chat)).meeting_token);
  } finally {
    world.media.available = true;
  }
  assert.equal(await ready(), 200);
  assert.equal((await init(video)).is_available, true);
});
