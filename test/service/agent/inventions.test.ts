import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInvention } from '../../../src/service/agent/turns/inventions.ts';

test('what nobody says is an invention, however long the sound', () => {
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
    for (const over of [true, false]) assert.ok(isInvention(text, 5000, over), text);
});

test('thanks are one only where they are too short, or said over the agent in passing', () => {
  assert.ok(isInvention('Thank you.', 380, false));
  assert.ok(isInvention('Thank you.', 550, true));
  assert.ok(!isInvention('Thank you.', 700, false));
  assert.ok(!isInvention('Thank you, that is all.', 300, false));
  assert.ok(!isInvention('I would like to subscribe to the newsletter.', 2000, false));
  assert.ok(!isInvention('Stop', 300, true));
  assert.ok(!isInvention('(555) 0142', 900, false));
});
