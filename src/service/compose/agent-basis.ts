/** Loads everything that an agent needs before it is created: its briefing, engines and knowledge. */
import type * as z from 'zod';
import type { Customization } from '@palkit/contract/customization';
import type { PalFields } from '@palkit/contract/pals';
import {
  enabledComponents,
  MagicCanvasConfig,
  PresentationConfig,
  type ComponentName,
} from '@palkit/contract/skills';
import {
  type Agent,
  type Embeddings,
  FactAnswers,
  FACTS_ID,
  Knowledge,
  type ModelEndpoint,
  type Tool,
} from '@palkit/agent';
import type { Background } from '@palkit/runtime/background';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { palEngines, type Engines, type PalEngines } from '../engines/pal-engines.ts';
import { voiceFor } from '../engines/pal-voice.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Config } from '../config/config.ts';
import { brief, type Briefing } from '../conversations/briefing.ts';
import type { KnownDocuments } from '../documents/known-documents.ts';
import type { Circuits } from '@palkit/outbound/circuits';
import type { Outbound } from '@palkit/outbound/outbound';
import type { Seal } from '../platform/sealing.ts';
import { voiceOfFace } from '../seed/system-faces.ts';
import type { ConversationRow, FaceDocument } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

export interface AgentParts {
  store: Store;
  clock: Clock;
  log: Log;
  config: Config;
  engines: Engines;
  callbacks: Callbacks;
  background: Background;
  outbound: Outbound;
  embeddings: Embeddings | null;
  knownDocuments: KnownDocuments;
  seal: Seal;
  facePath(face: FaceDocument): string;
  circuits: Circuits;
  tools(account: number, layer: PalFields['layers']['mcp']): Promise<Tool[]>;
}

export interface AgentBasis {
  row: ConversationRow;
  briefing: Briefing;
  own: PalEngines;
  /** The model that answers, which logs features that its server lacks; null if there is none. */
  model: ModelEndpoint | null;
  knowledge: Knowledge;
  /**
   * Settles when the PAL's facts and memories can also be searched by meaning, or when that has failed. Never
   * rejects.
   */
  vectorsReady: Promise<void>;
  /** Facts that take precedence over documents; null if there are none. */
  facts: FactAnswers | null;
  customization: Customization;
  /** True in the pipeline mode `full`, in which the agent answers with a model or from documents. */
  hasResponder: boolean;
  canvas: MagicCanvasConfig | undefined;
  components: ReadonlySet<ComponentName>;
  deck: z.output<typeof PresentationConfig> | undefined;
  /** Returns the agent; it may be called only after the agent was created. */
  agent: () => Agent;
}

export async function agentBasis(
  parts: AgentParts,
  row: ConversationRow,
  agent: () => Agent,
): Promise<AgentBasis> {
  const { store, log, config, engines, seal } = parts;
  const briefing = await brief(store.db, row, { config, seal, log });
  const { pal, languages } = briefing;
  const hasResponder = pal.pipeline_mode === 'full';
  const own = palEngines({
    ...parts,
    layers: pal.layers,
    languages,
    standard: voiceOfFace(row.face_id),
    account: row.account_id,
  });
  const voice = voiceFor(pal.layers.tts ?? {}, languages[0]) ?? voiceOfFace(row.face_id);
  if (own.kinds.voice === 'embedded' || own.kinds.hearing === 'embedded') engines.warm?.(languages, voice);
  const { knowledge, vectorsReady } = await knowledgeOf(parts, briefing, hasResponder);
  const customization = await readCustomization(store, row);
  // A skill is only offered if the agent produces its own answers and the visitor can see cards.
  const hasVideo = (customization.modality ?? 'video') === 'video' && !row.document.properties.audio_only;
  const skills = hasResponder && hasVideo ? row.document.skills : undefined;
  const canvas = MagicCanvasConfig.safeParse(skills?.magic_canvas).data;
  return {
    row,
    briefing,
    own,
    model: own.model && {
      ...own.model,
      onLearned: (words: string) =>
        log.warn({ engine: 'model', conversation: row.id, words }, 'a server lacks something'),
    },
    knowledge,
    vectorsReady,
    facts: pal.facts ? new FactAnswers(pal.facts, { clock: parts.clock, zone: pal.timezone }) : null,
    customization: customization,
    hasResponder,
    canvas,
    components: canvas ? enabledComponents(canvas) : new Set(),
    deck: PresentationConfig.safeParse(skills?.['presentation']).data,
    agent,
  };
}

/** Returns a function that logs that a question was searched by its words only, not by meaning. */
export const logVectorFailure =
  ({ log }: Pick<AgentParts, 'log'>) =>
  (error: unknown): void =>
    log.warn({ engine: 'embeddings', ...describe(error) }, 'a question was looked up by its words alone');

/**
 * Loads the PAL's documents, facts and memories. The vectors of facts and memories are computed in the
 * background.
 */
async function knowledgeOf(
  parts: AgentParts,
  { documents, memories, pal }: Briefing,
  hasResponder: boolean,
): Promise<Pick<AgentBasis, 'knowledge' | 'vectorsReady'>> {
  const { log, engines, embeddings, background } = parts;
  const remembered = memories.map((memory) => ({
    document_id: '',
    name: 'About you',
    content: memory,
    remembered: true,
  }));
  const lines = pal.facts?.lines ?? [];
  const facts = lines.map((content, index) => ({
    document_id: `${FACTS_ID}${index}`,
    name: 'Facts',
    content,
    remembered: true,
  }));
  const index = await parts.knownDocuments.of(documents);
  const knowledge = new Knowledge([...facts, ...remembered], embeddings, logVectorFailure(parts), index);
  // Load the sentence model now, so that the first question does not wait for it.
  if (hasResponder && knowledge.passages.length > 0) engines.sentences?.warm();
  const vectorsReady = new Promise<void>((resolve) => {
    background.run(async (signal) => {
      await knowledge.prepare(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        const words = 'memories are searched by keywords, without embeddings';
        log.warn({ engine: 'embeddings', ...describe(error) }, words);
      });
      resolve();
    });
  });
  return { knowledge, vectorsReady };
}

/** Returns the deployment's customization; empty if the conversation was created with an API key. */
async function readCustomization(store: Store, row: ConversationRow): Promise<Customization> {
  if (row.deployment_id === null) return {};
  const deployment = await store.db
    .selectFrom('deployments')
    .select('document')
    .where('id', '=', row.deployment_id)
    .executeTakeFirst();
  return deployment?.document.customization ?? {};
}
