/**
 * An embedded room connects a visitor to the agent by WebRTC through the media process, or in text over
 * HTTPS; both use the same messages. The room keeps the latest messages for a visitor who returns.
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

/** Milliseconds without a request after which a text visitor counts as lost. */
const TEXT_SILENCE_MS = 40_000;
/** Limit for infrequent events of a visitor (`isInfrequent`): number in a burst, and per second afterwards. */
const LINE_LIMIT = { burst: 120, perSecond: 2 };
/** Maximum number of simultaneously open polls of one room. */
const MAX_POLLS = 8;
/** Number of voiced frames (20 ms each) that start an utterance while the agent is silent. */
const OPEN_FRAMES = 6;
/** Number of voiced frames that start an utterance while the agent speaks. */
const GUARDED_FRAMES = 10;
const SILENCE_MS = 600;

export type MediaPort = Pick<Media, 'join' | 'leave' | 'say' | 'hush' | 'send' | 'listen' | 'subscribe'> &
  Partial<Pick<Media, 'hold' | 'setMood' | 'changeFace' | 'load' | 'available'>>;

export class EmbeddedRoom implements Room {
  readonly #id: string;
  #joinOptions: Pick<JoinRequest, 'face' | 'faceId' | 'callLog' | 'watch' | 'audioOnly'>;
  readonly #emit: (event: RoomEvent) => void;
  readonly #media: MediaPort;
  readonly #clock: Clock;
  readonly #onClose: () => void;
  #sequence = 0;
  readonly #log = new RoomLog();
  #waiters = new Set<() => void>();
  /** The current WebRTC session; a second join replaces it. */
  #session: string | null = null;
  #joinCount = 0;
  /** True if the answer was sent, but the connection is not established yet. */
  #hasAnswered = false;
  #isConnected = false;
  #hasJoinedBefore = false;
  /** True if this connection has already requested the messages that its page missed. */
  #hasResumed = false;
  #textVisitor: { lastRequestAt: number } | null = null;
  #latestPicture: Uint8Array | null = null;
  #mood: Mood = 'idle';
  #end = new AbortController();
  readonly #infrequentEvents: Allowance;
  readonly #names: MessageNames;

  constructor(
    id: string,
    joinOptions: Pick<JoinRequest, 'face' | 'faceId' | 'callLog' | 'watch' | 'audioOnly'>,
    emit: (event: RoomEvent) => void,
    media: MediaPort,
    clock: Clock,
    onClose: () => void,
    heardBefore: readonly string[] = [],
  ) {
    this.#id = id;
    this.#joinOptions = joinOptions;
    this.#emit = emit;
    this.#media = media;
    this.#clock = clock;
    this.#onClose = onClose;
    this.#infrequentEvents = new Allowance(LINE_LIMIT, clock.now());
    this.#names = new MessageNames(heardBefore);
  }

  /**
   * The latest picture of the visitor's camera as WebP; null if the camera is off or its pictures are not needed.
   */
  get latestFrame(): Uint8Array | null {
    return this.#latestPicture;
  }

  get audible(): boolean {
    return this.#isConnected;
  }

  /**
   * True while a visitor is joining. This takes only seconds, because the media process gives up a connection that
   * fails.
   */
  get isArriving(): boolean {
    return this.#joinCount > 0 || this.#hasAnswered;
  }

