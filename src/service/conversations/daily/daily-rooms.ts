/**
 * Conversations in Daily's rooms. Their state is only in the database: a durable job for each conversation reads who
 * is present and decides what follows (`src/rooms/daily/attendance.ts`), and a webhook makes that job run
 * immediately. So any process can handle a request, and any process may crash.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import { OLDER_EVENTS } from '@palkit/contract/older-events';
import { LlmTools } from '@palkit/contract/llm-tools';
import type { ReportedLine } from '@palkit/contract/rooms';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import { brief, type Briefing, documentTexts } from '../briefing.ts';
import { filledPrompt } from '../placeholders.ts';
import type { Config } from '../../config/config.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Conversations } from '../lifecycle.ts';
import type { Seal } from '../../platform/sealing.ts';
import type { Database, Store } from '../../store/store.ts';
import { decideAttendance, type Attendance, type Presence } from '@palkit/rooms/daily/attendance';
import { appMessage } from '@palkit/rooms/daily/app-message';
import { DailyError, type DailyApi } from '@palkit/rooms/daily/daily-api';
import type { Runner } from '@palkit/rooms/daily/runner';
import type { ConversationRow } from '../../store/schema.ts';

/** Seconds by which a room outlives the maximum duration of its conversation, before all participants are removed. */
const GRACE_SECONDS = 120;
/** Milliseconds after which a conversation without a room is the remnant of a crashed process. */
const ROOM_CREATION_TIMEOUT_MS = 30_000;
const MAX_DISPATCHES = 6;
const ATTENDANCE_JOB = 'daily attendance';
const DISPATCH_JOB = 'daily dispatch';
const CLOSE_JOB = 'daily close';

const Payload = z.object({ conversation_id: z.string() });

/** Receives the camera pictures that a runner sends. */
interface PictureReceiver {
  /** True if pictures of the call are needed. */
  isWatched(row: ConversationRow): Promise<boolean>;
  receivePicture(row: ConversationRow, webp: Uint8Array): Promise<void>;
  /** Deletes the pictures, in the transaction that ends the conversation. */
  forget(trx: Database, id: string): Promise<void>;
}

interface Parts {
  store: Store;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  api: DailyApi;
  runner: Runner;
  seal: Seal;
  config: Config;
  secret: string;
  pictures: PictureReceiver;
}

export class DailyRooms {
  readonly #parts: Parts;
  #conversations!: Conversations;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Registers the jobs; called once before they start. `conversations` ends conversations. */
  registerJobs(conversations: Conversations): void {
    this.#conversations = conversations;
    const { jobs } = this.#parts;
    jobs.register({
      name: ATTENDANCE_JOB,
      payload: Payload,
      concurrency: 8,
      run: ({ payload }) => this.#checkAttendance(payload.conversation_id),
    });
    jobs.register({
      name: DISPATCH_JOB,
      payload: Payload,
      concurrency: 4,
      run: ({ payload, attempt }) => this.#dispatch(payload.conversation_id, attempt),
    });
    jobs.register({
      name: CLOSE_JOB,
      payload: z.object({ conversation_id: z.string(), shutdown_reason: z.string() }),
      concurrency: 4,
      run: ({ payload }) => this.#close(payload),
    });
  }

