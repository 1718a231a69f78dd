import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { patchDocument } from '../../../src/contract/documents.ts';
import { askPal } from '../../../src/contract/pal-questions.ts';
import { ALICE, talk } from '../world.ts';
import { createReady, website, world } from './documents-world.ts';

test('a document with participant_tags is only known to conversations with one of them', async () => {
  website.pages = { '/': '# Lounge\n\nThe lounge opens at seven for members.' };
  const lounge = await createReady('/', { participant_tags: ['member', 'staff'] });
  assert.deepEqual(lounge.participant_tags, ['member', 'staff']);
  const pal_id = await world.pal({ document_ids: [lounge.document_id] });
  const say = async (participant_tags?: string[]) => {
    const body = { pal_id, ...(participant_tags ? { participant_tags } : {}) };
    const { result } = await world.call(createConversation, { credential: ALICE, body });
    return talk(world, result, 'When does the lounge open?');
  };
  const answer = async (participant_tags?: string[]) => {
    const body = { question: 'When does the lounge open?', participant_tags };
    const { result } = await world.call(askPal, { credential: ALICE, params: { pal_id }, body });
    return result.said;
  };
  for (const ask of [say, answer]) {
    assert.match(await ask(['guest', 'member']), /seven/);
    for (const otherTags of [undefined, [], ['guest'], ['Member']])
      assert.doesNotMatch(await ask(otherTags), /seven|lounge opens/i, JSON.stringify(otherTags));
  }
  const patch = (participant_tags: string[]) =>
    world.call(patchDocument, {
      credential: ALICE,
      params: { document_id: lounge.document_id },
      body: { participant_tags },
    });
  await patch([]);
  assert.match(await say(), /seven/);
  await patch(['staff']);
  assert.doesNotMatch(await say(['member']), /seven/);
});
