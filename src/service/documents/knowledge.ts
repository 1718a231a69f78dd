/** The stored text of documents in the form that conversations use. */
import { sql } from 'kysely';
import { ServiceError } from '@palkit/contract/service-error';
import { vectorsName } from '@palkit/agent';
import type { Database } from '../store/store.ts';

export interface KnowledgeText {
  document_id: string;
  name: string;
  /** Text of the document in Markdown. */
  content: string;
  /** The same text, divided into the chunks that have vectors. */
  parts?: Part[];
}
interface Part {
  content: string;
  /** The vectors of the chunk's sentences (`src/agent/knowledge/sentence-table.ts`). */
  vectors: Uint8Array | null;
}

/**
 * Maximum number of characters that one conversation indexes in memory. Beyond it, only the beginning of each
 * document is indexed.
 */
const MAX_INDEXED_CHARACTERS = 1_000_000;

/**
 * Checks the documents that a body refers to. Throws a `ServiceError` for an unknown document; a document of
 * another account causes the same error.
 */
export async function checkDocuments(db: Database, ids: readonly string[], account: number): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', account)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const existingIds = new Set(rows.map((row) => row.id));
  const unknown = ids.find((id) => !existingIds.has(id));
  if (unknown) throw new ServiceError('unknown_reference', `Unknown document ${unknown}.`);
}

/**
 * Selects the documents of a conversation: those of `ids` in that order, then those with one of `tags`, oldest first.
 */
export interface DocumentChoice {
  account: number;
  ids: readonly string[];
  tags: readonly string[];
  /**
   * The tags of the conversation. A document with participant tags is included only if it has one of these.
   */
  participantTags: readonly string[];
}

/** Returns the SQL condition for the selected rows of `documents`. */
const documentCondition = ({ account, ids, tags, participantTags }: DocumentChoice) => sql`
  account_id = ${account} and (id = any(${[...ids]}::text[])
    or exists (select 1 from jsonb_array_elements_text(tags) as tag where tag = any(${[...tags]}::text[])))
  and (participant_tags = '[]'::jsonb or exists (
    select 1 from jsonb_array_elements_text(participant_tags) as tag
    where tag = any(${[...participantTags]}::text[])))`;

/**
 * Returns a text that changes whenever one of the selected documents or their order changes; empty if no document
 * is selected. `xmin`, the transaction that wrote the row, distinguishes two changes within one millisecond.
 */
export async function documentsVersion(db: Database, choice: DocumentChoice): Promise<string> {
  const { ids, tags } = choice;
  if (ids.length === 0 && tags.length === 0) return '';
  const { rows } = await sql<{ id: string; name: string; updated_at: Date; xmin: string }>`
    select id, name, updated_at, xmin::text from documents
    where ${documentCondition(choice)}
    order by array_position(${[...ids]}::text[], id) nulls last, created_at, id`.execute(db);
  return JSON.stringify(rows);
}

/**
 * Returns the texts of the selected documents, with the vectors of `model`: first those of `ids` in that
 * order, then those with one of the tags, oldest first. The agent offers topics in this order.
 */
export async function knowledge(
  db: Database,
  choice: DocumentChoice,
  model: string | null = null,
): Promise<KnowledgeText[]> {
  const { ids, tags } = choice;
  if (ids.length === 0 && tags.length === 0) return [];
  const { rows } = await sql<KnowledgeText & { vectors: Uint8Array | null }>`
    with known as (
      select id, name, row_number() over (
        order by array_position(${[...ids]}::text[], id) nulls last, created_at, id) as place
      from documents
      where ${documentCondition(choice)}
    )
    select document_id, name, content, vectors from (
      select chunks.document_id, known.name, known.place, chunks.position, chunks.content,
        case when chunks.embedding_model = ${model && vectorsName(model)}::text then chunks.vectors end as vectors,
        sum(length(chunks.content)) over (order by chunks.position, known.place) as so_far
      from known join document_chunks as chunks on chunks.document_id = known.id
    ) as found where so_far <= ${MAX_INDEXED_CHARACTERS} order by place, position`.execute(db);
  const texts = new Map<string, KnowledgeText & { parts: Part[] }>();
  for (const { document_id, name, content, vectors } of rows) {
    const text = texts.get(document_id) ?? { document_id, name, content: '', parts: [] };
    texts.set(document_id, text);
    text.content += `${text.content === '' ? '' : '\n\n'}${content}`;
    text.parts.push({ content, vectors });
  }
  return [...texts.values()];
}
