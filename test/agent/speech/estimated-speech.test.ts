import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MOUTHS, STRESS } from '../../../src/contract/mouths.ts';
import { estimateSpeech } from '../../../src/agent/speech/estimated-speech.ts';

const CLOSED_MOUTH = MOUTHS.indexOf('closed');
const ROUND = MOUTHS.indexOf('round');

/** Returns each word of a text with its mouth shapes. */
function mouthsByWord(text: string, language: string): [string, Set<number>][] {
  const { speech, words } = estimateSpeech(text, language);
  return words.map(({ at, mouth }, index) => [
    text.slice(at).split(' ')[0]!,
    new Set([...speech.mouths.slice(mouth, words[index + 1]?.mouth)].map((entry) => entry % STRESS)),
  ]);
}

test('each word has its own lip shapes, with closed lips at every m, b and p', () => {
  for (const [text, language] of [
    ['Maps show boats', 'en'],
    ['Bitte mit Papier', 'de'],
    ['Музей без билета', 'ru'],
  ] as const)
    for (const [word, mouths] of mouthsByWord(text, language))
      assert.equal(mouths.has(CLOSED_MOUTH), /[mbpмбп]/i.test(word), `${word}: ${[...mouths].join()}`);
  const round = mouthsByWord('Who sees you', 'en').map(([, mouths]) => mouths.has(ROUND));
  assert.deepEqual(round, [true, false, true]);
});

test('a price is as long as its spoken words', () => {
  const { words } = estimateSpeech('Only €12.50 today', 'en');
  const [, price, wordAfter] = words.map(({ mouth }) => mouth);
  assert.ok(wordAfter! - price! > 2 * (price! - 0), JSON.stringify(words));
});

test('English is spoken at 140 to 200 words a minute, with stresses on long words', () => {
  const text = 'The museum is open from Tuesday to Friday, and a guided tour for children begins every hour.';
  const { speech, words } = estimateSpeech(text, 'en');
  const rate = (words.length / speech.duration) * 60;
  assert.ok(rate > 140 && rate < 200, `${rate}`);
  const stresses = [...speech.mouths].filter((mouth) => mouth >= STRESS).length;
  assert.ok(stresses >= 5 && stresses <= 12, `${stresses}`);
});

test('any text has valid mouth shapes, and words in order that begin within the sound', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.constantFrom('en', 'de', 'zh', 'ar'), (text, language) => {
      const { speech, words } = estimateSpeech(text, language);
      assert.ok([...speech.mouths].every((mouth) => mouth % STRESS < MOUTHS.length));
      for (const [index, { at, mouth }] of words.entries()) {
        assert.match(text[at]!, /\S/);
        assert.ok(mouth <= speech.mouths.length && mouth >= (words[index - 1]?.mouth ?? 0));
      }
    }),
  );
});
