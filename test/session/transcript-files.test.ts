import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Line } from '../../src/elements/session/phases.ts';
import { search } from '../../src/elements/session/search.ts';
import { asJson, asText, asVtt } from '../../src/elements/session/transcript-files.ts';

const START = Date.UTC(2026, 0, 5, 9);
const line = (id: string, seconds: number, text: string, overrides: Partial<Line> = {}): Line => ({
  id,
  role: 'pal',
  text,
  streaming: false,
  interrupted: false,
  at: START + seconds * 1000,
  ...overrides,
});
const NAMES = { user: 'You', pal: 'Mira', interrupted: 'interrupted' };
const LINES = [
  line('1', 0, 'Hello.'),
  line('2', 2.5, 'What is <b> & why\n\nso?', { role: 'user' }),
  line('3', 3700, 'It is --> that', { interrupted: true }),
];

test('as text, a line for each, further lines indented', () => {
  assert.equal(
    asText(LINES, NAMES),
    [
      '[2026-01-05T09:00:00.000Z] Mira: Hello.',
      '[2026-01-05T09:00:02.500Z] You: What is <b> & why',
      '    ',
      '    so?',
      '[2026-01-05T10:01:40.000Z] Mira: It is --> that (interrupted)',
      '',
    ].join('\n'),
  );
});

test('as JSON, with the fields that a program needs', () => {
  assert.deepEqual((JSON.parse(asJson(LINES, NAMES)) as unknown[])[2], {
    role: 'pal',
    name: 'Mira',
    text: 'It is --> that',
    at: '2026-01-05T10:01:40.000Z',
    interrupted: true,
  });
  const sources = [{ document_id: 'd1', document_name: 'Opening hours' }];
  assert.deepEqual(
    (JSON.parse(asJson([line('1', 0, 'At ten.', { sources })], NAMES)) as { sources?: unknown }[])[0]!
      .sources,
    sources,
  );
});

test('as WebVTT, with cues from the first line on that end with the next one', () => {
  assert.equal(
    asVtt(LINES, NAMES),
    [
      'WEBVTT',
      '',
      '00:00:00.000 --> 00:00:01.000',
      '<v Mira>Hello.',
      '',
      '00:00:02.500 --> 00:00:03.820',
      '<v You>What is &lt;b&gt; &amp; why',
      'so?',
      '',
      '01:01:40.000 --> 01:01:41.000',
      '<v Mira>It is --&gt; that',
      '',
    ].join('\n'),
  );
  assert.equal(asVtt([], NAMES), 'WEBVTT\n');
});

test('for any lines a WebVTT file is valid: cues in order, none ends before it starts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000_000 }), fc.string({ unit: 'binary' })), {
        maxLength: 20,
      }),
      (chunks) => {
        const blocks = asVtt(
          chunks.map(([milliseconds, text], index) => line(`${index}`, milliseconds / 1000, text)),
          NAMES,
        ).split(/\n\n/);
        assert.equal(blocks.length - 1, chunks.filter(([, text]) => text.trim()).length);
        let lastEnd = '';
        for (const block of blocks.slice(1)) {
          const [, start, end] =
            /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n<v Mira>/.exec(block) ??
            assert.fail(block);
          assert.ok(start! < end! && start! >= lastEnd);
          assert.equal(block.split('-->').length, 2);
          lastEnd = start!;
        }
      },
    ),
  );
});

test('search ignores case, treats all white space as equal, and knows no patterns', () => {
  const matchesOf = (query: string) =>
    search(
      [line('1', 0, 'Are Übergrößen (XXL) in stock?\nÜBERGRÖSSEN'), line('2', 0, 'a.c abc [a-c]')],
      query,
    ).map(({ line: id, from: start, to: end }) => [id, start, end]);
  assert.deepEqual(matchesOf('über'), [
    ['1', 4, 8],
    ['1', 31, 35],
  ]);
  assert.deepEqual(matchesOf('stock?  über'), [['1', 24, 35]]);
  assert.deepEqual(matchesOf('a.c'), [['2', 0, 3]]);
  assert.deepEqual(matchesOf('[a-c]'), [['2', 8, 13]]);
  assert.deepEqual(matchesOf('  '), []);
  fc.assert(fc.property(fc.string(), (query) => void search([line('1', 0, query)], query)));
});
