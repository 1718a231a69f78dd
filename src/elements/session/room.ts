/** The interface of rooms: the embedded room, Daily's, and the same conversation in text. */
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import { toJson } from '@palkit/contract/to-json';
import type { FaceFeed } from './face-feed.ts';
import type { Modality } from './modality.ts';

/** Maximum bytes of a message without its text. */
const ENVELOPE_BYTES = 256;

export interface RoomListener {
  message(event: AgentEvent): void;
  /** Called with the agent's picture and voice; a new object when a track is added or removed. */
  stream(stream: MediaStream): void;
  /** Called if the page draws the face; the stream then has no picture. */
  face?(feed: FaceFeed): void;
  /** Called only when the state changes. */
  network(weak: boolean): void;
  /** Called when the connection was lost without a goodbye. */
  lost(): void;
  /** Called when the room has ended. */
  ended(): void;
}

export interface LeaveOptions {
  /** True if the request must outlive the page. */
  keepalive?: boolean;
  /** False to close only this connection, because the call continues through another one. */
  goodbye?: boolean;
}

export interface Room {
  /** Resolves when messages can be sent; rejects on failure. */
  join(): Promise<void>;
  send(message: VisitorMessage): void;
  /** Maximum bytes of a message as JSON in UTF-8; a larger one is dropped. */
  readonly maxBytes: number;
  /** Sends a track as the microphone; `null` mutes. */
  setMicrophone(track: MediaStreamTrack | null): void;
  setCamera(track: MediaStreamTrack | null): void;
  /** Sends a track as the shared screen; `null` stops sharing. */
  setScreen(track: MediaStreamTrack | null): void;
  /** Releases all resources, and says goodbye unless told otherwise. After a goodbye the service may end the call. */
  leave(options?: LeaveOptions): void;
}

/** The parameters of a room. */
export interface RoomOptions {
  url: string;
  conversationId: string;
  token: string;
  /** Sequence number of the last message that was received; later ones are replayed. */
  after: number;
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  screen: MediaStreamTrack | null;
  modality: Modality;
}

/** Cuts a text between characters so that it fits into one message, including the envelope and JSON escapes. */
export function cutToFit(text: string, maxBytes: number): string {
  const bytes = new TextEncoder();
  let shortText = text;
  while (shortText && bytes.encode(toJson(shortText)).length + ENVELOPE_BYTES > maxBytes)
    shortText = shortText.slice(0, Math.floor(shortText.length * 0.95)).replace(/[\uD800-\uDBFF]$/, '');
  return shortText;
}

/** Wraps a visitor's message in its envelope. */
export function visitorMessage<Type extends VisitorMessage['event_type']>(
  event_type: Type,
  properties: Extract<VisitorMessage, { event_type: Type }>['properties'],
): VisitorMessage {
  return { message_type: 'conversation', event_type, properties } as VisitorMessage;
}
