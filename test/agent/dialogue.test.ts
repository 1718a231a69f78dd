/** A call without a language model: the agent asks what is meant, accepts a choice, and remembers dates. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callMemory, rememberedPeople } from '../../src/agent/knowledge/call-memory.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { contentWords } from '../../src/agent/knowledge/words.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { lastExchange, pickedName } from '../../src/agent/replies/open-question.ts';
import type { Exchange } from '../../src/agent/replies/responder.ts';

const DIMENSIONS = 256;
/** Returns a vector for a sentence: sentences that share words get similar vectors. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0.01);
  for (const word of contentWords(text)) {
    const dimension = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7);
    vector[dimension] = vector[dimension]! + 1;
  }
  return vector;
}
const embeddings = {
  model: 'words',
  languages: null,
  calibrated: true,
  embed: (texts: readonly string[]) => Promise.resolve(texts.map(vectorOf)),
};

const TEXT = `# Lake park

## Summer hours

| Day | Hours |
| --- | --- |
| Monday | 9:00 to 19:00 |
| Sunday | 8:00 to 20:00 |

## Winter hours

| Day | Hours |
| --- | --- |
| Monday | closed |
| Sunday | 10:00 to 16:00 |

## Entry

| Ticket | October to March | April to September |
| --- | --- | --- |
| Adults | €8 | €10 |
| Children (4 to 15) | €5 | €6 |

## Boats

| Boat | Hour | Day |
| --- | --- | --- |
| Rowing boat | €14 | €55 |
| Pedal boat | €22 | €95 |
| Electric boat | €30 | €140 |

## Dogs

Dogs are welcome on the meadow. Dogs pay no entry.
`;

async function call(lines: readonly string[]): Promise<string[]> {
  const knowledge = new Knowledge([{ document_id: 'd', name: 'Park', content: TEXT }], embeddings);
  await knowledge.prepare();
  const responder = new DocumentResponder('Mira', knowledge, { today: () => '2026-02-03' });
  const history: Exchange[] = [];
  for (const line of lines) {
    let text = '';
    const context = { history: [...history], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(line, context)) if ('text' in chunk) text += chunk.text;
    history.push({ role: 'user', content: line }, { role: 'assistant', content: text });
  }
  return history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
}

describe('a call with follow-up questions', () => {
  const calls: [name: string, lines: string[], last: RegExp][] = [
    ['two tables that fit are asked for', ['what are your hours on monday'], /^Which one do you mean: /],
    ['the pick answers', ['what are your hours on monday', 'winter'], /Winter hours, Monday: closed/],
    ['a place picks', ['what are your hours on sunday', 'the first one'], /Sunday: \d/],
    [
      'three rows are asked for',
      ['how much is a boat for a day'],
      /Rowing boat, Pedal boat or Electric boat\?$/,
    ],
    [
      'the pick answers within the question',
      ['how much is a boat for a day', 'the electric one please'],
      /Electric boat: Day €140/,
    ],
    [
      'the party and the month stay',
      ['we come in july', 'we are two adults and a child of five', 'how much is entry for all of us'],
      /April to September: 2 times Adults €10 and Children \(4 to 15\) €6, together €26/,
    ],
    [
      'the new subject wins',
      ['how much is a rowing boat for an hour', 'and the pedal boat?'],
      /^Boats, Pedal boat: Hour €22\.$/,
    ],
    [
      'lines that go on from each other keep their subject',
      ['how much is entry for adults in may', 'and for children?', 'and in november?'],
      /Children \(4 to 15\): October to March €5/,
    ],
    [
      'a pronoun is the row of the last answer',
      ['how much is the pedal boat for an hour', 'and how much is it for a day'],
      /^Boats, Pedal boat: Day €95\.$/,
    ],
    [
      'two questions of one message are both answered',
      ['what is the rowing boat for an hour and do dogs pay entry'],
      /Rowing boat: Hour €14.*Dogs pay no entry\./,
    ],
    [
      'rows with the thing that is asked for are offered',
      ['do you have boats'],
      /^Yes\. Which one do you mean: /,
    ],
    [
      'a choice among them is spoken with its values',
      ['do you have a boat', 'the electric one'],
      /Electric boat: Hour €30, Day €140/,
    ],
    [
      'a statement is remembered for the next question',
      ['we come on 3 july with our canoe', 'how much is that for an adult'],
      /Adults: April to September €10/,
    ],
    [
      'a statement is acknowledged',
      ['we are 40 people from Leeds'],
      /^Thank you, I will keep that in mind\./,
    ],
    ['a complaint is regretted', ['your kiosk was dirty and nobody cared'], /^I am sorry to hear that\./],
  ];
  for (const [name, lines, lastAnswer] of calls)
    test(name, async () => assert.match((await call(lines)).at(-1)!, lastAnswer));
});

describe('the subject of a follow-up line', () => {
  test('a visitor chooses by a name, a part of a name, or a position', () => {
    const names = ['Summer hours', 'Winter hours', 'Skis and snowboards, adults'];
    for (const [line, name] of [
      ['winter', 'Winter hours'],
      ['the winter one please', 'Winter hours'],
      ['Skis and snowboards, adults', 'Skis and snowboards, adults'],
      ['the second', 'Winter hours'],
      ['the last one', 'Skis and snowboards, adults'],
      ['hours', null],
      ['do you have parking for coaches in winter', null],
      ['', null],
    ] as const)
      assert.equal(pickedName(line, names), name, line);
  });

  test('a group of people is remembered for questions about all of them, and one person for "he" or "she"', () => {
    const family = callMemory(['hello', 'we are two adults and a child of five', 'in august']);
    assert.equal(rememberedPeople('how much is that for us', family)?.persons.length, 2);
    assert.equal(rememberedPeople('how much is a boat', family), null);
    const pair = callMemory(['is it ok for a 3 year old', 'what is it for me and her']);
    assert.deepEqual(
      pair.people?.persons.map(({ age, kind }) => age ?? kind),
      ['adult', 36],
    );
    const all = callMemory([
      'is it ok for a 3 year old',
      'what is it for me and her',
      'and if my husband comes too',
    ]);
    assert.equal(all.people?.persons.length, 3);
    assert.deepEqual([...family.months], [7]);
    assert.equal(rememberedPeople('what does he pay', callMemory(['my son is 7']))?.persons[0]?.age, 84);
  });

  test('a chain of follow-ups begins with its first question, and ends at a new one', () => {
    const history = ['how much is a ticket for adults', 'and for children?', 'is there a car park'].flatMap(
      (content): Exchange[] => [
        { role: 'user', content },
        { role: 'assistant', content: 'Yes.' },
      ],
    );
    const questionBefore = (count: number) =>
      lastExchange(history.slice(0, 2 * count), () => false)?.question;
    assert.equal(questionBefore(0), undefined);
    assert.match(questionBefore(2)!, /ticket for adults.*children/);
    assert.equal(questionBefore(3), 'is there a car park');
  });
});
