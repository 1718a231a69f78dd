/** Makes the agent of a conversation from its PAL, its deployment's settings and the engines at hand. */
import { createHash } from 'node:crypto';
import type { Customization } from '@palkit/contract/customization';
import { LlmTools } from '@palkit/contract/llm-tools';
import type { PalFields } from '@palkit/contract/pals';
import type { Capabilities } from '@palkit/contract/room-events';
import { enabledComponents, MagicCanvasConfig, PresentationConfig } from '@palkit/contract/skills';
import type { Variables } from '@palkit/contract/variables';
import type { Background } from '../platform/background.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import type { AgentFactory } from '../conversations/active-conversation.ts';
import { filledPrompt } from '../conversations/placeholders.ts';
import { brief } from '../conversations/briefing.ts';
import { guardrailsOf, objectivesOf, turnKeeper } from '../conversations/turns.ts';
import { decks } from '../documents/decks.ts';
import { visionModel } from '../perception/perception.ts';
import { VisualGuard } from '../perception/visual-guard.ts';
import type { ConversationRow, FaceDocument } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Circuits } from '../outbound/circuits.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Seal } from '../platform/sealing.ts';
import { Agent } from '../agent/agent.ts';
import { DocumentResponder } from '../agent/replies/document-responder.ts';
import type { Embeddings } from '../language/embeddings.ts';
import { CallSummary } from '../agent/call-summary.ts';
import { byMeaning } from '../agent/rules/guardrails.ts';
import { createJudge } from '../agent/rules/judge.ts';
import { Knowledge } from '../agent/knowledge/knowledge.ts';
import { ModelResponder } from '../agent/replies/model-responder.ts';
import type { Canvas } from '../agent/tools/canvas.ts';
import { ownTools, PageTools } from '../agent/tools/own-tools.ts';
import { callActions } from './call-actions.ts';
import { palEngines, type Engines, type PalEngines } from '../agent/pal-engines.ts';
import { Presentation, slidesOf } from '../agent/replies/presentation.ts';
import { voiceOfFace } from '../seed/system-faces.ts';
import { searchTool } from '../agent/tools/search-tool.ts';
import type { Tool } from '../agent/tools/tool.ts';
import { flowOf } from '../agent/turns/turn-taking.ts';
import { TurnWatch } from '../agent/rules/turn-watch.ts';
import { describe } from '../platform/describe.ts';

export type { Engines } from '../agent/pal-engines.ts';

const TOPICS_OFFERED = 4;
/** UTF-16 units of memories that go before every question; the rest can still be looked up. */
const REMEMBERED_LENGTH = 20_000;

