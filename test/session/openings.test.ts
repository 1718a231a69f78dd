/** A session starts again after a call or a failure, and recognises a refusal that the browser hides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INIT, json, offline, refusal, settle, world } from './world.ts';

test('a call that has ended can be started again by the same method', async () => {
  const visitor = world();
  await visitor.live();
  visitor.session.end();
  assert.equal(visitor.session.view.phase.is, 'ended');
  await visitor.live();
  assert.equal(visitor.session.view.phase.is, 'live');
  assert.equal(visitor.rooms.length, 2);
});

test('a page that returns from the back/forward cache starts again', async () => {
  const visitor = world({ customization: { modality: 'video' } }, { storage: undefined });
  await visitor.live();
  visitor.page.dispatchEvent(new Event('pagehide'));
  assert.equal(visitor.session.view.phase.is, 'ended');
  await visitor.live();
  assert.equal(visitor.session.view.phase.is, 'live');
});

test('a failed attempt is tried again by the same method', async () => {
  const visitor = world();
  visitor.service.on(INIT, offline);
  visitor.session.begin();
  await settle();
  assert.equal(visitor.session.view.phase.is, 'failed');
  visitor.service.on(INIT, () => refusal('deployment_not_found'));
  visitor.session.begin();
  await settle();
  assert.deepEqual(visitor.session.view.phase, { is: 'unavailable', reason: 'unknown' });
});

test('without an id no request is sent', async () => {
  const visitor = world({}, { deploymentId: '' });
  await visitor.session.prepare();
  assert.deepEqual(visitor.session.view.phase, { is: 'unavailable', reason: 'unknown' });
  assert.equal(visitor.service.requests.length, 0);
});

test('a refusal that CORS hides from the page is distinguished from a missing network', async () => {
  for (const [healthy, origin, phase] of [
    [true, 'https://shop.test', { is: 'unavailable', reason: 'origin' }],
    [false, 'https://shop.test', { is: 'failed', code: 'network', message: '', retryAfter: null }],
    [true, 'https://pal.test', { is: 'failed', code: 'network', message: '', retryAfter: null }],
    [true, undefined, { is: 'failed', code: 'network', message: '', retryAfter: null }],
  ] as const) {
    const visitor = world({}, { pageOrigin: origin });
    visitor.service.on(INIT, offline).on('GET /healthz', () => (healthy ? new Response('') : offline()));
    await visitor.session.prepare();
    await settle();
    assert.deepEqual(visitor.session.view.phase, phase, `${healthy} ${origin}`);
  }
});

test('a network that failed for a moment is no refusal', async () => {
  const visitor = world({}, { pageOrigin: 'https://shop.test' });
  visitor.service.on('GET /healthz', () => new Response(''));
  const { init } = visitor;
  let failures = 1;
  visitor.service.on(INIT, () => (failures-- > 0 ? offline() : json(init)));
  await visitor.session.prepare();
  await settle();
  assert.deepEqual(visitor.phases(), ['loading', 'ready']);
});
