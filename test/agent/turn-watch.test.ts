import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import * as z from 'zod';
import { rulesByWords, type Rule, ruleLines } from '../../src/agent/rules/guardrails.ts';
import { createJudge } from '../../src/agent/rules/judge.ts';
import { TurnWatch } from '../../src/agent/rules/turn-watch.ts';
import { LineContinued, type Responder } from '../../src/agent/replies/responder.ts';
import { Background } from '../../src/runtime/background.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const rule = (prompt: string, modality: Rule['modality'] = 'verbal'): Rule => ({
  uuid: prompt,
  name: prompt,
  prompt,
  modality,
  callbackUrl: null,
});
const responder: Responder = {
  kind: 'model',
  async *think() {
    yield { text: 'The discounts are. ' };
    yield { text: 'Ten per cent.' };
  },
};

function watch(verdict: object | null, rules = [rule('Never talk about discounts.')]) {
  const logs: unknown[][] = [];
  const judgedLines: string[] = [];
  const background = new Background(pino({ level: 'silent' }));
  const judge =
    verdict &&
    createJudge(
      {
        account: 1,
        baseUrl: 'https://model.example/v1',
        apiKey: 'k',
        model: 'm',
        fetch: (async (_url: string, init: { body: string }) => {
          judgedLines.push(
            (JSON.parse(init.body) as { messages: { content: string }[] }).messages[1]!.content,
          );
          return new Response(
            JSON.stringify({
              choices: [{ message: { content: `\`\`\`json\n${JSON.stringify(verdict)}\n\`\`\`` } }],
            }),
          );
        }) as unknown as typeof fetch,
      },
      new ManualClock(),
    );
  const turns = new TurnWatch({
    rules,
    objectives: [],
    state: { current: null, completed: [], values: {} },
    judge,
    background,
    log: { warn: () => logs.push(['warned']), error() {} } as never,
    recorder: {
      storeTrigger: async ({ uuid }) => (logs.push(['stored', uuid]), true),
      storeProgress: async () => true,
    },
    agent: {
      publish: (type) => void logs.push([type]),
      retract: (words) => void logs.push(['retract', words]),
    },
  });
  return { turns, logs, judged: judgedLines, background };
}
async function think(
  turns: TurnWatch,
  question: string,
  signal = new AbortController().signal,
): Promise<string> {
  let text = '';
  turns.takeLine(question);
  turns.openTurn();
  for await (const chunk of turns
    .wrapResponder(responder)
    .think(question, { history: [], canvas: null, signal }))
    if ('text' in chunk) text += chunk.text;
  return text;
}

test('an answer that breaks a rule is cut off during its speech, unless the visitor continues', async () => {
  const { turns, logs, background } = watch({ triggered: [{ rule: 1, by: 'agent' }] });
  await think(turns, 'Well?');
  await background.idle();
  assert.deepEqual(
    logs.map(([type]) => type),
    ['retract', 'stored', 'conversation.guardrail_triggered'],
  );
  const lateWatch = watch({ triggered: [{ rule: 1, by: 'agent' }] });
  await think(lateWatch.turns, 'Well?', AbortSignal.abort());
  await lateWatch.background.idle();
  assert.deepEqual(
    lateWatch.logs.map(([type]) => type),
    ['stored', 'conversation.guardrail_triggered'],
  );
});

test('a line that the visitor did not answer is judged too, also the last one', async () => {
  const { turns, judged, background } = watch({});
  turns.takeLine('One?');
  turns.takeLine('Two?');
  turns.endCall();
  turns.endCall();
  await background.idle();
  assert.match(judged.join('\n'), /"One\?"[^]*"Two\?"/);
  const plainWatch = watch(null);
  plainWatch.turns.takeLine('Any discounts?');
  plainWatch.turns.endCall();
  await plainWatch.background.idle();
  assert.deepEqual(
    plainWatch.logs.map(([type]) => type),
    ['stored', 'conversation.guardrail_triggered'],
  );
});

test('an early answer is judged once the turn has certainly ended; never if the visitor continues', async () => {
  const failingResponder: Responder = {
    kind: 'documents',
    async *think() {
      yield { text: 'The discounts you talk about are ten per cent.' };
    },
  };
  for (const verdict of [{}, null])
    for (const goesOn of [false, true]) {
      const { turns, judged, logs, background } = watch(verdict);
      const stop = new AbortController();
      let settle!: () => void;
      const turnEnd = new Promise<void>((resolve) => (settle = resolve));
      turns.takeLine('Before?');
      for await (const _ of turns
        .wrapResponder(failingResponder)
        .think('Any discounts?', { history: [], canvas: null, signal: stop.signal, turnEnd }));
      await background.idle();
      assert.deepEqual([judged, logs], [[], []]);
      if (goesOn) stop.abort(new LineContinued());
      settle();
      await turnEnd;
      await background.idle();
      assert.equal(verdict ? judged.length : logs.length / 2, goesOn ? 0 : 1);
      turns.endCall();
      await background.idle();
      assert.equal(
        judged.some((words) => words.includes('Before?')),
        verdict !== null,
        'a guess answers no line that was heard before',
      );
    }
});

