/**
 * The view of a session: an immutable object that each change replaces. Plain types that belong to the package's API.
 */
import type { Card } from './cards.ts';

/** The reason why a call ended. */
export type EndReason = 'left' | 'agent' | 'limit' | 'lost' | 'removed' | 'error';

/** The state of a session, named by `is`. Later versions may add states, so handle unknown ones. */
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
  /** Outside opening hours, until `deployment.opensAt`. `leaveMessage()` sends a message; `message` is its state. */
  | { is: 'unavailable'; reason: 'closed'; message?: MessageState }
  /** A call can be started. */
  | { is: 'ready' }
  /** The call continued while the page was reloaded: `resume()` rejoins it, `reset()` ends it. */
  | { is: 'resumable' }
  /** Waits for the visitor's consent; `acceptConsent()` continues. */
  | { is: 'gate'; by: 'consent' }
  /** Asks for consent that servers of the browser's vendor recognise speech; `agreeHearing(yes)` answers. */
  | { is: 'gate'; by: 'hearing' }
  /** `submitPassword()` continues. `refused` is true after a wrong password; `waitSeconds` is set after too many. */
  | { is: 'gate'; by: 'password'; refused: boolean; waitSeconds: number | null; busy: boolean }
  /**
   * Solved automatically, or by the visitor in the `captchaContainer`. `retryCaptcha()` tries again after a failure.
   */
  | { is: 'gate'; by: 'captcha'; state: 'solving' | 'failed' }
  /** The device check, if the owner requires it: call `requestDevices()`, then `confirmDevices()`. */
  | { is: 'gate'; by: 'devices' }
  /**
   * While `devices.microphone.state` is `asking`, the browser asks for permission; `confirmDevices()` continues
   * without it.
   */
  | { is: 'starting' }
  | { is: 'joining'; conversationId: string }
  /** `transport` is `text` in a chat or if WebRTC is blocked: there is no sound or picture then. */
  | {
      is: 'live';
      conversationId: string;
      transport: 'media' | 'text';
      connection: 'good' | 'weak' | 'reconnecting';
    }
  | { is: 'ended'; conversationId: string; reason: EndReason }
  /** `code` is from the error table, or `network` or `unsupported`. `message` can be shown to a visitor. */
  | { is: 'failed'; code: string; message: string; retryAfter: number | null };

/** The state of a message that is left outside opening hours. `text` can be shown to a visitor. */
export type MessageState = { is: 'sending' } | { is: 'sent' } | { is: 'failed'; code: string; text: string };

/** The agent's current activity. */
export type Activity = 'idle' | 'listening' | 'thinking' | 'speaking';

/** A line of the transcript. */
export interface TranscriptLine {
  /** The id stays the same while the line grows. */
  id: string;
  role: 'user' | 'pal';
  text: string;
  /** True while the line is still growing. */
  streaming: boolean;
  /** True if the visitor interrupted the line before its end. */
  interrupted: boolean;
  /** Unix milliseconds at which the line began. */
  at: number;
  /** Documents that the answer is based on, most relevant first. */
  sources?: readonly { document_id: string; document_name: string }[];
}

export interface Device {
  id: string;
  label: string;
}

/** Microphone and camera. `denied` means by the visitor or the page's policy, `in-use` by another program. */
export interface Devices {
  microphones: readonly Device[];
  cameras: readonly Device[];
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
   * `installHearing()` starts the download of a `downloadable` one; `failed` means that the download failed.
   * A `ready` one can listen, but is not `listening` yet.
   */
  state: 'downloadable' | 'downloading' | 'failed' | 'ready' | 'listening';
}

/** The card that the agent shows, and the state of its answer. */
export interface Canvas {
  card: Card | null;
  state: 'open' | 'sending' | 'sent' | 'failed';
}

/** The deployment's public settings. */
export interface SessionDeployment {
  id: string;
  agentName: string;
  /** Address of the agent's picture; empty if there is none. */
  poster: string;
  /** `video` has sound and picture, `audio` only sound, `chat` neither. */
  modality: 'video' | 'audio' | 'chat';
  /** Languages that the agent speaks, as language tags. */
  languages: readonly string[];
  /** Maximum duration of a call in seconds. */
  maxCallDuration: number;
  /** Next opening in Unix milliseconds, if it is outside opening hours; null if it is open or never opens. */
  opensAt: number | null;
  /** True if calls are recorded; tell the visitor before a call starts. */
  recording: boolean;
  /** The owner's settings for appearance and texts, merged with those of the page. */
  customization: Readonly<Record<string, unknown>>;
}

/** The engines of this call. */
export interface Capabilities {
  hearing: 'embedded' | 'endpoint' | 'browser' | 'none';
  answering: 'documents' | 'model' | 'echo';
  voice: 'embedded' | 'endpoint' | 'none';
  languages: readonly string[];
}

/** Everything about a session that a page can draw. */
export interface SessionView {
  readonly phase: Phase;
  /** Null until the deployment is fetched. */
  readonly deployment: SessionDeployment | null;
  /** Spoken and typed lines in order. They stay after the call until `reset()`. */
  readonly transcript: readonly TranscriptLine[];
  /** The agent's line while it is spoken, and for a moment afterwards; otherwise null. */
  readonly caption: TranscriptLine | null;
  /** The visitor's words as they are recognised, and for two seconds afterwards; otherwise null. */
  readonly visitorCaption: TranscriptLine | null;
  readonly canvas: Canvas;
  /** The sentence that discloses that the agent is a machine, while it is spoken; otherwise null. */
  readonly disclosure: string | null;
  readonly activity: Activity;
  readonly devices: Devices;
  /** The visitor's screen: `offered` is true if it can be shared; `stream` is set while it is shared. */
  readonly screen: { readonly offered: boolean; readonly stream: MediaStream | null };
  /** The agent's picture and voice, for a `<video>` element. */
  readonly agentStream: MediaStream | null;
  readonly capabilities: Capabilities | null;
  /** Null if the browser's speech recognition is not used. */
  readonly hearing: BrowserHearing | null;
  /** True if this call is being recorded. */
  readonly recording: boolean;
  /** Unix milliseconds at which the call was connected. */
  readonly since: number | null;
  /** True in the last minute before the call's time limit. */
  readonly endsSoon: boolean;
  /** State of the visitor's rating of the call that ended. */
  readonly rating: 'none' | 'sending' | 'sent' | 'failed';
}
