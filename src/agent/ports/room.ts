/** The room as the agent sees it: a port that the embedded room implements. The agent does not depend on WebRTC. */
import type { AgentEventProperties, AgentEventType, VisitorEvent } from '@palkit/contract/room-events';
import type { Speech } from '../speech/engines.ts';

export interface Turn {
  turn_idx: number;
  inference_id: string | null;
}

export interface Room {
  /** Sends an event to the visitor, numbered and stored for visitors who reconnect. */
  send<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>, turn?: Turn): void;
  /** True if sound reaches the visitor; otherwise the agent writes. */
  readonly audible: boolean;
  /** Queues a sentence; `sentence-began` and `sentence-ended` name it by this id. */
  say(id: string, speech: Speech): void;
  /** Stops the sound within 100 ms and drops the queue. */
  hush(): void;
  /**
   * Pauses the sound within 100 ms without losing the queue, or resumes it. In a room that cannot pause, the agent
   * speaks on until the cause of the interruption is known.
   */
  hold?(isHeld: boolean): void;
  /** Makes the face look worried for a moment. */
  feel?(mood: 'worried'): void;
  /**
   * Sets how easily the visitor interrupts the agent. While the agent speaks, its own echo must not count as the
   * visitor's voice, so an utterance begins only after more frames of 20 ms with a voice; `silence`: milliseconds
   * that end one.
   */
  expect(guard: 'open' | 'guarded', flow?: { guardedFrames: number; silence: number }): void;
  /** Closes the connection to the visitor. */
  close(): void;
}

/** The events of a room, in the order in which they happened. */
export type RoomEvent =
  /** A visitor's browser begins to connect by WebRTC; the visitor arrives about half a second later. */
  | { type: 'connecting' }
  /** The visitor has arrived by WebRTC or in text; `again` after an earlier connection. */
  | { type: 'joined'; by: 'media' | 'text'; again: boolean }
  /** The connection was lost without an announcement. */
  | { type: 'lost' }
  /** The visitor ended the call on their side. */
  | { type: 'left' }
  /** The room's media is beyond repair, so the visitor cannot come back. */
  | { type: 'failed' }
  | { type: 'message'; event: VisitorEvent }
  | { type: 'voice-began' }
  /** 16 kHz mono samples between `voice-began` and `voice-ended`, including the moments before `voice-began`. */
  | { type: 'voice'; samples: Int16Array }
  /** The first silence in the voice, which is more often its end than a pause. */
  | { type: 'voice-paused' }
  /** The voice continues after a pause. */
  | { type: 'voice-resumed' }
  | { type: 'voice-ended' }
  /** A picture of the visitor's camera, WebP. */
  | { type: 'picture'; webp: Uint8Array }
  /** A sentence of the agent becomes audible. */
  | { type: 'sentence-began'; id: string }
  /** `seconds` of the sentence were played. */
  | { type: 'sentence-ended'; id: string; seconds: number; interrupted: boolean };

/** The events that an agent takes: all but the failure of its room, which ends the call. */
export type AgentInput = Exclude<RoomEvent, { type: 'failed' }>;
