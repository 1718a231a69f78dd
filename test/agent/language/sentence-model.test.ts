import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { asset } from '../../../src/service/platform/asset.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import {
  IDLE_AFTER_DOCUMENTS,
  IDLE_TIME,
  SentenceModel,
} from '../../../src/agent/language/sentence-model.ts';

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0);

test("the model is the trained one, the tokenizer the publisher's", () => {
  const folder = '../assets/embeddings/palkit-sentences-en';
  for (const line of readFileSync(asset(`${folder}/SHA256SUMS`), 'utf8')
    .trim()
    .split('\n')) {
    const [sum, name] = line.split(/\s+/);
    assert.equal(
      createHash('sha256')
        .update(readFileSync(asset(`${folder}/${name}`)))
        .digest('hex'),
      sum,
      name,
    );
  }
});

describe('the sentence model', () => {
  const clock = new ManualClock();
  const model = new SentenceModel(clock);
  after(() => model.close());

  test('is loaded by the first text; similar meanings have similar vectors', async () => {
    assert.equal(model.isLoaded, false);
    const [dog, hound, tax] = await model
      .embeddings()
      .embed(['May I bring my dog?', 'Are pets allowed?', 'The tax office is closed.']);
    assert.equal(model.isLoaded, true);
    assert.equal(dog!.length, 384);
    assert.ok(Math.abs(Math.hypot(...dog!) - 1) < 1e-3);
    assert.ok(cosine(dog!, hound!) > cosine(dog!, tax!) + 0.3);
  });

  test('splits a question into words, with word pieces joined', async () => {
    const { vector, words } = await model.embeddings().question!('Do you have wheelbarrows?');
    assert.equal(vector.length, 384);
    assert.deepEqual(
      words.map(({ text }) => text),
      ['do', 'you', 'have', 'wheelbarrows'],
    );
    assert.ok(words.at(-1)!.parts.length > 1);
  });

  test('embeds questions first, then documents, then texts of calls; aborted texts are not embedded', async () => {
    const order: string[] = [];
    const stop = new AbortController();
    const documents = model.embeddings({ of: 'documents' });
    const append = (name: string) => () => order.push(name);
    const work = [
      ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((text) =>
        documents.embed([text]).then(append(text)),
      ),
      model.embeddings().embed(["a call's"]).then(append("a call's")),
    ];
    const droppedEmbedding = documents
      .embed(['dropped'], stop.signal)
      .catch((error: Error) => order.push(error.message));
    const question = model.embeddings().question!('question').then(append('question'));
    stop.abort(new Error('given up'));
    await Promise.all([...work, droppedEmbedding, question]);
    assert.deepEqual(order.slice(0, 4), ['given up', 'first', 'question', 'second']);
    assert.deepEqual(order.slice(4), ['third', 'fourth', "a call's", 'fifth', 'sixth']);
  });

  test('stops after ten idle minutes, and starts again with the next text', async () => {
    await model.embeddings().embed(['used']);
    clock.move(IDLE_TIME - 1);
    assert.equal(model.isLoaded, true);
    clock.move(1);
    const [vector] = await model.embeddings().embed(['again']);
    assert.equal(vector!.length, 384);
  });

  test('stops sooner if only documents were embedded', async () => {
    const reading = new SentenceModel(clock);
    await reading.embeddings({ of: 'documents' }).embed(['a document']);
    clock.move(IDLE_AFTER_DOCUMENTS - 1);
    assert.equal(reading.isLoaded, true);
    clock.move(1);
    assert.equal(reading.isLoaded, false);
    reading.close();
  });

  test('is ready before the first question if a call begins, and stays', async () => {
    const warmModel = new SentenceModel(clock);
    warmModel.warm();
    assert.equal(warmModel.isLoaded, true);
    await warmModel.embeddings({ of: 'documents' }).embed(['a document']);
    clock.move(IDLE_TIME - 1);
    assert.equal(warmModel.isLoaded, true);
    clock.move(1);
    assert.equal(warmModel.isLoaded, false);
    warmModel.close();
  });

  test('stays if a call begins after documents were embedded', async () => {
    const warmModel = new SentenceModel(clock);
    await warmModel.embeddings({ of: 'documents' }).embed(['a document']);
    clock.move(IDLE_AFTER_DOCUMENTS - 1);
    warmModel.warm();
    clock.move(IDLE_TIME - 1);
    assert.equal(warmModel.isLoaded, true);
    clock.move(1);
    assert.equal(warmModel.isLoaded, false);
    warmModel.close();
  });

  test('returns a vector for a text of any length and kind', async () => {
    for (const text of ['', ' ', '😀'.repeat(3000), 'a'.repeat(100_000), '\u0000\ud800'])
      assert.equal((await model.embeddings().embed([text]))[0]!.length, 384);
  });

  test('refuses texts after the close, also waiting ones', async () => {
    const closing = new SentenceModel(clock);
    const delays = closing.embeddings().embed(['waits']);
    closing.close();
    await assert.rejects(delays, { code: 'closed' });
    await assert.rejects(closing.embeddings().embed(['late']), { code: 'closed' });
  });
});

test('replaces a stopped process after twenty seconds: one text fails, the next one is embedded', async () => {
  const pings = new ManualClock();
  const model = new SentenceModel(new ManualClock(), undefined, pings);
  try {
    const embeddings = model.embeddings();
    await embeddings.embed(['Where is the museum?']);
    const stoppedPid = model.pid;
    assert.ok(stoppedPid);
    process.kill(stoppedPid, 'SIGSTOP');
    const failure = assert.rejects(embeddings.embed(['When does it open?']), { code: 'worker_died' });
    for (let ping = 0; ping < 21; ping++) pings.move(1000);
    await failure;
    const [vector] = await embeddings.embed(['When does it open?']);
    assert.equal(vector?.length, 384);
    assert.notEqual(model.pid, stoppedPid);
  } finally {
    model.close();
  }
});