test('a failed model is judged once, when its fallback answers', async () => {
  const { turns, judged, background } = watch({});
  const failing: Responder = {
    kind: 'model',
    async *think() {
      throw new Error('no');
    },
  };
  await assert.rejects(async () => {
    for await (const _ of turns
      .wrapResponder(failing)
      .think('Well?', { history: [], canvas: null, signal: new AbortController().signal }));
  });
  await think(turns, 'Well?');
  await background.idle();
  assert.equal(judged.length, 1);
});

test('a visual rule is triggered by perception only', async () => {
  const rules = [rule('Never talk about discounts.'), rule('No weapons in the picture.', 'visual')];
  const { turns, logs, background, judged } = watch({ triggered: [{ rule: 2, by: 'visitor' }] }, rules);
  assert.deepEqual(
    turns.visual.map(({ name }) => name),
    ['No weapons in the picture.'],
  );
  assert.ok(!turns.instructions().includes('weapons'));
  await think(turns, 'Here are weapons in the picture.');
  await background.idle();
  assert.deepEqual([logs, judged.length], [[], 1]);
  turns.reportPictureRules(rules);
  await background.idle();
  assert.deepEqual(logs, [['stored', 'No weapons in the picture.'], ['conversation.guardrail_triggered']]);
});

test('a line that continues is judged with the rest, not by its beginning', async () => {
  for (const verdict of [{ triggered: [{ rule: 1, by: 'visitor' }] }, null]) {
    const { turns, logs, background } = watch(verdict);
    const thinking = new AbortController();
    const answerChunks = turns
      .wrapResponder(responder)
      .think('Do you give discounts?', { history: [], canvas: null, signal: thinking.signal })
      [Symbol.asyncIterator]();
    await answerChunks.next();
    thinking.abort(new LineContinued());
    await answerChunks.return?.();
    await background.idle();
    assert.deepEqual(
      logs.filter(([type]) => type === 'stored'),
      [],
    );
  }
});

test('a judge whose server has no JSON mode gets plain text from then on', async () => {
  const formats: unknown[] = [];
  const judge = createJudge(
    {
      account: 1,
      baseUrl: 'https://model.example/v1',
      apiKey: null,
      model: null,
      fetch: (async (_url: string, init: { body: string }) => {
        const { response_format } = JSON.parse(init.body) as { response_format?: unknown };
        formats.push(response_format);
        return response_format
          ? new Response('{}', { status: 400 })
          : new Response(JSON.stringify({ choices: [{ message: { content: '{"a":1}' } }] }));
      }) as unknown as typeof fetch,
    },
    new ManualClock(),
  );
  const ask = () =>
    judge.ask({
      rules: 'r',
      transcript: 's',
      schema: z.object({ a: z.number() }),
      signal: new AbortController().signal,
    });
  assert.deepEqual([await ask(), await ask()], [{ a: 1 }, { a: 1 }]);
  assert.deepEqual(formats, [{ type: 'json_object' }, undefined, undefined]);
});

test('a rule is found by the words of one of its sentences with any ending; a visual one never', () => {
  const cases: [string, string, boolean][] = [
    ['Never give medical advice.', 'Can you give me medical advice?', true],
    ['Never give medical advice.', 'Can you give me advice on bicycles?', false],
    ['Do not mention competitors. Never discuss politics.', 'What do you think of politics?', true],
    ['Do not mention competitors.', 'Is a competitor cheaper?', true],
    ['Never curse.', 'Hello there.', false],
    ['Never.', 'Never say never.', false],
    ['Be kind to the visitor.', 'Kind of.', true],
  ];
  for (const [prompt, line, triggers] of cases)
    assert.equal(rulesByWords([rule(prompt)], line).length === 1, triggers, `${prompt} | ${line}`);
  assert.deepEqual(rulesByWords([rule('Never discuss politics.', 'visual')], 'Politics!'), []);
  assert.ok(ruleLines(Array.from({ length: 50 }, () => rule('x'.repeat(10_000)))).join('').length <= 60_000);
});

test('a forbidden answer has the outcome declined, whatever the responder intended', async () => {
  const { turns, background } = watch(null);
  const forbidden: Responder = {
    kind: 'documents',
    async *think() {
      yield { outcome: 'answered' };
      yield { text: 'Our discounts are ten per cent.' };
    },
  };
  for (const question of ['Any discounts?', 'Well?']) {
    let outcome: string | null = null;
    const { signal } = new AbortController();
    for await (const chunk of turns
      .wrapResponder(forbidden)
      .think(question, { history: [], canvas: null, signal }))
      if ('outcome' in chunk) outcome = chunk.outcome;
    assert.equal(outcome, 'declined', question);
  }
  await background.idle();
});
