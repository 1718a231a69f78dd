/** Query parameters of every list, in the forms that clients send. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as z from 'zod/mini';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
  for (const pal_name of ['One', 'Two', 'Three']) {
    const pal_id = await world.pal({ pal_name });
    await world.deployment({ pal_id });
  }
});
after(() => world.close());

const parameters = ({ query }: Endpoint) =>
  query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
const lists = (endpoints as readonly Endpoint[]).filter((row) => parameters(row).includes('page'));

const read = async (path: string, query: string) => {
  const url = `${path.replace(/\{\w+\}/g, 'm00000000000000000000')}?${query}`;
  return world.service.app.inject({ url, headers: { 'x-api-key': ALICE } });
};
/** True if the query is accepted; a missing parent also counts, because the query is checked first. */
const isTaken = async (row: Endpoint, query: string) => {
  const { statusCode } = await read(row.path, query);
  return statusCode === 200 || (statusCode === 404 && row.path.includes('{'));
};

for (const row of lists)
  describe(row.name, () => {
    test('a list accepts a limit from 1 to 200', async () => {
      for (const limit of ['1', '100', '101', '200']) assert.ok(await isTaken(row, `limit=${limit}`), limit);
      for (const limit of ['0', '201', '-1', '1.5', '', 'x'])
        assert.equal((await read(row.path, `limit=${limit}`)).statusCode, 400, limit);
    });
    test('a list accepts pages from 0', async () => {
      for (const page of ['0', '1', '2', '999999999']) assert.ok(await isTaken(row, `page=${page}`), page);
      for (const page of ['-1', '1.5', '', 'x'])
        assert.equal((await read(row.path, `page=${page}`)).statusCode, 400, page);
    });
    if (parameters(row).includes('sort'))
      test('a list accepts both names of an order', async () => {
        for (const [shortForm, longForm] of [
          ['asc', 'ascending'],
          ['desc', 'descending'],
        ]) {
          const answer = await read(row.path, `sort=${longForm}`);
          assert.equal(answer.statusCode, 200);
          assert.equal(answer.body, (await read(row.path, `sort=${shortForm}`)).body);
        }
        for (const order of ['up', 'ASC', ''])
          assert.equal((await read(row.path, `sort=${order}`)).statusCode, 400, order);
      });
  });

const names = async (query: string) =>
  (await read('/v2/pals', query))
    .json<{ data: { pal_name: string }[] }>()
    .data.map(({ pal_name }) => pal_name);

test('pages 0 and 1 are the first page of a list that counts from 1', async () => {
  const allEntries = await names('sort=ascending');
  assert.deepEqual(await names('sort=asc&limit=2&page=0'), allEntries.slice(0, 2));
  assert.deepEqual(await names('sort=asc&limit=2&page=1'), allEntries.slice(0, 2));
  assert.deepEqual(await names('sort=asc&limit=2&page=2'), allEntries.slice(2, 4));
});

test('page 1 is the second page of deployments', async () => {
  const page = async (query: string) =>
    (await read('/v2/deployments', query)).json<{ deployments: { deployment_id: string }[] }>().deployments;
  const ascendingPage = await page('sort=ascending');
  assert.deepEqual(await page('sort=asc&limit=2&page=0'), ascendingPage.slice(0, 2));
  assert.deepEqual(await page('sort=asc&limit=2&page=1'), ascendingPage.slice(2));
});
