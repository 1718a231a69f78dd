/** The questions with which answers are measured: well formed, answered by their texts, and divided into halves. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';

const FOLDER = 'bench/questions';
const TEXTS = ['shop', 'museum', 'hotel', 'software', 'city-office', 'clinic'];
const HALVES = ['tune', 'held'] as const;
/** The number of questions of each kind for a text, in both halves together. */
const ANSWERABLE = 30;
const UNANSWERABLE = 12;
const FOLLOW_UPS = 6;

const textSchema = z.string().trim().min(1).max(400);
const Question = z.strictObject({
  id: z.string().regex(/^[a-z-]+-[th]-\d\d$/),
  question: textSchema,
  style: z.enum(['typed', 'spoken', 'plain']),
  kind: z.enum([
    'where',
    'when',
    'how_much',
    'how_many',
    'how_long',
    'who',
    'whether',
    'how_to',
    'what',
    'contact',
  ]),
  before: z
    .array(z.strictObject({ question: textSchema, answer: textSchema }))
    .min(1)
    .max(3)
    .optional(),
  expect: z.array(z.string().min(1)).max(8),
  topics: z.array(textSchema).max(4),
  answerable: z.boolean(),
});
type Question = z.infer<typeof Question>;
const SmallTalk = z.strictObject({
  id: z.string().regex(/^smalltalk-[th]-\d\d$/),
  question: textSchema,
  half: z.enum(HALVES),
  expect: z.enum([
    'greeting',
    'thanks',
    'goodbye',
    'identity',
    'ability',
    'person',
    'repeat',
    'apology',
    'confused',
  ]),
});

const json = (name: string): unknown => JSON.parse(fs.readFileSync(`${FOLDER}/${name}`, 'utf8'));
function questions(text: string, half: (typeof HALVES)[number]): Question[] {
  const parseResult = z.array(Question).safeParse(json(`${text}.${half}.json`));
  return (
    parseResult.data ??
    assert.fail(`${text}.${half}.json: ${parseResult.error && z.prettifyError(parseResult.error)}`)
  );
}
const allQuestions = (text: string) => HALVES.flatMap((half) => questions(text, half));

