/**
 * Errors of known servers in their original wording, and the field that the next request omits. The texts are from
 * the servers' sources and from reports of November 2026.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit } from '../../../src/agent/language/engine-limits.ts';
import { isTooLong } from '../../../src/agent/language/context-length.ts';
import { nextStep } from '../../../src/agent/language/refusals.ts';

/** A request with all fields that a server may refuse. */
const FULL_REQUEST = {
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'When?' },
  ],
  max_tokens: 2048,
  temperature: 0,
  stream_options: { include_usage: true },
  response_format: { type: 'json_object' },
  tools: [{}],
  tool_choice: 'none',
};
const LITELLM = (parameter: string) =>
  `litellm.UnsupportedParamsError: openai does not support parameters: ['${parameter}'], for model=m. ` +
  'To drop these, set `litellm.drop_params=True` or for proxy: `litellm_settings: drop_params: true`. ' +
  `If you want to use these params dynamically send allowed_openai_params=['${parameter}'] in your request.`;

const REFUSALS: readonly (readonly [server: string, status: number, words: string, limit: Limit])[] = [
  [
    'Azure and OpenAI',
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'token_limit_name',
  ],
  [
    'OpenAI, a small model',
    400,
    'max_tokens is too large: 2048. This model supports at most 1024 completion tokens.',
    'token_limit',
  ],
  [
    'vLLM, a talk that fills its context',
    400,
    "'max_tokens' or 'max_completion_tokens' is too large: 2048. This model's maximum context length is 4096 " +
      'tokens and your request has 3000 input tokens (2048 > 4096 - 3000).',
    'token_limit',
  ],
  [
    'vLLM without a parser',
    400,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'tools',
  ],
  ['Ollama', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools', 'tools'],
  ['llama.cpp', 500, 'tools param requires --jinja flag', 'tools'],
  [
    'OpenRouter, no provider with tools',
    404,
    'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs',
    'tools',
  ],
  [
    'OpenRouter, no provider that can be told to leave tools alone',
    404,
    "No endpoints found that support the provided 'tool_choice' value. " +
      'To learn more, visit: https://openrouter.ai/docs',
    'tool_choice',
  ],
  ['LiteLLM', 400, LITELLM('temperature'), 'temperature'],
  ['LiteLLM', 500, LITELLM('tools'), 'tools'],
  ['LiteLLM', 400, LITELLM('tool_choice'), 'tool_choice'],
  ['LiteLLM', 400, LITELLM('response_format'), 'json_mode'],
  ['LiteLLM', 400, LITELLM('stream_options'), 'usage'],
  ['LiteLLM', 400, LITELLM('max_tokens'), 'token_limit_name'],
];

for (const [server, status, message, limit] of REFUSALS)
  test(`${server}: "${message.slice(0, 60)}" leads to a request without ${limit}`, () => {
    const omittedField = (text: string) => {
      const step = nextStep(status, text, FULL_REQUEST, new Set());
      return step && 'omit' in step ? step.omit : step;
    };
    assert.equal(omittedField(message), limit);
    const asError = JSON.stringify({
      error: { message, type: 'invalid_request_error', code: status },
    });
    assert.equal(omittedField(asError), limit, 'as JSON');
  });

const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } });
const TOOLS = { ...FULL_REQUEST, tools: [tool('find'), tool('find_pet'), tool('3d-view')] };

/** Errors about one definition, a length or a field. None of them is a reason to omit the tools. */
const NO_REASON: readonly (readonly [server: string, words: string, step: object])[] = [
  [
    'OpenAI',
    "Invalid schema for function 'find_pet': In context=('properties', 'tags'), array schema missing items.",
    { dropTool: 'find_pet' },
  ],
  [
    'OpenAI, a name',
    "Invalid 'tools[2].function.name': string does not match pattern. Expected '^[a-zA-Z0-9_-]+$'.",
    { dropTool: '3d-view' },
  ],
  [
    'Anthropic',
    'tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    { dropTool: 'find_pet' },
  ],
  [
    'Gemini',
    '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties: should be non-empty',
    { dropTool: 'find' },
  ],
  [
    'OpenAI, a long talk',
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
    { shorten: true },
  ],
  [
    'OpenAI, a long description',
    "Invalid 'tools[1].function.description': string too long. Expected a string with maximum length 1024.",
    { dropTool: 'find_pet' },
  ],
  [
    'OpenAI, a name that is too long',
    "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64.",
    { dropTool: 'find' },
  ],
  [
    'OpenAI, a long line',
    "Invalid 'messages[3].content': string too long. Expected a string with maximum length 1048576.",
    { shorten: true },
  ],
  [
    'Groq, a long talk',
    'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 8000.',
    { shorten: true },
  ],
  [
    'xAI, a long talk',
    "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    { shorten: true },
  ],
  [
    'Anthropic, a limit of tokens',
    'max_tokens: 2048 > 1024, which is the maximum allowed number of output tokens for m',
    { omit: 'token_limit', lasting: true },
  ],
  [
    'DeepSeek, a limit of tokens',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 1024]',
    { omit: 'token_limit', lasting: true },
  ],
  ['Anthropic, a long talk', 'prompt is too long: 210000 tokens > 200000 maximum', { shorten: true }],
  [
    'Gemini, a long talk',
    'The input token count (40000) exceeds the maximum number of tokens',
    { shorten: true },
  ],
  [
    'llama.cpp, a long talk',
    'the request exceeds the available context size, try increasing it',
    { shorten: true },
  ],
];
for (const [server, message, step] of NO_REASON)
  test(`${server}: "${message.slice(0, 50)}" does not remove tools`, () => {
    assert.deepEqual(nextStep(400, message, TOOLS, new Set()), step);
  });

