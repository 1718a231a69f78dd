/**
 * The specification line by line, and the tests that prove each line. `npm run docs` prints it;
 * test/service/docs.test.ts fails where a named test is not there.
 */
export const SECTIONS = [
  'Resources',
  'States',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface ConformanceLine {
  section: Section;
  /** The rule, in a sentence of ours. */
  line: string;
  /** A literal part of each test's title as it stands in its file, below `test/`. */
  tests: readonly { file: string; name: string }[];
}

const FILES = {
  actions: 'service/conversations/post-call-actions.test.ts',
  agent: 'service/agent/agent.test.ts',
  agentHearing: 'service/agent/agent-hearing.test.ts',
  briefing: 'service/conversations/briefing.test.ts',
  callbacks: 'service/callbacks/callbacks.test.ts',
  callbackRetries: 'service/callbacks/callback-retries.test.ts',
  connectors: 'service/connectors.test.ts',
  crawl: 'service/documents/crawl.test.ts',
  deployments: 'service/deployments.test.ts',
  pals: 'service/pals.test.ts',
  documents: 'service/documents/documents.test.ts',
  documentJobs: 'service/documents/document-jobs.test.ts',
  endpoints: 'service/endpoints.test.ts',
  faces: 'service/faces.test.ts',
  faceTraining: 'service/face-training.test.ts',
  guardrails: 'service/guardrails.test.ts',
  guardrailIdentity: 'service/guardrail-identity.test.ts',
  house: 'contract/house.test.ts',
  keys: 'service/keys.test.ts',
  kills: 'service/store/kills.test.ts',
  lifecycle: 'service/conversations/lifecycle.test.ts',
  connections: 'service/conversations/connections.test.ts',
  memory: 'service/memory-stores.test.ts',
  objectives: 'service/objectives.test.ts',
  processes: 'service/processes.test.ts',
  media: 'service/rooms/media.test.ts',
  perception: 'service/perception.test.ts',
  recordings: 'service/recordings.test.ts',
  recordingCopies: 'service/recording-copies.test.ts',
  repair: 'service/rooms/repair.test.ts',
  resources: 'service/resources.test.ts',
  palFields: 'service/pal-fields.test.ts',
  schedule: 'service/callbacks/schedule.test.ts',
  skills: 'service/skills.test.ts',
  speech: 'service/speech.test.ts',
  watched: 'service/conversations/turns.test.ts',
  objectivesInCalls: 'service/conversations/objectives-in-calls.test.ts',
  turnKills: 'service/store/turn-kills.test.ts',
  videos: 'service/videos.test.ts',
  'public-endpoints': 'service/public-endpoints.test.ts',
  ears: 'service/agent/openai-engines.test.ts',
  daily: 'service/rooms/daily.test.ts',
  dailyAgents: 'service/rooms/daily-agents.test.ts',
  echo: 'service/agent/echo.test.ts',
  engines: 'service/agent/pal-engines.test.ts',
  palVoices: 'service/agent/pal-voices.test.ts',
  languages: 'service/agent/languages.test.ts',
  layers: 'service/layers.test.ts',
  turns: 'service/agent/turn-taking.test.ts',
} as const;
type Proof = `${keyof typeof FILES}: ${string}`;

const lines: ConformanceLine[] = [];
let section: Section = 'Resources';
function prove(line: string, ...proofs: [Proof, ...Proof[]]): void {
  lines.push({
    section,
    line,
    tests: proofs.map((proof) => {
      const colon = proof.indexOf(': ');
      return { file: FILES[proof.slice(0, colon) as keyof typeof FILES], name: proof.slice(colon + 2) };
    }),
  });
}

// Resources: identifiers
prove(
  "A memory store's id is m and 1 to 63 of a-z0-9; anything else is no store.",
  'memory: a store is made, read, listed and deleted',
  'memory: only the owner; unknown and malformed ids are nothing',
);
prove(
  'Ids begin with the letter of their kind: d, c, p, d, r, m.',
  'resources: ids begin with the letter of their kind',
  'documents: a file becomes knowledge',
);
prove(
  "A skill's id names a skill of the registry.",
  'skills: the registry',
  'skills: what is not there answers 404 with error',
);
prove(
  'A guardrail has a uuid, a set an id of its own; each is addressed by it.',
  'guardrails: the body tells the two forms apart',
);
prove('Objectives have an id.', 'objectives: they are made, read, listed and deleted');
// pinned memory
prove(
  'A pinned memory shows memory_id, memory, created_at and updated_at.',
  'memory: a pinned memory is made, listed, changed and deleted',
);
prove(
  'Its text has 1 to 500 characters.',
  'memory: a memory has 1 to 500 characters as a person counts them',
);
prove('Its times read YYYY-MM-DD HH:MM:SS.', 'memory: a pinned memory is made, listed, changed and deleted');
// document
prove(
  'A document shows its fields; times are ISO 8601; name and tags as given.',
  'documents: a file becomes knowledge, and each change of its status is told',
);
prove(
  'progress is a percentage while it works, null before and after.',
  'documents: a file becomes knowledge, and each change of its status is told',
  'documentJobs: a website is crawled, and again',
);
prove(
  'error_message is there only in error, and is a word of the list.',
  'documents: every way to fail has its word',
  'documentJobs: what ends its process again and again is given up',
);
prove(
  'crawl_config, crawled_urls, last_crawled_at and crawl_count belong to crawled websites; the ' +
    'count grows with each completed recrawl.',
  'documentJobs: a website is crawled, and again',
);
prove(
  'depth and max_pages bound the crawl.',
  'crawl: goes as many link steps and pages as it may, nearest first',
);
// connector
prove(
  'A connector shows its fields; source is mcp, selected_tool_names null.',
  'resources: a connector shows its fields',
  'connectors: a server without credentials is registered',
);
prove(
  'Secrets of auth_config and OAuth tokens are never returned.',
  'connectors: a bearer token reaches the server and nobody else',
  'connectors: oauth: discovered, registered, pending, linked',
);
prove(
  'Its times have fractional seconds and no zone.',
  'connectors: a server without credentials is registered',
);
prove(
  'access_token_expires_at is told, and the token renewed while it is linked.',
  'connectors: tokens are renewed before they end',
);
prove(
  'last_indexed_at and last_index_error tell of the last import.',
  'connectors: what cannot be reached is registered all the same, with the reason',
  'connectors: a server without credentials is registered',
);
prove(
  'A PAL uses the connectors that layers.mcp names, with the tools that connector_tools leaves.',
  'connectors: a PAL has the tools of its connectors, scoped by its layers',
);
// guardrails
prove(
  'A guardrail keeps its name, prompt, modality, callback_url and tags.',
  'resources: a guardrail shows its fields',
  'guardrails: the body tells the two forms apart',
);
prove(
  'A set answers guardrails_id, guardrails_name, status and created_at; its read uuid, name and data.',
  'guardrails: the body tells the two forms apart',
);
prove(
  'Each item of a set is a guardrail with a uuid of its own.',
  'guardrailIdentity: an item and its set are one thing',
);
// deployment
prove(
  'A deployment shows its fields; replica_thumbnail_video_url is none of them.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
prove(
  'Its password is never returned, only that there is one.',
  'deployments: a new one is a draft with its defaults, and its password never leaves',
  'deployments: a patch changes what may change',
);
prove(
  'customization and limits are kept as sent, also what is not known.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
prove(
  'Only allowed origins may use a widget or an embed.',
  'public-endpoints: CORS names exactly the allowed origin',
  'public-endpoints: origins match whole labels',
);
prove(
  'usage_total and usage_today count the starts.',
  'public-endpoints: the day is over at midnight UTC, the total is not',
);
prove(
  'A read carries an ETag.',
  'deployments: one of many patches with one tag wins; usage does not change the tag',
);
prove(
  'A start answers the seven strings that a keyed create answers.',
  'resources: a conversation is answered with the same seven strings however it was started',
);
// PAL
prove(
  'A PAL keeps every field it was made with.',
  'palFields: a PAL keeps and shows every field that it was made with',
);
prove(
  'pipeline_mode is full unless echo; disclosure_type auto.',
  'palFields: what a PAL is made without has its default',
  'pals: what may not be is refused in words',
);
prove('system_prompt is required unless pipeline_mode is echo.', 'pals: what may not be is refused in words');
prove(
  'Echo says what it is given and nothing else, sound too, with the mouth in step.',
  'agent: in echo mode it says what it is given and nothing else',
  'echo: is said in order, with the mouth moving with it',
);
prove(
  'A face is required on the new path and with layers.conferencing.',
  'pals: a face is required on the new path only',
);
prove(
  'A language that cannot be spoken is rejected.',
  'engines: that the voice cannot speak are refused by name',
  'pals: what may not be is refused in words',
  'lifecycle: what may not be created is refused',
);
prove(
  "A conversation's languages replace the PAL's and are not merged with them; replies keep to them.",
  'briefing: its languages: its own instead of the PAL',
);
prove(
  'Speech recognition is told the language where there is one, and restricted to the set where there are several.',
  "engines: are restricted to the conversation's languages",
  'agentHearing: one language is what it hears and speaks',
  'ears: the ears send a WAV file',
);
prove(
  'A matching version of the voice is chosen for each of several languages.',
  'palVoices: changes with the language of each answer in a call',
  'palVoices: is the one of the language that is spoken',
);
prove(
  'Documents by id and by tag are known in all conversations.',
  'briefing: documents by id and by tag',
  'documents: a file becomes knowledge',
);
prove(
  'Guardrails attach by id, by tag (also those made later) and by set.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);
prove('Objectives attach by id.', 'objectives: a PAL refers to them, and is cleaned when they go');
prove(
  'always discloses in every conversation, auto with policy eu only, off never.',
  'briefing: the disclosure fires always, in the EU, or never',
);
prove(
  'The verbal disclosure comes before the greeting, the visual one meanwhile; empty ones are the built-in sentences.',
  'agent: discloses before it greets, with the banner exactly meanwhile',
  'briefing: without words of its own it says the built-in ones',
);
prove(
  'Create answers pal_id, pal_name, created_at, and conferencing_email where conferencing has a username.',
  'palFields: a PAL keeps and shows every field that it was made with',
  'pals: conferencing gives an address',
);
prove(
  'Layers are kept as sent; keys of engines in them never come back.',
  'layers: a secret is sealed where it is stored',
  'layers: no operation reads a secret',
  'pals: conferencing gives an address; keys of engines never come back',
);
prove(
  'The settings of the layers stt, conversational_flow, llm and tts have bounds and an effect.',
  'layers: every setting has bounds',
  'engines: answers with its key, its name',
  'palVoices: speaks by its endpoint',
  'engines: expect the hotwords first',
  'turns: what the settings come to',
  'turns: it asks twice whether somebody is there',
);
prove(
  'The settings of the layer perception have bounds and an effect.',
  'layers: every setting has bounds',
  'perception: what the camera showed is summarised by the named model after the end',
  'perception: a PAL that names no model looks at nobody',
);
prove(
  'A persona is created on the older path in its own names, with or without a face.',
  'pals: each path answers in its own names and takes both',
  'palFields: a persona may have no face',
);
// skills
prove(
  'An attachment shows skill_id, config, attached_at and updated_at with microseconds and offset.',
  'skills: attached, read, overwritten, merged and detached',
);
prove(
  'presentation takes document_ids, slides_trigger and prompt; magic_canvas a sparse components and usage_guidance.',
  'skills: a config is validated to the letter',
  'skills: the canvas config is a sparse overlay',
);
// faces, videos, speech
prove(
  'A replica shows its fields; replica_type only with verbose.',
  'faces: the older path answers in its own names',
  'resources: a replica and a video show their fields',
  'faces: a video becomes a face',
);
prove(
  'A video shows its fields.',
  'resources: a replica and a video show their fields',
  'videos: a script becomes a video of the face that speaks it',
);

section = 'States';
prove(
  'A document moves as the table says and in no other way.',
  'documentJobs: a status moves as the table says and in no other way',
);
prove(
  'ready and error go to recrawling, on conditions; the same start address is crawled, overridden for one run only.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: a recrawl needs a configuration, its own or given',
);
prove(
  'A recrawl that succeeds replaces the chunks, crawled_urls and last_crawled_at and counts; one ' +
    'that fails sets error_message and takes nothing away.',
  'documentJobs: a website is crawled, and again',
);
prove(
  'No document stays in processing or recrawling, whatever the process dies of.',
  'kills: kill -9 in crawls, trainings, actions and callbacks',
  'documents: a service that stops in the middle goes on where it was',
);
prove('Status callbacks are sent while a recrawl runs.', 'documentJobs: a website is crawled, and again');
prove(
  'A deployment is a draft first, then active or inactive.',
  'deployments: status moves as the table says',
  'public-endpoints: a draft is inactive',
);
prove(
  'A connector is none without OAuth, pending while a login is open, linked with a token that works.',
  'connectors: oauth: discovered, registered, pending, linked',
  'connectors: a server without credentials is registered',
);
prove(
  'A refused refresh makes it needs_reauth; reconnecting heals it.',
  'connectors: a server out of order is tried again; a refresh that is refused needs a new login',
);
prove(
  'A replica moves from training to completed (told as ready) or error.',
  'faces: a video becomes a face',
  'faceTraining: an error is told under both names too',
  'faceTraining: a stop in the middle loses nothing',
);
prove(
  'A video moves from generating to ready or error.',
  'videos: a script becomes a video of the face that speaks it',
  'videos: a recording that cannot be used says why',
);

section = 'Endpoints';
prove(
  'POST pinned: 200 with the memory; 400, 401, 403, 404.',
  'memory: a pinned memory is made, listed, changed and deleted',
  'resources: a memory of a store of another account is 403 with error',
);
prove(
  'POST guardrails: guardrail_name at top level is one guardrail, else a set.',
  'guardrails: the body tells the two forms apart',
  'guardrails: what may not be made is refused in words',
);
prove(
  'GET guardrails: sets unless legacy=false, then the flat list with the mirrored ones.',
  'guardrails: lists: sets by default, or every individual guardrail with the mirrored ones',
);
prove(
  'PATCH of a set: JSON Patch; edits, moves and removes keep identities, a replaced item is new.',
  'guardrailIdentity: identity: edits, moves and removes keep it',
  'guardrailIdentity: any patch keeps every item',
  'guardrails: a patch is applied whole or not at all, and versioned',
);
prove(
  'DELETE of a set takes its mirrored items, and PALs are cleaned of it.',
  'guardrails: PALs are cleaned of what goes',
  'guardrailIdentity: an item and its set are one thing',
);
prove(
  'GET and PATCH documents; only document_name and tags can be changed.',
  'documents: the name and the tags can be changed, and nothing else',
);
prove(
  "POST recrawl: 202 with status recrawling, the configuration in use and the previous crawl's values.",
  'documentJobs: a website is crawled, and again',
);
prove(
  'PATCH connectors: only what is sent changes; selected_tool_names is rejected.',
  'connectors: a bearer token reaches the server and nobody else',
  'connectors: what may not be set is refused',
);
prove(
  'A changed server_url counts from the next conversation on.',
  'connectors: another server counts from the next conversation on',
);
prove(
  'POST deployments: 200 with a draft, 400 with error, 401 with message.',
  'deployments: a new one is a draft with its defaults',
  'deployments: what may not be created is refused in words',
);
prove(
  'PATCH deployments: JSON Patch under If-Match; 400 for a bad one.',
  'deployments: a patch is applied whole or not at all',
  'deployments: one of many patches with one tag wins',
  'deployments: a patch changes what may change',
);
prove(
  'POST start: no key; password, captcha and limits are checked.',
  'public-endpoints: the checks come in the order of the decisions',
  'public-endpoints: a captcha is bound to its deployment',
);
prove(
  'conversational_context and custom_greeting of the start reach the PAL.',
  'briefing: its prompt and its context, and the greeting it is given',
);
prove(
  'pal_id of the start previews another PAL with the owning key only.',
  'public-endpoints: pal_id previews another PAL with the owning key only',
);
prove(
  "memory_stores: one value is the tag of the PAL's store, several are tags; a store's id opens nothing.",
  'memory: one value is the tag of the PAL',
  'memory: several values read every store',
  'memory: s id never opens it',
);
prove(
  "GET and DELETE of a PAL's skill; detaching is for future conversations, attaching again works.",
  'skills: attached, read, overwritten, merged and detached',
  'skills: attaching and detaching is for future conversations',
);
prove(
  'POST pals and personas: one resource, two paths.',
  'pals: each path answers in its own names and takes both',
);
prove('DELETE personas deletes the PAL.', 'palFields: a persona is deleted by its older path');
prove(
  'POST replicas answers replica_id and training; GET takes verbose; PATCH renames.',
  'faces: a video becomes a face',
  'faces: the older path answers in its own names',
  'resources: a replica and a video show their fields',
  'faces: bodies are refused in words',
);
prove(
  'GET videos in pages with data and total_count; PATCH of the name.',
  'videos: list, read, rename; deleted it is gone with its files and its page',
);
prove(
  'DELETE speech takes it with its file.',
  'speech: list, read, rename; deleted it is gone with its file',
);
prove(
  'Bodies are JSON; a broken, too large or differently typed one is told as such.',
  'endpoints: refuses broken bodies',
);

section = 'Authentication';
prove(
  'Every keyed call asks for x-api-key; a missing or wrong key is 401 with message.',
  'endpoints: without or with a wrong key is 401',
  'resources: a key is asked for under one name, and a wrong one tells nothing',
);
prove(
  'The start carries no key; password, captcha and limits guard it.',
  'public-endpoints: the checks come in the order of the decisions',
  "resources: only what a visitor's page needs is public",
);
prove(
  'Wrong passwords are slowed down.',
  'public-endpoints: the eleventh wrong password from an address is 429',
);
prove(
  'What another account owns is 403.',
  'endpoints: of another account is 403',
  'resources: a memory of a store of another account is 403 with error',
);
prove(
  "A connector's bearer token or OAuth token goes to its server and nowhere else.",
  'connectors: tokens are never shown to another server',
  'connectors: a bearer token reaches the server and nobody else',
);
prove(
  'Keys are made, listed and revoked from the command line.',
  'keys: a key is made, opens its account, is listed without being told, and is revoked',
);

section = 'Events';
prove(
  'Conversation callbacks share one envelope: conversation_id, webhook_url, event_type, ' +
    'message_type, timestamp, properties.',
  'callbacks: a whole call is told in order, in the envelope, signed',
);
prove(
  'system.pal_joined, then system.replica_joined with the same payload.',
  'callbacks: a whole call is told in order, in the envelope, signed',
  'lifecycle: a call has its longest, counted from the join',
);
prove(
  'system.shutdown carries face_id and a reason of the list, word for word.',
  'resources: shutdown reasons are the specification',
  'callbacks: a whole call is told in order',
);
prove('max_call_duration reached', 'lifecycle: a call has its longest, counted from the join');
prove(
  'participant_left_timeout reached',
  'connections: a lost connection may come back within half a minute',
  'connections: a text visitor who stops asking is gone',
);
prove('participant_absent_timeout reached', 'lifecycle: nobody came');
prove(
  'exception_encountered_during_conversation_startup',
  'lifecycle: a start that fails ends the conversation with its reason',
);
prove(
  'end_conversation_endpoint_hit',
  'lifecycle: the end over the API is told to the room and is nothing again',
);
prove('bot_could_not_join_meeting_it_was_probably_ended', 'dailyAgents: an agent that cannot come');
prove('daily_room_has_been_deleted', 'daily: a room that somebody deleted ends its conversation');
prove(
  'internal error occurred at step x: media, transcript, agent or room.',
  'connections: media beyond repair ends the calls that were in it',
  'lifecycle: a line that cannot be stored ends the call',
  'lifecycle: a fault of the agent ends its own call, and no other',
  'repair: a media process that does not come up again',
  'daily: a service started again without Daily',
);
prove(
  'application.transcription_ready comes after the end, with role, content, timestamp, ' +
    "seconds_from_start, duration, and inference_id on the assistant's lines.",
  'callbacks: a whole call is told in order',
  'connections: without WebRTC it goes on in text',
);
prove(
  'participant_name where the speaker is known, beside content and never in it.',
  'lifecycle: the name of a known visitor stands beside what they said, and nowhere in it',
);
prove(
  'The same payloads stand under events of the verbose read.',
  'callbacks: a whole call is told in order, in the envelope, signed',
);
prove(
  "application.recording_ready when the recording is in the customer's storage.",
  'recordings: a call becomes a film with both voices and its face, and is copied into the customer',
);
prove(
  'application.recording_copy_failed after the last try; the default copy is kept for 30 days.',
  'recordingCopies: a copy that is refused is tried for hours, then told of',
);
prove(
  'application.perception_analysis after the end, only where the PAL names a perception model.',
  'perception: what the camera showed is summarised by the named model after the end',
  'perception: a PAL that names no model looks at nobody',
  'media: camera is seen now and then, as pictures that a browser shows',
);
prove(
  'application.post_call_action_executed, once for each action, also in the verbose read.',
  'actions: each is asked once after the end, with what was said, and told of by callback and verbose read',
  'actions: what is out of order is tried again',
);
prove(
  'The guardrail callback when a guardrail triggers.',
  'watched: one that triggers is told to the room, to its callback_url, and in the verbose read',
  'watched: once a turn, again in the next',
  'watched: without a model guardrails trigger by their words',
);
prove(
  'The objective callback when an objective is completed.',
  'objectivesInCalls: one that is completed is told to the room, to its callback_url, and in the verbose read',
  'objectivesInCalls: objectives survive a restart',
  'turnKills: kill -9 in a call',
);
prove(
  'Face training: two bodies on completion and on error, replica_id first, then face_id.',
  'faces: a video becomes a face, and the callback tells of it under both names, the older first',
  'faceTraining: an error is told under both names too',
);
prove(
  'Video generation: a body on completion and on error, then with error_details and without addresses.',
  'videos: a script becomes a video of the face that speaks it',
  'videos: a recording that cannot be used says why, and the callback says it too',
);
prove(
  'Document callbacks tell of each status until ready or error.',
  'documents: a file becomes knowledge, and each change of its status is told',
  'documents: every way to fail has its word',
);
prove(
  'Callbacks are delivered at least once, in order for each subject, signed, and tried again.',
  'callbackRetries: what is not answered with 2xx is tried again',
  'callbackRetries: a later one waits for the earlier one',
  'kills: kill -9 in crawls, trainings, actions and callbacks',
  'schedule: ten tries within a day',
);

section = 'Errors';
prove(
  'An error is one string under error or message, as its table says.',
  "house: the errors' table says what the specification says",
  'endpoints: of nothing is 404',
  'endpoints: an unknown path is 404 with one string',
);
prove(
  'A pinned memory: 400 for its text, 400 for a full store, 403, 404.',
  'memory: a memory has 1 to 500 characters',
  'memory: a store holds exactly 30 under any volley',
  'memory: only the owner; unknown and malformed ids are nothing',
);
prove(
  'A recrawl without configuration is 400, of nothing 404 with message.',
  'documentJobs: a recrawl needs a configuration',
  'resources: errors are answered as their tables say',
);
prove(
  'A recrawl at the wrong time is 409 and names the status.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: of many recrawls at once one begins',
);
prove(
  'A recrawl within the hour is 429 and names the minutes.',
  'documentJobs: a website is crawled, and again',
);
prove(
  "A document's update with an invalid body is 400.",
  'documents: the name and the tags can be changed, and nothing else',
);
prove(
  'A document that does not exist is 404.',
  'endpoints: of nothing is 404',
  'resources: errors are answered as their tables say',
);
prove(
  'An invalid deployment is 400 with error; a malformed patch 400.',
  'deployments: what may not be created is refused in words',
  'deployments: a patch is applied whole or not at all',
);
prove(
  "A skill's PAL that is missing, or a skill that is not attached, is 404 with error.",
  'skills: what is not there answers 404 with error',
);
prove(
  'A PAL with an unknown reference is 400 with error.',
  'pals: what may not be is refused in words',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);

section = 'Limits';
prove(
  '30 pinned memories in a store, exactly.',
  'memory: a store holds exactly 30 under any volley',
  'processes: a store holds thirty memories',
);
prove('1 to 500 characters in a pinned memory.', 'memory: a memory has 1 to 500 characters');
prove(
  "2 to 64 characters in a memory store's id.",
  'memory: only the owner; unknown and malformed ids are nothing',
);
prove(
  'One recrawl of a document in an hour.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: of many recrawls at once one begins',
);
prove(
  '5 crawls of an account at once.',
  'documentJobs: five crawls run at once: a new one waits its turn, a recrawl is told to',
);
prove('100 crawled documents of an account.', 'documentJobs: the account has 100 crawled documents, exactly');
prove('50 guardrail_ids and 50 guardrail_tags of a PAL.', 'pals: what may not be is refused in words');
prove(
  '50 guardrails of a PAL in total, each counted once.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);
prove('2048 characters of usage_guidance.', 'skills: a config is validated to the letter');
prove(
  "A deployment's limits let in exactly as many.",
  'public-endpoints: lets in exactly as many under a race',
  'processes: limits let in exactly as many',
);
prove('10 videos to a page, the first page unless told.', 'resources: videos are listed ten to a page');

section = 'Versioning';
prove('The version is in the path.', 'resources: the version is in every path');
prove(
  'persona_id, persona_name and default_replica_id are names of pal_id, pal_name and default_face_id.',
  'pals: each path answers in its own names and takes both',
);
prove(
  'default_face_id is required on the new path, default_replica_id not on the old one.',
  'pals: a face is required on the new path only',
  'palFields: a persona may have no face',
);
prove(
  'Face callbacks come twice, the older name first.',
  'faces: a video becomes a face, and the callback tells of it under both names, the older first',
);
prove('system.replica_joined duplicates system.pal_joined.', 'callbacks: a whole call is told in order');
prove(
  'Sets go on working, a PAL mixes all three references, and legacy is true by default.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
  'guardrails: lists: sets by default',
);
prove(
  'replica_thumbnail_video_url is gone.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
prove(
  'selected_tool_names is null and cannot be set.',
  'connectors: what may not be set is refused',
  'connectors: a server without credentials is registered',
);

export const CONFORMANCE: readonly ConformanceLine[] = lines;
