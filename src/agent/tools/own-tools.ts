/** A PAL's own tools (`layers.llm.tools`). They run over HTTP through the outbound guard, or in the visitor's page. */
import { randomUUID } from 'node:crypto';
import { ownCardKind, type LlmTool } from '@palkit/contract/llm-tools';
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import type { ToolFetch } from '../ports/tool-fetch.ts';
import { MAX_OWN_ARGUMENTS, type CanvasAction } from './canvas.ts';
import type { Tool } from './tool.ts';

/** Maximum milliseconds until the last byte. */
const HTTP_MS = 15_000;
const MAX_BYTES = 1024 * 1024;
/** Maximum milliseconds for the visitor's page, which may ask the visitor. */
const PAGE_MS = 20_000;
/** Maximum milliseconds until the page reports whether it shows a card; without a report the card counts as shown. */
const DISPLAY_REPORT_MS = 1500;
/** Maximum number of characters of a result that are returned to the model. */
export const MAX_RESULT = 20_000;

/** Maximum number of characters of an error response that are returned to the model. */
const MAX_REFUSAL = 1000;

/** Results for the model if the page does not show a card. */
const DRAWING_ERRORS = {
  unknown_component:
    "Error: the card was not shown, for the visitor's page has none of this kind. Say in words what it would have " +
    'shown, and do not call this again.',
  invalid_arguments: 'Error: the card was not shown: the page could not read its arguments.',
} as const;

type Definition = Pick<Tool, 'name' | 'description' | 'parameters' | 'readOnly' | 'endsAnswer' | 'words'>;
const definition = ({ function: { name, description, parameters }, effects }: LlmTool): Definition => ({
  name,
  description,
  parameters,
  readOnly: effects === false,
});

export function ownTools(
  tools: readonly LlmTool[],
  {
    outbound,
    page,
    show,
  }: { outbound: ToolFetch; page: PageTools; show(action: CanvasAction): string | null },
): Tool[] {
  return tools.map((tool) => {
    const kind = ownCardKind(tool.function.name);
    if (kind !== null) return cardTool(definition(tool), kind, page, show);
    return tool.http ? httpTool(definition(tool), tool.http, outbound) : page.tool(definition(tool));
  });
}

/** Shows a card of the page. The call does not wait for the visitor's answer, which arrives as a line. */
function cardTool(
  tool: Definition,
  kind: string,
  page: PageTools,
  show: (action: CanvasAction) => string | null,
): Tool {
  return {
    ...tool,
    // A card that replaces another one has a side effect, even if the owner declares that it has none.
    readOnly: false,
    async run(parameters, signal) {
      if (JSON.stringify(parameters).length > MAX_OWN_ARGUMENTS)
        return `Error: the card was not shown. Its arguments are more than ${MAX_OWN_ARGUMENTS} characters.`;
      const id = page.isUnsupportedKind(kind) ? null : show({ do: 'show-own', kind, arguments: parameters });
      const displayFault = id === null ? 'unknown_component' : await page.awaitDisplay(kind, id, signal);
      if (displayFault !== null) return DRAWING_ERRORS[displayFault];
      return 'Done: the visitor sees it. Say in a sentence what it is. What they answer comes as their words.';
    },
  };
}

function httpTool(tool: Definition, http: NonNullable<LlmTool['http']>, outbound: ToolFetch): Tool {
  return {
    ...tool,
    async run(parameters, signal, call) {
      const url = new URL(http.url);
      const isInQuery = http.method === 'GET' || http.method === 'DELETE';
      if (isInQuery)
        for (const [name, value] of Object.entries(parameters))
          url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      try {
        const response = await outbound.fetch(url, {
          method: http.method,
          signal,
          timeout: HTTP_MS,
          maximumBytes: MAX_BYTES,
          headers: {
            accept: 'application/json, text/*',
            ...(isInQuery ? {} : { 'content-type': 'application/json' }),
            ...(call ? { 'idempotency-key': call.idempotencyKey } : {}),
            ...http.headers,
          },
          ...(isInQuery ? {} : { body: JSON.stringify(parameters) }),
        });
        const text = (await response.text()).slice(0, MAX_RESULT);
        if (response.ok) return text;
        // A server's description of an internal failure must not reach a model or a visitor.
        const words = response.status < 500 ? text.slice(0, MAX_REFUSAL) : '';
        return `Error: the address answered ${response.status}. ${words}`.trim();
      } catch (error) {
        signal.throwIfAborted();
        return `Error: ${error instanceof OutsideFault ? error.message : 'The request could not be made.'}`;
      }
    },
  };
}

