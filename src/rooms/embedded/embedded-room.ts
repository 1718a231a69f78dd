/**
 * One embedded room: a visitor by WebRTC through the media process, or in text over HTTPS, with the same messages in
 * both. It stores them, so that a visitor who returns misses none, and does not interpret the conversation.
 */
import {
  AgentEvent,
  MAX_ROOM_MESSAGE_BYTES,
  readMessage,
  VisitorEvent,
  type AgentEventProperties,
  type AgentEventType,
} from '@palkit/contract/room-events';
import { ServiceError } from '@palkit/contract/service-error';
import type { Room, RoomEvent, Speech, Turn } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { Allowance } from '@palkit/runtime/allowance';
import { newId } from '@palkit/runtime/ids';
import type { Media } from './media.ts';
import type { JoinRequest, MediaEvent, Mood } from './media-messages.ts';
import { MessageNames } from './message-names.ts';
import { RoomLog } from './room-log.ts';

/** Milliseconds without a request after which a text visitor counts as gone. */
const TEXT_SILENCE_MS = 40_000;
/** Maximum number of lines of a visitor that the agent accepts in either connection: at once, and per second. */
const LINES = { burst: 120, perSecond: 2 };
/** Maximum number of polls of one room that are open at the same time. */
const MAX_POLLS = 8;
/** Voiced frames (20 ms) until a voice counts: more while the agent itself speaks. */
const OPEN_FRAMES = 6;
const GUARDED_FRAMES = 10;
const SILENCE_MS = 600;

export type MediaPort = Pick<Media, 'join' | 'leave' | 'say' | 'hush' | 'send' | 'listen' | 'subscribe'> &
  Partial<Pick<Media, 'hold' | 'feel' | 'changeFace' | 'load' | 'available'>>;

export class EmbeddedRoom implements Room {
  readonly #id: string;
  #joinOptions: Pick<JoinRequest, 'face' | 'faceId' | 'callLog' | 'watch' | 'audioOnly'>;
  readonly #emit: (event: RoomEvent) => void;
  readonly #media: MediaPort;
  readonly #clock: Clock;
  readonly #forget: () => void;
  #sequence = 0;
  readonly #log = new RoomLog();
  #waiting = new Set<() => void>();
  /** The current WebRTC session; a second join replaces it. */
  #session: string | null = null;
  #joining = 0;
  /** Its answer was sent, but the connection has not been reported yet. */
  #answered = false;
  #connected = false;
  #joinedBefore = false;
  /** True if this connection received the messages that it missed. */
  #resumed = false;
  #text: { lastAsked: number } | null = null;
  #sight: Uint8Array | null = null;
  #mood: Mood = 'idle';
  #closed = new AbortController();
  readonly #lines: Allowance;
  readonly #names: MessageNames;

  constructor(
    id: string,
    joinOptions: Pick<JoinRequest, 'face' | 'faceId' | 'callLog' | 'watch' | 'audioOnly'>,
    emit: (event: RoomEvent) => void,
    media: MediaPort,
    clock: Clock,
    forget: () => void,
    heardBefore: readonly string[] = [],
  ) {
    this.#id = id;
    this.#joinOptions = joinOptions;
    this.#emit = emit;
    this.#media = media;
    this.#clock = clock;
    this.#forget = forget;
    this.#lines = new Allowance(LINES, clock.now());
    this.#names = new MessageNames(heardBefore);
  }

  /** The last picture of the visitor's camera, WebP; null without a camera, or if nothing reads it. */
  get latestFrame(): Uint8Array | null {
    return this.#sight;
  }

  get audible(): boolean {
    return this.#connected;
  }

  /**
   * True while a visitor is joining: the media process answers within seconds, and abandons a connection that fails.
   */
  get arriving(): boolean {
    return this.#joining > 0 || this.#answered;
  }

