/** A session without a user interface: its options and its methods. */
import type { CardAnswer } from './cards.ts';
import type { SessionView } from './session-view.ts';

/**
 * The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments and a
 * signal that aborts when the call ends. Its result, a text or a JSON value, must arrive within 20 seconds and is
 * sent to the agent; an exception is reported as an error.
 */
export type Tools = Record<
  string,
  (input: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
>;

export interface SessionOptions {
  /** Id of the deployment. */
  deploymentId: string;
  /** Address of the service, such as `https://talk.example.com`; empty for the page's own origin. */
  baseUrl: string;
  /** Facts about this session that the agent should know. */
  conversationalContext?: string;
  /** The agent's first line, which replaces its greeting. */
  customGreeting?: string;
  /** Stable identifiers of the visitor, for an agent with memory. */
  memoryStores?: readonly string[];
  /** The visitor's token, signed by the website's server. A function is called at each start. */
  visitorToken?: string | (() => string | Promise<string>);
  /** If false, visitors cannot share their screen. */
  screenSharing?: boolean;
  /** Overrides where speech is recognised: by the `browser`, if it can do so on the device, or by the `service`. */
  hearing?: 'service' | 'browser';
  tools?: Tools;
  /** Overrides any part of the deployment's `customization` on this page. */
  customization?: Readonly<Record<string, unknown>>;
  /**
   * Container for the widget of Turnstile or hCaptcha, if the deployment uses one; the default is the page's body.
   * These widgets do not work in a shadow tree.
   */
  captchaContainer?: () => HTMLElement;
}

/**
 * A call from its preparation to its end. Each method can be called in every phase, and does nothing if it does
 * not apply. Methods are bound, so that they can be destructured. Nothing is loaded or requested before
 * `prepare()` or `start()`.
 */
export interface Session {
  /** The current view; the same object until something changes. */
  readonly view: SessionView;
  /** The page's tools, which may be replaced at any time. */
  tools: Tools;
  /** Calls the listener with the new view after each change. The returned function unsubscribes it. */
  subscribe(listener: (view: SessionView) => void): () => void;
  /** Loads the call's code and the deployment, for example on hover or focus; the phase becomes `ready`. */
  prepare(): Promise<void>;
  /**
   * Starts a call, also after another one has ended: leads through the gates and the browser's permission for the
   * microphone. Call it in the handler of the visitor's click.
   */
  start(): void;
  /** Like `start()`, but without requesting the microphone, which `setMicrophone(true)` can turn on later. */
  startInWriting(): void;
  /** Rejoins the call that continued while the page was reloaded. */
  resume(): void;
  acceptConsent(): void;
  agreeHearing(yes: boolean): void;
  /** Downloads the browser's speech recognition to the device; call it in a click handler. */
  installHearing(): void;
  submitPassword(password: string): void;
  retryCaptcha(): void;
  /** Requests access to the devices, during the device check or a call. */
  requestDevices(devices: { microphone: boolean; camera: boolean }): void;
  selectDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Ends the device check with the devices that are on, or stops waiting for the browser's permission. */
  confirmDevices(): void;
  /** Sends a text as if the visitor had said it, at most 4000 characters. */
  say(text: string): void;
  /** Tells the agent a fact without causing a reply; the newest 20,000 characters are used. */
  sendContext(text: string): void;
  /**
   * Fills `{{name}}` in the agent's prompt, greeting and context from then on: at most 30 names, with at most 500
   * characters each; null removes one.
   */
  setVariables(variables: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Stops the agent's current answer. */
  interrupt(): void;
  /** Turns the microphone on, or mutes it with false. */
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /** Opens the browser's screen picker, or stops sharing; call it in a click handler. */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /**
   * Leaves a message outside opening hours, optionally with a name and a contact. `password` and `agrees` are needed
   * if the deployment requires them.
   */
  leaveMessage(message: {
    message: string;
    name?: string;
    contact?: string;
    password?: string;
    agrees?: boolean;
  }): void;
  /** Rates the call that ended: 1 to 5, with an optional comment of at most 1000 characters. */
  rate(rating: number, comment?: string): void;
  /** Replaces the page's `customization`. */
  customize(customization: Readonly<Record<string, unknown>> | null): void;
  /** Ends the call, or cancels its start. */
  end(): void;
  /** Returns to `ready` from the phases ended, failed, unavailable or resumable. */
  reset(): void;
  /** Ends the call and releases the devices. The session is idle again and can be restarted. */
  dispose(): void;
}
