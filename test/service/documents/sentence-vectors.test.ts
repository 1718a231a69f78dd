import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDocument, getDocument } from '../../../src/contract/documents.ts';
import { EngineError } from '../../../src/service/language/engine-error.ts';
import { Knowledge } from '../../../src/service/agent/knowledge/knowledge.ts';
import { blocksOf } from '../../../src/service/agent/knowledge/passages.ts';
import { knowledge } from '../../../src/service/documents/knowledge.ts';
import { SentenceVectors } from '../../../src/service/documents/sentence-vectors.ts';
import { bagOfWords } from '../embeddings-server.ts';
import { Website } from '../website.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const TEXT =
  '# Guide\n\n## Companions\n\nA pet may ride along. It sits in the ' +
  `box.\n\n${'Filler about wheels. '.repeat(80)}\n\n## Opening\n\nWe open at nine.`;

describe('vectors of documents by a model of this machine', () => {
  let world: World;
  let website: Website;
  let hold: Promise<void> = Promise.resolve();
  const asked: string[] = [];
  const model = (name: string, failing: (text: string) => EngineError | null = () => null) => ({
    model: name,
    languages: null,
    calibrated: false,
    embed: async (texts: readonly string[]) => {
      await hold;
      for (const text of texts) {
        asked.push(text);
        const fault = failing(text);
        if (fault) throw fault;
      }
      return texts.map(bagOfWords);
    },
  });
  before(async () => {
    website = await Website.open();
    website.pages = {
      '/guide.md': { body: TEXT, headers: { 'content-type': 'text/markdown' } },
      '/odd.md': {
        body: '# Odd\n\nUnreadable.\n\n# Even\n\nReadable.',
        headers: { 'content-type': 'text/markdown' },
      },
    };
    const first = model('first', (text) =>
      text.includes('Unreadable') ? new EngineError('bad_response', 'no vector') : null,
    );
    world = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: website.host },
      engines: { voice: null, ears: null, sentences: { embeddings: () => first, warm: () => {} } },
    });
  });
  after(async () => {
    await world.close();
    await website.close();
  });
  const create = async (path: string) =>
    (
      await world.call(createDocument, {
        credential: ALICE,
        body: { document_url: website.url(path) },
      })
    ).result.document_id;
  const status = async (document_id: string) =>
    (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result.status;
  const known = async (document_id: string, name: string) =>
    (await knowledge(world.service.context.store.db, 1, [document_id], [], name))[0]!;

  test('a document is ready before them; then each sentence is found by meaning, under its headings', async () => {
    let go!: () => void;
    hold = new Promise((resolve) => (go = resolve));
    const made = await create('/guide.md');
    for (let waits = 0; (await status(made)) !== 'ready'; waits += 1) {
      assert.ok(waits < 100_000, 'the document is not ready');
      await new Promise(setImmediate);
    }
    assert.ok((await known(made, 'first')).parts!.some(({ vectors }) => vectors === null));
    go();
    await world.service.context.jobs.idle();
    const text = await known(made, 'first');
    assert.ok(text.parts!.length > 2 && text.parts!.every(({ vectors }) => vectors !== null));
    assert.ok(
      asked.includes('Companions: A pet may ride along. It sits in the box.'),
      'a heading of a piece before it counts, and the sentence that is leant on',
    );
    assert.equal(
      (await new Knowledge([text], model('first')).find('Is a hound allowed?', 1))[0]!.heading,
      'Companions',
    );
  });

  test('a piece that the model cannot read is left to words, and the rest goes on', async () => {
    const made = await create('/odd.md');
    await world.service.context.jobs.idle();
    const { parts } = await known(made, 'first');
    assert.deepEqual(
      parts!.map(({ content, vectors }) => [content.includes('Unreadable'), vectors === null]),
      [
        [true, true],
        [false, false],
      ],
    );
  });

  test('another model makes all of them anew', async () => {
    const made = await create('/guide.md');
    const { jobs, store, log } = world.service.context;
    await jobs.idle();
    asked.length = 0;
    const registered = new Map<string, (job: { signal: AbortSignal }) => Promise<unknown>>();
    const later = new SentenceVectors({
      store,
      log,
      embeddings: model('second'),
      read: async function* (contents) {
        for (const content of contents) yield blocksOf(content);
      },
      jobs: {
        register: (kind: { name: string; run: never }) => registered.set(kind.name, kind.run),
      } as never,
    });
    assert.ok(later);
    await [...registered.values()][0]!({ signal: new AbortController().signal });
    assert.ok(asked.length > 4);
    assert.ok((await known(made, 'second')).parts!.every(({ vectors }) => vectors !== null));
    assert.ok((await known(made, 'first')).parts!.every(({ vectors }) => vectors === null));
  });
});
