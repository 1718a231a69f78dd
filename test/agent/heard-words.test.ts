import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HeardWords, textAfter } from '../../src/agent/turns/heard-words.ts';

const say = (words: HeardWords, segment: number, speech: string, final = false) =>
  words.add({ segment, speech, final });

test('words are taken once, and a growing segment gives only its new words', () => {
  const words = new HeardWords();
  say(words, 0, 'I would like');
  assert.equal(words.takeNewWords(), 'I would like');
  say(words, 0, 'I would like two croissants');
  assert.equal(words.newWords, 'two croissants');
  say(words, 0, 'I would like two croissants, please.', true);
  assert.equal(words.takeNewWords(), 'two croissants, please.');
  assert.equal(words.takeNewWords(), '');
});

test('a segment that was not taken precedes the next one', () => {
  const words = new HeardWords();
  say(words, 3, 'Good morning.', true);
  say(words, 4, 'When do you');
  assert.equal(words.newWords, 'Good morning. When do you');
  say(words, 4, 'When do you open?', true);
  assert.equal(words.takeNewWords(), 'Good morning. When do you open?');
});

test('words after the end of their segment, or of an older one, are ignored', () => {
  const words = new HeardWords();
  assert.equal(say(words, 1, 'Hello', true), true);
  assert.equal(say(words, 1, 'Hello there', true), false);
  assert.equal(say(words, 0, 'Older', true), false);
  assert.equal(words.takeNewWords(), 'Hello');
});

test('a segment marked as ignored gives no words', () => {
  const words = new HeardWords();
  say(words, 0, 'before', true);
  words.skip(1);
  assert.equal(say(words, 1, 'echo', true), false);
  say(words, 2, 'after');
  assert.equal(words.takeNewWords(), 'before after');
});

test('a correction of taken words gives no new words', () => {
  for (const [utterance, text, remainder] of [
    ['what are your opening ours', 'What are your opening hours?', ''],
    ['what are your opening ours', 'What are your opening hours on Sunday?', 'on Sunday?'],
    ['I', 'I want to know', 'want to know'],
    ['gonna eat here', 'going to eat here today', 'today'],
    ['two', '', ''],
    ['wie viel kostet', 'Wie viel kostet das', 'das'],
  ] as const) {
    const words = new HeardWords();
    say(words, 0, utterance);
    words.takeNewWords();
    say(words, 0, text, true);
    assert.equal(words.takeNewWords(), remainder, `${utterance} → ${text}`);
  }
});

test('scripts without spaces have words too', () => {
  const words = new HeardWords();
  say(words, 0, '営業時間は');
  words.takeNewWords();
  say(words, 0, '営業時間は何時ですか');
  assert.equal(words.takeNewWords(), '何時ですか');
});

test('no words of any text are left after all were taken', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('when', 'do', 'you', 'open', 'на', '何時', 'two,'), { maxLength: 12 }),
      (spokenWords) => {
        const text = spokenWords.join(' ');
        const words = new HeardWords();
        say(words, 0, text);
        words.takeNewWords();
        say(words, 0, `${text}.`, true);
        assert.equal(words.takeNewWords(), '');
        assert.equal(textAfter([], text), text);
      },
    ),
  );
});
