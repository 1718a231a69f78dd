/**
 * The answers of twelve servers, written from their public documentation: plain, with a tool call, with two parallel
 * tool calls, a refusal, a stream that ends early, and reasoning.
 */

/** A status and a body. A body without a finish reason ends early. */
export interface RecordedAnswer {
  body: string;
  status?: number;
  type?: string;
}

export interface Dialect {
  plain: RecordedAnswer;
  tool: RecordedAnswer;
  twoTools: RecordedAnswer;
  refusal: RecordedAnswer;
  cut: RecordedAnswer;
  reasoning: RecordedAnswer;
  /** Fields that must be sent back: those of the message, and those of the call in `tool`. */
  fields?: { message?: object; call?: object };
  /** The text with which the model refuses; undefined if the refusal is a status. */
  refusalWords?: string;
}

export const ANSWER = 'The ferry leaves at nine.';
export const REFUSAL = 'I cannot help with that.';
export const CITIES = ['Rome', 'Oslo'] as const;
const HALVES = ['The ferry leaves ', 'at nine.'] as const;
const NAME = 'get_weather';
const argumentsFor = (city: string, space = '') => `{"city":${space}"${city}"}`;

interface Form {
  /** Fields that every chunk has. */
  head?: object;
  /** Fields of the first delta, which begins the answer. */
  first?: object;
  /** Text before the first chunk and after the last one. */
  before?: string;
  after?: string;
  isLast?: boolean;
  lineEnd?: string;
}

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

/** Returns an answer that the server streams as these chunks; it ends early if `finish` is null. */
function stream(deltas: readonly object[], finish: string | null, form: Form = {}): RecordedAnswer {
  const {
    head = {},
    first: firstDelta = { role: 'assistant', content: '' },
    before: textBefore = '',
    after: textAfter = '',
    isLast = true,
  } = form;
  const piece = (delta: object, reason: string | null = null) =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason: reason, logprobs: null }] });
  const body = [
    textBefore,
    piece(firstDelta),
    ...deltas.map((delta) => piece(delta)),
    finish === null ? '' : piece({}, finish),
    finish === null ? '' : textAfter,
    isLast && finish !== null ? 'data: [DONE]\n\n' : '',
  ].join('');
  return { body: form.lineEnd ? body.replaceAll('\n', form.lineEnd) : body };
}
const chunks = HALVES.map((content) => ({ content }));
const [half] = chunks;
const cutAnswers = half ? [half] : [];

const call = (index: number, city: string, fields: object = {}, extraFields: object = {}) => ({
  index,
  id: `call_${index}abcdefgh`,
  type: 'function',
  ...fields,
  function: { name: NAME, arguments: argumentsFor(city), ...extraFields },
});
/** Returns the deltas of a tool call: the name first, then the arguments in chunks. */
const inPieces = (index: number, city: string, id = `call_${index}abcdefgh`) => [
  { tool_calls: [{ index, id, type: 'function', function: { name: NAME, arguments: '' } }] },
  ...(argumentsFor(city).match(/.{1,5}/g) ?? []).map((text) => ({
    tool_calls: [{ index, function: { arguments: text } }],
  })),
];
const completeCalls = (...calls: object[]) => [{ tool_calls: calls }];
const refusalOf = (status: number, body: object): RecordedAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const filterRefusal = (code: number | string, message: string) =>
  refusalOf(400, { error: { message, type: 'invalid_request_error', param: 'prompt', code } });
const thoughts = (field: string) =>
  ['The visitor asks ', 'for the ferry.'].map((text) => ({ [field]: text }));

/** Returns the answers of a server that streams them all in one form, with tool calls in chunks. */
function openAILike(form: Form, extraFields: Partial<Dialect> = {}): Dialect {
  return {
    plain: stream(chunks, 'stop', form),
    tool: stream(inPieces(0, CITIES[0]), 'tool_calls', form),
    twoTools: stream([...inPieces(0, CITIES[0]), ...inPieces(1, CITIES[1])], 'tool_calls', form),
    refusal: stream([{ refusal: REFUSAL }], 'stop', form),
    refusalWords: REFUSAL,
    cut: stream(cutAnswers, null, form),
    reasoning: stream([...thoughts('reasoning_content'), ...chunks], 'stop', form),
    ...extraFields,
  };
}
/** Returns the answers of a server that sends each tool call in one chunk. */
function wholeCalls(form: Form, extraFields: Partial<Dialect> = {}): Dialect {
  return openAILike(form, {
    tool: stream(completeCalls(call(0, CITIES[0])), 'tool_calls', form),
    twoTools: stream(completeCalls(call(0, CITIES[0]), call(1, CITIES[1])), 'tool_calls', form),
    ...extraFields,
  });
}

