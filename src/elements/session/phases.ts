/** The states, methods and view of a session. Plain data without Lit; the only DOM objects are media streams. */
import type { Card } from '@palkit/contract/canvas';
import type { Customization } from '@palkit/contract/customization';
import type { DeploymentInit, UnavailableReason } from '@palkit/contract/deployments';
import type { ErrorCode } from '@palkit/contract/errors';
import type { Capabilities, Source } from '@palkit/contract/room-events';
import type { FaceFeed } from './face-feed.ts';
import type { PageVariables } from './page-updates.ts';

/** The reason for the end of a call, as shown to the visitor. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** How a call starts: `voice` requests the microphone; `text` does not, but it can be turned on during the call. */
export type StartMode = 'voice' | 'text';

/** A code from the error table, or a failure in the browser. */
export type FailureCode = ErrorCode | 'network' | 'unsupported';

export type Phase =
  /** No request was made yet. */
  | { is: 'idle' }
  | { is: 'loading' }
  | { is: 'unavailable'; reason: Exclude<UnavailableReason, 'closed'> | 'origin' | 'unknown' }
  /** Outside opening hours. `message` is set once the visitor sends one. */
  | { is: 'unavailable'; reason: 'closed'; message?: MessageState }
  /** The first screen of an open panel: the face, a title and buttons to start a call. */
  | { is: 'ready' }
  /** The page was reloaded during a call that is still running. */
  | { is: 'resumable' }
  | { is: 'gate'; by: 'consent' }
  /** Asks for consent that servers of the browser's vendor recognise speech. */
  | { is: 'gate'; by: 'hearing' }
  /** `refused` is true after a wrong password; `waitSeconds` is set while attempts are throttled. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** The view's `devices` has the state of camera and microphone. */
  | { is: 'gate'; by: 'devices' }
  /** The browser may be asking for the microphone; `devices` has the state. */
  | { is: 'starting' }
  | { is: 'joining'; conversationId: string }
  | {
      is: 'live';
      conversationId: string;
      transport: 'media' | 'text';
      connection: 'good' | 'weak' | 'reconnecting';
    }
  | { is: 'ended'; conversationId: string; reason: EndReason }
  | { is: 'failed'; code: FailureCode; message: string; retryAfter: number | null };

/** The state of a message that is left outside opening hours. `text` can be shown to a visitor. */
export type MessageState =
  | { is: 'sending' }
  | { is: 'sent' }
  | { is: 'failed'; code: FailureCode; text: string };

/** A message that a visitor leaves outside opening hours. */
export interface VisitorMessage {
  message: string;
  name?: string;
  /** How the visitor can be contacted. */
  contact?: string;
  /** Needed if the deployment has a password. */
  password?: string;
  /** True if the visitor agrees to the owner's terms. */
  agrees?: boolean;
}

export interface Line {
  /** The id stays the same while the line grows. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** True while the line is still growing. */
  streaming: boolean;
  interrupted: boolean;
  /** Unix milliseconds at which the line began. */
  at: number;
  /** Documents that the answer is based on, most relevant first. */
  sources?: readonly Source[];
  /** Name of the person who wrote the line instead of the agent. */
  person?: string;
}

/** The visitor's camera and microphone. */
export interface Devices {
  microphones: readonly { id: string; label: string }[];
  cameras: readonly { id: string; label: string }[];
  microphone: {
    state: 'off' | 'asking' | 'on' | 'muted' | 'denied' | 'missing' | 'in-use';
    id: string | null;
  };
  camera: { state: 'off' | 'asking' | 'on' | 'denied' | 'missing' | 'in-use'; id: string | null };
  /** The visitor's camera picture; null if the camera is off. */
  preview: MediaStream | null;
  /** Set if a device was unplugged while in use; `now` is the label of its replacement, or null if there is none. */
  unplugged?: { kind: 'microphone' | 'camera'; now: string | null } | null;
  /** Loudness of the microphone, 0 to 1; 0 while it is muted. */
  level: number;
  /** True if a voice is detected while the microphone is muted. This is measured in the browser; nothing is sent. */
  mutedVoice?: boolean;
}

