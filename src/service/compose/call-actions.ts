/**
 * Actions that `layers.conversational_flow` allows a PAL during a call: end the call, request a person, or open a
 * page for the visitor.
 */
import { randomUUID } from 'node:crypto';
import type { Layers } from '@palkit/contract/layers';
import type { OwnPage } from '@palkit/contract/own-pages';
import {
  type Agent,
  agentSentences,
  type CallActions,
  contactIn,
  endCallTool,
  type FactAnswers,
  GO_TO_PAGE,
  goToPageTool,
  HangUp,
  HumanRequests,
  type Knowledge,
  REQUEST_HUMAN,
  requestHumanTool,
  type Tool,
} from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { publishHumanRequest } from '../conversations/human-requests.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

export function callActions(
  parts: { store: Store; callbacks: Callbacks; clock: Clock; log: Log },
  call: {
    row: ConversationRow;
    layers: Layers;
    knowledge: Knowledge;
    facts: FactAnswers | null;
    /** The first language of the call. */
    language: string | undefined;
    /** True if cards of type `text` may be shown. */
    canShowText: boolean;
    endCall(): void;
  },
  agent: () => Agent,
): { actions: CallActions; tools: Tool[]; hangUp: Pick<HangUp, 'answerPlayed' | 'cancelEnd'> } {
  const flow = call.layers.conversational_flow ?? {};
  const hangUp = new HangUp({ clock: parts.clock, isQuiet: () => !agent().isListening, end: call.endCall });
  const pageOpener = createPageOpener(parts.clock, agent);
  const publishRequest = publishHumanRequest(parts, call.row.id);
  const logFailure = (error: unknown): void =>
    parts.log.error(
      { conversation: call.row.id, ...describe(error) },
      'a request for a person could not be announced',
    );
  const requests = new HumanRequests({
    contact: flow.human_contact ?? call.facts?.contact(call.language)?.text ?? null,
    findContact: async (signal) => (await contactIn(call.knowledge, signal))?.text ?? null,
    show: call.canShowText ? (action) => agent().show(action, 'withWords') : null,
    async requestPerson(request) {
      await publishRequest(request).catch((error: unknown) => {
        logFailure(error);
        throw error;
      });
      agent().handover.request();
      agent().publish('conversation.tool_call', {
        name: REQUEST_HUMAN,
        arguments: JSON.stringify(request),
        tool_call_id: randomUUID(),
      });
    },
  });
  const words = () => agentSentences(agent().language);
  return {
    hangUp: {
      answerPlayed: () => (pageOpener.leave.answerPlayed(), hangUp.answerPlayed()),
      cancelEnd: () => (pageOpener.leave.cancelEnd(), hangUp.cancelEnd()),
    },
    actions: {
      ...(flow.end_call ? { end: () => hangUp.requestEnd() } : {}),
      ...(flow.request_human
        ? {
            requestHuman: (reason: string, signal: AbortSignal) =>
              requests.ask(reason, signal).catch(() => undefined),
          }
        : {}),
    },
    tools: [
      ...(flow.end_call ? [endCallTool(hangUp, () => words().farewell)] : []),
      ...(flow.request_human ? [requestHumanTool(requests, () => words().personInformed)] : []),
      ...(flow.go_to_page && flow.pages?.length
        ? [goToPageTool(flow.pages, pageOpener.openPage, () => words().done)]
        : []),
    ],
  };
}

/**
 * Returns a function that asks the visitor's page to open another page, after the preceding speech has been
 * played. The agent continues afterwards.
 */
function createPageOpener(clock: Clock, agent: () => Agent) {
  let nextPage: { path: string; title: string } | null = null;
  const pauseTimer: HangUp = new HangUp({
    clock,
    isQuiet: () => !agent().isListening,
    end() {
      pauseTimer.cancelEnd();
      if (!nextPage) return;
      agent().publish('conversation.tool_call', {
        name: GO_TO_PAGE,
        arguments: JSON.stringify(nextPage),
        // This id marks a page that the service selected, not a model.
        tool_call_id: `${GO_TO_PAGE}:${randomUUID()}`,
      });
    },
  });
  const openPage = ({ path, title }: OwnPage) => {
    nextPage = { path, title };
    pauseTimer.requestEnd();
  };
  return { leave: pauseTimer, openPage };
}
