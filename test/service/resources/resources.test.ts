import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConnector } from '../../../src/contract/connectors.ts';
import { createConversation, SHUTDOWN_REASONS } from '../../../src/contract/conversations.ts';
import { createDeployment, getDeployment } from '../../../src/contract/deployments.ts';
import { createDocument, getDocument } from '../../../src/contract/documents.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { createGuardrail, getGuardrail } from '../../../src/contract/guardrails.ts';
import { createMemoryStore, createPinnedMemory } from '../../../src/contract/memory-stores.ts';
import { createObjectives } from '../../../src/contract/objectives.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, BOB } from '../world.ts';
import { ISO, inject, keys, world } from './resources-world.ts';

/** The specification's tables for each resource: every field that they list, and none that was removed. */
describe('each resource', () => {
  // Proves resources-2.
  test('ids begin with the letter of their kind', async () => {
    const pal_id = await world.pal();
    const createdResources = {
      p: pal_id,
      d: (await world.call(createDeployment, { credential: ALICE, body: { pal_id, channel: 'widget' } }))
        .result.deployment_id,
      c: (
        await world.call(createConnector, {
          credential: ALICE,
          body: { name: 'a', server_url: 'http://10.0.0.1/' },
        })
      ).result.connector_id,
      m: (await world.call(createMemoryStore, { credential: ALICE, body: { pal_id, participant_tag: 'a' } }))
        .result.memory_store_id,
      r: SYSTEM_FACE.id,
    };
    for (const [letter, id] of Object.entries(createdResources))
      assert.match(id, new RegExp(`^${letter}[a-z0-9]+$`));
    const document = (
      await world.call(createDocument, { credential: ALICE, body: { document_url: 'http://10.0.0.1/' } })
    ).result;
    assert.match(document.document_id, /^d[a-z0-9]+$/);
    assert.match(
      (
        await world.call(createObjectives, {
          credential: ALICE,
          body: { data: [{ objective_name: 'a', objective_prompt: 'b' }] },
        })
      ).result.objectives_id,
      /^\S+$/,
    );
  });

  // Proves resources-23, resources-25, versioning-7.
  test('a deployment has its documented fields, without the removed one', async () => {
    const pal_id = await world.pal();
    const body = {
      pal_id,
      channel: 'landing-page' as const,
      name: 'Front',
      password: 'hidden',
      customization: { theme: { mode: 'dark' as const } },
      limits: { max_call_duration: 60, captcha_required: false },
      allowed_origins: ['https://a.example'],
    };
    const { result: deployment } = await world.call(createDeployment, { credential: ALICE, body });
    const { result, answer } = await world.call(getDeployment, {
      credential: ALICE,
      params: { deployment_id: deployment.deployment_id },
    });
    assert.deepEqual(result, deployment);
    assert.deepEqual(keys(result), [
      'allowed_origins',
      'callback_url',
      'channel',
      'created_at',
      'customization',
      'deployment_id',
      'enable_recording',
      'has_password',
      'limits',
      'name',
      'pal_id',
      'post_call_actions',
      'retention_days',
      'status',
      'thumbnail_image_url',
      'thumbnail_video_url',
      'updated_at',
      'usage_today',
      'usage_total',
      'visitor_identity',
      'visitor_keys',
    ]);
    assert.deepEqual(
      [
        result.channel,
        result.status,
        result.name,
        result.has_password,
        result.customization,
        result.limits,
        result.allowed_origins,
        result.usage_total,
        result.usage_today,
      ],
      ['landing-page', 'draft', 'Front', true, body.customization, body.limits, body.allowed_origins, 0, 0],
    );
    for (const address of [result.thumbnail_video_url, result.thumbnail_image_url])
      assert.match(address, /^https:\/\/palkit\.example\//);
    assert.match(result.created_at, ISO);
    assert.match(answer.headers.get('etag')!, /^"/);
  });

  // Proves resources-29.
  test('a conversation answers with the same seven strings from both ways to start it', async () => {
    const { result: created } = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal(), callback_url: 'http://10.0.0.1/' },
    });
    const conversation = await world.start(await world.deployment());
    for (const answer of [created, conversation]) {
      assert.deepEqual(keys(answer), [
        'callback_url',
        'conversation_id',
        'conversation_name',
        'conversation_url',
        'created_at',
        'meeting_token',
        'status',
      ]);
      assert.ok(Object.values(answer).every((value) => typeof value === 'string'));
    }
    assert.equal(created.callback_url, 'http://10.0.0.1/');
  });

  // Proves resources-14.
  test('a connector has its documented fields', async () => {
    const { result } = await world.call(createConnector, {
      credential: ALICE,
      body: { name: 'a', server_url: 'http://10.0.0.1/' },
    });
    assert.deepEqual(keys(result), [
      'access_token_expires_at',
      'auth_config',
      'connector_id',
      'created_at',
      'last_index_error',
      'last_indexed_at',
      'name',
      'oauth_scopes',
      'oauth_status',
      'owner_id',
      'selected_tool_names',
      'server_url',
      'source',
      'team_id',
      'updated_at',
    ]);
  });

  // Proves resources-20.
  test('a guardrail has its documented fields', async () => {
    const body = {
      guardrail_name: 'g',
      guardrail_prompt: 'x',
      modality: 'visual',
      callback_url: 'http://10.0.0.1/',
      tags: ['t'],
    };
    const { uuid } = (await world.call(createGuardrail, { credential: ALICE, body: body as never }))
      .result as { uuid: string };
    const { result } = await world.call(getGuardrail, { credential: ALICE, params: { guardrails_id: uuid } });
    assert.deepEqual(Object.fromEntries(Object.entries(result).filter(([name]) => name in body)), body);
  });

  // Proves endpoints-19, resources-51, resources-52.
  test('a replica and a video have their documented fields, also after a failure', async () => {
    const { replica_id } = (
      await inject('POST', '/v2/replicas', ALICE, {
        replica_name: 'Ada',
        train_video_url: 'http://10.0.0.1/',
      })
    ).json<{ replica_id: string }>();
    const video_id = (
      await inject('POST', '/v2/videos', ALICE, { replica_id: SYSTEM_FACE.id, audio_url: 'http://10.0.0.1/' })
    ).json<{ video_id: string }>().video_id;
    await world.service.context.jobs.idle();
    const sharedFields = [
      'created_at',
      'error_message',
      'model_name',
      'replica_id',
      'replica_name',
      'status',
      'thumbnail_video_url',
      'training_progress',
      'updated_at',
    ];
    const replica = async (query = '') =>
      (await inject('GET', `/v2/replicas/${replica_id}${query}`)).json<Record<string, unknown>>();
    const plainReplica = await replica();
    assert.deepEqual(keys(plainReplica), [...sharedFields, 'thumbnail_image_url'].sort());
    assert.deepEqual(
      keys(await replica('?verbose=true')),
      [
        ...[...sharedFields, 'thumbnail_image_url', 'replica_type'],
        ...['consent', 'error_code', 'film_seconds', 'lips', 'mouths_image_url', 'report'],
      ].sort(),
    );
    assert.deepEqual(keys(await replica('?verbose=false')), keys(plainReplica));
    assert.deepEqual([plainReplica['status'], typeof plainReplica['error_message']], ['error', 'string']);
    assert.match(plainReplica['training_progress'] as string, /^\d+\/\d+$/);
    assert.match(plainReplica['created_at'] as string, ISO);
    const renameAnswer = await world.service.app.inject({
      method: 'PATCH',
      url: `/v2/replicas/${replica_id}/name`,
      headers: { 'x-api-key': ALICE },
      payload: { replica_name: 'Eve' },
    });
    assert.deepEqual([renameAnswer.statusCode, (await replica())['replica_name']], [200, 'Eve']);
    const video = (await inject('GET', `/v2/videos/${video_id}`)).json<Record<string, unknown>>();
    for (const name of [
      'video_id',
      'video_name',
      'status',
      'data',
      'download_url',
      'hosted_url',
      'stream_url',
      'status_details',
      'background_url',
      'background_source_url',
      'still_image_thumbnail_url',
      'gif_thumbnail_url',
      'error_details',
    ])
      assert.ok(name in video, name);
    assert.deepEqual(
      [video['status'], typeof video['error_details'], typeof (video['data'] as { script: unknown }).script],
      ['error', 'string', 'string'],
    );
  });

  // Proves limits-11.
  test('videos are listed ten to a page, and the first page is the default', async () => {
    const previousCount = (await inject('GET', '/v2/videos')).json<{ total_count: number }>().total_count;
    for (let index = 0; index < 12; index++)
      assert.equal(
        (
          await inject('POST', '/v2/videos', ALICE, {
            face_id: SYSTEM_FACE.id,
            audio_url: 'http://10.0.0.1/',
          })
        ).statusCode,
        200,
      );
    await world.service.context.jobs.idle();
    const page = async (query: string) =>
      (await inject('GET', `/v2/videos${query}`)).json<{
        data: { video_id: string }[];
        total_count: number;
      }>();
    const firstPage = await page('');
    assert.deepEqual([firstPage.data.length, firstPage.total_count], [10, previousCount + 12]);
    assert.deepEqual(await page('?page=1&limit=10'), firstPage);
    assert.equal((await page('?page=2')).data.length, previousCount + 2);
  });

  // Proves errors-3, errors-7.
  test('document errors have the documented status and field', async () => {
    const unknown = 'd00000000000000000001';
    for (const [method, path] of [
      ['GET', `/v2/documents/${unknown}`],
      ['POST', `/v2/documents/${unknown}/recrawl`],
    ] as const) {
      const answer = await inject(method, path);
      assert.deepEqual([answer.statusCode, keys(answer.json<object>())], [404, ['message']], path);
    }
    const { document_id } = (
      await world.call(createDocument, { credential: ALICE, body: { document_url: 'http://10.0.0.1/' } })
    ).result;
    await world.service.context.jobs.idle();
    assert.equal(
      (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result.status,
      'error',
    );
    const answer = await inject('POST', `/v2/documents/${document_id}/recrawl`);
    assert.deepEqual([answer.statusCode, keys(answer.json<object>())], [400, ['error']]);
  });

  // Proves authentication-1.
  test('the key header has one name, and a wrong key answers 401 with only a message', async () => {
    for (const key of [null, '', 'wrong', `${ALICE}x`, ALICE.slice(0, -1)]) {
      const answer = await inject('GET', '/v2/pals', key);
      assert.deepEqual([answer.statusCode, keys(answer.json<object>())], [401, ['message']]);
    }
    const bearer = await world.service.app.inject({
      url: '/v2/pals',
      headers: { authorization: `Bearer ${ALICE}` },
    });
    assert.equal(bearer.statusCode, 401);
  });

  // Proves authentication-4, endpoints-1.
  test('a memory in a store of another account answers 403 with the error field', async () => {
    const { memory_store_id } = (
      await world.call(createMemoryStore, {
        credential: ALICE,
        body: { pal_id: await world.pal(), participant_tag: 'a' },
      })
    ).result;
    const answer = await inject('POST', `/v2/memory-stores/${memory_store_id}/pinned`, BOB, { memory: 'a' });
    assert.deepEqual([answer.statusCode, keys(answer.json<object>())], [403, ['error']]);
    const { answer: memory } = await world.call(createPinnedMemory, {
      credential: ALICE,
      params: { memory_store_id },
      body: { memory: 'a' },
    });
    assert.equal(memory.status, 200);
  });

  // Proves versioning-1.
  test('every path has the version, except those of rooms', () => {
    const rows: readonly Endpoint[] = endpoints;
    for (const row of rows) assert.match(row.path, /^\/(v2|rooms\/\{conversation_id\})\//, row.name);
    for (const row of rows.filter(({ path }) => path.startsWith('/v2/')))
      assert.ok(row.auth !== 'token', row.name);
  });

  // Proves authentication-2.
  test("only the endpoints for a visitor's page and the console's gate are public", () => {
    const open = (endpoints as readonly Endpoint[])
      .filter((row) => row.auth === 'public')
      .map((row) => row.name)
      .sort();
    assert.deepEqual(open, [
      'captchaChallenge',
      'connectorCallback',
      'connectorClient',
      'createConsoleLink',
      'dailyWebhook',
      'endDeploymentConversation',
      'giveFeedback',
      'initDeployment',
      'leaveMessage',
      'postCanvasInteraction',
      'signIn',
      'startDeployment',
      'useConsoleLink',
    ]);
  });

  // Proves events-3.
  test('shutdown reasons match the specification exactly', () => {
    assert.deepEqual(
      [...SHUTDOWN_REASONS],
      [
        'max_call_duration reached',
        'participant_left_timeout reached',
        'participant_absent_timeout reached',
        'bot_could_not_join_meeting_it_was_probably_ended',
        'daily_room_has_been_deleted',
        'exception_encountered_during_conversation_startup',
        'end_conversation_endpoint_hit',
        'internal error occurred at step x',
      ],
    );
  });
});
