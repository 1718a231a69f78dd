/**
 * The requests that public clients of the hosted interface send, in the order of a session. Values in braces are taken
 * from earlier answers. Written from what the clients were seen to send; no package of theirs is needed.
 */

export interface ClientRequest {
  /** The action of the client's user. */
  name: string;
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  body?: unknown;
  /** The name of a value → where the answer has it. */
  takes?: Readonly<Record<string, string>>;
  /** Fields that the client reads from the answer. */
  reads?: readonly string[];
  /** The refusal that its user sees, where this service cannot do it. */
  refused?: { status: number; words: RegExp };
  /** Fields that are named as having no effect. */
  warnings?: string;
}

const patch = (path: string, value: unknown, warnings?: string): ClientRequest => ({
  name: `pal patch ${path}`,
  request: 'PATCH /v2/pals/{pal}',
  body: [{ op: 'add', path, value }],
  reads: ['pal_id'],
  ...(warnings ? { warnings } : {}),
});

const PALS: readonly ClientRequest[] = [
  { name: 'doctor', request: 'GET /v2/pals?limit=1', reads: ['data'] },
  { name: 'pal list', request: 'GET /v2/pals?limit=25&page=0', reads: ['data', 'total_count'] },
  { name: 'face list', request: 'GET /v2/faces?limit=25', reads: ['data'] },
  {
    name: 'face list of stock faces',
    request: 'GET /v2/faces?limit=25&face_type=system',
    takes: { face: 'data.0.face_id' },
  },
  {
    name: 'pal create',
    request: 'POST /v2/pals',
    body: {
      pal_name: 'Ada',
      system_prompt: 'You are Ada.',
      pipeline_mode: 'full',
      default_face_id: '{face}',
    },
    takes: { pal: 'pal_id' },
  },
  {
    name: 'pal create with a greeting, a context and memories',
    request: 'POST /v2/pals',
    body: {
      pal_name: 'Greets',
      system_prompt: 'You are Ada.',
      default_face_id: '{face}',
      greeting: 'Good morning.',
      context: 'It is about trains.',
      memories: ['likes tea'],
      is_template: false,
    },
    reads: ['pal_id'],
    warnings: 'is_template',
  },
  {
    name: 'pal create that echoes',
    request: 'POST /v2/pals',
    body: { pal_name: 'Echo', pipeline_mode: 'echo', default_face_id: '{face}' },
    reads: ['pal_id'],
  },
  {
    name: 'pal create from speech to speech',
    request: 'POST /v2/pals',
    body: { pal_name: 'S2S', pipeline_mode: 'speech-to-speech', default_face_id: '{face}' },
    refused: { status: 400, words: /pipeline_mode must be full or echo/ },
  },
  {
    name: 'pal get',
    request: 'GET /v2/pals/{pal}?verbose=true&include_settings=true',
    reads: ['pal_id', 'pal_name', 'layers'],
    warnings: 'verbose, include_settings',
  },
  patch('/pal_name', 'Ada 2'),
  patch('/greeting', 'Hello there'),
  patch('/context', 'It is about ships.'),
  patch('/layers/llm/model', 'tavus-gemma-4', 'layers.llm.model'),
  patch('/layers/tts/tts_engine', 'cartesia', 'layers.tts.tts_engine'),
  patch('/layers/stt/stt_engine', 'tavus-advanced', 'layers.stt.stt_engine'),
  patch('/layers/stt/smart_turn_detection', true, 'layers.stt.smart_turn_detection'),
  patch('/layers/perception/perception_model', 'raven-1', 'layers.perception.perception_model'),
  patch('/layers/conversational_flow/turn_taking_patience', 'medium'),
  patch(
    '/layers/conversational_flow/idle_engagement',
    'engaged',
    'layers.conversational_flow.idle_engagement',
  ),
  patch('/layers/capabilities/mcp_enabled', true, 'layers.capabilities'),
  patch('/layers/knowledge_base/rag_n_chunks', 5, 'layers.knowledge_base'),
  patch('/layers/perception', { perception_model: 'off' }),
];

const RULES: readonly ClientRequest[] = [
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
    refused: { status: 400, words: /modality must be verbal or visual/ },
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
];

