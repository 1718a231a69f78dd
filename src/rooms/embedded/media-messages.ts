/** The messages between the service and its media process, in both directions. */
import type { Speech } from '@palkit/agent';
import type { MediaMeasure } from './media-load.ts';
import type { CallLogPath } from './call-log.ts';
import type { SilentMood } from '@palkit/contract/face/motion';

/** The agent's mood while it is silent; the media process detects when it talks. */
export type Mood = SilentMood;

export type MediaEvent =
  /** The data channel is open. */
  | { is: 'connected'; callId: string }
  /** The browser has sent nothing for 8 s, or the connection is closed. */
  | { is: 'lost'; callId: string }
  | { is: 'message'; callId: string; data: string }
  /** The first packet of the microphone arrived. A visitor who only types sends none. */
  | { is: 'microphone-opened'; callId: string }
  | { is: 'voice-began'; callId: string }
  /** Samples at 16 kHz, mono, starting with the sound before the voice began. */
  | { is: 'voice'; callId: string; samples: Int16Array }
  /** There was no voice for 100 to 160 ms; the utterance may continue. */
  | { is: 'voice-paused'; callId: string }
  /** The voice continued, so the utterance did not end. */
  | { is: 'voice-resumed'; callId: string }
  /** `silence` is the duration in milliseconds that ended the utterance. */
  | { is: 'voice-ended'; callId: string; silence: number }
  /** A picture of the visitor's camera as WebP. */
  | { is: 'sight'; callId: string; webp: Uint8Array }
  /** The first packet of a sentence was sent. */
  | { is: 'saying'; callId: string; utteranceId: string }
  | { is: 'said'; callId: string; utteranceId: string; seconds: number; interrupted: boolean }
  /** The media process crashed during these calls. */
  | { is: 'crashed'; callIds: string[] }
  /** The process could not be restarted, so these calls continue without media. */
  | { is: 'beyond-repair'; callIds: string[] };

export interface JoinRequest {
  callId: string;
  offer: string;
  /** Path of the face's file. */
  face: string;
  /** Id of the face for a face engine that can draw it. If null or omitted, only the service draws it. */
  faceId?: string | null;
  /** Location of the call log; if null, none is written. */
  callLog?: CallLogPath | null;
  /** True if pictures of the visitor's camera are needed. */
  watch?: boolean;
  /** True if no video is sent in either direction. */
  audioOnly?: boolean;
}

export type ToMedia =
  | { do: 'join'; id: number; call: JoinRequest }
  | { do: 'leave'; callId: string }
  | { do: 'say'; callId: string; utteranceId: string; speech: Speech }
  | { do: 'hush'; callId: string }
  | { do: 'send'; callId: string; message: string }
  | { do: 'hold'; callId: string; onHold: boolean }
  | { do: 'setMood'; callId: string; mood: Mood }
  /** Shows another face from now on, and stops the recording. */
  | { do: 'face'; callId: string; face: string }
  | { do: 'listen'; callId: string; bargeFrames: number; patience?: number | undefined }
  | { do: 'stats'; id: number }
  | { do: 'ping' };

export interface MediaStats {
  calls: number;
  packetsSent: number;
  framesSent: number;
  packetsHeard: number;
  /** Messages and packets that exceeded a browser's limits, and connections that were closed because of them. */
  messagesDropped: number;
  packetsDropped: number;
  flooded: number;
  /** Resident memory in bytes. */
  rss: number;
}

export interface FromMedia {
  ready?: true;
  event?: MediaEvent;
  answer?: { id: number; sdp?: string; refused?: 'invalid_offer' };
  stats?: MediaStats & { id: number };
  /** `omitted` is the number of faults in the same place since the last report. */
  fault?: { where: string; name: string; omitted: number };
  /** Sent once per second while there are calls. */
  load?: MediaMeasure;
  /** The answer to a ping. */
  alive?: true;
  /**
   * A native thread is spinning, so the process must be killed. First the calls are probed one after another, and
   * each probe is announced before it begins; null follows the last one. The probe of the call with the fatal
   * packet never returns, so the last announcement names this call.
   */
  spinning?: { probing: string | null };
}
