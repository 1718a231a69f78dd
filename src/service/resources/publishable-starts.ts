/**
 * Conversations that a page starts with a publishable key. The key is public, so a page may send only the fields that
 * it could send to a deployment, and starts are limited for each network in the same way.
 */
import type { createConversation } from '@palkit/contract/conversations';
import type { Body } from '@palkit/contract/endpoint';
import { ServiceError } from '@palkit/contract/service-error';
import type { Visitors } from '../gates/visitors.ts';

type Fields = Body<typeof createConversation>;

/**
 * The fields that a page may send. All other fields refer to documents, memories, addresses or recordings,
 * which only the owner may set.
 */
const FIELDS = new Set<string>([
  'pal_id',
  'face_id',
  'conversation_name',
  'conversational_context',
  'custom_greeting',
  'variables',
  'properties',
] satisfies (keyof Fields)[]);
const PROPERTIES = new Set<string>([
  'max_call_duration',
  'participant_left_timeout',
  'participant_absent_timeout',
  'languages',
  'participant_name',
] satisfies (keyof Fields['properties'])[]);

export function checkPublishableFields(body: Fields): void {
  const otherFields = Object.entries(body).filter(([name]) => !FIELDS.has(name));
  const nested = Object.entries(body.properties).filter(([name]) => !PROPERTIES.has(name));
  const [name] =
    otherFields.find(([, value]) => isSet(value)) ??
    nested
      .map(([field, value]) => [`properties.${field}`, value] as const)
      .find(([, value]) => isSet(value)) ??
    [];
  if (name)
    throw new ServiceError(
      'scope_missing',
      `${name} needs a key with the scope all: this one is publishable.`,
    );
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;

/** Counts a start for the network and reserves a slot for its call, which is released if the start fails. */
export async function countStart<Started extends { conversation_id: string }>(
  visitors: Visitors,
  address: string,
  { until, start }: { until: (started: Started) => number; start: () => Promise<Started> },
): Promise<Started> {
  const call = await visitors.start(address);
  try {
    const started = await start();
    call.keep(started.conversation_id, until(started));
    return started;
  } catch (error) {
    call.releaseSlot();
    throw error;
  }
}
