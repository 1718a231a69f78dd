/** A question without a call gets the same answer as in a call, and nothing is stored. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation, listConversations } from '../../../src/contract/conversations.ts';
import { createGuardrail, type Guardrail } from '../../../src/contract/guardrails.ts';
import { askPal, QUESTIONS_PER_MINUTE } from '../../../src/contract/pal-questions.ts';
import { attachPalSkill } from '../../../src/contract/skills.ts';
import { EmbeddingsServer } from '../embeddings-server.ts';
import { ModelServer } from '../model-server.ts';
import { ALICE, BOB, visitorEvents, openWorld, talk, type World } from '../world.ts';

const SHOP = [
  '# Prices\n\nA day ticket costs nine euros.',
  '# Opening hours\n\nWe open at ten in the morning every day.',
  '# Bells\n\nA bell costs four euros.',
];

const ask = async (world: World, pal_id: string, body: Record<string, unknown>) =>
  (await world.call(askPal, { credential: ALICE, params: { pal_id }, body: body as never })).result;

/** Stores a ready document of Alice and returns its id. */
async function storeDocument(world: World): Promise<string> {
  const { store, clock } = world.service.context;
  const now = new Date(clock.now());
  const id = 'd0123456789abcdef0123';
  await store.db
    .insertInto('documents')
    .values({
      id,
      account_id: 1,
      name: 'Shop',
      url: '',
      tags: '[]',
      status: 'ready',
      crawled: false,
      crawling: false,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await store.db
    .insertInto('document_chunks')
    .values(SHOP.map((content, position) => ({ document_id: id, position, content })))
    .execute();
  return id;
}

describe('a PAL that answers from documents', () => {
  let world: World;
  let pal_id: string;
  let document_id: string;
  before(async () => {
    world = await openWorld();
    document_id = await storeDocument(world);
    pal_id = await world.pal({ pal_name: 'Ada', document_ids: [document_id] });
  });
  after(() => world.close());

  test('gives the same answer as a call, with its candidates and sources', async () => {
    const question = 'How much is a day ticket?';
    const answer = await ask(world, pal_id, { question });
    const { result: conversation } = await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id },
    });
    await talk(world, conversation, question);
    const lines = (await visitorEvents(world, conversation)).flatMap((event) =>
      event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
        ? [event.properties.speech]
        : [],
    );
    assert.equal(answer.said, lines.at(-1));
    assert.deepEqual([answer.answering, answer.outcome, answer.fault], ['documents', 'answered', null]);
    assert.deepEqual(answer.sources, [{ document_id, document_name: 'Shop' }]);
    const [best, secondCandidate] = answer.candidates;
    assert.deepEqual(
      [best!.document_id, best!.heading, best!.text],
      [document_id, 'Prices', 'A day ticket costs nine euros.'],
    );
    assert.ok(
      best!.score! >= 0.5 && best!.score! > (secondCandidate?.score ?? 0),
      JSON.stringify(answer.candidates),
    );
    assert.ok(answer.took >= 0 && answer.first_word !== null);
  });

  test('declines, suggests and uses the earlier lines', async () => {
    const unknown = await ask(world, pal_id, { question: 'Do you sell submarines?' });
    assert.deepEqual([unknown.outcome, unknown.sources], ['declined', []]);
    const history = [
      { role: 'user', content: 'How much is a day ticket?' },
      { role: 'assistant', content: 'A day ticket costs nine euros.' },
    ];
    const follow = await ask(world, pal_id, { question: 'And a bell?', history });
    assert.match(follow.said, /four euros/);
    assert.equal((await ask(world, pal_id, { question: 'Hello!' })).outcome, 'small_talk');
  });

  test('answers in the requested language', async () => {
    const { said: reply } = await ask(world, pal_id, { question: 'Verkaufen Sie U-Boote?', language: 'de' });
    assert.match(reply, /Unterlagen|Dokumenten/);
  });

  test('returns its card, reports no request for a person, and starts and stores nothing', async () => {
    const palId = await world.pal({
      document_ids: [document_id],
      layers: { conversational_flow: { request_human: true, human_contact: 'Call 01632 960123.' } },
    });
    await world.call(attachPalSkill, {
      credential: ALICE,
      params: { pal_id: palId, skill_id: 'magic_canvas' },
      body: { config: {} },
    });
    const count = async () => {
      const { store } = world.service.context;
      const { total_count } = (await world.call(listConversations, { credential: ALICE, query: {} })).result;
      const callbacks = await store.db.selectFrom('callbacks').select('id').execute();
      const traces = await store.db.selectFrom('turn_traces').select('position').execute();
      return [total_count, callbacks.length, traces.length];
    };
    const previousCount = await count();
    const person = await ask(world, palId, { question: 'I want to talk to a human' });
    assert.deepEqual([person.outcome, /01632 960123/.test(person.said)], ['handed_over', true]);
    const unknown = await ask(world, palId, { question: 'Do you sell submarines?' });
    assert.equal(unknown.card?.component, 'question');
    assert.deepEqual(await count(), previousCount);
  });

  test('obeys its guardrails', async () => {
    const { result } = await world.call(createGuardrail, {
      credential: ALICE,
      body: {
        guardrail_name: 'No bells',
        guardrail_prompt: 'Never talk about bells.',
        modality: 'verbal',
      } as never,
    });
    const guarded = await world.pal({
      document_ids: [document_id],
      guardrail_ids: [(result as Guardrail).uuid],
    });
    const answer = await ask(world, guarded, { question: 'Tell me about bells' });
    assert.deepEqual([answer.outcome, /four/.test(answer.said)], ['declined', false]);
  });

  test('refuses other accounts, echo mode, invalid questions, and too many of them', async () => {
    const askRefusal = async (body: object, id = pal_id, credential = ALICE) =>
      (await world.refusal(askPal, { credential, params: { pal_id: id }, body: body as never })).code;
    const question = 'Well?';
    assert.equal(await askRefusal({ question }, pal_id, BOB), 'forbidden');
    assert.equal(await askRefusal({ question }, 'p0000000000000000'), 'pal_not_found');
    assert.equal(
      await askRefusal({ question }, await world.pal({ pipeline_mode: 'echo' })),
      'invalid_request',
    );
    for (const body of [
      {},
      { question: ' ' },
      { question: 'x'.repeat(2001) },
      { question, language: 'tlh!' },
      { question, history: Array(21).fill({ role: 'user', content: 'x' }) },
      { question, history: [{ role: 'system', content: 'x' }] },
      { question, stream: true },
    ])
      assert.equal(await askRefusal(body), 'invalid_request', JSON.stringify(body).slice(0, 80));
    let lastRequest = '';
    for (let number = 0; number <= QUESTIONS_PER_MINUTE && !lastRequest; number++)
      lastRequest = await ask(world, pal_id, { question: 'Hello!' }).then(
        () => '',
        (error: { code: string }) => error.code,
      );
    assert.equal(lastRequest, 'too_many_requests');
  });
});