  send<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>, turn?: Turn): void {
    if (this.#closed.signal.aborted) return;
    // A sentence for the page's voice is of this moment: a visitor who returns reads the line.
    const isReplayed = !type.startsWith('conversation.speak');
    const message = {
      message_type: 'conversation',
      event_type: type,
      conversation_id: this.#id,
      ...(isReplayed ? { seq: ++this.#sequence } : {}),
      ...(turn ?? {}),
      timestamp: this.#clock.now() / 1000,
      properties,
    } satisfies Partial<Record<keyof AgentEvent, unknown>>;
    const text = JSON.stringify(message);
    if (isReplayed) this.#log.add({ seq: this.#sequence, text, message });
    if (this.#connected) this.#media.send(this.#id, text);
    for (const wake of this.#waiting) wake();
  }

  say(id: string, speech: Speech): void {
    this.#media.say(this.#id, id, speech);
  }

  hush(): void {
    this.#media.hush(this.#id);
  }

  /** Shows another face from now on; the recording of the call ends. */
  changeFace(face: string): void {
    this.#joinOptions = { ...this.#joinOptions, face, faceId: null, callLog: null };
    this.#media.changeFace?.(this.#id, face);
  }

  hold(onHold: boolean): void {
    this.#media.hold?.(this.#id, onHold);
  }

  expect(
    guard: 'open' | 'guarded',
    { guardedFrames, silence } = { guardedFrames: GUARDED_FRAMES, silence: SILENCE_MS },
  ): void {
    if (this.#connected)
      this.#media.listen(this.#id, {
        bargeFrames: guard === 'open' ? Math.min(OPEN_FRAMES, guardedFrames) : guardedFrames,
        patience: silence,
      });
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#connected = false;
    if (this.#session !== null) this.#media.leave(this.#id);
    for (const wake of this.#waiting) wake();
    // Text visitors may still fetch the last messages for a moment.
    this.#clock.after(TEXT_SILENCE_MS, this.#forget);
  }

  /** Answers a browser's offer; `network` is the visitor's, null where it is unknown. */
  async join(offer: string, network: string | null = null): Promise<{ answer: string; session: string }> {
    this.#joining++;
    this.#emit({ type: 'connecting' });
    let answer: string;
    try {
      ({ answer } = await this.#media.join({ callId: this.#id, offer, ...this.#joinOptions }, network));
    } catch (error) {
      // The connection that this join was to replace was abandoned in the meantime.
      if (this.#joining === 1 && this.#session === null) this.#handleSilence();
      throw error;
    } finally {
      this.#joining--;
    }
    if (this.#closed.signal.aborted) {
      this.#media.leave(this.#id);
      throw new ServiceError('conversation_ended');
    }
    this.#session = newId('session');
    this.#answered = true;
    return { answer, session: this.#session };
  }

  leave(session: string): void {
    if (session !== this.#session) throw new ServiceError('session_not_found');
    this.#session = null;
    // A page that was reloaded leaves its old connection after the new one has begun.
    if (this.#joining === 0) this.#handleSilence();
  }

  /** The visitor's page has closed and may be reloading. Returns false if no visitor had arrived yet. */
  leaveBehind(): boolean {
    if (this.#closed.signal.aborted || (!this.#connected && !this.#text)) return false;
    if (this.#session !== null && this.#joining === 0) this.#media.leave(this.#id);
    this.#session = null;
    this.#answered = false;
    this.#connected = false;
    this.#text = null;
    this.#emit({ type: 'lost' });
    return true;
  }

  #handleSilence(): void {
    this.#media.leave(this.#id);
    this.#answered = false;
    // A visitor who never connected has not left and may continue in text.
    if (!this.#connected) return;
    this.#connected = false;
    this.#emit({ type: 'left' });
  }

  /** The messages after `after`, held open for up to `seconds` until there is one. */
  async read(
    after: number,
    seconds: number,
    signal: AbortSignal,
  ): Promise<{ data: Record<string, unknown>[]; ended: boolean }> {
    this.#noteTextVisitor();
    if (this.#waiting.size >= MAX_POLLS)
      throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
    if (
      this.#log.after(after).length === 0 &&
      seconds > 0 &&
      !this.#closed.signal.aborted &&
      !signal.aborted
    ) {
      await new Promise<void>((resolve) => {
        const waited = new AbortController();
        const wake = () => {
          this.#waiting.delete(wake);
          waited.abort();
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true, signal: waited.signal });
        this.#clock.after(seconds * 1000, wake, waited.signal);
      });
      // A visitor who aborted the request is not proved to be present.
      if (!signal.aborted) this.#noteTextVisitor();
    }
    return { data: this.#log.after(after).map((entry) => entry.message), ended: this.#closed.signal.aborted };
  }

  /** Takes a text visitor's message, once under one id, and returns it; null for an invalid one. */
  write(body: unknown): VisitorEvent | null {
    if (this.#closed.signal.aborted) throw new ServiceError('conversation_ended');
    const parsed = VisitorEvent.safeParse(body);
    if (!parsed.success) return null;
    this.#noteTextVisitor();
    if (!this.#message(parsed.data))
      throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
    return parsed.data;
  }

  /** Takes a message from another source, which does not show that the visitor is present. */
  receiveEvent(event: VisitorEvent): void {
    if (!this.#message(event)) throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
  }

  /** Handles an event of the media process; false if it carried an invalid message. */
  onMediaEvent(event: Exclude<MediaEvent, { is: 'crashed' | 'beyond-repair' }>): boolean {
    if (this.#closed.signal.aborted) return true;
    switch (event.is) {
      case 'connected':
        this.#arrived();
        return true;
      case 'lost':
        this.#lost();
        return true;
      case 'message':
        return this.#received(event.data);
      case 'sight':
        this.#sight = event.webp;
        this.#emit({ type: 'picture', webp: event.webp });
        return true;
      case 'voice-began':
        this.feel('listening');
        this.#emit({ type: event.is });
        return true;
      case 'voice':
        this.#emit({ type: 'voice', samples: event.samples });
        return true;
      case 'voice-paused':
      case 'voice-resumed':
        this.#emit({ type: event.is });
        return true;
      case 'voice-ended':
        this.feel('thinking');
        this.#emit({ type: 'voice-ended' });
        return true;
      case 'saying':
        this.#answers();
        this.#emit({ type: 'sentence-began', id: event.utteranceId });
        return true;
      case 'said':
        if (!event.interrupted) this.#answers();
        this.#emit({
          type: 'sentence-ended',
          id: event.utteranceId,
          seconds: event.seconds,
          interrupted: event.interrupted,
        });
        return true;
    }
  }

  /** A page has connected; a visitor who was present in text continues in this connection. */
  #arrived(): void {
    const again = this.#joinedBefore;
    this.#answered = false;
    this.#connected = true;
    this.#resumed = false;
    this.#joinedBefore = true;
    this.#text = null;
    if (this.#mood !== 'idle') this.#media.feel?.(this.#id, this.#mood);
    this.#emit({ type: 'joined', by: 'media', again });
  }

  #lost(): void {
    this.#answered = false;
    if (!this.#connected) return;
    this.#connected = false;
    this.#emit({ type: 'lost' });
  }

  /** False for an invalid message, and for one above the limit. */
  #received(data: string): boolean {
    if (Buffer.byteLength(data) > MAX_ROOM_MESSAGE_BYTES) return false;
    const message = readMessage(VisitorEvent, data);
    return message !== null && this.#message(message);
  }

  /** The agent has stopped thinking. */
  #answers(): void {
    if (this.#mood === 'thinking') this.feel('idle');
  }

  /**
   * Sets the mood of the face: it listens while the visitor speaks and thinks until the answer begins. Talking
   * follows from the sound.
   */
  feel(mood: Mood): void {
    if (this.#connected && mood !== this.#mood) this.#media.feel?.(this.#id, mood);
    this.#mood = mood;
  }

  /** Media cannot be restored, so only a visitor who continues in text stays. */
  giveUp(): void {
    if (!this.#closed.signal.aborted && !this.#connected && !this.#text) this.#emit({ type: 'failed' });
  }

  /** False if the visitor has sent too many lines. */
  #message(event: VisitorEvent): boolean {
    if (event.event_type === 'conversation.ping' || this.#names.has(event.message_id)) return true;
    if (isLine(event) && !this.#lines.take(this.#clock.now())) return false;
    this.#names.add(event.message_id);
    if (event.event_type === 'conversation.resume') {
      if (!this.#connected) return true;
      // A page requests missed messages only once, after it has connected, because each answer may contain the whole
      // log.
      if (this.#resumed) return false;
      this.#resumed = true;
      for (const { text } of this.#log.after(event.properties.after)) this.#media.send(this.#id, text);
      return true;
    }
    if (event.event_type === 'conversation.respond') this.feel('thinking');
    if (event.event_type === 'conversation.spoken') this.#answers();
    this.#emit({ type: 'message', event });
    return true;
  }

  /** A request shows that the text visitor is present; the first one is a join. */
  #noteTextVisitor(): void {
    if (this.#closed.signal.aborted) return;
    const now = this.#clock.now();
    if (this.#text) {
      this.#text.lastAsked = now;
      return;
    }
    if (this.#connected) return;
    const text = { lastAsked: now };
    this.#text = text;
    const again = this.#joinedBefore;
    this.#joinedBefore = true;
    this.#emit({ type: 'joined', by: 'text', again });
    const watch = () => {
      if (this.#text !== text) return;
      const silent = this.#clock.now() - text.lastAsked;
      if (silent >= TEXT_SILENCE_MS) {
        this.#text = null;
        this.#emit({ type: 'lost' });
      } else this.#clock.after(TEXT_SILENCE_MS - silent, watch, this.#closed.signal);
    };
    this.#clock.after(TEXT_SILENCE_MS, watch, this.#closed.signal);
  }
}

/** True for events that occur a few times a minute, unlike sound, interim words and the progress of a sentence. */
function isLine(event: VisitorEvent): boolean {
  if (event.event_type === 'conversation.spoken') return false;
  if (event.event_type === 'conversation.heard') return event.properties.final;
  return event.event_type !== 'conversation.echo' || event.properties.audio === undefined;
}
