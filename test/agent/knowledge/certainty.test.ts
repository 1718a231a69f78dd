/** The certainty of an answer from the evidence for and against it, without a model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certaintyOfBest, certaintyOf } from '../../../src/agent/knowledge/certainty.ts';
import { rank, readQuestion, type RankedSentence } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable, type KnownSentence } from '../../../src/agent/knowledge/sentence-table.ts';

/** Returns the sentences of a text with one sentence per section; each has the given two-dimensional vector. */
function sentencesOf(sections: readonly (readonly [sentence: string, vector: readonly [number, number]])[]) {
  const content = sections.map(([sentence], index) => `# Part ${index}\n\n${sentence}\n`).join('\n');
  const { sentences } = sentenceTable([{ document_id: 'd1', name: 'Text', content }]);
  sentences.forEach((sentence, index) => {
    const vector = Int8Array.from(sections[index]![1], (value) => value * 127);
    sentence.vectors = { inContext: vector, alone: vector };
  });
  return sentences;
}

/** Returns a question with this vector, which is also the vector of its only word. */
function questionOf(question: string, vector: readonly [number, number]) {
  const unit = Float32Array.from(vector);
  return readQuestion(question, { vector: unit, words: [{ text: 'lockers', parts: [unit] }] });
}

const certaintyFor = async (question: ReturnType<typeof questionOf>, sentences: readonly KnownSentence[]) => {
  const rankedSentences: RankedSentence[] = await rank(question, sentences, { rarity: () => 1 });
  return { ...certaintyOf(question, rankedSentences), sure: certaintyOfBest(question, rankedSentences) };
};

const LOCKERS = ['Lockers are beside the door.', [1, 0]] as const;
const CAFE = ['The café has cakes.', [0, 1]] as const;

test('an answer is more certain the more it stands out from other sections', async () => {
  const question = questionOf('tell of lockers', [1, 0]);
  const singleSection = await certaintyFor(question, sentencesOf([LOCKERS, CAFE]));
  const otherCertainty = await certaintyFor(
    question,
    sentencesOf([LOCKERS, ['Lockers are emptied at night.', [1, 0]], CAFE]),
  );
  assert.ok(singleSection.section > otherCertainty.section);
  assert.ok(singleSection.sure > otherCertainty.sure);
});

test('a place with a different name than in the question makes the answer uncertain', async () => {
  const oak = ['The lockers of Oakhurst are free, and Fernhill has none.', [1, 0]] as const;
  const sentences = sentencesOf([
    oak,
    ['Trains leave from Lakeside.', [0, 1]],
    ['We wait in Lakeside.', [0, 1]],
  ]);
  const measure = (text: string) => certaintyFor(questionOf(text, [1, 0]), sentences);
  assert.equal((await measure('are there any lockers in lakeside')).namesOther, 1);
  assert.equal((await measure('are there any lockers in oakhurst')).namesOther, 0);
  assert.equal((await measure('are there any lockers today')).namesOther, 0);
});

test('an answer about a person without a word of the question is not certain', async () => {
  const sentences = sentencesOf([['The chair is Harold Finch.', [1, 0]], CAFE]);
  const measure = (text: string) => certaintyFor(questionOf(text, [1, 0]), sentences);
  assert.equal((await measure('who puts up the tent')).noSubject, 1);
  assert.equal((await measure('who is the chair')).noSubject, 0);
});

test('a price, a person, a size or a year that the sentence lacks makes the answer uncertain', async () => {
  const sentences = sentencesOf([LOCKERS, CAFE]);
  const plainCertainty = (await certaintyFor(questionOf('tell of lockers', [1, 0]), sentences)).sure;
  for (const [question, isLacking] of [
    ['how much are the lockers', 'noPrice'],
    ['who empties the lockers', 'noPerson'],
    ['how big are the lockers', 'noSize'],
    ['what year are the lockers from', 'noSize'],
  ] as const) {
    const certainty = await certaintyFor(questionOf(question, [1, 0]), sentences);
    assert.equal(certainty[isLacking], 1, question);
    assert.ok(certainty.sure < plainCertainty, question);
  }
  const pricedSentences = sentencesOf([['Lockers cost €6 a month.', [1, 0]], CAFE]);
  assert.equal(
    (await certaintyFor(questionOf('how much are the lockers', [1, 0]), pricedSentences)).noPrice,
    0,
  );
});

