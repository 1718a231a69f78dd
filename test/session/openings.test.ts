/** A session starts again after a call or a failure, and recognises a refusal that the browser hides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INIT, json, offline, refusal, settle, world } from './world.ts';

test('a call that has ended can be started again by the same method', async () => {
  const it = world();
  await it.live();
  it.session.end();
  assert.equal(it.session.view.phase.is, 'ended');
  await it.live();
  assert.equal(it.session.view.phase.is, 'live');
  assert.equal(it.rooms.length, 2);
});

test('a page that returns from the back/forward cache starts again', async () => {
  const it = world({ customization: { modality: 'video' } }, { storage: undefined });
  await it.live();
  it.page.dispatchEvent(new Event('pagehide'));
  assert.equal(it.session.view.phase.is, 'ended');
  await it.live();
  assert.equal(it.session.view.phase.is, 'live');
});

test('a failed attempt is tried again by the same method', async () => {
  const it = world();
  it.service.on(INIT, offline);
  it.session.begin();
  await settle();
  assert.equal(it.session.view.phase.is, 'failed');
  it.service.on(INIT, () => refusal('deployment_not_found'));
  it.session.begin();
  await settle();
  assert.deepEqual(it.session.view.phase, { is: 'unavailable', reason: 'unknown' });
});

test('without an id no request is sent', async () => {
  const it = world({}, { deploymentId: '' });
  await it.session.prepare();
  assert.deepEqual(it.session.view.phase, { is: 'unavailable', reason: 'unknown' });
  assert.equal(it.service.requests.length, 0);
});

test('a refusal that CORS hides from the page is distinguished from a missing network', async () => {
  for (const [healthy, origin, phase] of [
    [true, 'https://shop.test', { is: 'unavailable', reason: 'origin' }],
    [false, 'https://shop.test', { is: 'failed', code: 'network', message: '', retryAfter: null }],
    [true, 'https://pal.test', { is: 'failed', code: 'network', message: '', retryAfter: null }],
    [true, undefined, { is: 'failed', code: 'network', message: '', retryAfter: null }],
  ] as const) {
    const it = world({}, { pageOrigin: origin });
    it.service.on(INIT, offline).on('GET /healthz', () => (healthy ? new Response('') : offline()));
    await it.session.prepare();
    await settle();
    assert.deepEqual(it.session.view.phase, phase, `${healthy} ${origin}`);
  }
});

test('a network that failed for a moment is no refusal', async () => {
  const it = world({}, { pageOrigin: 'https://shop.test' });
  it.service.on('GET /healthz', () => new Response(''));
  const { init } = it;
  let failures = 1;
  it.service.on(INIT, () => (failures-- > 0 ? offline() : json(init)));
  await it.session.prepare();
  await settle();
  assert.deepEqual(it.phases(), ['loading', 'ready']);
});
