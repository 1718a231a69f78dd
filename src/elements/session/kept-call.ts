/**
 * A call that goes on while its page is loaded again. It is written down in the tab's own storage at the
 * moment when the page goes away, and taken out of it by the next: during a call and after one nothing is
 * stored, and never a word that was said.
 */
import * as z from 'zod/mini';
import { StartedConversation } from '@palkit/contract/conversations';

const KeptCall = z.object({
  conversation: StartedConversation,
  /** The last message that the old page had. */
  after: z.int(),
  /** The card that stood unanswered, by its tool call. */
  card: z.nullable(z.string()),
  /** The microphone was on. */
  microphone: z.boolean(),
  /** The visitor let the servers of the browser's maker turn the voice into text. */
  agreed: z.optional(z.boolean()),
  /** When it was connected, Unix milliseconds. */
  since: z.optional(z.number()),
});
export type KeptCall = z.output<typeof KeptCall>;
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The service keeps a call whose page went away for 30 seconds; the offer ends before that. */
export const KEPT_MS = 28_000;
/**
 * The channel looks for this name before anything is loaded; what stands there begins with the time until
 * which it counts, Unix milliseconds.
 */
const nameOf = (deploymentId: string) => `palkit:${deploymentId}`;

/** False where the browser does not let it be kept. */
export function keepCall(
  storage: KeptStorage | undefined,
  deploymentId: string,
  call: KeptCall,
  until: number,
): boolean {
  try {
    storage!.setItem(nameOf(deploymentId), until + JSON.stringify(call));
    return true;
  } catch {
    return false;
  }
}

export function takeCall(
  storage: KeptStorage | undefined,
  deploymentId: string,
  now: number,
): { call: KeptCall; until: number } | null {
  try {
    const text = storage!.getItem(nameOf(deploymentId))!;
    storage!.removeItem(nameOf(deploymentId));
    const until = parseInt(text);
    return until > now ? { call: KeptCall.parse(JSON.parse(text.slice(String(until).length))), until } : null;
  } catch {
    return null;
  }
}

/** The tab's storage; none where the browser forbids it, as in a sandboxed frame. */
export function tabStorage(): KeptStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
