/** How much those may send who bring no key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('every row without a key takes 64 KiB and no more', async () => {
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
