/** The requests of the command line about guardrails, objectives, tools, skills and voices. */
import { patch, type ClientRequest } from './client-request.ts';

export const RULES: readonly ClientRequest[] = [
  {
    name: 'guardrail create',
    request: 'POST /v2/guardrails/',
    body: {
      guardrail_name: 'No_politics',
      guardrail_prompt: 'Never talk politics.',
      modality: 'verbal',
      callback_url: '',
      app_message: true,
      tags: ['safe'],
    },
    takes: { guardrail: 'uuid' },
  },
  {
    name: 'guardrail create that listens',
    request: 'POST /v2/guardrails/',
    body: { guardrail_name: 'Shout', guardrail_prompt: 'Shouting.', modality: 'audio' },
    refusal: { status: 400, words: /modality must be verbal or visual\. .* not sound/ },
  },
  {
    name: 'guardrail create that calls a tool',
    request: 'POST /v2/guardrails/',
    body: {
      guardrail_name: 'Shout',
      guardrail_prompt: 'Shouting.',
      modality: 'verbal',
      tool_call: { name: 'warn' },
    },
    refusal: { status: 400, words: /tool_call is not supported: .* callback_url/ },
  },
  {
    name: 'guardrail list',
    request: 'GET /v2/guardrails?limit=25&page=1&type=user&legacy=false&name_or_uuid=politics&tags=safe',
    reads: ['data.0.uuid', 'data.0.guardrail_name', 'data.0.modality', 'data.0.tags', 'data.0.updated_at'],
  },
  { name: 'guardrail get', request: 'GET /v2/guardrails/{guardrail}?verbose=true', reads: ['uuid'] },
  {
    name: 'guardrail patch',
    request: 'PATCH /v2/guardrails/{guardrail}',
    body: [
      { op: 'add', path: '/guardrail_prompt', value: 'Never ever.' },
      { op: 'add', path: '/app_message', value: false },
    ],
    reads: ['uuid'],
  },
  { name: 'guardrail tags', request: 'GET /v2/guardrails/tags', reads: ['tags.0', 'total_count'] },
  patch('/guardrail_ids', ['{guardrail}']),
  ...(['/v2/objectives/validate', '/v2/objectives/'] as const).map((path): ClientRequest => ({
    name: `objectives to ${path}`,
    request: `POST ${path}`,
    body: {
      name: 'support_intake',
      allow_loops: false,
      data: [
        {
          objective_name: 'greet',
          objective_prompt: 'Greet the caller and ask for their name.',
          confirmation_mode: 'auto',
          output_variables: ['caller_name'],
          modality: 'verbal',
          next_required_objective: 'ask',
          callback_url: '',
        },
        {
          objective_name: 'ask',
          objective_prompt: 'Ask for the problem.',
          next_conditional_objectives: { billing: 'it is about money' },
        },
        { objective_name: 'billing', objective_prompt: 'Hand over to billing.' },
      ],
    },
    ...(path.endsWith('validate') ? { reads: ['valid'] } : { takes: { objectives: 'objectives_id' } }),
  })),
  {
    name: 'objective list',
    request: 'GET /v2/objectives?limit=25&page=1&type=user&sort=ascending&name_or_uuid=intake',
    reads: ['data.0.objectives_id', 'data.0.name'],
  },
  { name: 'objective get', request: 'GET /v2/objectives/{objectives}', reads: ['data.0.objective_name'] },
  {
    name: 'objective patch',
    request: 'PATCH /v2/objectives/{objectives}',
    body: [{ op: 'replace', path: '/data/0/next_required_objective', value: 'billing' }],
    reads: ['data.0.next.0.objective_name'],
  },
];

