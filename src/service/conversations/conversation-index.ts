/**
 * Index columns for the search in ended conversations: their words, language and turn outcomes. A job fills them
 * after the end, so that the end of a long call is not delayed.
 */
import { sql } from 'kysely';
import * as z from 'zod';
import { TURN_OUTCOMES, type TurnOutcome } from '@palkit/contract/conversation-outcomes';
import { detectLanguage } from '@palkit/agent';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { Pace } from '@palkit/runtime/pace';
import type { Jobs } from '../jobs/jobs.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Database, Store } from '../store/store.ts';
import { wordsOf } from '@palkit/contract/search-words';

const INDEX_JOB = 'index conversations';
/** Maximum number of conversations in one query. */
const BATCH = 50;
/**
 * Maximum number of bytes of a conversation's words in the index. A `tsvector` has at most 1 MiB, and each
 * word needs about 12 bytes in addition to its letters.
 */
const MAX_WORD_BYTES = 600_000;
/** Number of transcript lines in one query. */
const LINES = 500;
/** Maximum number of UTF-16 units of the visitor's text that are used to detect the language. */
const MAX_SAMPLE = 20_000;

interface Parts {
  store: Store;
  clock: Clock;
  jobs: Jobs;
}
type IndexedConversation = Pick<ConversationRow, 'id' | 'account_id' | 'pal_id' | 'document'>;

export function registerIndexing(parts: Parts): void {
  parts.jobs.register({
    name: INDEX_JOB,
    payload: z.object({}),
    concurrency: 2,
    share: 1,
    run: ({ account, signal }) => indexEndedCalls(parts, account!, signal),
  });
}

/** Queues the job in the transaction of the conversation's end. */
export async function enqueueIndexing(
  trx: Database,
  { jobs }: { jobs: Jobs },
  { id, account_id }: Pick<ConversationRow, 'id' | 'account_id'>,
): Promise<void> {
  // Each conversation has a separate key; with a shared row, simultaneous ends in one account would wait for each
  // other.
  await jobs.enqueue(trx, INDEX_JOB, { key: id, account: account_id, payload: {} });
}

/**
 * Queues one job for each account with ended conversations that are not indexed, for example those of an
 * earlier version.
 */
export async function resumeIndexing({ store, jobs }: Parts): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('conversations')
      .select('account_id')
      .distinct()
      .where('status', '=', 'ended')
      .where('indexed_at', 'is', null)
      .execute();
    for (const { account_id } of accounts)
      await jobs.enqueue(trx, INDEX_JOB, { key: `account ${account_id}`, account: account_id, payload: {} });
  });
}

async function indexEndedCalls(parts: Parts, account: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const rows = await parts.store.db
      .selectFrom('conversations')
      .select(['id', 'account_id', 'pal_id', 'document'])
      .where('account_id', '=', account)
      .where('status', '=', 'ended')
      .where('indexed_at', 'is', null)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) {
      if (signal.aborted) return;
      await indexOne(parts, row);
    }
  }
}

async function indexOne({ store, clock }: Parts, row: IndexedConversation): Promise<void> {
  const { words, sample } = await readWords(store.db, row);
  const language = await languageOf(store.db, row, sample);
  const outcomes = await outcomesOf(store.db, row.id);
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('conversations')
      .set({ language, outcomes, indexed_at: toIso(clock.now()) })
      .where('id', '=', row.id)
      .executeTakeFirst();
    // If no row was updated, the conversation was deleted in the meantime.
    if (numUpdatedRows === 0n || words.length === 0) return;
    const vector = sql<string>`array_to_tsvector(${words}::text[])`;
    await trx
      .insertInto('conversation_words')
      .values({ conversation_id: row.id, words: vector })
      .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet({ words: vector }))
      .execute();
  });
}

/** Returns the distinct words of all lines, and a sample of the visitor's lines. */
async function readWords(
  db: Database,
  row: IndexedConversation,
): Promise<{ words: string[]; sample: string }> {
  const words = new Set<string>();
  const pace = new Pace();
  let bytes = 0;
  let sample = '';
  for (let position = -1; ;) {
    const lines = await db
      .selectFrom('transcript_lines')
      .select(['position', 'role', 'content'])
      .where('conversation_id', '=', row.id)
      .where('position', '>', position)
      .orderBy('position')
      .limit(LINES)
      .execute();
    for (const { role, content } of lines) {
      if (role === 'user' && sample.length < MAX_SAMPLE) sample += `${content.slice(0, MAX_SAMPLE)}\n`;
      for (const word of wordsOf(content)) {
        const key = `${row.account_id}:${word}`;
        if (words.has(key)) continue;
        bytes += Buffer.byteLength(key) + 12;
        if (bytes > MAX_WORD_BYTES) return { words: [...words], sample };
        words.add(key);
      }
      await pace.rest();
    }
    if (lines.length < LINES) return { words: [...words], sample };
    position = lines.at(-1)!.position;
  }
}

/**
 * Returns the visitor's language; if the text does not show it, the first language of the conversation. Null
 * if the conversation has no language, because its PAL was deleted.
 */
async function languageOf(db: Database, row: IndexedConversation, sample: string): Promise<string | null> {
  const callLanguages = row.document.properties.languages;
  const languages = callLanguages?.length ? callLanguages : await palLanguages(db, row.pal_id);
  return detectLanguage(sample, languages) ?? languages[0] ?? null;
}

async function palLanguages(db: Database, id: string): Promise<readonly string[]> {
  const pal = await db.selectFrom('pals').select('document').where('id', '=', id).executeTakeFirst();
  if (!pal) return [];
  return pal.document.languages.length > 0 ? pal.document.languages : ['en'];
}

async function outcomesOf(db: Database, conversation: string): Promise<TurnOutcome[]> {
  const rows = await db
    .selectFrom('turn_traces')
    .select(sql<string | null>`trace->>'outcome'`.as('outcome'))
    .distinct()
    .where('conversation_id', '=', conversation)
    .execute();
  return TURN_OUTCOMES.filter((outcomeName) => rows.some(({ outcome }) => outcome === outcomeName));
}
