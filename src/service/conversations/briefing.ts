/**
 * The briefing of an agent before its conversation begins. It is read once, for the service's agent or for a runner
 * in a Daily room.
 */
import { ServiceError } from '@palkit/contract/service-error';
import type { PalFields } from '@palkit/contract/pals';
import type { ToolFields } from '@palkit/contract/tools';
import { agentSentences, disclosure, primaryLanguage } from '@palkit/agent';
import { knowledge, type DocumentChoice, type KnowledgeText } from '../documents/knowledge.ts';
import { withVisionTools } from './vision-tools.ts';
import { fillPlain } from './placeholders.ts';
import { memoriesOf } from './memories.ts';
import { dictionaryWords } from './dictionary-words.ts';
import type { ConversationRow, FaceDocument } from '../store/schema.ts';
import type { Log } from '@palkit/runtime/log';
import type { Database } from '../store/store.ts';
import { toolsById } from '../store/tools.ts';
import { openTool } from '../connectors/tool-secrets.ts';
import { spokenLanguages } from '../engines/pal-engines.ts';
import type { Config } from '../config/config.ts';
import type { Seal } from '../platform/sealing.ts';
import { openLayers } from '../platform/layer-secrets.ts';

export interface Briefing {
  /** Includes the secrets of the layers. */
  pal: PalFields;
  /** The account's tools that are attached to the PAL for the language model, with credentials. */
  tools: readonly ({ tool_id: string } & ToolFields)[];
  face: FaceDocument;
  /** The conversation's languages replace the PAL's; they are not merged (specification: resources-36). */
  languages: readonly string[];
  greeting: string;
  disclosure: { verbal: string; visual: string } | null;
  documents: DocumentChoice;
  memories: readonly string[];
}

export async function brief(
  db: Database,
  row: ConversationRow,
  { config, seal, log }: { config: Pick<Config, 'tts' | 'models'>; seal: Seal; log: Log },
): Promise<Briefing> {
  const palRow = await db
    .selectFrom('pals')
    .select('document')
    .where('id', '=', row.pal_id)
    .executeTakeFirst();
  const face = await db
    .selectFrom('faces')
    .select('document')
    .where('id', '=', row.face_id)
    .executeTakeFirst();
  if (!palRow || !face)
    throw new ServiceError('conversation_ended', 'The PAL of this conversation, or its face, was deleted.');
  const tools = await toolsById(db, row.account_id, palRow.document.tool_ids);
  const layers = await spokenLayers(db, row, openLayers(palRow.document.layers, row.pal_id, seal));
  const pal = {
    ...withBackground(palRow.document),
    layers: withVisionTools(layers, tools, log),
  };
  const languages = row.document.properties.languages ?? pal.languages;
  // If the voice speaks only English, the agent's fixed sentences are English too.
  const voiceLanguages = spokenLanguages(pal.layers.tts, config);
  const [first] = languages;
  const builtIn = agentSentences(
    voiceLanguages === null || (first && voiceLanguages.includes(primaryLanguage(first))) ? first : 'en',
    { name: pal.pal_name },
  );
  return {
    pal,
    tools: tools
      .filter(({ document }) => document.origin === 'llm')
      .map((tool) => ({ tool_id: tool.id, ...openTool(tool, seal) })),
    face: face.document,
    languages,
    greeting:
      fillPlain(
        row.document.custom_greeting?.trim() || pal.custom_greeting.trim(),
        row.document.variables ?? {},
      ).trim() || builtIn.greeting,
    disclosure: disclosure(pal, row.document.policy, builtIn),
    documents: choiceOf(row, pal),
    memories: await memoriesOf(
      db,
      row.account_id,
      row.pal_id,
      hasRecall(row) ? (row.document.memory_stores ?? row.document.participant_tags ?? []) : [],
    ),
  };
}

/** True unless the skill `memory` turns off the use of memories. */
const hasRecall = ({ document }: ConversationRow): boolean =>
  document.skills?.['memory']?.['recall'] !== false;

function choiceOf({ account_id: account, document }: ConversationRow, pal: PalFields): DocumentChoice {
  return {
    account,
    ids: [...pal.document_ids, ...(document.document_ids ?? [])],
    tags: [...pal.document_tags, ...(document.document_tags ?? [])],
    participantTags: document.participant_tags ?? [],
  };
}

/** Adds the words of the PAL's dictionary to the layers, except words that the layers define themselves. */
async function spokenLayers(
  db: Database,
  { account_id }: Pick<ConversationRow, 'account_id'>,
  layers: PalFields['layers'],
): Promise<PalFields['layers']> {
  const { tts } = layers;
  const words = await dictionaryWords(db, tts?.pronunciation_dictionary_id, account_id);
  if (words.length === 0) return layers;
  // If a word has two entries, the later one wins.
  return { ...layers, tts: { ...tts, pronunciations: [...words, ...(tts?.pronunciations ?? [])] } };
}

/**
 * Appends the PAL's `context` to its prompt, and its `memories` to its facts; all other code reads only the
 * result.
 */
function withBackground(pal: PalFields): PalFields {
  const { system_prompt, context, memories = [], facts } = pal;
  return {
    ...pal,
    ...(context ? { system_prompt: [system_prompt, context].filter(Boolean).join('\n\n') } : {}),
    ...(memories.length > 0
      ? { facts: { prices: [], ...facts, lines: [...(facts?.lines ?? []), ...memories] } }
      : {}),
  };
}

/** Returns the texts of the chosen documents, for an agent that a runner hosts in a Daily room. */
export const documentTexts = (db: Database, choice: DocumentChoice): Promise<KnowledgeText[]> =>
  knowledge(db, choice);
