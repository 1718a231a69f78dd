/** Objectives of a call are completed, lead to branches, and survive a restart. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { ObjectiveCallback } from '../../../src/contract/callbacks.ts';
import { createObjectives, getObjectives, patchObjectives } from '../../../src/contract/objectives.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, openWorld, talk } from '../world.ts';
import {
  create,
  events,
  model,
  receiver,
  createRule,
  settle,
  eventsOf,
  triggerRules,
  world,
} from './rules-world.ts';

describe('objectives in a call', () => {
  const createObjectiveSet = async (data: object[], targetWorld = world) =>
    (await targetWorld.call(createObjectives, { credential: ALICE, body: { data } as never })).result
      .objectives_id;
  const objective = (name: string, variables: string[] = [], extraFields: object = {}) => ({
    objective_name: name,
    objective_prompt: `Reach ${name}.`,
    output_variables: variables,
    callback_url: receiver.url(`/${name}`),
    ...extraFields,
  });
  const judgementOf = (values: object = {}, next: number | null = null) => ({
    objective: { completed: true, values, next },
  });

  // Proves events-20.
  test('a completed objective is reported to the room, to its callback_url, and in the verbose read', async () => {
    const objectives_id = await createObjectiveSet([
      objective('contact', ['name', 'age']),
      objective('plan'),
    ]);
    const conversation = await create({ objectives_id });
    model.judge = () => ({ objective: { completed: false, values: { name: 'Ada', other: 'x', age: null } } });
    await talk(world, conversation, 'I am Ada.');
    await settle();
    assert.match(model.requests[0]!.messages[0]!.content!, /Reach contact\.[^]*Find out: name, age\./);
    assert.match(model.judgeRequests[0]!.messages[0]!.content!, /Reach contact\.[^]*name, age/);
    assert.deepEqual(await eventsOf(conversation, 'conversation.objective.completed'), []);
    model.judge = () => judgementOf();
    await talk(world, conversation, 'What now?');
    await settle();
    assert.match(model.requests[1]!.messages[0]!.content!, /Find out: age\.\nKnown so far: name: Ada/);
    assert.equal(receiver.received.length, 0, 'it is not completed before each variable has a value');
    model.judge = () => judgementOf({ age: 36 });
    await talk(world, conversation, 'I am 36.');
    await settle();
    const properties = { objective_name: 'contact', output_variables: { name: 'Ada', age: 36 } };
    assert.deepEqual(await eventsOf(conversation, 'conversation.objective.completed'), [properties]);
    assert.deepEqual(
      receiver.received.map(({ path, json }) => [path, json]),
      [['/contact', { conversation_id: conversation.conversation_id, ...properties }]],
    );
    ObjectiveCallback.parse(receiver.received[0]!.json);
    const event = (await events(conversation)).find(
      ({ event_type }) => event_type === 'conversation.objective.completed',
    )!;
    assert.deepEqual([event.properties, event['webhook_url']], [properties, receiver.url('/contact')]);
    model.judge = () => judgementOf();
    await talk(world, conversation, 'Good.');
    await settle();
    assert.match(model.requests.at(-1)!.messages[0]!.content!, /Reach plan\./);
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/contact', '/plan'],
      'in their order',
    );
    const judgeCount = model.judgeRequests.length;
    await talk(world, conversation, 'Anything else?');
    await settle();
    assert.equal(model.judgeRequests.length, judgeCount, 'nothing is left to judge');
  });

  test('branches: the first whose condition holds, else the next in order; an empty list ends them', async () => {
    const data = [
      objective('ask', [], {
        next: [
          { objective_name: 'buy', condition: 'The visitor wants to buy.' },
          { objective_name: 'help', condition: 'The visitor has a problem.' },
        ],
      }),
      objective('chat', [], { next: [] }),
      objective('buy', [], { next: [] }),
      objective('help', [], { next: [{ objective_name: 'ask', condition: 'Again.' }] }),
    ];
    const walk = async (...answers: object[]) => {
      receiver.received.length = 0;
      const conversation = await create({ objectives_id: await createObjectiveSet(data) });
      for (const answer of answers) {
        model.judge = () => answer;
        await talk(world, conversation, 'Go on.');
        await settle();
      }
      return receiver.received.map(({ path }) => path.slice(1));
    };
    assert.deepEqual(
      await walk(judgementOf({}, 2), judgementOf({}, 1), judgementOf()),
      ['ask', 'help'],
      'what is completed is not done again',
    );
    assert.match(
      model.judgeRequests[0]!.messages[0]!.content!,
      /1\. The visitor wants to buy\.\n2\. The visitor has a problem\./,
    );
    assert.deepEqual(await walk(judgementOf({}, 1), judgementOf(), judgementOf()), ['ask', 'buy']);
    assert.deepEqual(await walk(judgementOf(), judgementOf(), judgementOf()), ['ask', 'chat']);
    assert.deepEqual(
      await walk(judgementOf({}, 9), judgementOf()),
      ['ask', 'chat'],
      'a branch that is not there is none',
    );
  });

  test('a branch must name an objective of its own list', async () => {
    const body = (next: unknown, names = ['a', 'b']) => ({
      data: names.map((name) => ({
        objective_name: name,
        objective_prompt: 'x',
        ...(name === 'a' ? { next } : {}),
      })),
    });
    for (const [objectives, promptText] of [
      [
        body([{ objective_name: 'c', condition: 'x' }]),
        /^data\.0\.next\.0\.objective_name must name an objective of this list/,
      ],
      [body([{ objective_name: 'b', condition: 'x' }], ['a', 'b', 'b']), /must name one objective/],
      [body([{ objective_name: 'b' }]), /^data\.0\.next\.0\.condition is required/],
      [body('b'), /^data\.0\.next must be a list/],
      [body(Array.from({ length: 11 }, () => ({ objective_name: 'b', condition: 'x' }))), /at most 10/],
    ] as const)
      assert.match(
        (await world.refusal(createObjectives, { credential: ALICE, body: objectives as never })).text,
        promptText,
      );
    const objectives_id = await createObjectiveSet(body([{ objective_name: 'b', condition: 'Yes.' }]).data);
    assert.deepEqual(
      (await world.call(getObjectives, { credential: ALICE, params: { objectives_id } })).result.data[0]!
        .next,
      [{ objective_name: 'b', condition: 'Yes.' }],
    );
    assert.equal(
      (
        await world.refusal(patchObjectives, {
          credential: ALICE,
          params: { objectives_id },
          body: [{ op: 'remove', path: '/data/1' }] as never,
        })
      ).code,
      'invalid_patch',
    );
  });

  test('guardrails and objectives are judged in a single model request', async () => {
    const { uuid } = await createRule();
    const conversation = await create({
      guardrail_ids: [uuid],
      objectives_id: await createObjectiveSet([objective('both')]),
    });
    model.judge = () => ({ ...triggerRules(1), ...judgementOf() });
    await talk(world, conversation, 'Hello');
    await settle();
    assert.equal(model.judgeRequests.length, 1);
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/guardrail', '/both'],
    );
  });
});

// Proves events-20.
test('objectives survive a restart: values are kept, and each completion is reported once', async () => {
  const dataDir = await createFreshFolder();
  const environment = { LLM_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: receiver.host };
  let open = await openWorld({ environment, dataDir });
  try {
    const data = [
      { objective_name: 'first', objective_prompt: 'x', callback_url: receiver.url('/first') },
      {
        objective_name: 'second',
        objective_prompt: 'Reach the second.',
        output_variables: ['name', 'town'],
        callback_url: receiver.url('/second'),
      },
    ];
    const { objectives_id } = (await open.call(createObjectives, { credential: ALICE, body: { data } }))
      .result;
    const conversation = await create({ objectives_id }, open);
    model.judge = (_, number) => ({
      objective: { completed: number === 1, values: number === 1 ? {} : { name: 'Ada' } },
    });
    await talk(open, conversation, 'One.');
    await settle(open);
    await talk(open, conversation, 'Two.');
    await settle(open);
    await open.close();
    open = await openWorld({ environment, dataDir });
    model.judge = () => ({ objective: { completed: true, values: { town: 'Berne' } } });
    const params = { conversation_id: conversation.conversation_id };
    await open.call(readRoom, { params, credential: conversation.meeting_token });
    await open.call(writeRoom, {
      params,
      credential: conversation.meeting_token,
      body: {
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: 'In Berne.' },
      },
    });
    await receiver.count(2);
    await settle(open);
    assert.match(
      model.requests.at(-1)!.messages[0]!.content!,
      /Reach the second\.[^]*Known so far: name: Ada/,
    );
    assert.deepEqual(
      receiver.received.map(({ path, json }) => [path, json['output_variables']]),
      [
        ['/first', {}],
        ['/second', { name: 'Ada', town: 'Berne' }],
      ],
    );
  } finally {
    await open.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
