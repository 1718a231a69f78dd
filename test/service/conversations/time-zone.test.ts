/** A PAL's time zone determines the dates in its model's prompt; an unknown zone is rejected. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ModelServer } from '../model-server.ts';
import { ALICE, openWorld, talk, type World } from '../world.ts';

let world: World;
let model: ModelServer;
before(async () => {
  model = await ModelServer.open();
  world = await openWorld({ environment: { LLM_BASE_URL: model.url } });
});
after(async () => {
  await world.close();
  await model.close();
});

const body = (timezone: string) => ({
  system_prompt: 'Be kind.',
  default_face_id: SYSTEM_FACE.id,
  timezone,
});

test('the model gets the date in the time zone of the PAL', async () => {
  const { pal_id } = (await world.call(createPal, { credential: ALICE, body: body('Pacific/Kiritimati') }))
    .result;
  const conversation = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
  await talk(world, conversation.result, 'What day is it?');
  const prompt = String(model.requests.at(-1)?.messages[0]?.content);
  const date = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Pacific/Kiritimati',
    dateStyle: 'full',
  }).format(world.clock.now());
  assert.ok(prompt.includes(date) && prompt.includes('(Pacific/Kiritimati)'), prompt);
});

test('a name that is not a time zone is refused with a message', async () => {
  for (const name of ['Atlantis/Main', '', 'x'.repeat(65)]) {
    const { code, text } = await world.refusal(createPal, { credential: ALICE, body: body(name) });
    assert.equal(code, 'invalid_request');
    assert.match(text, /^timezone must be/);
  }
});
