/** A page's message gets 204 once it is stored, and takes effect once, even if it is sent several times. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { writeRoom } from '../../../src/contract/rooms.ts';
import { readLineNames } from '../../../src/service/conversations/transcript.ts';
import { until } from '../until.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { openWorld, talk, type World } from '../world.ts';

interface CreatedCall {
  conversation_id: string;
  meeting_token: string;
}

const sendEvent = (
  world: World,
  conversation: CreatedCall,
  event: string,
  properties: object,
  message_id?: string,
) =>
  world.call(writeRoom, {
    params: { conversation_id: conversation.conversation_id },
    credential: conversation.meeting_token,
    body: {
      message_type: 'conversation',
      event_type: `conversation.${event}`,
      properties,
      ...(message_id ? { message_id } : {}),
    },
  });

const storedState = async (world: World, { conversation_id }: CreatedCall) =>
  (
    await world.service.context.store.db
      .selectFrom('conversations')
      .select('document')
      .where('id', '=', conversation_id)
      .executeTakeFirstOrThrow()
  ).document.page;

/** Makes all updates of conversations fail until `mend` is called; `attempts` counts the updates. */
function breakStorage(world: World): { attempts: () => number; mend: () => void } {
  const { db } = world.service.context.store;
  const updateTable = db.updateTable.bind(db);
  let attempts = 0;
  db.updateTable = ((table: 'conversations') => {
    const query = updateTable(table);
    if (table !== 'conversations') return query;
    const failUpdates = (wrapQuery: object): object =>
      new Proxy(wrapQuery, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== 'function') return value;
          if (name === 'execute')
            return () => (attempts++, Promise.reject(new Error('the database is away')));
          return (...args: unknown[]) => failUpdates(value.apply(target, args) as object);
        },
      });
    return failUpdates(query);
  }) as typeof db.updateTable;
  return { attempts: () => attempts, mend: () => void (db.updateTable = updateTable) };
}

const APPEND = ['append_llm_context', { context: 'The basket holds one bell.' }] as const;

test('a page state that cannot be stored is refused with 503, and stored once when it is sent again', async () => {
  const dataDir = await createFreshFolder();
  const firstWorld = await openWorld({ dataDir });
  const conversation = await firstWorld.start(await firstWorld.deployment());
  await talk(firstWorld, conversation, 'Hello?');
  const database = breakStorage(firstWorld);
  const refusal = { code: 'room_unavailable', retryAfter: 5 };
  for (const [event, properties] of [
    APPEND,
    ['overwrite_llm_context', { context: 'The basket is empty.' }],
    ['set_variables', { variables: { town: 'Bern' } }],
  ] as const) {
    const rejection = assert.rejects(
      sendEvent(firstWorld, conversation, event, properties, `${event}-1`),
      refusal,
    );
    await until('the sender to wait', () => database.attempts() > 0 && firstWorld.clock.waits(8000));
    firstWorld.clock.move(8000);
    await rejection;
  }
  assert.equal(await storedState(firstWorld, conversation), undefined);
  database.mend();
  firstWorld.clock.move(30_000);
  // The agent received the message despite the error, and the message is stored by now.
  await sendEvent(
    firstWorld,
    conversation,
    'set_variables',
    { variables: { town: 'Bern' } },
    'set_variables-1',
  );
  const emptiedState = (await storedState(firstWorld, conversation))!;
  assert.deepEqual(
    [emptiedState.context, emptiedState.variables],
    ['The basket is empty.', { town: 'Bern' }],
  );
  await sendEvent(firstWorld, conversation, 'overwrite_llm_context', { context: '' });
  await sendEvent(firstWorld, conversation, ...APPEND, 'append-2');
  assert.equal((await storedState(firstWorld, conversation))!.context, APPEND[1].context);
  // A page that got no response sends the message again, even to the restarted service.
  await sendEvent(firstWorld, conversation, ...APPEND, 'append-2');
  await firstWorld.close();
  const secondWorld = await openWorld({ dataDir, clock: firstWorld.clock });
  await sendEvent(secondWorld, conversation, ...APPEND, 'append-2');
  assert.equal((await storedState(secondWorld, conversation))!.context, APPEND[1].context);
  await sendEvent(secondWorld, conversation, ...APPEND, 'append-3');
  assert.equal(
    (await storedState(secondWorld, conversation))!.context,
    `${APPEND[1].context}\n${APPEND[1].context}`,
  );
  await secondWorld.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('only the last names of a call are read', async () => {
  const world = await openWorld();
  const { conversation_id } = await world.start(await world.deployment());
  const { db } = world.service.context.store;
  const line = (position: number) => ({
    conversation_id,
    position,
    role: 'user' as const,
    content: 'x',
    began_at: position,
    duration: 0,
    line_id: `line-${position}`,
  });
  const allEntries = Array.from({ length: 30 }, (_, position) => line(position));
  await db.insertInto('transcript_lines').values(allEntries).execute();
  assert.deepEqual(await readLineNames(db, conversation_id, 3), ['line-27', 'line-28', 'line-29']);
  await world.close();
});
