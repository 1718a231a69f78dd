import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createDeployment,
  deleteDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
} from '../../../src/contract/deployments.ts';
import type { JsonPatch } from '../../../src/contract/json-patch.ts';
import { ServiceError } from '../../../src/contract/service-error.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

describe('deployments', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const read = async (deployment_id: string) => {
    const { result, answer } = await world.call(getDeployment, {
      credential: ALICE,
      params: { deployment_id },
    });
    return { ...result, etag: answer.headers.get('etag')! };
  };
  const change = (deployment_id: string, body: JsonPatch, ifMatch?: string) =>
    world.call(patchDeployment, {
      credential: ALICE,
      params: { deployment_id },
      body,
      ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
    });
  const patchRefusal = async (deployment_id: string, body: unknown, ifMatch?: string) =>
    (
      await world.refusal(patchDeployment, {
        credential: ALICE,
        params: { deployment_id },
        body: body as JsonPatch,
        ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}),
      })
    ).code;

  // Proves endpoints-10, resources-24.
  test('a new deployment is a draft with the defaults, and never returns its password', async () => {
    const pal_id = await world.pal({ pal_name: 'Nora' });
    const { result, answer } = await world.call(createDeployment, {
      credential: ALICE,
      body: { pal_id, channel: 'embed', password: 'hidden words' },
    });
    assert.equal(result.status, 'draft');
    assert.equal(result.name, 'Nora');
    assert.equal(result.has_password, true);
    assert.deepEqual(result.limits, { max_call_duration: 3600, captcha_required: false });
    assert.ok(!(await answer.text()).includes('hidden words') && !(await answer.text()).includes('argon2'));
  });

  // Proves endpoints-10, errors-8.
  test('creating a deployment with invalid values is refused with a message', async () => {
    const pal_id = await world.pal();
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ channel: 'widget' }, /^pal_id is required/],
      [{ pal_id }, /^channel must be widget, embed or landing-page/],
      [{ pal_id, channel: 'popup' }, /^channel must be/],
      [{ pal_id: 'p00000000000000000000', channel: 'widget' }, /^Unknown PAL/],
      [
        { pal_id, channel: 'widget', limits: { max_call_duration: 5 } },
        /^limits\.max_call_duration must be from 10 to 86400/,
      ],
      [
        { pal_id, channel: 'widget', limits: { daily_call_limit: 0 } },
        /^limits\.daily_call_limit must be 1 or more/,
      ],
      [
        { pal_id, channel: 'widget', limits: { total_call_limit: 1.5 } },
        /^limits\.total_call_limit must be a whole number/,
      ],
      [
        { pal_id, channel: 'widget', allowed_origins: ['example.com'] },
        /^allowed_origins\.0 must be an origin/,
      ],
      [
        { pal_id, channel: 'widget', customization: { theme: { accent_color: 'red;' } } },
        /^customization\.theme\.accent_color must be a hex colour/,
      ],
      [
        { pal_id, channel: 'widget', customization: { hearing: 'cloud' } },
        /^customization\.hearing must be service, browser or browser-cloud/,
      ],
      [
        { pal_id, channel: 'widget', customization: { landing_page: { logo_url: 'javascript:alert(1)' } } },
        /logo_url must be an http/,
      ],
      [{ pal_id, channel: 'widget', name: ' ' }, /^name must not be empty/],
    ];
    for (const [body, message] of cases)
      assert.match(
        (await world.refusal(createDeployment, { credential: ALICE, body: body as never })).text,
        message,
      );
    assert.equal(
      (await world.refusal(createDeployment, { credential: BOB, body: { pal_id, channel: 'widget' } })).code,
      'unknown_reference',
    );
  });

  test('the list can be filtered, sorted and paged', async () => {
    const pal_id = await world.pal();
    const deploymentIds: string[] = [];
    for (const channel of ['widget', 'embed', 'landing-page'] as const) {
      deploymentIds.push(
        (
          await world.call(createDeployment, {
            credential: ALICE,
            body: { pal_id, channel, name: `50%_off ${channel}` },
          })
        ).result.deployment_id,
      );
      world.clock.move(1000);
    }
    await change(deploymentIds[1]!, [{ op: 'replace', path: '/status', value: 'active' }]);
    const list = async (query: Record<string, unknown>) =>
      (await world.call(listDeployments, { credential: ALICE, query: { pal_id, ...query } })).result;
    assert.deepEqual(
      (await list({})).deployments.map((row) => row.deployment_id),
      [...deploymentIds].reverse(),
    );
    assert.deepEqual(
      (await list({ sort: 'asc', limit: 2, page: 1 })).deployments.map((row) => row.deployment_id),
      [deploymentIds[2]],
    );
    assert.equal((await list({ limit: 2 })).total, 3);
    assert.deepEqual(
      (await list({ channel: 'widget,embed', status: 'draft' })).deployments.map((row) => row.channel),
      ['widget'],
    );
    assert.equal((await list({ search: '50%_OFF em' })).total, 1);
    assert.equal((await list({ search: '50x_off' })).total, 0, 'wildcards are only characters');
    assert.equal(
      (await world.refusal(listDeployments, { credential: ALICE, query: { status: 'open' } })).code,
      'invalid_request',
    );
    assert.equal((await world.call(listDeployments, { credential: BOB, query: { pal_id } })).result.total, 0);
  });

  // Proves endpoints-11, resources-24.
  test('a patch changes every field that may change', async () => {
    const deployment_id = await world.deployment();
    const { result, answer } = await change(deployment_id, [
      { op: 'test', path: '/status', value: 'active' },
      { op: 'replace', path: '/name', value: 'New' },
      { op: 'add', path: '/limits/daily_call_limit', value: 3 },
      { op: 'add', path: '/allowed_origins/-', value: 'https://a.example' },
      { op: 'add', path: '/customization/theme', value: { mode: 'dark' } },
      { op: 'add', path: '/password', value: 'x' },
    ]);
    assert.deepEqual(
      [
        result.name,
        result.limits.daily_call_limit,
        result.allowed_origins,
        result.customization.theme?.mode,
        result.has_password,
      ],
      ['New', 3, ['https://a.example'], 'dark', true],
    );
    assert.equal(answer.headers.get('etag'), (await read(deployment_id)).etag);
    assert.equal(
      (await change(deployment_id, [{ op: 'remove', path: '/password' }])).result.has_password,
      false,
    );
    assert.equal(
      (await change(deployment_id, [{ op: 'replace', path: '/password', value: null }])).result.has_password,
      false,
    );
    await change(deployment_id, [{ op: 'remove', path: '/password' }]);
  });

  // Proves endpoints-11, errors-8.
  test('a patch is applied completely or not at all', async () => {
    const deployment_id = await world.deployment();
    const deploymentBefore = await read(deployment_id);
    const cases: [unknown, string][] = [
      [{ op: 'replace' }, 'invalid_patch'],
      [[{ op: 'jump', path: '/name' }], 'invalid_patch'],
      [
        [
          { op: 'replace', path: '/name', value: 'A' },
          { op: 'remove', path: '/customization/nothing' },
        ],
        'invalid_patch',
      ],
      [[{ op: 'replace', path: '/channel', value: 'embed' }], 'invalid_patch'],
      [[{ op: 'replace', path: '', value: {} }], 'invalid_patch'],
      [[{ op: 'replace', path: '/name', value: 7 }], 'invalid_patch'],
      [[{ op: 'replace', path: '/name' }], 'invalid_patch'],
      [[{ op: 'add', path: '/customization/__proto__/polluted', value: 1 }], 'invalid_patch'],
      [[{ op: 'add', path: '/customization/constructor/prototype/x', value: 1 }], 'invalid_patch'],
      [[{ op: 'copy', path: '/name', from: '/password' }], 'invalid_patch'],
      [[{ op: 'test', path: '/password', value: 'x' }], 'invalid_patch'],
      [[{ op: 'move', path: '/customization/a', from: '/usage_total' }], 'invalid_patch'],
      [
        [
          { op: 'replace', path: '/name', value: 'A' },
          { op: 'test', path: '/status', value: 'draft' },
        ],
        'patch_test_failed',
      ],
      [[{ op: 'replace', path: '/status', value: 'draft' }], 'invalid_status'],
      [[{ op: 'replace', path: '/status', value: 'open' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/pal_id', value: 'p00000000000000000000' }], 'unknown_reference'],
      [[{ op: 'remove', path: '/name' }], 'invalid_patch'],
      [[{ op: 'replace', path: '/limits/max_call_duration', value: 1 }], 'invalid_patch'],
      [Array.from({ length: 201 }, () => ({ op: 'test', path: '/name', value: 'x' })), 'invalid_patch'],
    ];
    for (const [patch, code] of cases)
      assert.equal(await patchRefusal(deployment_id, patch), code, JSON.stringify(patch).slice(0, 120));
    assert.deepEqual(await read(deployment_id), deploymentBefore);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  // Proves states-6.
  test('the status changes only as the table allows', async () => {
    const pal_id = await world.pal();
    const deployment_id = (
      await world.call(createDeployment, { credential: ALICE, body: { pal_id, channel: 'widget' } })
    ).result.deployment_id;
    const changeStatus = (value: string) =>
      change(deployment_id, [{ op: 'replace', path: '/status', value }]);
    for (const status of ['inactive', 'active', 'inactive', 'active'] as const)
      assert.equal((await changeStatus(status)).result.status, status);
    assert.equal(
      await patchRefusal(deployment_id, [{ op: 'replace', path: '/status', value: 'draft' }]),
      'invalid_status',
    );
  });

  // Proves endpoints-11, resources-28.
  test('one of several simultaneous patches with the same tag succeeds; calls keep the tag', async () => {
    const deployment_id = await world.deployment();
    const { etag } = await read(deployment_id);
    assert.match(etag, /^"[^"]+"$/);
    await world.start(deployment_id);
    assert.equal((await read(deployment_id)).etag, etag);
    const attempts = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        change(deployment_id, [{ op: 'replace', path: '/name', value: `racer ${index}` }], etag),
      ),
    );
    assert.equal(attempts.filter((attempt) => attempt.status === 'fulfilled').length, 1);
    assert.ok(
      attempts.every(
        (attempt) =>
          attempt.status === 'fulfilled' || (attempt.reason as ServiceError).code === 'version_conflict',
      ),
    );
    assert.equal(
      await patchRefusal(deployment_id, [{ op: 'replace', path: '/name', value: 'late' }], etag),
      'version_conflict',
    );
    assert.equal(
      await patchRefusal(
        deployment_id,
        [{ op: 'replace', path: '/name', value: 'weak' }],
        `W/${(await read(deployment_id)).etag}`,
      ),
      'version_conflict',
    );
    await change(deployment_id, [{ op: 'replace', path: '/name', value: 'any' }], '*');
    const now = await read(deployment_id);
    await change(deployment_id, [{ op: 'replace', path: '/name', value: 'any' }], `"other", ${now.etag}`);
    assert.equal((await read(deployment_id)).etag, now.etag, 'a patch that changes nothing changes no tag');
  });

  test('simultaneous patches without a tag are all applied', async () => {
    const deployment_id = await world.deployment();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        change(deployment_id, [
          { op: 'add', path: '/allowed_origins/-', value: `https://site${index}.example` },
        ]),
      ),
    );
    assert.equal((await read(deployment_id)).allowed_origins.length, 12);
  });

  test('a deleted deployment answers 404', async () => {
    const deployment_id = await world.deployment();
    await world.call(deleteDeployment, { credential: ALICE, params: { deployment_id } });
    assert.equal(
      (await world.refusal(getDeployment, { credential: ALICE, params: { deployment_id } })).code,
      'deployment_not_found',
    );
  });
});
