/** Statements of the specification about states and their transitions. */
export const STATES = {
  'states-1': 'A document moves as the table says and in no other way.',
  'states-2':
    'ready and error go to recrawling, on conditions; the same start address is crawled, overridden ' +
    'for one run only.',
  'states-3':
    'A recrawl that succeeds replaces the chunks, crawled_urls and last_crawled_at and counts; one ' +
    'that fails sets error_message and takes nothing away.',
  'states-4': 'No document stays in processing or recrawling, whatever the process dies of.',
  'states-5': 'Status callbacks are sent while a recrawl runs.',
  'states-6': 'A deployment is a draft first, then active or inactive.',
  'states-7':
    'A connector is none without OAuth, pending while a login is open, linked with a token that works.',
  'states-8': 'A refused refresh makes it needs_reauth; reconnecting heals it.',
  'states-9': 'A replica moves from training to completed (told as ready) or error.',
  'states-10': 'A video moves from generating to ready or error.',
} as const;

/** Statements about endpoints. */
export const ENDPOINTS = {
  'endpoints-1': 'POST pinned: 200 with the memory; 400, 401, 403, 404.',
  'endpoints-2': 'POST guardrails: guardrail_name at top level is one guardrail, else a set.',
  'endpoints-3': 'GET guardrails: sets unless legacy=false, then the flat list with the mirrored ones.',
  'endpoints-4':
    'PATCH of a set: JSON Patch; edits, moves and removes keep identities, a replaced item is new.',
  'endpoints-5': 'DELETE of a set takes its mirrored items, and PALs are cleaned of it.',
  'endpoints-6': 'GET and PATCH documents; only document_name and tags can be changed.',
  'endpoints-7':
    "POST recrawl: 202 with status recrawling, the configuration in use and the previous crawl's " +
    'values.',
  'endpoints-8': 'PATCH connectors: only what is sent changes; selected_tool_names is rejected.',
  'endpoints-9': 'A changed server_url counts from the next conversation on.',
  'endpoints-10': 'POST deployments: 200 with a draft, 400 with error, 401 with message.',
  'endpoints-11': 'PATCH deployments: JSON Patch under If-Match; 400 for a bad one.',
  'endpoints-12': 'POST start: no key; password, captcha and limits are checked.',
  'endpoints-13': 'conversational_context and custom_greeting of the start reach the PAL.',
  'endpoints-14': 'pal_id of the start previews another PAL with the owning key only.',
  'endpoints-15':
    "memory_stores: one value is the tag of the PAL's store, several are tags; a store's id opens " +
    'nothing.',
  'endpoints-16':
    "GET and DELETE of a PAL's skill; detaching is for future conversations, attaching again works.",
  'endpoints-17': 'POST pals and personas: one resource, two paths.',
  'endpoints-18': 'DELETE personas deletes the PAL.',
  'endpoints-19': 'POST replicas answers replica_id and training; GET takes verbose; PATCH renames.',
  'endpoints-20': 'GET videos in pages with data and total_count; PATCH of the name.',
  'endpoints-21': 'DELETE speech takes it with its file.',
  'endpoints-22': 'Bodies are JSON; a broken, too large or differently typed one is told as such.',
} as const;

/** Of who may call them. */
export const AUTHENTICATION = {
  'authentication-1': 'Every keyed call asks for x-api-key; a missing or wrong key is 401 with message.',
  'authentication-2': 'The start carries no key; password, captcha and limits guard it.',
  'authentication-3': 'Wrong passwords are slowed down.',
  'authentication-4': 'What another account owns is 403.',
  'authentication-5': "A connector's bearer token or OAuth token goes to its server and nowhere else.",
  'authentication-6': 'Keys are made, listed and revoked from the command line.',
} as const;
