/** Handovers of calls whose visitors speak: no line is lost, also with the embedded database. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  endConversation,
  getConversation,
  type TranscriptEntry,
} from '../../../src/contract/conversations.ts';
import { handBack, takeOver, writePersonLine } from '../../../src/contract/handovers.ts';
import { until } from '../until.ts';
import { ALICE, waitUntilConnected, openWorld, type World } from '../world.ts';

const ROUNDS = 10;
/** Milliseconds by which the clock moves between two checks. */
const STEP = 100;

describe('50 handovers of visitors who speak', () => {
  let world: World;
  before(async () => (world = await openWorld()));
  after(() => world.close());

  const passUntil = (description: string, isReached: () => boolean) =>
    until(description, () => {
      if (isReached()) return true;
      world.clock.move(STEP);
      return false;
    });

  /** Returns when the visitor joined. It is stored while the greeting begins; before that no person may take over. */
  const joinedAt = async (id: string) => {
    const { db } = world.service.context.store;
    const query = db.selectFrom('conversations').select('joined_at').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).joined_at;
  };

  for (let call = 1; call <= 5; call++)
    test(`lose no line: ${ROUNDS} in call ${call}`, async () => {
      const id = (await world.start(await world.deployment({ customization: { hearing: 'browser' } })))
        .conversation_id;
      const emit = (event_type: string, properties: object) =>
        world.media.emit({ is: 'message', callId: id, data: JSON.stringify({ event_type, properties }) });
      const speeches = () =>
        world.media
          .sentEvents(id)
          .flatMap(({ event_type, properties }) =>
            event_type === 'conversation.utterance' ? [String(properties['speech'])] : [],
          );
      await waitUntilConnected(world, id);
      await until('the stored join', async () => (await joinedAt(id)) !== null);
      emit('conversation.hearing', { by: 'browser', on_device: true });
      await passUntil('the greeting', () => speeches().length > 0);
      const params = { conversation_id: id };
      const credential = ALICE;
      for (let round = 0; round < ROUNDS; round++) {
        await world.call(takeOver, { credential, params, body: { name: 'Anna' } });
        emit('conversation.heard', {
          segment: round,
          speech: `Visitor ${round}.`,
          final: true,
          elapsed: 900,
        });
        const body = { text: `Anna ${round}.` };
        await world.call(writePersonLine, { credential, params, body });
        await passUntil('the spoken line', () => speeches().includes(`Visitor ${round}.`));
        await world.call(handBack, { credential, params });
        await passUntil("the person's line", () => speeches().includes(`Anna ${round}.`));
      }
      await world.call(endConversation, { credential, params });
      const query = { verbose: 'true' as const };
      const { events } = (await world.call(getConversation, { credential, params, query })).result;
      const readyEvent = events!.find(({ event_type }) => event_type === 'application.transcription_ready');
      const transcript = (readyEvent!.properties as { transcript: TranscriptEntry[] }).transcript;
      for (let round = 0; round < ROUNDS; round++)
        for (const line of [`Anna ${round}.`, `Visitor ${round}.`])
          assert.equal(transcript.filter(({ content }) => content === line).length, 1, line);
    });
});
