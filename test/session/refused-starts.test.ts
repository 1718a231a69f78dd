/** Starts that are rejected or fail, and the message for the visitor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEPLOYMENT, json, offline, refusal, settle, START, world } from './world.ts';

const refusals = [
  ['deployment_inactive', 'inactive'],
  ['daily_limit', 'daily_limit'],
  ['total_limit', 'total_limit'],
  ['user_limit', 'user_limit'],
  ['busy', 'busy'],
  ['origin_not_allowed', 'origin'],
  ['deployment_not_found', 'unknown'],
] as const;

for (const [code, reason] of refusals) {
  test(`${code} at the start is unavailable: ${reason}; the microphone is freed and a retry starts again`, async () => {
    const { session, service, media } = world({ customization: { show_haircheck: true } });
    service.on(START, () => refusal(code, 60));
    session.begin();
    await settle();
    session.askDevices({ microphone: true, camera: false });
    await settle();
    session.confirmDevices();
    await settle();
    assert.deepEqual(session.view.phase, { is: 'unavailable', reason });
    assert.deepEqual([media.tracks.length, media.live.length], [1, 0]);
    session.again();
    await settle();
    assert.deepEqual(session.view.phase, { is: 'ready' });
  });
}

for (const [code, reason] of [
  ['origin_not_allowed', 'origin'],
  ['deployment_not_found', 'unknown'],
] as const) {
  test(`${code} while loading is unavailable: ${reason}`, async () => {
    const { session, service } = world();
    service.on('GET /v2/deployments/{}/init', () => refusal(code));
    await session.prepare();
    assert.deepEqual(session.view.phase, { is: 'unavailable', reason });
  });
}

test('a deployment that reports it itself is unavailable, and begin starts nothing', async () => {
  const { session, service } = world({ is_available: false, unavailable_reason: 'daily_limit' });
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'unavailable', reason: 'daily_limit' });
  assert.equal(service.of(START).length, 0);
});

test('no network while loading fails, and a retry tries again', async () => {
  const { session, service } = world();
  service.on('GET /v2/deployments/{}/init', offline);
  await session.prepare();
  assert.deepEqual(session.view.phase, { is: 'failed', code: 'network', message: '', retryAfter: null });
  service.on('GET /v2/deployments/{}/init', () =>
    json({ ...DEPLOYMENT, customization: { show_haircheck: false } }),
  );
  session.again();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'ready' });
});

test('no network at the start, and a proxy’s page as an answer, fail as network', async () => {
  for (const answer of [offline, () => new Response('<h1>Hotel Wi-Fi</h1>')]) {
    const { session, service, media } = world({ customization: { show_haircheck: true } });
    service.on(START, answer);
    session.begin();
    await settle();
    session.askDevices({ microphone: true, camera: false });
    await settle();
    session.confirmDevices();
    await settle();
    assert.deepEqual(session.view.phase, { is: 'failed', code: 'network', message: '', retryAfter: null });
    assert.equal(media.live.length, 0);
  }
});

test('any other refusal fails with its code, its message and its retry time', async () => {
  const { session, service } = world();
  service.on(START, () => refusal('room_unavailable', 5));
  session.begin();
  await settle();
  assert.deepEqual(session.view.phase, {
    is: 'failed',
    code: 'room_unavailable',
    message: 'The room cannot accept this call right now. Try again in a moment.',
    retryAfter: 5,
  });
});
