/** Creates the agent of a conversation from its PAL, its deployment's settings and the available engines. */
import { createHash } from 'node:crypto';
import { mayBrowserSpeak } from '@palkit/contract/browser-voice';
import type { Capabilities } from '@palkit/contract/room-events';
import {
  Agent,
  type AgentOptions,
  CallSummary,
  type Canvas,
  createJudge,
  DocumentResponder,
  documentsFirst,
  type ModelEndpoint,
  ModelResponder,
  type PageState,
  PageTools,
  type Presentation,
  type Tool,
  turnOptionsOf,
  type TurnWatch,
  type VisualGuard,
  localDate,
} from '@palkit/agent';
import type { AgentFactory } from '../conversations/call-parts.ts';
import { handoverCallbacks } from '../conversations/handovers.ts';
import { callActions } from './call-actions.ts';
import { agentBasis, type AgentBasis, type AgentParts } from './agent-basis.ts';
import { agentPrompt } from './agent-prompt.ts';
import { turnWatch, visualGuard } from './agent-rules.ts';
import { agentPresentation, agentTools } from './agent-tools.ts';

export type { Engines } from '../engines/pal-engines.ts';

const MAX_OFFERED_TOPICS = 4;

export function createAgentFactory(parts: AgentParts): AgentFactory {
  return async (row, transcript) => {
    const basis = await agentBasis(parts, row, () => agent);
    const { own, knowledge, hasResponder, components } = basis;
    const { face, pal } = basis.briefing;
    const call = callActions(
      parts,
      {
        row,
        layers: pal.layers,
        knowledge,
        facts: basis.facts,
        language: basis.briefing.languages[0],
        canShowText: components.has('text'),
        endCall: transcript.endCall,
      },
      () => agent,
    );
    const page = new PageTools(parts.clock, (toolCall) => agent.publish('conversation.tool_call', toolCall));
    const tools = await agentTools(parts, basis, page, call.tools);
    const watch = await turnWatch(parts, basis);
    const visual = visualGuard(parts, basis, watch);
    const presentation = await agentPresentation(parts, basis);
    if (presentation && own.model) tools.push(...presentation.tools());
    const documents = new DocumentResponder(pal.pal_name, knowledge, {
      language: () => agent.language,
      call: call.actions,
      facts: basis.facts,
      today: () => localDate(parts.clock.now(), pal.timezone),
    });
    const documentResponder = presentation ? presentation.wrapResponder(documents) : documents;
    const callResponder = modelResponder(parts, basis, { tools, watch, visual, presentation });
    const rehearsalResponder = modelResponder(parts, basis, { tools: [], watch, visual, presentation: null });
    const withDocumentsFirst = (model: ModelResponder | null) => documentsFirst(own.model, documents, model);
    const canvas = canvasOf(basis);
    const agent: Agent = new Agent({
      ...settingsOf(parts, basis),
      responder: hasResponder
        ? watch.wrapResponder(withDocumentsFirst(callResponder) ?? documentResponder)
        : null,
      fallback: own.model ? watch.wrapResponder(documentResponder) : null,
      canvas,
      write: transcript.write,
      trace: transcript.trace,
      onFailure: transcript.onFailure,
      history: transcript.history
        .filter(({ origin }) => origin !== 'service')
        .map(({ role, content }) => ({ role, content })),
      watch: hasResponder
        ? {
            takeLine: (line) => (call.hangUp.cancelEnd(), watch.takeLine(line)),
            openTurn: () => watch.openTurn(),
            endCall: () => (call.hangUp.cancelEnd(), watch.endCall()),
          }
        : null,
      onPicture: (webp) => visual?.onPicture(webp),
      handover: handoverCallbacks(parts, row.id),
      onToolResult: (id, output, status) => page.takePageReport(id, output, status),
      ...pageContextOptions(parts, basis, transcript.onPageContext),
      onAnswered: () => (call.hangUp.answerPlayed(), presentation?.onAnswerSpoken()),
      ...(presentation && basis.deck?.slides_trigger === 'walk_the_deck'
        ? { onGreeted: () => void presentation.walk() }
        : {}),
    });
    return {
      agent,
      face: parts.facePath(face),
      rehearsal: {
        responder: hasResponder
          ? watch.wrapResponder(withDocumentsFirst(rehearsalResponder) ?? documents)
          : null,
        canvas,
        vectorsReady: basis.vectorsReady,
      },
      prompt: callResponder && promptOf(callResponder, canvas, own.model?.readAhead),
    };
  };
}