const chunk = (model: string, extraFields: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model,
  ...extraFields,
});
const usage = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 };
const lastUsage = (head: object) => event({ ...head, choices: [], usage });

const openAI = chunk('gpt', { service_tier: 'default', system_fingerprint: 'fp_1', usage: null });
const azure = chunk('gpt', { system_fingerprint: 'fp_1' });
const gemini = chunk('gemini');
const deepSeek = chunk('deepseek-reasoner', { system_fingerprint: 'fp_1' });
const mistral = chunk('magistral', { p: 'abcdef' });
const groq = chunk('openai/gpt-oss', { system_fingerprint: 'fp_1', x_groq: { id: 'req_1' } });
const ollama = chunk('qwen3', { system_fingerprint: 'fp_ollama' });
const vllm = chunk('qwen3');
const llamaCpp = chunk('qwen3', { system_fingerprint: 'b5000-abc' });
const lmStudio = chunk('qwen3', { system_fingerprint: 'qwen3' });
const sglang = chunk('qwen3', { usage: null });
const openRouter = chunk('anthropic/claude', { provider: 'Anthropic' });

const SIGNATURE = { extra_content: { google: { thought_signature: 'c2lnbmF0dXJl' } } };
const DETAILS = [
  { type: 'reasoning.text', text: 'It is sunny.', format: 'anthropic', index: 0, signature: 'S' },
];
const ABSENT = { role: 'assistant' };