export const TOOLS: readonly ClientRequest[] = [
  {
    name: 'tool create for the page',
    request: 'POST /v2/tools',
    body: {
      name: 'weather_lookup',
      description: 'Get the weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      delivery: { app_message: true },
      origin: 'llm',
      on_call: 'generate_filler',
      on_resolve: 'generate_response',
      tags: [],
    },
    takes: { tool: 'tool_id' },
  },
  {
    name: 'tool create for an address',
    request: 'POST /v2/tools',
    body: {
      name: 'order_lookup',
      description: 'Get an order.',
      parameters: { type: 'object', properties: { order_id: { type: 'string' } } },
      delivery: {
        api: {
          url: 'https://api.example.com/orders/{order_id}',
          method: 'GET',
          timeout: 10,
          auth: { type: 'bearer', token: 'sesame' },
          query_params: { full: 'true' },
        },
      },
      origin: 'llm',
      on_resolve: 'fire_and_forget',
    },
    takes: { order: 'tool_id' },
  },
  {
    name: 'tool create for the eyes',
    request: 'POST /v2/tools',
    body: { name: 'see', description: 'x', origin: 'vision', delivery: { app_message: true } },
    reads: ['tool_id', 'on_resolve'],
  },
  {
    name: 'tool create for the ears',
    request: 'POST /v2/tools',
    body: { name: 'hear', description: 'x', origin: 'audio', delivery: { app_message: true } },
    refusal: { status: 400, words: /origin must be llm or vision. No tool can be triggered by sounds/ },
  },
  {
    name: 'tool list',
    request: 'GET /v2/tools?limit=25&page=1&type=user&sort=asc',
    reads: ['data.0.tool_id', 'data.0.name', 'data.0.origin', 'data.0.parameters', 'data.0.delivery'],
  },
  { name: 'tool get', request: 'GET /v2/tools/{order}', reads: ['tool_id'] },
  { name: 'tool patch', request: 'PATCH /v2/tools/{order}', body: { tags: ['shop'] }, reads: ['tool_id'] },
  {
    name: 'pal tools attach',
    request: 'POST /v2/pals/{pal}/tools/',
    body: { tool_ids: ['{tool}', '{order}'] },
    reads: ['data.1.tool_id'],
  },
  { name: 'pal tools list', request: 'GET /v2/pals/{pal}/tools/', reads: ['data.0.tool_id'] },
  { name: 'pal tools detach', request: 'DELETE /v2/pals/{pal}/tools/{order}' },
  { name: 'skill list', request: 'GET /v2/skills?limit=25', reads: ['data.0.skill_id'] },
  { name: 'skill get', request: 'GET /v2/skills/magic_canvas', reads: ['skill_id'] },
  {
    name: 'pal capabilities attach magic_canvas',
    request: 'PUT /v2/pals/{pal}/skills/magic_canvas',
    body: { config: { components: { image: { enabled: false }, video: { enabled: false } } } },
    reads: ['config.components.video'],
  },
  {
    name: 'pal skills replace',
    request: 'PUT /v2/pals/{pal}/skills/',
    body: { skills: { magic_canvas: {} } },
    reads: ['magic_canvas'],
  },
  { name: 'pal skills list', request: 'GET /v2/pals/{pal}/skills/', reads: ['magic_canvas'] },
  {
    name: 'pal skills patch',
    request: 'PATCH /v2/pals/{pal}/skills/magic_canvas',
    body: { config: { usage_guidance: 'Be brief.' } },
    reads: ['config.usage_guidance'],
  },
  { name: 'pal skills detach', request: 'DELETE /v2/pals/{pal}/skills/magic_canvas' },
  {
    name: 'pronunciation dictionary create',
    request: 'POST /v2/pronunciation-dictionaries/',
    body: {
      name: 'defaults',
      rules: [
        {
          text: 'palkit',
          pronunciation: 'PAL-kit',
          type: 'alias',
          case_sensitive: false,
          word_boundaries: true,
        },
        { text: 'kubernetes', pronunciation: 'ˌkuːbərˈnɛtɪz', type: 'ipa', alphabet: 'ipa' },
      ],
    },
    takes: { dictionary: 'pronunciation_dictionary_id' },
  },
  {
    name: 'pronunciation dictionary list',
    request: 'GET /v2/pronunciation-dictionaries?limit=25&page=0&sort=desc',
    reads: ['data.0.name'],
  },
  {
    name: 'pronunciation dictionary get',
    request: 'GET /v2/pronunciation-dictionaries/{dictionary}',
    reads: ['rules.0.text'],
  },
  {
    name: 'pronunciation dictionary patch',
    request: 'PATCH /v2/pronunciation-dictionaries/{dictionary}',
    body: [
      { op: 'replace', path: '/name', value: 'renamed' },
      { op: 'replace', path: '/rules', value: [{ text: 'a', pronunciation: 'b', type: 'alias' }] },
    ],
    reads: ['pronunciation_dictionary_id', 'rules.0.text'],
  },
  patch('/layers/tts/pronunciation_dictionary_id', '{dictionary}'),
  { name: 'voices', request: 'GET /v2/voices?limit=100', reads: ['data.0.voice_id'] },
  { name: 'voices in order', request: 'GET /v2/voices?page=0&sort=asc', reads: ['data.0.voice_id'] },
];
