/** A line that names no subject asks about the things and people of the lines before it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { withoutTalk } from '../../src/agent/knowledge/message-parts.ts';
import { SentenceModel } from '../../src/agent/language/sentence-model.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { lastAnswer } from './last-answer.ts';

const CONTENT = `# Harbour workshop

## Courses

| Course | Tutor | Evening | Fee |
| --- | --- | --- | --- |
| Rope work | Hanna Brekke | Monday | £40 |
| Boat building, long | Sam Otieno | Saturday | £180 |
| Boat building, short | Sam Otieno | Thursday | £95 |

## Tools

| Tool | Fee per day | Deposit |
| --- | --- | --- |
| Plane | £4 | £20 |
| Sander | £9 | £60 |

## Materials

Wood is included in boat building. Glue costs £3.

## Our tutors

### Hanna Brekke

Ties knots and mends sails.

### Sam Otieno

Builds rowing boats and canoes.

## Coffee

There is coffee and cake in the loft.
`;
const model = new SentenceModel(systemClock);
const knowledge = new Knowledge(
  [{ document_id: 'd', name: 'Workshop', content: CONTENT }],
  model.embeddings(),
);
const responder = new DocumentResponder('Mira', knowledge);
before(() => knowledge.prepare());
after(() => model.close());

describe('a line without a subject of its own', () => {
  const calls: [name: string, lines: string[], last: RegExp][] = [
    ['asks for a value of the last row', ['do you have rope work', 'which evening'], /Rope work.*Monday/],
    [
      'asks about a thing two lines before',
      ['how much is boat building', 'is wood included', 'who teaches it'],
      /Sam Otieno/,
    ],
    [
      'gets no row of another thing',
      ['how much is the sander for a day', 'what about the deposit'],
      /Sander: .*Deposit £60/,
    ],
    [
      'asks for a person with the problem that was stated before',
      ['my sail is torn, can you help', 'who would i see'],
      /Hanna Brekke/,
    ],
    ['may begin with thanks', ['how much is rope work', 'ok thanks. is there coffee'], /coffee and cake/],
    [
      'gets its own subject if the texts have it',
      ['how much is boat building on thursday', 'and glue for that?'],
      /Glue costs £3/,
    ],
  ];
  for (const [name, lines, last] of calls)
    test(name, async () => assert.match(await lastAnswer(responder, ...lines), last));
});

test('small talk before a question is removed, but not the question', () => {
  for (const [line, rest] of [
    ['ok thanks. is there a pub', 'is there a pub'],
    ['great! how much is it', 'how much is it'],
    ['is there a pub', 'is there a pub'],
    ['thanks, bye', 'thanks, bye'],
    ['ok. ok thanks', 'ok. ok thanks'],
  ] as const)
    assert.equal(withoutTalk(line), rest, line);
});
