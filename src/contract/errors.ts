/**
 * The error table (specification: errors-1). For each stable code: the status, the field of the body with the text,
 * and a default text.
 */

interface ErrorRow {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 416 | 429 | 431 | 500 | 503;
  readonly field: 'error' | 'message';
  readonly text: string;
}

export const ERRORS = {
  invalid_request: { status: 400, field: 'error', text: 'The request is not valid.' },
  recording_storage_unavailable: {
    status: 400,
    field: 'error',
    text: "The client of this storage's provider is not installed in the service.",
  },
  consent_required: {
    status: 400,
    field: 'error',
    text: 'The visitor must give consent first. Send consent with version and accepted_at.',
  },
  invalid_json: { status: 400, field: 'error', text: 'The body is not valid JSON.' },
  invalid_patch: {
    status: 400,
    field: 'error',
    text: 'The body must be a JSON Patch array that can be applied.',
  },
  invalid_status: { status: 400, field: 'error', text: 'This status change is not possible.' },
  unknown_reference: {
    status: 400,
    field: 'error',
    text: 'The request refers to something that does not exist.',
  },
  language_unsupported: { status: 400, field: 'error', text: 'The voice cannot speak this language.' },
  memory_store_full: {
    status: 400,
    field: 'error',
    text: 'The store already holds 30 pinned memories. Delete one first.',
  },
  oauth_failed: {
    status: 400,
    field: 'error',
    text: 'The connection could not be completed. Start it again.',
  },
  crawl_not_configured: {
    status: 400,
    field: 'error',
    text: 'The document has no crawl configuration. Send one in the body.',
  },
  invalid_offer: {
    status: 400,
    field: 'error',
    text: 'The body is not an SDP offer that this room can answer.',
  },

  invalid_key: { status: 401, field: 'message', text: 'Invalid or missing x-api-key.' },
  invalid_token: { status: 401, field: 'message', text: 'Invalid or missing meeting token.' },
  expired_token: {
    status: 401,
    field: 'message',
    text: 'The meeting token has expired. Start a new conversation.',
  },
  invalid_signature: { status: 401, field: 'message', text: 'The signature is missing or wrong.' },
  visitor_token_required: {
    status: 401,
    field: 'message',
    text: "memory_stores needs a visitor_token here, signed by the website's server.",
  },
  invalid_visitor_token: { status: 401, field: 'message', text: 'The visitor_token is not valid.' },
  expired_visitor_token: {
    status: 401,
    field: 'message',
    text: "The visitor_token has expired. Get a new one from the website's server.",
  },
  invalid_console_link: {
    status: 401,
    field: 'message',
    text: 'The link has been used or has expired. `palkit console` prints a new one.',
  },
  wrong_password: { status: 401, field: 'message', text: 'The password is missing or wrong.' },

  forbidden: { status: 403, field: 'error', text: 'This resource belongs to another account.' },
  scope_missing: {
    status: 403,
    field: 'error',
    text: 'The scope of this key does not allow this. Use a key with the scope all.',
  },
  origin_not_allowed: { status: 403, field: 'error', text: 'This website may not use this deployment.' },
  captcha_failed: {
    status: 403,
    field: 'error',
    text: 'The captcha is missing, used, expired or wrong. Solve a new one.',
  },
  preview_forbidden: {
    status: 403,
    field: 'error',
    text: 'Only the owning account may set pal_id, for a preview with its x-api-key.',
  },

  not_found: { status: 404, field: 'error', text: 'Nothing exists at this address.' },
  document_not_found: { status: 404, field: 'message', text: 'Document not found.' },
  pal_not_found: { status: 404, field: 'message', text: 'PAL not found.' },
  face_not_found: { status: 404, field: 'message', text: 'Face not found.' },
  upload_not_found: { status: 404, field: 'error', text: 'Upload not found. It may have expired.' },
  video_not_found: { status: 404, field: 'message', text: 'Video not found.' },
  speech_not_found: { status: 404, field: 'message', text: 'Speech not found.' },
  deployment_not_found: { status: 404, field: 'error', text: 'Deployment not found.' },
  conversation_not_found: { status: 404, field: 'error', text: 'Conversation not found.' },
  skill_pal_not_found: { status: 404, field: 'error', text: 'PAL not found.' },
  skill_not_found: { status: 404, field: 'error', text: 'Skill not found.' },
  skill_not_attached: { status: 404, field: 'error', text: 'The skill is not attached to this PAL.' },
  guardrail_not_found: { status: 404, field: 'error', text: 'Guardrail not found.' },
  objectives_not_found: { status: 404, field: 'error', text: 'Objectives not found.' },
  memory_store_not_found: { status: 404, field: 'error', text: 'Memory store not found.' },
  memory_not_found: { status: 404, field: 'error', text: 'Pinned memory not found.' },
  connector_not_found: { status: 404, field: 'error', text: 'Connector not found.' },
  callback_not_found: { status: 404, field: 'error', text: 'Callback not found.' },
  key_not_found: { status: 404, field: 'error', text: 'Key not found.' },
  recording_not_found: { status: 404, field: 'error', text: 'The conversation has no recording.' },
  tool_not_found: { status: 404, field: 'error', text: 'Tool not found.' },
  tool_not_attached: { status: 404, field: 'error', text: 'The tool is not attached to this PAL.' },
  dictionary_not_found: { status: 404, field: 'error', text: 'Pronunciation dictionary not found.' },
  voice_not_found: { status: 404, field: 'error', text: 'Voice not found.' },
  model_not_found: { status: 404, field: 'error', text: 'There is no model with this name.' },
  console_session_not_found: { status: 404, field: 'error', text: 'Session not found.' },
  console_person_not_found: { status: 404, field: 'error', text: 'Person not found.' },
  session_not_found: { status: 404, field: 'error', text: 'Room session not found.' },

  method_not_allowed: { status: 405, field: 'error', text: 'This method is not allowed at this address.' },
  request_timeout: { status: 408, field: 'error', text: 'The request did not arrive in time.' },

  conflict: { status: 409, field: 'error', text: 'The resource is not in a state that allows this.' },
  upload_conflict: {
    status: 409,
    field: 'error',
    text: 'The upload does not continue at this offset. Request its offset with HEAD first.',
  },
  patch_test_failed: { status: 409, field: 'error', text: 'A test operation of the patch failed.' },
  face_not_ready: {
    status: 409,
    field: 'error',
    text: 'The face cannot be used: its training has not finished, or has failed.',
  },
  face_in_use: {
    status: 409,
    field: 'error',
    text: 'The face is in use by a PAL or by a running conversation.',
  },
  memory_store_exists: {
    status: 409,
    field: 'error',
    text: 'This PAL already has a memory store for this participant_tag.',
  },
  search_not_configured: {
    status: 409,
    field: 'error',
    text: 'This service has no search engine. Its operator must set SEARCH_BASE_URL for internet_search.',
  },
  model_busy: {
    status: 409,
    field: 'error',
    text: 'Another model is being added. Wait until it has ended.',
  },
  document_busy: { status: 409, field: 'error', text: 'The document is being processed.' },
  deployment_inactive: { status: 409, field: 'error', text: 'This agent is not available right now.' },
  deployment_closed: {
    status: 409,
    field: 'error',
    text: 'This agent is closed right now. You can leave a message.',
  },
  conversation_ended: { status: 409, field: 'error', text: 'The conversation has ended.' },
  interaction_conflict: {
    status: 409,
    field: 'error',
    text: 'This interaction_id was already used for another interaction.',
  },
  version_conflict: {
    status: 412,
    field: 'error',
    text: 'The resource was changed since the ETag was read. Read it again.',
  },
  body_too_large: { status: 413, field: 'error', text: 'The body is larger than 1 MiB.' },
  wrong_content_type: { status: 415, field: 'error', text: 'The content type is not supported.' },
  range_unsatisfiable: { status: 416, field: 'error', text: 'The requested byte range is outside the file.' },

  too_many_attempts: { status: 429, field: 'error', text: 'Too many attempts. Wait a minute and try again.' },
  too_many_requests: { status: 429, field: 'error', text: 'Too many requests. Wait a moment and try again.' },
  daily_limit: {
    status: 429,
    field: 'error',
    text: 'The daily limit of calls is reached. Try again tomorrow.',
  },
  total_limit: { status: 429, field: 'error', text: "This agent's limit of calls is reached." },
  user_limit: {
    status: 429,
    field: 'error',
    text: 'Your daily limit of calls is reached. Try again tomorrow.',
  },
  recrawl_cooldown: {
    status: 429,
    field: 'error',
    text: 'A document can be crawled once an hour. Try again later.',
  },
  crawl_limit: {
    status: 429,
    field: 'error',
    text: 'Too many crawls are running. Wait until one has finished.',
  },
  document_limit: {
    status: 429,
    field: 'error',
    text: 'The account has reached its limit of crawled documents. Delete one first.',
  },
  account_limit: {
    status: 429,
    field: 'error',
    text: 'The account has reached its limit for this kind of resource. Delete one first.',
  },
  busy: { status: 429, field: 'error', text: 'All lines are busy. Try again in a minute.' },

  headers_too_large: { status: 431, field: 'error', text: 'The headers of the request are too large.' },

  internal_error: { status: 500, field: 'error', text: 'Internal error' },
  captcha_unavailable: {
    status: 503,
    field: 'error',
    text: 'The captcha provider is not available right now. Try again in a moment.',
  },
  database_unavailable: {
    status: 503,
    field: 'error',
    text: 'The service cannot write to its database right now, so nothing was changed. Try again in a moment.',
  },
  model_not_added: {
    status: 503,
    field: 'error',
    text: 'The model could not be added, and nothing was changed. Try again later.',
  },
  voice_unavailable: {
    status: 503,
    field: 'error',
    text: 'Text to speech is not available right now. Try again in a moment.',
  },
  service_stopping: {
    status: 503,
    field: 'error',
    text: 'The service is stopping. Try again in a moment.',
  },
  room_unavailable: {
    status: 503,
    field: 'error',
    text: 'The room cannot accept this call right now. Try again in a moment.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
