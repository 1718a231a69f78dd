/** A person takes over a call in writing: the visitor reads their lines, the agent is silent, no line is lost. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  endConversation,
  getConversation,
  type TranscriptEntry,
} from '../../../src/contract/conversations.ts';
import {
  handBack,
  listConversationLines,
  takeOver,
  writePersonLine,
} from '../../../src/contract/handovers.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { turnDuration } from '../../../src/agent/turns/turn-options.ts';
import { POLL_INTERVAL } from '../../../src/service/conversations/processes.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { needsPostgres } from '../../surroundings.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

interface Line {
  role: string;
  speech: string;
  person?: string;
}

/** Starts a call of a visitor who types, connected to one of the service's processes. */
async function visit(world: World, pal: object = {}) {
  const deployment_id = await world.deployment({ pal_id: await world.pal(pal) });
  const { conversation_id, meeting_token } = await world.start(deployment_id);
  const params = { conversation_id };
  const lines = async (): Promise<Line[]> => {
    const { result } = await world.call(readRoom, { params, credential: meeting_token });
    return result.data.flatMap(({ event_type, properties }) =>
      event_type === 'conversation.utterance' ? [properties as Line] : [],
    );
  };
  const say = (text: string) =>
    world.call(writeRoom, {
      params,
      credential: meeting_token,
      body: { message_type: 'conversation', event_type: 'conversation.respond', properties: { text } },
    });
  await until('the greeting', async () => (await lines()).length > 0);
  // The service stores the join in the background, and a person can take over only after that.
  const { db } = world.service.context.store;
  await until('the stored join', async () => {
    const row = db.selectFrom('conversations').select('joined_at').where('id', '=', conversation_id);
    return (await row.executeTakeFirstOrThrow()).joined_at !== null;
  });
  return { params, lines, say };
}
type Visit = Awaited<ReturnType<typeof visit>>;

const person = (world: World, { params }: Visit, credential = ALICE) => ({
  take: (name = 'Anna') => world.call(takeOver, { credential, params, body: { name } }),
  write: (text: string, line_id?: string) =>
    world.call(writePersonLine, { credential, params, body: { text, line_id } }),
  back: () => world.call(handBack, { credential, params }),
  lines: async (from = '0') =>
    (await world.call(listConversationLines, { credential, params, query: { from } })).result,
});

async function transcriptOf(world: World, { params }: Visit): Promise<TranscriptEntry[]> {
  const query = { verbose: 'true' as const };
  const { result } = await world.call(getConversation, { credential: ALICE, params, query });
  const event = result.events!.find(({ event_type }) => event_type === 'application.transcription_ready');
  return (event!.properties as { transcript: TranscriptEntry[] }).transcript;
}