const TOOLS: readonly ClientRequest[] = [
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
    name: 'tool list',
    request: 'GET /v2/tools?limit=25&page=1&type=user&sort=asc',
    reads: ['data.0.tool_id', 'data.0.name', 'data.0.origin', 'data.0.parameters', 'data.0.delivery'],
  },
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
  patch('/layers/tts/pronunciation_dictionary_id', '{dictionary}'),
  { name: 'voices', request: 'GET /v2/voices?limit=100', reads: ['data.0.voice_id'] },
];

const KNOWLEDGE: readonly ClientRequest[] = [
  {
    name: 'document create',
    request: 'POST /v2/documents',
    body: {
      document_url: 'https://example.com/hours.txt',
      document_name: 'Hours',
      tags: ['faq'],
      is_customer_support_document: false,
      font_size_aware_extraction: false,
    },
    takes: { document: 'document_id' },
    warnings: 'font_size_aware_extraction, is_customer_support_document',
  },
  {
    name: 'document create for some visitors only',
    request: 'POST /v2/documents',
    body: { document_url: 'https://example.com/', participant_tags: ['vip'] },
    reads: ['document_id', 'participant_tags.0'],
  },
  {
    name: 'document list',
    request: 'GET /v2/documents?limit=25&page=0&sort=desc&verbose=true',
    reads: ['data.0.document_id', 'total_count'],
    warnings: 'verbose',
  },
  { name: 'document get', request: 'GET /v2/documents/{document}?verbose=true', reads: ['status'] },
  { name: 'document tags', request: 'GET /v2/documents/tags', reads: ['data.0.tag'] },
  {
    name: 'document chunks',
    request: 'GET /v2/documents/{document}/chunks?collection=regular&limit=100',
    reads: ['chunks'],
  },
  patch('/document_ids', ['{document}']),
];

const CALLS: readonly ClientRequest[] = [
  {
    name: 'deployment create',
    request: 'POST /v2/deployments',
    body: {
      pal_id: '{pal}',
      channel: 'embed',
      name: 'E',
      status: 'active',
      limits: { concurrent_call_limit: 2, max_call_duration: 600 },
      allowed_origins: [],
    },
    takes: { deployment: 'deployment_id' },
  },
  {
    name: 'deployment list',
    request: 'GET /v2/deployments?limit=200&page=0&include_thumbnails=false&pal_id={pal}',
    reads: ['deployments.0.deployment_id', 'total'],
    warnings: 'include_thumbnails',
  },
  {
    name: 'conversation create',
    request: 'POST /v2/conversations',
    body: { persona_id: '{pal}', conversation_name: 'CLI' },
    takes: { conversation: 'conversation_id' },
    reads: ['conversation_url'],
  },
  {
    name: 'chat start',
    request: 'POST /v2/conversations',
    body: { persona_id: '{pal}', chat: true, custom_greeting: 'Hi.' },
    takes: { chat: 'conversation_id' },
    warnings: 'chat',
  },
  {
    name: 'an echo while nobody is there',
    request: 'POST /v2/interactions',
    body: {
      message_type: 'conversation',
      event_type: 'conversation.echo',
      conversation_id: '{conversation}',
      properties: { modality: 'text', text: 'Hello.', done: 'true' },
    },
    refused: { status: 409, words: /Nobody has joined/ },
  },
  {
    name: 'conversation get',
    request: 'GET /v2/conversations/{conversation}?verbose=true',
    reads: ['status'],
  },
  { name: 'conversation end', request: 'POST /v2/conversations/{conversation}/end' },
  { name: 'conversation delete', request: 'DELETE /v2/conversations/{conversation}' },
];

const REMOVALS: readonly ClientRequest[] = [
  { name: 'tool delete', request: 'DELETE /v2/tools/{tool}' },
  { name: 'dictionary delete', request: 'DELETE /v2/pronunciation-dictionaries/{dictionary}' },
  { name: 'guardrail delete', request: 'DELETE /v2/guardrails/{guardrail}' },
  { name: 'objective delete', request: 'DELETE /v2/objectives/{objectives}' },
  { name: 'deployment delete', request: 'DELETE /v2/deployments/{deployment}' },
  { name: 'pal delete', request: 'DELETE /v2/pals/{pal}' },
];

/** A session of the command line and of its tool server. */
export const COMMAND_LINE: readonly ClientRequest[] = [
  ...PALS,
  ...RULES,
  ...TOOLS,
  ...KNOWLEDGE,
  ...CALLS,
  ...REMOVALS,
];