  send<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>, turn?: Turn): void {
    if (this.#end.signal.aborted) return;
    // Sentences for the page's own voice are only useful immediately; a visitor who returns later reads the
    // line instead.
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
    if (this.#isConnected) this.#media.send(this.#id, text);
    for (const wake of this.#waiters) wake();
  }

  say(id: string, speech: Speech): void {
    this.#media.say(this.#id, id, speech);
  }

  hush(): void {
    this.#media.hush(this.#id);
  }

  /** Shows another face from now on. The recording of the call stops. */
  changeFace(face: string): void {
    this.#joinOptions = { ...this.#joinOptions, face, faceId: null, callLog: null };
    this.#media.changeFace?.(this.#id, face);
  }

  hold(onHold: boolean): void {
    this.#media.hold?.(this.#id, onHold);
  }

  setGuard(
    guard: 'open' | 'guarded',
    { guardedFrames, silence } = { guardedFrames: GUARDED_FRAMES, silence: SILENCE_MS },
  ): void {
    if (this.#isConnected)
      this.#media.listen(this.#id, {
        bargeFrames: guard === 'open' ? Math.min(OPEN_FRAMES, guardedFrames) : guardedFrames,
        patience: silence,
      });
  }

  close(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#isConnected = false;
    if (this.#session !== null) this.#media.leave(this.#id);
    for (const wake of this.#waiters) wake();
    // Text visitors can still fetch the last messages for a while.
    this.#clock.after(TEXT_SILENCE_MS, this.#onClose);
  }

  /** Answers a browser's offer; throws if that is impossible. `network` is null if it is unknown. */
  async join(offer: string, network: string | null = null): Promise<{ answer: string; session: string }> {
    this.#joinCount++;
    this.#emit({ type: 'connecting' });
    let answer: string;
    try {
      ({ answer } = await this.#media.join({ callId: this.#id, offer, ...this.#joinOptions }, network));
    } catch (error) {
      // If the previous connection was closed meanwhile, the call has no visitor.
      if (this.#joinCount === 1 && this.#session === null) this.#handleSilence();
      throw error;
    } finally {
      this.#joinCount--;
    }
    if (this.#end.signal.aborted) {
      this.#media.leave(this.#id);
      throw new ServiceError('conversation_ended');
    }
    this.#session = newId('session');
    this.#hasAnswered = true;
    return { answer, session: this.#session };
  }

  leave(session: string): void {
    if (session !== this.#session) throw new ServiceError('session_not_found');
    this.#session = null;
    // If another join is running, the page has been reloaded and only its old connection closes, so the visitor has
    // not left.
    if (this.#joinCount === 0) this.#handleSilence();
  }

  /** Called when the visitor's page has closed, possibly to reload. Returns false if no visitor is present. */
  notePageClosed(): boolean {
    if (this.#end.signal.aborted || (!this.#isConnected && !this.#textVisitor)) return false;
    if (this.#session !== null && this.#joinCount === 0) this.#media.leave(this.#id);
    this.#session = null;
    this.#hasAnswered = false;
    this.#isConnected = false;
    this.#textVisitor = null;
    this.#emit({ type: 'lost' });
    return true;
  }

  #handleSilence(): void {
    this.#media.leave(this.#id);
    this.#hasAnswered = false;
    // A visitor who never connected has not left, and may continue in text.
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#emit({ type: 'left' });
  }

  /** Returns messages with a `seq` above `after`; waits up to `seconds` for one, and throws if too many wait. */
  async read(
    after: number,
    seconds: number,
    signal: AbortSignal,
  ): Promise<{ data: Record<string, unknown>[]; ended: boolean }> {
    this.#noteTextVisitor();
    if (this.#waiters.size >= MAX_POLLS)
      throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
    if (this.#log.after(after).length === 0 && seconds > 0 && !this.#end.signal.aborted && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const waitEnd = new AbortController();
        const wake = () => {
          this.#waiters.delete(wake);
          waitEnd.abort();
          resolve();
        };
        this.#waiters.add(wake);
        signal.addEventListener('abort', wake, { once: true, signal: waitEnd.signal });
        this.#clock.after(seconds * 1000, wake, waitEnd.signal);
      });
      // If the visitor aborted the request, presence is not proved.
      if (!signal.aborted) this.#noteTextVisitor();
    }
    return { data: this.#log.after(after).map((entry) => entry.message), ended: this.#end.signal.aborted };
  }

  /** Processes a text visitor's message, once per id, and returns it; null if invalid. Throws above the limit. */
  write(body: unknown): VisitorEvent | null {
    if (this.#end.signal.aborted) throw new ServiceError('conversation_ended');
    const parseResult = VisitorEvent.safeParse(body);
    if (!parseResult.success) return null;
    this.#noteTextVisitor();
    if (!this.#takeMessage(parseResult.data))
      throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
    return parseResult.data;
  }

  /** Processes a message from a source that does not prove the visitor's presence. Throws above the limit. */
  receiveEvent(event: VisitorEvent): void {
    if (!this.#takeMessage(event)) throw new ServiceError('too_many_requests', undefined, { retryAfter: 1 });
  }

  /** Handles an event of the media process; returns false for a message that is invalid or above the limit. */
  onMediaEvent(event: Exclude<MediaEvent, { is: 'crashed' | 'beyond-repair' }>): boolean {
    if (this.#end.signal.aborted) return true;
    switch (event.is) {
      case 'connected':
        this.#handleArrival();
        return true;
      case 'lost':
        this.#handleLoss();
        return true;
      case 'message':
        return this.#handleData(event.data);
      case 'sight':
        this.#latestPicture = event.webp;
        this.#emit({ type: 'picture', webp: event.webp });
        return true;
      case 'voice-began':
        this.showMood('listening');
        this.#emit({ type: event.is });
        return true;
      case 'voice':
        this.#emit({ type: 'voice', samples: event.samples });
        return true;
      case 'microphone-opened':
      case 'voice-paused':
      case 'voice-resumed':
        this.#emit({ type: event.is });
        return true;
      case 'voice-ended':
        this.showMood('thinking');
        this.#emit({ type: 'voice-ended', silence: event.silence });
        return true;
      case 'saying':
        this.#stopThinking();
        this.#emit({ type: 'sentence-began', id: event.utteranceId });
        return true;
      case 'said': {
        const { utteranceId: id, seconds, interrupted } = event;
        if (!interrupted) this.#stopThinking();
        this.#emit({ type: 'sentence-ended', id, seconds, interrupted });
        return true;
      }
    }
  }

  /** Called when a page has connected. A visitor who was present in text continues in this connection. */
  #handleArrival(): void {
    const hasReturned = this.#hasJoinedBefore;
    this.#hasAnswered = false;
    this.#isConnected = true;
    this.#hasResumed = false;
    this.#hasJoinedBefore = true;
    this.#textVisitor = null;
    if (this.#mood !== 'idle') this.#media.setMood?.(this.#id, this.#mood);
    this.#emit({ type: 'joined', by: 'media', again: hasReturned });
  }

  #handleLoss(): void {
    this.#hasAnswered = false;
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#emit({ type: 'lost' });
  }

  /** Returns false for a message that is invalid or exceeds the limit. */
  #handleData(data: string): boolean {
    if (Buffer.byteLength(data) > MAX_ROOM_MESSAGE_BYTES) return false;
    const message = readMessage(VisitorEvent, data);
    return message !== null && this.#takeMessage(message);
  }

  /** Called when the answer begins, so that the face no longer looks thoughtful. */
  #stopThinking(): void {
    if (this.#mood === 'thinking') this.showMood('idle');
  }

  /**
   * Sets the mood of the face: `listening` while the visitor speaks, then `thinking` until the answer begins.
   * The media process derives `talking` from the sound.
   */
  showMood(mood: Mood): void {
    if (this.#isConnected && mood !== this.#mood) this.#media.setMood?.(this.#id, mood);
    this.#mood = mood;
  }

  /** Called when media cannot be restored. The call fails unless a visitor is connected or continues in text. */
  giveUp(): void {
    if (!this.#end.signal.aborted && !this.#isConnected && !this.#textVisitor) this.#emit({ type: 'failed' });
  }

  /** Processes a message unless one with the same id was processed; returns false if it is above the limit. */
  #takeMessage(event: VisitorEvent): boolean {
    if (event.event_type === 'conversation.ping' || this.#names.has(event.message_id)) return true;
    if (isInfrequent(event) && !this.#infrequentEvents.take(this.#clock.now())) return false;
    this.#names.add(event.message_id);
    if (event.event_type === 'conversation.resume') {
      if (!this.#isConnected) return true;
      // A page requests missed messages only once after connecting, because a response may contain the complete log.
      if (this.#hasResumed) return false;
      this.#hasResumed = true;
      for (const { text } of this.#log.after(event.properties.after)) this.#media.send(this.#id, text);
      return true;
    }
    if (event.event_type === 'conversation.respond') this.showMood('thinking');
    if (event.event_type === 'conversation.spoken') this.#stopThinking();
    this.#emit({ type: 'message', event });
    return true;
  }

  /** Records that a request has proved the presence of the text visitor. The first such request is a join. */
  #noteTextVisitor(): void {
    if (this.#end.signal.aborted) return;
    const now = this.#clock.now();
    if (this.#textVisitor) {
      this.#textVisitor.lastRequestAt = now;
      return;
    }
    if (this.#isConnected) return;
    const text = { lastRequestAt: now };
    this.#textVisitor = text;
    const again = this.#hasJoinedBefore;
    this.#hasJoinedBefore = true;
    this.#emit({ type: 'joined', by: 'text', again });
    const checkPresence = () => {
      if (this.#textVisitor !== text) return;
      const silentMs = this.#clock.now() - text.lastRequestAt;
      if (silentMs >= TEXT_SILENCE_MS) {
        this.#textVisitor = null;
        this.#emit({ type: 'lost' });
      } else this.#clock.after(TEXT_SILENCE_MS - silentMs, checkPresence, this.#end.signal);
    };
    this.#clock.after(TEXT_SILENCE_MS, checkPresence, this.#end.signal);
  }
}

/** True for events that occur a few times a minute, unlike sound, interim results and the progress of a sentence. */
function isInfrequent(event: VisitorEvent): boolean {
  if (event.event_type === 'conversation.spoken') return false;
  if (event.event_type === 'conversation.heard') return event.properties.final;
  return event.event_type !== 'conversation.echo' || event.properties.audio === undefined;
}
