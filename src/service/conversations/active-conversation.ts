/**
 * A conversation that this process runs: its room, agent and participants, and the timers that end it. Its holder
 * (`lifecycle.ts`) handles the consequences of the end for other parts.
 */
import { DEFAULT_FACE_ID } from '@palkit/contract/faces';
import type { ShutdownReason } from '@palkit/contract/conversations';
import { ServiceError } from '@palkit/contract/service-error';
import type { Agent, AgentInput, RoomEvent } from '@palkit/agent';
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { EmbeddedRoom } from '@palkit/rooms/embedded/embedded-room';
import type { ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import type { FrameSampler, ActiveConversationParts } from './call-parts.ts';
import { HandoverOrders } from './handovers.ts';
import { pageStateWriter } from './page-state.ts';
import { storeTrace } from './traces.ts';
import { readLineNames, readTranscript, TranscriptWriter } from './transcript.ts';
import { MAX_NAMES } from '@palkit/rooms/embedded/message-names';

/**
 * Minimum seconds within which a lost connection may return, even if `participant_left_timeout` is shorter.
 */
const RECONNECT_SECONDS = 30;

/** Seconds by which the wait for visitors is extended if a visitor is still joining at its end. */
const ARRIVAL_SECONDS = 30;

/** Milliseconds that the sender of a line waits until the line is stored, including all retries. */
const STORE_TIMEOUT_MS = 8000;

/** Milliseconds before the time limit at which the agent announces the end. */
const ANNOUNCE_BEFORE_MS = 60_000;

/** The process that runs the conversation. */
export interface Holder {
  /** Ends the conversation, and repeats the write to the database until it succeeds. */
  end(conversation: ActiveConversation, reason: ShutdownReason): void;
  /** Publishes the event that the PAL is ready, in the transaction of the first join. */
  palJoined(trx: Database, row: ConversationRow): Promise<void>;
  /** Aborts when the process shuts down. */
  closing: AbortSignal;
}

export class ActiveConversation {
  row: ConversationRow;
  room: EmbeddedRoom | null = null;
  readonly #parts: ActiveConversationParts;
  readonly #holder: Holder;
  readonly #ending = new AbortController();
  readonly #transcript: TranscriptWriter;
  readonly #orders: HandoverOrders;
  #roomPromise: Promise<EmbeddedRoom> | null = null;
  #agent: Agent | null = null;
  #frames: FrameSampler | null = null;
  /** Cancels the timer that ends a call without a visitor. */
  #absenceTimer = new AbortController();
  /** Cancels the inactivity timer of a call in text. */
  #idleTimer = new AbortController();
  #isInText = false;
  #isFaceReplaced = false;

  constructor(row: ConversationRow, parts: ActiveConversationParts, holder: Holder) {
    this.row = row;
    this.#parts = parts;
    this.#holder = holder;
    this.#transcript = new TranscriptWriter({
      store: parts.store,
      clock: parts.clock,
      conversation: row.id,
      endSignal: AbortSignal.any([this.#ending.signal, holder.closing]),
      onFailure: (error) => {
        parts.log.error({ conversation: row.id, ...describe(error) }, 'a line could not be stored');
        this.#fail('transcript', error);
      },
    });
    this.#orders = new HandoverOrders({ ...parts, conversation: row.id, transcript: this.#transcript });
  }

  /** Carries out the stored orders of the person who takes the call over. */
  takeOrders(): void {
    void this.#orders.run();
  }

  /** Continues with the standard face, because the consent to the call's face was withdrawn. */
  replaceFace(): void {
    this.row = { ...this.row, face_id: DEFAULT_FACE_ID };
    if (this.#isFaceReplaced || !this.room) return;
    this.#isFaceReplaced = true;
    this.room.changeFace(this.#parts.standardFace);
  }

  /** Starts the timer that ends the conversation if no visitor is present. */
  watch(): void {
    const { row } = this;
    if (row.joined_at === null)
      this.#endUnlessBack(
        row.document.properties.participant_absent_timeout -
          (this.#parts.clock.now() - row.created_at.getTime()) / 1000,
        'participant_absent_timeout reached',
      );
    else {
      this.#startTimeLimit(row.joined_at.getTime());
      this.#endUnlessBack(RECONNECT_SECONDS, 'participant_left_timeout reached');
    }
  }

  /** True once the end is decided, even if it is not stored yet. */
  get isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** True while the room is open or opening. */
  get isEntered(): boolean {
    return this.#roomPromise !== null;
  }

  /** True while the visitor is present. */
  get hasVisitor(): boolean {
    return this.#isInText || (this.room?.audible ?? false);
  }

  /** True while a visitor is being admitted or is joining. */
  get #isArriving(): boolean {
    return this.room ? this.room.isArriving : this.isEntered;
  }

  /** Restarts the inactivity timer of a call in text, because the visitor was active. */
  recordActivity(): void {
    this.#idleTimer.abort();
    if (!this.#isInText || this.isEnding) return;
    this.#idleTimer = new AbortController();
    this.#endAfter(
      this.row.document.properties.participant_absent_timeout,
      'participant_absent_timeout reached',
      this.#idleTimer.signal,
    );
  }

  /** Opens the room with its agent once for all callers. If that fails, each caller gets the result of `onFailure`. */
  open(onFailure: (error: unknown) => Promise<never>): Promise<EmbeddedRoom> {
    this.#roomPromise ??= this.#open().catch((error: unknown) => {
      this.#roomPromise = null;
      return onFailure(error);
    });
    return this.#roomPromise;
  }

  /**
   * Settles when all lines are stored, and for `page` also the page context. Rejects if that failed or takes
   * longer than `STORE_TIMEOUT_MS`.
   */
  async whenStored(content: 'line' | 'page'): Promise<void> {
    const cleanup = new AbortController();
    const timeout = new Promise<never>((_, reject) =>
      this.#parts.clock.after(
        STORE_TIMEOUT_MS,
        () =>
          reject(new ServiceError('room_unavailable', 'This line is not stored. Send it again in a moment.')),
        cleanup.signal,
      ),
    );
    try {
      await Promise.race([this.#transcript.whenStored(content), timeout]);
    } finally {
      cleanup.abort();
    }
  }

  /** Starts the reconnect timer of at least 30 s, because the page has disconnected and may be reloading. */
  startReconnectTimer(): void {
    if (this.isEnding) return;
    if (!this.room?.notePageClosed())
      this.#endUnlessBack(RECONNECT_SECONDS, 'participant_left_timeout reached');
  }

  /** Closes the agent, sends the reason for the end to the room, and waits until the transcript is stored. */
  async finish(reason: ShutdownReason): Promise<void> {
    this.#orders.stop();
    try {
      this.#agent?.close();
    } catch (error) {
      this.#parts.log.error(
        { conversation: this.row.id, ...describe(error) },
        'an agent could not be closed',
      );
    }
    if (this.room && !this.isEnding) this.room.send('conversation.ended', { shutdown_reason: reason });
    this.#ending.abort();
    this.#absenceTimer.abort();
    await this.#transcript.whenWritten();
    await this.#frames?.waitUntilStored();
  }

  /** Stops without ending the conversation in the database. Settles when the transcript is stored. */
  async stop(): Promise<void> {
    this.#orders.stop();
    this.#ending.abort();
    this.#absenceTimer.abort();
    this.#agent?.close();
    this.room?.close();
    await this.#transcript.whenWritten();
  }

  async #open(): Promise<EmbeddedRoom> {
    const { row } = this;
    const { store, rooms, agents, capture } = this.#parts;
    const history = await readTranscript(store.db, row);
    this.#transcript.continueAfter(history.length);
    const lineNames = await readLineNames(store.db, row.id, MAX_NAMES);
    const names = [...lineNames, ...(row.document.page?.names ?? [])];
    const { agent, face } = await agents(row, {
      history,
      write: (line) => this.#transcript.write(line),
      onFailure: (error) => this.#fail('agent', error),
      trace: (trace) => {
        this.#parts.telemetry?.turn(row.id, trace);
        this.#parts.measures.recordAnswer(
          trace.state === 'given_up' ? null : (trace.first_sound ?? trace.first_word),
        );
        this.#transcript.runBetweenLines(() => storeTrace(this.#parts, row.id, trace));
      },
      onPageContext: pageStateWriter(this.#parts, row.id, this.#transcript),
      endCall: () => this.isEnding || this.#holder.end(this, 'end_conversation_endpoint_hit'),
    });
    this.#parts.measures.recordStart();
    const { callLog, frames } = await capture(row);
    if (this.isEnding) {
      agent.close();
      throw new ServiceError('conversation_ended');
    }
    const { audio_only } = row.document.properties;
    const roomOptions = {
      callLog,
      watch: frames !== null,
      audioOnly: audio_only === true,
      faceId: row.face_id,
    };
    const room = rooms.open(row.id, face, (event) => this.#handleEvent(agent, event), roomOptions, names);
    this.#frames = frames;
    agent.setRoom(room);
    this.#agent = agent;
    this.room = room;
    await this.#orders.start(agent);
    return room;
  }

  /** Handles an event of the room and passes it to the agent. A fault of the agent ends only this call. */
  #handleEvent(agent: Agent, event: RoomEvent): void {
    if (event.type === 'failed') return this.#fail('media', undefined);
    try {
      this.#recordEvent(event);
      agent.take(event);
    } catch (error) {
      this.#fail('agent', error);
    }
    const { properties } = this.row.document;
    if (event.type === 'lost')
      this.#endUnlessBack(
        Math.max(RECONNECT_SECONDS, properties.participant_left_timeout),
        'participant_left_timeout reached',
      );
    if (event.type === 'left')
      this.#endUnlessBack(properties.participant_left_timeout, 'participant_left_timeout reached');
  }

  /** Records joins and leaves and the kind of connection, and stores pictures of the camera. */
  #recordEvent(event: AgentInput): void {
    switch (event.type) {
      case 'joined':
        this.#absenceTimer.abort();
        this.#isInText = event.by === 'text';
        this.recordActivity();
        this.#handleJoin();
        this.#parts.log.info(
          { conversation: this.row.id, by: event.by, again: event.again },
          'visitor joined',
        );
        return;
      case 'lost':
      case 'left':
        this.#isInText = false;
        return this.#idleTimer.abort();
      case 'picture':
        return this.#frames?.keep(event.webp);
      case 'message':
        return this.recordActivity();
      default:
        return;
    }
  }

  #handleJoin(): void {
    if (this.row.joined_at !== null) return;
    const { store, clock, log } = this.#parts;
    const { id } = this.row;
    const now = new Date(clock.now());
    this.row = { ...this.row, joined_at: now };
    this.#startTimeLimit(now.getTime());
    // The end waits for pending writes, so that its callback follows the callback of the join.
    this.#transcript.runBetweenLines(() =>
      this.#transcript
        .retryWrite(() =>
          store.db.transaction().execute(async (trx) => {
            const joinedRow = await trx
              .updateTable('conversations')
              .set({ joined_at: toIso(now), updated_at: toIso(now) })
              .where('id', '=', id)
              .where('joined_at', 'is', null)
              .returningAll()
              .executeTakeFirst();
            if (joinedRow) await this.#holder.palJoined(trx, joinedRow);
          }),
        )
        .catch((error: Error) =>
          log.error({ conversation: id, ...describe(error) }, 'a join could not be stored'),
        ),
    );
  }

  #startTimeLimit(joinedAt: number): void {
    const { clock } = this.#parts;
    const remainingMs = this.row.document.properties.max_call_duration * 1000 - (clock.now() - joinedAt);
    const end = () => this.#holder.end(this, 'max_call_duration reached');
    // The agent finishes the sentence that it has begun.
    clock.after(remainingMs, () => (this.#agent ? this.#agent.atPause(end) : end()), this.#ending.signal);
    // A call of up to two minutes needs no announcement.
    if (remainingMs > 2 * ANNOUNCE_BEFORE_MS)
      clock.after(remainingMs - ANNOUNCE_BEFORE_MS, () => this.#agent?.announceEnd(), this.#ending.signal);
  }

  #endUnlessBack(seconds: number, reason: ShutdownReason): void {
    this.#absenceTimer.abort();
    this.#absenceTimer = new AbortController();
    if (seconds <= 0) this.#holder.end(this, reason);
    else this.#endAfter(seconds, reason, this.#absenceTimer.signal);
  }

  /** Ends the call after `seconds` unless `returnSignal` aborts. A visitor who is joining then gets more time, once. */
  #endAfter(seconds: number, reason: ShutdownReason, returnSignal: AbortSignal): void {
    const { clock } = this.#parts;
    const timeout = AbortSignal.any([returnSignal, this.#ending.signal]);
    const end = () => this.#holder.end(this, reason);
    const checkArrival = () => (this.#isArriving ? clock.after(ARRIVAL_SECONDS * 1000, end, timeout) : end());
    clock.after(seconds * 1000, checkArrival, timeout);
  }

  /** Ends the call after an unrecoverable fault; `step` names the part that failed. */
  #fail(step: 'media' | 'transcript' | 'agent', error: unknown): void {
    if (this.isEnding) return;
    this.#parts.log.error(
      { conversation: this.row.id, step, ...describe(error) },
      'a conversation cannot continue',
    );
    this.#holder.end(this, `internal error occurred at step ${step}`);
  }
}
