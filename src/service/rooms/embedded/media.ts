/** Placeholder for types until the room branch is merged. */
import type { Speech } from '../../agent/engines/engines.ts';
export type MediaEvent =
  | { is: 'connected'; callId: string }
  | { is: 'lost'; callId: string }
  | { is: 'message'; callId: string; data: string }
  | { is: 'voice-began'; callId: string }
  | { is: 'voice'; callId: string; samples: Int16Array }
  | { is: 'voice-ended'; callId: string }
  | { is: 'saying'; callId: string; utteranceId: string }
  | { is: 'said'; callId: string; utteranceId: string; seconds: number; interrupted: boolean }
  | { is: 'crashed'; callIds: string[] };
export interface Media {
  join(call: { callId: string; offer: string; face: string }): Promise<{ answer: string }>;
  leave(callId: string): void;
  say(callId: string, utteranceId: string, speech: Speech, options: { last: boolean }): void;
  hush(callId: string): void;
  send(callId: string, message: string): void;
  listen(callId: string, options: { patienceMs?: number; bargeFrames?: number }): void;
  subscribe(listener: (event: MediaEvent) => void): () => void;
}
