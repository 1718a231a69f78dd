/** A model's text has a spoken and a visible form, which do not depend on how the stream is split. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from '../../../src/agent/language/sentences.ts';
import { begin, event, settle, joinInput } from '../stage.ts';

async function convert(text: string, size: number) {
  const chunks = (async function* () {
    for (let index = 0; index < text.length; index += size) yield text.slice(index, index + size);
  })();
  const sentences = [];
  for await (const sentence of sentencesOf(chunks)) sentences.push(sentence);
  return {
    spoken: sentences
      .map(({ spokenText }) => spokenText)
      .filter(Boolean)
      .join(' '),
    visible: sentences.map(({ gap, visibleText }) => gap + visibleText).join(''),
    writtenText: sentences.map(({ gap, writtenText }) => gap + writtenText).join(''),
  };
}

const CASES: [name: string, written: string, said: string, shown: string][] = [
  [
    'an address with a question mark',
    'Book at https://oldferry.example/tickets/book?id=42 or call. Bye.',
    'Book at oldferry.example or call. Bye.',
    'Book at https://oldferry.example/tickets/book?id=42 or call. Bye.',
  ],
  [
    'a link',
    'See [our page](https://oldferry.example/tickets/book?id=42) today.',
    'See our page today.',
    'See our page (https://oldferry.example/tickets/book?id=42) today.',
  ],
  [
    'marks',
    '**Adults** pay *nine* dollars, `x = 1`.',
    'Adults pay nine dollars, x = 1.',
    'Adults pay nine dollars, x = 1.',
  ],
  ['marks over two sentences', '**Yes. We do.** Come in.', 'Yes. We do. Come in.', 'Yes. We do. Come in.'],
  ['a heading', '## Our prices\n\nNine dollars.', 'Our prices. Nine dollars.', 'Our prices\nNine dollars.'],
  [
    'lists',
    'We have:\n- Children: free\n- Students: 5\n\n1. Come in\n2. Pay',
    'We have: Children: free. Students: 5. Come in. Pay.',
    'We have:\n- Children: free\n- Students: 5\n1. Come in\n2. Pay',
  ],
  [
    'a table',
    'Hours:\n\n| Day | Hours |\n|---|---|\n| Mon | 9-5 |\n| Tue | closed |\n\nThat is all.',
    'Hours: Mon, 9-5. Tue, closed. That is all.',
    'Hours:\n| Day | Hours |\n|---|---|\n| Mon | 9-5 |\n| Tue | closed |\nThat is all.',
  ],
  [
    'code',
    'Sure:\n```python\ndef f(x):\n    return x * 2\n```\nThat doubles it.',
    'Sure: That doubles it.',
    'Sure:\ndef f(x):\n    return x * 2\nThat doubles it.',
  ],
  [
    'a mail address',
    'Write to anna.smith@oldferry.example. Thanks.',
    'Write to anna.smith@oldferry.example. Thanks.',
    'Write to anna.smith@oldferry.example. Thanks.',
  ],
  [
    'a price',
    'It costs $1,250.50, that is 12.5% off.',
    'It costs $1,250.50, that is 12.5% off.',
    'It costs $1,250.50, that is 12.5% off.',
  ],
  ['emoji', 'Hello! 😀🎉 It is open ✅ :-)', 'Hello! It is open', 'Hello! 😀🎉 It is open ✅ :-)'],
  [
    'Japanese',
    'こんにちは。博物館は開いています。',
    'こんにちは。 博物館は開いています。',
    'こんにちは。博物館は開いています。',
  ],
  ['a German date', 'Der 3. Mai ist frei. Gut.', 'Der 3. Mai ist frei. Gut.', 'Der 3. Mai ist frei. Gut.'],
  ['tags', '<b>Nine</b><br>dollars.', 'Nine dollars.', 'Nine\ndollars.'],
  ['a rule', 'One.\n\n---\n\nTwo.', 'One. Two.', 'One.\nTwo.'],
  ['a sign that is no mark', '2 * 3 = 6 and a_b_c.', '2 * 3 = 6 and a_b_c.', '2 * 3 = 6 and a_b_c.'],
];
for (const [name, markdown, spokenText, visibleText] of CASES)
  test(name, async () => {
    for (const size of [1, 3, 7, 20, 1000]) {
      const convertedParts = await convert(markdown, size);
      assert.equal(convertedParts.spoken, spokenText, `pieces of ${size}`);
      assert.equal(convertedParts.visible, visibleText, `pieces of ${size}`);
    }
  });

test('only words are ever spoken', async () => {
  for (const [, markdown] of CASES)
    for (const size of [1, 5, 1000])
      assert.doesNotMatch(
        (await convert(markdown, size)).spoken,
        /\*\*|```|\]\(|\|---|#{2}|https?:|\p{Extended_Pictographic}/u,
      );
});

test("the voice gets the words, the page the whole link, and the transcript the model's text", async () => {
  const spokenTexts: string[] = [];
  const { agent, stage, entries } = begin({
    greeting: '',
    voice: {
      languages: ['en'],
      async *speak(text) {
        spokenTexts.push(text);
        yield { text, packets: [], mouths: new Uint8Array(), duration: 2 };
      },
    },
    responder: {
      kind: 'model',
      async *think() {
        yield { text: 'See [our page](https://oldferry.example/book?id=42). ' };
        yield { text: '**Come** in.' };
      },
    },
  });
  agent.take(joinInput());
  agent.take(event('conversation.respond', { text: 'Where?' }));
  for (let turn = 0; turn < 20; turn++) await settle();
  await stage.play();
  assert.deepEqual(spokenTexts, ['See our page.', 'Come in.']);
  assert.deepEqual(stage.lines().at(-1), [
    'pal',
    'See our page (https://oldferry.example/book?id=42). Come in.',
  ]);
  assert.equal(entries.at(-1)!.content, 'See [our page](https://oldferry.example/book?id=42). **Come** in.');
});
