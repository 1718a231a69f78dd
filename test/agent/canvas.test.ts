import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANVAS_COMPONENTS, type CanvasComponent } from '../../src/contract/canvas.ts';
import {
  visitorWords,
  canvasTools,
  readAction,
  spokenForm,
  type Canvas,
  type ShownCard,
} from '../../src/agent/tools/canvas.ts';

const ALL: Canvas = {
  components: new Set(Object.keys(CANVAS_COMPONENTS) as CanvasComponent[]),
  schedulingUrl: 'https://shop.example/book',
};
const names = (canvas: Canvas | null) => canvasTools(canvas).map((tool) => tool.function.name);

test('a model gets the enabled cards and the tools that change and clear them', () => {
  assert.deepEqual(names({ components: new Set(['text', 'chart']), schedulingUrl: null }), [
    'canvas_show_text',
    'canvas_show_chart',
    'update_component',
    'canvas_clear',
  ]);
  assert.deepEqual(names(null), []);
  assert.deepEqual(names({ components: new Set(), schedulingUrl: null }), []);
  // There is a tool for each card, a tool that changes the visible card, and a tool that clears it.
  assert.equal(names(ALL).length, Object.keys(CANVAS_COMPONENTS).length + 2);
});

const showCalls: [string, string, unknown][] = [
  [
    'canvas_show_text',
    '{"body":"Hello","title":null}',
    { do: 'show', component: 'text', arguments: { body: 'Hello', format: 'plain' } },
  ],
  [
    'canvas_show_scheduling_embed',
    '{"scheduling_url":"https://evil.example/"}',
    { do: 'show', component: 'scheduling_embed', arguments: { scheduling_url: 'https://shop.example/book' } },
  ],
  [
    'canvas_show_scheduling_embed',
    '',
    { do: 'show', component: 'scheduling_embed', arguments: { scheduling_url: 'https://shop.example/book' } },
  ],
  ['update_component', '{"arguments":{"title":"New"}}', { do: 'update', change: { title: 'New' } }],
  ['update_component', '{"title":"New"}', { do: 'update', change: { title: 'New' } }],
  ['canvas_clear', '', { do: 'clear' }],
  ['canvas_show_text', '{"body":""}', null],
  ['canvas_show_chart', '{"data":[]}', null],
  ['canvas_show_image', '{"url":"http://shop.example/a.jpg","alt":"A bike"}', null],
  ['canvas_show_video', '{}', null],
  ['canvas_show___proto__', '{}', null],
  ['canvas_show_text', '{"body":', null],
  ['canvas_show_text', '[]', null],
  ['stock', '{}', null],
];
for (const [name, component, expected] of showCalls) {
  test(`${name} ${component} is ${expected === null ? 'nothing' : 'read'}`, () =>
    assert.deepEqual(readAction(name, component, ALL), expected));
}
test('a disabled card is not shown', () =>
  assert.equal(
    readAction('canvas_show_text', '{"body":"a"}', { components: new Set(['chart']), schedulingUrl: null }),
    null,
  ));

test('a card without spoken words is announced', () => {
  assert.equal(spokenForm(readAction('canvas_show_input', '{"prompt":"Your name?"}', ALL)!), 'Your name?');
  assert.equal(
    spokenForm(readAction('canvas_show_alert', '{"body":"We close soon."}', ALL)!),
    'We close soon.',
  );
  assert.equal(
    spokenForm(readAction('canvas_show_text', '{"body":"A long text."}', ALL)!),
    'Please have a look.',
  );
  assert.equal(spokenForm({ do: 'clear' }), '');
});

const card = (component: CanvasComponent, args: object): ShownCard => ({
  id: 'x',
  component,
  arguments: args,
});
const question = card('question', {
  question: 'Which?',
  options: [
    { id: 'a', label: 'City' },
    { id: 'b', label: 'Gravel' },
  ],
});
const results: [ShownCard, string, string][] = [
  [question, '{"selected":["b","a"],"other":" or both "}', 'Gravel, City, or both'],
  [question, '{"selected":["nothing"]}', ''],
  [question, 'a', 'City'],
  [question, '{"skipped":true}', ''],
  [card('input', { prompt: 'Name' }), '{"value":" Ada "}', 'Ada'],
  [card('input', { prompt: 'Name' }), '{"value":{"a":1}}', ''],
  [card('calendar', {}), '{"selected_date":"2026-03-01","time_zone":"Europe/Paris"}', '2026-03-01'],
  [
    card('calendar', {}),
    '{"selected_slots":["2026-03-01T10:00","2026-03-01T11:00"]}',
    '2026-03-01T10:00, 2026-03-01T11:00',
  ],
  [
    card('calendar', {}),
    '{"selected_range":{"start":"2026-03-01","end":"2026-03-04"}}',
    '2026-03-01 to 2026-03-04',
  ],
  [card('text', { body: 'a' }), '{"dismissed":true}', ''],
];
for (const [card, output, message] of results)
  test(`${card.component} ${output} says “${message}”`, () =>
    assert.equal(visitorWords(card, output), message));
