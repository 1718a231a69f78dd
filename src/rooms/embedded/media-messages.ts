/** The messages between the service and its media process, in both directions. */
import type { Speech } from '@palkit/agent';
import type { MediaMeasure } from './media-load.ts';
import type { CallLogPath } from './call-log.ts';
import type { SilentMood } from '@palkit/contract/face/motion';

/** The agent's mood while it is silent; the media process itself knows when it talks. */
export type Mood = SilentMood;

export type MediaEvent =
  /** The data channel is open. */
  | { is: 'connected'; callId: string }
  /** The browser has sent nothing for 8 s, or its connection is closed. */
  | { is: 'lost'; callId: string }
  | { is: 'message'; callId: string; data: string }
  | { is: 'voice-began'; callId: string }
  /** 16 kHz mono; the sound before the voice began comes first. */
  | { is: 'voice'; callId: string; samples: Int16Array }
  /** 100 to 160 ms without a voice, within an utterance that may continue. */
  | { is: 'voice-paused'; callId: string }
  /** The voice continued before the pause ended the utterance. */
  | { is: 'voice-resumed'; callId: string }
  | { is: 'voice-ended'; callId: string }
  /** A picture of the visitor's camera, WebP. */
  | { is: 'sight'; callId: string; webp: Uint8Array }
  /** The first packet of a sentence left. */
  | { is: 'saying'; callId: string; utteranceId: string }
  | { is: 'said'; callId: string; utteranceId: string; seconds: number; interrupted: boolean }
  /** The media process died during these calls. */
  | { is: 'crashed'; callIds: string[] }
  /** The process could not be started again, so these calls continue without media. */
  | { is: 'beyond-repair'; callIds: string[] };

export interface JoinRequest {
  callId: string;
  offer: string;
  /** The face's file. */
  face: string;
  /** Id of the face, for a face engine that can draw it. If null or omitted, only the service draws it. */
  faceId?: string | null;
  /** The folder of the call's log; null: no log is written. */
  callLog?: CallLogPath | null;
  /** True if the visitor's camera is used. */
  watch?: boolean;
  /** No video is sent in either direction. */
  audioOnly?: boolean;
}

export type ToMedia =
  | { do: 'join'; id: number; call: JoinRequest }
  | { do: 'leave'; callId: string }
  | { do: 'say'; callId: string; utteranceId: string; speech: Speech }
  | { do: 'hush'; callId: string }
  | { do: 'send'; callId: string; message: string }
  | { do: 'hold'; callId: string; onHold: boolean }
  | { do: 'feel'; callId: string; mood: Mood }
  /** Another face is shown from now on, and the call is no longer recorded. */
  | { do: 'face'; callId: string; face: string }
  | { do: 'listen'; callId: string; bargeFrames: number; patience?: number | undefined }
  | { do: 'stats'; id: number }
  | { do: 'ping' };

export interface MediaStats {
  calls: number;
  packetsSent: number;
  framesSent: number;
  packetsHeard: number;
  /** Messages and packets above a browser's limits, and the connections that were closed for them. */
  messagesDropped: number;
  packetsDropped: number;
  flooded: number;
  /** Bytes. */
  rss: number;
}

export interface FromMedia {
  ready?: true;
  event?: MediaEvent;
  answer?: { id: number; sdp?: string; refused?: 'invalid_offer' };
  stats?: MediaStats & { id: number };
  /** `omitted`: faults of the same place since its last report. */
  fault?: { where: string; name: string; omitted: number };
  /** Once a second while there are calls. */
  load?: MediaMeasure;
  /** The answer to a ping. */
  alive?: true;
  /**
   * A native thread spins, so the process must be ended. The calls are then probed one after another, each announced
   * before; the probe of the call with the fatal packet never returns.
   */
  spinning?: { probing: string | null };
}
