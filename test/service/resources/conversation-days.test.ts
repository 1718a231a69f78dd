/** Conversations are counted by day: calls, seconds, and calls in which every question was answered. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listConversationDays } from '../../../src/contract/conversation-days.ts';
import { createConversation, type TurnOutcome } from '../../../src/contract/conversations.ts';
import { toIso } from '../../../src/runtime/clock.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const DAY = 24 * 3600_000;
let world: World;
before(async () => (world = await openWorld()));
after(() => world.close());

const days = async (query: Record<string, string> = {}, credential = ALICE) =>
  (await world.call(listConversationDays, { credential, query })).result.data;

/** Creates an ended call of `seconds` that began `daysAgo` days ago. */
async function call(pal_id: string, daysAgo: number, seconds: number, outcomes: TurnOutcome[]) {
  const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
  const startedAt = world.clock.now() - daysAgo * DAY;
  await world.service.context.store.db
    .updateTable('conversations')
    .set({
      created_at: toIso(startedAt),
      joined_at: toIso(startedAt),
      ended_at: toIso(startedAt + seconds * 1000),
      status: 'ended',
      outcomes,
    })
    .where('id', '=', result.conversation_id)
    .execute();
}

test('counts calls, seconds and answered calls of each day, and of one account alone', async () => {
  const pal_id = await world.pal();
  const otherPal = await world.pal();
  await call(pal_id, 0, 60, ['answered', 'small_talk']);
  await call(pal_id, 0, 30, ['answered', 'declined']);
  await call(pal_id, 2, 10, ['small_talk']);
  await call(otherPal, 2, 5, ['answered']);
  await call(pal_id, 40, 1000, ['answered']);
  // A conversation that no visitor joins is not counted.
  await world.call(createConversation, { credential: ALICE, body: { pal_id } });

  const allEntries = await days();
  assert.equal(allEntries.length, 30);
  const today = toIso(world.clock.now()).slice(0, 10);
  assert.deepEqual(allEntries.at(-1), { date: today, calls: 2, seconds: 90, asked: 2, answered: 1 });
  const { calls, seconds, asked: questions, answered } = allEntries.at(-3)!;
  assert.deepEqual(
    { calls, seconds, asked: questions, answered },
    { calls: 2, seconds: 15, asked: 1, answered: 1 },
  );
  assert.equal((await days({ pal_id })).at(-3)!.calls, 1);
  assert.equal((await days({ days: '90' })).at(-41)!.seconds, 1000);
  assert.ok((await days({}, BOB)).every((day) => day.calls === 0));
});

test('refuses an invalid number of days', async () => {
  for (const number of ['0', '91', '-1', '1.5', 'all'])
    assert.equal(
      (await world.refusal(listConversationDays, { credential: ALICE, query: { days: number } })).code,
      'invalid_request',
    );
});
