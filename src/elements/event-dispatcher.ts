/** Converts changes of a session to events of its channel, and logs hints for the page's developer. */
import {
  PalEndedEvent,
  PalErrorEvent,
  PalMessageEvent,
  PalReadyEvent,
  PalStartedEvent,
  PalStateChangeEvent,
} from './events.ts';
import { pageOrigin } from './page-address.ts';
import type { PalEvent } from './panel-events.ts';
import type { Phase, View } from './session/phases.ts';

export interface EventDispatcherOptions {
  /** Fires the events. Events of a detached channel do not bubble, so they are also fired at `page`. */
  channel: Node & EventTarget;
  page: EventTarget;
  /** Address of the service; `isSet` is true if `base-url` or `setDefaultBaseUrl` set it. */
  service: { url: string; isSet: boolean };
  deploymentId: string;
}

/** Returns a listener for the views of one session. It fires the events of each change once. */
export function eventDispatcher(options: EventDispatcherOptions): (view: View) => void {
  let previousPhase: Phase | null = null;
  let reportedIds = new Set<string>();
  const fire = (make: () => PalEvent): void => {
    options.channel.dispatchEvent(make());
    if (!options.channel.isConnected) options.page.dispatchEvent(make());
  };
  return ({ phase, lines }) => {
    const earlier = previousPhase;
    if (phase !== earlier) {
      previousPhase = phase;
      fire(() => new PalStateChangeEvent(phase));
      firePhaseEvents(phase, earlier, fire);
      const note = developerNote(phase, options);
      if (note) console.error(`palkit: ${note}`);
    }
    // Compare ids and not indexes, because a line that is still growing may precede a complete one.
    if (lines.length === 0) reportedIds = new Set();
    for (const { id, role, text, streaming } of lines) {
      if (streaming || reportedIds.has(id)) continue;
      reportedIds.add(id);
      fire(() => new PalMessageEvent(role, text));
    }
  };
}

function firePhaseEvents(phase: Phase, earlier: Phase | null, fire: (make: () => PalEvent) => void): void {
  if (phase.is === 'ready' && earlier?.is !== 'gate') fire(() => new PalReadyEvent());
  if (phase.is === 'live' && earlier?.is !== 'live') fire(() => new PalStartedEvent(phase.conversationId));
  if (phase.is === 'ended') fire(() => new PalEndedEvent(phase.conversationId, phase.reason));
  if (phase.is === 'failed') fire(() => new PalErrorEvent(phase.code, phase.message));
  if (phase.is !== 'unavailable') return;
  if (phase.reason === 'unknown')
    fire(() => new PalErrorEvent('deployment_not_found', 'There is no such deployment.'));
  if (phase.reason === 'origin')
    fire(() => new PalErrorEvent('origin_not_allowed', 'This page may not use the deployment.'));
}

/** Returns a hint for the page's developer; null if the developer cannot change the cause. */
function developerNote(phase: Phase, { service, deploymentId }: EventDispatcherOptions): string | null {
  if (phase.is === 'unavailable' && phase.reason === 'origin')
    return `${pageOrigin()} is not in the allowed_origins of deployment "${deploymentId}". Add it there.`;
  const isUnknownDeployment = phase.is === 'unavailable' && phase.reason === 'unknown';
  const isBroken = phase.is === 'failed' && phase.code !== 'unsupported';
  if ((isUnknownDeployment || isBroken) && !service.isSet)
    return `no service address is set, so ${service.url} was used. Set base-url, or call setDefaultBaseUrl().`;
  if (isUnknownDeployment)
    return deploymentId === ''
      ? 'the element has no deployment-id.'
      : `there is no deployment "${deploymentId}" at ${service.url}.`;
  if (phase.is === 'failed' && phase.code === 'network') return `${service.url} cannot be reached.`;
  return null;
}
