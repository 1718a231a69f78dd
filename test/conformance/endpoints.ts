/** What it says of states and their moves, of endpoints, and of who may call them. */
import { provedIn } from './proofs.ts';

const states = provedIn('States');

states.prove(
  'states-1',
  'A document moves as the table says and in no other way.',
  'documentJobs: a status moves as the table says and in no other way',
);
states.prove(
  'states-2',
  'ready and error go to recrawling, on conditions; the same start address is crawled, overridden for one run only.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: a recrawl needs a configuration, its own or given',
);
states.prove(
  'states-3',
  'A recrawl that succeeds replaces the chunks, crawled_urls and last_crawled_at and counts; one ' +
    'that fails sets error_message and takes nothing away.',
  'documentJobs: a website is crawled, and again',
);
states.prove(
  'states-4',
  'No document stays in processing or recrawling, whatever the process dies of.',
  'kills: kill -9 in crawls, trainings, actions and callbacks',
  'documents: a service that stops in the middle goes on where it was',
);
states.prove(
  'states-5',
  'Status callbacks are sent while a recrawl runs.',
  'documentJobs: a website is crawled, and again',
);
states.prove(
  'states-6',
  'A deployment is a draft first, then active or inactive.',
  'deployments: status moves as the table says',
  'public-endpoints: a draft is inactive',
);
states.prove(
  'states-7',
  'A connector is none without OAuth, pending while a login is open, linked with a token that works.',
  'connectors: oauth: discovered, registered, pending, linked',
  'connectors: a server without credentials is registered',
);
states.prove(
  'states-8',
  'A refused refresh makes it needs_reauth; reconnecting heals it.',
  'connectors: a server out of order is tried again; a refresh that is refused needs a new login',
);
states.prove(
  'states-9',
  'A replica moves from training to completed (told as ready) or error.',
  'faces: a video becomes a face',
  'faceTraining: an error is told under both names too',
  'faceTraining: a stop in the middle loses nothing',
);
states.prove(
  'states-10',
  'A video moves from generating to ready or error.',
  'videos: a script becomes a video of the face that speaks it',
  'videos: a recording that cannot be used says why',
);

const endpoints = provedIn('Endpoints');

