/**
 * The life of conversations: which ones this process runs, who may enter, and why and how they end. The status
 * changes by compare-and-set; the events and the transcript lines of a change are stored in the same transaction
 * (docs/decisions/0025-interface.md#conversations).
 */
import type { ConversationEventProperties, ConversationEventType } from '@palkit/contract/callbacks';
import type { ShutdownReason } from '@palkit/contract/conversations';
import type { VisitorEvent } from '@palkit/contract/room-events';
import { ServiceError } from '@palkit/contract/service-error';
import { isPageMessage, unheardSoundReason } from '@palkit/agent';
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Config } from '../config/config.ts';
import { hashSecret } from '@palkit/runtime/ids';
import type { Load } from '../platform/load.ts';
import type { EmbeddedRoom } from '@palkit/rooms/embedded/embedded-room';
import type { ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { publishEvent } from './events.ts';
import { ActiveConversation } from './active-conversation.ts';
import type { ActiveConversationParts } from './call-parts.ts';
import { storeUnseenLines } from './handovers.ts';
import { CallSlots, type Medium } from './call-slots.ts';
import { ProcessRegistry } from './processes.ts';
import { readTranscript } from './transcript.ts';

/**
 * `END_REQUEST_TIMEOUT_MS`: milliseconds within which another process must end its conversation.
 * `END_REQUEST_POLL_MS`: interval of the check.
 */
const END_REQUEST_TIMEOUT_MS = 5000;
export const END_REQUEST_POLL_MS = 250;
const END_RETRY_SECONDS = 5;

/** Starts the work that follows a call, in the transaction of its end. */
export type AfterCall = (trx: Database, row: ConversationRow) => Promise<void>;

/** Rooms of another provider, which are closed in the transaction that ends their conversation. */
export interface ExternalRooms {
  close(trx: Database, row: Pick<ConversationRow, 'id'>, shutdownReason: string): Promise<void>;
}

interface Parts extends ActiveConversationParts {
  config: Config;
  callbacks: Callbacks;
  enqueueFollowUps: AfterCall;
  load: Pick<Load, 'refusal'>;
  /** Called at least once for each end. */
  onEnded(id: string): void;
  /** Null if the service has its own rooms. */
  daily: ExternalRooms | null;
}

export class Conversations {
  readonly #parts: Parts;
  readonly #processes: ProcessRegistry;
  readonly #closing = new AbortController();
  readonly #activeConversations = new Map<string, ActiveConversation>();
  readonly #slots: CallSlots;
  #isDraining = false;
  #drainListeners: (() => void)[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
    const { store, clock, log, config } = parts;
    this.#slots = new CallSlots({ media: config.room.maximumCalls, text: config.room.maximumTextCalls });
    this.#processes = new ProcessRegistry({
      store,
      clock,
      log,
      address: config.room.url ?? config.publicUrl,
      own: config.room.url !== null,
    });
  }

  /**
   * Throws if this process has no free slot for a call of the account. Starting a conversation does not take a slot.
   */
  async checkCapacity(account: number, medium: Medium = 'media'): Promise<void> {
    if (await this.isFull(account, medium)) throw new ServiceError('room_unavailable');
  }

  async isFull(account: number, medium: Medium): Promise<boolean> {
    if (this.#parts.load.refusal(medium) !== null) return true;
    if (this.#parts.daily) return false;
    if (this.#isDraining || (medium === 'media' && !this.mediaAvailable)) return true;
    const refusal = this.#slots.refusal(account, medium);
    return refusal === 'full' || (refusal === 'share' && (await this.#areSeveral()));
  }

  /** True if this process can currently accept calls with voice and video. */
  get mediaAvailable(): boolean {
    return this.#parts.daily !== null || this.#parts.rooms.mediaAvailable;
  }

  /** True if several accounts share the call slots of the service. */
  async #areSeveral(): Promise<boolean> {
    const accounts = await this.#parts.store.db
      .selectFrom('api_keys')
      .select('account_id')
      .distinct()
      .where('revoked_at', 'is', null)
      .limit(2)
      .execute();
    return accounts.length > 1;
  }

  /** Reserves a slot for a conversation; throws if none is free. */
  async #reserveSlot(row: ConversationRow, medium: Medium): Promise<void> {
    if (this.#slots.has(row.id, medium)) return;
    await this.checkCapacity(row.account_id, medium);
    // Check again, because other calls may have started in the meantime.
    if (this.#slots.refusal(row.account_id, medium) === 'full') throw new ServiceError('room_unavailable');
    if (this.#activeConversations.has(row.id)) this.#slots.take(row.id, row.account_id, medium);
  }

  /** Returns the address at which a visitor joins a conversation; empty until its Daily room exists. */
  urlOf(row: Pick<ConversationRow, 'id' | 'room_provider' | 'room_url'>): string {
    return row.room_url ?? (row.room_provider === 'embedded' ? this.#processes.roomUrl(row.id) : '');
  }

  /** Returns the columns that assign a new conversation to this process. */
  processColumns(id: string): { process_id: string; room_url: string } {
    return { process_id: this.#processes.id, room_url: this.#processes.roomUrl(id) };
  }

  /** Runs a stored, active conversation in this process and starts its timers. */
  watch(row: ConversationRow): void {
    if (this.#activeConversations.has(row.id) || row.room_provider === 'daily') return;
    const holder = {
      end: (conversation: ActiveConversation, reason: ShutdownReason) =>
        this.#endQuietly(conversation, reason),
      palJoined: (trx: Database, row: ConversationRow) => this.palJoined(trx, row),
      closing: this.#closing.signal,
    };
    const conversation = new ActiveConversation(row, this.#parts, holder);
    this.#activeConversations.set(row.id, conversation);
    // This may end the conversation immediately, if its time is already over.
    conversation.watch();
  }

  /** After a start of the service, makes active conversations that no other process runs joinable here. */
  async resume(): Promise<void> {
    await this.#processes.start({
      onAdopted: (row) => this.watch(row),
      ids: () => [...this.#activeConversations.keys()],
      onEndRequest: (id, reason) => {
        const conversation = this.#activeConversations.get(id);
        if (conversation && !conversation.isEnding) this.#endQuietly(conversation, reason);
      },
      hasVisitor: (id) => this.#activeConversations.get(id)?.hasVisitor ?? false,
      onLost: (id) => this.#releaseCall(id),
      takeOrders: (id) => this.carryOutOrders(id),
      onFaceWithdrawn: (id) => this.replaceFace(id),
    });
  }

  /** Returns the conversation whose room the bearer token opens; throws if it opens none or the call has ended. */
  async authorize(id: string, token: string, options: { ended?: 'allowed' } = {}): Promise<ConversationRow> {
    const row = await this.#parts.store.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || row.room_provider === 'daily') throw new ServiceError('conversation_not_found');
    if (row.token_hash !== hashSecret(token)) throw new ServiceError('invalid_token');
    if (row.token_expires_at.getTime() <= this.#parts.clock.now()) throw new ServiceError('expired_token');
    if (row.status === 'ended' && !options.ended) throw new ServiceError('conversation_ended');
    return row;
  }

  /**
   * Returns the room of an active conversation. The first entry opens the room with its agent. Throws a
   * `ServiceError` if another process runs the conversation, if no slot is free, or if the conversation has
   * ended or cannot be started.
   */
  async room(row: ConversationRow, medium: Medium = 'text'): Promise<EmbeddedRoom> {
    if (this.#activeConversations.has(row.id)) {
      // Two processes ran the conversation, because one considered the other one dead. The visitor has come to this
      // process, so this process takes the conversation back.
      if (!this.#processes.isOwn(row)) await this.#processes.takeBack(row);
    } else {
      // The address of a conversation leads to the process that runs it. A visitor who arrives at this
      // process instead is served only if the other process is dead.
      const ownRow = row.process_id === this.#processes.id ? row : await this.#processes.adopt(row.id);
      if (!ownRow) throw new ServiceError('room_unavailable');
      this.watch(ownRow);
    }
    await this.#reserveSlot(row, medium);
    const conversation = this.#activeConversations.get(row.id);
    if (!conversation) throw new ServiceError('conversation_ended');
    if (conversation.room) return conversation.room;
    return conversation.open(async (error) => {
      this.#parts.log.error({ conversation: row.id, ...describe(error) }, 'a conversation could not start');
      await this.end(row.id, 'exception_encountered_during_conversation_startup');
      // A PAL or an engine that no longer exists is not the fault of this request.
      throw error instanceof ServiceError
        ? error
        : new ServiceError('conversation_ended', 'The conversation could not be started and has ended.');
    });
  }

  /**
   * Handles one message of a visitor in text. Settles when its line or page context is stored; rejects if that
   * failed.
   */
  async write(row: ConversationRow, message: unknown): Promise<void> {
    const room = await this.room(row, 'text');
    if (this.#closing.signal.aborted) throw new ServiceError('room_unavailable');
    const conversation = this.#activeConversations.get(row.id);
    // Messages are no longer accepted while the end is being stored.
    if (!conversation || conversation.isEnding) throw new ServiceError('conversation_ended');
    const acceptedEvent = room.write(message);
    await conversation.whenStored(acceptedEvent && isPageMessage(acceptedEvent) ? 'page' : 'line');
  }

  /** Handles an event from the account's server as if the page had sent it; settles and rejects like `write`. */
  async interact({ id }: ConversationRow, event: VisitorEvent): Promise<void> {
    const conversation = this.#activeConversations.get(id);
    // Only the process that runs the conversation can reach its visitor.
    if (!conversation)
      throw new ServiceError('room_unavailable', 'Another process of the service owns this call.');
    if (conversation.isEnding) throw new ServiceError('conversation_ended');
    if (!conversation.room || !conversation.hasVisitor)
      throw new ServiceError('conflict', 'Nobody is in the conversation now.');
    const reason = conversation.room.audible ? null : unheardSoundReason(event);
    if (reason) throw new ServiceError('conflict', reason);
    conversation.room.receiveEvent(event);
    await conversation.whenStored(isPageMessage(event) ? 'page' : 'line');
  }

  /** Returns the room, to read its messages, if this process has it open or had until recently; null otherwise. */
  openRoom(id: string): EmbeddedRoom | null {
    return this.#parts.rooms.get(id);
  }

  /** Replaces the media slot by a text slot, because a join with sound and picture failed. */
  releaseMediaSlot(row: ConversationRow): void {
    const conversation = this.#activeConversations.get(row.id);
    if (conversation && !conversation.room?.audible) this.#slots.take(row.id, row.account_id, 'text');
  }

  /** Carries out new handover orders of a call of this process. Another process finds its orders itself. */
  carryOutOrders(id: string): void {
    this.#activeConversations.get(id)?.takeOrders();
  }

  /** Replaces the face of a call of this process whose consent was withdrawn. Other processes notice that too. */
  replaceFace(id: string): void {
    this.#activeConversations.get(id)?.replaceFace();
  }

  /** Called for activity of the visitor outside the room, such as a rating. */
  recordActivity(id: string): void {
    this.#activeConversations.get(id)?.recordActivity();
  }

  /**
   * Treats a closed page as a lost connection, because it may be reloading. If another process runs the call, that
   * process notices the loss itself.
   */
  startReconnectTimer(id: string): void {
    this.#activeConversations.get(id)?.startReconnectTimer();
  }

  /**
   * Ends the conversation once; further calls do nothing. Settles when the end and its callbacks are stored, here or
   * by another process.
   */
  async end(id: string, reason: ShutdownReason): Promise<void> {
    const conversation = this.#activeConversations.get(id);
    // The process that runs the call must first write its last line.
    if (
      !conversation &&
      !this.#parts.store.embedded &&
      (await this.#processes.requestEnd(id, reason)) &&
      (await this.#handleEndElsewhere(id))
    )
      return;
    await conversation?.finish(reason);
    const now = toIso(this.#parts.clock.now());
    const endResult = await this.#parts.store.db.transaction().execute(async (trx) => {
      const endedRow = await trx
        .updateTable('conversations')
        .set({ status: 'ended', ended_at: now, updated_at: now, shutdown_reason: reason })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .returningAll()
        .executeTakeFirst();
      if (!endedRow) return false;
      if (endedRow.room_provider === 'daily' && endedRow.room_url !== null)
        await this.#parts.daily?.close(trx, endedRow, reason);
      await this.#publishEvent(trx, endedRow, 'system.shutdown', {
        face_id: endedRow.face_id,
        shutdown_reason: reason,
      });
      await storeUnseenLines(trx, endedRow.id);
      const transcript = await readTranscript(trx, endedRow);
      if (transcript.length > 0)
        await this.#publishEvent(trx, endedRow, 'application.transcription_ready', {
          face_id: endedRow.face_id,
          transcript,
        });
      await this.#parts.enqueueFollowUps(trx, endedRow);
      return true;
    });
    if (endResult) this.#parts.measures.recordEnd(reason);
    conversation?.room?.close();
    this.#forget(id);
    this.#parts.onEnded(id);
  }

  /** Stops the call in this process without ending it; another process continues it. */
  async #releaseCall(id: string): Promise<void> {
    const conversation = this.#activeConversations.get(id);
    if (!conversation || conversation.isEnding) return;
    this.#parts.log.warn({ conversation: id }, 'a conversation belongs to another process now');
    await conversation.stop();
    this.#forget(id);
  }

  #forget(id: string): void {
    this.#activeConversations.delete(id);
    this.#slots.free(id);
    if (this.calls === 0) for (const listener of this.#drainListeners.splice(0)) listener();
  }

  /** Accepts no more calls; settles when the running calls have ended. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.calls > 0) await new Promise<void>((resolve) => this.#drainListeners.push(resolve));
  }

  get draining(): boolean {
    return this.#isDraining;
  }

  /** Number of calls in this process that a visitor has entered. */
  get calls(): number {
    return [...this.#activeConversations.values()].filter(({ isEntered }) => isEntered).length;
  }

  async #handleEndElsewhere(id: string): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < END_REQUEST_TIMEOUT_MS; waitedMs += END_REQUEST_POLL_MS) {
      const row = await this.#parts.store.db
        .selectFrom('conversations')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.status !== 'active') return true;
      await new Promise<void>((resolve) => this.#parts.clock.after(END_REQUEST_POLL_MS, resolve));
    }
    return false;
  }

  /** Stops without ending the calls: the conversations stay active, and visitors can rejoin them after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#activeConversations.values()].map((conversation) => conversation.stop()));
    this.#activeConversations.clear();
    await this.#processes.stop();
  }

  /** Publishes that the PAL is ready, under both event names (specification: events-2). */
  async palJoined(trx: Database, row: ConversationRow): Promise<void> {
    await this.#publishEvent(trx, row, 'system.pal_joined', { face_id: row.face_id });
    await this.#publishEvent(trx, row, 'system.replica_joined', { face_id: row.face_id });
  }

  #publishEvent<Type extends ConversationEventType>(
    trx: Database,
    row: ConversationRow,
    type: Type,
    properties: ConversationEventProperties<Type>,
  ): Promise<void> {
    return publishEvent(trx, this.#parts, row, type, properties);
  }

  /**
   * Ends the conversation, and retries if the end could not be stored, because a call that no process runs
   * must not stay active.
   */
  #endQuietly(conversation: ActiveConversation, reason: ShutdownReason): void {
    this.end(conversation.row.id, reason).catch((error: Error) => {
      this.#parts.log.error(
        { conversation: conversation.row.id, ...describe(error) },
        'the end of a conversation could not be stored',
      );
      this.#parts.clock.after(
        END_RETRY_SECONDS * 1000,
        () => this.#endQuietly(conversation, reason),
        this.#closing.signal,
      );
    });
  }
}
