/** Conversations are listed with filters, a search, and pagination by cursor. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import {
  createConversation,
  deleteConversation,
  endConversation,
  getConversation,
  listConversations,
  type TurnOutcome,
} from '../../../src/contract/conversations.ts';
import { MAX_SEARCH_COUNT } from '../../../src/contract/conversation-filters.ts';
import { giveFeedback } from '../../../src/contract/feedback.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { resumeIndexing } from '../../../src/service/conversations/conversation-index.ts';
import { findByWords, matchingConversations } from '../../../src/service/conversations/conversation-list.ts';
import { searchQuery, wordsOf } from '../../../src/contract/search-words.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
let pal_id: string;
before(async () => {
  world = await openWorld();
  pal_id = await world.pal({
    languages: ['de', 'en-GB'],
    layers: { tts: { base_url: 'https://voice.example/v1' } },
  });
});
after(() => world.close());

type Query = Record<string, string>;
const read = async (query: Query = {}, credential = ALICE) =>
  (await world.call(listConversations, { credential, query })).result;
const ids = async (query: Query, credential = ALICE) =>
  (await read({ limit: '200', ...query }, credential)).data.map(({ conversation_id }) => conversation_id);

interface Fields {
  lines?: [role: 'user' | 'assistant', content: string][];
  outcomes?: TurnOutcome[];
  body?: object;
}

/** Starts a conversation and stores these lines and outcomes; the conversation keeps running. */
async function createRunning({ lines = [], outcomes = [], body = {} }: Fields = {}, credential = ALICE) {
  const { result } = await world.call(createConversation, {
    credential,
    body: { pal_id, ...body },
  });
  const { db } = world.service.context.store;
  for (const [position, [role, content]] of lines.entries())
    await db
      .insertInto('transcript_lines')
      .values({
        conversation_id: result.conversation_id,
        position,
        role,
        content,
        began_at: position,
        duration: 1,
        inference_id: null,
      })
      .execute();
  for (const outcome of outcomes)
    await db
      .insertInto('turn_traces')
      .values({
        conversation_id: result.conversation_id,
        trace: JSON.stringify({ outcome }),
        created_at: new Date(world.clock.now()),
      })
      .execute();
  return result.conversation_id;
}

async function createEnded(fields: Fields = {}, credential = ALICE) {
  const conversation_id = await createRunning(fields, credential);
  await world.call(endConversation, { credential, params: { conversation_id } });
  return conversation_id;
}

const waitForIndex = () => world.service.context.jobs.idle();

