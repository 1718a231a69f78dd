/** Statements of the specification about states and their transitions. */
export const STATES = {
  'states-1': 'A document changes its status only as in the table.',
  'states-2':
    'ready and error change to recrawling, on conditions; the same start address is crawled, and an ' +
    'override applies to one run only.',
  'states-3':
    'A successful recrawl replaces the chunks, crawled_urls and last_crawled_at and counts; a failed ' +
    'one sets error_message and removes nothing.',
  'states-4': 'No document stays in processing or recrawling, however the process ends.',
  'states-5': 'Status callbacks are sent while a recrawl runs.',
  'states-6': 'A deployment is a draft first, then active or inactive.',
  'states-7': 'A connector is none without OAuth, pending during a login, linked with a valid token.',
  'states-8': 'A refused refresh changes it to needs_reauth; a reconnect repairs it.',
  'states-9': 'A replica moves from training to completed (reported as ready) or error.',
  'states-10': 'A video moves from generating to ready or error.',
} as const;

/** Statements about endpoints. */
export const ENDPOINTS = {
  'endpoints-1': 'POST pinned: 200 with the memory; 400, 401, 403, 404.',
  'endpoints-2': 'POST guardrails: with guardrail_name at top level it is one guardrail, otherwise a set.',
  'endpoints-3':
    'GET guardrails: sets unless legacy=false, which returns the flat list including the items of ' + 'sets.',
  'endpoints-4':
    'PATCH of a set: JSON Patch; edits, moves and removes preserve identities, a replaced item is ' + 'new.',
  'endpoints-5': 'DELETE of a set deletes its items and removes it from PALs.',
  'endpoints-6': 'GET and PATCH documents; only document_name and tags can be changed.',
  'endpoints-7':
    "POST recrawl: 202 with status recrawling, the configuration in use and the previous crawl's " +
    'values.',
  'endpoints-8': 'PATCH connectors: only sent fields change; selected_tool_names is rejected.',
  'endpoints-9': 'A changed server_url applies from the next conversation.',
  'endpoints-10': 'POST deployments: 200 with a draft, 400 with error, 401 with message.',
  'endpoints-11': 'PATCH deployments: JSON Patch with If-Match; 400 for an invalid one.',
  'endpoints-12': 'POST start: no key; password, captcha and limits are checked.',
  'endpoints-13': 'conversational_context and custom_greeting of the start reach the PAL.',
  'endpoints-14': "pal_id of the start previews another PAL, only with the owning account's key.",
  'endpoints-15':
    "memory_stores: one value is the tag of the PAL's store, several are tags; a store's id gives no " +
    'access.',
  'endpoints-16':
    "GET and DELETE of a PAL's skill; detaching applies to future conversations, and the skill can be " +
    'attached again.',
  'endpoints-17': 'POST pals and personas: one resource, two paths.',
  'endpoints-18': 'DELETE personas deletes the PAL.',
  'endpoints-19': 'POST replicas returns replica_id and training; GET accepts verbose; PATCH renames.',
  'endpoints-20': 'GET videos returns pages with data and total_count; PATCH changes the name.',
  'endpoints-21': 'DELETE speech also deletes its file.',
  'endpoints-22': 'Bodies are JSON; the error says if one is malformed, too large or of another type.',
} as const;

/** Statements about who may call the endpoints. */
export const AUTHENTICATION = {
  'authentication-1': 'Every call with a key uses x-api-key; a missing or wrong key is 401 with message.',
  'authentication-2': 'The start has no key; password, captcha and limits protect it.',
  'authentication-3': 'Attempts with wrong passwords are limited.',
  'authentication-4': "Access to another account's resource is 403.",
  'authentication-5': "A connector's bearer token or OAuth token is sent only to its server.",
  'authentication-6': 'The command line creates, lists and revokes keys.',
} as const;
