/** Chooses the room by the address of a conversation: the service's own, or Daily's, whose code is loaded only then. */
import type { Client } from '@palkit/contract/client';
import type { RoomFactory } from './call.ts';
import type { Clock } from './clock.ts';
import { EmbeddedRoom } from './embedded-room.ts';
import type { PrepareFace } from './face-feed.ts';
import { TextRoom } from './text-room.ts';

export function createRooms(
  client: Client<AbortSignal>,
  clock: Clock,
  baseUrl: string,
  prepareFace?: PrepareFace,
): RoomFactory {
  return async (kind, options, listener) => {
    if (kind === 'text') return new TextRoom(options, listener, client, clock, prepareFace);
    if (isOwn(options.url, baseUrl))
      return new EmbeddedRoom(options, listener, client, clock, undefined, prepareFace);
    const { DailyRoom } = await import('./daily-room.ts');
    return new DailyRoom(options, listener);
  };
}

/** True for a room of the service, whose path is below `/rooms/` for every base URL. */
export function isOwn(url: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(url, baseUrl);
  return (
    origin === new URL(baseUrl).origin ||
    (/\/rooms\/[\w-]+$/.test(pathname) && !/(^|\.)daily\.co$/.test(new URL(url, baseUrl).hostname))
  );
}
