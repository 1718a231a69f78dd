/**
 * What a session can be in, what can be asked of it, and what it shows. Plain data: no DOM beyond media
 * streams, no Lit.
 */
import type { Card } from '@palkit/contract/canvas';
import type { Customization } from '@palkit/contract/customization';
import type { DeploymentInit, UnavailableReason } from '@palkit/contract/deployments';
import type { ErrorCode } from '@palkit/contract/errors';
import type { Capabilities, Source } from '@palkit/contract/room-events';
import type { GivenVariables } from './page-words.ts';

/** Why a call is over, as the visitor is told. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** A failure in words: the code of the error table, or what the browser itself met. */
export type FailureCode = ErrorCode | 'network' | 'unsupported';

export type Phase =
  /** Nothing asked yet: no request was made. */
  | { is: 'idle' }
  /** Fetching the deployment. */
  | { is: 'loading' }
  | { is: 'unavailable'; reason: UnavailableReason | 'origin' | 'unknown' }
  /** The first screen of an open panel: the face, a title, one button. */
  | { is: 'ready' }
  /** The page was loaded again during a call, which still goes on. */
  | { is: 'resumable' }
  | { is: 'gate'; by: 'consent' }
  /** Whether the servers of the browser's maker may turn the visitor's voice into text. */
  | { is: 'gate'; by: 'hearing' }
  /** `refused` after a wrong one; `waitSeconds` while throttled. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** Camera and microphone: see `Devices`. */
  | { is: 'gate'; by: 'devices' }
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

export interface Line {
  /** Stable over the line's growth. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** Still growing. */
  streaming: boolean;
  interrupted: boolean;
  /** Unix milliseconds. */
  at: number;
  /** The documents that an answer draws on, best first. */
  sources?: readonly Source[];
}

/** Camera and microphone as the visitor chose them. */
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
  /** A device went while it was in use; `now` is the one that took its place, if one did. */
  unplugged?: { kind: 'microphone' | 'camera'; now: string | null } | null;
  /** 0 to 1, how loud the microphone is. */
  level: number;
}

/** The visitor's browser as the one that recognises speech. */
export interface BrowserHearing {
  /** Where words are made: on the device, or at the servers of the browser's maker. */
  where: 'device' | 'cloud';
  /** `downloadable` by a click; `ready` to listen in a call; `failed`: the download. */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** The card on the canvas and what became of it. */
export interface CanvasState {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/** What a card is answered with; `automatic` where its time was up. A submit's value, by component:
 * question `{selected: ids, other?}`, input `{value}`, calendar `{selected_date | selected_dates |
 * selected_slot | selected_slots | selected_range, time_zone}`.
 */
export type CardAnswer =
  | { type: 'submit'; value: Record<string, unknown> }
  | { type: 'skip' }
  | { type: 'dismiss'; automatic?: true };

/** All that a channel draws, new object on every change. */
export interface View {
  phase: Phase;
  /** Known once the deployment was fetched. */
  deployment: DeploymentInit | null;
  lines: readonly Line[];
  /** The caption of the line being said, or null. */
  caption: Line | null;
  canvas: CanvasState;
  /** The banner's text while the disclosure is spoken, else null. */
  disclosure: string | null;
  activity: Activity;
  devices: Devices;
  /** The visitor's screen: whether it can be shared, and its picture while it is. */
  screen: { offered: boolean; stream: MediaStream | null };
  /** The agent's picture and voice. */
  agent: MediaStream | null;
  capabilities: Capabilities | null;
  /** Null where the browser's own speech recognition is not wanted, or it has none. */
  hearing: BrowserHearing | null;
  /** The call is being recorded. */
  recording: boolean;
  /** When the call was connected, Unix milliseconds; null where there is none. */
  since: number | null;
  /** The call reaches its limit within a minute. */
  endsSoon: boolean;
  /** What became of the visitor's rating of the call that is over. */
  rating: 'none' | 'sending' | 'sent' | 'failed';
}

/** What a session can be asked; every verb is safe in every phase (it then does nothing). */
export interface CallSession {
  readonly view: View;
  /** Calls after each change; the returned function stops that. */
  subscribe(listener: (view: View) => void): () => void;
  /** Fetches the deployment: on intent (hover, focus) or when the panel opens. Idempotent. */
  prepare(): Promise<void>;
  /** What the page wants otherwise than the deployment's `customization` says, from now on. */
  customize(override: Customization | null): void;
  /** From the first screen on: goes through the gates and joins. */
  begin(): void;
  /** Back into the call that went on while the page was loaded again. */
  resume(): void;
  consent(): void;
  /**
   * Whether the servers of the browser's maker may turn the visitor's voice into text; without it the service
   * does.
   */
  agreeHearing(yes: boolean): void;
  /** Downloads what the browser needs to hear on the device; by a click. */
  installHearing(): void;
  password(value: string): void;
  retryCaptcha(): void;
  /** Asks the browser for the microphone (and the camera where wanted), for the device check. */
  askDevices(wanted: { microphone: boolean; camera: boolean }): void;
  chooseDevice(kind: 'microphone' | 'camera', id: string): void;
  /** Done with the device check, with whatever is on. */
  confirmDevices(): void;
  say(text: string): void;
  /** Tells the agent what it knows from then on; nothing is said of it. 20,000 characters, the newest. */
  sendContext(text: string): void;
  /** Fills `{{name}}` in prompt, greeting and context, from then on. */
  setVariables(variables: GivenVariables): void;
  interrupt(): void;
  setMicrophone(on: boolean): void;
  setCamera(on: boolean): void;
  /**
   * Opens the browser's picker, or stops sharing. While it is shared, the screen goes out in place of the
   * camera.
   */
  setScreen(on: boolean): void;
  answerCard(answer: CardAnswer): void;
  /** Leaves stars and words about the call that is over, at best. */
  rate(rating: number, comment: string): void;
  /** Ends the call; nothing where there is none. */
  end(reason?: EndReason): void;
  /** From ended, failed or unavailable back to the first screen; a call that could be resumed ends. */
  again(): void;
  /** Ends and frees everything, for good. */
  dispose(): void;
}
