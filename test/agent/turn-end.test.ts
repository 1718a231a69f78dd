import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointingDelayFor, turnEnd, type TurnEnd } from '../../src/agent/turns/turn-end.ts';

const LINES: Readonly<Record<TurnEnd, readonly string[]>> = {
  unfinished: [
    'i would like to',
    "i'd like",
    'i want',
    'i want to know',
    'my number is five five',
    'my phone number is five five five one two',
    'five five',
    'my name is',
    "it's m i r",
    'and',
    'i need a bike for',
    'can you',
    'do you have',
    'how much is',
    'what is',
    'where is the',
    'tell me about',
    'what about',
    'are there any',
    'i was there because',
    'do you have it in',
    'um',
    'so',
    'when do you',
    "i'm looking for",
    'the thing is',
    'could you tell me',
    'my order number is one two',
    'hello i',
    'is it possible to',
    'Well,',
    'Ich hätte gern …',
  ],
  complete: [
    'yes it is',
    'yes i do',
    "no we haven't",
    'i think so',
    'here i am',
    'when are you open on saturdays',
    'what does an inspection cost',
    'how long does an inspection take',
    'what are your opening hours',
    'how much is a flat tyre',
    'who painted the ferryman',
    'are you open today',
    'can i bring my dog',
    'do you repair electric bikes',
    'hello when do you close',
    'i would like to know when the museum opens',
    'can you tell me where the workshop stands',
    'where are you',
    'yes',
    'no thanks',
    'thank you very much',
    "that's all",
    "what's the price of a helmet lock",
    'Wann haben Sie geöffnet?',
    'When?',
  ],
  open: [
    'my dog is very small',
    'i would like two tickets',
    'where are you from',
    'what are you looking for',
    'what do you have',
    'i would like to know where the parking is',
    'tickets',
    'plan b',
    'two',
    'my phone number is five five five one two three four',
    'call me tomorrow',
    'the blue one please',
    'how much',
    'wann haben sie geöffnet',
    'ich möchte gern und',
    'tell me about the museum',
    '',
  ],
};

for (const [completeness, lines] of Object.entries(LINES)) {
  for (const line of lines)
    test(`"${line}" is ${completeness}`, () =>
      assert.equal(turnEnd(line, /ö/.test(line) ? 'de' : undefined), completeness));
}

test('the endpointing delay follows the settings', () => {
  assert.deepEqual(
    [400, 600, 1200].map((silence) => endpointingDelayFor('when are you open', silence)),
    [240, 360, 720],
  );
  assert.equal(endpointingDelayFor('tickets', 600), 600);
  assert.equal(endpointingDelayFor('i would like to', 600, 'en-GB'), 1200);
  assert.equal(endpointingDelayFor('i would like to', 600, 'de'), 600);
});

test('a whole question is recognised from its beginning with every word that may still follow', () => {
  const growingWords = 'can you tell me how much a flat tyre costs'.split(' ');
  assert.deepEqual(
    growingWords.map((_, index) => turnEnd(growingWords.slice(0, index + 1).join(' '))),
    [
      'unfinished',
      'unfinished',
      'unfinished',
      'unfinished',
      'unfinished',
      'open',
      'unfinished',
      'complete',
      'complete',
      'complete',
    ].slice(0, growingWords.length),
  );
});
