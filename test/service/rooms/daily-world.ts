/** A service with simulated Daily rooms and a simulated agent runner, for the tests. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { createConversation, getConversation } from '../../../src/contract/conversations.ts';
import { type ReportedLine } from '../../../src/contract/rooms.ts';
import { Receiver } from '../receiver.ts';
import { ALICE, openWorld, type World } from '../world.ts';
import { DailyServer, webhook } from './daily-server.ts';

export let world: World;
export let server: DailyServer;
export let receiver: Receiver;
before(async () => {
  server = await DailyServer.open();
  receiver = await Receiver.open();
  world = await openWorld({
    environment: { ...server.environment, OUTBOUND_ALLOWED_HOSTS: receiver.host },
    random: () => 0.8,
  });
});
after(async () => {
  await world.close();
  await server.close();
  await receiver.close();
});
afterEach(() => {
  server.faults.clear();
  server.runner = 202;
  server.orders.length = 0;
  server.ejected.length = 0;
  receiver.received.length = 0;
});

export const untilIdle = () => world.service.context.jobs.idle();
export const create = async (
  extraFields: Record<string, unknown> = {},
  pal: Record<string, unknown> = {},
) => {
  const { result } = await world.call(createConversation, {
    credential: ALICE,
    body: {
      pal_id: await world.pal({ pal_name: 'Nora', ...pal }),
      callback_url: receiver.url(),
      ...extraFields,
    },
  });
  await untilIdle();
  return result;
};
/** Sets the participants of a Daily room, and sends Daily's webhook about them. */
export const tell = async (id: string, ...participants: string[]) => {
  server.rooms.get(id)!.present = participants;
  const answer = await world.service.app.inject({
    method: 'POST',
    url: '/v2/daily/webhook',
    ...webhook('participant.joined', id, world.clock.now()),
  });
  assert.equal(answer.statusCode, 200);
  await untilIdle();
};
export const read = async (id: string) =>
  (
    await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id: id },
      query: { verbose: 'true' } as never,
    })
  ).result;
export const pass = async (seconds: number, step = 20) => {
  for (let remainingSeconds = seconds; remainingSeconds > 0; remainingSeconds -= step) {
    world.clock.move(Math.min(step, remainingSeconds) * 1000);
    await untilIdle();
  }
  await untilIdle();
};
export const line = (fields: Partial<ReportedLine>): ReportedLine => ({
  line_id: 'l1',
  role: 'user',
  content: 'Hello',
  timestamp: world.clock.now() / 1000,
  duration: 1,
  ...fields,
});
