/**
 * Adapts the device to a call: mutes the microphone while the panel is closed, keeps the screen awake while the
 * visitor talks, and lets media keys and menus mute and end the call. Loaded when a call is live.
 */
import { PalToolCallEvent } from './events.ts';
import { navigate } from './navigate.ts';
import type { CallSession, View } from './session/phases.ts';

/** The interface by which Chromium reports what the permissions policy allows on a page. */
type WithPolicy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

type Tool = (input: Record<string, unknown>, options: { signal: AbortSignal }) => unknown;

/**
 * Answers a tool call: by a listener of the channel's event, otherwise by a tool of the page, otherwise by the
 * built-in tool `go_to_page`. Throws if no tool has this name.
 */
export function callTool(
  channel: HTMLElement & { readonly tools: Record<string, Tool> },
  name: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
  id: string,
): unknown {
  const event = new PalToolCallEvent(name, input, signal);
  channel.dispatchEvent(event);
  if (event.answer) return event.answer[0];
  const tool = Object.hasOwn(channel.tools, name) ? channel.tools[name] : undefined;
  if (tool) return tool(input, { signal });
  // The service gives this prefix to the ids of calls that open a page of the owner's list; a model cannot choose
  // an id.
  if (id.startsWith('go_to_page:')) return navigate(channel, input['path']);
  throw new Error(`this page has no tool ${name}`);
}

/** A channel whose panel opens and closes. */
type ClosableChannel = HTMLElement & { readonly opened: boolean; readonly deploymentId: string };

/** Milliseconds after which a stored call is deleted if the link that was followed did not lead to another page. */
const STORED_CALL_MS = 3000;

export function adaptDevice(session: CallSession, channel: ClosableChannel, signal: AbortSignal): void {
  forgetUnlessLeft(session, channel, signal);
  muteWhileClosed(session, channel, signal);
  informDevice(session, signal);
}

/**
 * Mutes the microphone while the panel is closed, unless the owner keeps it on, and unmutes it when the panel opens
 * again.
 */
function muteWhileClosed(session: CallSession, channel: ClosableChannel, signal: AbortSignal): void {
  let isMutedHere = false;
  const mute = () => {
    const { phase, devices, deployment } = session.view;
    const keepsMicrophone = deployment?.customization.widget?.minimised_microphone === 'on';
    isMutedHere = phase.is === 'live' && /on|in-use/.test(devices.microphone.state) && !keepsMicrophone;
    if (isMutedHere) session.setMicrophone(false);
  };
  const unmute = () => {
    if (isMutedHere && session.view.devices.microphone.state === 'muted') session.setMicrophone(true);
    isMutedHere = false;
  };
  channel.addEventListener('pal-close', mute, { signal });
  channel.addEventListener('pal-open', unmute, { signal });
  // The panel may have been closed while this code was loading.
  if (!channel.opened) mute();
}

/**
 * Deletes the stored call if the page stays open. The session stores the call when the visitor follows a link to
 * another page of this site, but a link such as a download does not leave the page.
 */
function forgetUnlessLeft(session: CallSession, channel: ClosableChannel, signal: AbortSignal): void {
  const forget = () => {
    try {
      if (session.view.phase.is === 'live') sessionStorage.removeItem(`palkit:${channel.deploymentId}`);
    } catch {
      // A sandboxed frame has no storage.
    }
  };
  (window as Partial<Window>).navigation?.addEventListener(
    'navigate',
    () => setTimeout(forget, STORED_CALL_MS),
    {
      signal,
    },
  );
}

function informDevice(session: CallSession, signal: AbortSignal): void {
  const { wakeLock, mediaSession } = navigator as Partial<Navigator>;
  // If the page's policy forbids a wake lock, a request would cause an error in the console.
  const mayWake = (document as WithPolicy).featurePolicy?.allowsFeature('screen-wake-lock') !== false;
  let isTalking = false;
  let lock: Promise<WakeLockSentinel | null> | null = null;

  const requestLock = () => {
    if (!isTalking || lock || document.hidden || !wakeLock || !mayWake) return;
    // The browser may reject the request, for example if the battery is low.
    const request = wakeLock.request('screen').catch(() => null);
    lock = request;
    // The browser releases the lock while the page is hidden.
    void request.then((sentinel) =>
      sentinel?.addEventListener('release', () => {
        if (lock === request) lock = null;
      }),
    );
  };
  const releaseLock = () => {
    void lock?.then((sentinel) => sentinel?.release());
    lock = null;
  };

  const setAction = (action: string, handler: (() => void) | null) => {
    try {
      mediaSession?.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // The browser does not support this action.
    }
  };
  const followView = ({ phase, devices }: View) => {
    const isLive = phase.is === 'live' && phase.transport === 'media';
    const isMicrophoneOn = devices.microphone.state === 'on';
    if (isLive) void mediaSession?.setMicrophoneActive?.(isMicrophoneOn);
    if (isLive === isTalking) return;
    isTalking = isLive;
    setAction(
      'togglemicrophone',
      isLive ? () => session.setMicrophone(session.view.devices.microphone.state !== 'on') : null,
    );
    setAction('hangup', isLive ? () => session.end() : null);
    if (isLive) requestLock();
    else releaseLock();
  };

  document.addEventListener('visibilitychange', requestLock, { signal });
  const unsubscribe = session.subscribe(followView);
  signal.addEventListener('abort', () => {
    unsubscribe();
    // Another element of the page may use these actions for its own call.
    if (isTalking) {
      setAction('togglemicrophone', null);
      setAction('hangup', null);
    }
    isTalking = false;
    releaseLock();
  });
  followView(session.view);
}
