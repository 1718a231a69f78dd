/**
 * Which room a conversation's address leads to: Daily's, whose code is loaded only then, or the service's
 * own. Decisions §6.
 */
import type { Client } from '@palkit/contract/client';
import type { RoomFactory } from './call.ts';
import type { Clock } from './clock.ts';
import { EmbeddedRoom } from './embedded-room.ts';
import { TextRoom } from './text-room.ts';

export function createRooms(client: Client<AbortSignal>, clock: Clock, baseUrl: string): RoomFactory {
  return async (kind, options, listener) => {
    if (kind === 'text') return new TextRoom(options, listener, client, clock);
    if (isOwn(options.url, baseUrl)) return new EmbeddedRoom(options, listener, client, clock);
    const { DailyRoom } = await import('./daily-room.ts');
    return new DailyRoom(options, listener);
  };
}

/** A room of the service's own lies below `/rooms/` wherever the service is known to visitors. */
export function isOwn(url: string, baseUrl: string): boolean {
  const { origin, pathname } = new URL(url, baseUrl);
  return (
    origin === new URL(baseUrl).origin ||
    (/\/rooms\/[\w-]+$/.test(pathname) && !/(^|\.)daily\.co$/.test(new URL(url, baseUrl).hostname))
  );
}
