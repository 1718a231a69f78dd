import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Decoder } from '@evan/opus';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { MOUTHS } from '../../../src/contract/mouths.ts';
import type { Speech } from '../../../src/agent/speech/engines.ts';
import { createOpenAISpeechToText } from '../../../src/agent/speech/openai-speech-to-text.ts';
import type { OpenAIEndpoint } from '../../../src/agent/language/openai-endpoint.ts';
import { createOpenAITextToSpeech } from '../../../src/agent/speech/openai-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';

const KEY = 'sk-very-secret';
const SECRET_WORDS = 'my password is swordfish';
const requests: Array<{ url: string; headers: IncomingMessage['headers']; body: Buffer }> = [];
let answer: (response: ServerResponse, body: Buffer) => void;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    requests.push({ url: request.url!, headers: request.headers, body });
    answer(response, body);
  });
});
const pool = new SynthesisPool({ size: 1 });
let endpoint: OpenAIEndpoint;

before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  endpoint = {
    fetch,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    key: KEY,
    model: 'tiny',
    // The timeout is longer than any test, because on a busy machine it takes seconds to read an endless
    // answer.
    timeout: 60_000,
  };
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await pool.close();
});

function voice(settings: Partial<OpenAIEndpoint> = {}) {
  return createOpenAITextToSpeech({ ...endpoint, ...settings, voice: 'alloy', pool });
}

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

function transcribe(settings: Partial<OpenAIEndpoint> = {}, signal?: AbortSignal): Promise<string> {
  const hearing = createOpenAISpeechToText({ ...endpoint, ...settings }).listen({
    language: 'en-GB',
    signal,
    vocabulary: { id: 'v', texts: ['Vera at the\nmuseum.'] },
  });
  hearing.write(Int16Array.of(1, -2, 3));
  hearing.write(new Int16Array(1_600));
  return hearing.finish();
}

/** Returns half a second of silence, a second of a tone and half a second of silence, at 24 kHz, 16 bits. */
function tone(): Buffer {
  const sound = Buffer.alloc(48_000 * 2);
  for (let i = 12_000; i < 36_000; i += 1) sound.writeInt16LE(Math.round(9_000 * Math.sin(i / 12)), i * 2);
  return sound;
}

test('the voice requests samples of each sentence and turns them into packets and mouth shapes', async () => {
  answer = (response) => response.end(tone());
  requests.length = 0;
  const speeches = await collectSpeech(voice().speak('Hello there. **How** are you?', { speed: 9 }));
  assert.equal(
    speeches
      .map(({ text }) => text)
      .join(' ')
      .replace(/ +/g, ' ')
      .trim(),
    'Hello there. How are you?',
  );
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/v1/audio/speech', '/v1/audio/speech'],
  );
  assert.equal(requests[0]!.headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(JSON.parse(requests[0]!.body.toString()), {
    model: 'tiny',
    voice: 'alloy',
    response_format: 'pcm',
    speed: 4,
    input: 'Hello there.',
  });
  const sentence = speeches.slice(0, speeches.length / 2);
  const duration = sentence.reduce((sum, speech) => sum + speech.duration, 0);
  assert.ok(Math.abs(duration - 1.26) < 0.03, `${duration} s without the pauses`);
  for (const speech of sentence) {
    assert.equal(speech.packets.length, Math.round(speech.duration / 0.02));
    assert.equal(speech.mouths.length, Math.ceil(speech.packets.length / 2));
  }
  assert.equal(MOUTHS[sentence[1]!.mouths[3]!], 'open');
  assert.equal(MOUTHS[sentence.at(-1)!.mouths.at(-1)!], 'rest');
});

test('a sentence plays while the rest of it arrives, without a seam between its parts', async () => {
  const sound = tone();
  let send!: (part: Buffer) => void;
  let end!: () => void;
  const isRequested = new Promise<void>((resolve) => {
    answer = (response) => {
      send = (part) => void response.write(part);
      end = () => void response.end();
      resolve();
    };
  });
  const speeches = voice().speak('One two three four five six.', {})[Symbol.asyncIterator]();
  const firstSpeech = speeches.next();
  await isRequested;
  // Send the sound in pieces whose boundaries split a sample.
  send(sound.subarray(0, 30_001));
  send(sound.subarray(30_001, 48_001));
  const part = (await firstSpeech).value as Speech;
  assert.deepEqual([part.text, part.duration], ['One', 0.3]);
  send(sound.subarray(48_001));
  end();
  const parts = [part, ...(await collectSpeech({ [Symbol.asyncIterator]: () => speeches }))];
  assert.equal(
    parts
      .map(({ text }) => text)
      .join(' ')
      .trim(),
    'One two three four five six.',
  );
  const decoder = new Decoder({ channels: 1, sample_rate: 24_000 });
  const samples = parts.flatMap(({ packets }) =>
    packets.flatMap((packet) => {
      const bytes = decoder.decode(packet);
      return [...new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))];
    }),
  );
  // The tone is equally loud across each boundary.
  const level = (startSample: number) =>
    Math.sqrt(
      samples.slice(startSample, startSample + 240).reduce((sum, sample) => sum + sample * sample, 0) / 240,
    );
  for (let index = 2_400; index < 22_000; index += 240)
    assert.ok(level(index) > 4_000, `${level(index)} at ${index / 24_000} s`);
});

test('a text without word boundaries is not split', async () => {
  answer = (response) => response.end(tone());
  assert.deepEqual(
    (await collectSpeech(voice().speak('これはとても長い文なので単語の間に空白がありません。', {}))).length,
    1,
  );
});