test('an unrelated word, and a distant sentence, make the answer uncertain', async () => {
  const sentences = sentencesOf([LOCKERS, CAFE]);
  const question = questionOf('tell of lockers', [1, 0]);
  const nearCertainty = await certaintyFor(question, sentences);
  assert.ok(
    (await certaintyFor(questionOf('tell of lockers', [0.8, 0.6]), sentences)).sure < nearCertainty.sure,
  );
  const otherQuestion = { ...question, parts: [...question.parts, [Float32Array.from([0, -1])]] };
  const certainty = await certaintyFor(otherQuestion, sentences);
  assert.ok(certainty.lowestWord < nearCertainty.lowestWord);
  assert.ok(certainty.sure < nearCertainty.sure);
});

test('however many words the sentence lacks, at most five of them count', async () => {
  const manyWords = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
  const certainty = await certaintyFor(questionOf(manyWords, [0.6, 0.8]), sentencesOf([LOCKERS, CAFE]));
  assert.ok(certainty.missing <= 5);
});

test('a thing that no sentence names needs more similarity than one that a sentence names', async () => {
  const sentences = sentencesOf([LOCKERS, CAFE]);
  const unknownCertainty = await certaintyFor(questionOf('do you have a sauna', [1, 0]), sentences);
  const certainty = await certaintyFor(questionOf('do you have lockers', [1, 0]), sentences);
  assert.deepEqual([unknownCertainty.hasUnknownName, certainty.hasUnknownName], [1, 0]);
  assert.equal((await certaintyFor(questionOf('where is the sauna', [1, 0]), sentences)).hasUnknownName, 0);
  assert.ok(
    unknownCertainty.sure < (await certaintyFor(questionOf('tell of the sauna', [1, 0]), sentences)).sure,
  );
});

test('a shared day or month is not a shared subject', async () => {
  const dates = sentencesOf([['New Year: closed on 1 and 2 January.', [1, 0]], CAFE]);
  const placeCertainty = await certaintyFor(questionOf('can i get a place from january', [1, 0]), dates);
  assert.equal(placeCertainty.noSubject, 1);
  assert.equal(
    (await certaintyFor(questionOf('when are you closed in january', [1, 0]), dates)).noSubject,
    0,
  );
  assert.equal((await certaintyFor(questionOf('is new year in january', [1, 0]), dates)).noSubject, 0);
  assert.ok(placeCertainty.sure < (await certaintyFor(questionOf('can i get a place', [1, 0]), dates)).sure);
});

test('a column name is not a shared subject, and a superlative alone does not select a row', async () => {
  const { sentences } = sentenceTable([
    {
      document_id: 'd',
      name: 'Site',
      content:
        '# Classes\n\n| Class | Teacher | Room |\n| --- | --- | --- |\n' +
        '| Weaving | Ida | 4 |\n| Felt | Per | 5 |\n| Clay | Bo | 6 |',
    },
  ]);
  for (const sentence of sentences)
    sentence.vectors = { inContext: Int8Array.of(127, 0), alone: Int8Array.of(127, 0) };
  const measure = async (question: string) =>
    (await certaintyFor(questionOf(question, [1, 0]), sentences)).noSubject;
  assert.equal(await measure('what does a teacher earn'), 1);
  assert.equal(await measure('is the teacher of felt nice'), 0);
  assert.equal(await measure('which is the biggest felt'), 1);
});
