/** `palkit check-engines` explains which engines work; the service finds a model on the machine at its start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEngines } from '../../../src/service/compose/check-engines.ts';
import { localLine } from '../../../src/models/local-engines.ts';
import { systemClock } from '../../../src/runtime/clock.ts';

type Answer = (url: string, body: string) => Response | Promise<Response>;
let engines = 0;

async function check(answer: Answer, { key = null as string | null } = {}) {
  const output: string[] = [];
  const engine = { baseUrl: `http://engine-${++engines}.example/v1`, apiKey: key, model: 'm' };
  const code = await checkEngines(
    { llm: engine, tts: { ...engine, voice: null }, stt: engine },
    {
      fetch: (async (url: string, init: RequestInit) =>
        answer(String(url), typeof init.body === 'string' ? init.body : '')) as typeof fetch,
      clock: systemClock,
      out: (text) => void output.push(text),
    },
  );
  return { code, output: output.join('') };
}
const stream = (text: string) =>
  new Response(
    `data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
  );
const answerCorrectly: Answer = (url) =>
  url.endsWith('/chat/completions')
    ? stream('Yes, I do.')
    : url.endsWith('/audio/speech')
      ? new Response(new Int16Array(48_000).map((_, index) => (index % 40) * 400).buffer)
      : Response.json({ text: 'the old ferry leaves at nine' });

test('a working engine is reported with its answer', async () => {
  const { code, output } = await check(answerCorrectly);
  assert.equal(code, 0);
  assert.match(output, /^Model: works, .* It said: "Yes, I do\."/m);
  assert.match(output, /^Voice: works, .* spoke for 2\.0 s/m);
  assert.match(output, /^Ears: works, .* heard: "the old ferry leaves at nine"/m);
});

test('unsupported features of a server are detected and reported', async () => {
  const { code, output } = await check((url, body) =>
    url.endsWith('/chat/completions') && body.includes('"tools"')
      ? Response.json({ error: { message: 'm does not support tools' } }, { status: 400 })
      : answerCorrectly(url, body),
  );
  assert.equal(code, 0);
  assert.match(output, /Found out: it is asked without tools/);
});

const WRONG: [string, Answer, RegExp, string | null][] = [
  [
    'a wrong key',
    () => new Response('', { status: 401 }),
    /Model: does not work\. It rejects the key \(LLM_API_KEY\)/,
    'sk-secret',
  ],
  [
    'no key',
    () => new Response('', { status: 401 }),
    /Voice: does not work\. It requires a key\. Set TTS_API_KEY/,
    null,
  ],
  ['a wrong path', () => new Response('', { status: 404 }), /most end in \/v1/, null],
  [
    'nobody',
    () => {
      throw new Error('ECONNREFUSED');
    },
    /Ears: does not work\. Nothing answers at/,
    null,
  ],
  [
    'a page',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    /Model: does not work\./,
    null,
  ],
];
for (const [name, answer, expected, key] of WRONG)
  test(name, async () => {
    const { code, output } = await check(answer, { key });
    assert.equal(code, 1);
    assert.match(output, expected);
    assert.doesNotMatch(output, /sk-secret/);
  });

test('a missing configuration is no error', async () => {
  const output: string[] = [];
  const parts = { fetch, clock: systemClock, out: (text: string) => void output.push(text) };
  assert.equal(await checkEngines({ llm: null, tts: null, stt: null }, parts), 0);
  assert.match(output.join(''), /Model: not configured/);
});

test('a model on this machine is offered by the line that uses it; without one there is no message', async () => {
  const configAt = (port: number, body: object) =>
    (async (url: string) => {
      if (!url.includes(`:${port}/`)) throw new Error('ECONNREFUSED');
      return Response.json(body);
    }) as unknown as typeof fetch;
  const line = await localLine(
    configAt(11434, { data: [{ id: 'nomic-embed-text' }, { id: 'llama3.2:3b' }] }),
  );
  assert.match(
    line,
    /Ollama runs .*\n\n +LLM_BASE_URL=http:\/\/127\.0\.0\.1:11434\/v1 LLM_MODEL=llama3\.2:3b npm start/,
  );
  assert.match(await localLine(configAt(1234, { data: [{ id: 'qwen' }] })), /LM Studio/);
  assert.equal(await localLine(configAt(1, {})), '');
  assert.equal(await localLine(configAt(8080, { hello: 'world' })), '');
  assert.equal(await localLine(configAt(8000, { data: [{ id: 'x; rm -rf /' }] })), '');
});
