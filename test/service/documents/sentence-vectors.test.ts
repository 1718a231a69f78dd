import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDocument, getDocument, recrawlDocument } from '../../../src/contract/documents.ts';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { blocksOf } from '../../../src/agent/knowledge/passages.ts';
import { knowledge } from '../../../src/service/documents/knowledge.ts';
import { SentenceVectors } from '../../../src/service/documents/sentence-vectors.ts';
import { VectorMaker } from '../../../src/service/documents/vector-maker.ts';
import { bagOfWords } from '../embeddings-server.ts';
import { until } from '../until.ts';
import { html, Website } from '../website.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const TEXT =
  '# Guide\n\n## Companions\n\nA pet may ride along. It sits in the ' +
  `box.\n\n${'Filler about wheels. '.repeat(80)}\n\n## Opening\n\nWe open at nine.`;

describe('vectors of documents by a local model', () => {
  let world: World;
  let website: Website;
  let holdPromise: Promise<void> = Promise.resolve();
  const embeddedTexts: string[] = [];
  const model = (name: string, failing: (text: string) => EngineError | null = () => null) => ({
    model: name,
    languages: null,
    calibrated: false,
    embed: async (texts: readonly string[]) => {
      await holdPromise;
      for (const text of texts) {
        embeddedTexts.push(text);
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
    const firstModel = model('first', (text) =>
      text.includes('Unreadable') ? new EngineError('bad_response', 'no vector') : null,
    );
    world = await openWorld({
      environment: { OUTBOUND_ALLOWED_HOSTS: website.host },
      engines: { voice: null, ears: null, sentences: { embeddings: () => firstModel, warm: () => {} } },
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
  const read = async (document_id: string) =>
    (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result;
  const textsOf = async (document_id: string, name: string) =>
    (
      await knowledge(
        world.service.context.store.db,
        { account: 1, ids: [document_id], tags: [], participantTags: [] },
        name,
      )
    )[0]!;

  /** Delays all embedding vectors until the returned function is called. */
  const holdEmbedding = () => {
    let go!: () => void;
    holdPromise = new Promise((resolve) => (go = resolve));
    return go;
  };

  test('a document is ready when each sentence is found by meaning, under its headings', async () => {
    const go = holdEmbedding();
    const document = await create('/guide.md');
    await until('its vectors to be asked for', async () => (await read(document)).progress === 90);
    for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
    assert.equal((await read(document)).status, 'processing');
    go();
    await world.service.context.jobs.idle();
    assert.deepEqual([(await read(document)).status, (await read(document)).progress], ['ready', null]);
    const text = await textsOf(document, 'first');
    assert.ok(text.parts!.length > 2 && text.parts!.every(({ vectors }) => vectors !== null));
    assert.ok(
      embeddedTexts.includes('Companions: A pet may ride along. It sits in the box.'),
      'a heading of a piece before it counts, and the sentence that is leant on',
    );
    assert.equal(
      (await new Knowledge([text], model('first')).find('Is a hound allowed?', 1))[0]!.heading,
      'Companions',
    );
  });

  test('on a recrawl the old text serves with its vectors until the new ones are complete', async () => {
    website.pages['/'] = html('Old', 'The hound sleeps.');
    const crawl = { depth: 1, max_pages: 2 };
    const { document_id } = (
      await world.call(createDocument, {
        credential: ALICE,
        body: { document_url: website.url('/'), crawl },
      })
    ).result;
    await world.service.context.jobs.idle();
    website.pages['/'] = html('New', 'The doctor is in.');
    const go = holdEmbedding();
    await world.call(recrawlDocument, { credential: ALICE, params: { document_id } });
    await until('the new vectors to be asked for', async () => (await read(document_id)).progress === 90);
    const textsBefore = await textsOf(document_id, 'first');
    assert.match(textsBefore.content, /hound/);
    assert.ok(textsBefore.parts!.every(({ vectors }) => vectors !== null));
    go();
    await world.service.context.jobs.idle();
    const textsAfter = await textsOf(document_id, 'first');
    assert.match(textsAfter.content, /doctor/);
    assert.ok(textsAfter.parts!.every(({ vectors }) => vectors !== null));
  });

  test('a piece that the model cannot read is searched by words, and the rest continues', async () => {
    const document = await create('/odd.md');
    await world.service.context.jobs.idle();
    const { parts } = await textsOf(document, 'first');
    assert.deepEqual(
      parts!.map(({ content, vectors }) => [content.includes('Unreadable'), vectors === null]),
      [
        [true, true],
        [false, false],
      ],
    );
  });

  test('another model computes all of them again', async () => {
    const document = await create('/guide.md');
    const { jobs, store, log, clock } = world.service.context;
    await jobs.idle();
    embeddedTexts.length = 0;
    const registered = new Map<string, (job: { signal: AbortSignal }) => Promise<unknown>>();
    const maker = new VectorMaker({
      clock,
      log,
      local: true,
      embeddings: model('second'),
      read: async function* (contents) {
        for (const content of contents) yield blocksOf(content);
      },
    });
    const laterVectors = new SentenceVectors({
      store,
      maker,
      jobs: {
        register: (kind: { name: string; run: never }) => registered.set(kind.name, kind.run),
      } as never,
    });
    assert.ok(laterVectors);
    await [...registered.values()][0]!({ signal: new AbortController().signal });
    assert.ok(embeddedTexts.length > 4);
    assert.ok((await textsOf(document, 'second')).parts!.every(({ vectors }) => vectors !== null));
    assert.ok((await textsOf(document, 'first')).parts!.every(({ vectors }) => vectors === null));
  });
});
