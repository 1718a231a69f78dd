/**
 * The database's history, applied in order on PGlite and PostgreSQL alike. A migration that has landed is
 * never edited.
 */
import { sql, type Kysely, type Migration } from 'kysely';
import { same } from '../resources/json-patch.ts';
import { sealLayers } from '../resources/layer-secrets.ts';
import { createSeal } from '../sealing.ts';
import type { Tables } from './schema.ts';

export const migrations: Record<string, Migration> = {
  '0001_first_thread': { up: (db) => apply(db, FIRST_THREAD) },
  '0002_memory_stores': { up: (db) => apply(db, MEMORY_STORES) },
  '0003_objectives': { up: (db) => apply(db, OBJECTIVES) },
  '0004_guardrails': { up: (db) => apply(db, GUARDRAILS) },
  '0005_jobs': { up: (db) => apply(db, JOBS) },
  '0006_callbacks': { up: (db) => apply(db, CALLBACKS) },
  '0010_connectors': { up: (db) => apply(db, CONNECTORS) },
  '0011_documents': { up: (db) => apply(db, DOCUMENTS) },
  '0012_media': { up: (db) => apply(db, MEDIA) },
  '0020_embeddings': { up: (db) => apply(db, EMBEDDINGS) },
  '0030_sealed_layers': { up: sealEarlierLayers },
  '0040_watch': { up: (db) => apply(db, WATCH) },
  '0050_post_call_actions': { up: (db) => apply(db, POST_CALL_ACTIONS) },
  '0050_recordings': { up: (db) => apply(db, RECORDINGS) },
  '0050_sights': { up: (db) => apply(db, SIGHTS) },
  '0060_daily': { up: (db) => apply(db, DAILY) },
  '0061_processes': { up: (db) => apply(db, PROCESSES) },
  '0070_document_pages': { up: (db) => apply(db, DOCUMENT_PAGES) },
  '0080_sentence_vectors': { up: (db) => apply(db, SENTENCE_VECTORS) },
};

/** Keys in PALs' layers were stored as they came; from here on they are sealed. */
async function sealEarlierLayers(db: Parameters<Migration['up']>[0]): Promise<void> {
  const secret = await (db as Kysely<Tables>)
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'secret')
    .executeTakeFirst();
  // Without one the service has never run, and nobody made a PAL with a key.
  if (!secret) return;
  const seal = createSeal(secret.value);
  for (const pal of await (db as Kysely<Tables>).selectFrom('pals').select(['id', 'document']).execute()) {
    const layers = sealLayers(pal.document.layers, pal.id, seal);
    if (!same(layers, pal.document.layers))
      await (db as Kysely<Tables>)
        .updateTable('pals')
        .set({ document: JSON.stringify({ ...pal.document, layers }) })
        .where('id', '=', pal.id)
        .execute();
  }
}

/** Runs statements that end with a semicolon at a line's end. */
async function apply(db: Parameters<Migration['up']>[0], statements: string): Promise<void> {
  for (const statement of statements
    .split(/;\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean))
    await sql.raw(statement).execute(db);
}

