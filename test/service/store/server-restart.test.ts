/** A test's own PostgreSQL server crashes and restarts while requests arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getConversation } from '../../../src/contract/conversations.ts';
import { startDeployment } from '../../../src/contract/deployments.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { postgresPrograms, startPostgres } from '../../../scripts/postgres.ts';
import { unless } from '../../surroundings.ts';
import { until } from '../until.ts';
import { ALICE, openWorld } from '../world.ts';

const RESTARTS = 3;
const programs = postgresPrograms();

test(
  'restarts of the server under load: the process survives, calls continue, no acknowledged data is lost',
  { skip: unless(programs, 'postgres') },
  async () => {
    const server = await startPostgres(programs!);
    const outerUrl = process.env['TEST_DATABASE_URL'];
    process.env['TEST_DATABASE_URL'] = server.url;
    try {
      const world = await openWorld();
      const params = { deployment_id: await world.deployment() };
      const call = await world.start(params.deployment_id);
      const room = { params: { conversation_id: call.conversation_id }, credential: call.meeting_token };
      await world.call(readRoom, room);
      const acknowledgedIds: string[] = [];
      const refusedIds = new Set<string>();
      const load = async () => {
        await Promise.all(
          Array.from({ length: 8 }, () =>
            world.call(startDeployment, { params, body: {} }).then(
              ({ result }) => acknowledgedIds.push(result.conversation_id),
              (error: { code: string }) => refusedIds.add(error.code),
            ),
          ),
        );
      };
      for (let restart = 0; restart < RESTARTS; restart++) {
        // Requests arrive before, during and after the server's downtime.
        let back = false;
        const restarted = server.restart().finally(() => (back = true));
        do await load();
        while (!back);
        await restarted;
        await until('starts to be taken again', async () => {
          const count = acknowledgedIds.length;
          await load();
          return acknowledgedIds.length > count;
        });
        assert.equal((await world.service.app.inject({ url: '/healthz' })).statusCode, 200);
      }
      assert.deepEqual(
        [...refusedIds].filter((code) => code !== 'database_unavailable'),
        [],
      );
      for (const conversation_id of [call.conversation_id, ...acknowledgedIds])
        assert.equal(
          (await world.call(getConversation, { credential: ALICE, params: { conversation_id } })).result
            .status,
          'active',
        );
      // A join that a restart interrupted is stored at its next attempt; new lines wait for that.
      await until('the join to be stored', async () => {
        const { joined_at } = await world.service.context.store.db
          .selectFrom('conversations')
          .select('joined_at')
          .where('id', '=', call.conversation_id)
          .executeTakeFirstOrThrow();
        if (joined_at === null && world.clock.waits(1000)) world.clock.move(1000);
        return joined_at;
      });
      await world.call(writeRoom, {
        ...room,
        body: {
          message_type: 'conversation',
          event_type: 'conversation.respond',
          properties: { text: 'Hi' },
        },
      });
      world.clock.move(2000);
      await until('the service to be ready', async () => {
        world.clock.move(2000);
        return (await world.service.app.inject({ url: '/readyz' })).statusCode === 200;
      });
      await world.close();
    } finally {
      if (outerUrl === undefined) delete process.env['TEST_DATABASE_URL'];
      else process.env['TEST_DATABASE_URL'] = outerUrl;
      await server.stop();
    }
  },
);
