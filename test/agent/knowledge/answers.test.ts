/**
 * The responder for documents with the real sentence model: its answers, its offers of topics, and its behaviour
 * without the model.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { enabledComponents } from '../../../src/contract/skills.ts';
import { asset } from '../../../src/service/platform/asset.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { MIN_CERTAINTY } from '../../../src/agent/knowledge/certainty.ts';
import { DocumentResponder, MIN_SPOKEN_CERTAINTY } from '../../../src/agent/replies/document-responder.ts';
import { SentenceModel } from '../../../src/agent/language/sentence-model.ts';
import { rulesByMeaning } from '../../../src/agent/rules/guardrails.ts';
import { TextIndex } from '../../../src/agent/knowledge/text-index.ts';
import { Knowledge, MAX_QUESTION } from '../../../src/agent/knowledge/knowledge.ts';
import { FACTS_ID, packVectors, sourcesOf } from '../../../src/agent/knowledge/sentence-table.ts';
import type { Exchange } from '../../../src/agent/replies/responder.ts';

const SHOP = {
  document_id: 'd1',
  name: 'Northlight Bikes',
  content: readFileSync(asset('seed/northlight.md'), 'utf8'),
};

describe('answers by meaning', () => {
  const model = new SentenceModel(systemClock);
  let responder: DocumentResponder;
  before(async () => {
    const knowledge = new Knowledge([SHOP], model.embeddings());
    await knowledge.prepare();
    responder = new DocumentResponder('Mira', knowledge);
  });
  after(() => model.close());

  async function ask(question: string, history: Exchange[] = []) {
    const canvas = { components: new Set(enabledComponents({})), schedulingUrl: null };
    const reply = { text: '', sources: [] as string[], offered: [] as string[] };
    for await (const chunk of responder.think(question, {
      history,
      canvas,
      signal: new AbortController().signal,
    })) {
      if ('text' in chunk) reply.text += chunk.text;
      else if ('sources' in chunk) reply.sources.push(...chunk.sources.map(({ document_id }) => document_id));
      else if ('canvas' in chunk && chunk.canvas.do === 'show')
        reply.offered = (chunk.canvas.arguments as { options: { label: string }[] }).options.map(
          ({ label }) => label,
        );
    }
    return reply;
  }

  test('questions in other words are answered by the right sentence, with its source', async () => {
    for (const [question, fact] of [
      ['Can I phone somebody?', /555 0142/],
      ["What's your address?", /14 Harbour Street/],
      ['How do I get to you?', /Harbour S/],
      ['are you open on sundays', /closed on Sunday/],
    ] as const) {
      const { text, sources } = await ask(question);
      assert.match(text, fact, question);
      assert.deepEqual(sources, ['d1']);
      assert.ok(text.split(' ').length <= 50, 'a sentence or two');
    }
  });

  test('a fact precedes a table that contains the words of the question', async () => {
    const site = {
      document_id: 'd1',
      name: 'Site',
      content:
        '# Our lessons\n\n| Lesson | Age | Where |\n| --- | --- | --- |\n' +
        '| Splash babies | 4 months to 2 years | small pool |\n' +
        '| Learn to swim | 4 – 11 years | main pool |\n\n# Café\n\nThe café sells soup and cake.\n',
    };
    const facts = [
      {
        document_id: `${FACTS_ID}0`,
        name: 'Facts',
        content: 'A lesson for a child of 6 costs 16.75 euros.',
        remembered: true,
      },
    ];
    const knowledge = new Knowledge([site, ...facts], model.embeddings());
    await knowledge.prepare();
    for (const question of [
      'how much is a lesson for a 6 year old?',
      'What does a lesson cost for my child of 6?',
    ]) {
      const answer = await knowledge.answer(question);
      assert.match(answer!.text, /16\.75/, question);
      assert.ok(answer!.certainty >= MIN_CERTAINTY);
    }
    const otherAnswer = await knowledge.answer('Where do babies swim?');
    assert.match(otherAnswer!.text, /small pool/);
  });

  test('a missing fact is declined, and the nearest topics are offered', async () => {
    const { text, sources, offered } = await ask('Is there a gym with a sauna?');
    assert.deepEqual(sources, []);
    assert.match(text, /^I (am not sure I have that|did not find that)/);
    assert.ok(offered.length >= 2 && offered.every((label) => SHOP.content.includes(`# ${label}`)));
    const topic = await ask('Parking');
    assert.match(topic.text, /free parking behind the shop/, 'a topic that was offered is told of');
  });

  test('a follow-up is understood from the previous line', async () => {
    const history: Exchange[] = [
      { role: 'user', content: 'When are you open on Fridays?' },
      { role: 'assistant', content: (await ask('When are you open on Fridays?')).text },
    ];
    assert.match((await ask('and on Saturday?', history)).text, /Saturday from ten to four/);
  });

  test('a request for a person gets the answer that there is none, and how to reach the owner', async () => {
    const { text, sources } = await ask('Can I talk to a real person?');
    assert.match(text, /^I am an AI.*555 0142/s);
    assert.deepEqual(sources, ['d1']);
  });

  test("the page's context answers beside the documents until it changes", async () => {
    const knowledge = new Knowledge([SHOP], model.embeddings());
    await knowledge.prepare();
    const topics = knowledge.topics(20);
    const certainAnswer = async (question: string) => {
      const answer = await knowledge.answer(question);
      return answer && answer.certainty >= MIN_CERTAINTY ? answer : null;
    };
    const orderQuestion = 'When will order 4711 arrive?';
    assert.doesNotMatch((await certainAnswer(orderQuestion))?.text ?? '', /Thursday, 3 December/);
    await knowledge.setPageText(
      `${'x '.repeat(5000)}\n\nThe visitor looks at the City One.\n\n` +
        'Order 4711 arrives on Thursday, 3 December.',
    );
    const orderAnswer = (await certainAnswer(orderQuestion))!;
    assert.match(orderAnswer.text, /Order 4711 arrives on Thursday, 3 December/);
    assert.deepEqual(sourcesOf(orderAnswer.passages), [], 'it is no document');
    assert.match((await certainAnswer('What is your address?'))!.text, /14 Harbour Street/);
    assert.deepEqual(knowledge.topics(20), topics, 'it is no topic');
    // The text that arrives last is used, even if an earlier one is ready later.
    await Promise.all([knowledge.setPageText('The basket is empty.'), knowledge.setPageText('')]);
    assert.doesNotMatch((await certainAnswer(orderQuestion))?.text ?? '', /Thursday, 3 December/);
    assert.doesNotMatch((await certainAnswer('Is my basket empty?'))?.text ?? '', /basket is empty/);
  });

  test("without documents the page's context answers by its words, and nothing else is asserted", async () => {
    const knowledge = new Knowledge([], model.embeddings());
    await knowledge.setPageText('The visitor looks at the City One, 899 dollars.');
    assert.match((await knowledge.answer('What am I looking at?'))!.text, /City One/);
    assert.equal(await knowledge.answer('Who won the world cup?'), null);
  });

  test("several changes of the page's context are read once for the first and once for the last", async () => {
    const embeddings = model.embeddings();
    let calls = 0;
    const knowledge = new Knowledge([SHOP], {
      ...embeddings,
      embed: (texts, signal) => (calls++, embeddings.embed(texts, signal)),
    });
    await knowledge.prepare();
    calls = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, number) => knowledge.setPageText(`Order ${number} is here.`)),
    );
    assert.equal(calls, 2);
    assert.equal(knowledge.passages.at(-1)!.text.includes('Order 49'), true);
    await knowledge.setPageText('Order 50 is here.');
    assert.equal(calls, 3);
  });

  test("the page's context is left out if its vectors do not arrive", async () => {
    const errors: unknown[] = [];
    const knowledge = new Knowledge(
      [SHOP],
      { ...model.embeddings(), embed: () => Promise.reject(new Error('no model')) },
      (error) => errors.push(error),
    );
    await knowledge.setPageText('The quetzal arrives on Thursday.');
    assert.equal(errors.length, 1);
    assert.equal(knowledge.search('quetzal').length, 0);
  });

  test('a guardrail without a judging model is triggered by meaning too', async () => {
    const rule = {
      uuid: 'g1',
      name: 'prices',
      prompt: 'Do not promise discounts.',
      modality: 'verbal' as const,
      callbackUrl: null,
    };
    const relatedRules = rulesByMeaning(
      [rule, { ...rule, uuid: 'g2', modality: 'visual' }],
      model.embeddings(),
    );
    assert.deepEqual(await relatedRules('Will you lower the price?'), [rule]);
    assert.deepEqual(await relatedRules('Where is the shop?'), []);
  });
});

test('without the model the passage with the words is spoken, and no other', async () => {
  let isDown = true;
  const failingModel = {
    model: 'broken',
    languages: ['en'],
    calibrated: true,
    embed: async (texts: readonly string[]) => {
      if (isDown) throw new Error('down');
      return texts.map(() => [1, 0]);
    },
  };
  const errors: unknown[] = [];
  const knowledge = new Knowledge([SHOP], failingModel, (error) => errors.push(error));
  await assert.rejects(knowledge.prepare(), /down/);
  isDown = false;
  await knowledge.prepare();
  isDown = true;
  const responder = new DocumentResponder('Mira', knowledge);
  const answerTo = async (question: string) => {
    let text = '';
    for await (const chunk of responder.think(question, {
      history: [],
      canvas: null,
      signal: new AbortController().signal,
    }))
      if ('text' in chunk) text += chunk.text;
    return text;
  };
  assert.match(await answerTo('What is the warranty on the frame?'), /five years on the frame/);
  assert.match(await answerTo('Who was Napoleon?'), /^I did not find that/);
  assert.ok(
    errors.length >= 2 && errors.every((error) => (error as Error).message === 'down'),
    'it is told why',
  );
});

test('while some sentences lack vectors, words decide, so that sentences with vectors do not win', async () => {
  const model = {
    model: 'm',
    languages: ['en'],
    calibrated: true,
    embed: async (texts: readonly string[]) => texts.map(() => [1, 0]),
  };
  const parts = [
    {
      content: '# Parking\n\nParking is free.',
      vectors: packVectors([
        [1, 0],
        [1, 0],
      ]),
    },
    { content: '# Warranty\n\nThe warranty is five years.', vectors: null },
  ];
  const knowledge = new Knowledge(
    [{ document_id: 'd', name: 'Shop', content: parts.map(({ content }) => content).join('\n\n'), parts }],
    model,
  );
  assert.match((await knowledge.answer('How long is the warranty?'))!.text, /five years/);
});

test('an English model is not used for another language', async () => {
  let calls = 0;
  const englishModel = {
    model: 'en',
    languages: ['en'],
    calibrated: true,
    embed: async (texts: readonly string[]) => ((calls += 1), texts.map(() => [1, 0])),
  };
  const knowledge = new Knowledge([SHOP], englishModel);
  await knowledge.prepare();
  calls = 0;
  await knowledge.answer('Wo ist der Laden?', { language: 'de-AT' });
  assert.deepEqual(
    await knowledge.find('Where is the shop?', 3, { language: 'de' }),
    knowledge.search('Where is the shop?', 3),
  );
  assert.equal(calls, 0);
  await knowledge.answer('Where is the shop?', { language: 'en-GB' });
  assert.equal(calls, 1);
});

test('only the beginning of a long line is read', async () => {
  let longest = 0;
  const embed = async (texts: readonly string[]) => {
    longest = Math.max(longest, ...texts.map(({ length }) => length));
    return texts.map(() => [1, 0]);
  };
  const knowledge = new Knowledge([SHOP], { model: 'en', languages: ['en'], calibrated: true, embed });
  await knowledge.prepare();
  longest = 0;
  const line = 'phone '.repeat(10_000);
  await knowledge.answer(line);
  await knowledge.find(line, 3);
  assert.ok(longest > 0 && longest <= MAX_QUESTION);
});

test('rules of any length are compared by meaning within the time that a line may wait', async () => {
  let texts = 0;
  const embed = async (batch: readonly string[]) => ((texts += batch.length), batch.map(() => [1, 0]));
  const prompt = Array.from({ length: 500 }, (_, index) => `Never talk about topic ${index}.`).join(' ');
  const rule = { uuid: 'g1', name: 'long', prompt, modality: 'verbal' as const, callbackUrl: null };
  await rulesByMeaning([rule], { model: 'en', languages: ['en'], calibrated: true, embed })(
    'Where is the shop?',
  );
  assert.equal(texts, 51);
});

test('a line that may be misheard is answered with words of doubt, beside the likely meanings', async () => {
  class CertainKnowledge extends Knowledge {
    certainty = 1;
    override async answer() {
      const passages = this.passages.slice(0, 1);
      const relatedTopics = ['Warranty', 'Parking'];
      return {
        certainty: this.certainty,
        text: 'Five years.',
        passages,
        near: relatedTopics,
        candidates: [],
      };
    }
  }
  const knowledge = new CertainKnowledge([SHOP]);
  const responder = new DocumentResponder('Mira', knowledge);
  const canvas = { components: new Set(enabledComponents({})), schedulingUrl: null };
  const answerAt = async (certainty: number, spoken: boolean) => {
    knowledge.certainty = certainty;
    const { signal } = new AbortController();
    const chunks = [];
    for await (const chunk of responder.think('warrant tea', { history: [], canvas, signal, spoken }))
      if (!('notes' in chunk || 'outcome' in chunk))
        chunks.push('text' in chunk ? chunk.text : Object.keys(chunk)[0]);
    return chunks;
  };
  const doubtTexts = ['I hope I heard you right. Five years.', 'sources', 'canvas'];
  assert.deepEqual(await answerAt(MIN_SPOKEN_CERTAINTY, true), doubtTexts);
  assert.deepEqual(await answerAt(MIN_CERTAINTY, true), ['Five years.', 'sources']);
  for (const [certainty, spoken] of [
    [MIN_SPOKEN_CERTAINTY, false],
    [MIN_SPOKEN_CERTAINTY - 0.01, true],
  ] as const)
    assert.match((await answerAt(certainty, spoken)).join(' '), /^I am not sure I have that\. .* canvas$/);
});

test('a few words in common never suffice for an answer with doubt', async () => {
  const knowledge = new Knowledge([SHOP]);
  const few = await knowledge.answer(
    'Does your uncle fix the roof of a church near the parking every autumn?',
  );
  assert.ok(few && few.certainty < MIN_SPOKEN_CERTAINTY, String(few?.certainty));
  assert.ok((await knowledge.answer('What is the warranty on the frame?'))!.certainty >= MIN_CERTAINTY);
});

test('a call embeds only its own texts, never documents that calls share', async () => {
  const inputs: string[] = [];
  const model = {
    model: 'counting',
    languages: ['en'],
    calibrated: true,
    embed: async (texts: readonly string[]) => {
      inputs.push(...texts);
      return texts.map(() => [1, 0]);
    },
  };
  const documents = TextIndex.of([SHOP]);
  const memory = { document_id: '', name: 'About you', content: 'You ride a tandem.', remembered: true };
  const knowledge = new Knowledge([memory], model, undefined, documents);
  await knowledge.prepare();
  assert.deepEqual(inputs, ['About you: You ride a tandem.', 'You ride a tandem.']);
  inputs.length = 0;
  await knowledge.answer('What do I ride?');
  assert.deepEqual(inputs, [], 'shared documents without vectors are found by their words');
});

test('memories without vectors do not disable the search by meaning in documents', async () => {
  const model = {
    model: 'ready',
    languages: ['en'],
    calibrated: true,
    embed: async (texts: readonly string[]) => texts.map(() => [1, 0]),
  };
  const documents = TextIndex.of([SHOP]);
  for (const sentence of documents.table.sentences)
    sentence.vectors = { inContext: Int8Array.of(127, 0), alone: Int8Array.of(127, 0) };
  const memory = { document_id: '', name: 'About you', content: 'You ride a tandem.', remembered: true };
  const knowledge = new Knowledge([memory], model, undefined, documents);
  const { ranked: rankedSentences } = await knowledge.explain('What is the warranty on the frame?');
  assert.ok(rankedSentences.some(({ features }) => features.inContext > 0.9));
});
