/** Calls with the same documents share one index. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchDocument } from '../../../src/contract/documents.ts';
import { blocksOf } from '../../../src/agent/knowledge/passages.ts';
import { KnownDocuments } from '../../../src/service/documents/known-documents.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { ALICE, BOB } from '../world.ts';
import { create, createReady, untilIdle, website, world } from './documents-world.ts';

const markdown = (body: string) => ({ body, headers: { 'content-type': 'text/markdown' } });

/** Creates the document cache; `reads` lists the chunks that it has read. */
function knownDocuments(model: string | null = null) {
  const reads: string[] = [];
  const clock = new ManualClock();
  const documents = new KnownDocuments({
    store: world.service.context.store,
    clock,
    model,
    read: async function* (contents) {
      for (const content of contents) {
        reads.push(content);
        yield blocksOf(content);
      }
    },
  });
  return { documents, reads, clock };
}

test('calls share one index of the same documents, a change makes a new one, and accounts share none', async () => {
  website.pages = { '/a.md': markdown('We open at nine.') };
  const { document_id } = await createReady('/a.md');
  const { documents, reads, clock } = knownDocuments();
  const choice = { account: 1, ids: [document_id], tags: ['tagged'], participantTags: [] };
  const [firstIndex, secondIndex] = await Promise.all([documents.of(choice), documents.of(choice)]);
  assert.equal(firstIndex, secondIndex);
  assert.equal(await documents.of({ ...choice, tags: [] }), firstIndex);
  assert.deepEqual(reads, ['We open at nine.']);
  assert.equal((await documents.of({ ...choice, account: 2 })).size, 0);
  await world.call(patchDocument, {
    credential: ALICE,
    params: { document_id },
    body: { document_name: 'Renamed' },
  });
  assert.equal((await documents.of(choice)).table.passages[0]!.document_name, 'Renamed');
  clock.move(15 * 60_000);
  await documents.of(choice);
  assert.equal(reads.length, 3, 'an index that nobody used is made again');
});

test('missing vectors are looked up again after a minute', async () => {
  website.pages = { '/a.md': markdown('We open at nine.') };
  const { document_id } = await createReady('/a.md');
  const { documents, reads, clock } = knownDocuments('model');
  const choice = { account: 1, ids: [document_id], tags: [], participantTags: [] };
  await documents.of(choice);
  clock.move(59_000);
  await documents.of(choice);
  assert.equal(reads.length, 1);
  clock.move(1000);
  await documents.of(choice);
  assert.equal(reads.length, 2);
});

test('an account keeps two million characters, and evicts no index of another', async () => {
  const longText = `${'Some words of a very long text about nothing. '.repeat(17_000)}`;
  website.pages = { '/a.md': markdown(longText), '/b.md': markdown('We open at nine.') };
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.push((await createReady('/a.md')).document_id);
  const documentOfBob = await create('/b.md', {}, BOB);
  await untilIdle();
  const { documents, reads } = knownDocuments();
  const otherIndex = await documents.of({
    account: 2,
    ids: [documentOfBob.document_id],
    tags: [],
    participantTags: [],
  });
  const choices = ids.map((id) => ({ account: 1, ids: [id], tags: [], participantTags: [] }));
  for (const choice of choices) await documents.of(choice);
  const previousCount = reads.length;
  await documents.of(choices[2]!);
  await documents.of(choices[1]!);
  assert.equal(
    await documents.of({ account: 2, ids: [documentOfBob.document_id], tags: [], participantTags: [] }),
    otherIndex,
  );
  assert.equal(reads.length, previousCount, 'the newest are kept');
  await documents.of(choices[0]!);
  assert.ok(reads.length > previousCount, 'the oldest was displaced');
});

test('a choice that cannot be read is tried again at the next call', async () => {
  website.pages = { '/a.md': markdown('We open at nine.') };
  const { document_id } = await createReady('/a.md');
  let broken = true;
  const documents = new KnownDocuments({
    store: world.service.context.store,
    clock: new ManualClock(),
    model: null,
    read: async function* (contents) {
      if (broken) throw new Error('broken');
      for (const content of contents) yield blocksOf(content);
    },
  });
  const choice = { account: 1, ids: [document_id], tags: [], participantTags: [] };
  await assert.rejects(documents.of(choice), /broken/);
  broken = false;
  assert.equal((await documents.of(choice)).size, 1);
});