test('a missing feature around tools does not remove tools permanently', () => {
  for (const words of [
    "Tool parameters: keyword 'format' is not supported",
    'This model does not support parallel function calling',
    "tool_choice 'required' is not supported",
    'images in tool messages are not supported',
    'temperature exceeds the maximum of 1',
  ]) {
    const step = nextStep(400, words, { ...TOOLS, tool_choice: undefined }, new Set());
    assert.ok(step && !('shorten' in step), words);
    assert.ok(!('omit' in step && step.omit === 'tools' && step.lasting), words);
  }
});

test('a missing field of a call leads to one request without calls, and nothing permanent', () => {
  const words = 'Function call is missing a thought_signature in functionCall parts.';
  for (const limits of [
    [],
    ['usage', 'json_mode', 'temperature', 'token_limit', 'tool_choice', 'alternation'],
  ]) {
    const step = nextStep(400, words, TOOLS, new Set(limits as Limit[]));
    assert.ok(step && 'omit' in step && (step.omit !== 'tools' || !step.lasting));
  }
});

/** Errors about fields that no step omits. Attempts that omit other fields are made, but none is remembered. */
const OTHER_FIELDS: readonly string[] = [
  'Function call is missing a thought_signature in functionCall parts. This is required for tools to work.',
  'Missing `reasoning_content` field in the assistant message at message index 2.',
  'messages.2.tool_calls.0.extra_content: Extra inputs are not permitted',
  'This model does not support parallel tool calls.',
  "Unsupported value: 'messages[1].content[0].type' does not support 'image_url' with this model.",
  'The model does not support tools with the format `uuid` in a parameter.',
  "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
  'Function calling config is invalid: allowed_function_names must be empty.',
];
for (const words of OTHER_FIELDS)
  test(`"${words.slice(0, 50)}" changes no later request`, () => {
    for (const text of [
      words,
      JSON.stringify({ error: { message: words, code: 'invalid_request_error' } }),
    ]) {
      const limits = new Set<Limit>();
      for (;;) {
        const step = nextStep(400, text, TOOLS, limits);
        if (!step) break;
        assert.ok('omit' in step, JSON.stringify(step));
        assert.equal(step.lasting, false, step.omit);
        limits.add(step.omit);
      }
    }
  });

test('only the message of a refusal is read, not its quotations', () => {
  const text = JSON.stringify({
    error: {
      message: 'Something is wrong.',
      type: 'tools_not_supported',
      failed_generation: 'this model does not support tools',
    },
  });
  assert.deepEqual(nextStep(400, text, TOOLS, new Set()), { omit: 'usage', lasting: true });
});

test("a provider's message within a gateway's refusal is read", () => {
  const text = JSON.stringify({
    error: {
      message: 'Provider returned error',
      metadata: { raw: '{"error":{"message":"m does not support tools"}}' },
    },
  });
  assert.deepEqual(nextStep(400, text, TOOLS, new Set()), { omit: 'tools', lasting: true });
});

test('a name within quotation marks is the tool, not a word of the sentence', () => {
  const tools = [tool('schema'), tool('name'), tool('look')];
  for (const [message, dropTool] of [
    ["Invalid schema for function 'look': array schema missing items.", 'look'],
    ["Invalid 'tools[2].function.name': string does not match pattern.", 'look'],
  ] as const)
    assert.deepEqual(nextStep(400, message, { ...FULL_REQUEST, tools }, new Set()), { dropTool });
});

test('a refusal of any form is read in a moment', () => {
  const chunks = [
    "does not support ['",
    'tools ',
    "'",
    '"[',
    'the ',
    'a_',
    '{"error":',
    '[',
    'max_tokens ',
    ' ',
  ];
  for (const chunk of chunks) {
    const text = `does not support ${chunk.repeat(4000 / chunk.length)}`;
    const cpuBefore = process.cpuUsage();
    for (let time = 0; time < 10; time++) {
      nextStep(400, text, TOOLS, new Set());
      isTooLong(text);
    }
    const { user } = process.cpuUsage(cpuBefore);
    assert.ok(user < 1_000_000, `${user} µs of CPU for ten times ${JSON.stringify(chunk)}`);
  }
});
