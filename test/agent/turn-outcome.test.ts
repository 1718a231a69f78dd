/** Each turn has an outcome, which the owner sees in its trace. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TurnOutcome, TurnTrace } from '../../src/contract/conversations.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { DocumentResponder, type CallActions } from '../../src/agent/replies/document-responder.ts';
import { modelOutcome } from '../../src/agent/replies/model-outcome.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { begin, event, settle, joinInput } from './stage.ts';

const SHOP =
  '# Prices\n\nA day ticket costs nine euros.\n\n# Opening hours\n\nWe open at ten in the morning every day.';
const CONTACT = '# Contact\n\nOur phone number is 01632 960123, our e-mail address is ada@shop.example.';

async function outcomeOf(question: string, content = SHOP, call: CallActions = {}, spoken = false) {
  const knowledge = new Knowledge([{ document_id: 'd1', name: 'Shop', content }]);
  const responder = new DocumentResponder('Ada', knowledge, { language: () => 'en', call });
  const { signal } = new AbortController();
  const outcomes: TurnOutcome[] = [];
  for await (const chunk of responder.think(question, { history: [], canvas: null, signal, spoken }))
    if ('outcome' in chunk) outcomes.push(chunk.outcome);
  assert.equal(outcomes.length, 1, `${question}: ${outcomes.join()}`);
  return outcomes[0];
}

describe('the agent that answers from documents', () => {
  const rows: [string, TurnOutcome, string?, CallActions?][] = [
    ['How much is a day ticket?', 'answered'],
    ['Opening hours', 'answered'],
    ['Do you sell submarines?', 'declined'],
    ['Which bus stops before ten in the morning near the harbour bridge?', 'offered'],
    ['Hello!', 'small_talk'],
    ['Thank you', 'small_talk'],
    ['Goodbye', 'small_talk', SHOP, { end() {} }],
    ['I want to talk to a human', 'declined'],
    ['I want to talk to a human', 'handed_over', CONTACT],
    ['I want to talk to a human', 'handed_over', SHOP, { requestHuman: async () => null }],
    ['I want to talk to a human', 'declined', SHOP, { requestHuman: async () => undefined }],
  ];
  for (const [question, outcome, content, call] of rows) {
    const conditions = [content === CONTACT && 'with a number', call && 'with an action'].filter(Boolean);
    test(`${[question, ...conditions].join(', ')}: ${outcome}`, async () => {
      assert.equal(await outcomeOf(question, content, call), outcome);
    });
  }
});

test('the outcome of a model is an answer, a handover or nothing', () => {
  const call = { id: 'c', arguments: '{}', isReported: true, startedAt: 0, duration: 1 };
  const human = { ...call, name: 'request_human', outcome: 'Done.' };
  assert.equal(modelOutcome('How much?', 'Nine euros.', []), 'answered');
  assert.equal(modelOutcome('Hello!', 'Hello.', []), 'small_talk');
  assert.equal(modelOutcome('A person, please', 'They were told.', [human]), 'handed_over');
  assert.equal(modelOutcome('A refund?', 'Sorry.', [{ ...human, outcome: 'Error: no.' }]), 'answered');
  assert.equal(modelOutcome('How much?', ' ', []), 'declined');
});

test("a model has declined if it says so, or if no part of its answer is from the PAL's knowledge", () => {
  const grounds = { hasDocuments: true, texts: [SHOP, 'You welcome visitors of a museum.'] };
  const rows: [question: string, answer: string, outcome: TurnOutcome][] = [
    ['Is there a pool?', "I'm sorry, I don't know that. I can tell you about prices.", 'declined'],
    ['Is there a pool?', 'I do not have any information about a pool.', 'declined'],
    ['Gibt es ein Schwimmbad?', 'Das weiß ich leider nicht.', 'declined'],
    ['¿Hay piscina?', 'Lo siento, no tengo información sobre eso.', 'declined'],
    ['Is there a pool?', 'Yes, there is a heated basin with three slides behind the building.', 'declined'],
    ['How much is it?', 'A day ticket costs nine euros.', 'answered'],
    ['When do you open?', 'At ten, every morning of the week.', 'answered'],
    ['Can I come at ten?', 'Yes, you can.', 'answered'],
    ['Wann öffnen Sie?', 'Wir öffnen jeden Tag um zehn Uhr am Morgen und freuen uns auf Sie.', 'answered'],
    ['Hello!', 'Hello, how can I help you today?', 'small_talk'],
  ];
  for (const [question, answer, outcome] of rows)
    assert.equal(modelOutcome(question, answer, [], grounds), outcome, answer);
  const call = {
    id: 'c',
    name: 'weather',
    arguments: '{}',
    isReported: true,
    startedAt: 0,
    duration: 1,
    outcome: 'Rain.',
  };
  assert.equal(
    modelOutcome('Is it raining?', 'It pours over the whole old harbour.', [call], grounds),
    'answered',
  );
});

test('an interrupted turn keeps its outcome', async () => {
  const traces: TurnTrace[] = [];
  const knowledge = new Knowledge([{ document_id: 'd1', name: 'Shop', content: SHOP }]);
  const { stage, agent } = begin({
    clock: new ManualClock(),
    responder: new DocumentResponder('Ada', knowledge),
    greeting: '',
    trace: (trace) => traces.push(trace),
  });
  agent.take(joinInput());
  agent.take(event('conversation.respond', { text: 'How much is a day ticket?' }));
  for (let turn = 0; turn < 100; turn++) await settle();
  stage.begin();
  agent.take(event('conversation.interrupt'));
  for (let turn = 0; turn < 100; turn++) await settle();
  assert.deepEqual(
    traces.map(({ state, outcome }) => [state, outcome]),
    [['cut', 'answered']],
  );
});
