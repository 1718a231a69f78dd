/** The states, methods and view of a session. Plain data: no DOM except media streams, and no Lit. */
import type { Card } from '@palkit/contract/canvas';
import type { Customization } from '@palkit/contract/customization';
import type { DeploymentInit, UnavailableReason } from '@palkit/contract/deployments';
import type { ErrorCode } from '@palkit/contract/errors';
import type { Capabilities, Source } from '@palkit/contract/room-events';
import type { FaceFeed } from './face-feed.ts';
import type { PageVariables } from './page-updates.ts';

/** Why a call ended, as shown to the visitor. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** How a call begins: `voice` asks for the microphone, `text` does not; it can be turned on during the call. */
export type StartMode = 'voice' | 'text';

/** A code of the error table, or a failure in the browser. */
export type FailureCode = ErrorCode | 'network' | 'unsupported';

export type Phase =
  /** No request was made yet. */
  | { is: 'idle' }
  | { is: 'loading' }
  | { is: 'unavailable'; reason: Exclude<UnavailableReason, 'closed'> | 'origin' | 'unknown' }
  /** Outside opening hours; `message` once the visitor leaves one. */
  | { is: 'unavailable'; reason: 'closed'; message?: MessageState }
  /** The first screen of an open panel: the face, a title and a button for each way to begin. */
  | { is: 'ready' }
  /** The page was reloaded during a call that still runs. */
  | { is: 'resumable' }
  | { is: 'gate'; by: 'consent' }
  /** Asks for consent that the servers of the browser's maker turn speech into text. */
  | { is: 'gate'; by: 'hearing' }
  /** `refused` after a wrong password; `waitSeconds` while attempts are throttled. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** `Devices` has the state of camera and microphone. */
  | { is: 'gate'; by: 'devices' }
  /** The browser may be asking for the microphone; `devices` shows it. */
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
  { is: 'sending' } | { is: 'sent' } | { is: 'failed'; code: FailureCode; text: string };

/** A message that a visitor leaves outside opening hours. */
export interface VisitorMessage {
  message: string;
  name?: string;
  /** Where the visitor can be reached. */
  contact?: string;
  /** If the deployment has one. */
  password?: string;
  /** The visitor agrees to the owner's terms. */
  agrees?: boolean;
}

export interface Line {
  /** Stays the same while the line grows. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** Still growing. */
  streaming: boolean;
  interrupted: boolean;
  /** Unix milliseconds. */
  at: number;
  /** Documents that the answer is based on, best first. */
  sources?: readonly Source[];
  /** Name of the person who wrote it instead of the agent. */
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
  /** The visitor's own picture; null without a camera. */
  preview: MediaStream | null;
  /** A device was unplugged during use; `now` is the label of its replacement, or null without one. */
  unplugged?: { kind: 'microphone' | 'camera'; now: string | null } | null;
  /** Loudness of the microphone, 0 to 1; 0 while it is muted. */
  level: number;
  /** The muted microphone hears a voice. It is measured in the browser, and nothing is sent. */
  mutedVoice?: boolean;
}

/** Speech recognition by the visitor's browser. */
export interface BrowserHearing {
  /** On the device, or on the servers of the browser's maker. */
  where: 'device' | 'cloud';
  /** `downloadable` in a click; `ready` to listen in a call; `failed` means that the download failed. */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** The card on the canvas and the state of its answer. */
export interface CanvasState {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/**
 * A visitor's answer to a card; `automatic` when the card's time ran out. Values of a submit: question
 * `{selected: ids, other?}`, input `{value}`, calendar `{selected_date | selected_dates | selected_slot |
 * selected_slots | selected_range, time_zone}`.
 */
export type CardAnswer =
  | { type: 'submit'; value: Record<string, unknown> }
  | { type: 'skip' }
  | { type: 'dismiss'; automatic?: true };

/** Everything that a channel draws; a new object on every change. */
export interface View {
  phase: Phase;
  /** Null until it is fetched. */
  deployment: DeploymentInit | null;
  lines: readonly Line[];
  /** The agent's line being spoken, or null. */
  caption: Line | null;
  /** The visitor's words as they are recognised, and for two seconds after; else null. */
  visitorCaption: Line | null;
  canvas: CanvasState;
  /** The banner's text while the disclosure is spoken, else null. */
  disclosure: string | null;
  activity: Activity;
  devices: Devices;
  /** The visitor's screen: whether it can be shared, and its stream while it is. */
  screen: { offered: boolean; stream: MediaStream | null };
  /** The agent's picture and voice. */
  agent: MediaStream | null;
  /** The page draws the face, and the stream has no picture. */
  face?: FaceFeed | null;
  capabilities: Capabilities | null;
  /** Null where the browser's own speech recognition is not used. */
  hearing: BrowserHearing | null;
  /** The call is being recorded. */
  recording: boolean;
  /** Captions from the start, or none, where the conversation says so. */
  captions?: boolean | undefined;
  /** Time of connection in Unix milliseconds; null without a call. */
  since: number | null;
  /** The call reaches its time limit within a minute. */
  endsSoon: boolean;
  /** State of the visitor's rating of the call that ended. */
  rating: 'none' | 'sending' | 'sent' | 'failed';
}

/** The methods of a session. Each is safe in every phase and has no effect if it does not apply. */
export interface CallSession {
  readonly view: View;
  /** Calls the listener after each change; the returned function unsubscribes it. */
  subscribe(listener: (view: View) => void): () => void;
  /** Fetches the deployment on intent (hover, focus) or when the panel opens. Idempotent. */
  prepare(): Promise<void>;
  /** Overrides the deployment's `customization` from now on. */
  customize(override: Customization | null): void;
  /** Leads from the first screen through the gates into a call, a spoken one by default. */
  begin(mode?: StartMode): void;
  /** Rejoins the call that went on while the page was reloaded. */
  resume(): void;
  consent(): void;
  /** Sets the consent to the servers of the browser's maker; without it the service recognises speech. */
  agreeHearing(yes: boolean): void;
  /** Downloads the browser's recognition for use on the device; call it in a click. */
  installHearing(): void;
  password(value: string): void;
  retryCaptcha(): void;
  /** Requests the devices for the device check. */
  askDevices(devices: { microphone: boolean; camera: boolean }): void;
  chooseDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Ends the device check with the devices that are on, or the wait for the browser's permission. */
  confirmDevices(): void;
  say(text: string): void;
  /** Tells the agent a fact without making it answer; the newest 20,000 characters count. */
  sendContext(text: string): void;
  /** Fills `{{name}}` in prompt, greeting and context from then on. */
  setVariables(variables: PageVariables): void;
  interrupt(): void;
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /** Opens the browser's picker, or stops sharing. A shared screen is sent in place of the camera. */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /** Leaves a message outside opening hours. */
  leaveMessage(message: VisitorMessage): void;
  /** Sends stars and a comment about the call that ended. */
  rate(rating: number, comment: string): void;
  /** Ends the call, if there is one. */
  end(reason?: EndReason): void;
  /** Returns from ended, failed or unavailable to the first screen; a resumable call is ended. */
  again(): void;
  /** Ends everything and frees it permanently. */
  dispose(): void;
}
