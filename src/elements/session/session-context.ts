/** The context that the parts of a session share: options, ports, and the view that they change. */
import type { Client } from '@palkit/contract/client';
import type { Consent } from '@palkit/contract/conversations';
import type { DeploymentInit } from '@palkit/contract/deployments';
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import type { BrowserTextToSpeech } from './browser-text-to-speech.ts';
import type { RoomFactory } from './call.ts';
import type { SolveCaptcha } from './captcha.ts';
import type { Place } from './captcha-widget.ts';
import type { Clock } from './clock.ts';
import type { SpeechPort } from './device-voices.ts';
import type { DeviceManager, MediaPort } from './devices.ts';
import type { PrepareFace } from './face-feed.ts';
import type { CallStorage } from './stored-call.ts';
import type { PageUpdates } from './page-updates.ts';
import type { Phase, View } from './phases.ts';
import type { RecognitionConstructor } from './recognition.ts';
import type { ScreenSharing } from './screen.ts';

export interface SessionOptions {
  /** Address of the service, without a trailing slash. */
  baseUrl: string;
  deploymentId: string;
  conversationalContext?: string;
  customGreeting?: string;
  /** Stable identifiers of the visitor. */
  memoryStores?: string[];
  /** Returns the visitor's token, which the website's server has signed; called at each start. */
  visitorToken?: () => string | Promise<string>;
  /** Calls a tool of the page. An exception is reported to the agent as an error. */
  callTool?: (name: string, input: Record<string, unknown>, signal: AbortSignal, id: string) => unknown;
  /** If false, visitors cannot share their screen. */
  screenSharing?: boolean;
  /** Prepares the page to draw a face; if undefined, the service sends a video. */
  prepareFace?: PrepareFace;
  /** Where speech is recognised, overriding the deployment. Only the deployment may allow cloud recognition. */
  hearing?: 'service' | 'browser' | undefined;
  /** A recogniser that replaces the browser's; null for none. */
  recognition?: RecognitionConstructor | null;
  /** The device's voices, replacing the browser's; null for none. */
  speech?: SpeechPort | null;
  fetch?: typeof fetch;
  clock?: Clock;
  media?: MediaPort;
  rooms?: RoomFactory;
  solve?: SolveCaptcha;
  /** Where the widget of a captcha provider is shown. */
  place?: () => Place;
  /** The page's origin; the default is the browser's. */
  pageOrigin?: string;
  /** Fires `pagehide` and `pageshow` events. In some browsers its `navigation` fires `navigate` events. */
  page?: Pick<EventTarget, 'addEventListener'> & { navigation?: Pick<EventTarget, 'addEventListener'> };
  /** Stores the call while the page is reloaded. */
  storage?: CallStorage;
}

/** Returns the deployment, which is always loaded when a gate is open; throws if it is not loaded. */
export function loadedDeployment({ view }: Pick<SessionContext, 'view'>): DeploymentInit {
  if (!view.deployment) throw new Error('The deployment is not loaded.');
  return view.deployment;
}

/** Returns the visitor's consent to the owner's terms, with the current time. */
export function consentNow({ view, clock }: Pick<SessionContext, 'view' | 'clock'>): Consent {
  return {
    version: view.deployment?.customization.consent?.version ?? '1',
    accepted_at: new Date(clock.now()).toISOString(),
  };
}

export interface SessionContext {
  readonly options: SessionOptions;
  readonly clock: Clock;
  readonly client: Client<AbortSignal>;
  readonly devices: DeviceManager;
  readonly screen: ScreenSharing;
  /** The browser's recognition in this attempt; null if it is not used. */
  speechToText: BrowserSpeechToText | null;
  /** The voices of the visitor's device in this attempt; null if they are not used. */
  textToSpeech: BrowserTextToSpeech | null;
  /** The service's own base URL, which identifies its files in cards; null if unknown. */
  serviceUrl: string | null;
  /** Context and variables that the page has set. */
  readonly pageUpdates: PageUpdates;
  readonly view: View;
  set(changed: Partial<View>): void;
  to(phase: Phase): void;
}
