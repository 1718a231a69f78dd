/** A session without a user interface: its options and its methods. */
import type { CardAnswer } from './cards.ts';
import type { SessionView } from './session-view.ts';

/**
 * The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments
 * and a signal that aborts when the call ends. The result, a text or a JSON value, goes to the agent within
 * 20 seconds; an exception reaches it as an error.
 */
export type Tools = Record<
  string,
  (input: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
>;

export interface SessionOptions {
  /** ID of the deployment to talk to. */
  deploymentId: string;
  /** Address of the service, as `https://talk.example.com`; empty for the page's own origin. */
  baseUrl: string;
  /** Facts about this session for the agent to know. */
  conversationalContext?: string;
  /** The agent's first line, instead of its own greeting. */
  customGreeting?: string;
  /** Stable identifiers of the visitor, for an agent with a memory. */
  memoryStores?: readonly string[];
  /** The visitor's token, signed by the website's server; a function is called at each start. */
  visitorToken?: string | (() => string | Promise<string>);
  /** False stops visitors from sharing their screen. */
  screenSharing?: boolean;
  /**
   * Where speech is recognised, in place of the deployment's choice: `browser` (where it can do so on the device) or
   * `service`.
   */
  hearing?: 'service' | 'browser';
  tools?: Tools;
  /** Overrides any part of the deployment's `customization` for this page. */
  customization?: Readonly<Record<string, unknown>>;
  /**
   * Where the widget of Turnstile or hCaptcha goes if the deployment uses one; by default the page's body.
   * These widgets do not work within a shadow tree.
   */
  captchaContainer?: () => HTMLElement;
}

/**
 * A call from its intent to its end. Each method is safe in every phase and does nothing where it does not
 * apply; each works without its object, so that it may be destructured. The view shows the outcome. Nothing
 * is loaded or requested before `prepare()` or `start()`.
 */
export interface Session {
  /** The same object until something changes. */
  readonly view: SessionView;
  /** May be replaced at any time. */
  tools: Tools;
  /** Calls the listener after each change with the new view; the returned function unsubscribes it. */
  subscribe(listener: (view: SessionView) => void): () => void;
  /** Loads the call's code and the deployment, for example on hover or focus; the phase becomes `ready`. */
  prepare(): Promise<void>;
  /**
   * Leads through the gates and the browser's question for the microphone into a call, also after one that
   * ended; call it in the visitor's click.
   */
  start(): void;
  /** Like `start()`, without a question for the microphone, which `setMicrophone(true)` turns on later. */
  startInWriting(): void;
  /** Rejoins the call that went on while the page was reloaded. */
  resume(): void;
  acceptConsent(): void;
  agreeHearing(yes: boolean): void;
  /** Downloads the browser's recognition for use on the device; call it in a click. */
  installHearing(): void;
  submitPassword(password: string): void;
  retryCaptcha(): void;
  /** Requests access to the devices, in the device check or during a call. */
  requestDevices(devices: { microphone: boolean; camera: boolean }): void;
  selectDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Ends the device check with the devices that are on, or the wait for the browser's permission. */
  confirmDevices(): void;
  /** Sends a text as if the visitor had said it, at most 4000 characters. */
  say(text: string): void;
  /** Tells the agent a fact without making it answer; the newest 20,000 characters count. */
  sendContext(text: string): void;
  /**
   * Fills `{{name}}` in the agent's prompt, greeting and context from then on: 30 names at most, each with
   * 500 characters; null removes one.
   */
  setVariables(variables: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Stops the agent's current answer. */
  interrupt(): void;
  /** False mutes the microphone. */
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /** Opens the browser's picker, or stops sharing; call it in a click. */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /**
   * Leaves a message outside opening hours, with a name and a way to answer if the visitor likes; `password` and
   * `agrees` where the deployment asks for them.
   */
  leaveMessage(message: {
    message: string;
    name?: string;
    contact?: string;
    password?: string;
    agrees?: boolean;
  }): void;
  /** Rates the call that ended: 1 to 5, with a comment of at most 1000 characters. */
  rate(rating: number, comment?: string): void;
  /** Replaces this page's own `customization`. */
  customize(customization: Readonly<Record<string, unknown>> | null): void;
  /** Ends the call, or cancels its start. */
  end(): void;
  /** Returns to `ready` from ended, failed, unavailable or resumable. */
  reset(): void;
  /** Ends the call and frees the devices; the session is idle again and may be restarted. */
  dispose(): void;
}