describe('filters', () => {
  test('by PAL, deployment and status', async () => {
    const deployment_id = await world.deployment();
    const { conversation_id } = await world.start(deployment_id);
    const otherConversation = await createEnded({ body: { pal_id: await world.pal() } });
    assert.deepEqual(await ids({ deployment_id }), [conversation_id]);
    assert.deepEqual(await ids({ deployment_id, status: 'ended' }), []);
    const { result } = await world.call(getConversation, {
      credential: ALICE,
      params: { conversation_id: otherConversation },
    });
    assert.deepEqual(await ids({ pal_id: result.pal_id }), [otherConversation]);
    assert.deepEqual(await ids({ pal_id: result.pal_id, deployment_id }), []);
    assert.deepEqual(await ids({ deployment_id: 'd00000000000000000000' }), []);
  });

  test('by start time: from one moment on, and before another', async () => {
    const moment = () => new Date(world.clock.now()).toISOString();
    world.clock.move(1000);
    const startTime = moment();
    const firstConversation = await createEnded();
    world.clock.move(1000);
    const endTime = moment();
    const secondCall = await createEnded();
    assert.deepEqual(await ids({ created_after: startTime, created_before: endTime }), [firstConversation]);
    assert.deepEqual(await ids({ created_after: endTime }), [secondCall]);
    assert.deepEqual(await ids({ created_after: startTime, sort: 'asc' }), [firstConversation, secondCall]);
    assert.deepEqual(await ids({ created_after: endTime.replace('Z', '+00:00') }), [secondCall]);
    assert.deepEqual(await ids({ created_after: '2999-01-01' }), []);
    for (const invalid of ['2026-13-01', '2026-01-01T10:00:00', 'yesterday', '1764150000', ''])
      assert.equal((await refusal({ created_before: invalid })).code, 'invalid_request', invalid);
  });

  test('by the reason of the end, including any step of an internal error', async () => {
    const ownConversation = await createEnded();
    const failedId = await createRunning();
    await world.service.context.conversations.end(failedId, 'internal error occurred at step agent');
    const isFound = async (shutdown_reason: string) => (await ids({ shutdown_reason })).includes(failedId);
    assert.ok(await isFound('internal error occurred at step x'));
    assert.ok(!(await isFound('end_conversation_endpoint_hit')));
    assert.ok((await ids({ shutdown_reason: 'end_conversation_endpoint_hit' })).includes(ownConversation));
    const [row] = (await read({ shutdown_reason: 'internal error occurred at step x' })).data;
    assert.equal(row!.shutdown_reason, 'internal error occurred at step agent');
    assert.match((await refusal({ shutdown_reason: 'bored' })).text, /^shutdown_reason must be one of max/);
  });

  test('by rating, which may change', async () => {
    const deployment_id = await world.deployment();
    const rate = async (conversation_id: string, rating: number) =>
      world.call(giveFeedback, { params: { deployment_id, conversation_id }, body: { rating } });
    const badCall = (await world.start(deployment_id)).conversation_id;
    world.clock.move(1);
    const goodCall = (await world.start(deployment_id)).conversation_id;
    await rate(badCall, 4);
    await rate(badCall, 1);
    await rate(goodCall, 5);
    assert.deepEqual(await ids({ deployment_id, rating: '1' }), [badCall]);
    assert.deepEqual(await ids({ deployment_id, rating: '4' }), []);
    assert.deepEqual(await ids({ deployment_id, rating: '1, 5' }), [goodCall, badCall]);
    assert.deepEqual(
      (await read({ deployment_id, rating: '5' })).data.map(({ rating }) => rating),
      [5],
    );
    for (const invalidRating of ['0', '6', '1,', 'good', '1,6'])
      assert.equal((await refusal({ rating: invalidRating })).code, 'invalid_request', invalidRating);
  });

  test('by the language of the visitor, and by the outcome of a turn', async () => {
    const german = await createEnded({
      lines: [['user', 'Guten Tag, haben Sie noch ein Zimmer für zwei Personen?']],
      outcomes: ['answered', 'declined', 'answered'],
    });
    const english = await createEnded({
      lines: [['user', 'Hello, do you have a room for the two of us?']],
      outcomes: ['handed_over'],
    });
    const runningCall = await createRunning({ lines: [['user', 'Guten Tag']], outcomes: ['declined'] });
    await waitForIndex();
    const matchingIds = async (query: Query) =>
      (await ids({ ...query, sort: 'asc' })).filter((id) => [german, english, runningCall].includes(id));
    assert.deepEqual(await matchingIds({ language: 'de' }), [german]);
    assert.deepEqual(await matchingIds({ language: 'en' }), [english]);
    assert.deepEqual(await matchingIds({ language: 'EN-gb' }), [english]);
    assert.deepEqual(await matchingIds({ language: 'en-US' }), []);
    assert.deepEqual(await matchingIds({ outcome: 'declined' }), [german]);
    assert.deepEqual(
      (await matchingIds({ outcome: 'declined,handed_over' })).sort(),
      [german, english].sort(),
    );
    const { data } = await read({ outcome: 'declined', pal_id });
    assert.deepEqual([data[0]!.language, data[0]!.outcomes], ['de', ['answered', 'declined']]);
    assert.match((await refusal({ outcome: 'failed' })).text, /^outcome must be one or more of answered/);
  });

  test('of one account never find conversations of another', async () => {
    const lines: Fields['lines'] = [['user', 'Zanzibar']];
    const ownCall = await createEnded({ lines });
    const { pal_id: palOfBob } = (
      await world.call(createPal, {
        credential: BOB,
        body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id },
      })
    ).result;
    const callOfBob = await createEnded({ lines, body: { pal_id: palOfBob } }, BOB);
    await waitForIndex();
    assert.deepEqual(await ids({ search: 'zanzibar' }), [ownCall]);
    assert.deepEqual(await ids({ search: 'zanzibar' }, BOB), [callOfBob]);
    assert.deepEqual(await ids({ pal_id: palOfBob }), []);
  });
});

const refusal = (query: Query) => world.refusal(listConversations, { credential: ALICE, query });

