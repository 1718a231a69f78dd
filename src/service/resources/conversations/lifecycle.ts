/**
 * Conversations from create to end: who is there, how long it may last, why it ended. Status moves by compare-and-set, and
 * what a move is told by (events, transcript) is stored in the same transaction. Decisions §5.
 */
import type { ConversationEventProperties, ConversationEventType } from '../../../contract/callbacks.ts';
import type { ShutdownReason, StartedConversation, TranscriptEntry } from '../../../contract/conversations.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { RoomListener } from '../../rooms/room.ts';
import type { DailyRooms } from '../../rooms/daily/daily-rooms.ts';
import type { TakePlace } from '../../rooms/embedded/take.ts';
import type { EmbeddedRoom, EmbeddedRooms } from '../../rooms/embedded/rooms.ts';
import type { Callbacks } from '../../callbacks/callbacks.ts';
import type { Agent } from '../../agent/agent.ts';
import type { WrittenLine } from '../../agent/agent-options.ts';
import { iso, type Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Config } from '../../config.ts';
import { hashSecret, newId, newSecret } from '../../ids.ts';
import type { ConversationDocument, ConversationRow } from '../../store/schema.ts';
import type { Database, Store } from '../../store/store.ts';
import { checkTrainedFace } from '../faces.ts';
import { attachedSkills } from '../skills.ts';
import { tell } from './events.ts';
import { Processes } from './processes.ts';
import { readTranscript, TranscriptWriter } from './transcript.ts';

/** A connection that broke may come back within this, even where a goodbye ends the call at once. */
const RECONNECT_SECONDS = 30;
/** A token outlives the longest its call can last by this. */
const TOKEN_GRACE_SECONDS = 60;
/** Milliseconds that another process has to end a conversation of its own before it is ended over its head; looked for this often. */
const ASKED_FOR = 5000;
const ASKED_EVERY = 250;
const END_AGAIN_SECONDS = 5;

export interface NewConversation {
  account: number;
  deploymentId: string | null;
  palId: string;
  faceId?: string | null;
  name: string;
  document: ConversationDocument;
}

/** Makes the agent of a conversation; asked once, when its room is first entered. */
export type AgentFactory = (row: ConversationRow, transcript: { history: TranscriptEntry[]; write(line: WrittenLine): (line: WrittenLine) => void; failed(error: unknown): void }) => Promise<{ agent: Agent; face: string }>;

/** Begins what a call leaves to be done, in the transaction of its end. */
export type Afterwards = (trx: Database, row: ConversationRow) => Promise<void>;

/** What is kept of a call besides its lines: where it is written down, and what its camera shows. */
export type Keeping = (row: ConversationRow) => Promise<{ take: TakePlace | null; sights: Sights | null }>;
/** Keeps pictures of the visitor's camera, WebP. */
export interface Sights {
  keep(webp: Uint8Array): void;
  stored(): Promise<void>;
}

export interface CreatedConversation {
  row: ConversationRow;
  shown: StartedConversation;
}

/** A conversation that this process holds. */
interface Held {
  row: ConversationRow;
  room: EmbeddedRoom | null;
  opening: Promise<EmbeddedRoom> | null;
  agent: Agent | null;
  sights: Sights | null;
  present: boolean;
  /** Cancels the timer that runs while nobody is there. */
  away: AbortController;
  ended: AbortController;
  transcript: TranscriptWriter;
}

export class Conversations {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #config: Config;
  readonly #rooms: EmbeddedRooms;
  readonly #daily: DailyRooms | null;
  readonly #agents: AgentFactory;
  readonly #callbacks: Callbacks;
  readonly #afterwards: Afterwards;
  readonly #keeping: Keeping;
  readonly #processes: Processes;
  readonly #closing = new AbortController();
  #held = new Map<string, Held>();
  #draining = false;
  #emptied: (() => void)[] = [];

