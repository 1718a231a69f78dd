import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createDocument, getDocument } from '../../../src/contract/documents.ts';
import { createEmbeddings } from '../../../src/agent/language/embeddings.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { knowledge } from '../../../src/service/documents/knowledge.ts';
import { bagOfWords, EmbeddingsServer } from '../embeddings-server.ts';
import { html, Website } from '../website.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const FILLER = Array.from(
  { length: 30 },
  (_, index) => `## Topic ${index}\n\n${`Plain words number ${index} about nothing else here. `.repeat(12)}`,
).join('\n\n');
const TEXT =
  `# Guide\n\nGeneral remarks.\n\n${FILLER}\n\n## Companions\n\nA pet may ride along in the cargo ` +
  'box.\n\n## Opening\n\nWe open at nine.';

describe('documents with embeddings', () => {
  let world: World;
  let website: Website;
  let server: EmbeddingsServer;
  before(async () => {
    server = await EmbeddingsServer.open();
    website = await Website.open();
    website.pages = {
      '/guide.md': { body: TEXT, headers: { 'content-type': 'text/markdown' } },
      '/': html('Home', 'The hound sleeps.', ['/next']),
      '/next': html('Next', 'The doctor is in.'),
    };
    world = await openWorld({
      environment: {
        OUTBOUND_ALLOWED_HOSTS: website.host,
        EMBEDDINGS_BASE_URL: server.url,
        EMBEDDINGS_API_KEY: 'key-1',
        EMBEDDINGS_MODEL: 'bag',
      },
    });
  });
  afterEach(() => {
    server.answer = () => null;
    server.requests.length = 0;
  });
  after(async () => {
    await world.close();
    await website.close();
    await server.close();
  });
  const create = async (path: string, extraFields: object = {}) =>
    (
      await world.call(createDocument, {
        credential: ALICE,
        body: { document_url: website.url(path), ...extraFields },
      })
    ).result;
  const read = async ({ document_id }: { document_id: string }) =>
    (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result;
  const untilIdle = () => world.service.context.jobs.idle();
  const textsOf = async ({ document_id }: { document_id: string }, model: string | null = 'bag') =>
    knowledge(
      world.service.context.store.db,
      { account: 1, ids: [document_id], tags: [], participantTags: [] },
      model,
    );
  const createClient = (timeout = 5000) =>
    createEmbeddings({ baseUrl: server.url, apiKey: 'key-1', model: 'bag' }, timeout);

  test('have a vector for each chunk, and are found by meaning with other words', async () => {
    const document = await create('/guide.md');
    await untilIdle();
    assert.equal((await read(document)).status, 'ready');
    assert.deepEqual([server.requests[0]!.model, server.requests[0]!.key], ['bag', 'Bearer key-1']);
    assert.ok(server.requests.every(({ input }) => input.length <= 64));
    const [text] = await textsOf(document);
    assert.ok(
      text!.parts!.length > 5 &&
        text!.parts!.every(
          ({ vectors, content }) =>
            vectors!.length % 2048 === 0 && vectors!.length > 0 && content.length <= 1100,
        ),
    );
    assert.equal(text!.parts!.map(({ content }) => content).join('\n\n'), text!.content);
    const combinedKnowledge = new Knowledge([text!], createClient());
    assert.ok(
      (await combinedKnowledge.find('Is a hound allowed?', 3)).some(
        (passage) => passage.heading === 'Companions',
      ),
    );
    assert.equal(combinedKnowledge.search('Is a hound allowed?').length, 0);
    assert.equal((await combinedKnowledge.find('When do you open?', 3))[0]!.heading, 'Opening');
    assert.equal(server.requests.at(-1)!.input[0], 'When do you open?');
  });

  test('with too many pieces end with a message', async () => {
    website.pages['/pieces.md'] = {
      body: Array.from({ length: 100_001 }, (_, index) => `# H${index}\n\nText.`).join('\n\n'),
      headers: { 'content-type': 'text/markdown' },
    };
    const document = await create('/pieces.md');
    await untilIdle();
    assert.deepEqual(
      [(await read(document)).status, (await read(document)).error_message],
      ['error', 'chunking_failed'],
    );
    assert.equal(server.requests.length, 0);
  });

  test('are searched by words if the endpoint fails, is late, or another model made the vectors', async () => {
    const document = await create('/guide.md');
    await untilIdle();
    const texts = await textsOf(document);
    const byWords = new Knowledge(texts).search('When do you open?', 3);
    for (const answer of [500, 401, 'no json', '{"data":[]}', 'silence'] as const) {
      server.answer = () => answer;
      assert.deepEqual(
        await new Knowledge(texts, createClient(answer === 'silence' ? 50 : 5000)).find(
          'When do you open?',
          3,
        ),
        byWords,
        String(answer),
      );
    }
    server.answer = () => null;
    const otherTexts = await textsOf(document, 'another');
    assert.ok(otherTexts[0]!.parts!.every(({ vectors }) => vectors === null));
    server.requests.length = 0;
    assert.deepEqual(await new Knowledge(otherTexts, createClient()).find('When do you open?', 3), byWords);
    assert.equal(server.requests.length, 0, 'nothing to compare with, nothing asked');
    const stop = new AbortController();
    stop.abort(new Error('over'));
    await assert.rejects(
      new Knowledge(texts, createClient()).find('When?', 3, { signal: stop.signal }),
      /over/,
    );
  });

  test('retry a failing endpoint, and then report it; a refused key is not retried', async () => {
    server.answer = (number) => (number <= 2 ? 503 : null);
    const documentId = await create('/guide.md');
    await until('the document to be ready', async () => {
      // Move the clock only after a request to the endpoint; before that, the reading of the file would time out.
      if (server.requests.length > 0) world.clock.move(16_000);
      return (await read(documentId)).status === 'ready';
    });
    assert.ok(server.requests.length >= 3);
    server.requests.length = 0;
    server.answer = () => 500;
    const failedDocument = await create('/guide.md');
    await until('the document to fail', async () => {
      // Move the clock only after a request to the endpoint; before that, the reading of the file would time out.
      if (server.requests.length > 0) world.clock.move(16_000);
      return (await read(failedDocument)).status === 'error';
    });
    assert.deepEqual(
      [(await read(failedDocument)).error_message, server.requests.length],
      ['embedding_failed', 4],
    );
    server.requests.length = 0;
    server.answer = () => 401;
    const refusedDocument = await create('/guide.md');
    await untilIdle();
    assert.deepEqual(
      [(await read(refusedDocument)).error_message, server.requests.length],
      ['embedding_failed', 1],
    );
  });

  test('of a crawled website have vectors too', async () => {
    const document = await create('/', { crawl: { depth: 1, max_pages: 5 } });
    await untilIdle();
    const [text] = await textsOf(document);
    assert.equal(text!.parts!.length, 2);
    assert.ok(
      (await new Knowledge([text!], createClient()).find('Who is the physician?', 1))[0]!.text.includes(
        'doctor',
      ),
    );
  });
});

test('combine both rankings: results of words and meaning come first', async () => {
  const embeddings = {
    model: 'bag',
    languages: null,
    calibrated: false,
    embed: async (texts: readonly string[]) => texts.map(bagOfWords),
  };
  const content = [
    'The bike costs ten.',
    'A pet sits here.',
    'Ride your bicycle on the left, a bike is a bicycle.',
  ];
  const knowledge = new Knowledge(
    [{ document_id: 'd', name: 'Notes', content: content.join('\n\n') }],
    embeddings,
  );
  await knowledge.prepare();
  const passages = (await knowledge.find('Where to ride a bicycle?', 3)).map(({ text }) => text);
  assert.deepEqual(passages.slice(0, 2), [content[2], content[0]]);
  assert.deepEqual(await knowledge.find('  ', 3), []);
});
