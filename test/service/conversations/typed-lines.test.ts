/** A line that a visitor types gets 204 once it is stored, and is stored once, even if it is sent several times. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { createConversation, endConversation } from '../../../src/contract/conversations.ts';
import { joinRoom, readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { until } from '../until.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, visitorEvents, openWorld, talk, type World } from '../world.ts';

interface CreatedCall {
  conversation_id: string;
  meeting_token: string;
}

/** Creates a conversation with a text visitor. */
async function enter(world: World): Promise<CreatedCall> {
  const { result } = await world.call(createConversation, {
    credential: ALICE,
    body: { pal_id: await world.pal() },
  });
  await world.call(readRoom, {
    params: { conversation_id: result.conversation_id },
    credential: result.meeting_token,
  });
  await until('the join to be stored', async () => {
    const row = await world.service.context.store.db
      .selectFrom('conversations')
      .select('joined_at')
      .where('id', '=', result.conversation_id)
      .executeTakeFirst();
    return row?.joined_at;
  });
  return result;
}

const type = (world: World, conversation: CreatedCall, text: string, message_id?: string) =>
  world.call(writeRoom, {
    params: { conversation_id: conversation.conversation_id },
    credential: conversation.meeting_token,
    body: {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text },
      ...(message_id ? { message_id } : {}),
    },
  });

async function storedLines(world: World, conversation: CreatedCall): Promise<string[]> {
  const lines = await world.service.context.store.db
    .selectFrom('transcript_lines')
    .select('content')
    .where('conversation_id', '=', conversation.conversation_id)
    .where('role', '=', 'user')
    .orderBy('position')
    .execute();
  return lines.map(({ content }) => content);
}

/** Delays writes of a visitor's lines until `release` is called; `attempts` counts the writes. */
function hang(world: World): { attempts: () => number; release: () => void } {
  const { db } = world.service.context.store;
  const insertInto = db.insertInto.bind(db);
  let attempts = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  db.insertInto = ((table: 'transcript_lines') => {
    const query = insertInto(table);
    if (table !== 'transcript_lines') return query;
    const slowly = (query: object): object =>
      new Proxy(query, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== 'function') return value;
          if (name === 'execute') return () => gate.then(() => value.call(target) as unknown);
          return (...args: unknown[]) => slowly(value.apply(target, args) as object);
        },
      });
    // The write of the agent's greeting is never delayed.
    const values = query.values.bind(query);
    query.values = (line) => {
      const insertion = values(line);
      if (!('role' in line) || line.role !== 'user') return insertion;
      attempts++;
      return slowly(insertion) as typeof insertion;
    };
    return query;
  }) as typeof db.insertInto;
  return {
    attempts: () => attempts,
    release() {
      db.insertInto = insertInto;
      release();
    },
  };
}

/** Returns an object that states at any time if the promise has settled. */
function watchPromise(promise: Promise<unknown>): { settled: boolean } {
  const state = { settled: false };
  const settle = () => void (state.settled = true);
  promise.then(settle, settle);
  return state;
}

test('a line is answered when it is stored, and later lines wait for it', async () => {
  const world = await openWorld();
  const conversation = await enter(world);
  const slow = hang(world);
  const firstLine = type(world, conversation, 'Am I written down?');
  const state = watchPromise(firstLine);
  await until('the line to be written', () => slow.attempts() > 0);
  const ping = world.call(writeRoom, {
    params: { conversation_id: conversation.conversation_id },
    credential: conversation.meeting_token,
    body: { message_type: 'conversation', event_type: 'conversation.ping', properties: {} },
  });
  assert.equal(state.settled, false);
  assert.deepEqual(await storedLines(world, conversation), []);
  slow.release();
  await Promise.all([firstLine, ping]);
  assert.deepEqual(await storedLines(world, conversation), ['Am I written down?']);
  await world.close();
});

