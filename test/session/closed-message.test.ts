/** A message outside opening hours: sent once, through the same gates as a call; the phase contains the outcome. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../src/contract/errors.ts';
import { CAPTCHA, INIT, json, offline, refusal, settle, START, DEPLOYMENT, world } from './world.ts';

const MESSAGES = 'POST /v2/deployments/deployment-1/messages';
const CLOSED_INIT = {
  is_available: false,
  unavailable_reason: 'closed' as const,
  opens_at: '2026-08-03T07:00:00.000Z',
};

async function openClosed(deployment: Parameters<typeof world>[0] = {}) {
  const visitor = world({ ...CLOSED_INIT, ...deployment }, { solve: async () => 'solved' });
  await visitor.session.prepare();
  assert.deepEqual(visitor.session.view.phase, { is: 'unavailable', reason: 'closed' });
  return visitor;
}

/** Returns the body of a message without its random id. */
function withoutId({ body }: { body: unknown }): unknown {
  const { message_id, ...otherFields } = body as Record<string, unknown>;
  assert.match(String(message_id), /^[0-9a-f]{32}$/);
  return otherFields;
}

test('a message is sent once, and the phase reports its arrival', async () => {
  const { session, service } = await openClosed();
  service.on(MESSAGES, () => new Response(null, { status: 204 }));
  session.leaveMessage({ message: 'Hi.', contact: 'ada@example.com' });
  session.leaveMessage({ message: 'Hi.', contact: 'ada@example.com' });
  await settle();
  assert.deepEqual(session.view.phase, { is: 'unavailable', reason: 'closed', message: { is: 'sent' } });
  session.leaveMessage({ message: 'Once more.' });
  await settle();
  assert.deepEqual(service.of(MESSAGES).map(withoutId), [{ message: 'Hi.', contact: 'ada@example.com' }]);
});

test('a message includes the password, the consent and a solved captcha', async () => {
  const { session, service, clock } = await openClosed({
    has_password: true,
    captcha: CAPTCHA,
    customization: { consent: { required: true, version: '7' } },
  });
  service.on(MESSAGES, () => new Response(null, { status: 204 }));
  session.leaveMessage({ message: 'Hi.', password: 'sesame', agrees: true });
  await settle();
  assert.deepEqual(service.of(MESSAGES).map(withoutId), [
    {
      message: 'Hi.',
      password: 'sesame',
      captcha_token: 'solved',
      consent: { version: '7', accepted_at: new Date(clock.now()).toISOString() },
    },
  ]);
});

test('a refusal and a lost connection are shown, and the message can be sent again', async () => {
  const { session, service } = await openClosed();
  const sendAndFail = async () => {
    session.leaveMessage({ message: 'Hi.' });
    await settle();
    const { phase } = session.view;
    return phase.is === 'unavailable' && phase.reason === 'closed' ? phase.message : null;
  };
  service.on(MESSAGES, () => refusal('too_many_requests'));
  assert.deepEqual(await sendAndFail(), {
    is: 'failed',
    code: 'too_many_requests',
    text: ERRORS.too_many_requests.text,
  });
  service.on(MESSAGES, offline);
  assert.deepEqual(await sendAndFail(), { is: 'failed', code: 'network', text: '' });
  service.on(MESSAGES, () => new Response(null, { status: 204 }));
  assert.deepEqual(await sendAndFail(), { is: 'sent' });
});

test('a message that is sent again keeps its id, a changed one has another', async () => {
  const { session, service } = await openClosed();
  service.on(MESSAGES, offline);
  for (const message of ['Hi.', 'Hi.', 'Hello.']) {
    session.leaveMessage({ message });
    await settle();
  }
  const [firstId, secondId, thirdId] = service
    .of(MESSAGES)
    .map(({ body }) => (body as { message_id: string }).message_id);
  assert.equal(firstId, secondId);
  assert.notEqual(secondId, thirdId);
});

test('a late start leads to the form, and an open agent accepts no message', async () => {
  const { session, service } = world();
  service.on(START, () => refusal('deployment_closed'));
  await session.prepare();
  session.leaveMessage({ message: 'Hi.' });
  await settle();
  assert.equal(service.of(MESSAGES).length, 0);
  session.begin('text');
  await settle();
  assert.deepEqual(session.view.phase, { is: 'unavailable', reason: 'closed' });
  service.on(INIT, () => json(DEPLOYMENT));
  session.again();
  await settle();
  assert.deepEqual(session.view.phase, { is: 'ready' });
});
