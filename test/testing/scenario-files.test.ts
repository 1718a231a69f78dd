/** `palkit test`: its messages about invalid files, its reports, and its use of a running service. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  judgeOfScenarios,
  startServiceForScenarios,
} from '../../src/service/compose/service-for-scenarios.ts';
import { testCommand } from '../../src/testing/command.ts';
import { compare, includes } from '../../src/testing/expectations.ts';
import { houseRules } from '../../src/testing/house-rules.ts';
import type { Observation } from '../../src/testing/observation.ts';
import { openOwnService, type OwnService } from '../../src/testing/own-service.ts';
import { steadyClock } from '../../src/testing/steady-clock.ts';
import { junitOf, reportOf, type Report } from '../../src/testing/report.ts';
import { createPal } from '../../src/contract/pals.ts';
import { createClient } from '../../src/contract/client.ts';
import { SYSTEM_FACE } from '../../src/service/seed/seed.ts';
import { ModelServer } from '../service/model-server.ts';

let folder: string;
let database: string;
before(async () => {
  // The tested service has the embedded database, so this file is not run on PostgreSQL again.
  const { createFreshFolder } = await import('../service/fresh-database.ts');
  folder = await createFreshFolder();
  database = path.join(folder, 'database');
});
after(() => fs.rmSync(folder, { recursive: true, force: true }));

let files = 0;
const fileOf = (text: string): string => {
  const file = path.join(folder, `scenarios-${++files}.yaml`);
  fs.writeFileSync(file, text);
  return file;
};
async function run(parameters: string[], environment: Record<string, string> = {}) {
  let out = '';
  let error = '';
  const code = await testCommand(parameters, {
    environment,
    startService: startServiceForScenarios,
    llm: judgeOfScenarios(environment),
    database,
    writeOutput: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { code, out, error };
}

describe('an invalid scenario file', () => {
  const badFiles: [string, string, RegExp][] = [
    ['no YAML', 'scenarios: [', /\.yaml: .*line 1/],
    ['nothing in it', '', /: The file: .*expected object/],
    ['no scenario', 'scenarios: []', /:1: scenarios: must hold a scenario/],
    ['no turn', 'scenarios:\n  - name: a\n    turns: []', /:3: "a", turns: must hold a turn/],
    [
      'a word that is not known',
      'scenarios:\n  - name: a\n    turns:\n      - say: x\n        expects: {}',
      /:4: "a", turns 1: Unrecognized key: "expects"/,
    ],
    [
      'two things at once',
      'scenarios:\n  - name: a\n    turns:\n      - { say: x, pause: 1 }',
      /:4: "a", turns 1: must hold one of say, .*, not say and pause/,
    ],
    [
      'a pattern that is none',
      'scenarios:\n  - name: a\n    turns:\n      - say: x\n        expect:\n          matches: "("',
      /:6: "a", turns 1 expect matches: must be a/,
    ],
    [
      'two of one name',
      'scenarios:\n  - &a { name: a, turns: [{ say: x }] }\n  - *a',
      /"a", name: is the name of another one/,
    ],
    [
      'too many references',
      `a: &a [x, x]\n${Array.from({ length: 12 }, (_, n) => `b${n}: &b${n} [${'*a, '.repeat(30)}*a]`).join('\n')}`,
      /refers to itself too often/,
    ],
  ];
  for (const [name, text, expected] of badFiles)
    test(name, async () => {
      const { code, error } = await run([fileOf(text)]);
      assert.equal(code, 2);
      assert.match(error, expected);
    });

  test('is reported if it is missing or too large', async () => {
    assert.match((await run([path.join(folder, 'none.yaml')])).error, /there is no such file/);
    assert.match((await run([fileOf(' '.repeat(4 * 1024 * 1024 + 1))])).error, /larger than 4 MB/);
  });
});

test('invalid words after the command are reported with the valid ones', async () => {
  const file = fileOf('scenarios: [{ name: a, turns: [{ say: x }] }]');
  const faults: [string[], RegExp][] = [
    [[], /needs a file/],
    [[file, '--fast'], /--fast/],
    [[file, '--workers', '0'], /from 1 to/],
    [[file, '--base-url', 'localhost'], /http or https/],
    [[file, '--base-url', 'http://127.0.0.1:1'], /needs --key/],
    [[file, '--pal', 'p1'], /go with --base-url/],
    [[file, '--only', 'zebra'], /No scenario has such a name/],
  ];
  for (const [parameters, expected] of faults) {
    const { code, error } = await run(parameters);
    assert.equal(code, 2, parameters.join(' '));
    assert.match(error, expected);
    assert.match(error, /usage:/);
  }
});

test('it prints its help', async () => {
  const { code, out } = await run(['--help']);
  assert.equal(code, 0);
  assert.match(out, /--junit FILE/);
});

const FERRY = `
defaults:
  pal:
    system_prompt: You are Ferry.
    greeting: Welcome aboard.
    documents:
      - { name: hours, file: hours.md }
scenarios:
  - name: right
    turns:
      - say: When do you open on Sundays?
        expect: { contains: ten, sources: [hours], declines: false, judge: it is polite }
  - name: wrong
    turns:
      - say: When do you open on Sundays?
        expect: { contains: zebra, settles: 5 }
  - name: elsewhere
    pal_id: p123
    turns: [{ say: x }]
  - name: refused
    pal: { default_face_id: r000 }
    turns: [{ say: x }]
`;

test('without a key: passed, failed with reasons, and not judged; as a table, JSON and JUnit', async () => {
  fs.writeFileSync(path.join(folder, 'hours.md'), '# Hours\n\nOn Sundays the museum opens at ten.\n');
  const [json, junit] = [path.join(folder, 'report.json'), path.join(folder, 'report.xml')];
  const { code, out, error } = await run([fileOf(FERRY), '--report', json, '--junit', junit]);
  assert.equal(code, 1, error);
  assert.match(out, /✓ right/);
  assert.match(out, /not judged: turn 1 .*no model is configured/);
  assert.match(out, /✗ wrong[\s\S]*contains "zebra": it said ".*ten/);
  assert.match(out, /– elsewhere \(skipped: .*--base-url\)/);
  assert.match(out, /✗ refused[\s\S]*The service refused/);
  assert.match(out, /1 passed, 2 failed, 1 skipped, 1 expectations not judged/);
  const report = JSON.parse(fs.readFileSync(json, 'utf8')) as Report;
  assert.deepEqual([report.passed, report.failed, report.skipped, report.open], [1, 2, 1, 1]);
  assert.match(
    fs.readFileSync(junit, 'utf8'),
    /<testsuite name="palkit test" tests="4" failures="2" skipped="1"/,
  );
});

test('a configured model answers, and judges what rules cannot', async () => {
  const model = await ModelServer.open();
  try {
    model.answer = () => 'We open at ten, with pleasure.';
    model.judge = (request) => {
      const polite = request.messages[0]!.content!.includes('polite');
      return { holds: polite, why: 'It says with pleasure.' };
    };
    const file = fileOf(`
defaults: { pal: { system_prompt: You are Ferry. } }
scenarios:
  - { name: polite, turns: [{ say: When?, expect: { judge: it is polite } }] }
  - { name: rude, turns: [{ say: When?, expect: { judge: it is rude } }] }
`);
    const { code, out } = await run([file], { LLM_BASE_URL: model.url });
    assert.equal(code, 1);
    assert.match(out, /✓ polite/);
    assert.match(out, /✗ rude[\s\S]*judge "it is rude": It says with pleasure/);
    model.judge = () => 500;
    assert.match(
      (await run([file, '--only', 'polite'], { LLM_BASE_URL: model.url })).out,
      /the model could not be asked/,
    );
  } finally {
    await model.close();
  }
});

test('the example of the guide passes without any model', async () => {
  const guide = fs.readFileSync('docs/guide/testing-agents.md', 'utf8');
  const [, example] = /```yaml\n([^]*?)```/.exec(guide)!;
  const { code, out, error } = await run([fileOf(example!)]);
  assert.equal(code, 0, out + error);
  assert.match(out, /4 passed, 0 failed, 1 expectations not judged/);
});

describe('a running service', () => {
  let running: OwnService;
  let pal: string;
  before(async () => {
    running = await openOwnService(startServiceForScenarios, { environment: {}, database });
    const client = createClient<AbortSignal>(running.base, (url, init) => fetch(url, init));
    const created = await client(createPal, {
      credential: running.key,
      body: {
        system_prompt: 'Be kind.',
        default_face_id: SYSTEM_FACE.id,
        custom_greeting: 'Welcome aboard.',
      },
    });
    pal = created.result.pal_id;
  });
  after(() => running.close());

  test('answers through its PAL; the unknown is not judged, and steps that create a PAL are skipped', async () => {
    const file = fileOf(`
scenarios:
  - name: there
    pal_id: ${pal}
    opening: { contains: Welcome aboard }
    turns:
      - { say: Hello!, expect: { contains: hello, model: { most: 1 } } }
  - { name: own, pal: { system_prompt: x }, turns: [{ say: Hello! }] }
`);
    const { code, out, error } = await run([file, '--base-url', running.base, '--key', running.key]);
    assert.equal(code, 0, out + error);
    assert.match(out, /✓ there/);
    assert.match(out, /not judged: .*no model is played/);
    assert.match(out, /– own \(skipped: .*pal_id/);
  });

  test('that refuses the key, or is missing, is reported with a message', async () => {
    const file = fileOf(`scenarios: [{ name: there, pal_id: ${pal}, turns: [{ say: Hello! }] }]`);
    const refusedRun = await run([file, '--base-url', running.base, '--key', 'wrong-key-0001']);
    assert.equal(refusedRun.code, 1);
    assert.match(refusedRun.out, /The service refused: .+ \(\w+\)/);
    const unreachable = await run([file, '--base-url', 'http://127.0.0.1:9', '--key', 'wrong-key-0001']);
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.out, /could not be played/);
  });
});

describe('expectations', () => {
  const nothing: Observation = {
    lines: [],
    partialLine: '',
    isComplete: true,
    firstWordAt: null,
    visitorLines: [],
    calls: [],
    card: null,
    guardrails: [],
    objectives: [],
    sources: [],
    wasInterrupted: false,
    endReason: null,
    spokenSentences: null,
    modelRequests: null,
  };
  const compareWith = (expected: Parameters<typeof compare>[0], observation: Partial<Observation>) =>
    compare(expected, { ...nothing, ...observation }, { since: 0, languages: [] });
  const request = { text: 'abc', roles: [], tools: [] };
  const call = { name: 'book', arguments: { seats: 2, at: { day: 'sun' } } };
  const rows: [
    string,
    Parameters<typeof compare>[0],
    Partial<Observation>,
    'holds' | 'missing' | 'wrong' | 'open',
  ][] = [
    ['contains', { contains: 'TEN' }, { lines: ['At ten.'] }, 'holds'],
    ['contains', { contains: ['ten', 'nine'] }, { lines: ['At ten.'] }, 'missing'],
    ['matches', { matches: '^at \\w+' }, { lines: ['At ten.'] }, 'holds'],
    ['matches', { matches: '\\d' }, { lines: ['At ten.'] }, 'missing'],
    ['lacks', { lacks: 'ten' }, { partialLine: 'At ten' }, 'wrong'],
    ['silent', { silent: true }, {}, 'holds'],
    ['silent', { silent: true }, { lines: ['x'] }, 'wrong'],
    ['within', { within: 1 }, { firstWordAt: 900, lines: ['x'] }, 'holds'],
    ['within', { within: 1 }, { firstWordAt: 1100, lines: ['x'] }, 'wrong'],
    ['within', { within: 1 }, {}, 'missing'],
    ['declines', { declines: true }, { lines: ['I did not find that in my documents.'] }, 'holds'],
    ['declines', { declines: true }, { lines: ['At ten.'] }, 'missing'],
    ['declines', { declines: false }, { lines: ['I cannot say.'] }, 'wrong'],
    ['called', { called: [{ name: 'book', arguments: { at: { day: 'sun' } } }] }, { calls: [call] }, 'holds'],
    ['called', { called: [{ name: 'book', arguments: { seats: 3 } }] }, { calls: [call] }, 'missing'],
    ['called', { called: [{ name: 'book', times: 1 }] }, { calls: [call, call] }, 'wrong'],
    ['called', { called: [{ name: 'book', times: 2 }] }, { calls: [call] }, 'missing'],
    ['called', { called: [{ name: 'book', times: 0 }] }, { calls: [] }, 'holds'],
    ['card', { card: 'text' }, { card: 'text' }, 'holds'],
    ['card', { card: 'text' }, { card: 'chart' }, 'missing'],
    ['card', { card: false }, { card: 'chart' }, 'wrong'],
    ['guardrail', { guardrail: 'Abuse' }, { guardrails: ['Abuse'] }, 'holds'],
    ['guardrail', { guardrail: 'Abuse' }, {}, 'missing'],
    ['guardrail', { guardrail: false }, { guardrails: ['Abuse'] }, 'wrong'],
    [
      'objective',
      { objective: { name: 'lead', values: { a: 1 } } },
      { objectives: [{ name: 'lead', values: { a: 1, b: 2 } }] },
      'holds',
    ],
    [
      'objective',
      { objective: { name: 'lead', values: { a: 2 } } },
      { objectives: [{ name: 'lead', values: { a: 1 } }] },
      'missing',
    ],
    ['objective', { objective: { name: 'lead' } }, {}, 'missing'],
    ['sources', { sources: ['hours'] }, { sources: ['hours'] }, 'holds'],
    ['sources', { sources: ['hours'] }, {}, 'missing'],
    ['interrupted', { interrupted: true }, {}, 'missing'],
    ['interrupted', { interrupted: false }, { wasInterrupted: true }, 'wrong'],
    ['ended', { ended: 'reached' }, { endReason: 'max_call_duration reached' }, 'holds'],
    ['ended', { ended: 'reached' }, {}, 'missing'],
    ['spoken', { spoken: { contains: 'ten', lacks: '*' } }, { spokenSentences: ['At ten.'] }, 'holds'],
    ['spoken', { spoken: { lacks: '*' } }, { spokenSentences: ['*At ten*'] }, 'wrong'],
    ['spoken', { spoken: { lacks: '*' } }, {}, 'open'],
    ['model', { model: { most: 1, sees: 'b' } }, { modelRequests: [request] }, 'holds'],
    ['model', { model: { most: 0 } }, { modelRequests: [request] }, 'wrong'],
    ['model', { model: { least: 1 } }, { modelRequests: [] }, 'missing'],
    ['model', { model: { sees: 'z' } }, { modelRequests: [request] }, 'missing'],
    ['model', { model: { lacks: 'b' } }, { modelRequests: [request] }, 'wrong'],
    ['model', { model: { most: 0 } }, {}, 'open'],
  ];
  for (const [index, [name, expected, observation, outcome]] of rows.entries())
    test(`${name}, ${outcome} (${index + 1})`, () => {
      const { missingFacts, contradictions: wrong, unchecked: open } = compareWith(expected, observation);
      assert.deepEqual(
        [missingFacts.length > 0, wrong.length > 0, open.length > 0],
        [outcome === 'missing', outcome === 'wrong', outcome === 'open'],
      );
      for (const message of [...missingFacts, ...wrong]) assert.ok(message.length > 10);
    });

  test('parts of objects and lists', () => {
    assert.ok(includes({ a: [{ b: 1, c: 2 }], d: null }, { a: [{ b: 1 }], d: null }));
    assert.ok(!includes({ a: [1, 2] }, { a: [1] }));
    assert.ok(!includes(null, { a: 1 }));
  });

  test('in every scenario: no reasoning, no markup for the voice, no tool twice for one call', () => {
    const run = { name: 'book', arguments: {}, key: 'k' };
    assert.deepEqual(
      houseRules({ ...nothing, lines: ['At ten.'], spokenSentences: ['At 9:30, for $5.'] }, [run]),
      [],
    );
    assert.match(houseRules({ ...nothing, lines: ['<think>hm'] }, [])[0]!, /thought/);
    for (const markedText of ['**x**', '[x](y)', 'https://x.example', '# Title', 'a | b', '🎉'])
      assert.match(houseRules({ ...nothing, spokenSentences: [markedText] }, [])[0]!, /markup/, markedText);
    assert.match(houseRules(nothing, [run, run])[0]!, /twice/);
    assert.deepEqual(houseRules(nothing, [run, { ...run, key: 'other' }]), []);
  });
});

test("JUnit's XML is valid for any text", () => {
  const report = reportOf(
    [
      {
        name: 'a & "b" <c>\u0001',
        file: 'f.yaml',
        state: 'failed',
        seconds: 1,
        failures: [{ where: 'turn 1', what: 'said <b>' }],
        open: [],
        talk: [],
      },
    ],
    1,
  );
  assert.match(
    junitOf(report),
    /name="a &amp; &quot;b&quot; &lt;c&gt;" time="1.000"><failure message="turn 1: said &lt;b&gt;"/,
  );
});

test("a scenario's clock does not count the time in which the process was suspended", () => {
  let real = 0;
  const clock = steadyClock(() => real, false);
  const startedAt = clock.now();
  const fired: string[] = [];
  const stop = new AbortController();
  clock.after(30, () => fired.push('thirty'));
  clock.after(10, () => (fired.push('ten'), stop.abort()));
  clock.after(10, () => fired.push('called off'), stop.signal);
  real = 5;
  clock.tick();
  real = 10;
  clock.tick();
  assert.deepEqual([fired, clock.now() - startedAt], [['ten'], 10]);
  // Simulate that other work blocks the process for ten seconds.
  real = 10_010;
  clock.tick();
  assert.ok(clock.now() - startedAt <= 60);
  assert.deepEqual(fired, ['ten', 'thirty']);
  clock.stop();
});