/** Speech recognition by the visitor's browser. */
export interface BrowserHearing {
  /** Recognition on the device, or on servers of the browser's vendor. */
  where: 'device' | 'cloud';
  /**
   * `downloadable`: a click starts `downloading`. `failed`: the download failed. `ready`: it can listen.
   * `listening`: it does.
   */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** The card on the canvas and the state of its answer. */
export interface CanvasState {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/**
 * A visitor's answer to a card; `automatic` is true if the card's time has expired. Values of a submit:
 * - question: `{selected: ids, other?}`
 * - input: `{value}`
 * - calendar: `{selected_date | selected_dates | selected_slot | selected_slots | selected_range, time_zone}`
 */
export type CardAnswer =
  | { type: 'submit'; value: Record<string, unknown> }
  | { type: 'skip' }
  | { type: 'dismiss'; automatic?: true };

/** Everything that a channel draws; each change creates a new object. */
export interface View {
  phase: Phase;
  /** Null until the deployment is fetched. */
  deployment: DeploymentInit | null;
  lines: readonly Line[];
  /** The agent's line while it is spoken, and for a moment afterwards; otherwise null. */
  caption: Line | null;
  /** The visitor's words as they are recognised, and for two seconds afterwards; otherwise null. */
  visitorCaption: Line | null;
  canvas: CanvasState;
  /** The banner's text while the disclosure is spoken; otherwise null. */
  disclosure: string | null;
  activity: Activity;
  devices: Devices;
  /** The visitor's screen: `offered` is true if it can be shared; `stream` is set while it is shared. */
  screen: { offered: boolean; stream: MediaStream | null };
  /** The agent's picture and voice. */
  agent: MediaStream | null;
  /** Set if the page draws the face; the stream then has no picture. */
  face?: FaceFeed | null;
  capabilities: Capabilities | null;
  /** Null if the browser's speech recognition is not used. */
  hearing: BrowserHearing | null;
  /** True if the call is being recorded. */
  recording: boolean;
  /** True or false if the conversation sets captions on or off at its start; otherwise undefined. */
  captions?: boolean | undefined;
  /** Unix milliseconds at which the call was connected; null without a call. */
  since: number | null;
  /** True in the last minute before the call's time limit. */
  endsSoon: boolean;
  /** State of the visitor's rating of the call that ended. */
  rating: 'none' | 'sending' | 'sent' | 'failed';
}

/** The methods of a session. Each can be called in every phase and has no effect if it does not apply. */
export interface CallSession {
  readonly view: View;
  /** Calls the listener after each change; the returned function unsubscribes it. */
  subscribe(listener: (view: View) => void): () => void;
  /** Fetches the deployment on the visitor's intent (hover, focus) or when the panel opens. Idempotent. */
  prepare(): Promise<void>;
  /** Overrides the deployment's `customization` from now on. */
  customize(override: Customization | null): void;
  /** Leads from the first screen through the gates into a call, by default a spoken one. */
  begin(mode?: StartMode): void;
  /** Rejoins the call that continued while the page was reloaded. */
  resume(): void;
  consent(): void;
  /** Sets the consent to servers of the browser's vendor. Without it the service recognises speech. */
  agreeHearing(yes: boolean): void;
  /** Downloads the browser's speech recognition to the device; call it in a click handler. */
  installHearing(): void;
  password(value: string): void;
  retryCaptcha(): void;
  /** Requests access to the devices, during the device check or a call. */
  askDevices(devices: { microphone: boolean; camera: boolean }): void;
  chooseDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Ends the device check with the devices that are on, or stops waiting for the browser's permission. */
  confirmDevices(): void;
  say(text: string): void;
  /** Tells the agent a fact without causing a reply; the newest 20,000 characters are used. */
  sendContext(text: string): void;
  /** Fills `{{name}}` in prompt, greeting and context from then on. */
  setVariables(variables: PageVariables): void;
  interrupt(): void;
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /** Opens the browser's screen picker, or stops sharing. A shared screen replaces the camera. */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /** Leaves a message outside opening hours. */
  leaveMessage(message: VisitorMessage): void;
  /** Sends a rating and a comment about the call that ended. */
  rate(rating: number, comment: string): void;
  /** Ends the call, if there is one. */
  end(reason?: EndReason): void;
  /** Returns to the first screen from the phases ended, failed or unavailable; ends a resumable call. */
  again(): void;
  /** Ends everything and releases all resources permanently. */
  dispose(): void;
}
