import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConversation } from '../../../../src/contract/conversations.ts';
import type { Speech, TextToSpeech } from '../../../../src/agent/speech/engines.ts';
import { createFliteTextToSpeech } from '../../../../src/agent/speech/flite-text-to-speech.ts';
import { loadFlite } from '../../../../src/agent/speech/flite.ts';
import { respell } from '../../../../src/agent/speech/reading/respelling.ts';
import { createSherpaTextToSpeech } from '../../../../src/agent/speech/sherpa/sherpa-text-to-speech.ts';
import type { SherpaHost } from '../../../../src/agent/speech/sherpa/sherpa-host.ts';
import { SynthesisPool } from '../../../../src/agent/speech/synthesis-pool.ts';
import { waitUntilConnected, ALICE, openWorld, type World } from '../../world.ts';
import { answersWith, EngineServer, tone } from '../../../agent/engine-server.ts';

const pool = new SynthesisPool({ size: 1 });
/** The texts that the built-in text-to-speech receives. */
const texts: string[] = [];
/** Runs a call with sound in which each sentence ends immediately. Resolves when the agent's line is complete. */
async function call(fields: object): Promise<string> {
  const conversation = (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal(fields as never) },
    })
  ).result;
  const callId = conversation.conversation_id;
  const text = new Promise<string>((resolve) => {
    const media = world.media;
    media.say = (id, utteranceId) =>
      queueMicrotask(() => {
        media.emit({ is: 'saying', callId: id, utteranceId });
        media.emit({ is: 'said', callId: id, utteranceId, seconds: 1, interrupted: false });
      });
    media.send = (_id, message) => {
      const { event_type, properties } = JSON.parse(message) as {
        event_type: string;
        properties: { speech: string };
      };
      if (event_type === 'conversation.utterance') resolve(properties.speech);
    };
  });
  await waitUntilConnected(world, callId);
  return text;
}
const listening = {
  synthesise: (
    work: { text: string; phones?: boolean; voice: 'slt'; speed: number },
    signal?: AbortSignal,
  ) => (texts.push(work.text), pool.synthesise(work, signal)),
} as unknown as SynthesisPool;
let server: EngineServer;
let world: World;
before(async () => {
  server = await EngineServer.open();
  const embedded = createFliteTextToSpeech(listening);
  const silentRecogniser = { languages: ['en'], listen: () => ({ write() {}, finish: async () => '' }) };
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
    engines: {
      voice: embedded,
      ears: null,
      embedded: { voice: embedded, ears: () => silentRecogniser },
      speech: pool,
    },
  });
});
after(async () => {
  // Close everything else even if the world could not be opened, because an open server would keep the process alive.
  await world?.close();
  await pool.close();
  server?.close();
});

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}
const NOOR = [
  { word: 'Noor', say: '/n uh1 r/' },
  { word: 'gif', say: 'jif' },
];

describe("a PAL's pronunciations", () => {
  test('are found as whole words in any case and script; the longest wins', () => {
    for (const [text, list, expected] of [
      ['The GIF, a gif and gifts.', [['gif', 'jif']], 'The jif, a jif and gifts.'],
      ['Łódź and łódź, not Łódźka', [['ŁÓDŹ', 'Woodge']], 'Woodge and Woodge, not Łódźka'],
      ['Zoe\u0308 and Zoë', [['zoë', 'Zowy']], 'Zowy and Zowy'],
      [
        'New York, York',
        [
          ['York', 'Yawk'],
          ['New  York', 'Noo Yawk'],
        ],
        'Noo Yawk, Yawk',
      ],
      ['C++ and C', [['c++', 'see plus plus']], 'see plus plus and C'],
      [
        'a a.b (c) $1 \\n',
        [
          ['a.b', 'x'],
          ['(c)', 'y'],
        ],
        'a x y $1 \\n',
      ],
      ['東京タワー', [['東京', 'とうきょう']], 'とうきょうタワー'],
      [
        'b a',
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
        'c b',
      ],
      ['toString', [['constructor', 'x']], 'toString'],
      ['phones stay', [['phones', '/f ow1 n z/']], 'phones stay'],
    ] as const)
      assert.equal(
        respell(
          text,
          list.map(([word, say]) => ({ word, say })),
        ),
        expected.normalize('NFC'),
      );
    const hostileRules = Array.from({ length: 200 }, (_, index) => ({
      word: `${'(a+)+$'.repeat(8)}${index}`,
      say: 'x',
    }));
    const cpuBefore = process.cpuUsage().user;
    respell('a'.repeat(5000), hostileRules);
    assert.ok(process.cpuUsage().user - cpuBefore < 500_000);
  });

  test('reach the embedded voice from the API, and the page keeps the written text', async () => {
    const line = await call({
      layers: { tts: { pronunciations: NOOR } },
      custom_greeting: 'I am Noor. Have a GIF for $5.',
    });
    assert.deepEqual(texts, ['I am <phoneme ph="n uh1 r">word</phoneme>.', 'Have a jif for five dollars.']);
    assert.equal(line, 'I am Noor. Have a GIF for $5.');
  });

  test('reach an endpoint as respellings, and as the written word if there are only phones', async () => {
    server.script.speech = [answersWith(tone())];
    const line = await call({
      layers: { tts: { base_url: server.url, pronunciations: NOOR } },
      custom_greeting: 'Noor has a GIF.',
    });
    const inputs = server.requests
      .filter(({ path }) => path.endsWith('speech'))
      .map(({ body }) => (JSON.parse(body) as { input: string }).input);
    assert.deepEqual([inputs, line], [['Noor has a jif.'], 'Noor has a GIF.']);
  });

  test('reach an installed voice, which reads English in words only', async () => {
    const lines: string[] = [];
    const host = {
      ask: async ({ text }: { text: string }) => (
        lines.push(text),
        { id: 0, samples: new Int16Array(2400).fill(900) }
      ),
    } as unknown as SherpaHost;
    const speak = (voice: TextToSpeech, text: string, language?: string) =>
      collectSpeech(voice.speak(text, { language, pronunciations: NOOR }));
    const english = await speak(
      createSherpaTextToSpeech({ host, languages: ['en'], pool }),
      'A GIF by Noor at 9:30.',
    );
    await speak(createSherpaTextToSpeech({ host, languages: ['de'], pool }), 'Ein GIF um 9:30.', 'de');
    assert.deepEqual(lines, ['A jif by Noor at nine thirty.', 'Ein jif um 9:30.']);
    assert.equal(english[0]!.text, 'A GIF by Noor at 9:30.');
  });

  test('in phones take precedence', () => {
    const flite = loadFlite();
    const { phones, samples } = flite('I am <phoneme ph="b iy1 p">word</phoneme> today.', { markup: true });
    assert.match(phones.map(({ name }) => name).join(' '), /ae m b iy p t ax d ey/);
    assert.ok(samples.length > 12_000);
    assert.ok(
      Math.abs(phones.at(-1)!.end - samples.length / 16_000) < 0.3,
      'the lips have the times of the sound',
    );
  });
});

test('are found for a word with a hyphen or another sign', () => {
  const say = (word: string) => respell(`The ${word} is fast.`, [{ word, say: 'thing' }]);
  for (const word of ['Wi-Fi', 'C++', 'a/b', '$5', 'e.g.', '(R)'])
    assert.equal(say(word), 'The thing is fast.');
});