const FIRST_THREAD = `
create table settings (name text primary key, value text not null);
create table accounts (id integer primary key, created_at timestamptz not null);
create table api_keys (
  hash text primary key, account_id integer not null references accounts(id) on delete cascade,
  shown text not null, created_at timestamptz not null, revoked_at timestamptz
);
create table faces (
  id text primary key, account_id integer references accounts(id) on delete cascade, name text not null,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create table pals (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, version integer not null default 1,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index pals_by_account on pals (account_id, created_at desc, id desc);
create table pal_skills (
  pal_id text not null references pals(id) on delete cascade, skill_id text not null, config jsonb not null,
  attached_at timestamptz not null, updated_at timestamptz not null, primary key (pal_id, skill_id)
);
create table documents (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, name text not null,
  tags jsonb not null, content text not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index documents_by_account on documents (account_id);
create table deployments (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, pal_id text not null,
  channel text not null, status text not null, name text not null, password_hash text, version integer not null default 1,
  document jsonb not null, usage_total integer not null default 0, usage_today integer not null default 0, usage_day text,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index deployments_by_account on deployments (account_id, created_at desc, id desc);
create index deployments_by_pal on deployments (pal_id);
create table deployment_visitors (
  deployment_id text not null references deployments(id) on delete cascade, visitor text not null, day text not null, calls integer not null,
  primary key (deployment_id, visitor, day)
);
create table spent_captchas (signature text primary key, expires_at timestamptz not null);
create table conversations (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, deployment_id text, pal_id text not null,
  face_id text not null, name text not null, status text not null, document jsonb not null, token_hash text not null,
  token_expires_at timestamptz not null, created_at timestamptz not null, updated_at timestamptz not null, joined_at timestamptz,
  left_at timestamptz, ended_at timestamptz, shutdown_reason text
);
create index conversations_by_account on conversations (account_id, created_at desc, id desc);
create index active_conversations on conversations (deployment_id) where status = 'active';
create table transcript_lines (
  conversation_id text not null references conversations(id) on delete cascade, position integer not null, role text not null, content text not null,
  began_at double precision not null, duration double precision not null, inference_id text, primary key (conversation_id, position)
);
create table conversation_events (
  conversation_id text not null references conversations(id) on delete cascade, position bigint generated always as identity, event_type text not null,
  message_type text not null, properties jsonb not null, created_at timestamptz not null, primary key (conversation_id, position)
);
create table canvas_interactions (
  conversation_id text not null references conversations(id) on delete cascade, interaction_id text not null, content jsonb not null,
  position bigint generated always as identity, created_at timestamptz not null, primary key (conversation_id, interaction_id)
)`;

const MEMORY_STORES = `
create table memory_stores (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, pal_id text not null references pals(id) on delete cascade,
  participant_tag text not null, created_at timestamptz not null, updated_at timestamptz not null, unique (pal_id, participant_tag)
);
create index memory_stores_by_account on memory_stores (account_id, created_at desc, id desc);
create table pinned_memories (
  id text primary key, store_id text not null references memory_stores(id) on delete cascade, position bigint generated always as identity,
  memory text not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index pinned_memories_by_store on pinned_memories (store_id, position)`;

const OBJECTIVES = `
create table objectives (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, version integer not null default 1,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index objectives_by_account on objectives (account_id, created_at desc, id desc)`;

const GUARDRAILS = `
create table guardrail_sets (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, name text not null, version integer not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index guardrail_sets_by_account on guardrail_sets (account_id, created_at desc, id desc);
create table guardrails (
  uuid text primary key, account_id integer not null references accounts(id) on delete cascade, set_id text references guardrail_sets(id) on delete cascade,
  position integer not null default 0, version integer not null default 1, document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index guardrails_by_account on guardrails (account_id, created_at desc, uuid desc);
create index guardrails_by_set on guardrails (set_id, position)`;

const JOBS = `
create table jobs (
  id bigint generated always as identity primary key, kind text not null, account_id integer references accounts(id) on delete cascade, key text,
  payload jsonb not null, run_at timestamptz not null, attempts integer not null default 0, again boolean not null default false,
  lease_until timestamptz, owner text, created_at timestamptz not null
);
create unique index jobs_by_key on jobs (kind, key);
create index jobs_by_time on jobs (run_at, id)`;

const CALLBACKS = `
create table callbacks (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, subject text not null, position bigint generated always as identity,
  url text not null, event_type text, body text not null, status text not null, tries integer not null default 0, revision integer not null default 0,
  first_at timestamptz, next_at timestamptz not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index callbacks_by_account on callbacks (account_id, position);
create index callbacks_by_subject on callbacks (subject, position);
create table callback_attempts (
  callback_id text not null references callbacks(id) on delete cascade, position bigint generated always as identity, attempted_at timestamptz not null,
  status_code integer, failure text, duration integer not null, primary key (callback_id, position)
);
create table callback_secrets (account_id integer primary key references accounts(id) on delete cascade, sealed text not null, created_at timestamptz not null)`;

const CONNECTORS = `
create table connectors (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, name text not null, server_url text not null,
  auth jsonb not null, sealed text, oauth_status text not null, oauth_scopes jsonb not null, access_token_expires_at timestamptz,
  last_indexed_at timestamptz, last_index_error text, tools jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index connectors_by_account on connectors (account_id, created_at desc, id desc);
create table connector_authorizations (
  state_hash text primary key, connector_id text not null references connectors(id) on delete cascade, sealed text not null, expires_at timestamptz not null
)`;

