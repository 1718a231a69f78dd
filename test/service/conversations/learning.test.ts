/** The answers of a call name the documents that they use, and a later call knows facts about its visitor. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  endConversation,
} from '../../../src/contract/conversations.ts';
import { createDocument } from '../../../src/contract/documents.ts';
import {
  createMemoryStore,
  createPinnedMemory,
  getMemoryStore,
  listMemoryStores,
} from '../../../src/contract/memory-stores.ts';
import { deletePal } from '../../../src/contract/pals.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { readRoom } from '../../../src/contract/rooms.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { supportingPassages } from '../../../src/agent/knowledge/sentence-table.ts';
import { ModelServer } from '../model-server.ts';
import { Website } from '../website.ts';
import { until } from '../until.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

type CreatedCall = { conversation_id: string; meeting_token: string };
let model: ModelServer;
let website: Website;
let world: World;
before(async () => {
  model = await ModelServer.open();
  website = await Website.open();
  world = await openWorld({ environment: { LLM_BASE_URL: model.url, OUTBOUND_ALLOWED_HOSTS: website.host } });
});
after(async () => {
  await world.close();
  await website.close();
  await model.close();
});
afterEach(() => model.reset());

const create = async (body: Record<string, unknown>, targetWorld = world): Promise<CreatedCall> =>
  (await targetWorld.call(createConversation, { credential: ALICE, body: body as never })).result;
const end = async ({ conversation_id }: CreatedCall, targetWorld = world) => {
  await targetWorld.call(endConversation, { credential: ALICE, params: { conversation_id } });
  await targetWorld.service.context.jobs.idle();
};
const stores = async (pal_id: string, targetWorld = world) =>
  (await targetWorld.call(listMemoryStores, { credential: ALICE, query: { pal_id, sort: 'asc' } })).result
    .data;
const readMemories = async (memory_store_id: string) =>
  (
    await world.call(getMemoryStore, { credential: ALICE, params: { memory_store_id } })
  ).result.pinned_memories!.map(({ memory }) => memory);
const facts = (...items: unknown[]) => void (model.judge = () => ({ facts: items }));

describe('sources of an answer', () => {
  const sources = async (conversation: CreatedCall, targetWorld = world) =>
    (await visitorEvents(targetWorld, conversation))
      .flatMap((event) =>
        event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
          ? [event.properties.sources]
          : [],
      )
      .at(-1);

  test('the complete line names the documents that the answer uses, and a quotation names its own', async () => {
    const plainWorld = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: website.host } });
    try {
      website.pages = {
        '/hours': { body: 'The bicycle shop opens at ten in the morning.' },
        '/prices': { body: 'A bicycle costs nine hundred francs.' },
      };
      for (const where of [world, plainWorld]) {
        const document_ids: string[] = [];
        for (const name of ['hours', 'prices'])
          document_ids.push(
            (
              await where.call(createDocument, {
                credential: ALICE,
                body: { document_url: website.url(`/${name}`), document_name: name },
              })
            ).result.document_id,
          );
        await where.service.context.jobs.idle();
        model.answer = ({ messages }) =>
          messages.at(-1)!.content!.includes('Napoleon') ? 'I do not know.' : 'At ten in the morning.';
        const conversation = await create({ pal_id: await where.pal({ document_ids }) }, where);
        await talk(where, conversation, 'When does the bicycle shop open?');
        assert.deepEqual(await sources(conversation, where), [
          { document_id: document_ids[0], document_name: 'hours' },
        ]);
        await talk(where, conversation, 'Who was Napoleon?');
        assert.equal(await sources(conversation, where), undefined);
      }
    } finally {
      await plainWorld.close();
    }
  });

  test('memories of the visitor are not sources, and neither are words of the question alone', async () => {
    const pal_id = await world.pal();
    await world.call(createMemoryStore, {
      credential: ALICE,
      body: {
        pal_id,
        participant_tag: 'ada',
        pinned_memories: ['Rides a cargo bike with two children.'],
      },
    });
    model.answer = () => 'You ride a cargo bike with two children.';
    const conversation = await create({ pal_id, participant_tags: ['ada'] });
    await talk(world, conversation, 'What cargo bike do I ride?');
    assert.equal(await sources(conversation), undefined);
    await end(conversation);
    const { passages } = new Knowledge([
      { document_id: 'd1', name: 'Shop', content: 'The bicycle shop opens at ten.' },
    ]);
    assert.deepEqual(
      [
        supportingPassages(passages, 'Is the bicycle shop open?', 'The bicycle shop, I do not know.').length,
        supportingPassages(passages, 'Is the bicycle shop open?', 'The shop opens at ten.').length,
      ],
      [0, 1],
    );
  });
});

describe('what is learned of a visitor', () => {
  test("short facts are added to the visitor's store after the end, and the next call uses them", async () => {
    const pal_id = await world.pal();
    const conversation = await create({ pal_id, participant_tags: ['ada', 'team-blue'] });
    model.answer = () => 'Nice.';
    await talk(world, conversation, 'I ride a red bicycle.');
    facts(
      '  I ride a red bicycle. ',
      'I ride a red bicycle.',
      '',
      'x'.repeat(501),
      7,
      'a',
      'b',
      'c',
      'd',
      'e',
    );
    await end(conversation);
    const [store, ...otherStores] = await stores(pal_id);
    assert.deepEqual([store!.participant_tag, otherStores], ['ada', []], 'the first value is the visitor');
    assert.deepEqual(await readMemories(store!.memory_store_id), [
      'I ride a red bicycle.',
      'a',
      'b',
      'c',
      'd',
    ]);
    assert.match(
      model.judgeRequests[0]!.messages[1]!.content!,
      /visitor: "I ride a red bicycle\."\nagent: "Nice\."/,
    );
    const next = await create({ pal_id, participant_tags: ['ada'] });
    await talk(world, next, 'Do you know me?');
    assert.match(
      model.requests.at(-1)!.messages[0]!.content!,
      /What you remember of this visitor:\n- I ride a red bicycle\./,
    );
    facts('i RIDE a red bicycle.', 'New.');
    await end(next);
    assert.match(
      model.judgeRequests.at(-1)!.messages[0]!.content!,
      /Known already[^]*I ride a red bicycle\./,
    );
    assert.deepEqual((await readMemories(store!.memory_store_id)).slice(-2), ['d', 'New.']);
  });

  test('the memory skill controls which facts are used and which are learned', async () => {
    const pal_id = await world.pal();
    await world.call(createMemoryStore, {
      credential: ALICE,
      body: { pal_id, participant_tag: 'ada', pinned_memories: ['Rides a cargo bike.'] },
    });
    model.answer = () => 'Nice.';
    for (const [config, isKnown, isLearned] of [
      [{}, true, true],
      [{ learn: false }, true, false],
      [{ recall: false }, false, true],
    ] as const) {
      model.judgeRequests.length = 0;
      await world.call(attachPalSkill, {
        credential: ALICE,
        params: { pal_id, skill_id: 'memory' },
        body: { config },
      });
      const conversation = await create({ pal_id, participant_tags: ['ada'] });
      await talk(world, conversation, 'Hello.');
      assert.equal(model.requests.at(-1)!.messages[0]!.content!.includes('cargo bike'), isKnown);
      facts('Likes tea.');
      await end(conversation);
      assert.equal(model.judgeRequests.length > 0, isLearned, JSON.stringify(config));
    }
  });

  test("a full store replaces its oldest learned facts, but never the owner's pinned ones", async () => {
    const pal_id = await world.pal();
    const { memory_store_id } = (
      await world.call(createMemoryStore, {
        credential: ALICE,
        body: {
          pal_id,
          participant_tag: 'ada',
          pinned_memories: Array.from({ length: 26 }, (_, index) => `pinned ${index}`),
        },
      })
    ).result;
    const visit = async (...items: string[]) => {
      const conversation = await create({ pal_id, participant_tags: ['ada'] });
      await talk(world, conversation, 'Hello');
      facts(...items);
      await end(conversation);
      return (await readMemories(memory_store_id)).slice(26);
    };
    assert.deepEqual(await visit('one', 'two', 'three'), ['one', 'two', 'three']);
    assert.deepEqual(await visit('four', 'five', 'six'), ['three', 'four', 'five', 'six']);
    assert.deepEqual(await visit('a', 'b', 'c', 'd', 'e'), ['a', 'b', 'c', 'd'], 'never more than the limit');
    const fullRead = (
      await world.call(createMemoryStore, {
        credential: ALICE,
        body: {
          pal_id,
          participant_tag: 'bob',
          pinned_memories: Array.from({ length: 30 }, (_, index) => `pinned ${index}`),
        },
      })
    ).result;
    const created = await create({ pal_id, participant_tags: ['bob'] });
    await talk(world, created, 'Hello');
    facts('new');
    await end(created);
    assert.equal((await readMemories(fullRead.memory_store_id)).includes('new'), false);
    assert.equal(
      (
        await world.refusal(createPinnedMemory, {
          credential: ALICE,
          params: { memory_store_id },
          body: { memory: 'x' },
        })
      ).code,
      'memory_store_full',
    );
  });

  test('nothing is learned without a name, without lines, without a model, or after a deletion', async () => {
    const pal_id = await world.pal();
    facts('x');
    const unnamedCall = await create({ pal_id });
    await talk(world, unnamedCall, 'Hello');
    await end(unnamedCall);
    const silent = await create({ pal_id, participant_tags: ['ada'] });
    await world.call(readRoom, {
      params: { conversation_id: silent.conversation_id },
      credential: silent.meeting_token,
    });
    await end(silent);
    assert.equal(model.judgeRequests.length, 0);
    for (const deletedResource of ['conversation', 'PAL'] as const) {
      const conversation = await create({ pal_id, participant_tags: ['ada'] });
      await talk(world, conversation, 'Hello');
      let answer!: (answerArguments: object) => void;
      model.judge = () => new Promise<object>((resolve) => (answer = resolve));
      await world.call(endConversation, {
        credential: ALICE,
        params: { conversation_id: conversation.conversation_id },
      });
      await until('the model to be asked', () => Boolean(answer));
      if (deletedResource === 'PAL') await world.call(deletePal, { credential: ALICE, params: { pal_id } });
      else
        await world.call(deleteConversation, {
          credential: ALICE,
          params: { conversation_id: conversation.conversation_id },
        });
      answer({ facts: ['x'] });
      await world.service.context.jobs.idle();
      assert.deepEqual(await stores(pal_id), []);
    }
    const plainService = await openWorld();
    try {
      const otherPal = await plainService.pal();
      const conversation = await create({ pal_id: otherPal, participant_tags: ['ada'] }, plainService);
      await talk(plainService, conversation, 'Hello');
      await end(conversation, plainService);
      assert.deepEqual(await stores(otherPal, plainService), []);
    } finally {
      await plainService.close();
    }
  });

  test('a failing model is retried five times, and its facts are stored once', async () => {
    const pal_id = await world.pal();
    const visit = async (judge: ModelServer['judge']) => {
      model.judgeRequests.length = 0;
      const conversation = await create({ pal_id, participant_tags: ['ada'] });
      await talk(world, conversation, 'Hello');
      model.judge = judge;
      await end(conversation);
      for (let hour = 0; hour < 12; hour++) {
        world.clock.move(3600_000);
        await world.service.context.jobs.idle();
      }
      return model.judgeRequests.length;
    };
    assert.equal(await visit(() => 500), 5);
    assert.deepEqual(await stores(pal_id), []);
    assert.equal(await visit((_, number) => (number < 3 ? { body: '<html>' } : { facts: ['One.'] })), 3);
    assert.deepEqual(await readMemories((await stores(pal_id))[0]!.memory_store_id), ['One.']);
  });
});