/** Maps each heading to the text down to the next heading of any level, on one line. */
function sections(text: string): Map<string, string> {
  const firstUse = new Map<string, string>();
  for (const section of fs.readFileSync(`${FOLDER}/texts/${text}.md`, 'utf8').split(/^(?=#{1,6} )/m)) {
    const heading = /^#+ (.+)$/m.exec(section)?.[1];
    if (!heading) continue;
    assert.ok(!firstUse.has(heading), `${text}: two headings “${heading}”`);
    firstUse.set(heading, section.replace(/[\s|]+/g, ' '));
  }
  return firstUse;
}

const count = (list: readonly Question[]) => ({
  answerable: list.filter(({ answerable, before: lineBefore }) => answerable && !lineBefore).length,
  unanswerable: list.filter(({ answerable }) => !answerable).length,
  followUps: list.filter(({ before: lineBefore }) => lineBefore).length,
});

for (const text of TEXTS) {
  test(`${text}: the expected words of a question are in the text under each of its topics`, () => {
    const headings = sections(text);
    for (const { id, expect, topics, answerable } of allQuestions(text)) {
      assert.equal(expect.length > 0, answerable, `${id}: only an answerable question expects something`);
      assert.equal(topics.length > 0, answerable, `${id}: only an answerable question has topics`);
      for (const topic of topics) {
        const section = headings.get(topic);
        assert.ok(section, `${id}: no heading “${topic}”`);
        for (const pattern of expect) {
          assert.match(section, new RegExp(pattern, 'i'), `${id}: not under “${topic}”`);
          assert.doesNotMatch('', new RegExp(pattern, 'i'), `${id}: an empty answer would do`);
        }
      }
    }
  });

  test(`${text}: the kinds have equal numbers, half of them held out`, () => {
    const [tune, validation] = HALVES.map((half) => count(questions(text, half)));
    const allEntries = { answerable: ANSWERABLE, unanswerable: UNANSWERABLE, followUps: FOLLOW_UPS };
    const halfCounts = {
      answerable: ANSWERABLE / 2,
      unanswerable: UNANSWERABLE / 2,
      followUps: FOLLOW_UPS / 2,
    };
    const noQuestions = { answerable: 0, unanswerable: 0, followUps: 0 };
    assert.deepEqual(tune, text === 'clinic' ? noQuestions : halfCounts);
    assert.deepEqual(validation, text === 'clinic' ? allEntries : halfCounts);
  });
}

test('the folder contains exactly these texts and sets', () => {
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const sets = TEXTS.flatMap((text) => HALVES.map((half) => `${text}.${half}.json`));
  assert.deepEqual(names.sort(), [...sets, 'smalltalk.json'].sort());
  assert.deepEqual(fs.readdirSync(`${FOLDER}/texts`).sort(), TEXTS.map((text) => `${text}.md`).sort());
});

test('an id names text and half; no id and no question occurs twice', () => {
  const ids = new Set<string>();
  const lines = new Set<string>();
  const sets = TEXTS.flatMap((text) => HALVES.map((half) => ({ text, half })));
  for (const { text, half } of sets)
    for (const { id, question, before: lineBefore } of questions(text, half)) {
      assert.ok(id.startsWith(`${text}-${half[0]}-`), `${id} is in ${text}.${half}.json`);
      assert.ok(!ids.has(id), `${id} comes twice`);
      ids.add(id);
      const line = JSON.stringify([text, question.toLowerCase(), lineBefore ?? []]);
      assert.ok(!lines.has(line), `${id} is asked twice`);
      lines.add(line);
    }
});

test('every style is at least a quarter of the questions, and every kind is used', () => {
  const allSets = TEXTS.flatMap(allQuestions);
  for (const style of Question.shape.style.options) {
    const share = allSets.filter((question) => question.style === style).length / allSets.length;
    assert.ok(share >= 0.25, `${style}: ${share}`);
  }
  const kinds = new Set(allSets.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), [...Question.shape.kind.options].sort());
});

test('spoken questions read as recognised speech: small letters, no digits, no punctuation', () => {
  for (const { id, style, question } of TEXTS.flatMap(allQuestions)) {
    if (style === 'spoken') assert.match(question, /^[a-z' ]+$/, id);
  }
});

test('a fact matches in digits or in words, and another fact does not match', () => {
  // Use only questions of the tuning half, because whoever tunes may read this file.
  const replies: [id: string, right: string[], wrong: string[]][] = [
    ['hotel-t-03', ['€136', '136 euros', 'one hundred and thirty-six euros'], ['€108', '€1,136', '36 euros']],
    [
      'hotel-t-08',
      ['until 11:30', 'until half past eleven', 'till eleven thirty'],
      ['until 10:30', 'until eleven'],
    ],
    [
      'museum-t-01',
      ['10:00–18:00', 'from ten to six', '10 a.m. to 6 p.m.'],
      ['9:30–17:00', 'ten to sixteen'],
    ],
    ['museum-t-04', ['nine euros', '€9', '9 €'], ['€9.50', 'nineteen euros', '€39']],
    ['software-t-04', ['five thousand rows', '5,000', '5000'], ['500', '15,000', 'twenty-five rows']],
    ['shop-t-14', ['555 0142', 'five five five, oh one four two'], ['555 0143', '142']],
  ];
  const questionsById = new Map(TEXTS.flatMap(allQuestions).map((question) => [question.id, question]));
  for (const [id, rightReplies, wrongReplies] of replies) {
    assert.match(id, /-t-/);
    const expect = questionsById.get(id)?.expect ?? assert.fail(`no ${id}`);
    const isAnswered = (answer: string) => expect.every((pattern) => new RegExp(pattern, 'i').test(answer));
    for (const answer of rightReplies) assert.ok(isAnswered(answer), `${id}: “${answer}” would do`);
    for (const answer of wrongReplies) assert.ok(!isAnswered(answer), `${id}: “${answer}” would not do`);
  }
});

test('five texts are as long as real ones, and two have no blank line after their headings', () => {
  const texts = TEXTS.slice(1).map((text) => fs.readFileSync(`${FOLDER}/texts/${text}.md`, 'utf8'));
  for (const text of texts) {
    const length = text.split(/\s+/).length;
    assert.ok(length >= 700 && length <= 1300, `${text.slice(0, 40)}: ${length} words`);
  }
  assert.equal(texts.filter((text) => !/^#.*\n\n/m.test(text)).length, 2);
});

test("the shop's text is the demo's", () => {
  const [copy, seed] = [`${FOLDER}/texts/shop.md`, 'src/service/seed/northlight.md'].map((file) =>
    fs.readFileSync(file, 'utf8'),
  );
  assert.equal(copy, seed);
});

test('small talk: forty lines, every kind in both halves', () => {
  const lines = z.array(SmallTalk).parse(json('smalltalk.json'));
  assert.equal(new Set(lines.map(({ id }) => id)).size, 40);
  assert.equal(new Set(lines.map(({ question }) => question.toLowerCase())).size, 40);
  for (const half of HALVES) {
    const halfLines = lines.filter((line) => line.half === half);
    assert.equal(halfLines.length, 20, half);
    const replies = new Set(halfLines.map(({ expect }) => expect));
    assert.deepEqual([...replies].sort(), [...SmallTalk.shape.expect.options].sort());
    for (const { id } of halfLines) assert.ok(id.startsWith(`smalltalk-${half[0]}-`), id);
  }
});
