/**
 * The requests of public clients of the hosted interface in the order of a session, written from observed traffic.
 * Values in braces come from earlier responses.
 */

import { patch, type ClientRequest } from './client-request.ts';
import { RULES, TOOLS } from './rules-and-tools.ts';

const PALS: readonly ClientRequest[] = [
  { name: 'doctor', request: 'GET /v2/pals?limit=1', reads: ['data'] },
  { name: 'pal list', request: 'GET /v2/pals?limit=25&page=0', reads: ['data', 'total_count'] },
  { name: 'pal list of own PALs', request: 'GET /v2/pals?pal_type=user&sort=desc', reads: ['data'] },
  { name: 'persona list of own personas', request: 'GET /v2/personas?persona_type=all', reads: ['data'] },
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
    refusal: { status: 400, words: /pipeline_mode must be full or echo\. / },
  },
  {
    name: 'pal create with the stock face of a client',
    request: 'POST /v2/pals',
    body: {
      pal_name: 'lk_pal_1',
      default_face_id: 'r4067604db72',
      pipeline_mode: 'echo',
      layers: { transport: { transport_type: 'livekit' } },
    },
    reads: ['pal_id'],
    warnings: 'layers.transport',
  },
  {
    name: 'persona create without a face',
    request: 'POST /v2/personas',
    body: { persona_name: 'lk_persona_1', pipeline_mode: 'echo' },
    reads: ['persona_id'],
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
  patch('/layers/conversational_flow/face_interruptibility', 'high'),
  patch(
    '/layers/conversational_flow/idle_engagement',
    'engaged',
    'layers.conversational_flow.idle_engagement',
  ),
  patch('/layers/capabilities/mcp_enabled', true, 'layers.capabilities'),
  patch('/layers/knowledge_base/rag_n_chunks', 5, 'layers.knowledge_base'),
  patch('/layers/perception', { perception_model: 'off' }),
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
  {
    name: 'document list by the tags of participants',
    request: 'GET /v2/documents?tags=faq,none&participant_tags=vip',
    reads: ['total_count'],
  },
  { name: 'document get', request: 'GET /v2/documents/{document}?verbose=true', reads: ['status'] },
  { name: 'document tags', request: 'GET /v2/documents/tags', reads: ['data.0.tag'] },
  {
    name: 'document chunks',
    request: 'GET /v2/documents/{document}/chunks?collection=regular&limit=100',
    reads: ['chunks'],
  },
  patch('/document_ids', ['{document}']),
  {
    name: 'document recrawl',
    request: 'POST /v2/documents/{document}/recrawl',
    body: { crawl: { depth: 1, max_pages: 2 } },
    reads: ['document_id'],
  },
  {
    name: 'builder list, of a product of its own',
    request: 'GET /v2/builder',
    refusal: { status: 404, words: /Nothing exists/ },
  },
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
      customization: { conversation: { unique_memory_tag: true, context: 'Calls are about trains.' } },
    },
    takes: { deployment: 'deployment_id' },
    reads: ['customization.conversation.context'],
    warnings: 'customization.conversation.unique_memory_tag',
  },
  {
    name: 'deployment create of a landing page with buttons',
    request: 'POST /v2/deployments',
    body: {
      pal_id: '{pal}',
      channel: 'landing-page',
      customization: {
        conversation: { unique_memory_tag: false },
        landing_page: {
          title: 'Hi',
          logo: 'https://shop.example.com/logo.png',
          cta: [{ title: 'Buy', url: 'https://shop.example.com/' }],
        },
      },
    },
    reads: ['customization.landing_page.links.0.label', 'customization.landing_page.logo_url'],
  },
  {
    name: 'deployment list',
    request: 'GET /v2/deployments?limit=200&page=0&include_thumbnails=false&pal_id={pal}',
    reads: ['deployments.0.deployment_id', 'total'],
    warnings: 'include_thumbnails',
  },
  { name: 'deployment get', request: 'GET /v2/deployments/{deployment}', reads: ['customization'] },
  {
    name: 'conversation create',
    request: 'POST /v2/conversations',
    body: { persona_id: '{pal}', conversation_name: 'CLI' },
    takes: { conversation: 'conversation_id' },
    reads: ['conversation_url'],
  },
  {
    name: 'conversation create in a meeting of another service',
    request: 'POST /v2/conversations',
    body: { pal_id: '{pal}', meeting_url: 'https://meet.example.com/abc' },
    refusal: { status: 400, words: /meeting_url is not supported\. .* conversation_url/ },
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
    refusal: { status: 409, words: /Nobody has joined/ },
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

/** A session of the command line and its tool server. */
export const COMMAND_LINE: readonly ClientRequest[] = [
  ...PALS,
  ...RULES,
  ...TOOLS,
  ...KNOWLEDGE,
  ...CALLS,
  ...REMOVALS,
];