describe('search', () => {
  test('finds words of both speakers by prefix, ignoring case and accents', async () => {
    const match = await createEnded({
      lines: [
        ['user', 'Is there a CAFÉ near the ferris-wheel?'],
        ['assistant', 'Yes, “Müller’s” is 200 metres away.'],
      ],
    });
    await waitForIndex();
    for (const search of ['cafe', 'Café', 'ferri', 'wheel mull', 'muller 200', 'is a', '“Müller'])
      assert.deepEqual(await ids({ search }), [match], search);
    for (const search of ['cafes', 'afé', 'wheel zebra', '20'])
      assert.deepEqual(await ids({ search }), [], search);
  });

  test('finds parts of text without spaces', async () => {
    const match = await createEnded({
      lines: [
        ['user', '東京タワーの営業時間は？'],
        ['assistant', 'เปิดทุกวัน'],
      ],
    });
    await waitForIndex();
    for (const search of ['東京', '営業時間', 'タワー', '京', 'ทุกวัน'])
      assert.deepEqual(await ids({ search }), [match], search);
    for (const search of ['京東', '営時']) assert.deepEqual(await ids({ search }), [], search);
  });

  test('treats operators of a query language as text', async () => {
    const match = await createEnded({ lines: [['user', "quokkas' house"]] });
    await waitForIndex();
    for (const search of ["quokkas' & !house", 'quokkas:*', "'quokkas", 'quokkas | zebra'])
      assert.deepEqual(await ids({ search }), search.includes('zebra') ? [] : [match], search);
    for (const search of ['?!', ' ', '', 'x'.repeat(201)])
      assert.equal((await refusal({ search })).code, 'invalid_request', search);
  });

  test('finds conversations of an earlier version, but not deleted ones', async () => {
    const { store } = world.service.context;
    const oldConversation = await createEnded({ lines: [['user', 'An axolotl, please.']] });
    await waitForIndex();
    await store.db.deleteFrom('conversation_words').where('conversation_id', '=', oldConversation).execute();
    await store.db
      .updateTable('conversations')
      .set({ indexed_at: null as never })
      .where('id', '=', oldConversation)
      .execute();
    assert.deepEqual(await ids({ search: 'axolotl' }), []);
    await resumeIndexing(world.service.context);
    await waitForIndex();
    assert.deepEqual(await ids({ search: 'axolotl' }), [oldConversation]);
    await world.call(deleteConversation, { credential: ALICE, params: { conversation_id: oldConversation } });
    assert.deepEqual(await ids({ search: 'axolotl' }), []);
    assert.deepEqual(
      await store.db
        .selectFrom('conversation_words')
        .select('conversation_id')
        .where('conversation_id', '=', oldConversation)
        .execute(),
      [],
    );
  });

  test('finds the same by reading each conversation, for words that most of them contain', async () => {
    const match = await createEnded({ lines: [['user', 'A narwhal and an ocelot']] });
    await createEnded({ lines: [['user', 'A narwhal']] });
    await waitForIndex();
    const { db } = world.service.context.store;
    for (const search of ['narwhal', 'narwhal ocelot', 'narw', 'zebra', 'ocelot']) {
      const [pageIds, allIds] = await Promise.all(
        (['each', await db.transaction().execute((trx) => findByWords(trx, 1, search))] as const).map(
          (matches) => matchingConversations(db, 1, { search }, matches).select('id').orderBy('id').execute(),
        ),
      );
      assert.deepEqual(pageIds, allIds, search);
      assert.equal(
        pageIds!.some(({ id }) => id === match),
        search !== 'zebra',
      );
    }
  });

  test('counts a frequent word up to the bound, and exactly with a filter', async () => {
    const { db } = world.service.context.store;
    const firstCall = await createEnded({ lines: [['user', 'An axolotl']] });
    await waitForIndex();
    await sql`insert into conversations (id, account_id, pal_id, face_id, name, status, document, token_hash,
        token_expires_at, created_at, updated_at, ended_at, indexed_at, rating, language)
      select 'many' || n, account_id, pal_id, face_id, name, status, document, '', token_expires_at,
        '2025-01-01', updated_at, ended_at, indexed_at, case when n <= 3 then 2 when n % 9 = 0 then 4 end,
        case when n % 2 = 0 then 'de' end
      from conversations, generate_series(1, ${MAX_SEARCH_COUNT + 1}::int) n where id = ${firstCall}`.execute(
      db,
    );
    await sql`insert into conversation_words select 'many' || n, words
      from conversation_words, generate_series(1, ${MAX_SEARCH_COUNT + 1}::int) n
      where conversation_id = ${firstCall}`.execute(db);
    const allMatches = await read({ search: 'axolotl' });
    assert.equal(allMatches.total_count, MAX_SEARCH_COUNT);
    assert.equal(allMatches.data[0]!.conversation_id, firstCall);
    assert.equal((await read({ search: 'axolotl', rating: '2' })).total_count, 3);
    // All conversations of that day contain the word, so the search returns what the other filters return.
    const pageQueries: Query[] = [{ limit: '200' }, { page: '2', sort: 'asc' }, { limit: '200', page: '51' }];
    const filters: Query[] = [{}, { rating: '4,2', language: 'de' }, { status: 'active' }];
    for (const filter of filters)
      for (const pageQuery of pageQueries) {
        const query: Query = { created_before: '2025-01-02', ...filter, ...pageQuery };
        const [matches, allConversations] = await Promise.all([
          read({ ...query, search: 'axolotl' }),
          read(query),
        ]);
        const total_count = Math.min(allConversations.total_count, MAX_SEARCH_COUNT);
        assert.deepEqual(matches, { ...allConversations, total_count }, JSON.stringify(query));
        if (!matches.next_cursor) continue;
        const nextQuery: Query = { ...query, page: '1', cursor: matches.next_cursor };
        assert.deepEqual(
          (await read({ ...nextQuery, search: 'axolotl' })).data,
          (await read(nextQuery)).data,
        );
      }
    await sql`delete from conversations where id like 'many%'`.execute(db);
  });

  test('bounds the length and the number of words', () => {
    assert.deepEqual(wordsOf('Ärger—mit  3 “Bögen”'), ['arger', 'mit', '3', 'bogen']);
    assert.deepEqual(wordsOf('東京都'), ['東京', '京都', '都']);
    assert.equal(wordsOf('x'.repeat(5000))[0]!.length, 40);
    assert.equal(searchQuery(7, 'one two'), "'7:one':* & '7:two':*");
    assert.equal(searchQuery(7, 'a b c d e f g h i j k l')!.split('&').length, 10);
    assert.equal(searchQuery(7, '\u0301'), null);
  });
});

