/** A database server that restarts or fails over: connections in use may be lost at any moment. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { needsPostgres } from '../../surroundings.ts';
import { getDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import { ApiError } from '../../../src/contract/api-error.ts';
import { isUnreachable } from '../../../src/service/store/unreachable.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

test('errors that mean an unreachable database are recognised', () => {
  const connectionErrors = [
    { code: '57P01' },
    { code: '08006' },
    { code: '53300' },
    { code: 'ECONNREFUSED' },
    { code: 'EAI_AGAIN' },
    { code: 'EHOSTUNREACH' },
    { code: 'ENOENT', syscall: 'connect' },
    new Error('Connection terminated unexpectedly'),
  ];
  assert.deepEqual(
    connectionErrors.map(isUnreachable),
    connectionErrors.map(() => true),
  );
  const ownErrors = [
    { code: '23505' },
    new Error('x is not a function'),
    { code: '40001' },
    { code: 'ENOENT' },
    {},
  ];
  assert.deepEqual(
    ownErrors.map(isUnreachable),
    ownErrors.map(() => false),
  );
});

describe('lost connections', { skip: needsPostgres }, () => {
  let world: World;
  let otherClient: pg.Client;
  before(async () => {
    world = await openWorld();
    otherClient = new pg.Client({ connectionString: world.databaseUrl! });
    await otherClient.connect();
  });
  after(async () => {
    await otherClient.end();
    await world.close();
  });
  const terminate = () =>
    otherClient.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
        'pid <> pg_backend_pid()',
    );

  test('one within a transaction fails only that transaction', async () => {
    const { db } = world.service.context.store;
    const outcome = await db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await otherClient.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
        await sql`select 1`.execute(trx);
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    assert.ok(isUnreachable(outcome), String(outcome));
    assert.equal((await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]!.one, 1);
  });

  test('requests meanwhile are answered or refused correctly; acknowledged data is stored', async () => {
    const deployment_id = await world.deployment();
    let acknowledgedId = '';
    const refusals: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const patches = Array.from({ length: 8 }, async (_, index) => {
        const name = `round ${round} patch ${index}`;
        try {
          await world.call(patchDeployment, {
            credential: ALICE,
            params: { deployment_id },
            body: [{ op: 'replace', path: '/name', value: name }] as never,
          });
          acknowledgedId = name;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refusals.push(error.code);
          assert.ok((error.retryAfter ?? 0) > 0, 'says when to try again');
        }
      });
      await Promise.all([...patches, terminate()]);
    }
    assert.deepEqual(
      [...new Set(refusals)].filter((code) => code !== 'database_unavailable'),
      [],
    );
    // The pool notices lost connections with a short delay.
    const name = await until('the database to be reached again', async () => {
      try {
        return (await world.call(getDeployment, { credential: ALICE, params: { deployment_id } })).result
          .name;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'database_unavailable') return null;
        throw error;
      }
    });
    assert.match(acknowledgedId, /^round/);
    assert.match(name, /^round/);
  });
});
