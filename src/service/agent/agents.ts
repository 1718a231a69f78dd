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
import type { Outbound } from '../outbound/outbound.ts';
import { openLayers } from '../resources/layer-secrets.ts';
import type { Seal } from '../sealing.ts';
import { Agent } from './agent.ts';
import { builtInSentences } from './built-in-sentences.ts';
import { disclosure } from './disclosure.ts';
import { DocumentMind } from './document-mind.ts';
import { createEmbeddings } from './engines/embeddings.ts';
import { Knowledge } from './knowledge.ts';
import { ModelMind } from './model-mind.ts';
import { palEngines, spokenLanguages, type Engines, type PalEngines } from './pal-engines.ts';
import { flowOf } from './turn-taking.ts';
import type { Tool } from './tool.ts';

export type { Engines } from './pal-engines.ts';

const TOPICS_OFFERED = 4;
/** Milliseconds that an answer waits for its question's vector. */
const QUESTION_TIME = 800;
/** UTF-16 units of memories that go before every question; the rest can still be looked up. */
const REMEMBERED_LENGTH = 20_000;

export function createAgentFactory(parts: { store: Store; clock: Clock; log: Log; config: Config; engines: Engines; outbound: Pick<Outbound, 'fetch'>; seal: Seal; facePath(face: FaceDocument): string; tools(account: number, layer: PalFields['layers']['mcp']): Promise<Tool[]> }): AgentFactory {
  const { store, clock, log, config, engines, outbound, seal } = parts;
  const embeddings = config.embeddings && createEmbeddings(config.embeddings, QUESTION_TIME);
  return async (row, transcript) => {
    const pal = await store.db.selectFrom('pals').select('document').where('id', '=', row.pal_id).executeTakeFirst();
    const face = await store.db.selectFrom('faces').select('document').where('id', '=', row.face_id).executeTakeFirst();
    if (!pal || !face) throw new Refusal('conversation_ended', 'The PAL of this conversation, or its face, was deleted.');
    const fields = pal.document;
    const texts = await knowledge(store.db, row.account_id, [...fields.document_ids, ...(row.document.document_ids ?? [])], [...fields.document_tags, ...(row.document.document_tags ?? [])], embeddings?.model ?? null);
    // A conversation's own languages replace the PAL's; the two are not merged (specification, PAL).
    const languages = row.document.properties.languages ?? fields.languages;
    const layers = openLayers(fields.layers, row.pal_id, seal);
    // An English voice says what it says in English.
    const only = spokenLanguages(layers.tts, config);
    const own = palEngines({ layers, languages, engines, config, outbound, clock });
    const builtIn = builtInSentences(only === null ? languages[0] : 'en', fields.pal_name);
    const memories = await memoriesOf(store.db, row.account_id, row.pal_id, row.document.memory_stores ?? row.document.participant_tags ?? []);
    const known = new Knowledge([...texts, ...memories.map((memory) => ({ document_id: '', name: 'About you', content: memory, remembered: true }))], embeddings);
    const documents = new DocumentMind(fields.pal_name, known);
    const video = (await modality(store, row)) === 'video';
    const canvas = MagicCanvasConfig.safeParse(video && fields.pipeline_mode === 'full' ? row.document.skills?.magic_canvas : undefined).data;
    const greeting = row.document.custom_greeting?.trim() || fields.custom_greeting.trim() || builtIn.greeting;
    const tools = own.model && fields.pipeline_mode === 'full' ? await parts.tools(row.account_id, fields.layers.mcp) : [];
    const phrases = [...hotwords(layers.stt?.hotwords), greeting, ...known.phrases()];
    const agent: Agent = new Agent({
      clock, log,
      voice: own.voice,
      ears: own.ears,
      mind: fields.pipeline_mode === 'echo' ? null : own.model ? new ModelMind({ endpoint: own.model, clock, knowledge: known, tools, prompt: () => prompt(fields, row, languages, memories, canvas?.usage_guidance, agent.context) }) : documents,
      fallback: own.model ? documents : null,
      vocabulary: { id: createHash('sha256').update(phrases.join('\n')).digest('hex'), texts: phrases },
      capabilities: capabilities(fields, languages, own),
      languages,
      flow: flowOf(layers.conversational_flow),
      encode: engines.speech ? (...work) => engines.speech!.encode(...work) : null,
      disclosure: disclosure(fields, row.document.policy, builtIn),
      greeting,
      topics: known.topics(TOPICS_OFFERED),
      canvas: canvas ? { components: enabledComponents(canvas), schedulingUrl: canvas.components?.scheduling_embed?.scheduling_url ?? null } : null,
      write: transcript.write,
      history: transcript.history.map(({ role, content }) => ({ role, content })),
    });
    return { agent, face: parts.facePath(face.document) };
  };
}

function capabilities(pal: PalFields, languages: readonly string[], own: PalEngines): Capabilities {
  const echo = pal.pipeline_mode === 'echo';
  return {
    hearing: echo ? 'none' : own.kinds.hearing,
    answering: echo ? 'echo' : own.model ? 'model' : 'documents',
    voice: own.kinds.voice,
    languages: languages.length > 0 ? [...languages] : ['en'],
  };
}

const hotwords = (words: string | readonly string[] | null | undefined): readonly string[] => (typeof words === 'string' ? words.split(/[,\n]/).map((word) => word.trim()).filter(Boolean) : (words ?? []));

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
