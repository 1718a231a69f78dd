import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CANVAS_ANSWERS, CANVAS_COMPONENTS, type CanvasComponent } from '../../src/contract/canvas.ts';
import { arc, scaleOf, share } from '../../src/elements/parts/cards/scale.ts';
import { daysOf } from '../../src/elements/parts/cards/slots.ts';
import { canvas, EMPTY_CANVAS } from '../../src/elements/session/canvas.ts';
import { agentEvent } from './world.ts';

type Given = Record<string, unknown>;
const call = (name: string, given: unknown, tool_call_id = 'call-1') =>
  agentEvent('conversation.tool_call', { name, arguments: JSON.stringify(given), tool_call_id });
const long = (length: number) => 'x'.repeat(length);
const data = (length: number) => Array.from({ length }, (_, index) => ({ label: `${index}`, value: index }));
const slots = (length: number) =>
  Array.from({ length }, (_, index) => new Date(Date.UTC(2031, 0, 1, 0, index)).toISOString());

/** Component → what is drawn, at its bounds, and what is not, just beyond. */
const ROWS: Record<CanvasComponent, { least: Given; fits: Given[]; not: Given[] }> = {
  question: {
    least: {
      question: 'Q',
      options: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
    },
    fits: [{ question: long(500) }],
    not: [{ question: long(501) }, { question: '' }, { multi_select: 'yes' }],
  },
  input: {
    least: { prompt: 'P' },
    fits: [
      { prompt: long(240) },
      { placeholder: long(160) },
      ...['text', 'email', 'number', 'tel'].map((input_type) => ({ input_type })),
      { required: true, allow_skip: true },
      { placeholder: null },
    ],
    not: [
      { prompt: long(241) },
      { prompt: ' ' },
      { prompt: null },
      { placeholder: long(161) },
      { input_type: 'password' },
      { required: 1 },
    ],
  },
  calendar: {
    least: {},
    fits: [
      { mode: 'range' },
      { mode: 'date_time' },
      { title: long(120) },
      { date_range: { start: '2031-02-28' } },
      { date_range: { start: '2031-02-28', end: '2031-02-28' } },
      { date_range: { start: '2028-02-29' } },
      { mode: 'slot_picker', slots: slots(100) },
      {
        mode: 'slot_picker',
        slots: [
          '2031-01-01T09:00',
          { start: '2031-01-01T10:00+02:00', end: '2031-01-01T10:30+02:00', label: 'Ten' },
        ],
      },
    ],
    not: [
      { mode: 'month' },
      { title: long(121) },
      { title: '' },
      { date_range: { start: '2031-02-29' } },
      { date_range: { start: '2031-02-02', end: '2031-02-01' } },
      { date_range: { start: '1 March' } },
      { mode: 'slot_picker' },
      { mode: 'slot_picker', slots: [] },
      { mode: 'slot_picker', slots: slots(101) },
      { mode: 'slot_picker', slots: ['tomorrow'] },
      { mode: 'slot_picker', slots: ['2031-01-01T24:00'] },
      { mode: 'slot_picker', slots: ['2031-01-01T09:00', '2031-01-01T09:00'] },
    ],
  },
  scheduling_embed: {
    least: { scheduling_url: 'https://example.com/book' },
    fits: [
      { scheduling_url: `https://example.com/${long(2028)}` },
      { scheduling_url: 'https://example.com:444?x=1' },
    ],
    not: [
      { scheduling_url: `https://example.com/${long(2029)}` },
      { scheduling_url: 'http://example.com' },
      { scheduling_url: 'javascript:alert(1)' },
      { scheduling_url: 'https://a:b@example.com' },
      { scheduling_url: 'https://' },
      { scheduling_url: null },
    ],
  },
  text: {
    least: { body: 'B' },
    fits: [{ body: long(4000) }, { title: long(120) }, { format: 'markdown' }],
    not: [{ body: long(4001) }, { body: '' }, { title: long(121) }, { format: 'html' }],
  },
  chart: {
    least: { data: data(1) },
    fits: [
      { data: data(12) },
      { chart_type: 'line' },
      { chart_type: 'pie', data: data(3) },
      { title: long(120), x_label: long(80), y_label: long(80) },
      { data: [{ label: long(80), value: -1.5 }] },
    ],
    not: [
      { data: [] },
      { data: data(13) },
      { data: [{ label: long(81), value: 1 }] },
      { data: [{ label: '', value: 1 }] },
      { data: [{ label: 'x', value: '1' }] },
      { chart_type: 'radar' },
      { chart_type: 'pie', data: data(1) },
      {
        chart_type: 'pie',
        data: [
          { label: 'x', value: -1 },
          { label: 'y', value: 2 },
        ],
      },
      { title: long(121) },
    ],
  },
  alert: {
    least: { body: 'B' },
    fits: [
      { body: long(1200) },
      { auto_dismiss_seconds: 1 },
      { auto_dismiss_seconds: 120 },
      ...['info', 'success', 'warning', 'error'].map((severity) => ({ severity })),
    ],
    not: [
      { body: long(1201) },
      { auto_dismiss_seconds: 0 },
      { auto_dismiss_seconds: 121 },
      { auto_dismiss_seconds: '5' },
      { severity: 'fatal' },
    ],
  },
  image: {
    least: { url: 'https://example.com/a.png', alt: 'A' },
    fits: [
      { caption: long(500) },
      { alt: long(500) },
      ...['localhost:8787', '127.0.0.1'].map((host) => ({
        url: `http://${host}/media/slides/${'a1'.repeat(24)}.webp`,
      })),
    ],
    not: [
      ...[
        'http://localhost:8787/a.png',
        'http://localhost/media/slides/../a.webp',
        'http://localhost:8787/media/slides/a.webp?x',
        'http://localhost.example/media/slides/a.webp',
        'http://10.0.0.1/media/slides/a.webp',
        'http://a@localhost/media/slides/a.webp',
      ].map((url) => ({ url })),
      { url: 'http://example.com/a.png' },
      { url: 'data:image/png;base64,AAAA' },
      { alt: '' },
      { alt: null },
      { alt: long(501) },
      { caption: long(501) },
    ],
  },
};

