/**
 * The refusals of known servers in their own words, and what each is understood as: the thing that the next request
 * goes without. Words as the servers' sources and reports of November 2026 have them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnt, type Limit } from '../../../src/service/language/engine-limits.ts';

/** A request that has everything. */
const WHOLE = {
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

for (const [server, status, words, limit] of REFUSALS)
  test(`${server}: "${words.slice(0, 60)}" is met without ${limit}`, () => {
    assert.equal(learnt(status, words, WHOLE, new Set()), limit);
    const asError = JSON.stringify({
      error: { message: words, type: 'invalid_request_error', code: status },
    });
    assert.equal(learnt(status, asError, WHOLE, new Set()), limit, 'as JSON');
  });
