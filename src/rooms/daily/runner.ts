/**
 * The agent runner: a service of the operator that sends the agent into a Daily room. `docs/guide/daily.md` describes
 * both directions.
 */
import type { OLDER_EVENTS } from '@palkit/contract/older-events';
import type { ToolFields } from '@palkit/contract/tools';

const TIMEOUT = 10_000;

/** The JSON body for the runner. */
export interface Dispatch {
  conversation_id: string;
  room_url: string;
  /** Joins the room as the agent. */
  token: string;
  /**
   * Address to which the runner reports what is said (`POST /rooms/{conversation_id}/report`), with `report_token` as
   * bearer.
   */
  report_url: string;
  report_token: string;
  /** The address for pictures of the visitor's camera, with the same bearer; null if no model looks at them. */
  picture_url: string | null;
  pal: {
    pal_id: string;
    pal_name: string;
    pipeline_mode: 'full' | 'echo';
    system_prompt: string;
    greeting: string;
    languages: readonly string[];
    /** Spoken and shown before the greeting; null without a disclosure. */
    disclosure: { verbal: string; visual: string } | null;
    layers: Record<string, unknown>;
    /** The account's tools that are attached to the PAL, in addition to `layers.llm.tools`; with credentials. */
    tools: readonly ({ tool_id: string } & ToolFields)[];
    skills: Record<string, unknown>;
  };
  /** Events that the agent also sends under an older name. */
  older_events: typeof OLDER_EVENTS;
  /** The agent sends no video. */
  audio_only: boolean;
  face_id: string;
  conversational_context: string;
  memories: readonly string[];
  /** The PAL's knowledge as headings and texts, for the runner's own retrieval. */
  documents: readonly { document_id: string; name: string; content: string }[];
}

/** `refused`: another request would get the same answer. */
export type DispatchResult = 'accepted' | 'refused' | 'unreachable';

export interface Runner {
  /** Two requests for one conversation must send one agent: the conversation's id is the `idempotency-key`. */
  dispatch(order: Dispatch): Promise<DispatchResult>;
}

export function createRunner(settings: { url: string; key: string | null; fetch?: typeof fetch }): Runner {
  const send = settings.fetch ?? fetch;
  return {
    async dispatch(order) {
      try {
        const answer = await send(settings.url, {
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
        await answer.body?.cancel();
        if (answer.ok) return 'accepted';
        return answer.status >= 500 || answer.status === 408 || answer.status === 429
          ? 'unreachable'
          : 'refused';
      } catch {
        return 'unreachable';
      }
    },
  };
}
