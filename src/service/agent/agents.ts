/** Makes the agent of a conversation from its PAL, its deployment's settings and the engines at hand. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../contract/errors.ts';
import type { PalFields } from '../../contract/pals.ts';
import type { Capabilities } from '../../contract/room-events.ts';
import { enabledComponents, MagicCanvasConfig } from '../../contract/skills.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { AgentFactory, ConversationRow } from '../resources/conversations/lifecycle.ts';
import { knowledge } from '../resources/documents/knowledge.ts';
import { memoriesOf } from '../resources/memory-stores.ts';
import type { FaceDocument } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { Agent } from './agent.ts';
import { disclosure } from './disclosure.ts';
import { DocumentMind } from './document-mind.ts';
import { createEmbeddings } from './engines/embeddings.ts';
import type { Ears, Voice } from './engines/engines.ts';
import { Knowledge } from './knowledge.ts';
import { ModelMind } from './model-mind.ts';
import type { Tool } from './tool.ts';

/** The engines this process has; `null` where there is none. */
export interface Engines {
  voice: Voice | null;
  ears: Ears | null;
}

const TOPICS_OFFERED = 4;
/** Milliseconds that an answer waits for its question's vector. */
const QUESTION_TIME = 800;
/** UTF-16 units of memories that go before every question; the rest can still be looked up. */
const REMEMBERED_LENGTH = 20_000;

export function createAgentFactory(parts: { store: Store; clock: Clock; log: Log; config: Config; engines: Engines; facePath(face: FaceDocument): string; tools(account: number, layer: PalFields['layers']['mcp']): Promise<Tool[]> }): AgentFactory {
  const { store, clock, log, config, engines } = parts;
  const embeddings = config.embeddings && createEmbeddings(config.embeddings, QUESTION_TIME);
  return async (row, transcript) => {
    const pal = await store.db.selectFrom('pals').select('document').where('id', '=', row.pal_id).executeTakeFirst();
    const face = await store.db.selectFrom('faces').select('document').where('id', '=', row.face_id).executeTakeFirst();
    if (!pal || !face) throw new Refusal('conversation_ended', 'The PAL of this conversation, or its face, was deleted.');
    const fields = pal.document;
    const texts = await knowledge(store.db, row.account_id, [...fields.document_ids, ...(row.document.document_ids ?? [])], [...fields.document_tags, ...(row.document.document_tags ?? [])], embeddings?.model ?? null);
    // A conversation's own languages replace the PAL's; the two are not merged (specification, PAL).
    const languages = row.document.properties.languages ?? fields.languages;
    const memories = await memoriesOf(store.db, row.account_id, row.pal_id, row.document.memory_stores ?? row.document.participant_tags ?? []);
    const known = new Knowledge([...texts, ...memories.map((memory) => ({ document_id: '', name: 'About you', content: memory, remembered: true }))], embeddings);
    const documents = new DocumentMind(fields.pal_name, known);
    const video = (await modality(store, row)) === 'video';
    const canvas = MagicCanvasConfig.safeParse(video && fields.pipeline_mode === 'full' ? row.document.skills?.magic_canvas : undefined).data;
    const greeting = row.document.custom_greeting?.trim() || fields.custom_greeting.trim() || `Hello, I am ${fields.pal_name}. How can I help you?`;
    const tools = config.llm && fields.pipeline_mode === 'full' ? await parts.tools(row.account_id, fields.layers.mcp) : [];
    const phrases = [greeting, ...known.phrases()];
    const agent: Agent = new Agent({
      clock, log,
      voice: engines.voice,
      ears: engines.ears,
      mind: fields.pipeline_mode === 'echo' ? null : config.llm ? new ModelMind({ endpoint: config.llm, knowledge: known, tools, prompt: () => prompt(fields, row, languages, memories, canvas?.usage_guidance, agent.context) }) : documents,
      fallback: config.llm ? documents : null,
      vocabulary: { id: createHash('sha256').update(phrases.join('\n')).digest('hex'), texts: phrases },
      capabilities: capabilities(fields, languages, engines, config),
      language: languages.length === 1 ? languages[0] : undefined,
      disclosure: disclosure(fields, row.document.policy),
      greeting,
      topics: known.topics(TOPICS_OFFERED),
      canvas: canvas ? { components: enabledComponents(canvas), schedulingUrl: canvas.components?.scheduling_embed?.scheduling_url ?? null } : null,
      write: transcript.write,
      failed: transcript.failed,
      history: transcript.history.map(({ role, content }) => ({ role, content })),
    });
    return { agent, face: parts.facePath(face.document) };
  };
}

function capabilities(pal: PalFields, languages: readonly string[], engines: Engines, config: Config): Capabilities {
  const echo = pal.pipeline_mode === 'echo';
  return {
    hearing: echo || !engines.ears ? 'none' : config.stt ? 'endpoint' : 'embedded',
    answering: echo ? 'echo' : config.llm ? 'model' : 'documents',
    voice: !engines.voice ? 'none' : config.tts ? 'endpoint' : 'embedded',
    languages: languages.length > 0 ? [...languages] : ['en'],
  };
}

function prompt(pal: PalFields, row: ConversationRow, languages: readonly string[], memories: readonly string[], guidance: string | undefined, added: string): string {
  const remembered = memories.length > 0 ? `What you remember of this visitor:\n${memories.map((memory) => `- ${memory}`).join('\n').slice(0, REMEMBERED_LENGTH)}` : '';
  const spoken = languages.length > 0 ? `Answer only in ${languages.length === 1 ? 'this language' : 'one of these languages, the visitor\'s where it is among them'}: ${languages.join(', ')}.` : '';
  return [pal.system_prompt, spoken, guidance && `When to show cards: ${guidance}`, remembered, row.document.conversational_context, added].filter(Boolean).join('\n\n');
}

async function modality(store: Store, row: ConversationRow): Promise<'video' | 'audio' | 'chat'> {
  if (row.deployment_id === null) return 'video';
  const deployment = await store.db.selectFrom('deployments').select('document').where('id', '=', row.deployment_id).executeTakeFirst();
  return deployment?.document.customization.modality ?? 'video';
}
