/** A deployment's opening hours: outside them, no call begins, and a message is sent to the owner. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { getConversation, listConversations } from '../../../src/contract/conversations.ts';
import { leaveMessage, MESSAGES_PER_HOUR } from '../../../src/contract/deployment-messages.ts';
import {
  createDeployment,
  getDeployment,
  initDeployment,
  patchDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { openingHours } from '../../../src/service/store/migrations/0230-opening-hours.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const HOURS = {
  timezone: 'Europe/Vienna',
  regular: [{ days: [...WEEK], opens: '09:00', closes: '18:00' }],
  holidays: [{ from: '2026-12-24', to: '2026-12-26' }],
  text: 'We are back on Monday.',
};
/** A Saturday, and nine o'clock in Vienna on the following Monday. */
const CLOSED_TIME = Date.parse('2026-08-01T10:00:00Z');
const OPENS = '2026-08-03T07:00:00.000Z';

describe('a deployment with opening hours', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ clock: new ManualClock(CLOSED_TIME) });
  });
  after(() => world.close());

  test('refuses invalid hours', async () => {
    const pal_id = await world.pal();
    for (const [hours, message] of [
      [{ ...HOURS, timezone: 'Europe/Atlantis' }, /customization\.hours\.timezone/],
      [
        { ...HOURS, regular: [{ days: ['monday'], opens: '9', closes: '18:00' }] },
        /customization\.hours\.regular/,
      ],
      [{ regular: [] }, /customization\.hours\.timezone/],
      [{ ...HOURS, closed: true }, /closed/],
      ['always', /customization\.hours/],
    ] as const) {
      const refusal = await world.refusal(createDeployment, {
        credential: ALICE,
        body: { pal_id, channel: 'widget', customization: { hours } } as never,
      });
      assert.equal(refusal.code, 'invalid_request');
      assert.match(refusal.text, message);
    }
  });

  test('is closed outside of them: init returns the next opening, and a start is refused', async () => {
    const deployment_id = await world.deployment({ customization: { hours: HOURS } });
    const params = { deployment_id };
    const { result } = await world.call(initDeployment, { params });
    assert.deepEqual(
      [result.is_available, result.unavailable_reason, result.opens_at],
      [false, 'closed', OPENS],
    );
    assert.equal(result.customization.hours?.text, HOURS.text);
    assert.equal((await world.refusal(startDeployment, { params })).code, 'deployment_closed');
    const alwaysOpen = {
      timezone: 'UTC',
      regular: [{ days: ['saturday'], opens: '00:00', closes: '24:00' }],
    };
    await world.call(patchDeployment, {
      credential: ALICE,
      params,
      body: [{ op: 'replace', path: '/customization/hours', value: alwaysOpen }],
    });
    assert.equal((await world.call(initDeployment, { params })).result.unavailable_reason, null);
    assert.equal((await world.call(startDeployment, { params })).result.status, 'active');
    assert.equal((await world.refusal(leaveMessage, { params, body: { message: 'Hi.' } })).code, 'conflict');
  });

  test('keeps a field of that name from an earlier version, without effect', async () => {
    const deployment_id = await world.deployment({ customization: { captions: true } });
    const { db } = world.service.context.store;
    await sql`update deployments set document = jsonb_set(document, '{customization,hours}', '"always"')
      where id = ${deployment_id}`.execute(db);
    await openingHours.up(db);
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.deepEqual(result.customization, { captions: true, earlier_hours: 'always' });
  });

  test('accepts a message, which is listed, searchable and reported', async () => {
    const deployment_id = await world.deployment({
      customization: { hours: HOURS },
      callback_url: 'https://shop.example/hook',
    });
    const params = { deployment_id };
    await world.call(leaveMessage, {
      params,
      body: { message: ' Do you repair unicycles? ', name: 'Ada', contact: 'ada@example.com' },
    });
    const query = { deployment_id };
    const { result } = await world.call(listConversations, { credential: ALICE, query });
    assert.equal(result.data.length, 1);
    const [listedConversation] = result.data;
    assert.deepEqual(
      [
        listedConversation!.status,
        listedConversation!.shutdown_reason,
        listedConversation!.handover?.state,
        listedConversation!.handover?.message,
      ],
      ['ended', null, 'message', 'Do you repair unicycles?'],
    );
    assert.deepEqual(listedConversation!.handover?.visitor, { name: 'Ada', contact: 'ada@example.com' });
    const { result: conversation } = await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id: listedConversation!.conversation_id },
      query: { verbose: 'true' },
    });
    const leftMessage = conversation.events!.find(
      ({ event_type }) => event_type === 'application.human_message_left',
    );
    assert.deepEqual(leftMessage?.properties, {
      message: 'Do you repair unicycles?',
      visitor: { name: 'Ada', contact: 'ada@example.com' },
    });
    await until('the message is found by its words', async () => {
      const page = await world.call(listConversations, {
        credential: ALICE,
        query: { search: 'unicycles' },
      });
      return page.result.data.length === 1;
    });
  });

  test('applies the checks of a call to a message, and bounds the number of messages', async () => {
    const deployment_id = await world.deployment({
      customization: { hours: HOURS, consent: { required: true } },
      password: 'sesame',
      limits: { captcha_required: true },
      allowed_origins: ['https://shop.example'],
    });
    const params = { deployment_id };
    const headers = { origin: 'https://shop.example', 'x-forwarded-for': '198.51.100.9' };
    const consent = { version: '1', accepted_at: '2026-08-01T10:00:00Z' };
    const refusal = async (body: object, ownHeaders: Record<string, string> = headers) =>
      (await world.refusal(leaveMessage, { params, body: { message: 'Hi.', ...body }, headers: ownHeaders }))
        .code;
    assert.equal(await refusal({ message: ' ' }), 'invalid_request');
    assert.equal(await refusal({ message: 'x'.repeat(4001) }), 'invalid_request');
    assert.equal(await refusal({}, {}), 'origin_not_allowed');
    assert.equal(await refusal({}), 'consent_required');
    assert.equal(await refusal({ consent }), 'wrong_password');
    assert.equal(await refusal({ consent, password: 'sesame' }), 'captcha_failed');

    const otherParams = { deployment_id: await world.deployment({ customization: { hours: HOURS } }) };
    const leave = (body: object) =>
      world.call(leaveMessage, { params: otherParams, body: { message: 'Hi.', ...body } });
    await Promise.all([leave({ message_id: 'a' }), leave({ message_id: 'a' }), leave({ message_id: 'b' })]);
    await leave({ message: ' Hi. ', message_id: 'a' });
    const otherRequest = { params: otherParams, body: { message: 'Ho.', message_id: 'a' } };
    assert.equal((await world.refusal(leaveMessage, otherRequest)).code, 'conflict');
    const list = await world.call(listConversations, { credential: ALICE, query: otherParams });
    assert.equal(list.result.total_count, 2, 'each is stored once');

    const open = { deployment_id: await world.deployment({ customization: { hours: HOURS } }) };
    const addressHeaders = { 'x-forwarded-for': '198.51.100.10' };
    for (let count = 0; count < MESSAGES_PER_HOUR; count += 1)
      await world.call(leaveMessage, {
        params: open,
        body: { message: `${count}` },
        headers: addressHeaders,
      });
    const tooMany = await world.refusal(leaveMessage, {
      params: open,
      body: { message: 'one more' },
      headers: addressHeaders,
    });
    assert.equal(tooMany.code, 'too_many_requests');
  });
});
