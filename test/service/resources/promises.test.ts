/** A field that the API accepts with 200 takes effect, and an unknown field is rejected by name. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { changeAccount, getAccount } from '../../../src/contract/account.ts';
import { listCallbacks } from '../../../src/contract/callbacks.ts';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import {
  createDeployment,
  getDeployment,
  initDeployment,
  patchDeployment,
  startDeployment,
} from '../../../src/contract/deployments.ts';
import { createDocument, getDocument } from '../../../src/contract/documents.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

describe('the guarantees of the API', () => {
  let world: World;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.open();
    world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
  });
  after(async () => {
    await world.close();
    await receiver.close();
  });
  afterEach(async () => {
    await world.call(changeAccount, { credential: ALICE, body: { callback_url: null } });
    await world.service.context.jobs.idle();
    receiver.received.length = 0;
    receiver.answer = () => 200;
  });
  const addressOf = (path: string) =>
    receiver.received.filter((item) => item.path === path).map((callback) => callback.json.event_type);
  const end = async (conversation_id: string) => {
    await world.call(endConversation, { credential: ALICE, params: { conversation_id } });
    await world.service.context.jobs.idle();
  };
  const patch = (deployment_id: string, body: object[]) =>
    world.call(patchDeployment, { credential: ALICE, params: { deployment_id }, body: body as never });
  const readConversation = async (conversation_id: string) =>
    (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id },
        query: { verbose: 'true' },
      })
    ).result;
  const ACTION = { tool_name: 'crm', headers: { authorization: 'Bearer s3cret' }, body: { kind: 'call' } };

  test("a deployment's calls use its callback_url and actions, and visitors see neither", async () => {
    const deployment_id = await world.deployment({
      callback_url: receiver.url('/deployment'),
      post_call_actions: [{ ...ACTION, url: receiver.url('/action') }],
    });
    const deployment = (await world.call(getDeployment, { credential: ALICE, params: { deployment_id } }))
      .result;
    assert.equal(deployment.callback_url, receiver.url('/deployment'));
    assert.deepEqual(
      deployment.post_call_actions.map(({ tool_name, method }) => [tool_name, method]),
      [['crm', 'POST']],
    );
    assert.doesNotMatch(JSON.stringify(deployment), /s3cret|\/action/);
    const init = (await world.call(initDeployment, { params: { deployment_id } })).result;
    const conversation = (await world.call(startDeployment, { params: { deployment_id }, body: {} })).result;
    assert.doesNotMatch(JSON.stringify([init, conversation]), /127\.0\.0\.1|s3cret/);
    await end(conversation.conversation_id);
    assert.deepEqual(addressOf('/deployment'), ['system.shutdown', 'application.post_call_action_executed']);
    const action = receiver.received.find((callback) => callback.path === '/action')!;
    assert.equal(action.headers['authorization'], 'Bearer s3cret');
    assert.equal(action.json['kind'], 'call');
  });

  test('both can be patched; actions can only be set or removed', async () => {
    const deployment_id = await world.deployment();
    await patch(deployment_id, [
      { op: 'replace', path: '/callback_url', value: receiver.url('/patched') },
      { op: 'add', path: '/post_call_actions/-', value: { ...ACTION, url: receiver.url('/action') } },
    ]);
    await patch(deployment_id, [{ op: 'replace', path: '/name', value: 'Other' }]);
    const firstCall = await world.start(deployment_id);
    await end(firstCall.conversation_id);
    assert.equal(addressOf('/patched').length, 2);
    assert.equal(addressOf('/action').length, 1);
    for (const op of [
      { op: 'test', path: '/post_call_actions/0/url', value: 'x' },
      { op: 'copy', from: '/post_call_actions/0/headers/authorization', path: '/name' },
    ])
      assert.equal(
        (
          await world.refusal(patchDeployment, {
            credential: ALICE,
            params: { deployment_id },
            body: [op] as never,
          })
        ).code,
        'invalid_patch',
      );
    const { result } = await patch(deployment_id, [
      { op: 'remove', path: '/post_call_actions' },
      { op: 'remove', path: '/callback_url' },
    ]);
    assert.deepEqual([result.callback_url, result.post_call_actions], ['', []]);
  });

  test("an account's callback address receives every conversation, and duplicate addresses only once", async () => {
    await world.call(changeAccount, { credential: ALICE, body: { callback_url: receiver.url('/account') } });
    assert.deepEqual((await world.call(getAccount, { credential: ALICE })).result, {
      account_id: 1,
      is_owner: true,
      callback_url: receiver.url('/account'),
      retention_days: null,
    });
    const { result: accountOfBob } = await world.call(getAccount, { credential: BOB });
    assert.deepEqual([accountOfBob.callback_url, accountOfBob.is_owner], [null, false]);
    const combinedDeployment = await world.start(
      await world.deployment({ callback_url: receiver.url('/deployment') }),
    );
    await end(combinedDeployment.conversation_id);
    assert.deepEqual(
      [addressOf('/deployment'), addressOf('/account')],
      [['system.shutdown'], ['system.shutdown']],
    );
    const sameDeployment = await world.start(
      await world.deployment({ callback_url: receiver.url('/account') }),
    );
    await end(sameDeployment.conversation_id);
    assert.equal(addressOf('/account').length, 2);
    assert.deepEqual(
      (await world.refusal(changeAccount, { credential: ALICE, body: { callback_url: 'ftp://x' } })).text,
      'callback_url must be an http or https address.',
    );
    assert.match(
      (await world.refusal(changeAccount, { credential: ALICE, body: { callback: 'x' } as never })).text,
      /^callback is unknown here/,
    );
  });

  test("a failing account address does not delay the deployment's callbacks", async () => {
    await world.call(changeAccount, { credential: ALICE, body: { callback_url: receiver.url('/account') } });
    receiver.answer = (request) => (request.path === '/account' ? 500 : 200);
    const conversation = await world.start(
      await world.deployment({ callback_url: receiver.url('/deployment') }),
    );
    await world.call(joinRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
      body: 'v=0\r\noffer',
    });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    await end(conversation.conversation_id);
    assert.deepEqual(addressOf('/deployment').slice(0, 3), [
      'system.pal_joined',
      'system.replica_joined',
      'system.shutdown',
    ]);
    assert.deepEqual(addressOf('/account'), ['system.pal_joined']);
    const { data } = (
      await world.call(listCallbacks, {
        credential: ALICE,
        query: { subject: conversation.conversation_id, status: 'pending' },
      })
    ).result;
    assert.equal(data.length, addressOf('/deployment').length);
    assert.equal(data.filter(({ next_attempt_at }) => next_attempt_at !== null).length, 1);
  });

  test('required consent is required at the start, and stored', async () => {
    const deployment_id = await world.deployment({ customization: { consent: { required: true } } });
    const refusal = await world.refusal(startDeployment, { params: { deployment_id }, body: {} });
    assert.equal(refusal.code, 'consent_required');
    for (const [consent, message] of [
      [{ version: '2' }, /^consent\.accepted_at is required/],
      [{ version: '2', accepted_at: 'today' }, /^consent\.accepted_at must be a time/],
      [{ version: '', accepted_at: '2026-01-01T12:00:00Z' }, /^consent\.version must not be empty/],
    ] as const)
      assert.match(
        (await world.refusal(startDeployment, { params: { deployment_id }, body: { consent } as never }))
          .text,
        message,
      );
    const consent = { version: '2', accepted_at: '2026-01-01T12:00:00Z' };
    const { conversation_id } = await world.start(deployment_id, { consent });
    assert.deepEqual((await readConversation(conversation_id)).consent, consent);
    const { result } = await world.call(getDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(result.usage_total, 1);
  });

  test('a test conversation ends at once, without an agent, a place or an action', async () => {
    const startedConversation = (
      await world.call(createConversation, {
        credential: ALICE,
        body: {
          pal_id: await world.pal(),
          test_mode: true,
          callback_url: receiver.url('/test'),
          properties: { post_call_actions: [{ ...ACTION, url: receiver.url('/action') }] },
        },
      })
    ).result;
    assert.equal(startedConversation.status, 'ended');
    await world.service.context.jobs.idle();
    const conversation = await readConversation(startedConversation.conversation_id);
    assert.equal(conversation.status, 'ended');
    assert.deepEqual([addressOf('/test'), addressOf('/action')], [['system.shutdown'], []]);
    assert.equal(
      (
        await world.refusal(joinRoom, {
          params: { conversation_id: startedConversation.conversation_id },
          credential: startedConversation.meeting_token,
          body: 'v=0\r\noffer',
        })
      ).code,
      'conversation_ended',
    );
  });

  test('unknown fields in limits and customization are refused by name', async () => {
    const pal_id = await world.pal();
    const create = (fields: object) => ({
      credential: ALICE,
      body: { pal_id, channel: 'widget', ...fields } as never,
    });
    for (const [fields, message] of [
      [{ limits: { daily_calls: 5 } }, /^limits\.daily_calls is unknown here\.$/],
      [{ limits: { daily_call_limit: '5' } }, /^limits\.daily_call_limit must be a whole number/],
      [
        { customization: { theme: { acent_color: '#fff' } } },
        /^customization\.theme\.acent_color is unknown here\. Did you mean accent_color\?$/,
      ],
      [{ customization: { consent: { required: 'yes' } } }, /^customization\.consent\.required must be/],
      [{ customization: { theme: 5 } }, /^customization\.theme must be an object/],
      [{ customization: { of_our_own: { deep: [1] } } }, /^customization\.of_our_own is unknown here\.$/],
      [
        { customization: { landing_pge: {} } },
        /^customization\.landing_pge is unknown here\. Did you mean landing_page\?$/,
      ],
      [
        { customization: { text: { en: { tlak: 'a' } } } },
        /text\.en\.tlak is unknown here\. Did you mean talk\?$/,
      ],
      [{ customization: { text: { xx: { talk: 'a' } } } }, /^customization\.text\.xx is unknown here/],
      [{ customization: { text: { en: { talk: '' } } } }, /^customization\.text\.en\.talk must not be empty/],
      [
        { customization: { text: { en: { passwordWait: { one: 'a' } } } } },
        /passwordWait\.other is required/,
      ],
    ] as const)
      assert.match((await world.refusal(createDeployment, create(fields))).text, message);
    const { result } = await world.call(
      createDeployment,
      create({
        customization: {
          theme: { mode: 'dark' },
          text: { en: { talk: 'Speak' } },
        },
      }),
    );
    assert.deepEqual(result.customization.text, { en: { talk: 'Speak' } });
    assert.match(
      (
        await world.refusal(patchDeployment, {
          credential: ALICE,
          params: { deployment_id: result.deployment_id },
          body: [{ op: 'add', path: '/limits/daily_calls', value: 5 }],
        })
      ).text,
      /^limits\.daily_calls is unknown here/,
    );
  });

  test('a patch into a missing group names the path to add first', async () => {
    const deployment_id = await world.deployment();
    for (const [path, message] of [
      [
        '/customization/theme/accent_color',
        /^\/customization\/theme does not exist yet\. Add it first: \{"op":"add"/,
      ],
      ['/customization/a/b/c', /^\/customization\/a does not exist yet/],
    ] as const)
      for (const op of ['add', 'replace'])
        assert.match(
          (
            await world.refusal(patchDeployment, {
              credential: ALICE,
              params: { deployment_id },
              body: [{ op, path, value: '#fff' }] as never,
            })
          ).text,
          message,
        );
    const { result } = await patch(deployment_id, [
      { op: 'add', path: '/customization/theme', value: {} },
      { op: 'add', path: '/customization/theme/accent_color', value: '#fff' },
    ]);
    assert.equal(result.customization.theme?.accent_color, '#fff');
  });

  test('the refusal of a document on a private address names the setting that allows it', async () => {
    const { document_id } = (
      await world.call(createDocument, {
        credential: ALICE,
        body: { document_url: 'http://10.1.2.3/menu.pdf' },
      })
    ).result;
    await world.service.context.jobs.idle();
    const { result } = await world.call(getDocument, { credential: ALICE, params: { document_id } });
    assert.equal(result.error_message, 'invalid_file_url');
    assert.match(result.error_details!, /OUTBOUND_ALLOWED_HOSTS/);
  });
});
