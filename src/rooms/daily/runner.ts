/**
 * The agent runner: a service of the operator that sends an agent into a Daily room. `docs/guide/daily.md`
 * describes the requests in both directions.
 */
import type { OLDER_EVENTS } from '@palkit/contract/older-events';
import type { ToolFields } from '@palkit/contract/tools';

const TIMEOUT = 10_000;

/** The JSON body of a request to the runner. */
export interface Dispatch {
  conversation_id: string;
  room_url: string;
  /** Token with which the agent joins the room. */
  token: string;
  /**
   * Address to which the runner reports lines (`POST /rooms/{conversation_id}/report`), with `report_token` as bearer
   * token.
   */
  report_url: string;
  report_token: string;
  /** Address for pictures of the visitor's camera, with the same bearer token; null if no model needs them. */
  picture_url: string | null;
  pal: {
    pal_id: string;
    pal_name: string;
    pipeline_mode: 'full' | 'echo';
    system_prompt: string;
    greeting: string;
    languages: readonly string[];
    /** Texts that are spoken and shown before the greeting; null if there is no disclosure. */
    disclosure: { verbal: string; visual: string } | null;
    layers: Record<string, unknown>;
    /**
     * The account's tools that are attached to the PAL, with credentials. The agent uses them in addition to
     * `layers.llm.tools`.
     */
    tools: readonly ({ tool_id: string } & ToolFields)[];
    skills: Record<string, unknown>;
  };
  /** Events that the agent must also send under a legacy name. */
  older_events: typeof OLDER_EVENTS;
  /** True if the agent sends no video. */
  audio_only: boolean;
  face_id: string;
  conversational_context: string;
  memories: readonly string[];
  /** The PAL's documents with headings and texts, for retrieval by the runner. */
  documents: readonly { document_id: string; name: string; content: string }[];
}

/**
 * `accepted`: the agent will join. `refused`: repeating the request would have the same result. `unreachable`:
 * a later request may succeed.
 */
export type DispatchResult = 'accepted' | 'refused' | 'unreachable';

export interface Runner {
  /**
   * Requests an agent. The id of the conversation is sent as `idempotency-key`, because two requests for one
   * conversation must send only one agent.
   */
  dispatch(order: Dispatch): Promise<DispatchResult>;
}

export function createRunner(settings: { url: string; key: string | null; fetch?: typeof fetch }): Runner {
  const send = settings.fetch ?? fetch;
  return {
    async dispatch(order) {
      try {
        const response = await send(settings.url, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT),
          body: JSON.stringify(order),
          headers: {
            'content-type': 'application/json',
            'idempotency-key': order.conversation_id,
            ...(settings.key ? { authorization: `Bearer ${settings.key}` } : {}),
          },
        });
        await response.body?.cancel();
        if (response.ok) return 'accepted';
        return response.status >= 500 || response.status === 408 || response.status === 429
          ? 'unreachable'
          : 'refused';
      } catch {
        return 'unreachable';
      }
    },
  };
}
