import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { cardTables } from '../../scripts/card-tables.ts';
import { localeTables } from '../../scripts/locale-tables.ts';
import { CONVERSATION_EVENTS, TURN_EVENTS } from '../../src/contract/callbacks.ts';
import { AgentEvent, VisitorEvent } from '../../src/contract/room-events.ts';
import { CUSTOMIZATION_SUMMARIES } from '../../src/contract/summaries.ts';
import { WEBHOOKS } from '../../src/contract/webhooks.ts';
import { customizationFields } from '../../scripts/event-tables.ts';
import { openApi } from '../../src/developer-tools/openapi.ts';
import { CANVAS_COMPONENTS } from '../../src/contract/canvas.ts';
import { claims, RULES } from '../../scripts/claims.ts';
import { measurementsPage } from '../../scripts/measurements.ts';
import { PROOF_PAGES } from '../../scripts/proof-pages.ts';
import { reference, templates, theming } from '../../scripts/write-docs.ts';
import { CRITERIA } from '../accessibility.ts';
import { CONFORMANCE } from '../conformance.ts';

test('docs/guide/look-and-feel.md says what the manifest says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/guide/look-and-feel.md', 'utf8'), theming());
});

test('docs/measurements.md contains the results of the benchmarks (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/measurements.md', 'utf8'), measurementsPage());
});

test('docs/reference.md says what the code says (npm run docs)', () => {
  assert.equal(fs.readFileSync('docs/reference.md', 'utf8'), reference());
});

test('templates of frameworks are typed by the manifest (npm run docs)', () => {
  for (const [file, text] of templates()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('the tables of languages list the existing files (npm run docs)', async () => {
  for (const [file, text] of await localeTables()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('the pages of proof name the tests that claim to prove something (npm run docs)', () => {
  for (const [file, page] of Object.entries(PROOF_PAGES))
    assert.equal(fs.readFileSync(file, 'utf8'), page(claims()), file);
});

test('every line of the specification and every criterion has a test, and a test names only existing ones', () => {
  const claimed = new Set(claims().map(({ rule }) => rule));
  assert.deepEqual(
    [...RULES.keys()].filter((rule) => !claimed.has(rule)),
    [],
  );
  assert.deepEqual(
    [...claimed].filter((rule) => !RULES.has(rule)),
    [],
  );
});

test('every line of the specification occurs once, with an id of its section', () => {
  for (const [section, lines] of Object.entries(CONFORMANCE))
    for (const id of Object.keys(lines)) assert.match(id, new RegExp(`^${section.toLowerCase()}-\\d+$`));
  const lines = Object.values(CONFORMANCE).flatMap((section) => Object.values(section));
  assert.equal(new Set(lines).size, lines.length);
});

test('every criterion of WCAG 2.2 A and AA occurs once', () => {
  assert.equal(CRITERIA.filter(({ level }) => level === 'A').length, 31);
  assert.equal(CRITERIA.filter(({ level }) => level === 'AA').length, 24);
  assert.equal(new Set(CRITERIA.map(({ number }) => number)).size, CRITERIA.length);
});

test('the generated types and names match the schemas of the cards (npm run docs)', async () => {
  for (const [file, text] of await cardTables()) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('every card has a story', () => {
  const stories = fs.readFileSync('stories/cards.stories.ts', 'utf8');
  for (const component of Object.keys(CANVAS_COMPONENTS))
    assert.match(
      stories,
      new RegExp(`[cC]ard\\(\\s*'${component}'`),
      `stories/cards.stories.ts shows no ${component}`,
    );
});

test('every callback, event of a room and field of customization is in the reference with a sentence', () => {
  const page = fs.readFileSync('docs/reference.md', 'utf8');
  const names = [
    ...Object.keys({ ...CONVERSATION_EVENTS, ...TURN_EVENTS }),
    ...[AgentEvent, VisitorEvent].flatMap((events) =>
      events._zod.def.options.flatMap(({ shape }) => [...shape.event_type._zod.values]),
    ),
    ...customizationFields().map(([path]) => path),
  ];
  for (const name of names) assert.match(page, new RegExp(`^\\| \`${name}\` +\\|`, 'm'), name);
  for (const [path, , summary] of customizationFields()) assert.match(summary, /\.$/, path);
  const paths = customizationFields().map(([path]) => path);
  assert.deepEqual(
    Object.keys(CUSTOMIZATION_SUMMARIES).filter((path) => !paths.includes(path)),
    [],
  );
});

test('every callback is a webhook of the OpenAPI document, with an example that its schema takes', () => {
  const { webhooks } = openApi('https://palkit.example') as { webhooks: Record<string, unknown> };
  assert.deepEqual(Object.keys(webhooks), Object.keys(WEBHOOKS));
  for (const [name, { body }] of Object.entries(WEBHOOKS)) {
    const { post } = webhooks[name] as {
      post: { requestBody: { content: { 'application/json': { example: unknown } } } };
    };
    assert.equal(body.safeParse(post.requestBody.content['application/json'].example).error, undefined, name);
  }
});
