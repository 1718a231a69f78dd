/** Examples recognise small talk: the shipped vectors fit the model, and certain documents win over examples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Knowledge } from '../../../src/agent/knowledge/knowledge.ts';
import { vectorText } from '../../../src/agent/knowledge/ranking.ts';
import { packVectors } from '../../../src/agent/knowledge/sentence-table.ts';
import { SMALL_TALK_EXAMPLES } from '../../../src/agent/knowledge/small-talk-examples.ts';
import {
  classifyLine,
  VECTORS_FILE,
  type ExampleVectors,
} from '../../../src/agent/knowledge/small-talk-classifier.ts';
import { SENTENCE_MODEL, SentenceModel } from '../../../src/agent/language/sentence-model.ts';
import { FactAnswers } from '../../../src/agent/facts/fact-answers.ts';
import { DocumentResponder } from '../../../src/agent/replies/document-responder.ts';
import { modelOutcome } from '../../../src/agent/replies/model-outcome.ts';
import { ModelResponder } from '../../../src/agent/replies/model-responder.ts';
import { PalFacts } from '../../../src/contract/pal-facts.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { systemClock } from '../../../src/runtime/clock.ts';

const model = new SentenceModel(systemClock);
const embeddings = model.embeddings();
after(() => model.close());

const vectorOf = async (line: string) => (await embeddings.question!(vectorText(line))).vector;

test('the shipped vectors are those of the examples', async () => {
  const shippedVectors = JSON.parse(readFileSync(assetPath(VECTORS_FILE), 'utf8')) as ExampleVectors;
  assert.equal(shippedVectors.model, SENTENCE_MODEL);
  const lines = Object.values(SMALL_TALK_EXAMPLES).flat();
  const packedBytes = packVectors(await embeddings.embed(lines.map(vectorText)));
  const bytes = Buffer.from(shippedVectors.vectors, 'base64');
  assert.equal(bytes.length, packedBytes.length);
  const differingBytes = packedBytes.filter(
    (value, index) => Math.abs((value << 24) - (bytes[index]! << 24)) > 1 << 24,
  );
  assert.equal(differingBytes.length, 0, 'run scripts/write-small-talk-vectors.ts');
});

test('examples recognise lines that no pattern matches, and overrule patterns for questions', async () => {
  for (const [line, kind] of [
    ["hiya, hope you're well", 'greeting'],
    ['can you get a colleague to ring me', 'person'],
    ["what's that supposed to mean", 'repeat'],
    ['what do you know about the 10 pound ticket', null],
    ['are dogs allowed', null],
  ] as const)
    assert.equal(classifyLine(line, await vectorOf(line)).kind, kind, line);
});

test('without vectors, patterns alone decide', async () => {
  assert.deepEqual(classifyLine('are you a robot', null), { kind: 'identity', isByExamples: false });
  assert.equal(classifyLine("hiya, hope you're well", null).kind, null);
  const knowledge = new Knowledge([{ document_id: 'd', name: 'd', content: 'We open at nine.' }]);
  assert.equal((await knowledge.classifySmallTalk('thanks a lot')).kind, 'thanks');
});

test('a farewell ends the call only if a pattern matches it', async () => {
  const content = '# Prices\n\nEntry costs nine pounds.';
  const knowledge = new Knowledge([{ document_id: 'd', name: 'd', content }], embeddings);
  await knowledge.prepare();
  let endCount = 0;
  const responder = new DocumentResponder('Mira', knowledge, { call: { end: () => (endCount += 1) } });
  for (const [line, count] of [
    ['speak soon', 0],
    ['bye then', 1],
  ] as const) {
    const context = { history: [], canvas: null, signal: new AbortController().signal };
    let text = '';
    for await (const chunk of responder.think(line, context)) if ('text' in chunk) text += chunk.text;
    assert.equal(endCount, count, line);
    assert.match(text, /bye/i, line);
  }
});

test('a certain answer from the documents wins over examples', async () => {
  const content =
    '# Reception\n\nPlease say hello at reception before you go straight in.\n\n# Prices\n\nEntry costs £9.';
  const knowledge = new Knowledge([{ document_id: 'd', name: 'd', content }], embeddings);
  await knowledge.prepare();
  const responder = new DocumentResponder('Mira', knowledge);
  const say = async (line: string) => {
    let text = '';
    const context = { history: [], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(line, context)) if ('text' in chunk) text += chunk.text;
    return text;
  };
  const question = 'do i say hello at reception or go straight in';
  assert.equal(classifyLine(question, await vectorOf(question)).kind, 'person');
  assert.match(await say(question), /say hello at reception/);
  assert.match(await say("hiya, hope you're well"), /hello/i);
});

test("a model's turn is judged by the examples if the search made the line's vector", async () => {
  const content = 'Prices Hours Parking Lockers Café Tours Shop'
    .split(' ')
    .map((name, index) => `# ${name}\n\nThe ${name.toLowerCase()} of house ${index} are for members.`)
    .join('\n\n');
  const knowledge = new Knowledge([{ document_id: 'd', name: 'd', content }], embeddings);
  await knowledge.prepare();
  const reply = { choices: [{ delta: { content: 'Lovely to hear from you, and good luck with it all.' } }] };
  const responder = new ModelResponder({
    endpoint: {
      account: 1,
      baseUrl: 'https://model.example/v1',
      apiKey: 'k',
      model: 'm',
      fetch: async () => new Response(`data: ${JSON.stringify(reply)}\n\ndata: [DONE]\n\n`),
    },
    knowledge,
    prompt: () => 'Be kind.',
  });
  const outcomeOf = async (line: string) => {
    const context = { history: [], canvas: null, signal: new AbortController().signal };
    for await (const chunk of responder.think(line, context)) if ('outcome' in chunk) return chunk.outcome;
    return null;
  };
  assert.equal(knowledge.classifyKnownLine("hiya, hope you're well").kind, null, 'not yet searched');
  assert.equal(await outcomeOf("hiya, hope you're well"), 'small_talk');
  assert.equal(await outcomeOf('what do you know about the 10 pound ticket'), 'declined');
});

test('an answer from the documents is not small talk, although the question resembles examples of it', () => {
  const talk = { kind: 'person', isByExamples: true } as const;
  const grounds = { hasDocuments: true, texts: ['Please say hello at reception before you go in.'] };
  const outcome = (answer: string) => modelOutcome('do I say hello first?', answer, [], grounds, talk);
  assert.equal(outcome('Yes, please greet reception before you go into the building.'), 'answered');
  assert.equal(outcome('I do not know that.'), 'small_talk');
});

test('a question for a price still refers to the subject that was named before small talk', async () => {
  const facts = PalFacts.parse({
    prices: [
      { name: 'Adult', price: '€5' },
      { name: 'Child', price: '€3' },
    ],
  });
  const knowledge = new Knowledge(
    [{ document_id: 'd', name: 'd', content: 'A sauna is upstairs.' }],
    embeddings,
  );
  await knowledge.prepare();
  const question = 'How much is it for an adult and a child?';
  const history = ['How much is an adult?', "hiya, hope you're well"];
  const answers = new FactAnswers(facts, { clock: systemClock, zone: 'UTC' });
  const isTalk = (line: string) => knowledge.classifyKnownLine(line).kind !== null;
  await knowledge.classifySmallTalk(history[1]!);
  assert.match(answers.answer(question, 'en', history, isTalk)?.text ?? '', /€8/);
  assert.equal(answers.answer(question, 'en', history), null);
});