describe('pages by cursor', () => {
  for (const sort of ['asc', 'desc'])
    test(`contain each conversation once, ${sort}, while others start and are deleted`, async () => {
      const ownPal = await world.pal();
      const body = { pal_id: ownPal };
      // The first two conversations begin in the same millisecond.
      const allCalls = [await createEnded({ body }), await createEnded({ body })];
      for (let count = 0; count < 3; count++) {
        world.clock.move(1);
        allCalls.push(await createEnded({ body }));
      }
      const ids: string[] = [];
      let next_cursor: string | null | undefined;
      for (let page = 0; page < 10 && next_cursor !== null; page++) {
        const answer = await read({
          pal_id: ownPal,
          sort,
          limit: '2',
          ...(next_cursor ? { cursor: next_cursor } : {}),
        });
        ids.push(...answer.data.map(({ conversation_id }) => conversation_id));
        next_cursor = answer.next_cursor;
        if (page > 0) continue;
        await world.call(deleteConversation, {
          credential: ALICE,
          params: { conversation_id: ids[0]! },
        });
        if (sort === 'desc') {
          world.clock.move(1);
          await createEnded({ body });
        }
      }
      assert.deepEqual([...ids].sort(), [...allCalls].sort());
      assert.equal(new Set(ids).size, ids.length);
    });

  test('have the same order and count as pages by number', async () => {
    const byNumber = await read({ limit: '3', page: '2' });
    const { next_cursor, total_count } = await read({ limit: '3' });
    const byCursor = await read({ limit: '3', cursor: next_cursor! });
    assert.deepEqual(byCursor, byNumber);
    assert.equal(byCursor.total_count, total_count);
  });

  test('refuse an unknown cursor, and a cursor together with a page', async () => {
    const forgedCursor = Buffer.from("2026-01-01T00:00:00.000Z c1' or true").toString('base64url');
    for (const cursor of ['', 'x', forgedCursor, 'x'.repeat(500)])
      assert.equal((await refusal({ cursor })).code, 'invalid_request', cursor);
    const { next_cursor } = await read({ limit: '1' });
    assert.match((await refusal({ cursor: next_cursor!, page: '2' })).text, /exclude each other/);
  });
});
