/** Fills a service's database with conversations, as it would have stored them, for benchmarks. */
import { sql } from 'kysely';
import type { Database } from '../src/service/store/store.ts';

/** Number of different words in all transcripts; the first are the most frequent, as in a language. */
export const VOCABULARY = 20_000;
const WORDS_PER_LINE = 12;
const BATCH = 1000;

/** Inserts conversations with `lines` lines each; all but a fiftieth are in account 1. */
export async function fill(db: Database, conversations: number, lines: number): Promise<void> {
  for (let from = 0; from < conversations; from += BATCH) {
    const to = Math.min(conversations, from + BATCH) - 1;
    await sql`
      insert into conversations (id, account_id, deployment_id, pal_id, face_id, name, status, document, token_hash,
        token_expires_at, created_at, updated_at, ended_at, shutdown_reason, rating, language, outcomes, indexed_at)
      select 'c' || lpad(n::text, 20, '0'), case when n % 50 = 0 then 2 else 1 end, 'd' || n % 7, 'p' || n % 5, 'r1',
        'Call', case when n % 500 = 1 then 'active' else 'ended' end,
        jsonb_build_object('properties', jsonb_build_object('max_call_duration', 3600), 'text', repeat('x', 600)), '',
        now(), timestamptz '2026-01-01' + n * interval '7 minutes', now(), now(),
        case when n % 40 = 3 then 'max_call_duration reached' else 'end_conversation_endpoint_hit' end,
        case when n % 4 = 1 then 1 + n % 5 end, case when n % 3 = 0 then 'de' else 'en' end,
        case when n % 30 = 7 then '{answered,declined}'::text[] else '{answered}'::text[] end, now()
      from generate_series(${from}::int, ${to}::int) n`.execute(db);
    await sql`
      insert into transcript_lines (conversation_id, position, role, content, began_at, duration)
      select 'c' || lpad(n::text, 20, '0'), line, case when line % 2 = 0 then 'user' else 'assistant' end,
        (select string_agg('word' || floor(${VOCABULARY} * power(random(), 3) + 0 * (word + n + line))::int || 'x', ' ')
          from generate_series(1, ${WORDS_PER_LINE}::int) word), line, 1
      from generate_series(${from}::int, ${to}::int) n, generate_series(1, ${lines}::int) line`.execute(db);
    await sql`
      insert into conversation_words (conversation_id, words)
      select conversation_id, array_to_tsvector(array_agg(distinct
        case when right(conversation_id, 2) in ('00', '50') then '2:' else '1:' end || word))
      from transcript_lines, regexp_split_to_table(content, ' ') word
      where conversation_id >= ${id(from)} and conversation_id <= ${id(to)}
      group by conversation_id`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}

/** Reopens a few conversations, which the service ended while the database was filled. */
export async function reopenSome(db: Database): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ status: 'active', ended_at: null, shutdown_reason: null })
    .where(sql<boolean>`right(id, 20)::bigint % 500 = 1`)
    .execute();
}

const id = (number: number) => `c${String(number).padStart(20, '0')}`;
