/** Sentences about another thing, subject or person than the question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBelowOther, isForOtherPerson, isForOtherThing } from '../../../src/agent/knowledge/asked-thing.ts';
import { rank, readQuestion, type RankedSentence } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';

const TEXT = `# Money

Cash is accepted in the café.

# Updo

60 minutes.

# Bridal hair with trial

£210 in the salon.

# Contact

Telephone 01632 960 355.

# Rooms

The caretaker, Mr Oakes, opens the rooms.
`;

/**
 * Ranks the sentences of `TEXT` for a question, with the sentence that begins with `beginning` in front; no word is
 * similar to any sentence.
 */
async function ranked(text: string, beginning: string) {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Salon', content: TEXT }]);
  for (const sentence of sentences)
    sentence.vectors = { inContext: Int8Array.from([127, 0]), alone: Int8Array.from([127, 0]) };
  const words = text.split(' ').map((word) => ({ text: word, parts: [Float32Array.from([0, 1])] }));
  const question = readQuestion(text, { vector: Float32Array.from([0, 1]), words });
  const rankedSentences: RankedSentence[] = await rank(question, sentences, { rarity: () => 1 });
  const isFirst = (entry: RankedSentence) => entry.sentence.text.startsWith(beginning);
  return {
    question,
    ranked: [...rankedSentences.filter(isFirst), ...rankedSentences.filter((each) => !isFirst(each))],
  };
}

test('a sentence is about another thing if no text mentions the thing that the question asks for', async () => {
  const isAbout = async (text: string) => {
    const { question, ranked: allSentences } = await ranked(text, 'Cash');
    return isForOtherThing(question, allSentences);
  };
  assert.equal(await isAbout('is there a cash machine'), true);
  assert.equal(await isAbout('do you also sell gift vouchers'), true);
  assert.equal(await isAbout('is the café comfortable'), true);
  assert.equal(await isAbout('is the café open'), false);
  assert.equal(await isAbout('is there a café'), false);
  assert.equal(await isAbout('is there something for children'), false);
  assert.equal(await isAbout('do you open on sunday'), false);
});

test('a value below another heading does not answer a question about a subject that has its own heading', async () => {
  const isAbout = async (text: string) => {
    const { question, ranked: allSentences } = await ranked(text, '60 minutes');
    return isBelowOther(question, allSentences);
  };
  assert.equal(await isAbout('how long does bridal hair take'), true);
  assert.equal(await isAbout('how long does the café accept cash'), true);
  assert.equal(await isAbout('how long does an updo take'), false);
  assert.equal(await isAbout('how long does it take'), false);
});

test('a person who is named with a title must be in the answer', async () => {
  const isAbout = async (text: string, beginning: string) => {
    const { question, ranked: allSentences } = await ranked(text, beginning);
    return isForOtherPerson(question, allSentences);
  };
  assert.equal(await isAbout('what is mr oakes phone number', 'Telephone'), true);
  assert.equal(await isAbout('what does mr oakes do', 'The caretaker'), false);
});
