/**
 * A PAL's own tools (`layers.llm.tools`): over HTTP through the outbound guard, or answered by the visitor's
 * page.
 */
import { randomUUID } from 'node:crypto';
import { ownCardKind, type LlmTool } from '@palkit/contract/llm-tools';
import type { Clock } from '../../platform/clock.ts';
import { OutboundError, type Outbound } from '../../outbound/outbound.ts';
import { MOST_OWN_ARGUMENTS, type CanvasAction } from './canvas.ts';
import type { Tool } from './tool.ts';

/** Milliseconds until the last byte. */
const HTTP_MS = 15_000;
const MOST_BYTES = 1024 * 1024;
/** Milliseconds for the visitor's page, which may ask the visitor. */
const PAGE_MS = 20_000;
/** Characters of an outcome that go back to the model. */
export const MOST_RESULT = 20_000;

/** Characters of a refusal that go back to the model. */
const MOST_REFUSAL = 1000;

type Definition = Pick<Tool, 'name' | 'description' | 'parameters' | 'readOnly'>;
const definition = ({ function: { name, description, parameters }, effects }: LlmTool): Definition => ({
  name,
  description,
  parameters,
  readOnly: effects === false,
});

export function ownTools(
  tools: readonly LlmTool[],
  { outbound, page, show }: { outbound: Outbound; page: PageTools; show(action: CanvasAction): void },
): Tool[] {
  return tools.map((tool) => {
    const kind = ownCardKind(tool.function.name);
    if (kind !== null) return cardTool(definition(tool), kind, show);
    return tool.http ? httpTool(definition(tool), tool.http, outbound) : page.tool(definition(tool));
  });
}

/** Shows a card of the page's own. Nobody waits for its answer: that comes as the visitor's words. */
function cardTool(tool: Definition, kind: string, show: (action: CanvasAction) => void): Tool {
  return {
    ...tool,
    // A card that replaces another is an effect, whatever the owner says.
    readOnly: false,
    async run(parameters) {
      if (JSON.stringify(parameters).length > MOST_OWN_ARGUMENTS)
        return `Error: the card was not shown. Its arguments are more than ${MOST_OWN_ARGUMENTS} characters.`;
      show({ do: 'show-own', kind, arguments: parameters });
      return 'Done: the visitor sees it. Say in a sentence what it is. What they answer comes as their words.';
    },
  };
}

function httpTool(tool: Definition, http: NonNullable<LlmTool['http']>, outbound: Outbound): Tool {
  return {
    ...tool,
    async run(parameters, signal, call) {
      const url = new URL(http.url);
      const inQuery = http.method === 'GET' || http.method === 'DELETE';
      if (inQuery)
        for (const [name, value] of Object.entries(parameters))
          url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      try {
        const response = await outbound.fetch(url, {
          method: http.method,
          signal,
          timeout: HTTP_MS,
          maximumBytes: MOST_BYTES,
          headers: {
            accept: 'application/json, text/*',
            ...(inQuery ? {} : { 'content-type': 'application/json' }),
            ...(call ? { 'idempotency-key': call.idempotencyKey } : {}),
            ...http.headers,
          },
          ...(inQuery ? {} : { body: JSON.stringify(parameters) }),
        });
        const text = (await response.text()).slice(0, MOST_RESULT);
        if (response.ok) return text;
        // What a server says of its own failures is not for a model, let alone a visitor.
        const words = response.status < 500 ? text.slice(0, MOST_REFUSAL) : '';
        return `Error: the address answered ${response.status}. ${words}`.trim();
      } catch (error) {
        signal.throwIfAborted();
        return `Error: ${error instanceof OutboundError ? error.message : 'The request could not be made.'}`;
      }
    },
  };
}

/**
 * Calls that the visitor's page has been sent and that wait for its answer. An answer to anything else is no
 * answer.
 */
export class PageTools {
  readonly #clock: Clock;
  readonly #send: (call: { name: string; arguments: string; tool_call_id: string }) => void;
  readonly #waiting = new Map<string, (outcome: string) => void>();

  constructor(clock: Clock, send: (call: { name: string; arguments: string; tool_call_id: string }) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  tool(definition: Definition): Tool {
    return {
      ...definition,
      droppable: true,
      run: (parameters, signal) =>
        new Promise((resolve, reject) => {
          signal.throwIfAborted();
          const id = randomUUID();
          const settled = new AbortController();
          const settle = (outcome: string) => {
            this.#waiting.delete(id);
            settled.abort();
            resolve(outcome);
          };
          this.#waiting.set(id, settle);
          signal.addEventListener(
            'abort',
            () => {
              this.#waiting.delete(id);
              settled.abort();
              reject(signal.reason as Error);
            },
            { once: true, signal: settled.signal },
          );
          this.#clock.after(
            PAGE_MS,
            () => settle("Error: the visitor's page did not answer in time."),
            settled.signal,
          );
          this.#send({ name: definition.name, arguments: JSON.stringify(parameters), tool_call_id: id });
        }),
    };
  }

  answered(id: string, output: string, status: string | undefined): void {
    const text = output.slice(0, MOST_RESULT);
    this.#waiting.get(id)?.(status === 'error' ? `Error: ${text}` : text);
  }
}