export const DIALECTS: Record<string, Dialect> = {
  OpenAI: openAILike(
    { head: openAI, first: { role: 'assistant', content: '', refusal: null }, after: lastUsage(openAI) },
    // The API does not reveal the model's reasoning.
    { reasoning: stream(chunks, 'stop', { head: openAI, after: lastUsage(openAI) }) },
  ),
  Azure: openAILike(
    {
      head: azure,
      before: event({
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }],
      }),
      after: event({
        ...azure,
        choices: [{ index: 0, delta: {}, finish_reason: null, content_filter_offsets: {} }],
      }),
    },
    {
      refusal: filterRefusal(
        'content_filter',
        "The response was filtered due to Azure's content management policy.",
      ),
      refusalWords: '',
    },
  ),
  "Gemini's compatible endpoint": {
    ...wholeCalls({ head: gemini, first: ABSENT, after: lastUsage(gemini) }),
    tool: stream(
      [{ role: 'assistant', tool_calls: [call(0, CITIES[0], { id: 'function-call-1', ...SIGNATURE })] }],
      'stop',
      { head: gemini, first: ABSENT },
    ),
    // All calls have the index 0, and the first one has the signature.
    twoTools: stream(
      [
        { tool_calls: [call(0, CITIES[0], { id: '', ...SIGNATURE })] },
        { tool_calls: [call(0, CITIES[1], { id: '' })] },
      ],
      'stop',
      { head: gemini, first: ABSENT },
    ),
    refusal: stream([], 'content_filter: PROHIBITED_CONTENT', { head: gemini, first: ABSENT }),
    refusalWords: '',
    reasoning: stream(
      [
        {
          content: '<thought>It is asked for the ferry.</thought>',
          extra_content: { google: { thought: true } },
        },
        ...chunks,
      ],
      'stop',
      { head: gemini, first: ABSENT },
    ),
    fields: { call: SIGNATURE },
  },
  DeepSeek: openAILike(
    {
      head: deepSeek,
      first: { role: 'assistant', content: null, reasoning_content: '' },
      before: ': keep-alive\n\n',
    },
    {
      tool: stream(
        [...thoughts('reasoning_content'), ...inPieces(0, CITIES[0], 'call_00_abc')],
        'tool_calls',
        { head: deepSeek },
      ),
      refusal: refusalOf(402, {
        error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
      }),
      refusalWords: '',
      fields: { message: { reasoning_content: 'The visitor asks for the ferry.' } },
    },
  ),
  Mistral: wholeCalls(
    { head: mistral },
    {
      tool: stream(completeCalls(call(0, CITIES[0], { id: 'D681PevKs' })), 'tool_calls', { head: mistral }),
      twoTools: stream(
        completeCalls(call(0, CITIES[0], { id: 'D681PevKs' }), call(1, CITIES[1], { id: 'xY2abCdEf' })),
        'tool_calls',
        { head: mistral },
      ),
      refusal: refusalOf(422, {
        object: 'error',
        message: { detail: [{ type: 'value_error', msg: 'Value error' }] },
        type: 'invalid_request_error',
      }),
      refusalWords: '',
      reasoning: stream(
        [
          {
            content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'It is asked for the ferry.' }] }],
          },
          ...HALVES.map((text) => ({ content: [{ type: 'text', text }] })),
        ],
        'stop',
        { head: mistral },
      ),
    },
  ),
  Groq: wholeCalls(
    { head: groq, after: event({ ...groq, choices: [], x_groq: { id: 'req_1', usage } }) },
    {
      refusal: refusalOf(400, {
        error: {
          message: 'Failed to call a function. Please adjust your prompt.',
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=x>',
        },
      }),
      refusalWords: '',
      reasoning: stream(
        [...thoughts('reasoning').map((entry) => ({ ...entry, channel: 'analysis' })), ...chunks],
        'stop',
        { head: groq },
      ),
    },
  ),
  Ollama: wholeCalls(
    { head: ollama },
    {
      twoTools: stream(
        [
          ...completeCalls(call(0, CITIES[0], { id: 'call_a' })),
          ...completeCalls(call(0, CITIES[1], { id: 'call_b' })),
        ],
        'tool_calls',
        { head: ollama },
      ),
      refusal: refusalOf(404, {
        error: {
          message: 'model "qwen3" not found, try pulling it first',
          type: 'api_error',
          param: null,
          code: null,
        },
      }),
      refusalWords: '',
      reasoning: stream(
        [...thoughts('reasoning').map((each) => ({ ...each, content: '' })), ...chunks],
        'stop',
        { head: ollama },
      ),
    },
  ),
  vLLM: openAILike(
    { head: vllm, after: lastUsage(vllm) },
    {
      tool: stream(inPieces(0, CITIES[0], 'chatcmpl-tool-1'), 'tool_calls', { head: vllm }),
      refusal: refusalOf(400, {
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
      refusalWords: '',
    },
  ),
  'llama.cpp': openAILike(
    {
      head: llamaCpp,
      first: { role: 'assistant', content: null },
      after: event({ ...llamaCpp, choices: [], usage, timings: { prompt_n: 1 } }),
    },
    {
      // The parser of the server does not support this template, so the call arrives as text.
      tool: stream(
        [
          { content: `<tool_call>\n{"name": "${NAME}", "arguments": ` },
          { content: `${argumentsFor(CITIES[0], ' ')}}\n</tool_call>` },
        ],
        'stop',
        { head: llamaCpp },
      ),
      refusal: refusalOf(500, {
        error: { code: 500, message: 'Failed to parse input at pos 0', type: 'server_error' },
      }),
      refusalWords: '',
    },
  ),
  'LM Studio': openAILike(
    { head: lmStudio },
    {
      refusal: {
        body: `event: error\ndata: ${JSON.stringify({ error: { message: 'The model has crashed' } })}\n\n`,
      },
      refusalWords: '',
      reasoning: stream(
        [{ content: '<think>It is asked ' }, { content: 'for the ferry.</think>\n\n' }, ...chunks],
        'stop',
        { head: lmStudio },
      ),
    },
  ),
  SGLang: openAILike(
    { head: sglang, first: { role: 'assistant', content: '', reasoning_content: null, tool_calls: null } },
    {
      twoTools: stream(
        [{ tool_calls: [call(0, CITIES[0], { id: null }), call(1, CITIES[1], { id: null })] }],
        'tool_calls',
        { head: sglang },
      ),
      refusal: refusalOf(400, {
        object: 'error',
        message: 'Requested token count exceeds',
        type: 'BadRequestError',
        code: 400,
      }),
      refusalWords: '',
    },
  ),
  OpenRouter: openAILike(
    {
      head: openRouter,
      before: ': OPENROUTER PROCESSING\n\n',
      after: lastUsage(openRouter),
      lineEnd: '\r\n',
    },
    {
      tool: stream(
        [{ content: '', reasoning: 'It is sunny.', reasoning_details: DETAILS }, ...inPieces(0, CITIES[0])],
        'tool_calls',
        { head: openRouter },
      ),
      refusal: {
        body: event({
          ...openRouter,
          error: { code: 502, message: 'Provider returned error' },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }),
      },
      refusalWords: '',
      reasoning: stream(
        [...thoughts('reasoning').map((each) => ({ ...each, content: '' })), ...chunks],
        'stop',
        { head: openRouter },
      ),
      fields: { message: { reasoning: 'It is sunny.', reasoning_details: DETAILS } },
    },
  ),
};