describe('a person who takes a call over', () => {
  let world: World;
  before(async () => (world = await openWorld()));
  after(() => world.close());

  test('writes under their name while the agent is silent, and hands the visitor back', async () => {
    const visitor = await visit(world);
    const anna = person(world, visitor);
    const { result: handover } = await anna.take();
    assert.deepEqual([handover.state, handover.name], ['taken', 'Anna']);
    await until('the name', async () =>
      (await visitor.lines()).some(({ speech }) => speech.includes('Anna')),
    );
    await visitor.say('Can I bring my dog?');
    await anna.write('Dogs may wait in the garden.', 'l1');
    await anna.write('Dogs may wait in the garden.', 'l1');
    await until('the line', async () => (await visitor.lines()).some((line) => line.person === 'Anna'));
    const lines = await visitor.lines();
    assert.deepEqual(
      lines.slice(-2).map(({ role, speech, person: name }) => [role, speech, name]),
      [
        ['user', 'Can I bring my dog?', undefined],
        ['pal', 'Dogs may wait in the garden.', 'Anna'],
      ],
    );
    const lineList = await anna.lines();
    assert.equal(lineList.handover?.state, 'taken');
    const lastLine = lineList.data.at(-1)!;
    assert.deepEqual(
      [lastLine.role, lastLine.content, lastLine.origin, lastLine.participant_name],
      ['assistant', 'Dogs may wait in the garden.', 'person', 'Anna'],
    );
    assert.equal((await anna.lines(String(lastLine.position + 1))).data.length, 0);
    await anna.back();
    await until('the agent', async () => (await visitor.lines()).at(-1)!.speech.includes('I am here again'));
    await visitor.say('Hello!');
    await until('an answer', async () => (await visitor.lines()).length > lines.length + 2);
    await world.call(endConversation, { credential: ALICE, params: visitor.params });
    const transcript = await transcriptOf(world, visitor);
    assert.equal(transcript.filter(({ origin }) => origin === 'person').length, 1);
  });

  test('is one at a time, of the same account, and only in a running call', async () => {
    const visitor = await visit(world);
    const { params } = visitor;
    const anna = person(world, visitor);
    const body = { name: 'Ben' };
    const refusalCode = async (work: Promise<{ code: string }>) => (await work).code;
    const write = { credential: ALICE, params, body: { text: 'Hello.' } };
    assert.equal(await refusalCode(world.refusal(writePersonLine, write)), 'conflict');
    assert.equal(await refusalCode(world.refusal(handBack, { credential: ALICE, params })), 'conflict');
    await anna.take();
    await anna.take();
    assert.equal(await refusalCode(world.refusal(takeOver, { credential: ALICE, params, body })), 'conflict');
    for (const text of ['', ' ', 'x'.repeat(4001)])
      assert.equal(
        await refusalCode(world.refusal(writePersonLine, { ...write, body: { text } })),
        'invalid_request',
      );
    const credential = BOB;
    for (const refusal of [
      world.refusal(takeOver, { credential, params, body }),
      world.refusal(writePersonLine, { ...write, credential }),
      world.refusal(handBack, { credential, params }),
      world.refusal(listConversationLines, { credential, params }),
    ])
      assert.equal(await refusalCode(refusal), 'forbidden');
    await world.call(endConversation, { credential: ALICE, params });
    assert.equal(await refusalCode(world.refusal(writePersonLine, write)), 'conversation_ended');
  });

  test('can be requested by a visitor, and after 20 seconds the agent takes a message', async () => {
    const visitor = await visit(world, { layers: { conversational_flow: { request_human: true } } });
    const { params } = visitor;
    const state = async () =>
      (await world.call(getConversation, { credential: ALICE, params })).result.handover;
    await visitor.say('Can I talk to a person?');
    await until('the wish', async () => (await state())?.state === 'requested');
    assert.equal((await state())?.reason, 'Can I talk to a person?');
    await until('the words', async () => (await visitor.lines()).at(-1)!.speech.includes('passed on'));
    world.clock.move(turnDuration('personWait'));
    await until('nobody came', async () => (await state())?.state === 'missed');
    await until('the question', async () =>
      (await visitor.lines()).at(-1)!.speech.includes('leave a message'),
    );
    await visitor.say('Please call me: 01632 960123.');
    await until('the message', async () => (await state())?.state === 'message');
    assert.equal((await state())?.message, 'Please call me: 01632 960123.');
    const query = { verbose: 'true' as const };
    const { result } = await world.call(getConversation, { credential: ALICE, params, query });
    const types = result.events!.map(({ event_type }) => event_type);
    assert.ok(types.includes('application.human_requested'), types.join());
    assert.ok(types.includes('application.human_message_left'), types.join());
  });

  test('keeps a line that arrives as the call ends', async () => {
    const visitor = await visit(world);
    const anna = person(world, visitor);
    await anna.take();
    const results = await Promise.allSettled([
      ...Array.from({ length: 10 }, (_, index) => anna.write(`Line ${index}.`)),
      world.call(endConversation, { credential: ALICE, params: visitor.params }),
    ]);
    const orders = results
      .slice(0, 10)
      .flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    const storedLines = (await transcriptOf(world, visitor)).flatMap(({ origin, content }) =>
      origin === 'person' ? [content] : [],
    );
    assert.deepEqual(storedLines.sort(), orders.map((index) => `Line ${index}.`).sort());
  });
});

describe('50 handovers over two processes', { skip: needsPostgres }, () => {
  const clock = new ManualClock();
  let worlds: [World, World];
  const addressOf = (name: string) => ({ ROOM_URL: `https://${name}.palkit.example` });
  before(async () => {
    const firstWorld = await openWorld({ clock, environment: addressOf('one') });
    worlds = [firstWorld, await openWorld({ clock, environment: addressOf('two'), beside: firstWorld })];
  });
  after(async () => {
    await worlds[1].close();
    await worlds[0].close();
  });

  /** Moves the clock in steps until `isReached` is true, for `milliseconds` at most. */
  const moveUntil = async (milliseconds: number, description: string, isReached: () => Promise<boolean>) => {
    const startedAt = clock.now();
    await until(description, async () => {
      if (await isReached()) return true;
      if (clock.now() - startedAt < milliseconds && clock.countWaits(POLL_INTERVAL) === 2)
        clock.move(POLL_INTERVAL);
      return false;
    });
  };

  for (let call = 1; call <= 5; call++)
    test(`lose no line, and deliver the first one within a second: 10 in call ${call}`, async () => {
      const visitor = await visit(worlds[0]);
      // Read the room directly, because reads over HTTP are rate-limited.
      const room = worlds[0].service.context.conversations.openRoom(visitor.params.conversation_id)!;
      const speeches = async () =>
        (await room.read(0, 0, new AbortController().signal)).data.flatMap(({ event_type, properties }) =>
          event_type === 'conversation.utterance' ? [(properties as Line).speech] : [],
        );
      // The person who takes over sends requests to the second process.
      const anna = person(worlds[1], visitor);
      for (let round = 0; round < 10; round++) {
        await anna.take();
        await visitor.say(`Visitor ${round}.`);
        await anna.write(`Anna ${round}.`);
        await anna.back();
        await moveUntil(1000, 'the line', async () => (await speeches()).includes(`Anna ${round}.`));
      }
      const { params } = visitor;
      await moveUntil(2000, 'the agent', async () =>
        (await speeches()).at(-1)!.startsWith('I am here again'),
      );
      await worlds[0].call(endConversation, { credential: ALICE, params });
      const storedLines = (await transcriptOf(worlds[0], visitor)).map(({ content }) => content);
      for (let round = 0; round < 10; round++)
        for (const line of [`Anna ${round}.`, `Visitor ${round}.`])
          assert.equal(storedLines.filter((content) => content === line).length, 1, line);
    });
});
