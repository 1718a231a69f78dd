/**
 * The room as the agent uses it. It is a port, which the embedded room implements, so the agent does not depend
 * on WebRTC.
 */
import type { AgentEventProperties, AgentEventType, VisitorEvent } from '@palkit/contract/room-events';
import type { Speech } from '../speech/engines.ts';

export interface Turn {
  turn_idx: number;
  inference_id: string | null;
}

export interface Room {
  /** Sends an event to the visitor. The event gets a number and is stored for visitors who reconnect. */
  send<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>, turn?: Turn): void;
  /** True if sound reaches the visitor; otherwise the agent writes. */
  readonly audible: boolean;
  /** Queues a sentence. The events `sentence-began` and `sentence-ended` refer to it by `id`. */
  say(id: string, speech: Speech): void;
  /** Stops playback within 100 ms and clears the queue. */
  hush(): void;
  /**
   * Pauses playback within 100 ms without clearing the queue, or resumes it. If a room has no such method,
   * the agent keeps speaking until it is known whether the sound was an interruption.
   */
  hold?(isHeld: boolean): void;
  /** Makes the face look worried for a moment. */
  showMood?(mood: 'worried'): void;
  /**
   * Sets how easily the visitor interrupts the agent. `silence` is the number of milliseconds that ends an
   * utterance.
   * - `open` is for a silent agent.
   * - `guarded` is for a speaking agent, whose echo must not count as the visitor's voice: an utterance begins
   *   only after `guardedFrames` frames of 20 ms with a voice.
   */
  setGuard(guard: 'open' | 'guarded', flow?: { guardedFrames: number; silence: number }): void;
  /** Closes the connection to the visitor. */
  close(): void;
}

/** Events of a room, in chronological order. */
export type RoomEvent =
  /** The browser of a visitor begins to connect by WebRTC; the visitor joins about half a second later. */
  | { type: 'connecting' }
  /** The visitor has joined by WebRTC or as text. `again` is true if the visitor was connected before. */
  | { type: 'joined'; by: 'media' | 'text'; again: boolean }
  /** The connection was lost; the visitor did not end the call. */
  | { type: 'lost' }
  /** The visitor ended the call on their side. */
  | { type: 'left' }
  /** The room's media failed permanently, so the visitor cannot reconnect. */
  | { type: 'failed' }
  | { type: 'message'; event: VisitorEvent }
  /**
   * The visitor's microphone sends sound, possibly before `joined`. The event is missing if the visitor only
   * types.
   */
  | { type: 'microphone-opened' }
  | { type: 'voice-began' }
  /** 16 kHz mono samples between `voice-began` and `voice-ended`, including a moment before `voice-began`. */
  | { type: 'voice'; samples: Int16Array }
  /** The voice became silent. In most cases this is the end of the utterance, sometimes only a pause. */
  | { type: 'voice-paused' }
  /** The voice continues after a pause. */
  | { type: 'voice-resumed' }
  /** `silence` is the silence in milliseconds that ended the utterance; if omitted, it was the requested one. */
  | { type: 'voice-ended'; silence?: number }
  /** A picture of the visitor's camera, WebP. */
  | { type: 'picture'; webp: Uint8Array }
  /** A sentence of the agent becomes audible. */
  | { type: 'sentence-began'; id: string }
  /** `seconds` is the duration of the part of the sentence that was played. */
  | { type: 'sentence-ended'; id: string; seconds: number; interrupted: boolean };

/** Events that an agent handles: all except the room's failure, which ends the call. */
export type AgentInput = Exclude<RoomEvent, { type: 'failed' }>;
