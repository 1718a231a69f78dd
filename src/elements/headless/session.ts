/** A session without a screen: what a page asks of it, and what it is made with. */
import type { CardAnswer } from './cards.ts';
import type { SessionView } from './session-view.ts';

/**
 * The page's own tools by name, as the PAL's `layers.llm.tools` has them: called with the arguments and a
 * signal that aborts when the call is over. The result, a text or what JSON can hold, goes to the agent within
 * 20 seconds; what it throws is told as an error.
 */
export type Tools = Record<
  string,
  (given: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
>;

export interface SessionOptions {
  /** The deployment to talk to. */
  deploymentId: string;
  /** Where the service is, as `https://talk.example.com`; empty: where the page came from. */
  baseUrl: string;
  /** What the agent should know of this session. */
  conversationalContext?: string;
  /** What the agent says first, instead of its own greeting. */
  customGreeting?: string;
  /** Stable identifiers of the visitor, for an agent that remembers. */
  memoryStores?: readonly string[];
  /** Who the visitor is, signed by the website's server; a function is asked at each start. */
  visitorToken?: string | (() => string | Promise<string>);
  /** False where the visitor's screen is not to be shared. */
  screenSharing?: boolean;
  /** Who hears the visitor, whatever the deployment says: `browser`, where it can on the device. */
  hearing?: 'service' | 'browser';
  tools?: Tools;
  /** What this page wants otherwise than the deployment's `customization` says, any part of it. */
  customization?: Readonly<Record<string, unknown>>;
  /**
   * Where the widget of Turnstile or hCaptcha stands, where the deployment asks for one; the body of the page
   * unless told. Not within a shadow tree: these widgets do not work there.
   */
  captchaContainer?: () => HTMLElement;
}

/**
 * A call from its intent to its end. Each verb is safe in every phase, where it has no use it does nothing;
 * each is a function that stands alone, so that it may be taken out of its object. What comes of it shows in
 * the view. Nothing is loaded or asked for before `prepare()` or `start()`.
 */
export interface Session {
  /** The same object until something changes. */
  readonly view: SessionView;
  /** May be set anew at any time. */
  tools: Tools;
  /** Calls after each change, with the new view; the returned function stops that. */
  subscribe(listener: (view: SessionView) => void): () => void;
  /** Loads the call's code and the deployment, on hover or focus. `ready` shows when it is done. */
  prepare(): Promise<void>;
  /** Goes through the gates into a call, also after one that is over; call it in the visitor's click. */
  start(): void;
  /** Back into the call that went on while the page was loaded again. */
  resume(): void;
  acceptConsent(): void;
  agreeHearing(yes: boolean): void;
  /** Downloads what the browser needs to hear on the device; by a click. */
  installHearing(): void;
  submitPassword(password: string): void;
  retryCaptcha(): void;
  /** Asks the browser for the devices, in the device check or in a call. */
  requestDevices(wanted: { microphone: boolean; camera: boolean }): void;
  selectDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Done with the device check, with whatever is on. */
  confirmDevices(): void;
  /** Says a text as if the visitor had said it; at most 4000 characters of it. */
  say(text: string): void;
  /** Tells the agent something that it knows from then on; nothing is said of it. 20,000 characters, the newest. */
  sendContext(text: string): void;
  /**
   * Fills `{{name}}` in the agent's prompt, greeting and context, from then on: 30 names at most, each with 500
   * characters; null takes one back.
   */
  setVariables(variables: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Silences the agent. */
  interrupt(): void;
  /** False mutes. */
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /** Opens the browser's picker, or stops sharing; by a click. */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /** 1 to 5, and at most 1000 characters, about the call that is over. */
  rate(rating: number, comment?: string): void;
  /** Another `customization` of this page's own. */
  customize(customization: Readonly<Record<string, unknown>> | null): void;
  /** Ends the call, or leaves the way to it. */
  end(): void;
  /** From ended, failed, unavailable or resumable back to ready. */
  reset(): void;
  /** Ends the call and frees the devices; the session is as it was made, and may be started again. */
  dispose(): void;
}
