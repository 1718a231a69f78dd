/** Alternative field names that clients may send. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const send = async (method: string, url: string, payload?: object) => {
  const headers = { 'x-api-key': ALICE };
  const answer = await world.service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const pal = { system_prompt: 'Be kind.', default_face_id: SYSTEM_FACE.id };

for (const path of ['/v2/pals', '/v2/personas'])
  test(`greeting is an alias of custom_greeting on ${path}`, async () => {
    const created = await send('POST', path, { ...pal, greeting: 'Hello.' });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const ownPath = `${path}/${String(created.body['pal_id'] ?? created.body['persona_id'])}`;
    assert.equal((await send('GET', ownPath)).body['custom_greeting'], 'Hello.');
    const patched = await send('PATCH', ownPath, [{ op: 'replace', path: '/greeting', value: 'Hi.' }]);
    assert.equal(patched.body['custom_greeting'], 'Hi.');
    assert.equal((await send('POST', path, { ...pal, greeting: 'A', custom_greeting: 'A' })).status, 200);
    const refusal = await send('POST', path, { ...pal, greeting: 'A', custom_greeting: 'B' });
    assert.equal(refusal.status, 400);
    assert.match(String(refusal.body['error']), /Both names of custom_greeting were sent/);
  });

const deploy = async (fields: object) =>
  send('POST', '/v2/deployments', { pal_id: await world.pal(), channel: 'widget', ...fields });
const limitOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
  (body['limits'] as Record<string, unknown>)['max_concurrent_calls'];

test('concurrent_call_limit is an alias of max_concurrent_calls', async () => {
  const created = await deploy({ limits: { concurrent_call_limit: 3 } });
  assert.equal(limitOf(created), 3);
  assert.equal('concurrent_call_limit' in (created.body['limits'] as object), false);
  const deploymentPath = `/v2/deployments/${String(created.body['deployment_id'])}`;
  const patch = async (...patch: object[]) => send('PATCH', deploymentPath, patch);
  assert.equal(limitOf(await patch({ op: 'replace', path: '/limits/concurrent_call_limit', value: 5 })), 5);
  assert.equal(
    limitOf(await patch({ op: 'replace', path: '/limits', value: { concurrent_call_limit: 7 } })),
    7,
  );
  assert.equal(limitOf(await deploy({ limits: { concurrent_call_limit: 2, max_concurrent_calls: 2 } })), 2);
  const refusal = await deploy({ limits: { concurrent_call_limit: 2, max_concurrent_calls: 3 } });
  assert.equal(refusal.status, 400);
  assert.match(
    String(refusal.body['error']),
    /limits\.concurrent_call_limit must equal max_concurrent_calls/,
  );
  for (const value of [0, '3', 1.5])
    assert.equal((await deploy({ limits: { concurrent_call_limit: value } })).status, 400);
});

test('a deployment may be created as a draft or active', async () => {
  assert.equal((await deploy({})).body['status'], 'draft');
  assert.equal((await deploy({ status: 'draft' })).body['status'], 'draft');
  const { body } = await deploy({ status: 'active' });
  assert.equal(body['status'], 'active');
  assert.ok((await world.start(String(body['deployment_id']))).conversation_id);
  assert.equal((await deploy({ status: 'inactive' })).status, 400);
});

const objective = (objective_name: string, fields: object = {}) => ({
  objective_name,
  objective_prompt: 'Ask.',
  ...fields,
});
const branch = (objective_name: string, condition: string) => ({ objective_name, condition });

test('older names of branches set next', async () => {
  const olderForm = {
    next_required_objective: 'B',
    next_conditional_objectives: { C: 'The visitor is a customer.' },
  };
  const next = [branch('C', 'The visitor is a customer.'), branch('B', 'Always.')];
  const create = (fields: object) =>
    send('POST', '/v2/objectives', { data: [objective('A', fields), objective('B'), objective('C')] });
  const created = await create(olderForm);
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const [firstItem] = created.body['data'] as Record<string, unknown>[];
  assert.deepEqual(firstItem?.['next'], next);
  assert.equal('next_required_objective' in (firstItem ?? {}), false);
  assert.equal((await create({ ...olderForm, next })).status, 200);
  const refusal = await create({ ...olderForm, next: [branch('B', 'Never.')] });
  assert.equal(refusal.status, 400);
  assert.match(String(refusal.body['error']), /data\.0\.next must equal/);
  for (const invalid of [
    { next_required_objective: 'Z' },
    { next_conditional_objectives: { Z: 'x' } },
    { next_conditional_objectives: { B: '' } },
    { next_conditional_objectives: ['B'] },
  ])
    assert.equal((await create(invalid)).status, 400, JSON.stringify(invalid));
  const names = Array.from({ length: 10 }, (_, index) => `N${index}`);
  const objectiveSet = {
    next_required_objective: 'A',
    next_conditional_objectives: Object.fromEntries(names.map((name) => [name, 'x'])),
  };
  const data = [objective('A', objectiveSet), ...names.map((name) => objective(name))];
  assert.equal((await send('POST', '/v2/objectives', { data })).status, 400);
  const none = await create({ next_required_objective: null, next_conditional_objectives: {} });
  assert.equal(none.status, 200);
  const objectivesPath = `/v2/objectives/${String(created.body['objectives_id'])}`;
  const patch = [{ op: 'add', path: '/data/1/next_required_objective', value: 'C' }];
  const patched = await send('PATCH', objectivesPath, patch);
  assert.deepEqual((patched.body['data'] as Record<string, unknown>[])[1]?.['next'], [
    branch('C', 'Always.'),
  ]);
});

test('a patch finds branches under their older names, whatever names they were sent with', async () => {
  const next = [branch('C', 'The visitor is a customer.'), branch('B', 'Always.')];
  const data = [objective('A', { next }), objective('B'), objective('C', { next: [] })];
  const created = await send('POST', '/v2/objectives', { data });
  const objectivesPath = `/v2/objectives/${String(created.body['objectives_id'])}`;
  const patchItem = (index: number, op: string, name: string, value?: unknown) =>
    send('PATCH', objectivesPath, [{ op, path: `/data/${index}/next_${name}`, value }]);
  const nextObjectives = ({ status, body }: Awaited<ReturnType<typeof patchItem>>) => {
    assert.equal(status, 200, JSON.stringify(body));
    return (body['data'] as Record<string, unknown>[]).map((item) => item['next']);
  };
  const unchangedResponse = await patchItem(0, 'test', 'required_objective', 'B');
  assert.deepEqual(nextObjectives(unchangedResponse), [next, undefined, []]);
  assert.equal('next_required_objective' in (unchangedResponse.body['data'] as object[])[0]!, false);
  const prompt = { op: 'replace', path: '/data/1/objective_prompt', value: 'Read /next_required_objective.' };
  const testOperation = { op: 'test', path: '/data/0/next', value: next };
  assert.equal(
    (await send('PATCH', objectivesPath, [prompt, testOperation])).status,
    200,
    'a value is not a path',
  );
  assert.deepEqual(nextObjectives(await patchItem(0, 'replace', 'required_objective', null)), [
    [next[0]],
    undefined,
    [],
  ]);
  assert.deepEqual(nextObjectives(await patchItem(1, 'replace', 'required_objective', 'C')), [
    [next[0]],
    [branch('C', 'Always.')],
    [],
  ]);
  assert.deepEqual(nextObjectives(await patchItem(0, 'remove', 'conditional_objectives')), [
    undefined,
    [branch('C', 'Always.')],
    [],
  ]);
  assert.match(
    JSON.stringify((await patchItem(2, 'replace', 'required_objective', 'A')).body),
    /data\.2\.next must/,
  );
});

test('a PAL\u2019s context and memories reach its prompt', async () => {
  const created = await send('POST', '/v2/pals', {
    ...pal,
    context: 'It is autumn.',
    memories: ['We moved to Mill Street.'],
    layers: { llm: { model: 'm', base_url: 'https://model.example/v1' } },
  });
  const palPath = `/v2/pals/${String(created.body['pal_id'])}`;
  const prompt = async () => JSON.stringify((await send('GET', `${palPath}/prompt`)).body);
  assert.match(await prompt(), /Be kind\.\\+n\\+nIt is autumn\./);
  assert.match(await prompt(), /We moved to Mill Street\./);
  const patched = await send('PATCH', palPath, [
    { op: 'replace', path: '/context', value: 'It is winter.' },
    { op: 'remove', path: '/memories/0' },
  ]);
  assert.deepEqual([patched.body['context'], patched.body['memories']], ['It is winter.', []]);
  assert.match(await prompt(), /It is winter\./);
  assert.doesNotMatch(await prompt(), /Mill Street|autumn/);
  const refusal = await send('POST', '/v2/pals', { ...pal, memories: Array(51).fill('x') });
  assert.match(String(refusal.body['error']), /memories must hold at most 50 entries/);
});

const set = (fields: object, ...data: object[]) =>
  send('POST', '/v2/objectives', {
    ...fields,
    data: data.map((objective) => ({ objective_prompt: 'x', ...objective })),
  });

test('objectives keep their name, confirmation_mode and modality', async () => {
  const created = await set(
    { name: 'Intake' },
    { objective_name: 'a', confirmation_mode: 'manual', modality: 'verbal' },
  );
  assert.equal(created.body['name'], 'Intake');
  const answer = await send('GET', `/v2/objectives/${String(created.body['objectives_id'])}`);
  assert.deepEqual(answer.body['data'], [
    {
      objective_name: 'a',
      objective_prompt: 'x',
      output_variables: [],
      confirmation_mode: 'manual',
      modality: 'verbal',
    },
  ]);
  assert.equal((await send('GET', '/v2/objectives?search=INTAKE')).body['total_count'], 1);
  for (const wrongFields of [{ confirmation_mode: 'maybe' }, { modality: 'visual' }])
    assert.equal((await set({}, { objective_name: 'a', ...wrongFields })).status, 400);
});

test('allow_loops: false refuses branches that lead back', async () => {
  const loopingObjectives = (next: object) => [
    { objective_name: 'a' },
    { objective_name: 'b', ...next },
    { objective_name: 'c' },
  ];
  const refusal = await set({ allow_loops: false }, ...loopingObjectives({ next_required_objective: 'a' }));
  assert.equal(refusal.status, 400);
  assert.match(String(refusal.body['error']), /data\.1\.next must not lead back to itself/);
  assert.equal(
    (await set({ allow_loops: true }, ...loopingObjectives({ next_required_objective: 'a' }))).status,
    200,
  );
  assert.equal((await set({}, ...loopingObjectives({ next_required_objective: 'a' }))).status, 200);
  const forward = { next_conditional_objectives: { c: 'if so' } };
  assert.equal((await set({ allow_loops: false }, ...loopingObjectives(forward))).status, 200);
});
