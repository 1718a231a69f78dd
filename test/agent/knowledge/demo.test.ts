/**
 * Answers of the demo's PAL to the questions that its first screens suggest, and to some questions about its pages.
 * The questions were written together with the documents, so this test does not measure the quality of answers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { enabledComponents } from '../../../src/contract/skills.ts';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { DocumentResponder } from '../../../src/agent/replies/document-responder.ts';
import { SentenceModel } from '../../../src/agent/language/sentence-model.ts';
import { asset } from '../../../src/service/platform/asset.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { demoVectors } from '../../../scripts/write-demo-vectors.ts';
import { DEMO_DOCUMENTS, DEMO_QUESTIONS, type DemoVectors } from '../../../src/service/seed/seed.ts';

const OFFERED_ANSWERS: Record<string, RegExp> = {
  'When are you open?': /Tuesday to Friday/,
  'What do you sell?': /City One, the Gravel Two and the Tide Electric/,
  'How long is the warranty?': /five years on the frame/,
  'How far does the Tide Electric go?': /(a|one) hundred kilometres/,
  'How long does it charge?': /four hours/,
  'Can I take a test ride?': /test ride of thirty minutes/,
  'Where are you?': /14 Harbour Street/,
  'Can I book a test ride?': /test ride of thirty minutes/,
};
const ON_ITS_PAGES: Record<string, RegExp> = {
  'Which bikes do you have?': /City One/,
  'How much is the Tide Electric?': /two thousand two hundred euros/,
  'What does the City One cost?': /eight hundred and ninety euros/,
  'How expensive is the Gravel Two?': /one thousand four hundred and ninety euros/,
  'Do you have a bike with a belt drive?': /City One/,
  'Tell me about the City One': /quiet belt drive/,
};

describe("the demo's PAL", () => {
  const model = new SentenceModel(systemClock);
  let knowledge: Knowledge;
  let responder: DocumentResponder;
  before(async () => {
    const documents = DEMO_DOCUMENTS.map(({ name, file }) => ({
      document_id: file,
      name,
      content: readFileSync(asset(file), 'utf8'),
    }));
    knowledge = new Knowledge(documents, model.embeddings());
    await knowledge.prepare();
    responder = new DocumentResponder('Mira', knowledge);
  });
  after(() => model.close());

  test('has the vectors of its documents in the package (scripts/write-demo-vectors.ts)', async () => {
    const shippedVectors = JSON.parse(readFileSync(asset('seed/vectors.json'), 'utf8')) as DemoVectors;
    const demo = await demoVectors(model);
    assert.equal(shippedVectors.model, demo.model);
    const bytes = (encodedVectors: string | null) =>
      new Int8Array(Buffer.from(encodedVectors ?? '', 'base64'));
    for (const [file, chunks] of Object.entries(demo.files))
      for (const [position, chunk] of chunks.entries()) {
        const [storedBytes, computedBytes] = [
          bytes(shippedVectors.files[file]?.[position] ?? null),
          bytes(chunk),
        ];
        assert.equal(storedBytes.length, computedBytes.length, `${file}, chunk ${position}`);
        // Values may differ slightly, because processors round differently.
        assert.ok(
          storedBytes.every((value, index) => Math.abs(value - computedBytes[index]!) <= 3),
          `${file}, chunk ${position} is the same text`,
        );
      }
  });

  async function answerTo(question: string): Promise<string> {
    const canvas = { components: new Set(enabledComponents({})), schedulingUrl: null };
    let text = '';
    const { signal } = new AbortController();
    for await (const chunk of responder.think(question, { history: [], canvas, signal }))
      if ('text' in chunk) text += chunk.text;
    return text;
  }

  test("offers the shop's topics after its greeting", () => {
    assert.deepEqual(knowledge.topics(4), ['Opening hours', 'Where to find us', 'Parking', 'Repairs']);
  });

  test('can answer every question that a first screen offers', () => {
    assert.deepEqual(new Set(Object.values(DEMO_QUESTIONS).flat()), new Set(Object.keys(OFFERED_ANSWERS)));
  });

  for (const [question, answer] of Object.entries({ ...OFFERED_ANSWERS, ...ON_ITS_PAGES }))
    test(`answers "${question}", without repeating a sentence`, async () => {
      const text = await answerTo(question);
      assert.match(text, answer);
      const sentences = text.match(/[^.!?]+[.!?]/g)!.map((sentence) => sentence.trim());
      assert.equal(new Set(sentences).size, sentences.length, text);
    });
});
