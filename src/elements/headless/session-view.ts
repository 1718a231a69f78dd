/** What a session shows: one immutable object, a new one on every change. Plain types of the package's own. */
import type { Card } from './cards.ts';

/** Why a call is over. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** Where a session stands. `is` tells which; new kinds may be added, so have a default. */
export type Phase =
  /** Nothing was asked yet: no request was made. */
  | { is: 'idle' }
  /** The deployment is being fetched. */
  | { is: 'loading' }
  /** `origin`: this page is not among the deployment's `allowed_origins`; `unknown`: there is none. */
  | {
      is: 'unavailable';
      reason: 'inactive' | 'daily_limit' | 'total_limit' | 'user_limit' | 'busy' | 'origin' | 'unknown';
    }
  /** A call can be started. */
  | { is: 'ready' }
  /** The page was loaded again during a call, which still goes on: `resume()`, or `reset()` ends it. */
  | { is: 'resumable' }
  /** `acceptConsent()` goes on. */
  | { is: 'gate'; by: 'consent' }
  /** Whether the servers of the browser's maker may turn the voice into text: `agreeHearing(yes)`. */
  | { is: 'gate'; by: 'hearing' }
  /** `submitPassword()` goes on; `refused` after a wrong one, `waitSeconds` while there were too many. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  /** Solved by itself, or by the visitor in the `captchaContainer`; once failed: `retryCaptcha()`. */
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** The device check, where the deployment has one: `requestDevices()`, then `confirmDevices()`. */
  | { is: 'gate'; by: 'devices' }
  | { is: 'starting' }
  | { is: 'joining'; conversationId: string }
  /** `text`: where WebRTC is blocked, and in chat; nothing is seen or heard then. */
  | {
      is: 'live';
      conversationId: string;
      transport: 'media' | 'text';
      connection: 'good' | 'weak' | 'reconnecting';
    }
  | { is: 'ended'; conversationId: string; reason: EndReason }
  /** `code`: of the error table, `network` or `unsupported`; `message` is fit for a person. */
  | { is: 'failed'; code: string; message: string; retryAfter: number | null };

/** What the agent does just now. */
export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** A line of the transcript. */
export interface TranscriptLine {
  /** Stable over the line's growth. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** It still grows. */
  streaming: boolean;
  /** It was not heard to its end. */
  interrupted: boolean;
  /** Unix milliseconds. */
  at: number;
  /** The documents that an answer draws on, best first. */
  sources?: readonly { document_id: string; document_name: string }[];
}

export interface Device {
  id: string;
  label: string;
}

/** Microphone and camera. `denied`: by the visitor or the page's policy; `in-use`: by another program. */
export interface Devices {
  microphones: readonly Device[];
  cameras: readonly Device[];
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
  /** `downloadable` by `installHearing()`; `failed`: the download. */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

/** The one card that the agent shows, and what became of its answer. */
export interface Canvas {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/** What is known of the deployment. */
export interface SessionDeployment {
  id: string;
  /** The agent's name. */
  agentName: string;
  /** The address of the agent's picture; empty without one. */
  poster: string;
  /** `chat` has neither sound nor picture, `audio` no picture. */
  modality: 'video' | 'audio' | 'chat';
  /** What the agent speaks, as language tags. */
  languages: readonly string[];
  /** Seconds. */
  maxCallDuration: number;
  /** Calls are recorded; say so before one starts. */
  recording: boolean;
  /** What the owner set for the looks and the words, as the service has it, with the page's own changes. */
  customization: Readonly<Record<string, unknown>>;
}

/** What the agent can do in this call. */
export interface Capabilities {
  hearing: 'embedded' | 'endpoint' | 'browser' | 'none';
  answering: 'documents' | 'model' | 'echo';
  voice: 'embedded' | 'endpoint' | 'none';
  languages: readonly string[];
}

/** All that a page can draw of a session. */
export interface SessionView {
  readonly phase: Phase;
  /** Null until it was fetched. */
  readonly deployment: SessionDeployment | null;
  /** What was said and typed, in order; it stays after the call until `reset()`. */
  readonly transcript: readonly TranscriptLine[];
  /** The line being said; null while nothing is. */
  readonly caption: TranscriptLine | null;
  readonly canvas: Canvas;
  /** What says that one talks to a machine, for as long as it is spoken; else null. */
  readonly disclosure: string | null;
  readonly activity: Activity;
  readonly devices: Devices;
  /** The visitor's screen: whether it can be shared, and its picture while it is. */
  readonly screen: { readonly offered: boolean; readonly stream: MediaStream | null };
  /** The agent's picture and voice, for a `<video>`. */
  readonly agentStream: MediaStream | null;
  readonly capabilities: Capabilities | null;
  /** Null where the browser's own speech recognition is not wanted, or it has none. */
  readonly hearing: BrowserHearing | null;
  /** This call is being recorded. */
  readonly recording: boolean;
  /** When the call was connected, Unix milliseconds. */
  readonly since: number | null;
  /** The call reaches its limit within a minute. */
  readonly endsSoon: boolean;
  /** What became of the visitor's rating of the call that is over. */
  readonly rating: 'none' | 'sending' | 'sent' | 'failed';
}
