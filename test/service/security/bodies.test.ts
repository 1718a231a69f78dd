/** Requests without a key have small bodies; large bodies are read in a queue that is fair to all accounts. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { BodyTurns, MAX_BODIES_OF_SENDER, MAX_WAITING_BODIES } from '../../../src/service/http/body-turns.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('every endpoint without a key accepts at most 64 KiB', async () => {
  const rows = (endpoints as readonly Endpoint[]).filter(({ auth, body }) => auth !== 'key' && body);
  assert.ok(rows.length > 3);
  for (const row of rows) {
    const send = (bytes: number) =>
      world.service.app.inject({
        method: row.method,
        url: row.path.replace(/\{\w+\}/g, 'c00000000000000000000'),
        headers: {
          'content-type': row.media ?? 'application/json',
          authorization: 'Bearer unknown',
        },
        payload: row.media ? 'v'.repeat(bytes) : JSON.stringify({ filler: 'v'.repeat(bytes - 13) }),
      });
    assert.notEqual((await send(65_536)).statusCode, 413, row.name);
    const answer = await send(65_537);
    assert.equal(answer.statusCode, 413, row.name);
    assert.deepEqual(answer.json(), { error: 'The body is larger than 64 KiB.' }, row.name);
  }
});

test('a large body is not read if the key is invalid', async () => {
  const send = (key: string) =>
    world.service.app.inject({
      method: 'POST',
      url: '/v2/pals',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      payload: '{'.repeat(100_000),
    });
  assert.equal((await send('none')).statusCode, 401);
  assert.equal((await send(ALICE)).statusCode, 400);
});

test('between two large bodies other requests run, and a limited number waits', async () => {
  const turns = new BodyTurns();
  const order: string[] = [];
  const allEntries = Array.from({ length: MAX_WAITING_BODIES }, (_, number) =>
    turns.runInTurn(`account ${number % (MAX_WAITING_BODIES / MAX_BODIES_OF_SENDER)}`, () => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      order.push(`body ${number}`);
    }),
  );
  await assert.rejects(
    turns.runInTurn('one more', () => {}),
    { code: 'too_many_requests', retryAfter: 2 },
  );
  let read = false;
  const over = Promise.all(allEntries).then(() => (read = true));
  while (!read) {
    await turn();
    if (order.at(-1) !== 'others') order.push('others');
  }
  await over;
  const bodies = order.flatMap((sender, index) => (sender === 'others' ? [] : [index]));
  assert.ok(bodies.every((position, index) => index === 0 || order[position - 1] === 'others'));
  assert.deepEqual(
    order.filter((sender) => sender !== 'others'),
    allEntries.map((_, number) => `body ${number}`),
  );
  await assert.rejects(
    turns.runInTurn('one', () => {
      throw new Error('not readable');
    }),
    { message: 'not readable' },
  );
  assert.equal(await turns.runInTurn('one', () => 'the next one'), 'the next one');
});

test('an account that sends large bodies continuously leaves room for those of others', async () => {
  const turns = new BodyTurns();
  const ownBodies = Array.from({ length: MAX_BODIES_OF_SENDER }, () =>
    turns.runInTurn('account 1', () => 'read'),
  );
  await assert.rejects(
    turns.runInTurn('account 1', () => 'read'),
    { code: 'too_many_requests' },
  );
  assert.equal(await turns.runInTurn('account 2', () => 'read too'), 'read too');
  await Promise.all(ownBodies);
  assert.equal(await turns.runInTurn('account 1', () => 'again'), 'again');
});