export function createAgentFactory(parts: {
  store: Store;
  clock: Clock;
  log: Log;
  config: Config;
  engines: Engines;
  callbacks: Callbacks;
  background: Background;
  outbound: Outbound;
  embeddings: Embeddings | null;
  seal: Seal;
  facePath(face: FaceDocument): string;
  circuits: Circuits;
  tools(account: number, layer: PalFields['layers']['mcp']): Promise<Tool[]>;
}): AgentFactory {
  const { store, clock, log, config, engines, outbound, seal, embeddings } = parts;
  const unmeant = (error: unknown) =>
    log.warn({ engine: 'embeddings', ...describe(error) }, 'a question was looked up by its words alone');
  return async (row, transcript) => {
    const {
      pal,
      face,
      languages,
      greeting,
      disclosure,
      documents: texts,
      memories,
    } = await brief(store.db, row, { config, seal, model: embeddings?.model ?? null });
    const { layers } = pal;
    const full = pal.pipeline_mode === 'full';
    const own = palEngines({
      layers,
      languages,
      engines,
      config,
      outbound,
      clock,
      standard: voiceOfFace(row.face_id),
      circuits: parts.circuits,
      account: row.account_id,
    });
    const model = own.model && {
      ...own.model,
      learned: (words: string) =>
        log.info({ engine: 'model', conversation: row.id, words }, 'a server lacks something'),
    };
    if (own.kinds.voice === 'embedded' || own.kinds.hearing === 'embedded') engines.warm?.(languages);
    const known = new Knowledge(
      [
        ...texts,
        ...memories.map((memory) => ({
          document_id: '',
          name: 'About you',
          content: memory,
          remembered: true,
        })),
      ],
      embeddings,
      unmeant,
    );
    // The first question shall not wait for it.
    if (full && known.passages.length > 0) engines.sentences?.warm();
    parts.background.run(async (signal) => {
      await known.prepare(signal).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn(
            { engine: 'embeddings', ...describe(error) },
            'sentences without vectors are found by their words',
          );
      });
    });
    const looks = await customization(store, row);
    const video = (looks.modality ?? 'video') === 'video';
    const canvas = MagicCanvasConfig.safeParse(
      video && full ? row.document.skills?.magic_canvas : undefined,
    ).data;
    const shows = canvas !== undefined && enabledComponents(canvas).has('text');
    const call = callActions(parts, { row, layers, known, shows, over: transcript.over }, () => agent);
    const documents = new DocumentResponder(pal.pal_name, known, () => agent.language, call.actions);
    const page = new PageTools(clock, (call) => agent.tell('conversation.tool_call', call));
    const tools =
      own.model && full
        ? [
            ...(config.search && row.document.skills?.internet_search
              ? [searchTool(config.search, clock)]
              : []),
            ...ownTools(LlmTools.safeParse(layers.llm?.tools).data ?? [], {
              outbound,
              page,
              show: (action) => agent.show(action),
            }),
            ...(await parts.tools(row.account_id, layers.mcp)),
          ]
        : [];
    if (own.model && full)
      tools.push(...call.tools.filter(({ name }) => !tools.some((tool) => tool.name === name)));
    const rules = await guardrailsOf(store.db, row.account_id, pal);
    const watch: TurnWatch = new TurnWatch({
      ...(await objectivesOf(store.db, row.id, pal)),
      rules,
      near: embeddings ? byMeaning(rules, embeddings, unmeant) : undefined,
      judge: model && createJudge(model, clock),
      strict: layers.llm?.strict_guardrails === true,
      keeper: turnKeeper(parts, row),
      voicing: {
        tell: (type, properties) => agent.tell(type, properties),
        retract: (words) => agent.retract(words),
        language: () => agent.language,
      },
      background: parts.background,
      log,
    });
    const eyes = visionModel(layers.perception, parts);
    const visual =
      full && eyes
        ? new VisualGuard({
            judge: createJudge(eyes, clock),
            watch,
            clock,
            background: parts.background,
            log,
          })
        : null;
    const deck = PresentationConfig.safeParse(
      video && full ? row.document.skills?.['presentation'] : undefined,
    ).data;
    const slides = deck
      ? slidesOf(await decks(store.db, row.account_id, deck.document_ids, config.publicUrl))
      : [];
    const presentation =
      deck && slides.length > 0
        ? new Presentation(slides, {
            show: (action) => agent.show(action),
            walk: (steps, began) => agent.walk(steps, began),
          })
        : null;
    if (presentation && own.model) tools.push(...presentation.tools());
    const quoting = presentation ? presentation.over(documents) : documents;
    const phrases = [...hotwords(layers.stt?.hotwords), greeting, ...known.phrases()];
    const instructions = () =>
      [
        prompt(pal, row, languages, memories, canvas?.usage_guidance, agent.variables()),
        presentation?.instructions(deck?.prompt),
        watch.instructions(),
      ]
        .filter(Boolean)
        .join('\n\n');
    const thinking =
      model && full
        ? new ModelResponder({
            endpoint: model,
            clock,
            knowledge: known,
            tools,
            prompt: instructions,
            language: () => agent.language,
            page: () => agent.context,
            aloud: looks.modality !== 'chat',
            summary: new CallSummary({
              judge: createJudge(model, clock),
              background: parts.background,
              log,
            }),
          })
        : null;
    const table: Canvas | null = canvas
      ? {
          components: enabledComponents(canvas),
          schedulingUrl: canvas.components?.scheduling_embed?.scheduling_url ?? null,
        }
      : null;
    const agent: Agent = new Agent({
      conversation: row.id,
      clock,
      log,
      voice: own.voice,
      ears: own.ears,
      responder: full ? watch.over(thinking ?? quoting) : null,
      fallback: own.model ? watch.over(quoting) : null,
      vocabulary: { id: createHash('sha256').update(phrases.join('\n')).digest('hex'), texts: phrases },
      capabilities: capabilities(pal, languages, own),
      cloudHearing: looks.hearing === 'browser-cloud',
      recorded: row.document.properties.enable_recording === true,
      languages,
      flow: flowOf(layers.conversational_flow, layers.llm),
      encode: engines.speech ? (...work) => engines.speech!.encode(...work) : null,
      disclosure,
      greeting,
      topics: known.topics(TOPICS_OFFERED),
      canvas: table,
      write: transcript.write,
      trace: transcript.trace,
      failed: transcript.failed,
      history: transcript.history.map(({ role, content }) => ({ role, content })),
      watch: full
        ? {
            heard: (line) => (call.hangUp.stay(), watch.heard(line)),
            begun: () => watch.begun(),
            closed: () => (call.hangUp.stay(), watch.closed()),
          }
        : null,
      seen: (webp) => visual?.seen(webp),
      toolResult: (id, output, status) => page.answered(id, output, status),
      answered: () => (call.hangUp.said(), presentation?.answered()),
      ...(presentation && deck?.slides_trigger === 'walk_the_deck'
        ? { greeted: () => void presentation.walk() }
        : {}),
    });
    const { signal } = new AbortController();
    return {
      agent,
      face: parts.facePath(face),
      prompt: thinking && ((question) => thinking.prompt(question, { history: [], canvas: table, signal })),
    };
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

const hotwords = (words: string | readonly string[] | null | undefined): readonly string[] =>
  typeof words === 'string'
    ? words
        .split(/[,\n]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : (words ?? []);

function prompt(
  pal: PalFields,
  row: ConversationRow,
  languages: readonly string[],
  memories: readonly string[],
  guidance: string | undefined,
  variables: Variables,
): string {
  const remembered =
    memories.length > 0
      ? `What you remember of this visitor:\n${memories
          .map((memory) => `- ${memory}`)
          .join('\n')
          .slice(0, REMEMBERED_LENGTH)}`
      : '';
  const spoken =
    languages.length > 0
      ? `Answer only in ${
          languages.length === 1
            ? 'this language'
            : "one of these languages, the visitor's where it is among them"
        }: ${languages.join(', ')}.`
      : '';
  const words = [
    pal.system_prompt,
    spoken,
    guidance && `When to show cards: ${guidance}`,
    remembered,
    row.document.conversational_context,
  ];
  return filledPrompt(words.filter(Boolean).join('\n\n'), { ...row.document.variables, ...variables });
}

/** What the deployment's owner chose for the visitor's side; nothing where a key made the conversation. */
async function customization(store: Store, row: ConversationRow): Promise<Customization> {
  if (row.deployment_id === null) return {};
  const deployment = await store.db
    .selectFrom('deployments')
    .select('document')
    .where('id', '=', row.deployment_id)
    .executeTakeFirst();
  return deployment?.document.customization ?? {};
}