interface PageAnswer {
  output: string;
  status: string | undefined;
}
const LATE_ANSWER: PageAnswer = { output: "the visitor's page did not answer in time.", status: 'error' };

/** Calls that were sent to the visitor's page and wait for a result. A result without such a call is ignored. */
export class PageTools {
  readonly #clock: Clock;
  readonly #send: (call: { name: string; arguments: string; tool_call_id: string }) => void;
  readonly #answerReceivers = new Map<string, (answer: PageAnswer) => void>();
  /** Kinds of cards that the page reported as unknown. */
  readonly #unsupportedKinds = new Set<string>();
  /** The most recent card. */
  #card = { id: '', kind: '' };

  constructor(clock: Clock, send: (call: { name: string; arguments: string; tool_call_id: string }) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  tool(definition: Definition): Tool {
    return {
      ...definition,
      droppable: true,
      run: async (parameters, signal) => {
        signal.throwIfAborted();
        const id = randomUUID();
        const answer = this.#awaitAnswer(id, PAGE_MS, signal);
        this.#send({ name: definition.name, arguments: JSON.stringify(parameters), tool_call_id: id });
        const { output, status } = await answer;
        return status === 'error' ? `Error: ${output}` : output;
      },
    };
  }

  /** Sends the call to the page without waiting for an answer. */
  notifyingTool(definition: Definition): Tool {
    return {
      ...definition,
      run: (parameters, signal) => {
        signal.throwIfAborted();
        this.#send({
          name: definition.name,
          arguments: JSON.stringify(parameters),
          tool_call_id: randomUUID(),
        });
        return Promise.resolve("Done: the visitor's page was told.");
      },
    };
  }

  /** True if the page has reported that it has no such kind of card. */
  isUnsupportedKind(kind: string): boolean {
    return this.#unsupportedKinds.has(kind);
  }

  /** Returns the reason why the page does not show this card; null if it does, or if the report is late. */
  async awaitDisplay(
    kind: string,
    id: string,
    signal: AbortSignal,
  ): Promise<keyof typeof DRAWING_ERRORS | null> {
    signal.throwIfAborted();
    this.#card = { id, kind };
    const answer = await this.#awaitAnswer(id, DISPLAY_REPORT_MS, signal);
    return answer !== LATE_ANSWER && answer.status === 'error' ? faultOf(answer.output) : null;
  }

  takePageReport(id: string, output: string, status: string | undefined): void {
    // A report that arrives too late for its call is still used for later calls.
    if (status === 'error' && id === this.#card.id && faultOf(output) === 'unknown_component')
      this.#unsupportedKinds.add(this.#card.kind);
    this.#answerReceivers.get(id)?.({ output: output.slice(0, MAX_RESULT), status });
  }

  /** Waits for the page's result of a call; rejects when the signal aborts. */
  #awaitAnswer(id: string, timeout: number, signal: AbortSignal): Promise<PageAnswer> {
    return new Promise((resolve, reject) => {
      const cleanup = new AbortController();
      const settle = (answer: PageAnswer) => {
        this.#answerReceivers.delete(id);
        cleanup.abort();
        resolve(answer);
      };
      this.#answerReceivers.set(id, settle);
      signal.addEventListener(
        'abort',
        () => {
          this.#answerReceivers.delete(id);
          cleanup.abort();
          reject(signal.reason as Error);
        },
        { once: true, signal: cleanup.signal },
      );
      this.#clock.after(timeout, () => settle(LATE_ANSWER), cleanup.signal);
    });
  }
}

function faultOf(output: string): keyof typeof DRAWING_ERRORS {
  return output.includes('unknown_component') ? 'unknown_component' : 'invalid_arguments';
}
