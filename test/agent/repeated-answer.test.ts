/** If a model repeats its answer to a different question, the documents answer instead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRepetition } from '../../src/agent/replies/repeated-answer.ts';
import type { Exchange, ReplyChunk } from '../../src/agent/replies/responder.ts';
import { stage, wordsOf } from './model-room.ts';
import { words } from './scripted-model.ts';

const OPENING = 'We are open from Tuesday to Sunday.';
const HISTORY: Exchange[] = [
  { role: 'user', content: 'When are you open?' },
  { role: 'assistant', content: OPENING },
];

async function* stream(...chunks: ReplyChunk[]): AsyncGenerator<ReplyChunk> {
  yield* chunks;
}

async function answer(question: string, chunks: ReplyChunk[], history = HISTORY): Promise<string> {
  let text = '';
  const instead = () => stream({ text: 'From the documents.' });
  for await (const chunk of withoutRepetition(stream(...chunks), question, { history }, instead))
    if ('text' in chunk) text += chunk.text;
  return text;
}

const pieces = (text: string): ReplyChunk[] => text.split(/(?= )/).map((piece) => ({ text: piece }));

test('an answer to another question is not repeated: the documents answer', async () => {
  assert.equal(await answer('Where can I park?', pieces(OPENING)), 'From the documents.');
});

for (const [title, question, text] of [
  ['an answer that begins alike', 'Where can I park?', `${OPENING} Parking is behind the building.`],
  ['an answer that breaks off earlier', 'Where can I park?', 'We are open'],
  ['the same question', 'When are you open?', OPENING],
  ['a question about the same thing', 'Are you open on Sunday?', OPENING],
  ['a question to say it again', 'Pardon?', OPENING],
  ['a question without a word of its own', 'And you?', OPENING],
  ['a line that asks for nothing', 'Still there?', OPENING],
] as const)
  test(`${title} keeps the words of the model`, async () => {
    assert.equal(await answer(question, pieces(text)), text);
  });

for (const breach of [{ interrupted: true }, { lost: true }])
  test(`an answer that was broken off (${Object.keys(breach).join()}) may be repeated`, async () => {
    const history = HISTORY.map((item) => (item.role === 'assistant' ? { ...item, ...breach } : item));
    assert.equal(await answer('Still there?', pieces(OPENING), history), OPENING);
  });

test('words after a tool call are kept, whatever they are', async () => {
  const chunks: ReplyChunk[] = [{ doing: 'calling' }, ...pieces(OPENING)];
  assert.equal(await answer('Book a table', chunks), OPENING);
});

test('an answer that differs is passed on from its first different word', async () => {
  const yielded: string[] = [];
  async function* streamAnswer(): AsyncGenerator<ReplyChunk> {
    for (const text of ['We are', ' open', ' daily', ' until five.']) {
      yield { text };
      yielded.push(`after${text}`);
    }
  }
  const empty = () => stream();
  for await (const chunk of withoutRepetition(
    streamAnswer(),
    'Where can I park?',
    { history: HISTORY },
    empty,
  ))
    if ('text' in chunk) yielded.push(chunk.text);
  assert.deepEqual(yielded, [
    'afterWe are',
    'after open',
    'We are',
    ' open',
    ' daily',
    'after daily',
    ' until five.',
    'after until five.',
  ]);
});

test('in a call, a model that gives the same answer to everything is spoken once', async () => {
  const room = stage(() => words(OPENING));
  room.say('When are you open?');
  assert.equal(await wordsOf(room.stage, 1), OPENING);
  room.say('Where can I park?');
  assert.equal(await wordsOf(room.stage, 2), 'From the documents.');
});
