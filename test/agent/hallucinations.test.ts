import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHallucination } from '../../src/agent/turns/hallucinations.ts';

test('a hallucination is recognised however long its sound is', () => {
  for (const text of [
    'Thanks for watching!',
    'Thank you so much for watching.',
    'Please subscribe to my channel.',
    'Subtitles by the Amara.org community',
    'Untertitelung des ZDF, 2020',
    'Sous-titres réalisés par la communauté',
    'Продолжение следует...',
    '谢谢观看',
    '[Music]',
    '(coughing)',
    '♪',
  ])
    for (const isOver of [true, false]) assert.ok(isHallucination(text, 5000, isOver), text);
});

test('thanks count as a hallucination only if they are too short, or spoken over the agent in passing', () => {
  assert.ok(isHallucination('Thank you.', 380, false));
  assert.ok(isHallucination('Thank you.', 550, true));
  assert.ok(!isHallucination('Thank you.', 700, false));
  assert.ok(!isHallucination('Thank you, that is all.', 300, false));
  assert.ok(!isHallucination('I would like to subscribe to the newsletter.', 2000, false));
  assert.ok(!isHallucination('Stop', 300, true));
  assert.ok(!isHallucination('(555) 0142', 900, false));
});