  /**
   * Queues the attendance job in the transaction that creates the conversation, so that its room is watched
   * even if the process crashes next.
   */
  async enqueueAttendance(trx: Database, row: Pick<ConversationRow, 'id'>): Promise<void> {
    await this.#parts.jobs.enqueue(trx, ATTENDANCE_JOB, {
      key: row.id,
      payload: { conversation_id: row.id },
      runAt: this.#parts.clock.now() + ROOM_CREATION_TIMEOUT_MS,
    });
  }

  /** Creates the room of a stored conversation and requests the agent; returns the visitor's address and token. */
  async createRoom(row: ConversationRow): Promise<{ url: string; token: string }> {
    const { api, clock, store, jobs } = this.#parts;
    const expires = expiry(row, clock);
    try {
      const url = await api.createRoom(row.id, expires, row.document.properties);
      const token = await api.createToken(
        row.id,
        'visitor',
        expires,
        row.document.properties.participant_name?.trim() || 'Visitor',
        row.document.properties,
      );
      await store.db.transaction().execute(async (trx) => {
        await trx.updateTable('conversations').set({ room_url: url }).where('id', '=', row.id).execute();
        await jobs.enqueue(trx, DISPATCH_JOB, { key: row.id, payload: { conversation_id: row.id } });
        await jobs.runNow(trx, ATTENDANCE_JOB, row.id);
      });
      return { url, token };
    } catch (error) {
      if (!(error instanceof DailyError)) throw error;
      this.#parts.log.error({ conversation: row.id, ...describe(error) }, 'a Daily room could not be made');
      throw new ServiceError('room_unavailable');
    }
  }

  /** Checks the room now, because an event happened in it. */
  async checkNow(id: string): Promise<void> {
    await this.#parts.store.db
      .transaction()
      .execute((trx) => this.#parts.jobs.runNow(trx, ATTENDANCE_JOB, id));
  }

  /**
   * Sends a message to all participants of the room, including the agent; throws `room_unavailable` if that
   * fails.
   */
  async send(id: string, message: object): Promise<void> {
    await this.#parts.api.sendMessage(id, message).catch((error: unknown) => {
      if (!(error instanceof DailyError)) throw error;
      this.#parts.log.warn({ conversation: id, ...describe(error) }, 'a message did not reach a Daily room');
      throw new ServiceError('room_unavailable');
    });
  }

  /** Queues the closing of the room, in the transaction that ends the conversation. */
  async close(trx: Database, row: Pick<ConversationRow, 'id'>, shutdownReason: string): Promise<void> {
    await this.#parts.jobs.enqueue(trx, CLOSE_JOB, {
      key: row.id,
      payload: { conversation_id: row.id, shutdown_reason: shutdownReason },
    });
    await this.#parts.pictures.forget(trx, row.id);
  }

  /** Returns the token for a runner's reports; it is valid for one conversation only. */
  reportToken(id: string): string {
    return createHmac('sha256', this.#parts.secret).update(`report ${id}`).digest('base64url');
  }

  /**
   * Stores a line from the room. A line that is sent again with the same `line_id` is stored once. Throws a
   * `ServiceError` if the token is invalid, or if the conversation is unknown or has ended.
   */
  async report(id: string, token: string, line: ReportedLine): Promise<void> {
    this.#checkReportToken(id, token);
    await this.#parts.store.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('conversations')
        .select(['status', 'room_url'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.room_url === null) throw new ServiceError('conversation_not_found');
      if (row.status === 'ended') throw new ServiceError('conversation_ended');
      const lines = trx.selectFrom('transcript_lines').where('conversation_id', '=', id);
      if (await lines.select('position').where('line_id', '=', line.line_id).executeTakeFirst()) return;
      const { last: lastPosition } = await lines
        .select((select) => select.fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('transcript_lines')
        .values({
          conversation_id: id,
          position: (lastPosition ?? -1) + 1,
          role: line.role,
          content: line.content,
          began_at: line.timestamp,
          duration: line.duration,
          line_id: line.line_id,
          inference_id: line.role === 'assistant' ? (line.inference_id ?? line.line_id) : null,
        })
        .execute();
    });
  }

  /**
   * Handles a picture of the visitor's camera in WebP. Throws a `ServiceError` in the same cases as `report`.
   */
  async receivePicture(id: string, token: string, webp: Uint8Array): Promise<void> {
    this.#checkReportToken(id, token);
    const row = await this.#parts.store.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || row.room_url === null) throw new ServiceError('conversation_not_found');
    if (row.status === 'ended') throw new ServiceError('conversation_ended');
    await this.#parts.pictures.receivePicture(row, webp);
  }

  #checkReportToken(id: string, token: string): void {
    const expectedBytes = Buffer.from(this.reportToken(id));
    const tokenBytes = Buffer.from(token);
    if (tokenBytes.length !== expectedBytes.length || !timingSafeEqual(tokenBytes, expectedBytes))
      throw new ServiceError('invalid_token');
  }

  async #checkAttendance(id: string): Promise<void | { again: number }> {
    const { store, clock } = this.#parts;
    const row = await this.#active(id);
    if (!row) return;
    if (row.room_url === null) {
      const dueAt = row.created_at.getTime() + ROOM_CREATION_TIMEOUT_MS;
      if (clock.now() < dueAt) return { again: dueAt };
      return this.#conversations.end(id, 'exception_encountered_during_conversation_startup');
    }
    const state = await this.#readPresence(id);
    const before = attendanceOf(row);
    const { attendance, end, nextAt } = decideAttendance(before, state, row.document.properties, clock.now());
    await store.db.transaction().execute(async (trx) => {
      const lockedRow = await trx
        .updateTable('conversations')
        .set({
          joined_at: time(attendance.joinedAt),
          left_at: time(attendance.leftAt),
          agent_joined_at: time(attendance.agentJoinedAt),
          agent_left_at: time(attendance.agentLeftAt),
        })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .returningAll()
        .executeTakeFirst();
      if (lockedRow && before.agentJoinedAt === null && attendance.agentJoinedAt !== null)
        await this.#conversations.palJoined(trx, lockedRow);
    });
    if (end) return this.#conversations.end(id, end);
    return { again: nextAt };
  }

  async #readPresence(id: string): Promise<Presence> {
    try {
      return await this.#parts.api.presentRoles(id);
    } catch (error) {
      if (!(error instanceof DailyError)) throw error;
      if (error.reason === 'no_room') return 'deleted';
      this.#parts.log.warn({ conversation: id, ...describe(error) }, 'Daily did not list the participants');
      return 'unknown';
    }
  }

  async #pictureUrl(row: ConversationRow): Promise<string | null> {
    const { config, pictures } = this.#parts;
    return (await pictures.isWatched(row)) ? `${config.publicUrl}/rooms/${row.id}/picture` : null;
  }

  async #dispatch(id: string, attempt: number): Promise<void | { again: number }> {
    const { api, runner, clock, log } = this.#parts;
    const row = await this.#active(id);
    if (!row || row.room_url === null) return;
    const briefing = await brief(this.#parts.store.db, row, this.#parts).catch((error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    });
    if (!briefing) return this.#conversations.end(id, 'exception_encountered_during_conversation_startup');
    const { pal, tools, languages, greeting, disclosure, memories, documents } = briefing;
    const { properties, variables = {}, skills = {}, conversational_context } = row.document;
    const texts = await documentTexts(this.#parts.store.db, documents);
    let answer: Awaited<ReturnType<Runner['dispatch']>>;
    try {
      const token = await api.createToken(id, 'agent', expiry(row, clock), pal.pal_name, properties);
      answer = await runner.dispatch({
        conversation_id: id,
        room_url: row.room_url,
        token,
        report_url: `${this.#parts.config.publicUrl}/rooms/${id}/report`,
        report_token: this.reportToken(id),
        picture_url: await this.#pictureUrl(row),
        pal: {
          pal_id: row.pal_id,
          pal_name: pal.pal_name,
          pipeline_mode: pal.pipeline_mode,
          system_prompt: filledPrompt(pal.system_prompt ?? '', variables),
          greeting,
          languages,
          disclosure,
          layers: pal.layers,
          tools: toolsExcept(pal.layers.llm?.tools, tools),
          skills,
        },
        older_events: OLDER_EVENTS,
        audio_only: properties.audio_only === true,
        face_id: row.face_id,
        conversational_context: filledPrompt(conversational_context ?? '', variables),
        memories,
        documents: texts.map(({ document_id, name, content }) => ({ document_id, name, content })),
      });
    } catch (error) {
      if (!(error instanceof DailyError)) throw error;
      answer = error.reason === 'unreachable' ? 'unreachable' : 'refused';
    }
    if (answer === 'accepted') return;
    log.warn({ conversation: id, answer, attempt }, 'the agent runner did not accept a conversation');
    if (answer === 'refused' || attempt >= MAX_DISPATCHES)
      return this.#conversations.end(id, 'bot_could_not_join_meeting_it_was_probably_ended');
    throw new DispatchError();
  }

  async #close({
    conversation_id,
    shutdown_reason,
  }: {
    conversation_id: string;
    shutdown_reason: string;
  }): Promise<void> {
    const message = appMessage(conversation_id, 'conversation.ended', { shutdown_reason }, this.#parts.clock);
    await this.#parts.api.sendMessage(conversation_id, message).catch((error: unknown) => {
      // If the room is empty or no longer exists, there is no participant to inform.
      if (!(error instanceof DailyError)) throw error;
    });
    await this.#parts.api.closeRoom(conversation_id);
  }

  #active(id: string): Promise<ConversationRow | undefined> {
    return this.#parts.store.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'active')
      .executeTakeFirst();
  }
}