  constructor(parts: { store: Store; clock: Clock; log: Log; config: Config; rooms: EmbeddedRooms; daily: DailyRooms | null; agents: AgentFactory; callbacks: Callbacks; afterwards: Afterwards; keeping: Keeping }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#config = parts.config;
    this.#rooms = parts.rooms;
    this.#daily = parts.daily;
    this.#agents = parts.agents;
    this.#callbacks = parts.callbacks;
    this.#afterwards = parts.afterwards;
    this.#keeping = parts.keeping;
    const { store, clock, log, config } = parts;
    this.#processes = new Processes({ store, clock, log, address: config.room.url ?? config.publicUrl, own: config.room.url !== null });
  }

  /** Refuses where this process has as many calls as it may have. A start that nobody enters takes no place. */
  checkCapacity(): void {
    if (this.#daily) return;
    if (this.#draining) throw new Refusal('room_unavailable');
    if (this.#calls() >= this.#config.room.maximumCalls) throw new Refusal('room_unavailable');
  }

  /** Writes a conversation inside the caller's transaction; `begin` makes it live once that is committed. */
  async create(trx: Database, made: NewConversation): Promise<CreatedConversation> {
    const pal = await trx.selectFrom('pals').select(['id', 'document']).where('id', '=', made.palId).where('account_id', '=', made.account).executeTakeFirst();
    if (!pal) throw new Refusal(made.deploymentId === null ? 'unknown_reference' : 'deployment_inactive', made.deploymentId === null ? `Unknown PAL ${made.palId}.` : undefined);
    const faceId = made.faceId ?? pal.document.default_face_id;
    if (!faceId) throw made.deploymentId === null ? new Refusal('unknown_reference', 'face_id is required: the PAL has no face of its own.') : new Refusal('deployment_inactive');
    await checkTrainedFace(trx, faceId, made.account).catch((error: unknown) => {
      // What is wrong behind a deployment is no visitor's business.
      throw made.deploymentId !== null && error instanceof Refusal ? new Refusal('deployment_inactive') : error;
    });
    const now = this.#clock.now();
    const token = newSecret('t');
    const id = newId('conversation');
    const { max_call_duration, participant_absent_timeout } = made.document.properties;
    const row = await trx.insertInto('conversations').values({
      id, account_id: made.account, deployment_id: made.deploymentId, pal_id: pal.id, face_id: faceId, name: made.name, status: 'active',
      document: JSON.stringify({ ...made.document, skills: await attachedSkills(trx, pal.id) }), token_hash: hashSecret(token),
      token_expires_at: iso(now + (max_call_duration + participant_absent_timeout + TOKEN_GRACE_SECONDS) * 1000), created_at: iso(now), updated_at: iso(now),
      ...(this.#daily ? { room_provider: 'daily' } : { process_id: this.#processes.id, room_url: this.#processes.roomUrl(id) }),
    }).returningAll().executeTakeFirstOrThrow();
    await this.#daily?.expect(trx, row);
    return {
      row,
      shown: {
        conversation_id: row.id, conversation_name: row.name, conversation_url: this.urlOf(row), status: 'active',
        callback_url: row.document.callback_url ?? '', created_at: iso(row.created_at), meeting_token: token,
      },
    };
  }

  /** Where a conversation is joined; empty while its Daily room is not made. */
  urlOf(row: Pick<ConversationRow, 'id' | 'room_provider' | 'room_url'>): string {
    return row.room_url ?? (row.room_provider === 'embedded' ? this.#processes.roomUrl(row.id) : '');
  }

  /**
   * Makes a committed conversation live: in this process, or in a room of Daily's. Where that room cannot be had the
   * conversation is taken back, with what `undo` counted for it: a refused start counts nothing and creates nothing.
   */
  async begin({ row, shown }: CreatedConversation, undo: (trx: Database) => Promise<void> = async () => {}): Promise<StartedConversation> {
    if (!this.#daily) {
      this.watch(row);
      return shown;
    }
    try {
      const { url, token } = await this.#daily.furnish(row);
      return { ...shown, conversation_url: url, meeting_token: token };
    } catch (error) {
      await this.#store.db.transaction().execute(async (trx) => {
        const taken = await trx.deleteFrom('conversations').where('id', '=', row.id).where('room_url', 'is', null).executeTakeFirst();
        if (taken.numDeletedRows > 0n) await undo(trx);
      });
      throw error;
    }
  }

  /** Takes a stored, active conversation into this process: from now on its clock runs. */
  watch(row: ConversationRow): void {
    if (this.#held.has(row.id) || row.room_provider === 'daily') return;
    const ended = new AbortController();
    const transcript = new TranscriptWriter({
      store: this.#store, clock: this.#clock, conversation: row.id, over: AbortSignal.any([ended.signal, this.#closing.signal]),
      failed: (error) => {
        this.#log.error({ conversation: row.id, fault: error.name }, 'a line could not be stored');
        this.#fail(held, 'transcript', error);
      },
    });
    const held: Held = { row, room: null, opening: null, agent: null, sights: null, present: false, away: new AbortController(), ended, transcript };
    this.#held.set(row.id, held);
    if (row.joined_at === null) this.#endUnlessBack(held, row.document.properties.participant_absent_timeout - (this.#clock.now() - row.created_at.getTime()) / 1000, 'participant_absent_timeout reached');
    else {
      this.#limit(held, row.joined_at.getTime());
      this.#endUnlessBack(held, RECONNECT_SECONDS, 'participant_left_timeout reached');
    }
  }

  /** After a start of the service: conversations that were going on, and that nobody else holds, may be rejoined here. */
  async resume(): Promise<void> {
    await this.#processes.start({
      adopted: (row) => this.watch(row),
      held: () => [...this.#held.keys()],
      asked: (id, reason) => {
        const held = this.#held.get(id);
        if (held && !held.ended.signal.aborted) this.#endQuietly(held, reason);
      },
    });
  }

  /** The conversation whose room a bearer token opens. */
  async authorize(id: string, token: string, options: { ended?: 'allowed' } = {}): Promise<ConversationRow> {
    const row = await this.#store.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.room_provider === 'daily') throw new Refusal('conversation_not_found');
    if (row.token_hash !== hashSecret(token)) throw new Refusal('invalid_token');
    if (row.token_expires_at.getTime() <= this.#clock.now()) throw new Refusal('expired_token');
    if (row.status === 'ended' && !options.ended) throw new Refusal('conversation_ended');
    return row;
  }

  /** The room of an active conversation, opened with its agent when first entered. */
  async room(row: ConversationRow): Promise<EmbeddedRoom> {
    if (!this.#held.has(row.id)) {
      // Its URL leads to who holds it; a visitor who comes here instead is served once that process is dead.
      const mine = row.process_id === this.#processes.id ? row : await this.#processes.take(row.id);
      if (!mine) throw new Refusal('room_unavailable');
      this.watch(mine);
    }
    const held = this.#held.get(row.id)!;
    if (held.room) return held.room;
    if (!held.opening) this.checkCapacity();
    held.opening ??= this.#open(held).catch(async (error: unknown) => {
      held.opening = null;
      this.#log.error({ conversation: row.id, fault: (error as Error).name }, 'a conversation could not start');
      await this.end(row.id, 'exception_encountered_during_conversation_startup');
      // A PAL or an engine that is not there any more is a fault of nobody's request.
      throw error instanceof Refusal ? error : new Refusal('conversation_ended', 'The conversation could not be started and has ended.');
    });
    return held.opening;
  }

  /** The room if it is open in this process, or was until a moment ago: its last messages may still be read. */
  openRoom(id: string): EmbeddedRoom | null {
    return this.#rooms.get(id);
  }

  /** The visitor's page went away and may be loading again: as a lost connection. Where another process holds the call, that one notices the loss by itself. */
  leaveBehind(id: string): void {
    this.#held.get(id)?.room?.leaveBehind();
  }

  /** Ends once; again is nothing. Settles when the end and all that it tells of is stored, by whichever process holds it. */
  async end(id: string, reason: ShutdownReason): Promise<void> {
    const held = this.#held.get(id);
    // Whoever holds the call still writes its last line down.
    if (!held && !this.#store.embedded && (await this.#processes.ask(id, reason)) && (await this.#endedElsewhere(id))) return;
    try {
      held?.agent?.close();
    } catch (error) {
      this.#log.error({ conversation: id, fault: (error as Error).name }, 'an agent could not be closed');
    }
    if (held?.room && !held.ended.signal.aborted) held.room.send('conversation.ended', { shutdown_reason: reason });
    held?.ended.abort();
    held?.away.abort();
    await held?.transcript.stored();
    await held?.sights?.stored();
    const now = iso(this.#clock.now());
    await this.#store.db.transaction().execute(async (trx) => {
      const ended = await trx.updateTable('conversations').set({ status: 'ended', ended_at: now, updated_at: now, shutdown_reason: reason })
        .where('id', '=', id).where('status', '=', 'active').returningAll().executeTakeFirst();
      if (!ended) return;
      if (ended.room_provider === 'daily' && ended.room_url !== null) await this.#daily?.close(trx, ended, reason);
      await this.#tell(trx, ended, 'system.shutdown', { face_id: ended.face_id, shutdown_reason: reason });
      const transcript = await readTranscript(trx, ended);
      if (transcript.length > 0) await this.#tell(trx, ended, 'application.transcription_ready', { face_id: ended.face_id, transcript });
      await this.#afterwards(trx, ended);
    });
    held?.room?.close();
    this.#held.delete(id);
    if (this.#calls() === 0) for (const settle of this.#emptied.splice(0)) settle();
  }

  /** Takes no more calls; settles when those that go on are over. */
  async drain(): Promise<void> {
    this.#draining = true;
    if (this.#calls() > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
  }

  get draining(): boolean {
    return this.#draining;
  }

  #calls(): number {
    return [...this.#held.values()].filter(({ opening }) => opening !== null).length;
  }

  async #endedElsewhere(id: string): Promise<boolean> {
    for (let waited = 0; waited < ASKED_FOR; waited += ASKED_EVERY) {
      const row = await this.#store.db.selectFrom('conversations').select('status').where('id', '=', id).executeTakeFirst();
      if (row?.status !== 'active') return true;
      await new Promise<void>((resolve) => this.#clock.after(ASKED_EVERY, resolve));
    }
    return false;
  }

  /** Stops without ending: the conversations stay active and may be rejoined after a restart. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const held of this.#held.values()) {
      held.ended.abort();
      held.away.abort();
      held.agent?.close();
      held.room?.close();
    }
    await Promise.all([...this.#held.values()].map((held) => held.transcript.stored()));
    this.#held.clear();
    await this.#processes.stop();
  }

  async #open(held: Held): Promise<EmbeddedRoom> {
    const { row } = held;
    const history = await readTranscript(this.#store.db, row);
    held.transcript.continueAfter(history.length);
    const { agent, face } = await this.#agents(row, { history, write: (line) => held.transcript.write(line), failed: (error) => this.#fail(held, 'agent', error) });
    const { take, sights } = await this.#keeping(row);
    if (held.ended.signal.aborted) {
      agent.close();
      throw new Refusal('conversation_ended');
    }
    const room = this.#rooms.open(row.id, face, this.#listen(held, agent), { take, watch: sights !== null });
    held.sights = sights;
    agent.enter(room);
    held.agent = agent;
    held.room = room;
    return room;
  }

  /** The agent hears the room; the lifecycle hears who comes and goes. */
  #listen(held: Held, agent: Agent): RoomListener {
    /** A fault of the agent is the end of its call and of no other. */
    const guard = <Parameters extends unknown[]>(heard: (...parameters: Parameters) => void) => (...parameters: Parameters): void => {
      try {
        heard(...parameters);
      } catch (error) {
        this.#fail(held, 'agent', error);
      }
    };
    return {
      joined: guard((by, again) => {
        held.present = true;
        held.away.abort();
        this.#joined(held);
        this.#log.info({ conversation: held.row.id, by, again }, 'visitor joined');
        agent.joined();
      }),
      seen: guard((webp) => {
        held.sights?.keep(webp);
        agent.seen(webp);
      }),
      failed: () => this.#fail(held, 'media', undefined),
      lost: guard(() => {
        held.present = false;
        agent.lost();
        this.#endUnlessBack(held, Math.max(RECONNECT_SECONDS, held.row.document.properties.participant_left_timeout), 'participant_left_timeout reached');
      }),
      left: guard(() => {
        held.present = false;
        agent.left();
        this.#endUnlessBack(held, held.row.document.properties.participant_left_timeout, 'participant_left_timeout reached');
      }),
      message: guard((event) => agent.message(event)),
      voiceBegan: guard(() => agent.voiceBegan()),
      voice: guard((samples) => agent.voice(samples)),
      voicePaused: guard(() => agent.voicePaused()),
      voiceEnded: guard(() => agent.voiceEnded()),
      saying: guard((id) => agent.saying(id)),
      said: guard((id, seconds, interrupted) => agent.said(id, seconds, interrupted)),
    };
  }

  #joined(held: Held): void {
    if (held.row.joined_at !== null) return;
    const now = new Date(this.#clock.now());
    held.row = { ...held.row, joined_at: now };
    this.#limit(held, now.getTime());
    // An end waits for what is being written, so that nobody is told of it before they are told of the join.
    held.transcript.between(() => this.#store.db.transaction().execute(async (trx) => {
      const first = await trx.updateTable('conversations').set({ joined_at: iso(now), updated_at: iso(now) }).where('id', '=', held.row.id).where('joined_at', 'is', null).returningAll().executeTakeFirst();
      if (!first) return;
      await this.palJoined(trx, first);
    }).catch((error: Error) => this.#log.error({ conversation: held.row.id, fault: error.name }, 'a join could not be stored')));
  }

  /** Tells that the PAL is ready, under both names (specification, System events). */
  async palJoined(trx: Database, row: ConversationRow): Promise<void> {
    await this.#tell(trx, row, 'system.pal_joined', { face_id: row.face_id });
    await this.#tell(trx, row, 'system.replica_joined', { face_id: row.face_id });
  }

  #tell<Type extends ConversationEventType>(trx: Database, row: ConversationRow, type: Type, properties: ConversationEventProperties<Type>): Promise<void> {
    return tell(trx, { callbacks: this.#callbacks, clock: this.#clock }, row, type, properties);
  }

  #limit(held: Held, joinedAt: number): void {
    const left = held.row.document.properties.max_call_duration * 1000 - (this.#clock.now() - joinedAt);
    this.#clock.after(left, () => this.#endQuietly(held, 'max_call_duration reached'), held.ended.signal);
  }

  #endUnlessBack(held: Held, seconds: number, reason: ShutdownReason): void {
    held.away.abort();
    held.away = new AbortController();
    if (seconds <= 0) return this.#endQuietly(held, reason);
    this.#clock.after(seconds * 1000, () => this.#endQuietly(held, reason), AbortSignal.any([held.away.signal, held.ended.signal]));
  }

  /** While the database does not take it, the end is tried again: a call that nobody holds must not stay active. */
  #endQuietly(held: Held, reason: ShutdownReason): void {
    this.end(held.row.id, reason).catch((error: Error) => {
      this.#log.error({ conversation: held.row.id, fault: error.name }, 'an end could not be stored');
      this.#clock.after(END_AGAIN_SECONDS * 1000, () => this.#endQuietly(held, reason), this.#closing.signal);
    });
  }

  /** What nothing within the call can mend ends it; `step` says where. */
  #fail(held: Held, step: 'media' | 'transcript' | 'agent', error: unknown): void {
    if (held.ended.signal.aborted) return;
    this.#log.error({ conversation: held.row.id, step, fault: (error as Error | undefined)?.name }, 'a conversation cannot go on');
    this.#endQuietly(held, `internal error occurred at step ${step}`);
  }
}
