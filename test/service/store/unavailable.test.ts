/** If the database rejects every statement, each request gets 503 without the database's error message. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { isUnavailable, isUnreachable } from '../../../src/service/store/unreachable.ts';
import { ALICE, openWorld, type World } from '../world.ts';

test('temporary errors are distinguished from errors of the request', () => {
  for (const code of [
    '25006',
    '53100',
    '53200',
    '53300',
    '40001',
    '40P01',
    '55P03',
    '57014',
    '58030',
    '57P01',
  ])
    assert.equal(isUnavailable({ code }), true, code);
  for (const code of ['23505', '22P02', '42601', '42P01', undefined])
    assert.equal(isUnavailable({ code }), false);
  // At its start, the service waits for an unreachable server, but not for a read-only one.
  assert.deepEqual([isUnreachable({ code: '57P03' }), isUnreachable({ code: '25006' })], [true, false]);
});

describe('a read-only database', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  for (const state of ['25006', '53100', '40001', '55P03', '57014', '58030'])
    test(`SQLSTATE ${state}: starts and creates are refused with a retry time, reads work`, async () => {
      const { db } = world.service.context.store;
      const deployment = await world.deployment();
      await sql
        .raw(
          `create or replace function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'no writes' using errcode = '${state}'; end $$`,
        )
        .execute(db);
      for (const table of ['pals', 'conversations', 'documents'])
        await sql
          .raw(`create trigger refusing before insert on ${table} execute function refuse()`)
          .execute(db);
      try {
        const requests = [
          { url: `/v2/deployments/${deployment}/start`, payload: {} },
          { url: '/v2/pals', payload: { system_prompt: 'x', default_face_id: 'rpalkitmira0000000' } },
          { url: '/v2/documents', payload: { document_url: 'https://example.com/a.txt' } },
        ];
        const face = (
          await world.service.app.inject({ url: '/v2/faces', headers: { 'x-api-key': ALICE } })
        ).json<{ data: { face_id: string }[] }>().data[0]?.face_id;
        for (const { url, payload } of requests) {
          const answer = await world.service.app.inject({
            method: 'POST',
            url,
            headers: { 'x-api-key': ALICE },
            payload: 'default_face_id' in payload ? { ...payload, default_face_id: face } : payload,
          });
          assert.deepEqual([url, answer.statusCode], [url, 503]);
          assert.equal(answer.headers['x-error-code'], 'database_unavailable');
          assert.ok(Number(answer.headers['retry-after']) >= 1);
          assert.doesNotMatch(answer.body, /no writes/);
        }
        const response = await world.service.app.inject({ url: '/v2/pals', headers: { 'x-api-key': ALICE } });
        assert.equal(response.statusCode, 200);
      } finally {
        for (const table of ['pals', 'conversations', 'documents'])
          await sql.raw(`drop trigger refusing on ${table}`).execute(db);
      }
    });
});
