/** Captions have two short lines, and stay visible for a moment after the speech. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CAPTION_LINE,
  captionLines,
  captionOf,
  visitorCaptionOf,
} from '../../src/elements/session/caption.ts';
import type { Line } from '../../src/elements/session/phases.ts';

const lineOf = (id: string, text: string, streaming: boolean, role: Line['role'] = 'pal'): Line => ({
  id,
  role,
  text,
  streaming,
  interrupted: false,
  at: 0,
});
const acceptAny = () => true;

test('a text is broken between words, into lines of at most 42 characters', () => {
  const text =
    'Our opening hours are Tuesday to Friday from ten in the morning to seven in the evening, and ' +
    'Saturday from ten to four.';
  const lines = captionLines(text, acceptAny);
  assert.equal(lines.join(' '), text);
  assert.ok(lines.every((line) => line.length <= CAPTION_LINE));
});

test('line breaks stay while the text grows', () => {
  const wordList =
    'Most repairs are done within two working days and a basic service costs sixty euros'.split(' ');
  let previousLines: string[] = [];
  for (let count = 1; count <= wordList.length; count++) {
    const lines = captionLines(wordList.slice(0, count).join(' '), acceptAny);
    assert.deepEqual(lines.slice(0, previousLines.length - 1), previousLines.slice(0, -1));
    previousLines = lines;
  }
});

test('a narrow place breaks earlier, and a word that is too long has a line of its own', () => {
  const narrow = (line: string) => line.length <= 10;
  assert.deepEqual(captionLines('a service costs Donaudampfschiff euros', narrow), [
    'a service',
    'costs',
    'Donaudampfschiff',
    'euros',
  ]);
});

test('a language without spaces is broken too', () => {
  const lines = captionLines(
    '当店は火曜日から金曜日の午前十時から午後七時まで、土曜日は午前十時から午後四時まで営業しております。日曜日と月曜日は休みです。',
    acceptAny,
  );
  assert.ok(lines.length > 1);
  assert.ok(lines.every((line) => line.length <= CAPTION_LINE));
});

test('a complete line stays until it is removed; the visitor’s own never shows', () => {
  const growing = lineOf('1', 'Hello.', true);
  const completeLine = lineOf('1', 'Hello.', false);
  assert.equal(captionOf(null, [growing]), growing);
  assert.equal(captionOf(growing, [completeLine, lineOf('2', 'Hi.', false, 'user')]), completeLine);
  assert.equal(captionOf(null, [completeLine]), null);
  assert.equal(captionOf(completeLine, [completeLine, lineOf('3', 'Well,', true)])?.id, '3');
});

test("the visitor's line shows while it is recognised and stays; a typed one never shows", () => {
  const growing = lineOf('u1', 'Do you re', true, 'user');
  const completeLine = lineOf('u1', 'Do you repair?', false, 'user');
  const answer = lineOf('p1', 'We do.', true);
  assert.equal(visitorCaptionOf(null, [], [growing]), growing);
  assert.equal(visitorCaptionOf(growing, [growing], [completeLine]), completeLine);
  assert.equal(visitorCaptionOf(completeLine, [completeLine], [completeLine, answer]), completeLine);
  // The timer removed the caption, and later events do not show it again.
  assert.equal(visitorCaptionOf(null, [completeLine], [completeLine, answer]), null);
  assert.equal(visitorCaptionOf(null, [], [completeLine]), completeLine, 'recognised in one piece');
  assert.equal(
    visitorCaptionOf(completeLine, [completeLine], [completeLine, lineOf('typed:1', 'No.', false, 'user')]),
    null,
  );
  assert.equal(visitorCaptionOf(null, [], [answer]), null);
});
