import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentencesOf, type Sentence } from '../../../src/agent/language/sentences.ts';

async function splitSentences(text: string, pieces = text.split(/(?<= )/)): Promise<string[]> {
  const sentences: string[] = [];
  for await (const sentence of sentencesOf(
    (async function* () {
      yield* pieces;
    })(),
  ))
    sentences.push(sentence.spokenText);
  return sentences;
}

test('sentences are passed on as soon as they are complete', async () => {
  assert.deepEqual(await splitSentences('We open at nine. We close at six. Come in.'), [
    'We open at nine.',
    'We close at six.',
    'Come in.',
  ]);
  const chunks: string[] = [];
  const stream = sentencesOf(
    (async function* () {
      for (const chunk of ['We open ', 'at nine. ', 'We close.']) {
        chunks.push(chunk);
        yield chunk;
      }
    })(),
  )[Symbol.asyncIterator]();
  const firstResult = (await stream.next()) as IteratorYieldResult<Sentence>;
  assert.equal(firstResult.value.spokenText, 'We open at nine.');
  assert.deepEqual(chunks, ['We open ', 'at nine. ']);
});

test('the first clause of the first sentence, of three words or more, is passed on alone; no other', async () => {
  assert.deepEqual(
    await splitSentences(
      'If you come by train, we are near, just five minutes. If you come by car, park behind us.',
    ),
    ['If you come by train,', 'we are near, just five minutes.', 'If you come by car, park behind us.'],
  );
  assert.deepEqual(await splitSentences('Yes, of course, we do that.'), ['Yes, of course,', 'we do that.']);
  assert.deepEqual(await splitSentences('It costs 1,000 dollars and 3:30 hours.'), [
    'It costs 1,000 dollars and 3:30 hours.',
  ]);
});

test('a long first sentence without punctuation is begun before a word at which a speaker may breathe', async () => {
  assert.deepEqual(
    await splitSentences(
      'We are open from nine in the morning to six in the evening. Come from nine on to six.',
    ),
    ['We are open from nine in the morning', 'to six in the evening.', 'Come from nine on to six.'],
  );
  // A part below the minimum length would be spoken before the next part is ready.
  assert.deepEqual(await splitSentences('We are open from nine to six and that is all.'), [
    'We are open from nine to six',
    'and that is all.',
  ]);
  assert.deepEqual(await splitSentences('We are open from nine to six.'), ['We are open from nine to six.']);
});

test('text that is complete at once is not split into clauses, and abbreviations end no sentence', async () => {
  const text = 'If you come by train, we are near. Ask for Dr. Brown.';
  assert.deepEqual(await splitSentences(text, [text]), [
    'If you come by train, we are near.',
    'Ask for Dr. Brown.',
  ]);
  assert.deepEqual(await splitSentences('Dr. Brown is in at 9 a.m. today.'), [
    'Dr. Brown is in at 9 a.m. today.',
  ]);
});

test('pieces of any size are passed on in their written order', async () => {
  const blocks = [
    'We open at nine. We close at six.',
    'Come in, and look around.',
    '- apples\n- pears',
    '# Prices',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```\ncode\n```',
  ];
  const withoutMarks = (text: string) => text.replace(/```|\s/g, '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...blocks), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('\n', '\n\n'),
      fc.integer({ min: 1, max: 30 }),
      async (choice, gap, length) => {
        const text = choice.join(gap);
        const texts: string[] = [];
        for await (const sentence of sentencesOf(
          (async function* () {
            for (let index = 0; index < text.length; index += length) yield text.slice(index, index + length);
          })(),
        ))
          texts.push(sentence.writtenText);
        assert.equal(withoutMarks(texts.join('')), withoutMarks(text));
      },
    ),
  );
});
