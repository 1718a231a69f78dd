/** What PALs know. Uploading and crawling are not here yet; the seeded document and its use by conversations are. */
import { sql } from 'kysely';
import { Refusal } from '../../contract/errors.ts';
import type { Database } from '../store/store.ts';

export interface KnowledgeText {
  document_id: string;
  name: string;
  /** Markdown. */
  content: string;
}

/** Documents named in a body: unknown or another account's is the same refusal. */
export async function checkDocuments(db: Database, ids: readonly string[], account: number): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('documents').select('id').where('account_id', '=', account).where('id', 'in', [...new Set(ids)]).execute();
  const found = new Set(rows.map((row) => row.id));
  const unknown = ids.find((id) => !found.has(id));
  if (unknown) throw new Refusal('unknown_reference', `Unknown document ${unknown}.`);
}

/** The texts an account's conversation may draw on: by id, or by any of the tags. */
export async function knowledge(db: Database, account: number, ids: readonly string[], tags: readonly string[]): Promise<KnowledgeText[]> {
  if (ids.length === 0 && tags.length === 0) return [];
  const rows = await db.selectFrom('documents').select(['id', 'name', 'content']).where('account_id', '=', account)
    .where((where) => where.or([
      ...(ids.length > 0 ? [where('id', 'in', [...ids])] : []),
      ...(tags.length > 0 ? [sql<boolean>`exists (select 1 from jsonb_array_elements_text(tags) as tag where tag = any(${[...tags]}::text[]))`] : []),
    ])).orderBy('id').execute();
  return rows.map((row) => ({ document_id: row.id, name: row.name, content: row.content }));
}
