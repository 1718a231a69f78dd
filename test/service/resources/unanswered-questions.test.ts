/** Unanswered questions are counted by topic, separately for each account. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createConversation,
  deleteConversation,
  type TurnOutcome,
} from '../../../src/contract/conversations.ts';
import {
  listUnansweredQuestions,
  MAX_UNANSWERED_TURNS,
  MAX_WORDINGS,
  UNANSWERED_READS_PER_MINUTE,
} from '../../../src/contract/unanswered-questions.ts';
import { Tracing } from '../../../src/agent/replies/tracing.ts';
import { storeTrace } from '../../../src/service/conversations/traces.ts';
import { group, QuestionVectorCache } from '../../../src/service/conversations/unanswered-questions.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, talk, type World } from '../world.ts';

const turn = (question: string, day: number, conversation_id = `c${day}`) => ({
  question,
  conversation_id,
  created_at: new Date(Date.UTC(2026, 0, day)),
});
const byWords = async () => [];

describe('groups', () => {
  test('have one entry for the same words, with counts and dates, the most frequent first', async () => {
    const groups = await group(
      [
        turn('Do you sell submarines?', 9),
        turn('is there a lift', 8),
        turn('do you sell submarines', 7),
        turn('Is there a lift?', 6),
        turn('Submarines, do you sell them?', 5),
        turn('May I bring my dog?', 4),
      ],
      byWords,
    );
    assert.deepEqual(
      groups.map(({ count, wordings }) => [count, wordings]),
      [
        [3, ['Do you sell submarines?', 'Submarines, do you sell them?']],
        [2, ['is there a lift']],
        [1, ['May I bring my dog?']],
      ],
    );
    assert.deepEqual(groups[0], {
      question: 'Do you sell submarines?',
      wordings: ['Do you sell submarines?', 'Submarines, do you sell them?'],
      count: 3,
      first_asked_at: '2026-01-05T00:00:00.000Z',
      last_asked_at: '2026-01-09T00:00:00.000Z',
      conversation_id: 'c9',
    });
  });

  test('use meaning if there are vectors', async () => {
    const vectors: Record<string, number[]> = {
      'Can I bring my dog?': [1, 0],
      'Are pets allowed?': [0.8, 0.6],
      'Can I bring my bike?': [0, 1],
    };
    const groups = await group(
      Object.keys(vectors).map((text, index) => turn(text, index + 1)),
      async (texts) => texts.map((text) => Float32Array.from(vectors[text]!)),
    );
    assert.deepEqual(
      groups.map(({ wordings }) => wordings),
      [['Can I bring my dog?', 'Are pets allowed?'], ['Can I bring my bike?']],
    );
  });

  test('show some of many wordings', async () => {
    const turns = Array.from({ length: 20 }, (_, index) => turn(`Lift ${'very '.repeat(index)}please?`, 1));
    const [firstGroup] = await group(turns, async (texts) => texts.map(() => Float32Array.of(1, 0)));
    assert.deepEqual([firstGroup!.count, firstGroup!.wordings.length], [20, MAX_WORDINGS]);
  });

  test('accept questions without a word, and no questions', async () => {
    assert.deepEqual(await group([], byWords), []);
    const marks = await group([turn('???', 1), turn('!', 2), turn('???', 3)], byWords);
    assert.deepEqual(
      marks.map(({ question, count }) => [question, count]),
      [
        ['???', 2],
        ['!', 1],
      ],
    );
  });
});

test('a vector is computed once for each text', async () => {
  const inputs: string[] = [];
  const cache = new QuestionVectorCache({
    model: 'm',
    languages: null,
    calibrated: true,
    embed: async (texts) => (inputs.push(...texts), texts.map(() => [3, 4])),
  });
  const { signal } = new AbortController();
  await cache.vectorsOf(['a', 'b'], signal);
  const [vector] = await cache.vectorsOf(['b', 'c'], signal);
  assert.deepEqual(inputs, ['a', 'b', 'c']);
  assert.deepEqual(
    [...vector!].map((value) => value.toFixed(1)),
    ['0.6', '0.8'],
  );
});

describe('a PAL', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const create = async (pal_id: string) =>
    (await world.call(createConversation, { credential: ALICE, body: { pal_id } })).result;
  const list = async (pal_id: string, query: Record<string, string> = {}) =>
    (await world.call(listUnansweredQuestions, { credential: ALICE, params: { pal_id }, query })).result;
  const keep = async (id: string, question: string, outcome: TurnOutcome | null) => {
    const tracing = new Tracing(new ManualClock(), question);
    if (outcome) tracing.take({ outcome });
    await storeTrace(world.service.context, id, tracing.completeTrace('said', []));
  };

  test('lists what a visitor asked in a call without getting an answer', async () => {
    const pal_id = await world.pal();
    const conversation = await create(pal_id);
    await talk(world, conversation, 'Do you sell submarines?');
    const { data, total_count, turn_count } = await until('the trace', async () => {
      const page = await list(pal_id);
      return page.turn_count > 0 && page;
    });
    assert.deepEqual([total_count, turn_count], [1, 1]);
    assert.deepEqual(
      [data[0]!.question, data[0]!.count, data[0]!.conversation_id],
      ['Do you sell submarines?', 1, conversation.conversation_id],
    );
  });

  test('lists only its own unanswered turns, in pages, until their conversation is deleted', async () => {
    const pal_id = await world.pal();
    const conversation = await create(pal_id);
    const id = conversation.conversation_id;
    await keep(id, 'How high is the tower?', 'offered');
    await keep(id, 'How high is the tower?', 'declined');
    await keep(id, 'Is there a lift?', 'declined');
    await keep(id, 'Hello', 'small_talk');
    await keep(id, 'When do you open?', 'answered');
    await keep(id, 'Cut?', null);
    await keep(id, '', 'declined');
    await keep((await create(await world.pal())).conversation_id, 'Another PAL?', 'declined');
    const firstPage = await list(pal_id, { limit: '1' });
    assert.deepEqual(
      [
        firstPage.data.map(({ question, count }) => [question, count]),
        firstPage.total_count,
        firstPage.turn_count,
      ],
      [[['How high is the tower?', 2]], 2, 3],
    );
    assert.equal((await list(pal_id, { limit: '1', page: '2' })).data[0]!.question, 'Is there a lift?');
    await world.call(deleteConversation, { credential: ALICE, params: { conversation_id: id } });
    assert.deepEqual(await list(pal_id), { data: [], total_count: 0, turn_count: 0 });
  });

  test('reads the newest of many turns, and refuses other accounts and too many reads', async () => {
    const pal_id = await world.pal();
    const { conversation_id } = await create(pal_id);
    for (let number = 0; number < MAX_UNANSWERED_TURNS + 5; number += 1)
      await keep(conversation_id, `Question ${number}?`, 'declined');
    const { data, turn_count } = await list(pal_id, { limit: '200' });
    assert.equal(turn_count, MAX_UNANSWERED_TURNS);
    assert.ok(!data.some(({ wordings }) => wordings.includes('Question 0?')));
    const listRefusal = async (id: string, credential: string) =>
      (await world.refusal(listUnansweredQuestions, { credential, params: { pal_id: id }, query: {} })).code;
    assert.equal(await listRefusal(pal_id, BOB), 'forbidden');
    assert.equal(await listRefusal('p0000000000000000', ALICE), 'pal_not_found');
    let lastRequest = '';
    for (let number = 0; number <= UNANSWERED_READS_PER_MINUTE && !lastRequest; number += 1)
      lastRequest = await list(pal_id).then(
        () => '',
        (error: { code: string }) => error.code,
      );
    assert.equal(lastRequest, 'too_many_requests');
  });
});
