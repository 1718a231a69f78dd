import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Canvas } from '../../src/agent/tools/canvas.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import type { ReplyChunk } from '../../src/agent/replies/responder.ts';
import { ModelError } from '../../src/agent/language/model-stream.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import type { Tool } from '../../src/agent/tools/tool.ts';

type Request = {
  messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: { id: string }[] }[];
  tools?: { function: { name: string } }[];
  tool_choice?: string;
  stream: boolean;
};
const words = (content: string) => ({ choices: [{ delta: { content } }] });
const call = (name: string, chunks: string[], index = 0) =>
  chunks.map((piece, number) => ({
    choices: [
      {
        delta: {
          tool_calls: [
            {
              index,
              ...(number === 0 ? { id: `call-${index}` } : {}),
              function: { ...(number === 0 ? { name } : {}), arguments: piece },
            },
          ],
        },
      },
    ],
  }));

/** Creates a responder whose model gives these answers one after the other, and records its requests. */
function createScriptedMind(answers: (object[] | string | number)[], tools: Tool[] = []) {
  const requests: Request[] = [];
  const responder = new ModelResponder({
    endpoint: {
      account: 1,
      baseUrl: 'https://model.example/v1',
      apiKey: 'k',
      model: 'm',
      fetch: (async (_url: string, init: { body: string }) => {
        requests.push(JSON.parse(init.body) as Request);
        const answer = answers[requests.length - 1] ?? [];
        if (typeof answer === 'number') return new Response('no', { status: answer });
        return new Response(
          typeof answer === 'string'
            ? answer
            : answer.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + 'data: [DONE]\n\n',
        );
      }) as never,
    },
    knowledge: new Knowledge([]),
    prompt: () => 'Be kind.',
    tools,
  });
  return { responder, requests };
}
const tool = (
  name: string,
  run: Tool['run'] = async (parameters) => `${name} ${JSON.stringify(parameters)}`,
): Tool => ({ name, description: name, parameters: { type: 'object' }, run });

async function think(responder: ModelResponder, canvas: Canvas | null = null): Promise<ReplyChunk[]> {
  const chunks: ReplyChunk[] = [];
  for await (const chunk of responder.think('Is it in stock?', {
    history: [],
    canvas,
    signal: new AbortController().signal,
  }))
    chunks.push(chunk);
  return chunks;
}
const text = (chunks: ReplyChunk[]) =>
  chunks.map((thought) => ('text' in thought ? thought.text : '')).join('');

test('a tool is called with arguments that arrived in pieces, and its result leads to the answer', async () => {
  const { responder, requests } = createScriptedMind(
    [
      [words('Let me look.'), ...call('stock', ['{"arti', 'cle":"bell"}'])],
      [words('Seven '), words('bells.')],
    ],
    [tool('stock')],
  );
  assert.equal(text(await think(responder)), 'Let me look. Seven bells.');
  assert.deepEqual(
    requests[0]!.tools!.map((tool) => tool.function.name),
    ['stock'],
  );
  const [, , toolCall, outcome] = requests[1]!.messages;
  assert.equal(toolCall!.tool_calls![0]!.id, 'call-0');
  assert.deepEqual(
    [outcome!.role, outcome!.tool_call_id, outcome!.content],
    ['tool', 'call-0', 'stock {"article":"bell"}'],
  );
});

test('two tools at once are both answered, in their order', async () => {
  const { responder, requests } = createScriptedMind(
    [[...call('a', ['{}'], 0), ...call('b', ['{}'], 1)], [words('Done.')]],
    [tool('a'), tool('b')],
  );
  await think(responder);
  assert.deepEqual(
    requests[1]!.messages
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id, content }) => [tool_call_id, content]),
    [
      ['call-0', 'a {}'],
      ['call-1', 'b {}'],
    ],
  );
});

test('arguments that are no object never reach the tool; a tool that was not offered is not called', async () => {
  let runCount = 0;
  const count = tool('a', async () => String(++runCount));
  const { responder, requests } = createScriptedMind(
    [[...call('a', ['[1]'])], [...call('a', ['{"x":'])], [...call('other', ['{}'])], [words('Sorry.')]],
    [count],
  );
  await think(responder);
  assert.equal(runCount, 0);
  assert.equal(requests.length, 4);
  assert.match(requests[2]!.messages.at(-1)!.content!, /no JSON object/);
  assert.match(requests[3]!.messages.at(-1)!.content!, /no tool of this name.* There are: a\./);
});

test('a model that calls tools without limit is made to answer', async () => {
  const { responder, requests } = createScriptedMind(
    Array.from({ length: 20 }, (_, number) => call('a', [`{"page":${number}}`])),
    [tool('a')],
  );
  await think(responder);
  assert.deepEqual(
    requests.map(({ tool_choice }) => tool_choice),
    [undefined, undefined, undefined, undefined, 'none'],
  );
});

test('a card beside the words is shown; an invalid one is not', async () => {
  const validSummary = JSON.stringify({
    question: 'Which?',
    options: [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ],
  });
  const { responder } = createScriptedMind([
    [
      words('Choose.'),
      ...call('canvas_show_question', [validSummary]),
      ...call('canvas_show_question', ['{"question":"x","options":[]}'], 1),
    ],
  ]);
  assert.deepEqual(
    (await think(responder, { components: new Set(['question']), schedulingUrl: null })).filter(
      (thought) => 'canvas' in thought,
    ).length,
    1,
  );
});

const failures: [string, (object[] | string | number)[], ModelError['reason']][] = [
  ['a refusal', Array.from({ length: 9 }, () => 400), 'refused'],
  ['words that are no JSON', ['data: {oops\n\n'], 'bad_response'],
  ['another shape', ['data: {"choices":"none"}\n\n'], 'bad_response'],
];
for (const [name, answers, reason] of failures) {
  test(`${name} is an error with a message`, async () => {
    await assert.rejects(
      think(createScriptedMind(answers).responder),
      (error: unknown) => error instanceof ModelError && error.reason === reason,
    );
  });
}

test('notes are searched by meaning in the spoken language if the embedding model knows it', async () => {
  let calls = 0;
  const embed = async (texts: readonly string[]) => ((calls += 1), texts.map(() => [1, 0]));
  const englishModel = { model: 'en', languages: ['en'], calibrated: true, embed };
  const knowledge = new Knowledge(
    [{ document_id: 'd', name: 'Shop', content: '# Price\nThe bell costs ten.\n'.repeat(7) }],
    englishModel,
  );
  await knowledge.prepare();
  let language = 'de-AT';
  const fetch = (async () => new Response('data: [DONE]\n\n')) as never;
  const endpoint = { account: 1, baseUrl: 'https://model.example/v1', apiKey: 'k', model: 'm', fetch };
  const responder = new ModelResponder({ endpoint, knowledge, prompt: () => '', language: () => language });
  calls = 0;
  await think(responder);
  assert.equal(calls, 0);
  language = 'en';
  await think(responder);
  assert.equal(calls, 1);
});
