/** The room as a port: the embedded one, Daily's, and the same conversation in text behind one interface. */
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import type { Modality } from './modality.ts';

/** What stands around a text in a message, at most. */
const ENVELOPE_BYTES = 256;

export interface RoomListener {
  message(event: AgentEvent): void;
  /** The agent's picture and voice; a new object when a track came or went. */
  stream(stream: MediaStream): void;
  /** The connection is weak, or good again; told on a change only. */
  network(weak: boolean): void;
  /** The connection is gone without a goodbye. */
  lost(): void;
  /** The room itself is over. */
  ended(): void;
}

export interface LeaveOptions {
  /** The page goes away: what is told must outlive it. */
  keepalive?: boolean;
  /** False where only this connection is given up and the call goes on by another. */
  goodbye?: boolean;
}

export interface Room {
  /** Resolves when messages can cross; rejects where that fails. */
  join(): Promise<void>;
  send(message: VisitorMessage): void;
  /** Bytes that one message may have, as JSON in UTF-8; a larger one is dropped. */
  readonly mostBytes: number;
  /** `null` mutes: nothing of the microphone leaves. */
  setMicrophone(track: MediaStreamTrack | null): void;
  setCamera(track: MediaStreamTrack | null): void;
  /** `null` where no screen is shared. */
  setScreen(track: MediaStreamTrack | null): void;
  /**
   * Frees everything, and says goodbye unless told not to: for the service a goodbye is the visitor's, and
   * may end the call.
   */
  leave(options?: LeaveOptions): void;
}

/** What a room needs to know of its call. */
export interface RoomOptions {
  url: string;
  conversationId: string;
  token: string;
  /** The last message already known; those after it are asked for. */
  after: number;
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  /** Whether the visitor wants to see and hear the agent. */
  modality: Modality;
}

/** What of a text one message takes, envelope and escapes included: whole characters, as many as fit. */
export function fitting(text: string, mostBytes: number): string {
  const bytes = new TextEncoder();
  let cut = text;
  while (cut && bytes.encode(JSON.stringify(cut)).length + ENVELOPE_BYTES > mostBytes)
    cut = cut.slice(0, Math.floor(cut.length * 0.95)).replace(/[\uD800-\uDBFF]$/, '');
  return cut;
}

/** What a visitor's page says, in its envelope. */
export function visitorMessage<Type extends VisitorMessage['event_type']>(
  event_type: Type,
  properties: Extract<VisitorMessage, { event_type: Type }>['properties'],
): VisitorMessage {
  return { message_type: 'conversation', event_type, properties } as VisitorMessage;
}
