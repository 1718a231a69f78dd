/** Lines of a conversation that ask without a question: statements, needs, corrections and totals. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { SentenceModel } from '../../src/agent/language/sentence-model.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { lastAnswer } from './last-answer.ts';

const CONTENT = `# Alder Lake Lodge

## Stabling per night

| Horse | Low season | High season |
| --- | --- | --- |
| Pony (up to 300 kg) | £12 | £16 |
| Horse (over 300 kg) | £18 | £22 |

High season: 1 June to 31 August.

## Rooms for hire

| Room | Members, per hour | Others, per hour |
| --- | --- | --- |
| Boat house | £10 | £15 |
| Barn | £20 | £30 |

## Private dinners

| Group | Weekdays | Weekends |
| --- | --- | --- |
| Up to 20 guests | £200 | £260 |
| Up to 60 guests | £420 | £500 |

## Trips

| Trip | Length | Price per person |
| --- | --- | --- |
| Sunset cruise | 2 hours | £24 |
| Island picnic | 5 hours | £40 |

## Entry

| Visitor | Entry |
| --- | --- |
| Adults | £8 |
| Children (5 to 15) | £5 |

## Food

Vegetarian and gluten-free dishes are on the menu every day. Breakfast is included.

## Access

The jetty and the dining room are step free. The sauna is upstairs, and there is no lift.

## Firewood

Firewood costs £5 a sack.

## Contact

Telephone 01632 960 111.
`;
const model = new SentenceModel(systemClock);
const knowledge = new Knowledge([{ document_id: 'd', name: 'Lodge', content: CONTENT }], model.embeddings());
const responder = new DocumentResponder('Mira', knowledge);
before(() => knowledge.prepare());
after(() => model.close());

/** Lists the names of tests with the lines of a call and the last answer. */
type Calls = readonly (readonly [name: string, lines: readonly string[], answer: RegExp])[];

function testCalls(calls: Calls): void {
  for (const [name, lines, answer] of calls)
    test(name, async () => assert.match(await lastAnswer(responder, ...lines), answer));
}

describe('statements and needs', () => {
  testCalls([
    ['a need is answered with the nearest sentence', ['my son is allergic to gluten'], /gluten-free dishes/],
    [
      'a measure selects the row',
      ['weve got a cob, 250 kilos'],
      /^Stabling per night, Pony \(up to 300 kg\): Low season £12, High season £16\.$/,
    ],
    ['a party without a need is acknowledged', ['we are two adults and a boy of 5'], /^Thank you/],
    [
      'a number of people selects the row',
      ['there will be about 45 of us on a weekend'],
      /Up to 60 guests: .*£500/,
    ],
    [
      'a question with "does" follows a statement',
      ['my aunt is 80, does the sauna have a lift'],
      /there is no lift/,
    ],
  ]);
});

describe('totals', () => {
  testCalls([
    [
      'a period of an earlier statement',
      ['we have a horse, 500 kilos, it would be two weeks in july', 'so what does that come to'],
      /Horse \(over 300 kg\): High season £22, 14 nights together £308\.$/,
    ],
    [
      'a price per person for the party',
      ['id like to do the sunset cruise', 'what does that come to for 2 adults and the 3 of them'],
      /Sunset cruise: Price per person £24, 5 people together £120\.$/,
    ],
    [
      'a time of the day gives the hours',
      ['we need it from 2 till 7', 'how much is the barn for members'],
      /Members, per hour £20, 5 hours together £100\.$/,
    ],
    [
      'a price per unit in a sentence',
      ['how much are 4 sacks of firewood'],
      /£5 a sack\. 4 sacks together £20\.$/,
    ],
  ]);
});

describe('questions about an earlier subject', () => {
  testCalls([
    [
      'the row of the last answer does not answer whether something is so',
      ['how much is the island picnic', 'is breakfast included in that'],
      /Breakfast is included/,
    ],
    [
      'a pronoun stands for an animal of the visitor',
      ['our pony needs its pills', 'what would six nights in july cost for her'],
      /Pony \(up to 300 kg\): High season £16, 6 nights together £96\.$/,
    ],
    [
      'further people pay, too',
      ['how much is entry for me and my son, he is 6', 'and if my husband comes too?'],
      /2 times Adults £8.*Children \(5 to 15\) £5.*together £21/,
    ],
  ]);
});

describe('corrections', () => {
  testCalls([
    [
      'a detail replaces one of the last question, not of the lines before it',
      [
        'id like to bring my horse, 450 kilos',
        'how much is the boat house for members',
        'and for how long',
        'what is the boat house for 4 hours, what does that come to',
        'no, for others',
      ],
      /Others, per hour £15/,
    ],
    [
      'a corrected word replaces a part of the question',
      ['how much is the barn for members', 'no i meant for others'],
      /Barn: .*Others, per hour £30/,
    ],
  ]);
});
