/**
 * Fills the database of an older service through its API, and records the database and the API's responses. README.md
 * in this folder explains how to run it. It may import only modules that the older service has.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { EmbeddingsServer } from '../../embeddings-server.ts';
import { pdf } from '../../files.ts';
import { film } from '../../media/films.ts';
import { Receiver } from '../../receiver.ts';
import { toneVoice } from '../../tone.ts';
import { openToolServer } from '../../tool-server.ts';
import { html, Website } from '../../website.ts';
import { ALICE, BOB, openWorld, talk } from '../../world.ts';
import { writeCallLog } from './write-call-log.ts';
import { readAll } from './read-all.ts';

type Json = Record<string, unknown>;
interface Started {
  conversation_id: string;
  meeting_token: string;
}
const [target] = process.argv.slice(2);
if (!target || !process.env['TEST_DATABASE_URL']) throw new Error('See README.md beside this file.');

const receiver = await Receiver.open();
receiver.answer = ({ path }) => (path.startsWith('/refuses') ? 500 : 200);
const site = await Website.open();
const embeddings = await EmbeddingsServer.open();
const tools = await openToolServer();
const world = await openWorld({
  engines: { voice: toneVoice(2), ears: null },
  environment: {
    OUTBOUND_ALLOWED_HOSTS: [receiver.host, site.host, tools.host].join(','),
    EMBEDDINGS_BASE_URL: embeddings.url,
    EMBEDDINGS_MODEL: 'bag-of-words',
    SEARCH_BASE_URL: site.url('/search'),
    PERCEPTION_BASE_URL: site.url('/v1'),
  },
});
const { app, context } = world.service;

async function send(method: string, url: string, body?: object, headers: Json = {}): Promise<Json> {
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': ALICE, ...headers } as Record<string, string>,
    ...(body && { payload: body }),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return answer.body ? answer.json<Json>() : {};
}
const ORIGIN = { origin: 'https://pool.example' };
const idle = async () => {
  await context.background.idle();
  await context.jobs.idle();
};
const id = (answer: Json, name: string) => answer[name] as string;
const { data: faces } = (await send('GET', '/v2/faces')) as { data: { face_id: string }[] };
const default_face_id = faces[0]!.face_id;

await send('PATCH', '/v2/account', { callback_url: receiver.url('/account') });
await send('GET', '/v2/callbacks/secret');
await send('GET', '/v2/callbacks/secret', undefined, { 'x-api-key': BOB });

// Knowledge: a crawled website, a file, slides, a missing page, and an upload.
site.pages['/'] = html('Swimming', 'The pool opens at nine. A lesson costs 20 euros.', ['/babies']);
site.pages['/babies'] = html('Babies', 'Babies swim on Mondays with their parents.');
site.pages['/prices.txt'] = { headers: { 'content-type': 'text/plain' }, body: 'A ticket costs 7 euros.' };
site.pages['/deck.pdf'] = {
  headers: { 'content-type': 'application/pdf' },
  body: pdf(['There are six lanes.', 'The sauna is warm.']),
};
const documents = [
  { document_url: site.url('/'), document_name: 'Site', tags: ['web'], crawl: { depth: 2, max_pages: 5 } },
  { document_url: site.url('/prices.txt'), document_name: 'Prices', callback_url: receiver.url('/document') },
  { document_url: site.url('/deck.pdf'), document_name: 'Deck' },
  { document_url: site.url('/missing.pdf'), document_name: 'Missing' },
];
const documentIds: string[] = [];
for (const body of documents) {
  documentIds.push(id(await send('POST', '/v2/documents', body), 'document_id'));
  await idle();
}
async function upload(name: string, text: string, tags: readonly string[]): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/plain' }), `${name}.txt`);
  form.set('document_name', name);
  for (const tag of tags) form.append('tags', tag);
  const body = new Response(form);
  const uploaded = await app.inject({
    method: 'POST',
    url: '/v2/documents',
    headers: { 'x-api-key': ALICE, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  documentIds.push(uploaded.json<{ document_id: string }>().document_id);
}
await upload('Towels', 'Towels are free.', ['web', 'free']);
await idle();

// Guardrails, objectives, tools.
const rule = {
  guardrail_name: 'no prices',
  guardrail_prompt: 'Never promise a discount.',
  modality: 'verbal',
};
const set = id(
  await send('POST', '/v2/guardrails', {
    name: 'House rules',
    data: [
      rule,
      { ...rule, guardrail_name: 'no weapons', modality: 'visual', callback_url: receiver.url('/rule') },
    ],
  }),
  'guardrails_id',
);
const single = id(
  await send('POST', '/v2/guardrails', { ...rule, guardrail_name: 'alone', tags: ['shop'] }),
  'uuid',
);
const objectives = id(
  await send('POST', '/v2/objectives', {
    data: [
      {
        objective_name: 'name',
        objective_prompt: 'Ask for the name.',
        output_variables: ['name'],
        callback_url: receiver.url('/objective'),
      },
      { objective_name: 'day', objective_prompt: 'Ask for the day.' },
    ],
  }),
  'objectives_id',
);
const connectors: string[] = [];
for (const body of [
  { name: 'Open', server_url: tools.urls.open, auth_config: { type: 'none' } },
  { name: 'Bearer', server_url: tools.urls.bearer, auth_config: { type: 'bearer', token: 'secret-1' } },
  { name: 'OAuth', server_url: tools.urls.oauth, auth_config: { type: 'oauth2' } },
  { name: 'Away', server_url: tools.urls.none, auth_config: { type: 'none' } },
])
  connectors.push(id(await send('POST', '/v2/connectors', body), 'connector_id'));
await idle();

// PALs: one with all fields, one that repeats the visitor's text, one created under the older name.
const pal = id(
  await send('POST', '/v2/pals', {
    pal_name: 'Nora',
    system_prompt: 'You help at a pool.',
    default_face_id,
    custom_greeting: 'Welcome to the pool.',
    languages: ['en'],
    document_ids: documentIds.slice(0, 2),
    document_tags: ['free'],
    objectives_id: objectives,
    guardrail_ids: [single],
    guardrail_tags: ['shop'],
    guardrails_id: set,
    disclosure_type: 'always',
    verbal_disclosure: 'I am a machine.',
    layers: {
      // The address of the model is on the test website, which has no model.
      llm: {
        model: 'm',
        base_url: site.url('/v1'),
        api_key: 'key-of-the-model',
        tools: [
          {
            type: 'function',
            function: { name: 'book', description: 'Books.', parameters: { type: 'object', properties: {} } },
            http: { url: receiver.url('/book'), headers: { authorization: 'Bearer sesame' } },
          },
        ],
      },
      perception: { perception_model: 'seer-1', perception_analysis_queries: ['Is a towel to be seen?'] },
      mcp: { connectors: connectors.slice(0, 2), connector_tools: { [connectors[0]!]: ['stock'] } },
      stt: { hotwords: 'butterfly' },
      tts: { voice_settings: { speed: 1.1 }, own_note: 'kept' },
    },
  }),
  'pal_id',
);
const quiet = id(
  await send('POST', '/v2/pals', {
    pal_name: 'Quiet',
    system_prompt: 'Quote.',
    default_face_id,
    document_ids: documentIds,
  }),
  'pal_id',
);
await send('POST', '/v2/pals', { pal_name: 'Echo', pipeline_mode: 'echo', default_face_id });
await send('POST', '/v2/personas', { persona_name: 'Older', system_prompt: 'Be brief.' });
await send(
  'POST',
  '/v2/pals',
  { pal_name: 'Of Bob', system_prompt: 'x', default_face_id },
  { 'x-api-key': BOB },
);
await send('PUT', `/v2/pals/${quiet}/skills/magic_canvas`, {
  config: { components: { chart: { enabled: false } }, usage_guidance: 'Show cards.' },
});
await send('PUT', `/v2/pals/${quiet}/skills/internet_search`, { config: {} });
await send('PUT', `/v2/pals/${pal}/skills/presentation`, { config: { document_ids: [documentIds[2]] } });

const store = id(
  await send('POST', '/v2/memory-stores', {
    pal_id: quiet,
    participant_tag: 'ada',
    pinned_memories: ['Likes tea.'],
  }),
  'memory_store_id',
);
await send('POST', `/v2/memory-stores/${store}/pinned`, { memory: 'Swims on Mondays.' });

// Faces, films and speech.
await send('POST', '/v2/faces', {
  face_name: 'Own face',
  train_video_url: site.url('/missing.mp4'),
  callback_url: receiver.url('/face'),
});
const served = (file: Buffer, type: string) => ({ headers: { 'content-type': type }, body: file });
site.pages['/ada.webm'] = served(await film({ width: 256, height: 256 }), 'video/webm');
await send('POST', '/v2/faces', { face_name: 'Ada', train_video_url: site.url('/ada.webm') });
await idle();
await send('POST', '/v2/videos', { face_id: default_face_id, script: 'Hello.', video_name: 'Short' });
await send('POST', '/v2/videos', {
  face_id: default_face_id,
  audio_url: site.url('/missing.wav'),
  video_name: 'Film',
  callback_url: receiver.url('/video'),
});
await send('POST', '/v2/speech', { face_id: default_face_id, script: 'Hello.', speech_name: 'Greeting' });
await idle();

// Ways in.
const deploy = async (body: Json) => {
  const created = id(await send('POST', '/v2/deployments', { pal_id: quiet, ...body }), 'deployment_id');
  await send('PATCH', `/v2/deployments/${created}`, [{ op: 'replace', path: '/status', value: 'active' }]);
  return created;
};
const widget = await deploy({
  channel: 'widget',
  name: 'Widget',
  callback_url: receiver.url('/deployment'),
  enable_recording: true,
  allowed_origins: ['https://pool.example', 'https://*.pool.example'],
  limits: {
    max_call_duration: 600,
    daily_call_limit: 100,
    daily_call_limit_per_user: 50,
    captcha_required: true,
  },
  customization: {
    theme: { mode: 'dark', accent_color: '#004488' },
    consent: { text: 'We listen.', required: true, version: '2' },
    hours: { monday: '9 to 5' },
    own_group: { anything: [1, 2] },
  },
  post_call_actions: [
    { tool_name: 'crm', url: receiver.url('/refuses/crm'), headers: { 'x-key': 'sesame' } },
  ],
});
await deploy({ channel: 'embed', name: 'Embed', password: 'hidden' });
await deploy({
  channel: 'landing-page',
  name: 'Page',
  customization: { landing_page: { title: 'The pool' } },
  visitor_identity: 'signed',
  visitor_keys: [{ key_id: 'k1', algorithm: 'HS256', secret: 'x'.repeat(40) }],
});
await send('POST', '/v2/deployments', { pal_id: pal, channel: 'widget', name: 'Draft' });

// Calls: a visitor's rated call, a call with tags, a running call, and a call of a PAL with a camera.
const challenge = (await send(
  'GET',
  `/v2/deployments/${widget}/captcha`,
  undefined,
  ORIGIN,
)) as unknown as Challenge;
const solution = await solveChallenge({ challenge, deriveKey });
const visit = (await send(
  'POST',
  `/v2/deployments/${widget}/start`,
  {
    captcha_token: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    consent: { version: '2', accepted_at: '2026-01-01T11:59:00Z' },
    conversational_context: 'On the page of prices.',
  },
  ORIGIN,
)) as unknown as Started;
const room = (created: Started) => ({ authorization: `Bearer ${created.meeting_token}` });
const join = async (created: Started) => {
  await app.inject({
    method: 'POST',
    url: `/rooms/${created.conversation_id}/session`,
    headers: { ...room(created), 'content-type': 'application/sdp' },
    payload: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n',
  });
  world.media.emit({ is: 'connected', callId: created.conversation_id });
};
await talk(world, visit, 'When does the pool open?');
await talk(world, visit, 'Who won the world cup of chess?');
await send('POST', `/v2/conversations/${visit.conversation_id}/canvas/interactions`, {
  interaction_id: 'i1',
  tool_call_id: 't1',
  component: 'canvas.question',
  component_version: 'v1',
  type: 'submit',
  value: { selected: ['a'] },
});
const end = (created: Started) => send('POST', `/v2/conversations/${created.conversation_id}/end`);
await end(visit);
await idle();
await send(
  'POST',
  `/v2/deployments/${widget}/conversations/${visit.conversation_id}/feedback`,
  {
    rating: 4,
    comment: 'Quick.',
  },
  ORIGIN,
);

const converse = async (body: Json) => (await send('POST', '/v2/conversations', body)) as unknown as Started;
const tagged = await converse({
  pal_id: quiet,
  conversation_name: 'With tags',
  participant_tags: ['ada'],
  policy: 'eu',
  callback_url: receiver.url('/refuses/callback'),
  properties: { languages: ['en'], enable_recording: true },
});
await talk(world, tagged, 'What does a ticket cost?');
await join(tagged);
await writeCallLog(world.media.callLogs.get(tagged.conversation_id)!, world.clock.now());
await end(tagged);
await idle();
world.clock.move(5000);
const call = await converse({ pal_id: pal, conversation_name: 'With a camera' });
await join(call);
for (const byte of [1, 2])
  world.media.emit({ is: 'sight', callId: call.conversation_id, webp: Uint8Array.of(byte) });
await idle();
const going = await converse({ pal_id: quiet, conversation_name: 'Going on', memory_stores: ['ada'] });
await talk(world, going, 'Are towels free?');
await converse({ pal_id: quiet, conversation_name: 'Only tried', test_mode: true });
await idle();

// The last document is still being processed.
const embeddingRequest = new Promise<void>((resolve) => {
  embeddings.answer = () => {
    resolve();
    return 'silence';
  };
});
await upload('Lockers', 'A locker takes a coin of two euros.', []);
await embeddingRequest;

const answers = await readAll(world, { alice: ALICE, bob: BOB }, ORIGIN);
fs.cpSync(path.join(context.config.dataDir, 'media'), path.join(target, 'media'), { recursive: true });
const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', world.databaseUrl!], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
// Skip session settings and comments of the dump program.
const statements = dump
  .split('\n')
  .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict|$)/.test(line));
fs.writeFileSync(`${target}/database.sql`, `${statements.join('\n')}\n`);
const now = new Date(world.clock.now()).toISOString();
const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`).join(',\n');
fs.writeFileSync(`${target}/answers.json`, `{\n  "now": "${now}",\n  "answers": [\n${lines}\n  ]\n}\n`);
const tables = await context.store.pool.query<{ relname: string }>(
  `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
);
for (const { relname } of tables.rows) {
  const { rows } = await context.store.pool.query<{ count: number }>(`select count(*) from ${relname}`);
  console.log(relname, rows[0]!.count);
}
await world.close();
await Promise.all([receiver.close(), site.close(), embeddings.close(), tools.close()]);