test('a PAL with a model answers by the model without tools, and a failure is reported', async () => {
  const model = await ModelServer.open();
  const world = await openWorld({ environment: { LLM_BASE_URL: model.url, LLM_MODEL: 'small' } });
  try {
    const pal_id = await world.pal({
      document_ids: [await storeDocument(world)],
      layers: { conversational_flow: { end_call: true } },
    });
    model.answer = () => 'Nine euros.';
    const answer = await ask(world, pal_id, { question: 'How much is a day ticket?' });
    assert.deepEqual([answer.answering, answer.said, answer.outcome], ['model', 'Nine euros.', 'answered']);
    assert.ok(answer.candidates.some(({ text }) => text.includes('nine euros')));
    assert.equal(model.requests[0]!.tools, undefined);
    model.answer = () => 400;
    const failedAnswer = await ask(world, pal_id, { question: 'How much is a day ticket?' });
    assert.deepEqual([failedAnswer.said, failedAnswer.outcome], ['', null]);
    assert.match(failedAnswer.fault!.join(' '), /400/);
  } finally {
    await world.close();
    await model.close();
  }
});

test('facts match by meaning at the first question, and by words if there are no vectors', async () => {
  const server = await EmbeddingsServer.open();
  const world = await openWorld({
    environment: { EMBEDDINGS_BASE_URL: server.url, EMBEDDINGS_MODEL: 'bag-of-words' },
  });
  try {
    const lines = ['Every hound is welcome on a leash.'];
    const pal_id = await world.pal({ facts: { prices: [], lines } });
    const answer = await ask(world, pal_id, { question: 'Is my dog welcome?' });
    assert.equal(answer.candidates[0]?.text, lines[0]);
    const factsRequest = server.requests.findIndex(({ input }) =>
      input.some((text) => text.includes('hound')),
    );
    const ofQuestion = server.requests.findIndex(({ input }) => input.some((text) => text.includes('dog')));
    assert.ok(
      factsRequest >= 0 && ofQuestion > factsRequest,
      'the vectors of the facts are there before the question',
    );
    server.answer = () => 500;
    const byWords = await ask(world, pal_id, { question: 'Is a hound welcome?' });
    assert.equal(byWords.candidates[0]?.text, lines[0]);
  } finally {
    await world.close();
    await server.close();
  }
});
