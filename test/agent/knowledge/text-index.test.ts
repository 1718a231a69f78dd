/** Long texts are read in a thread and indexed in slices. Calls share the index and add their own texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockReader } from '../../../src/agent/knowledge/block-reader.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { blocksOf, type Heading } from '../../../src/agent/knowledge/passages.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { TextIndex } from '../../../src/agent/knowledge/text-index.ts';
import { splitText } from '../../../src/extraction/chunks.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';

const PIECES = Array.from(
  { length: 50 },
  (_, index) => `# Part ${index}\n\nRoom ${index} opens at nine. It is red.`,
);
const textOf = (contents: readonly string[], document_id = 'd') => ({
  document_id,
  name: 'House',
  content: contents.join('\n\n'),
  parts: contents.map((content) => ({ content, vectors: null })),
});

async function withReader<Result>(run: (reader: BlockReader, clock: ManualClock) => Promise<Result>) {
  const clock = new ManualClock();
  const reader = new BlockReader(clock);
  try {
    return await run(reader, clock);
  } finally {
    await reader.close();
  }
}

test('a thread reads texts like the main thread, with headings that continue in the next piece', () =>
  withReader(async (reader) => {
    const contents = ['# One\n\n## Two', ...PIECES, 'The end.'];
    const headings: Heading[] = [];
    const groups = [];
    for await (const blocks of reader.read(contents)) groups.push(blocks);
    assert.deepEqual(
      groups,
      contents.map((content) => blocksOf(content, headings)),
    );
    const { table } = await TextIndex.build([textOf(contents)], reader.read);
    assert.deepEqual(table, sentenceTable([textOf(contents)]));
  }));

test('a thread that takes too long is replaced; its pieces are left out, others are read', () =>
  withReader(async (reader, clock) => {
    const slowRead = reader.read(PIECES.slice(0, 20))[Symbol.asyncIterator]().next();
    const otherIndex = TextIndex.build([textOf(PIECES)], reader.read);
    clock.move(10_000);
    assert.deepEqual((await slowRead).value, []);
    assert.equal((await otherIndex).table.passages.length, PIECES.length);
  }));

test('a million characters do not block the event loop, and at most 15,000 sentences are stored', () =>
  withReader(async (reader) => {
    const contents = splitText('- a word\n'.repeat(110_000));
    let turns = 0;
    let building = true;
    const count = () => {
      turns += 1;
      if (building) setImmediate(count);
    };
    count();
    const index = await TextIndex.build([textOf(contents), textOf(PIECES, 'other')], reader.read);
    building = false;
    assert.ok(turns > 20, `${turns} turns of the event loop`);
    assert.ok(index.table.sentences.length <= 15_000);
    const knowledge = new Knowledge([], null, () => {}, index);
    assert.match((await knowledge.answer('When does room 7 open?'))!.text, /nine/, 'each text has its share');
  }));

test('memories of a visitor are searched together with the shared documents', async () => {
  const documents = [textOf(PIECES)];
  const memories = [
    { document_id: '', name: 'About you', content: 'The quetzal is your favourite bird.', remembered: true },
    { document_id: '', name: 'About you', content: 'You asked for room 9 last week.', remembered: true },
  ];
  const sharedIndex = TextIndex.of(documents);
  const tableBefore = structuredClone(sharedIndex.table);
  const beside = new Knowledge(memories, null, () => {}, sharedIndex);
  const together = new Knowledge([...documents, ...memories]);
  assert.deepEqual(beside.passages, together.passages);
  for (const question of ['Which bird do I like, the quetzal?', 'When does room 12 open?', 'Is part 3 red?'])
    assert.deepEqual(
      beside.search(question).map(({ id }) => id),
      together.search(question).map(({ id }) => id),
      question,
    );
  await beside.setPageText('The visitor looks at the orangery.');
  assert.match((await beside.answer('What is the orangery?'))!.text, /orangery/);
  const otherKnowledge = new Knowledge([], null, () => {}, sharedIndex);
  assert.deepEqual(otherKnowledge.search('orangery quetzal'), []);
  assert.deepEqual(sharedIndex.table, tableBefore, 'no call changes what others share');
});
