/**
 * Measures each list, filter and search of conversations over HTTP: the 95th percentile of its requests, one
 * after another, in an account that holds nearly all of the conversations.
 *
 *   node --import tsx bench/conversation-lists.ts [conversations] [lines of each]
 *
 * DATABASE_URL=postgres://… measures PostgreSQL; the database must be empty or filled by an earlier run of the same
 * size. A figure is of use only while the machine has nothing else to do.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { readConfig } from '../src/service/config/config.ts';
import { createService } from '../src/service/compose/service.ts';
import type { Database } from '../src/service/store/store.ts';
import { KEY, UNBOUNDED } from './own-service.ts';
import { report } from './results.ts';

const CONVERSATIONS = Number(process.argv[2] ?? 10_000);
const LINES = Number(process.argv[3] ?? 20);
const REQUESTS = 40;
/** Different words of all transcripts; the first ones are the most frequent, as in a language. */
const VOCABULARY = 20_000;
const WORDS_PER_LINE = 12;
const BATCH = 1000;

/** Writes conversations with their lines, words and columns, as the service would have stored them. */
async function fill(db: Database): Promise<void> {
  for (let from = 0; from < CONVERSATIONS; from += BATCH) {
    const to = Math.min(CONVERSATIONS, from + BATCH) - 1;
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
      from generate_series(${from}::int, ${to}::int) n, generate_series(1, ${LINES}::int) line`.execute(db);
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
async function revive(db: Database): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ status: 'active', ended_at: null, shutdown_reason: null })
    .where(sql<boolean>`right(id, 20)::bigint % 500 = 1`)
    .execute();
}

const id = (number: number) => `c${String(number).padStart(20, '0')}`;

const QUERIES: Record<string, string> = {
  'first page': '',
  'last page': `page=${Math.floor((CONVERSATIONS * 0.98) / 10)}`,
  'page of 200': 'limit=200',
  'status, few': 'status=active',
  'status, most': 'status=ended',
  deployment: 'deployment_id=d3',
  PAL: 'pal_id=p2',
  dates: 'created_after=2026-02-01&created_before=2026-02-05',
  reason: 'shutdown_reason=max_call_duration+reached',
  rating: 'rating=1,2',
  language: 'language=de',
  outcome: 'outcome=declined',
  'six filters': 'status=ended&pal_id=p2&rating=3&language=de&outcome=answered&created_after=2026-01-02',
  'no result': 'deployment_id=d99',
  'search, frequent word': 'search=word1x',
  'search, beginning of many words': 'search=word12',
  'search, rare word': `search=word${VOCABULARY - 17}x`,
  'search, two words': 'search=word12x+word345x',
  'search, no result': 'search=zebra',
  'search and filters': 'search=word12x&rating=1,2&language=de',
  'search and a filter of most': 'search=word12x&status=ended',
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const config = readConfig({
  ...UNBOUNDED,
  DATA_DIR: folder,
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  API_KEYS: `1:${KEY},2:${KEY}-of-another`,
});
const service = await createService(config, {
  media: {
    join: async () => ({ answer: '' }),
    leave() {},
    say() {},
    hush() {},
    send() {},
    listen() {},
    subscribe: () => () => {},
  },
  engines: { voice: null, ears: null },
  log: pino({ level: 'silent' }),
});
try {
  const { db } = service.context.store;
  const filled = await db.selectFrom('conversations').select('id').limit(1).execute();
  if (filled.length === 0) await fill(db);
  report(`${CONVERSATIONS} conversations, ${CONVERSATIONS * LINES} lines\n`);
  let worst = 0;
  for (const [name, query] of Object.entries(QUERIES)) {
    if (name === 'status, few') await revive(db);
    const times: number[] = [];
    let count = 0;
    for (let request = 0; request < REQUESTS; request++) {
      const began = performance.now();
      const answer = await service.app.inject({
        url: `/v2/conversations?${query}`,
        headers: { 'x-api-key': KEY },
      });
      times.push(performance.now() - began);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      count = answer.json<{ total_count: number }>().total_count;
    }
    times.sort((one, other) => one - other);
    const slow = times[Math.ceil(REQUESTS * 0.95) - 1]!;
    worst = Math.max(worst, slow);
    report(
      `${name}: p95 ${slow.toFixed(1)} ms, median ${times[REQUESTS / 2]!.toFixed(1)} ms, ${count} found\n`,
    );
  }
  report(`worst p95: ${worst.toFixed(1)} ms\n`);
} finally {
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
