import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFlite } from '../../src/agent/speech/flite.ts';
import { toPronounceable } from '../../src/agent/speech/reading/spoken-pieces.ts';
import { audibleWords } from '../../src/agent/replies/cut-sentence.ts';

test('an interruption keeps all, none or a part of the sentence', () => {
  const text = 'one two three four';
  assert.deepEqual(
    [0, 0.25, 0.5, 1, 2, -1].map((share) => audibleWords(text, share)),
    ['', 'one', 'one two', text, text, ''],
  );
  assert.equal(audibleWords('', 0.5), '');
});

test('a number counts by the time it takes to speak', () => {
  const text = 'It costs €1,250.75 in all.';
  assert.equal(audibleWords(text, 0.5), 'It costs');
  assert.equal(audibleWords('Call +49 30 1234567 now please.', 0.5), 'Call +49 30');
});

test("the estimate is within one word of the embedded voice's position in nine of ten cases", () => {
  const flite = loadFlite();
  // Seconds to the end of the last sound, without the silence that follows.
  const audibleSeconds = (text: string): number =>
    flite(toPronounceable(text).text)
      .phones.filter(({ name }) => name !== 'pau')
      .at(-1)!.end;
  const sentences = [
    'We open at 9:30 and close at 17:00 from Tuesday to Sunday.',
    'A family ticket costs €25.50, and children under 14 pay $9.',
    'You can call us at 555-1234 before 2026-11-21 or write a letter.',
    'The shop on Mill St. sells approx. 1,200 kinds of tea, e.g. Assam.',
    'Please bring a warm coat, for it may be cold in the evening.',
    // These sentences were written after the weights had been chosen.
    'Our number is +44 20 7946 0958, and somebody answers Mon–Fri.',
    'It weighs 2.5 kg and is 40 cm high.',
    'Version 3.11 came out in 2023 for everybody.',
  ];
  let nearCount = 0;
  let allEntries = 0;
  let previousMatches = 0;
  for (const text of sentences) {
    const words = text.split(' ');
    const totalSeconds = audibleSeconds(text);
    for (let count = 1; count < words.length; count += 1) {
      // The first words take about the same time whether they are spoken alone or within the sentence.
      const share = audibleSeconds(words.slice(0, count).join(' ')) / totalSeconds;
      allEntries += 1;
      if (Math.abs(audibleWords(text, share).split(' ').filter(Boolean).length - count) <= 1) nearCount += 1;
      if (Math.abs(Math.floor(words.length * share) - count) <= 1) previousMatches += 1;
    }
  }
  assert.ok(
    nearCount / allEntries >= 0.9,
    `${nearCount} of ${allEntries}; by words alone ${previousMatches}`,
  );
  assert.ok(nearCount > previousMatches, `${nearCount}, by words alone ${previousMatches}, of ${allEntries}`);
});
