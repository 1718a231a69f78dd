/** What an agent is told of its conversation before it begins: read once, whoever the agent is (ours, or a runner's in a Daily room). */
import { Refusal } from '../../../contract/errors.ts';
import type { PalFields } from '../../../contract/pals.ts';
import type { ConversationRow } from './lifecycle.ts';
import { knowledge, type KnowledgeText } from '../documents/knowledge.ts';
import { memoriesOf } from '../memory-stores.ts';
import type { FaceDocument } from '../../store/schema.ts';
import type { Database } from '../../store/store.ts';
import { disclosure } from '../../agent/disclosure.ts';

export interface Briefing {
  pal: PalFields;
  face: FaceDocument;
  /** A conversation's own languages replace the PAL's; the two are not merged (specification, PAL). */
  languages: readonly string[];
  greeting: string;
  disclosure: { verbal: string; visual: string } | null;
  documents: KnowledgeText[];
  memories: readonly string[];
}

/** `model`: whose vectors of the documents' chunks are wanted; null: none. */
export async function brief(db: Database, row: ConversationRow, model: string | null): Promise<Briefing> {
  const found = await db.selectFrom('pals').select('document').where('id', '=', row.pal_id).executeTakeFirst();
  const face = await db.selectFrom('faces').select('document').where('id', '=', row.face_id).executeTakeFirst();
  if (!found || !face) throw new Refusal('conversation_ended', 'The PAL of this conversation, or its face, was deleted.');
  const pal = found.document;
  return {
    pal,
    face: face.document,
    languages: row.document.properties.languages ?? pal.languages,
    greeting: row.document.custom_greeting?.trim() || pal.custom_greeting.trim() || `Hello, I am ${pal.pal_name}. How can I help you?`,
    disclosure: disclosure(pal, row.document.policy),
    documents: await knowledge(db, row.account_id, [...pal.document_ids, ...(row.document.document_ids ?? [])], [...pal.document_tags, ...(row.document.document_tags ?? [])], model),
    memories: await memoriesOf(db, row.account_id, row.pal_id, row.document.memory_stores ?? row.document.participant_tags ?? []),
  };
}
