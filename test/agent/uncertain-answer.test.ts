/** Without a certain answer the agent quotes what is nearest, says that it is not sure, and names the contact. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { SentenceModel } from '../../src/agent/language/sentence-model.ts';
import { agentSentences } from '../../src/agent/replies/agent-sentences.ts';
import { contactDetails } from '../../src/agent/replies/contact-details.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { pickedAfter } from '../../src/agent/replies/open-question.ts';
import type { Exchange, ReplyChunk } from '../../src/agent/replies/responder.ts';
import { uncertainReply } from '../../src/agent/replies/uncertain-answer.ts';
import { systemClock } from '../../src/runtime/clock.ts';

const CONTENT = `# Lakeside Boatyard

## Mooring

Boats up to nine metres can stay in the inner harbour from April to October.

## Repairs

We mend hulls and engines in the big shed. A written estimate takes about a week.

## Vouchers

A voucher is valid for two years.

## Contact

Ring us on 01632 960 220 or write to yard@boats.example.
`;
const model = new SentenceModel(systemClock);
const knowledge = new Knowledge(
  [{ document_id: 'd', name: 'Boatyard', content: CONTENT }],
  model.embeddings(),
);
const responder = new DocumentResponder('Mira', knowledge);
before(() => knowledge.prepare());
after(() => model.close());

async function replies(...lines: string[]): Promise<ReplyChunk[][]> {
  const history: Exchange[] = [];
  const all: ReplyChunk[][] = [];
  for (const content of lines) {
    const chunks: ReplyChunk[] = [];
    const context = { history: [...history], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(content, context)) chunks.push(chunk);
    all.push(chunks);
    history.push({ role: 'user', content }, { role: 'assistant', content: textOf(chunks) });
  }
  return all;
}
const textOf = (chunks: readonly ReplyChunk[]): string =>
  chunks.flatMap((chunk) => ('text' in chunk ? [chunk.text] : [])).join('');

describe('a reply without a certain answer', () => {
  test('quotes the nearest sentence with its heading and without a source, and names the contact once', async () => {
    const [first, second] = await replies('my outboard makes a funny noise', 'who mends outboards');
    assert.match(textOf(first!), /^I am not sure I have that\. Perhaps this helps\. Repairs: We mend hulls/);
    assert.match(textOf(first!), /please ask: 01632 960 220\.$/);
    assert.ok(first!.every((chunk) => !('sources' in chunk)));
    assert.doesNotMatch(textOf(second!), /01632/);
  });

  test('is followed by a new question, which selects no topic', async () => {
    const [, second] = await replies('my outboard makes a funny noise', 'is there a voucher');
    assert.match(textOf(second!), /A voucher is valid for two years\.$/);
    const topics = ['Vouchers and cards', 'How can I pay?'];
    assert.equal(pickedAfter('I am not sure I have that.', 'do you have vouchers', topics), null);
    assert.equal(pickedAfter('I am not sure I have that.', 'how can i pay', topics), 'How can I pay?');
    assert.equal(pickedAfter('I am not sure I have that.', 'vouchers', topics), 'Vouchers and cards');
  });

  test('says that a thing which no text mentions was not found', async () => {
    const [only] = await replies('do you have a sauna');
    assert.equal(
      textOf(only!),
      'I did not find that in my documents. To be sure, please ask: 01632 960 220.',
    );
  });

  test('names topics if there is neither a quote nor a contact', () => {
    const words = agentSentences('en', { topics: ['Mooring', 'Repairs'] });
    const surroundings = { words, hasNear: false, hasTopics: true, contact: null, history: [] };
    const topics = 'I did not find that in my documents. I can tell you about Mooring, Repairs.';
    assert.equal(uncertainReply(null, surroundings), topics);
    assert.equal(
      uncertainReply(null, { ...surroundings, contact: '555 0101' }),
      `${topics} To be sure, please ask: 555 0101.`,
    );
    assert.match(uncertainReply(null, { ...surroundings, hasNear: true }), /^I am not sure I have that\./);
  });
});

test('the contact is the telephone number or, without one, the e-mail address', () => {
  for (const [text, contact] of [
    ['Call us: 01632 960 417 · hello@farm.example', '01632 960 417'],
    ['Telephone +43 5555 960 14. verleih@berg.example', '+43 5555 960 14'],
    ['Phone 555 0125, mail info@ferries.example.', '555 0125'],
    ['Write to mira@house.example before 10:30.', 'mira@house.example'],
    ['We are open from 9:00 to 17:30, entry £12.50.', null],
    ['Season 2025/2026: ring 01632 960 417.', '01632 960 417'],
    ['From 01/02/2026 write to mira@house.example.', 'mira@house.example'],
    ['Closed until 2026-02-01.', null],
  ] as const)
    assert.equal(contactDetails(text), contact, text);
});
