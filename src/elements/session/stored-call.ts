/**
 * Lets a call survive a reload of the page. The call is written to the tab's session storage when the page is
 * left, and removed by the next page. It is stored only in between, and without its transcript.
 */
import * as z from 'zod/mini';
import { StartedConversation } from '@palkit/contract/conversations';
import { toJson } from '@palkit/contract/to-json';
import type { View } from './phases.ts';

const StoredCall = z.object({
  conversation: StartedConversation,
  /** Sequence number of the last message on the old page. */
  after: z.int(),
  /** Tool call id of the unanswered card. */
  card: z.nullable(z.string()),
  /** True if the microphone was on. */
  microphone: z.boolean(),
  /** True if the visitor consented to servers of the browser's vendor. */
  agreed: z.optional(z.boolean()),
  /** Unix milliseconds at which the call was connected. */
  since: z.optional(z.number()),
});
export type StoredCall = z.output<typeof StoredCall>;
export type CallStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Milliseconds for which resuming is offered. The service keeps a call without its page for 30 seconds. */
export const RESUMABLE_MS = 28_000;
/**
 * Returns the storage key, which the channel reads before other code is loaded. The value starts with the
 * expiry in Unix milliseconds.
 */
const nameOf = (deploymentId: string) => `palkit:${deploymentId}`;

/** Stores the call; returns false if the browser does not allow it. */
export function storeCall(
  storage: CallStorage | undefined,
  deploymentId: string,
  call: StoredCall,
  expiry: number,
): boolean {
  try {
    storage?.setItem(nameOf(deploymentId), expiry + toJson(call));
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** Collects the data that the next page needs to resume a call. */
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

/** True if a stored call can still be resumed. */
export function hasStoredCall(storage: CallStorage | undefined, deploymentId: string, now: number): boolean {
  try {
    return parseInt(storage?.getItem(nameOf(deploymentId)) ?? '') > now;
  } catch {
    return false;
  }
}

/** Returns the stored call of a deployment and removes it from the storage; null if it is missing or has expired. */
export function takeStoredCall(
  storage: CallStorage | undefined,
  deploymentId: string,
  now: number,
): { call: StoredCall; expiry: number } | null {
  try {
    const text = storage?.getItem(nameOf(deploymentId)) ?? '';
    storage?.removeItem(nameOf(deploymentId));
    const expiry = parseInt(text);
    return expiry > now
      ? { call: StoredCall.parse(JSON.parse(text.slice(String(expiry).length))), expiry }
      : null;
  } catch {
    return null;
  }
}

/** Returns the tab's session storage; undefined if the browser forbids it, as in a sandboxed frame. */
export function tabStorage(): CallStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