test('a hanging database refuses the line with 503, and the line is stored once when it is sent again', async () => {
  const world = await openWorld();
  const conversation = await enter(world);
  const slow = hang(world);
  const refusal = assert.rejects(type(world, conversation, 'Hello?', 'line-1'), {
    code: 'room_unavailable',
    retryAfter: 5,
  });
  await until('the sender to wait for it', () => world.clock.waits(8000));
  world.clock.move(8000);
  await refusal;
  const repeatedLine = type(world, conversation, 'Hello?', 'line-1');
  const state = watchPromise(repeatedLine);
  await until('the sender to wait again', () => world.clock.waits(8000));
  assert.equal(state.settled, false);
  slow.release();
  await repeatedLine;
  assert.deepEqual(await storedLines(world, conversation), ['Hello?']);
  // Without an id or with another id, the same text is a separate line.
  await type(world, conversation, 'Hello?');
  await type(world, conversation, 'Hello?', 'line-2');
  assert.deepEqual(await storedLines(world, conversation), ['Hello?', 'Hello?', 'Hello?']);
  await world.close();
});

test('a line whose answer was lost in a crash is stored once by the restarted service', async () => {
  const dataDir = await createFreshFolder();
  const firstWorld = await openWorld({ dataDir });
  const conversation = await enter(firstWorld);
  await type(firstWorld, conversation, 'Remember me.', 'line-1');
  await firstWorld.close();
  const secondWorld = await openWorld({ dataDir, clock: firstWorld.clock });
  await type(secondWorld, conversation, 'Remember me.', 'line-1');
  await type(secondWorld, conversation, 'And me.', 'line-2');
  assert.deepEqual(await storedLines(secondWorld, conversation), ['Remember me.', 'And me.']);
  await secondWorld.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('a line that arrives while its call ends is refused, not dropped silently', async () => {
  const world = await openWorld();
  const conversation = await enter(world);
  const slow = hang(world);
  const line = type(world, conversation, 'Wait for me.');
  await until('the line to be written', () => slow.attempts() > 0);
  const end = world.call(endConversation, {
    credential: ALICE,
    params: { conversation_id: conversation.conversation_id },
  });
  await until('the end to have begun', async () => {
    const { result } = await world.call(readRoom, {
      params: { conversation_id: conversation.conversation_id },
      credential: conversation.meeting_token,
    });
    return JSON.stringify(result.data).includes('conversation.ended');
  });
  await assert.rejects(type(world, conversation, 'Too late.'), { code: 'conversation_ended' });
  slow.release();
  await Promise.all([line, end]);
  assert.deepEqual(await storedLines(world, conversation), ['Wait for me.']);
  await world.close();
});

test('a line is stored without characters that no database stores, and its call continues', async () => {
  const world = await openWorld();
  const conversation = await enter(world);
  const callId = conversation.conversation_id;
  await world.call(joinRoom, {
    params: { conversation_id: callId },
    credential: conversation.meeting_token,
    body: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n',
  });
  world.media.emit({ is: 'connected', callId });
  for (const text of ['One\0 and two.', 'Half \ud83d of it.', 'A whole \ud83d\ude00.'])
    world.media.emit({
      is: 'message',
      callId,
      data: JSON.stringify({
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text },
      }),
    });
  const lines = ['One and two.', 'Half \ufffd of it.', 'A whole \ud83d\ude00.'];
  await until(
    'the lines to be stored',
    async () => (await storedLines(world, conversation)).length === lines.length,
  );
  assert.deepEqual(await storedLines(world, conversation), lines);
  await world.close();
});

test("words of the page's own recogniser are ignored while its visitor writes", async () => {
  const world = await openWorld();
  try {
    const conversation = await enter(world);
    const send = (event_type: string, properties: object) =>
      world.call(writeRoom, {
        params: { conversation_id: conversation.conversation_id },
        credential: conversation.meeting_token,
        body: { message_type: 'conversation', event_type, properties },
      });
    await send('conversation.hearing', { by: 'browser', on_device: true });
    await send('conversation.heard', { segment: 0, text: 'hello there', final: true, elapsed: 900 });
    await talk(world, conversation, 'When do you open?');
    const events = await visitorEvents(world, conversation);
    const ofHearing = events.filter(
      ({ event_type, properties }) =>
        event_type === 'conversation.hearing' ||
        (event_type === 'conversation.started_speaking' && properties.role === 'user'),
    );
    assert.deepEqual(ofHearing, []);
    assert.deepEqual(await storedLines(world, conversation), ['When do you open?']);
  } finally {
    await world.close();
  }
});
