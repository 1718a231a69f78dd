/**
 * The part of Daily's REST API that conversations use (docs.daily.co/reference/rest-api). The operator sets
 * the API's address, so it is trusted like the addresses of engines.
 */
import * as z from 'zod';
import { boundedText, BodyTooLargeError } from '@palkit/runtime/bounded-body';
import { OutsideFault } from '@palkit/runtime/outside-fault';

/** Maximum milliseconds to wait for a response. */
const TIMEOUT = 10_000;
const MAXIMUM_BYTES = 1024 * 1024;

/**
 * A request to Daily failed. `reason` is a code for the log. `no_room` means that the room never existed or
 * was deleted.
 */
export class DailyError extends OutsideFault {
  readonly reason: 'no_room' | 'refused' | 'unreachable' | 'bad_answer';
  constructor(reason: DailyError['reason']) {
    super(`Daily failed: ${reason}`);
    this.name = `DailyError ${reason}`;
    this.reason = reason;
  }
}

/**
 * Roles of the participants of a room. The `user_id` in a token that the service creates determines the role.
 */
export const PARTICIPANTS = ['visitor', 'agent'] as const;
export type ParticipantRole = (typeof PARTICIPANTS)[number];

/** Properties of a conversation that are applied to its Daily room. */
export interface RoomOptions {
  max_participants?: number | null | undefined;
  audio_only?: boolean | undefined;
  enable_closed_captions?: boolean | undefined;
}

export interface DailyApi {
  /** Creates a private room that removes all participants at `expires` (Unix seconds); returns its address. */
  createRoom(name: string, expires: number, options?: RoomOptions): Promise<string>;
  createToken(
    room: string,
    participant: ParticipantRole,
    expires: number,
    userName: string,
    options?: RoomOptions,
  ): Promise<string>;
  /** Returns the roles of the service's participants who are currently in the room. */
  presentRoles(room: string): Promise<ReadonlySet<ParticipantRole>>;
  /** Sends a message to all participants of the room. */
  sendMessage(room: string, message: object): Promise<void>;
  /** Removes all participants and deletes the room; does nothing if the room does not exist. */
  closeRoom(room: string): Promise<void>;
}

const Room = z.object({ url: z.url() });
const Token = z.object({ token: z.string().min(1) });
const Presence = z.object({ data: z.array(z.looseObject({ userId: z.nullish(z.string()) })) });

interface Settings {
  url: string;
  key: string;
  /** The `user_id` of the agent. */
  agentUserId: string;
  fetch?: typeof fetch;
}

export function createDailyApi(settings: Settings): DailyApi {
  const userIds: Record<ParticipantRole, readonly [string, ...string[]]> = {
    visitor: ['visitor'],
    // Agents of an earlier version have the id `agent`.
    agent: [settings.agentUserId, 'agent'],
  };
  const room = (name: string) => `/rooms/${encodeURIComponent(name)}`;
  const ignoreMissing = (error: unknown) => {
    if (!(error instanceof DailyError) || error.reason !== 'no_room') throw error;
  };
  return {
    async createRoom(name, expires, options = {}) {
      const properties = {
        exp: expires,
        eject_at_room_exp: true,
        enable_chat: false,
        enable_prejoin_ui: false,
        enable_people_ui: false,
        ...(options.max_participants ? { max_participants: options.max_participants } : {}),
        ...(options.enable_closed_captions ? { enable_live_captions_ui: true } : {}),
        ...(options.audio_only ? { start_video_off: true } : {}),
      };
      return (await ask(settings, 'POST', '/rooms', { name, privacy: 'private', properties }, Room)).url;
    },
    async createToken(name, participant, expires, userName, options = {}) {
      const properties = {
        room_name: name,
        user_id: userIds[participant][0],
        user_name: userName,
        exp: expires,
        is_owner: participant === 'agent',
        ...(options.audio_only ? { start_video_off: true, permissions: { canSend: ['audio'] } } : {}),
        // Captions require a transcription, which only a token with owner rights can start.
        ...(options.enable_closed_captions && participant === 'agent'
          ? { auto_start_transcription: true }
          : {}),
      };
      return (await ask(settings, 'POST', '/meeting-tokens', { properties }, Token)).token;
    },
    async presentRoles(name) {
      const { data } = await ask(settings, 'GET', `${room(name)}/presence`, null, Presence);
      const isHere = (participant: ParticipantRole) =>
        data.some(({ userId }) => userIds[participant].some((participantId) => participantId === userId));
      return new Set(PARTICIPANTS.filter(isHere));
    },
    async sendMessage(name, message) {
      await ask(
        settings,
        'POST',
        `${room(name)}/send-app-message`,
        { data: message, recipient: '*' },
        z.unknown(),
      );
    },
    async closeRoom(name) {
      await ask(
        settings,
        'POST',
        `${room(name)}/eject`,
        { user_ids: Object.values(userIds).flat() },
        z.unknown(),
      ).catch(ignoreMissing);
      await ask(settings, 'DELETE', room(name), null, z.unknown()).catch(ignoreMissing);
    },
  };
}

/** Sends a request and parses the response with the schema; throws a `DailyError` if either fails. */
async function ask<Shape extends z.ZodType>(
  settings: Settings,
  method: string,
  path: string,
  body: object | null,
  schema: Shape,
): Promise<z.output<Shape>> {
  let status: number;
  let text: string;
  try {
    const response = await (settings.fetch ?? fetch)(`${settings.url}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        authorization: `Bearer ${settings.key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    status = response.status;
    text = await boundedText(response, MAXIMUM_BYTES);
  } catch (error) {
    throw new DailyError(error instanceof BodyTooLargeError ? 'bad_answer' : 'unreachable');
  }
  if (status === 404) throw new DailyError('no_room');
  if (status >= 500 || status === 429) throw new DailyError('unreachable');
  if (status >= 300) throw new DailyError('refused');
  try {
    return schema.parse(text ? JSON.parse(text) : {});
  } catch {
    throw new DailyError('bad_answer');
  }
}
