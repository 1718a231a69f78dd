/** A session's view: one immutable object, replaced on every change. Plain types of the package's own. */
import type { Card } from './cards.ts';

/** The reason why a call ended. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** The state of a session. `is` names it; new kinds may be added, so handle unknown ones. */
export type Phase =
  /** No request was made yet. */
  | { is: 'idle' }
  /** The deployment is being fetched. */
  | { is: 'loading' }
  /**
   * `origin`: this page is not among the deployment's `allowed_origins`; `unknown`: the deployment does not
   * exist.
   */
  | {
      is: 'unavailable';
      reason: 'inactive' | 'daily_limit' | 'total_limit' | 'user_limit' | 'busy' | 'origin' | 'unknown';
    }
  /** Outside opening hours, until `deployment.opensAt`: `leaveMessage()`. `message` says what became of it. */
  | { is: 'unavailable'; reason: 'closed'; message?: MessageState }
  /** A call can be started. */
  | { is: 'ready' }
  /** The page was reloaded during a call, which still runs: `resume()` rejoins it, `reset()` ends it. */
  | { is: 'resumable' }
  /** `acceptConsent()` continues. */
  | { is: 'gate'; by: 'consent' }
  /** Asks for consent that the browser maker's servers turn speech into text: `agreeHearing(yes)`. */
  | { is: 'gate'; by: 'hearing' }
  /** `submitPassword()` continues. `refused` after a wrong one; `waitSeconds` after too many. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  /** Solved automatically, or by the visitor in the `captchaContainer`; `retryCaptcha()` after a failure. */
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** The device check, if the owner asks for it: `requestDevices()`, then `confirmDevices()`. */
  | { is: 'gate'; by: 'devices' }
  /** While `devices.microphone` is `asking`, the browser asks for it; `confirmDevices()` goes on without. */
  | { is: 'starting' }
  | { is: 'joining'; conversationId: string }
  /** `text` where WebRTC is blocked, and in chat: without sound and picture. */
  | {
      is: 'live';
      conversationId: string;
      transport: 'media' | 'text';
      connection: 'good' | 'weak' | 'reconnecting';
    }
  | { is: 'ended'; conversationId: string; reason: EndReason }
  /** `code` is one of the error table, `network` or `unsupported`; `message` can be shown to a visitor. */
  | { is: 'failed'; code: string; message: string; retryAfter: number | null };

/** The state of a message that is left outside opening hours. `text` can be shown to a visitor. */
export type MessageState = { is: 'sending' } | { is: 'sent' } | { is: 'failed'; code: string; text: string };

/** The agent's current activity. */
export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** A line of the transcript. */
export interface TranscriptLine {
  /** Stays the same while the line grows. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** The line is still growing. */
  streaming: boolean;
  /** The visitor interrupted it before its end. */
  interrupted: boolean;
  /** Unix milliseconds. */
  at: number;
  /** Documents that the answer is based on, best first. */
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
  /** `installHearing()` downloads; `failed` means that the download failed. */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

/** The one card that the agent shows, and the state of its answer. */
export interface Canvas {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/** The deployment's public settings. */
export interface SessionDeployment {
  id: string;
  agentName: string;
  /** The address of the agent's picture; empty without one. */
  poster: string;
  /** `chat` has neither sound nor picture, `audio` no picture. */
  modality: 'video' | 'audio' | 'chat';
  /** Languages that the agent speaks, as language tags. */
  languages: readonly string[];
  /** In seconds. */
  maxCallDuration: number;
  /** Outside opening hours: when it opens next, in Unix milliseconds; null if it is open or stays closed. */
  opensAt: number | null;
  /** Calls are recorded; tell the visitor before one starts. */
  recording: boolean;
  /** The owner's settings for looks and words, merged with the page's own. */
  customization: Readonly<Record<string, unknown>>;
}

/** The engines of this call. */
export interface Capabilities {
  hearing: 'embedded' | 'endpoint' | 'browser' | 'none';
  answering: 'documents' | 'model' | 'echo';
  voice: 'embedded' | 'endpoint' | 'none';
  languages: readonly string[];
}

/** Everything that a page can draw of a session. */
export interface SessionView {
  readonly phase: Phase;
  /** Null until it is fetched. */
  readonly deployment: SessionDeployment | null;
  /** Spoken and typed lines in order; they stay after the call until `reset()`. */
  readonly transcript: readonly TranscriptLine[];
  /** The agent's line being spoken; null in silence. */
  readonly caption: TranscriptLine | null;
  /** The visitor's words as they are recognised, and for two seconds after; else null. */
  readonly visitorCaption: TranscriptLine | null;
  readonly canvas: Canvas;
  /** The sentence that says that the agent is a machine, while it is spoken; else null. */
  readonly disclosure: string | null;
  readonly activity: Activity;
  readonly devices: Devices;
  /** The visitor's screen: whether it can be shared, and its stream while it is. */
  readonly screen: { readonly offered: boolean; readonly stream: MediaStream | null };
  /** The agent's picture and voice, for a `<video>`. */
  readonly agentStream: MediaStream | null;
  readonly capabilities: Capabilities | null;
  /** Null where the browser's own speech recognition is not used. */
  readonly hearing: BrowserHearing | null;
  /** This call is being recorded. */
  readonly recording: boolean;
  /** Time of connection in Unix milliseconds. */
  readonly since: number | null;
  /** The call reaches its time limit within a minute. */
  readonly endsSoon: boolean;
  /** State of the visitor's rating of the call that ended. */
  readonly rating: 'none' | 'sending' | 'sent' | 'failed';
}