endpoints.prove(
  'endpoints-1',
  'POST pinned: 200 with the memory; 400, 401, 403, 404.',
  'memory: a pinned memory is made, listed, changed and deleted',
  'resources: a memory of a store of another account is 403 with error',
);
endpoints.prove(
  'endpoints-2',
  'POST guardrails: guardrail_name at top level is one guardrail, else a set.',
  'guardrails: the body tells the two forms apart',
  'guardrails: what may not be made is refused in words',
);
endpoints.prove(
  'endpoints-3',
  'GET guardrails: sets unless legacy=false, then the flat list with the mirrored ones.',
  'guardrails: lists: sets by default, or every individual guardrail with the mirrored ones',
);
endpoints.prove(
  'endpoints-4',
  'PATCH of a set: JSON Patch; edits, moves and removes keep identities, a replaced item is new.',
  'guardrailIdentity: identity: edits, moves and removes keep it',
  'guardrailIdentity: any patch keeps every item',
  'guardrails: a patch is applied whole or not at all, and versioned',
);
endpoints.prove(
  'endpoints-5',
  'DELETE of a set takes its mirrored items, and PALs are cleaned of it.',
  'guardrails: PALs are cleaned of what goes',
  'guardrailIdentity: an item and its set are one thing',
);
endpoints.prove(
  'endpoints-6',
  'GET and PATCH documents; only document_name and tags can be changed.',
  'documents: the name and the tags can be changed, and nothing else',
);
endpoints.prove(
  'endpoints-7',
  "POST recrawl: 202 with status recrawling, the configuration in use and the previous crawl's values.",
  'documentJobs: a website is crawled, and again',
);
endpoints.prove(
  'endpoints-8',
  'PATCH connectors: only what is sent changes; selected_tool_names is rejected.',
  'connectors: a bearer token reaches the server and nobody else',
  'connectors: what may not be set is refused',
);
endpoints.prove(
  'endpoints-9',
  'A changed server_url counts from the next conversation on.',
  'connectors: another server counts from the next conversation on',
);
endpoints.prove(
  'endpoints-10',
  'POST deployments: 200 with a draft, 400 with error, 401 with message.',
  'deployments: a new one is a draft with its defaults',
  'deployments: what may not be created is refused in words',
);
endpoints.prove(
  'endpoints-11',
  'PATCH deployments: JSON Patch under If-Match; 400 for a bad one.',
  'deployments: a patch is applied whole or not at all',
  'deployments: one of many patches with one tag wins',
  'deployments: a patch changes what may change',
);
endpoints.prove(
  'endpoints-12',
  'POST start: no key; password, captcha and limits are checked.',
  'public-endpoints: the checks come in the order of the decisions',
  'public-endpoints: a captcha is bound to its deployment',
);
endpoints.prove(
  'endpoints-13',
  'conversational_context and custom_greeting of the start reach the PAL.',
  'briefing: its prompt and its context, and the greeting it is given',
);
endpoints.prove(
  'endpoints-14',
  'pal_id of the start previews another PAL with the owning key only.',
  'public-endpoints: pal_id previews another PAL with the owning key only',
);
endpoints.prove(
  'endpoints-15',
  "memory_stores: one value is the tag of the PAL's store, several are tags; a store's id opens nothing.",
  'memory: one value is the tag of the PAL',
  'memory: several values read every store',
  'memory: s id never opens it',
);
endpoints.prove(
  'endpoints-16',
  "GET and DELETE of a PAL's skill; detaching is for future conversations, attaching again works.",
  'skills: attached, read, overwritten, merged and detached',
  'skills: attaching and detaching is for future conversations',
);
endpoints.prove(
  'endpoints-17',
  'POST pals and personas: one resource, two paths.',
  'pals: each path answers in its own names and takes both',
);
endpoints.prove(
  'endpoints-18',
  'DELETE personas deletes the PAL.',
  'palFields: a persona is deleted by its older path',
);
endpoints.prove(
  'endpoints-19',
  'POST replicas answers replica_id and training; GET takes verbose; PATCH renames.',
  'faces: a video becomes a face',
  'faces: the older path answers in its own names',
  'resources: a replica and a video show their fields',
  'faces: bodies are refused in words',
);
endpoints.prove(
  'endpoints-20',
  'GET videos in pages with data and total_count; PATCH of the name.',
  'videos: list, read, rename; deleted it is gone with its files and its page',
);
endpoints.prove(
  'endpoints-21',
  'DELETE speech takes it with its file.',
  'speech: list, read, rename; deleted it is gone with its file',
);
endpoints.prove(
  'endpoints-22',
  'Bodies are JSON; a broken, too large or differently typed one is told as such.',
  'endpoints: refuses broken bodies',
);

const authentication = provedIn('Authentication');

authentication.prove(
  'authentication-1',
  'Every keyed call asks for x-api-key; a missing or wrong key is 401 with message.',
  'endpoints: without or with a wrong key is 401',
  'resources: a key is asked for under one name, and a wrong one tells nothing',
);
authentication.prove(
  'authentication-2',
  'The start carries no key; password, captcha and limits guard it.',
  'public-endpoints: the checks come in the order of the decisions',
  "resources: only what a visitor's page needs is public",
);
authentication.prove(
  'authentication-3',
  'Wrong passwords are slowed down.',
  'public-endpoints: the eleventh wrong password from an address is 429',
);
authentication.prove(
  'authentication-4',
  'What another account owns is 403.',
  'endpoints: of another account is 403',
  'resources: a memory of a store of another account is 403 with error',
);
authentication.prove(
  'authentication-5',
  "A connector's bearer token or OAuth token goes to its server and nowhere else.",
  'connectors: tokens are never shown to another server',
  'connectors: a bearer token reaches the server and nobody else',
);
authentication.prove(
  'authentication-6',
  'Keys are made, listed and revoked from the command line.',
  'keys: a key is made, opens its account, is listed without being told, and is revoked',
);

export const STATES = states.lines;
export const ENDPOINTS = endpoints.lines;
export const AUTHENTICATION = authentication.lines;
