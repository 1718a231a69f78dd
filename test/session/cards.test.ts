import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CANVAS_ANSWERS, CANVAS_COMPONENTS, type CanvasComponent } from '../../src/contract/canvas.ts';
import { arc, scaleOf, relativePosition } from '../../src/elements/parts/cards/scale.ts';
import { daysOf } from '../../src/elements/parts/cards/slots.ts';
import { nextCanvas, EMPTY_CANVAS } from '../../src/elements/session/canvas.ts';
import { CARD_BOUNDS } from './card-bounds.ts';
import { agentEvent } from './world.ts';

const call = (name: string, args: unknown, tool_call_id = 'call-1') =>
  agentEvent('conversation.tool_call', { name, arguments: JSON.stringify(args), tool_call_id });

for (const [component, { minimum, fits: fitting, not }] of Object.entries(CARD_BOUNDS) as [
  CanvasComponent,
  (typeof CARD_BOUNDS)[CanvasComponent],
][]) {
  test(`${component}: valid arguments are drawn under the call's id`, () => {
    for (const args of [{}, { layout: { preferred_slot: 'safe-area-left' } }, { layout: {} }, ...fitting]) {
      const { canvas: now, fault } = nextCanvas(
        EMPTY_CANVAS,
        call(`canvas_show_${component}`, { ...minimum, ...args }),
      );
      assert.deepEqual(
        [fault, now.card?.component, now.card?.tool_call_id, now.state],
        [undefined, component, 'call-1', 'open'],
        JSON.stringify(args).slice(0, 200),
      );
      // A later update is merged into the shown card, so the merged arguments must match the schema again.
      assert.deepEqual(CANVAS_COMPONENTS[component].safeParse(now.card!.arguments).data, now.card!.arguments);
    }
  });

  test(`${component}: invalid arguments are reported and not drawn`, () => {
    for (const args of [{ layout: { preferred_slot: 'middle' } }, { layout: 'left' }, ...not]) {
      const fault = { tool_call_id: 'call-1', component: `canvas.${component}`, reason: 'invalid_arguments' };
      assert.deepEqual(
        nextCanvas(EMPTY_CANVAS, call(`canvas_show_${component}`, { ...minimum, ...args })),
        { canvas: EMPTY_CANVAS, fault },
        JSON.stringify(args).slice(0, 200),
      );
    }
  });

  test(`${component}: an update is merged and judged, a clear by its name removes it`, () => {
    const open = nextCanvas(EMPTY_CANVAS, call(`canvas_show_${component}`, minimum)).canvas;
    for (const args of fitting)
      assert.equal(
        nextCanvas(open, call('update_component', { component, ...args }, 'call-2')).fault,
        undefined,
        JSON.stringify(args).slice(0, 200),
      );
    for (const args of not)
      assert.deepEqual(nextCanvas(open, call('update_component', { component, ...args }, 'call-2')), {
        canvas: open,
        fault: { tool_call_id: 'call-2', component: `canvas.${component}`, reason: 'invalid_arguments' },
      });
    assert.equal(nextCanvas(open, call('canvas_clear', { component })).canvas, EMPTY_CANVAS);
    assert.ok(CANVAS_ANSWERS[component].length > 0);
  });
}

test('an update removes fields that are null', () => {
  const open = nextCanvas(EMPTY_CANVAS, call('canvas_show_text', { body: 'B', title: 'T' })).canvas;
  const { canvas: now } = nextCanvas(open, call('update_component', { title: null }, 'call-2'));
  assert.deepEqual(now.card?.arguments, { body: 'B', format: 'plain' });
});

test('a slot without an end is its start', () => {
  const { canvas: now } = nextCanvas(
    EMPTY_CANVAS,
    call('canvas_show_calendar', { mode: 'slot_picker', slots: ['2031-01-01T09:00'] }),
  );
  assert.deepEqual(now.card?.component === 'calendar' && now.card.arguments.slots, [
    { start: '2031-01-01T09:00' },
  ]);
});

test('an axis has round steps from number to number, and contains every value and 0', () => {
  assert.deepEqual(scaleOf([42, 131]).ticks, [0, 50, 100, 150]);
  assert.deepEqual(scaleOf([-7, 12]).ticks, [-10, -5, 0, 5, 10, 15]);
  assert.deepEqual(scaleOf([5e-324]), scaleOf([0]));
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 }),
      (values) => {
        const { low: minimum, high: maximum, ticks } = scaleOf(values);
        assert.ok(
          minimum < maximum && ticks.length >= 2 && ticks.length <= 8,
          `${minimum} ${maximum} ${ticks}`,
        );
        for (const value of [0, ...values])
          assert.ok(
            relativePosition(value, minimum, maximum) >= -1e-9 &&
              relativePosition(value, minimum, maximum) <= 1 + 1e-9,
            `${value} in ${minimum} ${maximum}`,
          );
      },
    ),
  );
});

test("a ring's part is an arc between two shares; a full one is closed", () => {
  assert.match(
    arc(0, 0.25, 10, 5),
    /^M0\.00 -10\.00A10 10 0 0 1 10\.00 -?0\.00L5\.00 -?0\.00A5 5 0 0 0 0\.00 -5\.00Z$/,
  );
  assert.match(arc(0, 1, 10, 5), /A10 10 0 1 1 /);
});

test('slots are on their days in order', () => {
  const days = daysOf([
    { start: '2031-03-04T15:00' },
    { start: '2031-03-03T10:00' },
    { start: '2031-03-03T09:00' },
  ]);
  assert.deepEqual(
    days.map(({ key, slots: daySlots }) => [key, daySlots.map(({ start }) => start.slice(11))]),
    [
      ['2031-03-03', ['09:00', '10:00']],
      ['2031-03-04', ['15:00']],
    ],
  );
});
