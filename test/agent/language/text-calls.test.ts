/** Tool calls that a model writes as text are recognised in every notation if the tool exists, and are never spoken. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { streamAnswer } from '../../../src/agent/language/model-answer.ts';
import { ReasoningFilter } from '../../../src/agent/language/reasoning.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { delta, scriptedModel, type Part } from '../scripted-model.ts';

const properties = { city: { type: 'string' }, days: { type: 'number' } };
const TOOLS = ['get_weather', 'get_time', 'look'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties } },
}));

async function read(text: string, size: number, tools: object[] = TOOLS) {
  const parts: Part[] = [];
  for (let index = 0; index < text.length; index += size)
    parts.push(delta({ content: text.slice(index, index + size) }));
  const { fetch } = scriptedModel(() => [...parts, delta({}, 'stop')]);
  const endpoint = { account: 1, baseUrl: 'https://m.example/v1', apiKey: null, model: 'm', fetch };
  const signal = new AbortController().signal;
  const stream = streamAnswer(endpoint, { messages: [], tools }, { signal, clock: new ManualClock() });
  let words = '';
  for (;;) {
    const next = await stream.next();
    if (next.done)
      return {
        words,
        calls: next.value.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]),
      };
    if ('text' in next.value) words += next.value.text;
  }
}

const CALL_JSON = '{"name": "get_weather", "arguments": {"city": "Rome"}}';
const PARAMETERS_JSON = CALL_JSON.replace('arguments', 'parameters');
const NOTATIONS: Record<string, string> = {
  Hermes: `<tool_call>\n${CALL_JSON}\n</tool_call>`,
  'Hermes with the doubled braces of a template': `<tool_call>\n{${CALL_JSON}}\n</tool_call>`,
  'bare JSON with doubled braces': `{${CALL_JSON}}`,
  'bare JSON with a brace too many': `{${CALL_JSON}`,
  'Hermes without an end': `<tool_call>\n${CALL_JSON}`,
  'Mistral, a list': `[TOOL_CALLS] [${CALL_JSON}]`,
  'Mistral, name and arguments': '[TOOL_CALLS]get_weather[ARGS]{"city": "Rome"}',
  'Mistral, with an id': '[TOOL_CALLS]get_weather[CALL_ID]abcdefghi[ARGS]{"city": "Rome"}',
  'Llama, a function tag': '<function=get_weather>{"city": "Rome"}</function>',
  'Llama, a Python tag': `<|python_tag|>${PARAMETERS_JSON}<|eom_id|>`,
  'Llama, a Python tag with Python': '<|python_tag|>get_weather(city="Rome")',
  'Llama, a list in Python': `[get_weather(city='Rome')]`,
  'bare JSON': PARAMETERS_JSON,
  'a bare list': `[${CALL_JSON}]`,
  'bare JSON with its name last': '{"arguments": {"city": "Rome"}, "name": "get_weather"}',
  'bare JSON in the form of the API':
    '{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Rome\\"}"}}',
  'bare JSON in a wrapper': `{"tool_calls": [${CALL_JSON}]}`,
  'bare JSON by another name': '{"tool": "get_weather", "args": {"city": "Rome"}}',
  'bare JSON by the name alone': '{"get_weather": {"city": "Rome"}}',
  'a fence': `\`\`\`json\n${CALL_JSON}\n\`\`\``,
  'a fence without a language': `\`\`\`\n${CALL_JSON}\`\`\``,
  'a fence around a tag': `\`\`\`xml\n<tool_call>${CALL_JSON}</tool_call>\n\`\`\``,
  'Gemma, a fence with Python': '```tool_code\nprint(default_api.get_weather(city="Rome"))\n```',
  'a call in Python among words': 'get_weather(city="Rome")',
  DeepSeek:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n' +
    '{"city": "Rome"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  'DeepSeek 3.1':
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Rome"}<｜tool▁call▁end｜>' +
    '<｜tool▁calls▁end｜>',
  'DeepSeek 3.2':
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n' +
    '<｜DSML｜parameter name="city" string="true">Rome</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  'Qwen3-Coder':
    '<tool_call>\n<function=get_weather>\n<parameter=city>\nRome\n</parameter>\n</function>\n</tool_call>',
  'Qwen3-Coder without the tag around':
    '<function=get_weather>\n<parameter=city>\nRome\n</parameter>\n</function>\n</tool_call>',
  GLM: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Rome</arg_value>\n</tool_call>',
  Kimi:
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>' +
    '{"city": "Rome"}<|tool_call_end|><|tool_calls_section_end|>',
  'gpt-oss':
    '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Rome"}<|call|>',
  'gpt-oss, the tool first':
    '<|start|>assistant to=functions.get_weather<|channel|>commentary<|message|>{"city":"Rome"}<|call|>',
  Anthropic:
    '<function_calls><invoke name="get_weather"><parameter name="city">Rome</parameter></invoke></function_calls>',
  'Anthropic without the tag around':
    '<invoke name="get_weather">\n<parameter name="city">Rome</parameter>\n</invoke>',
  MiniMax:
    '<minimax:tool_call><invoke name="get_weather"><parameter name="city">Rome</parameter></invoke>' +
    '</minimax:tool_call>',
  Seed: '<seed:tool_call><function=get_weather><parameter=city>Rome</parameter></function></seed:tool_call>',
  LFM: '<|tool_call_start|>[get_weather(city="Rome")]<|tool_call_end|>',
  Granite: `<|tool_call|>[${CALL_JSON}]`,
  'Command R':
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Rome"}}]' +
    '<|END_ACTION|>',
  Firefunction: `functools[${CALL_JSON}]`,
};
const SIZES = [1, 2, 3, 7, 1000];

describe('calls of a known tool, for any split', () => {
  for (const [name, text] of Object.entries(NOTATIONS))
    test(name, async () => {
      for (const size of SIZES) {
        const { words, calls } = await read(`Let me look. ${text}`, size);
        assert.deepEqual(
          [words.trim(), calls],
          ['Let me look.', [['get_weather', { city: 'Rome' }]]],
          `${size}`,
        );
      }
    });
});

describe('calls of an unknown tool are never spoken', () => {
  for (const [name, text] of Object.entries(NOTATIONS).filter(([each]) => !/Python|name alone/.test(each)))
    test(name, async () => {
      const { words, calls } = await read(`One moment. ${text.replaceAll('get_weather', 'launch')}`, 3);
      assert.deepEqual([words.trim(), calls], ['One moment.', []]);
    });
});

describe('arguments of a call that is only described are not spoken, and the call is not made', () => {
  for (const [text, spokenText] of [
    [
      'You can call Get_Weather with {"city": "Rome", "days": 3}. It helps.',
      'You can call Get_Weather with . It helps.',
    ],
    ['Use `get_weather`:\n```json\n{\n  "city": "Rome"\n}\n```\nDone.', 'Use `get_weather`:\nDone.'],
    ['<page>get_time</page> with {"city": "Rome"}', '<page>get_time</page> with '],
  ] as const)
    test(text, async () => {
      for (const size of SIZES)
        assert.deepEqual(await read(text, size), { words: spokenText, calls: [] }, `${size}`);
    });

  test('other keys, or no name of a tool before, are ordinary words', async () => {
    for (const text of ['get_weather: {"city": "Rome", "age": 3} here', 'It is {"city": "Rome"} here'])
      for (const size of SIZES)
        assert.deepEqual(await read(text, size), { words: text, calls: [] }, `${size}`);
  });
});

test('several calls in one text', async () => {
  const otherCall = CALL_JSON.replace('Rome', 'Oslo');
  const bothCalls = [
    ['get_weather', { city: 'Rome' }],
    ['get_weather', { city: 'Oslo' }],
  ];
  for (const text of [
    `<tool_call>${CALL_JSON}</tool_call>\n<tool_call>${otherCall}</tool_call>`,
    `[TOOL_CALLS] [${CALL_JSON}, ${otherCall}]`,
    `${CALL_JSON}\n${otherCall}`,
    `\`\`\`json\n[${CALL_JSON}, ${otherCall}]\n\`\`\``,
    '[get_weather(city="Rome"), get_weather(city="Oslo")]',
    '```tool_code\nget_weather(city="Rome")\nget_weather(city="Oslo")\n```',
    '[TOOL_CALLS]get_weather[ARGS]{"city": "Rome"}[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}',
  ])
    for (const size of SIZES)
      assert.deepEqual(await read(text, size), { words: '', calls: bothCalls }, `${size} ${text}`);
});

test('arguments have the types of the tool', async () => {
  const callText = '<function=look><parameter=city>00184</parameter><parameter=days>3</parameter></function>';
  assert.deepEqual((await read(callText, 5)).calls, [['look', { city: '00184', days: 3 }]]);
  const python = `[look(city='it\\'s "here"', days=3, list=[1, 'a'], all=True, none=None)]`;
  assert.deepEqual((await read(python, 5)).calls, [
    ['look', { city: `it's "here"`, days: 3, list: [1, 'a'], all: true, none: null }],
  ]);
  assert.deepEqual((await read('[look("Rome", 3)]', 5)).calls, [['look', { city: 'Rome', days: 3 }]]);
  assert.deepEqual((await read('<tool_call>get_time</tool_call>', 5)).calls, [['get_time', {}]]);
});

describe('ordinary words', () => {
  for (const text of [
    'As JSON: {"city": "Rome", "days": 3} is what you want.',
    'A list: [1, 2, 3] and [a link](https://example.com/look) and (an aside).',
    '{"name": "Anna", "age": 3}',
    'Use `look` to look (see above), or look.',
    '```js\nconsole.log({"a": 1})\n```',
    'The set {x: 1} is {"type": "circle"} here.',
    'Functions are called like f(x), get(1) or look(ing).',
    'Price < 3 and > 2, {maybe}.',
    'Ends with a brace {',
    'Ends with get_wea',
    '``',
  ])
    test(JSON.stringify(text), async () => {
      for (const size of SIZES)
        assert.deepEqual(await read(text, size), { words: text, calls: [] }, `${size}`);
    });
});

test('any text of words, brackets and marks is read the same for any split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'ab ,.(){}[]"\':`\n_look<>|'.split(''), 'get_weather') }),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        assert.deepEqual(await read(`.${text}`, size), await read(`.${text}`, 10_000));
      },
    ),
    { numRuns: 300 },
  );
});

test('text that is designed to be slow is parsed quickly, for any split', () => {
  const offeredTools = new Map(['get_weather', 'get_time', 'look'].map((name) => [name, {}]));
  for (const text of [
    '['.repeat(20_000),
    '{"name":'.repeat(2500),
    'get_weather('.repeat(1600),
    '```json\n{'.repeat(2000),
  ])
    for (const size of [1, 4000]) {
      const startUsage = process.cpuUsage();
      const sieve = new ReasoningFilter(false, offeredTools);
      for (let index = 0; index < text.length; index += size) sieve.push(text.slice(index, index + size));
      sieve.end();
      const { user } = process.cpuUsage(startUsage);
      assert.ok(user < 1_000_000, `${user / 1000} ms for ${text.slice(0, 12)} in pieces of ${size}`);
    }
});