/** Makes the job retry with increasing delays. */
class DispatchError extends OutsideFault {
  override readonly name = 'DispatchError';
}

/** Returns the expiry of the room and its tokens, in Unix seconds. */
function expiry({ document }: ConversationRow, clock: Clock): number {
  const { max_call_duration, participant_absent_timeout } = document.properties;
  return Math.ceil(clock.now() / 1000) + max_call_duration + participant_absent_timeout + GRACE_SECONDS;
}

function attendanceOf(row: ConversationRow): Attendance {
  return {
    createdAt: row.created_at.getTime(),
    joinedAt: row.joined_at?.getTime() ?? null,
    leftAt: row.left_at?.getTime() ?? null,
    agentJoinedAt: row.agent_joined_at?.getTime() ?? null,
    agentLeftAt: row.agent_left_at?.getTime() ?? null,
  };
}

/** Returns the attached tools without those that have the name of one of the PAL's own tools. */
function toolsExcept(own: unknown, attachedTools: Briefing['tools']): Briefing['tools'] {
  const names = new Set(LlmTools.safeParse(own).data?.map((tool) => tool.function.name));
  return attachedTools.filter(({ name }) => !names.has(name));
}

const time = (milliseconds: number | null) => (milliseconds === null ? null : toIso(milliseconds));