/** Creates the responder of the model; null if there is no model or the agent produces no answers itself. */
function modelResponder(
  { clock, background, log }: AgentParts,
  basis: AgentBasis,
  {
    tools,
    watch,
    visual,
    presentation,
  }: {
    tools: readonly Tool[];
    watch: TurnWatch;
    visual: VisualGuard | null;
    presentation: Presentation | null;
  },
): ModelResponder | null {
  const { model, hasResponder, knowledge, customization, deck, agent } = basis;
  if (!model || !hasResponder) return null;
  return new ModelResponder({
    endpoint: model,
    clock,
    zone: basis.briefing.pal.timezone,
    knowledge,
    tools,
    prompt: () =>
      [
        agentPrompt(basis),
        presentation?.instructions(deck?.prompt),
        watch.instructions(),
        visual?.instructions(),
      ]
        .filter(Boolean)
        .join('\n\n'),
    language: () => agent().language,
    page: () => agent().context,
    isSpoken: customization.modality !== 'chat',
    summary: new CallSummary({ judge: createJudge(model, clock), background, log }),
  });
}

/**
 * Returns a function that builds the prompt for a question. `readAhead` gets the prompt for an empty question
 * at once, so that the model can read the constant part before the first question.
 */
function promptOf(model: ModelResponder, canvas: Canvas | null, readAhead: ModelEndpoint['readAhead']) {
  const { signal } = new AbortController();
  const prompt = (question: string) => model.prompt(question, { history: [], canvas, signal });
  if (readAhead) void prompt('').then(readAhead, () => undefined);
  return prompt;
}

/**
 * Returns the page context with which the conversation starts, and a function that handles later ones.
 * Without a model, the agent searches the page context together with the documents.
 */
function pageContextOptions(
  { background }: AgentParts,
  { row, own, hasResponder, knowledge }: AgentBasis,
  storeContext: (context: PageState) => void,
): Pick<AgentOptions, 'pageContext' | 'onPageContext'> {
  const pageState = row.document.page;
  const indexContext = ({ context }: PageState) => {
    if (hasResponder && !own.model) background.run((signal) => knowledge.setPageText(context, signal));
  };
  if (pageState?.context) indexContext(pageState);
  return {
    ...(pageState ? { pageContext: pageState } : {}),
    onPageContext: (newState) => {
      storeContext(newState);
      indexContext(newState);
    },
  };
}

/**
 * Returns the agent's settings that follow from the briefing and the engines, such as voice, languages and
 * greeting.
 */
function settingsOf(
  { clock, log, engines }: AgentParts,
  { row, briefing, own, knowledge, customization }: AgentBasis,
) {
  const { languages, greeting, disclosure, pal, face } = briefing;
  const isRecorded = row.document.properties.enable_recording === true;
  const phrases = [...hotwords(pal.layers.stt?.hotwords), greeting, ...knowledge.phrases()];
  return {
    conversation: row.id,
    clock,
    log,
    voice: own.voice,
    browserVoice: mayBrowserSpeak(customization, { isRecorded, isTrained: face.trained !== undefined }),
    speechToText: own.ears,
    vocabulary: { id: createHash('sha256').update(phrases.join('\n')).digest('hex'), texts: phrases },
    capabilities: capabilities({ briefing, own }),
    cloudHearing: customization.hearing === 'browser-cloud',
    recorded: isRecorded,
    captions: row.document.properties.enable_closed_captions,
    languages,
    turnOptions: turnOptionsOf(pal.layers.conversational_flow, {
      llm: pal.layers.llm,
      hurried: own.model !== null,
    }),
    encode: engines.speech
      ? (work, signal) => engines.speech!.encode(work, signal, { account: row.account_id })
      : null,
    disclosure,
    greeting,
    topics: knowledge.topics(MAX_OFFERED_TOPICS),
  } satisfies Partial<AgentOptions>;
}

/** Returns the cards that the agent may show; null if it may show none. */
function canvasOf({ canvas, components }: AgentBasis): Canvas | null {
  if (!canvas) return null;
  const schedulingUrl = canvas.components?.scheduling_embed?.scheduling_url ?? null;
  return { components, schedulingUrl };
}

function capabilities({
  briefing: { pal, languages },
  own,
}: Pick<AgentBasis, 'briefing' | 'own'>): Capabilities {
  const isEcho = pal.pipeline_mode === 'echo';
  return {
    hearing: isEcho ? 'none' : own.kinds.hearing,
    answering: isEcho ? 'echo' : own.model ? 'model' : 'documents',
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