for (const [component, { least, fits, not }] of Object.entries(ROWS) as [
  CanvasComponent,
  (typeof ROWS)[CanvasComponent],
][]) {
  test(`${component}: what fits is drawn under the call's id`, () => {
    for (const given of [{}, { layout: { preferred_slot: 'safe-area-left' } }, { layout: {} }, ...fits]) {
      const { canvas: now, fault } = canvas(
        EMPTY_CANVAS,
        call(`canvas_show_${component}`, { ...least, ...given }),
      );
      assert.deepEqual(
        [fault, now.card?.component, now.card?.tool_call_id, now.state],
        [undefined, component, 'call-1', 'open'],
        JSON.stringify(given).slice(0, 200),
      );
      // What stands is what an update is merged into, so it must fit again.
      assert.deepEqual(CANVAS_COMPONENTS[component].safeParse(now.card!.arguments).data, now.card!.arguments);
    }
  });

  test(`${component}: what is out of bounds is reported and not drawn`, () => {
    for (const given of [{ layout: { preferred_slot: 'middle' } }, { layout: 'left' }, ...not]) {
      const fault = { tool_call_id: 'call-1', component: `canvas.${component}`, reason: 'invalid_arguments' };
      assert.deepEqual(
        canvas(EMPTY_CANVAS, call(`canvas_show_${component}`, { ...least, ...given })),
        { canvas: EMPTY_CANVAS, fault },
        JSON.stringify(given).slice(0, 200),
      );
    }
  });

  test(`${component}: an update is merged and judged, a clear by its name removes it`, () => {
    const open = canvas(EMPTY_CANVAS, call(`canvas_show_${component}`, least)).canvas;
    for (const given of fits)
      assert.equal(
        canvas(open, call('update_component', { component, ...given }, 'call-2')).fault,
        undefined,
        JSON.stringify(given).slice(0, 200),
      );
    for (const given of not)
      assert.deepEqual(canvas(open, call('update_component', { component, ...given }, 'call-2')), {
        canvas: open,
        fault: { tool_call_id: 'call-2', component: `canvas.${component}`, reason: 'invalid_arguments' },
      });
    assert.equal(canvas(open, call('canvas_clear', { component })).canvas, EMPTY_CANVAS);
    assert.ok(CANVAS_ANSWERS[component].length > 0);
  });
}

test('an update takes away what it gives as null', () => {
  const open = canvas(EMPTY_CANVAS, call('canvas_show_text', { body: 'B', title: 'T' })).canvas;
  const { canvas: now } = canvas(open, call('update_component', { title: null }, 'call-2'));
  assert.deepEqual(now.card?.arguments, { body: 'B', format: 'plain' });
});

test('a slot alone is its start', () => {
  const { canvas: now } = canvas(
    EMPTY_CANVAS,
    call('canvas_show_calendar', { mode: 'slot_picker', slots: ['2031-01-01T09:00'] }),
  );
  assert.deepEqual(now.card?.component === 'calendar' && now.card.arguments.slots, [
    { start: '2031-01-01T09:00' },
  ]);
});

test('an axis runs in round steps from number to number, and holds every value and 0', () => {
  assert.deepEqual(scaleOf([42, 131]).ticks, [0, 50, 100, 150]);
  assert.deepEqual(scaleOf([-7, 12]).ticks, [-10, -5, 0, 5, 10, 15]);
  assert.deepEqual(scaleOf([5e-324]), scaleOf([0]));
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 }),
      (values) => {
        const { low, high, ticks } = scaleOf(values);
        assert.ok(low < high && ticks.length >= 2 && ticks.length <= 8, `${low} ${high} ${ticks}`);
        for (const value of [0, ...values])
          assert.ok(
            share(value, low, high) >= -1e-9 && share(value, low, high) <= 1 + 1e-9,
            `${value} in ${low} ${high}`,
          );
      },
    ),
  );
});

test("a ring's part is an arc between two shares; a whole one is closed", () => {
  assert.match(
    arc(0, 0.25, 10, 5),
    /^M0\.00 -10\.00A10 10 0 0 1 10\.00 -?0\.00L5\.00 -?0\.00A5 5 0 0 0 0\.00 -5\.00Z$/,
  );
  assert.match(arc(0, 1, 10, 5), /A10 10 0 1 1 /);
});

test('slots stand on their days in order', () => {
  const days = daysOf([
    { start: '2031-03-04T15:00' },
    { start: '2031-03-03T10:00' },
    { start: '2031-03-03T09:00' },
  ]);
  assert.deepEqual(
    days.map(({ key, slots: own }) => [key, own.map(({ start }) => start.slice(11))]),
    [
      ['2031-03-03', ['09:00', '10:00']],
      ['2031-03-04', ['15:00']],
    ],
  );
});
