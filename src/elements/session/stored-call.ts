/**
 * Lets a call survive a reload of its page. It is stored in the tab's session storage when the page is
 * hidden, and removed by the next page. Nothing is stored during or after a call, and the transcript is never
 * stored.
 */
import * as z from 'zod/mini';
import { StartedConversation } from '@palkit/contract/conversations';
import { toJson } from '@palkit/contract/to-json';
import type { View } from './phases.ts';

const StoredCall = z.object({
  conversation: StartedConversation,
  /** Sequence number of the old page's last message. */
  after: z.int(),
  /** Tool call ID of the unanswered card. */
  card: z.nullable(z.string()),
  /** True if the microphone was on. */
  microphone: z.boolean(),
  /** True if the visitor consented to the servers of the browser's maker. */
  agreed: z.optional(z.boolean()),
  /** Time of connection in Unix milliseconds. */
  since: z.optional(z.number()),
});
export type StoredCall = z.output<typeof StoredCall>;
export type CallStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The service keeps a call without its page for 30 seconds; the offer to resume ends before that. */
export const RESUMABLE_MS = 28_000;
/**
 * The channel reads this key before anything is loaded; the value starts with the expiry in Unix
 * milliseconds.
 */
const nameOf = (deploymentId: string) => `palkit:${deploymentId}`;

/** Returns false if the browser refuses to store it. */
export function storeCall(
  storage: CallStorage | undefined,
  deploymentId: string,
  call: StoredCall,
  until: number,
): boolean {
  try {
    storage?.setItem(nameOf(deploymentId), until + toJson(call));
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** Collects what the next page needs to resume a call. */
export function storedCallOf(
  { conversation, after }: Pick<StoredCall, 'conversation' | 'after'>,
  { canvas, devices, since }: View,
  agreed: boolean | undefined,
): StoredCall {
  return {
    conversation,
    after,
    card: canvas.card && canvas.state !== 'sent' ? canvas.card.tool_call_id : null,
    microphone: devices.microphone.state === 'on',
    agreed,
    since: since ?? undefined,
  };
}

/** True if a call is stored that can still be resumed. */
export function hasStoredCall(storage: CallStorage | undefined, deploymentId: string, now: number): boolean {
  try {
    return parseInt(storage?.getItem(nameOf(deploymentId)) ?? '') > now;
  } catch {
    return false;
  }
}

export function takeCall(
  storage: CallStorage | undefined,
  deploymentId: string,
  now: number,
): { call: StoredCall; until: number } | null {
  try {
    const text = storage?.getItem(nameOf(deploymentId)) ?? '';
    storage?.removeItem(nameOf(deploymentId));
    const until = parseInt(text);
    return until > now
      ? { call: StoredCall.parse(JSON.parse(text.slice(String(until).length))), until }
      : null;
  } catch {
    return null;
  }
}

/** The tab's session storage; undefined where the browser forbids it, as in a sandboxed frame. */
export function tabStorage(): CallStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
