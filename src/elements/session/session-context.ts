/**
 * What the parts of a session stand on: what it was made with, its ports, and the one view that they change.
 */
import type { Client } from '@palkit/contract/client';
import type { BrowserSpeechToText } from './browser-speech-to-text.ts';
import type { RoomFactory } from './call.ts';
import type { Solve } from './captcha.ts';
import type { Place } from './captcha-widget.ts';
import type { Clock } from './clock.ts';
import type { DeviceKeeper, MediaPort } from './devices.ts';
import type { KeptStorage } from './kept-call.ts';
import type { PageWords } from './page-words.ts';
import type { Phase, View } from './phases.ts';
import type { RecognitionConstructor } from './recognition.ts';
import type { ScreenKeeper } from './screen.ts';

export interface SessionOptions {
  /** Where the service is, without a trailing slash. */
  baseUrl: string;
  deploymentId: string;
  conversationalContext?: string;
  customGreeting?: string;
  /** Stable identifiers of the visitor. */
  memoryStores?: string[];
  /** Who the visitor is, signed by the website's server; asked for at each start. */
  visitorToken?: () => string | Promise<string>;
  /** Asks the page to do what the agent wants of it; what it throws is told as an error. */
  callTool?: (name: string, given: Record<string, unknown>, signal: AbortSignal, id: string) => unknown;
  /** False where the visitor's screen is not to be shared. */
  screenSharing?: boolean;
  /**
   * Who hears, whatever the deployment says; the servers of a browser's maker are the deployment's to allow.
   */
  hearing?: 'service' | 'browser' | undefined;
  /** The browser's recogniser; null: it has none. */
  recognition?: RecognitionConstructor | null;
  fetch?: typeof fetch;
  clock?: Clock;
  media?: MediaPort;
  rooms?: RoomFactory;
  solve?: Solve;
  /** Where a captcha provider's widget stands. */
  place?: () => Place;
  /** The origin of the page; the browser's own unless told. */
  pageOrigin?: string;
  /** Tells when the page goes away. */
  page?: Pick<EventTarget, 'addEventListener'>;
  /** Where a call is kept while the page is loaded again. */
  storage?: KeptStorage;
}

export interface SessionContext {
  readonly options: SessionOptions;
  readonly clock: Clock;
  readonly client: Client<AbortSignal>;
  readonly devices: DeviceKeeper;
  readonly screen: ScreenKeeper;
  /** The browser's own, of this attempt, where they are wanted. */
  speechToText: BrowserSpeechToText | null;
  /** What the service calls itself, by which its files in cards are known; null: not known. */
  ownName: string | null;
  /** What the page tells by itself. */
  readonly words: PageWords;
  readonly view: View;
  set(changed: Partial<View>): void;
  to(phase: Phase): void;
}
