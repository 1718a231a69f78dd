/** Websites are recrawled automatically at the interval that their owner chose. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDocument, patchDocument } from '../../../src/contract/documents.ts';
import { html } from '../website.ts';
import { ALICE, BOB } from '../world.ts';
import { create, createReady, untilIdle, read, website, world } from './documents-world.ts';

const HOUR = 3600_000;
const change = async (document_id: string, crawl_every: 'day' | 'week' | null) =>
  (
    await world.call(patchDocument, {
      credential: ALICE,
      params: { document_id },
      body: { crawl_every },
    })
  ).result;
/** Moves the clock and then runs the job twice, because each run starts one document per account. */
const pass = async (hours: number) => {
  world.clock.move(hours * HOUR);
  await untilIdle();
  world.clock.move(HOUR / 6);
  await untilIdle();
};
const counters = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (document_id) => (await read({ document_id })).crawl_count));

test('a website is read every day, every week, or on request only', async () => {
  website.pages = { '/': html('Home', 'We open at nine.') };
  const documents = [];
  for (let index = 0; index < 3; index += 1) documents.push(await createReady('/', { crawl: { depth: 1 } }));
  const [dailyId, weeklyId, neverId] = documents.map(({ document_id }) => document_id) as [
    string,
    string,
    string,
  ];
  const ids = [dailyId, weeklyId, neverId];
  assert.equal((await read({ document_id: dailyId })).crawl_every, undefined);
  assert.equal((await change(dailyId, 'day')).crawl_every, 'day');
  await change(weeklyId, 'week');
  await pass(23);
  assert.deepEqual(await counters(ids), [1, 1, 1], 'before a day has passed');
  website.pages = { '/': html('Home', 'We open at ten.') };
  await pass(2);
  assert.deepEqual(await counters(ids), [2, 1, 1]);
  for (let day = 0; day < 6; day += 1) await pass(25);
  assert.deepEqual(await counters(ids), [8, 2, 1]);
  website.pages = {};
  await pass(25);
  assert.equal((await read({ document_id: dailyId })).status, 'error');
  website.pages = { '/': html('Home', 'We open at ten.') };
  await pass(25);
  assert.equal((await read({ document_id: dailyId })).status, 'ready', 'read again after a failure, too');
  await change(dailyId, null);
  const countsBefore = await counters(ids);
  await pass(50);
  assert.deepEqual(await counters(ids), countsBefore);
});

test('other intervals are refused, and any interval for a file', async () => {
  website.pages['/a.txt'] = { body: 'Some text' };
  const { document_id } = await createReady('/a.txt');
  const refusal = (crawl_every: string) =>
    world.refusal(patchDocument, {
      credential: ALICE,
      params: { document_id },
      body: { crawl_every } as never,
    });
  assert.equal((await refusal('hour')).code, 'invalid_request');
  const { code, text } = await refusal('day');
  assert.deepEqual([code, text.includes('crawl_every')], ['crawl_not_configured', true]);
  assert.equal((await read({ document_id })).crawl_every, undefined);
  assert.equal((await change(document_id, null)).crawl_every, undefined);
});

test('many due websites of one account delay no website of another', async () => {
  website.pages = { '/': html('Home', 'We open at nine.') };
  const documentIds = [];
  for (let index = 0; index < 12; index += 1)
    documentIds.push(await createReady('/', { crawl: { depth: 1 } }));
  const { document_id } = await create('/', { crawl: { depth: 1 } }, BOB);
  await untilIdle();
  const requestOfBob = { credential: BOB, params: { document_id } };
  for (const document of documentIds) await change(document.document_id, 'day');
  await world.call(patchDocument, { ...requestOfBob, body: { crawl_every: 'day' } });
  world.clock.move(25 * HOUR);
  await untilIdle();
  const pageCounts = await counters(documentIds.map((document) => document.document_id));
  assert.equal(pageCounts.filter((count) => count === 2).length, 1, 'one of the many at a look');
  assert.equal(
    (await world.call(getDocument, requestOfBob)).result.crawl_count,
    2,
    'beside it, the one of the other',
  );
});