// Proves resources-37.
test('the recogniser sends a WAV file and a prompt with expected words', async () => {
  answer = (response) => response.end(JSON.stringify({ text: ' Hello, Vera. ' }));
  requests.length = 0;
  assert.equal(await transcribe(), 'Hello, Vera.');
  const [request] = requests;
  assert.equal(request!.url, '/v1/audio/transcriptions');
  const form = await new Response(new Uint8Array(request!.body), {
    headers: { 'content-type': request!.headers['content-type']! },
  }).formData();
  assert.deepEqual(
    ['model', 'language', 'prompt', 'response_format'].map((name) => form.get(name)),
    ['tiny', 'en', 'Vera at the museum.', 'verbose_json'],
  );
  const file = new DataView(await (form.get('file') as File).arrayBuffer());
  assert.equal(file.byteLength, 44 + 1_603 * 2);
  assert.equal(file.getUint32(24, true), 16_000);
  assert.deepEqual(
    [44, 46, 48].map((offset) => file.getInt16(offset, true)),
    [1, -2, 3],
  );
});

test('segments without speech give no words, and faint noise is not sent', async () => {
  const segment = (text: string, no_speech_prob: number, avg_logprob = -0.2, compression_ratio = 1) => ({
    text,
    no_speech_prob,
    avg_logprob,
    compression_ratio,
  });
  const cases: [object[], string][] = [
    [[segment(' Thank you.', 0.95)], ''],
    [[segment(' Thank you.', 0.7, -0.9)], ''],
    [[segment(' Hello.', 0.7, -0.2)], 'All of it.'],
    [[segment(' Hello.', 0.01), segment(' Thanks for watching!', 0.9)], 'Hello.'],
    [[segment(' ha ha ha ha', 0.1, -0.2, 9)], ''],
    [[{ text: ' Hello.' }], 'All of it.'],
  ];
  for (const [segments, expected] of cases) {
    answer = (response) => response.end(JSON.stringify({ text: ' All of it.', segments }));
    assert.equal(await transcribe(), expected);
  }
  requests.length = 0;
  const hearing = createOpenAISpeechToText(endpoint).listen({});
  hearing.write(new Int16Array(16_000).map((_, index) => (index % 2 ? 20 : -20)));
  assert.equal(await hearing.finish(), '');
  assert.equal(requests.length, 0);
});

test('silence is not sent', async () => {
  requests.length = 0;
  assert.equal(await createOpenAISpeechToText(endpoint).listen({}).finish(), '');
  assert.deepEqual(await collectSpeech(voice().speak('…', {})), []);
  assert.equal(requests.length, 0);
});

test('at most one minute of sound is sent', async () => {
  answer = (response) => response.end('{"text":"long"}');
  requests.length = 0;
  const hearing = createOpenAISpeechToText(endpoint).listen({});
  for (let i = 0; i < 70; i += 1) hearing.write(new Int16Array(16_000));
  assert.equal(await hearing.finish(), 'long');
  assert.ok(requests[0]!.body.length < 60 * 32_000 + 2_000);
});

const failures: ReadonlyArray<
  readonly [what: string, code: string, answer: typeof answer, settings: Partial<OpenAIEndpoint>]
> = [
  [
    'a wrong key',
    'unauthorized',
    (response) => response.writeHead(401).end(`{"error":"bad key ${KEY}"}`),
    {},
  ],
  ['a forbidden one', 'unauthorized', (response) => response.writeHead(403).end(), {}],
  ['a failure', 'bad_response', (response, body) => response.writeHead(500).end(body), {}],
  [
    'a redirect',
    'bad_response',
    (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    {},
  ],
  ['a page instead of an answer', 'bad_response', (response) => response.end('<html>login</html>'), {}],
  ['JSON of another shape', 'bad_response', (response) => response.end('{"words":[]}'), {}],
  ['an empty answer', 'bad_response', (response) => response.end(), {}],
  ['an endless answer', 'bad_response', (response) => response.end(Buffer.alloc(4_000_000, 0x20)), {}],
  ['no answer', 'timeout', () => undefined, { timeout: 60 }],
  ['half an answer', 'timeout', (response) => response.write('{"te'), { timeout: 60 }],
  ['a connection that breaks', 'unreachable', (response) => response.destroy(), {}],
  [
    'a connection that breaks in the middle',
    'unreachable',
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"te', () => response.destroy());
    },
    {},
  ],
  ['nobody there', 'unreachable', () => undefined, { baseUrl: 'http://127.0.0.1:1/v1' }],
];

for (const [title, code, reaction, settings] of failures) {
  test(`${title} is ${code}, and reveals neither key nor words`, async () => {
    answer = reaction;
    for (const attempt of [
      () => collectSpeech(voice(settings).speak(SECRET_WORDS, {})),
      () => transcribe(settings),
    ]) {
      await assert.rejects(attempt, (error) => {
        assert.ok(error instanceof EngineError);
        assert.equal(error.code, code);
        assert.ok(
          ![KEY, 'swordfish'].some((secret) =>
            `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`.includes(
              secret,
            ),
          ),
        );
        return true;
      });
    }
  });
}

test('an abort ends a pending request with its own reason', async () => {
  const stop = new AbortController();
  answer = () => stop.abort(new Error('interrupted'));
  await assert.rejects(collectSpeech(voice().speak('Hello.', { signal: stop.signal })), /interrupted/);
  const abandonment = new AbortController();
  answer = () => abandonment.abort(new Error('left'));
  await assert.rejects(transcribe({}, abandonment.signal), /left/);
});