const DOCUMENTS = `
create table document_chunks (
  document_id text not null references documents(id) on delete cascade, position integer not null, content text not null, primary key (document_id, position)
);
insert into document_chunks (document_id, position, content) select id, 0, content from documents where content <> '';
alter table documents drop column content;
alter table documents
  add column position bigint generated always as identity, add column url text not null default '', add column callback_url text,
  add column status text not null default 'ready', add column progress integer, add column error text, add column crawl jsonb, add column run_crawl jsonb,
  add column crawled boolean not null default false, add column crawling boolean not null default false, add column crawled_urls jsonb,
  add column last_crawled_at timestamptz, add column crawl_count integer not null default 0, add column recrawled_at timestamptz;
create index documents_by_time on documents (account_id, created_at desc, position desc)`;

const MEDIA = `
alter table faces add column status text not null default 'completed';
update faces set document = document - 'status';
create index faces_by_account on faces (account_id, created_at desc, id desc);
create index active_conversations_by_face on conversations (face_id) where status = 'active';
create table speeches (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, name text not null, file text not null,
  document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index speeches_by_account on speeches (account_id, created_at desc, id desc);
create table videos (
  id text primary key, account_id integer not null references accounts(id) on delete cascade, face_id text not null, name text not null, status text not null,
  file text not null unique, document jsonb not null, created_at timestamptz not null, updated_at timestamptz not null
);
create index videos_by_account on videos (account_id, created_at desc, id desc)`;

/** A chunk's vector and the model that it is of; null where none was configured. */
const EMBEDDINGS = `
alter table document_chunks add column embedding real[], add column embedding_model text`;

/**
 * Where a conversation stands with its objectives; where an event was told to, if not to the conversation's
 * own address; the call that a memory was learned in.
 */
const WATCH = `
alter table conversations add column objectives jsonb;
alter table conversation_events add column webhook_url text;
alter table pinned_memories add column learned_from text`;

/** A conversation with a `room_url` is held there, not by a process. */
const DAILY = `
alter table conversations add column room_provider text not null default 'embedded', add column room_url text, add column agent_joined_at timestamptz, add column agent_left_at timestamptz;
alter table transcript_lines add column line_id text;
create unique index reported_lines on transcript_lines (conversation_id, line_id)`;

/** Who holds a conversation, and the reason for which its holder is asked to end it. */
const PROCESSES = `
create table processes (id text primary key, address text not null, seen_at timestamptz not null);
alter table conversations add column process_id text, add column end_asked text;
create index active_conversations_by_process on conversations (process_id) where status = 'active'`;

/** What is still to be done after a call; `sealed` holds address, headers and body. */
const POST_CALL_ACTIONS = `
create table post_call_actions (
  conversation_id text not null references conversations(id) on delete cascade, position integer not null, tool_id text not null, tool_name text not null,
  method text not null, sealed text not null, tries integer not null default 0, primary key (conversation_id, position)
)`;

/** `sealed` holds the credentials of `storage` until the copy is made or given up. */
const RECORDINGS = `
create table recordings (
  id text primary key, conversation_id text not null unique references conversations(id) on delete cascade, account_id integer not null references accounts(id) on delete cascade,
  file text not null unique, status text not null, seconds double precision, storage jsonb, sealed text, copy_status text, tries integer not null default 0,
  expires_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null
)`;

/** Pages of PDF documents; `file` is a picture's name. */
const DOCUMENT_PAGES = `
create table document_pages (
  document_id text not null references documents(id) on delete cascade, page integer not null, content text not null, file text unique, primary key (document_id, page)
)`;

/** Pictures of a visitor's camera until they are analysed. */
const SIGHTS = `
create table perception_frames (
  conversation_id text not null references conversations(id) on delete cascade, position bigint generated always as identity, taken_at timestamptz not null, webp bytea not null,
  primary key (conversation_id, position)
)`;

/** Two vectors for each sentence of a chunk, as bytes. Those of whole chunks are made anew by a job. */
const SENTENCE_VECTORS = `
alter table document_chunks drop column embedding, add column vectors bytea;
update document_chunks set embedding_model = null;
create index document_chunks_models on document_chunks (embedding_model, document_id)`;
