/** The second sets of questions, small talk and statements: they are well formed, and their texts answer them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';

const FOLDER = 'bench/more';
const TEXTS = ['gym', 'library', 'language-course', 'vet', 'garden-centre', 'ferry'];
const textSchema = z.string().trim().min(1).max(400);
const Question = z.strictObject({
  text: z.enum(TEXTS),
  id: z.string().regex(/^[a-z-]+-(answerable|unanswerable|follow-up)-\d\d$/),
  question: textSchema,
  before: z
    .array(z.strictObject({ question: textSchema, answer: textSchema }))
    .min(1)
    .max(3)
    .optional(),
  expect: z.array(z.string().min(1)).max(8),
  topics: z.array(textSchema).max(4),
  answerable: z.boolean(),
});
const SmallTalk = z.strictObject({
  question: textSchema,
  expect: z
    .enum(['greeting', 'thanks', 'goodbye', 'identity', 'ability', 'person', 'repeat', 'apology', 'confused'])
    .nullable(),
});

const read = (name: string) => fs.readFileSync(`${FOLDER}/${name}`, 'utf8');
const questions = z.array(Question).parse(JSON.parse(read('questions.json')));

/** Maps each heading to itself and the text down to the next heading of any level, on one line. */
function sections(text: string): Map<string, string> {
  const textByHeading = new Map<string, string>();
  for (const part of read(`texts/${text}.md`).split(/^#+ /m).slice(1)) {
    const heading = part.split('\n', 1)[0]!.trim();
    assert.ok(!textByHeading.has(heading), `${text}.md has the heading ${heading} twice`);
    textByHeading.set(heading, part.replace(/\s+/g, ' '));
  }
  return textByHeading;
}

test('each text has its number of questions, and no id or question occurs twice', () => {
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
  for (const text of TEXTS) {
    const textQuestions = questions.filter((question) => question.text === text);
    const firstQuestions = textQuestions.filter(({ before: lineBefore }) => !lineBefore);
    assert.equal(firstQuestions.filter(({ answerable }) => answerable).length, 20, text);
    assert.equal(firstQuestions.filter(({ answerable }) => !answerable).length, 20, text);
    assert.equal(
      textQuestions.filter(({ before: lineBefore, answerable }) => lineBefore && answerable).length,
      6,
      text,
    );
    assert.equal(textQuestions.length, 46, text);
    assert.equal(
      new Set(firstQuestions.map(({ question }) => question.toLowerCase())).size,
      firstQuestions.length,
      text,
    );
    const length = read(`texts/${text}.md`).match(/[\p{L}\p{N}][\p{L}\p{N}'’.:,@-]*/gu)?.length ?? 0;
    assert.ok(length >= 500 && length <= 720, `${text}.md has ${length} words`);
  }
});

test('the expected words are in the text under each named topic, and nothing is expected of missing facts', () => {
  for (const { id, text, topics, expect, answerable } of questions) {
    if (!answerable) {
      assert.deepEqual([topics, expect], [[], []], id);
      continue;
    }
    assert.ok(topics.length > 0 && expect.length > 0, id);
    const parts = sections(text);
    for (const topic of topics) {
      const part = parts.get(topic) ?? assert.fail(`${id}: ${text}.md has no heading ${topic}`);
      for (const pattern of expect) assert.match(part, new RegExp(pattern, 'i'), id);
    }
  }
});

test('an expectation does not match most of its text', () => {
  for (const { id, text, expect, answerable } of questions) {
    if (!answerable) continue;
    const parts = [...sections(text).values()];
    const hits = parts.filter((part) => expect.every((pattern) => new RegExp(pattern, 'i').test(part)));
    assert.ok(hits.length <= parts.length / 2, `${id} matches ${hits.length} of ${parts.length} sections`);
  }
});

test('sixty lines are small talk of every kind, and twenty only look like it', () => {
  const lines = z.array(SmallTalk).parse(JSON.parse(read('small-talk.json')));
  assert.equal(lines.filter(({ expect }) => expect !== null).length, 60);
  assert.equal(lines.filter(({ expect }) => expect === null).length, 20);
  assert.equal(new Set(lines.map(({ question }) => question)).size, lines.length);
  assert.equal(new Set(lines.map(({ expect }) => expect)).size, 10);
});

test('there are five hundred different short statements', () => {
  const lines = read('statements.txt').trimEnd().split('\n');
  assert.equal(lines.length, 500);
  assert.equal(new Set(lines.map((line) => line.toLowerCase())).size, lines.length);
  for (const line of lines) assert.match(line, /^[A-Z].{8,98}\.$/);
});
