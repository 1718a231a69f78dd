/** What the specification says of each resource and its fields. */
import { provedIn } from './proofs.ts';

const { lines, prove } = provedIn('Resources');

// identifiers
prove(
  'resources-1',
  "A memory store's id is m and 1 to 63 of a-z0-9; anything else is no store.",
  'memory: a store is made, read, listed and deleted',
  'memory: only the owner; unknown and malformed ids are nothing',
);
prove(
  'resources-2',
  'Ids begin with the letter of their kind: d, c, p, d, r, m.',
  'resources: ids begin with the letter of their kind',
  'documents: a file becomes knowledge',
);
prove(
  'resources-3',
  "A skill's id names a skill of the registry.",
  'skills: the registry',
  'skills: what is not there answers 404 with error',
);
prove(
  'resources-4',
  'A guardrail has a uuid, a set an id of its own; each is addressed by it.',
  'guardrails: the body tells the two forms apart',
);
prove('resources-5', 'Objectives have an id.', 'objectives: they are made, read, listed and deleted');
// pinned memory
prove(
  'resources-6',
  'A pinned memory shows memory_id, memory, created_at and updated_at.',
  'memory: a pinned memory is made, listed, changed and deleted',
);
prove(
  'resources-7',
  'Its text has 1 to 500 characters.',
  'memory: a memory has 1 to 500 characters as a person counts them',
);
prove(
  'resources-8',
  'Its times read YYYY-MM-DD HH:MM:SS.',
  'memory: a pinned memory is made, listed, changed and deleted',
);
// document
prove(
  'resources-9',
  'A document shows its fields; times are ISO 8601; name and tags as given.',
  'documents: a file becomes knowledge, and each change of its status is told',
);
prove(
  'resources-10',
  'progress is a percentage while it works, null before and after.',
  'documents: a file becomes knowledge, and each change of its status is told',
  'documentJobs: a website is crawled, and again',
);
prove(
  'resources-11',
  'error_message is there only in error, and is a word of the list.',
  'documents: every way to fail has its word',
  'documentJobs: what ends its process again and again is given up',
);
prove(
  'resources-12',
  'crawl_config, crawled_urls, last_crawled_at and crawl_count belong to crawled websites; the ' +
    'count grows with each completed recrawl.',
  'documentJobs: a website is crawled, and again',
);
prove(
  'resources-13',
  'depth and max_pages bound the crawl.',
  'crawl: goes as many link steps and pages as it may, nearest first',
);
// connector
prove(
  'resources-14',
  'A connector shows its fields; source is mcp, selected_tool_names null.',
  'resources: a connector shows its fields',
  'connectors: a server without credentials is registered',
);
prove(
  'resources-15',
  'Secrets of auth_config and OAuth tokens are never returned.',
  'connectors: a bearer token reaches the server and nobody else',
  'connectors: oauth: discovered, registered, pending, linked',
);
prove(
  'resources-16',
  'Its times have fractional seconds and no zone.',
  'connectors: a server without credentials is registered',
);
prove(
  'resources-17',
  'access_token_expires_at is told, and the token renewed while it is linked.',
  'connectors: tokens are renewed before they end',
);
prove(
  'resources-18',
  'last_indexed_at and last_index_error tell of the last import.',
  'connectors: what cannot be reached is registered all the same, with the reason',
  'connectors: a server without credentials is registered',
);
prove(
  'resources-19',
  'A PAL uses the connectors that layers.mcp names, with the tools that connector_tools leaves.',
  'connectors: a PAL has the tools of its connectors, scoped by its layers',
);
// guardrails
prove(
  'resources-20',
  'A guardrail keeps its name, prompt, modality, callback_url and tags.',
  'resources: a guardrail shows its fields',
  'guardrails: the body tells the two forms apart',
);
prove(
  'resources-21',
  'A set answers guardrails_id, guardrails_name, status and created_at; its read uuid, name and data.',
  'guardrails: the body tells the two forms apart',
);
prove(
  'resources-22',
  'Each item of a set is a guardrail with a uuid of its own.',
  'guardrailIdentity: an item and its set are one thing',
);
// deployment
prove(
  'resources-23',
  'A deployment shows its fields; replica_thumbnail_video_url is none of them.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
prove(
  'resources-24',
  'Its password is never returned, only that there is one.',
  'deployments: a new one is a draft with its defaults, and its password never leaves',
  'deployments: a patch changes what may change',
);
prove(
  'resources-25',
  'customization and limits are kept as sent, also what is not known.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
prove(
  'resources-26',
  'Only allowed origins may use a widget or an embed.',
  'public-endpoints: CORS names exactly the allowed origin',
  'public-endpoints: origins match whole labels',
);
prove(
  'resources-27',
  'usage_total and usage_today count the starts.',
  'public-endpoints: the day is over at midnight UTC, the total is not',
);
prove(
  'resources-28',
  'A read carries an ETag.',
  'deployments: one of many patches with one tag wins; usage does not change the tag',
);
prove(
  'resources-29',
  'A start answers the seven strings that a keyed create answers.',
  'resources: a conversation is answered with the same seven strings however it was started',
);
// PAL
prove(
  'resources-30',
  'A PAL keeps every field it was made with.',
  'palFields: a PAL keeps and shows every field that it was made with',
);
prove(
  'resources-31',
  'pipeline_mode is full unless echo; disclosure_type auto.',
  'palFields: what a PAL is made without has its default',
  'pals: what may not be is refused in words',
);
prove(
  'resources-32',
  'system_prompt is required unless pipeline_mode is echo.',
  'pals: what may not be is refused in words',
);
prove(
  'resources-33',
  'Echo says what it is given and nothing else, sound too, with the mouth in step.',
  'agent: in echo mode it says what it is given and nothing else',
  'echo: is said in order, with the mouth moving with it',
);
prove(
  'resources-34',
  'A face is required on the new path and with layers.conferencing.',
  'pals: a face is required on the new path only',
);
prove(
  'resources-35',
  'A language that cannot be spoken is rejected.',
  'engines: that the voice cannot speak are refused by name',
  'pals: what may not be is refused in words',
  'lifecycle: what may not be created is refused',
);
prove(
  'resources-36',
  "A conversation's languages replace the PAL's and are not merged with them; replies keep to them.",
  'briefing: its languages: its own instead of the PAL',
);
prove(
  'resources-37',
  'Speech recognition is told the language where there is one, and restricted to the set where there are several.',
  "engines: are restricted to the conversation's languages",
  'agentHearing: one language is what it hears and speaks',
  'ears: the ears send a WAV file',
);
prove(
  'resources-38',
  'A matching version of the voice is chosen for each of several languages.',
  'palVoices: changes with the language of each answer in a call',
  'palVoices: is the one of the language that is spoken',
);
prove(
  'resources-39',
  'Documents by id and by tag are known in all conversations.',
  'briefing: documents by id and by tag',
  'documents: a file becomes knowledge',
);
prove(
  'resources-40',
  'Guardrails attach by id, by tag (also those made later) and by set.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);
prove(
  'resources-41',
  'Objectives attach by id.',
  'objectives: a PAL refers to them, and is cleaned when they go',
);
prove(
  'resources-42',
  'always discloses in every conversation, auto with policy eu only, off never.',
  'briefing: the disclosure fires always, in the EU, or never',
);
prove(
  'resources-43',
  'The verbal disclosure comes before the greeting, the visual one meanwhile; empty ones are the built-in sentences.',
  'agent: discloses before it greets, with the banner exactly meanwhile',
  'briefing: without words of its own it says the built-in ones',
);
prove(
  'resources-44',
  'Create answers pal_id, pal_name, created_at, and conferencing_email where conferencing has a username.',
  'palFields: a PAL keeps and shows every field that it was made with',
  'pals: conferencing gives an address',
);
prove(
  'resources-45',
  'Layers are kept as sent; keys of engines in them never come back.',
  'layers: a secret is sealed where it is stored',
  'layers: no operation reads a secret',
  'pals: conferencing gives an address; keys of engines never come back',
);
prove(
  'resources-46',
  'The settings of the layers stt, conversational_flow, llm and tts have bounds and an effect.',
  'layers: every setting has bounds',
  'engines: answers with its key, its name',
  'palVoices: speaks by its endpoint',
  'engines: expect the hotwords first',
  'turns: what the settings come to',
  'turns: it asks twice whether somebody is there',
);
prove(
  'resources-47',
  'The settings of the layer perception have bounds and an effect.',
  'layers: every setting has bounds',
  'perception: what the camera showed is summarised by the named model after the end',
  'perception: a PAL that names no model looks at nobody',
);
prove(
  'resources-48',
  'A persona is created on the older path in its own names, with or without a face.',
  'pals: each path answers in its own names and takes both',
  'palFields: a persona may have no face',
);
// skills
prove(
  'resources-49',
  'An attachment shows skill_id, config, attached_at and updated_at with microseconds and offset.',
  'skills: attached, read, overwritten, merged and detached',
);
prove(
  'resources-50',
  'presentation takes document_ids, slides_trigger and prompt; magic_canvas a sparse components and usage_guidance.',
  'skills: a config is validated to the letter',
  'skills: the canvas config is a sparse overlay',
);
// faces, videos, speech
prove(
  'resources-51',
  'A replica shows its fields; replica_type only with verbose.',
  'faces: the older path answers in its own names',
  'resources: a replica and a video show their fields',
  'faces: a video becomes a face',
);
prove(
  'resources-52',
  'A video shows its fields.',
  'resources: a replica and a video show their fields',
  'videos: a script becomes a video of the face that speaks it',
);
export const RESOURCES = lines;
