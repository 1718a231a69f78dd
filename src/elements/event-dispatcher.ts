/** Tells the page what happens in a session, as events of its channel, and a developer what is set wrong. */
import {
  PalEndedEvent,
  PalErrorEvent,
  PalMessageEvent,
  PalReadyEvent,
  PalStartedEvent,
  PalStateChangeEvent,
} from './events.ts';
import type { PalEvent } from './panel-events.ts';
import type { Phase, View } from './session/phases.ts';

export interface EventDispatcherOptions {
  /** Fires the events. One that is away from the page has none above it: they go to `page` too. */
  channel: Node & EventTarget;
  page: EventTarget;
  /** The service that is asked, and whether anybody said so: by `base-url`, or by `setDefaultBaseUrl`. */
  service: { url: string; given: boolean };
  deploymentId: string;
}

/** One for each session, called with every view of it: what changed since the one before is told once. */
export function eventDispatcher(options: EventDispatcherOptions): (view: View) => void {
  let before: Phase | null = null;
  let told = new Set<string>();
  const tell = (make: () => PalEvent): void => {
    options.channel.dispatchEvent(make());
    if (!options.channel.isConnected) options.page.dispatchEvent(make());
  };
  return ({ phase, lines }) => {
    const earlier = before;
    if (phase !== earlier) {
      before = phase;
      tell(() => new PalStateChangeEvent(phase));
      tellPhase(phase, earlier, tell);
      const note = developerNote(phase, options);
      if (note) console.error(`palkit: ${note}`);
    }
    // Lines are known by their ids: one that is still being said may stand before one that is complete.
    if (lines.length === 0) told = new Set();
    for (const { id, role, text, streaming } of lines) {
      if (streaming || told.has(id)) continue;
      told.add(id);
      tell(() => new PalMessageEvent(role, text));
    }
  };
}

function tellPhase(phase: Phase, earlier: Phase | null, tell: (make: () => PalEvent) => void): void {
  if (phase.is === 'ready' && earlier?.is !== 'gate') tell(() => new PalReadyEvent());
  if (phase.is === 'live' && earlier?.is !== 'live') tell(() => new PalStartedEvent(phase.conversationId));
  if (phase.is === 'ended') tell(() => new PalEndedEvent(phase.conversationId, phase.reason));
  if (phase.is === 'failed') tell(() => new PalErrorEvent(phase.code, phase.message));
  if (phase.is !== 'unavailable') return;
  if (phase.reason === 'unknown')
    tell(() => new PalErrorEvent('deployment_not_found', 'There is no such deployment.'));
  if (phase.reason === 'origin')
    tell(() => new PalErrorEvent('origin_not_allowed', 'This page may not use the deployment.'));
}

/** What whoever put the element on the page can do about it; null where it is nothing of theirs. */
function developerNote(phase: Phase, { service, deploymentId }: EventDispatcherOptions): string | null {
  if (phase.is === 'unavailable' && phase.reason === 'origin')
    return `${location.origin} is not in the allowed_origins of deployment "${deploymentId}". Add it there.`;
  const missing = phase.is === 'unavailable' && phase.reason === 'unknown';
  const broken = phase.is === 'failed' && phase.code !== 'unsupported';
  if ((missing || broken) && !service.given)
    return `no service is named, so ${service.url} was asked. Set base-url, or call setDefaultBaseUrl().`;
  if (missing)
    return deploymentId === ''
      ? 'the element has no deployment-id.'
      : `there is no deployment "${deploymentId}" at ${service.url}.`;
  if (phase.is === 'failed' && phase.code === 'network') return `${service.url} cannot be reached.`;
  return null;
}
