/** A page's custom cards in the session: read, changed, answered, rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextCanvas, EMPTY_CANVAS } from '../../src/elements/session/canvas.ts';
import { registerCard } from '../../src/elements/session/own-cards.ts';
import type { CardAnswer } from '../../src/elements/session/phases.ts';
import { agentEvent, INTERACT, settle, world } from './world.ts';

const load = () => Promise.reject(new Error('nobody draws here'));
registerCard('price_table', {
  load,
  answers: ['submit', 'dismiss'],
  parse: (args) => {
    if (args['plans'] === 'throw') throw new Error('thrown by the page');
    return Array.isArray(args['plans']) ? args : null;
  },
});
registerCard('open_card', { load });

const call = (name: string, args: object, tool_call_id = 'call-1') =>
  agentEvent('conversation.tool_call', { name, arguments: JSON.stringify(args), tool_call_id });
const show = (args: object, id?: string) => call('canvas_show_price_table', args, id);
const open = nextCanvas(EMPTY_CANVAS, show({ plans: [1], note: null })).canvas;

test('a registered kind is a card; it is changed and cleared by its name', () => {
  assert.deepEqual(open, {
    card: { tool_call_id: 'call-1', component: 'own', kind: 'price_table', arguments: { plans: [1] } },
    state: 'open',
  });
  const changedCard = nextCanvas(open, call('update_component', { plans: [2] }, 'call-2')).canvas.card;
  assert.deepEqual(changedCard?.arguments, { plans: [2] });
  assert.equal(nextCanvas(open, call('canvas_clear', { component: 'price_table' })).canvas, EMPTY_CANVAS);
  assert.equal(nextCanvas(open, call('canvas_clear', { component: 'own' })).canvas, open);
});

test('arguments that the page refuses, that are too long, or of an unregistered kind are reported', () => {
  const consoleError = console.error;
  const messages: string[] = [];
  console.error = (text: string) => messages.push(text);
  try {
    for (const args of [{}, { plans: 'throw' }, { plans: ['x'.repeat(20_000)] }])
      assert.deepEqual(nextCanvas(open, show(args, 'call-2')), {
        canvas: open,
        fault: { tool_call_id: 'call-2', component: 'canvas.price_table', reason: 'invalid_arguments' },
      });
  } finally {
    console.error = consoleError;
  }
  assert.deepEqual(messages, ['palkit: the card price_table rejected its arguments.']);
  assert.equal(
    nextCanvas(open, call('canvas_show_other_table', {}, 'call-2')).fault?.reason,
    'unknown_component',
  );
});

for (const kind of ['', 'Price', 'price-table', '_price', 'x'.repeat(53), '__proto__'])
  test(`${JSON.stringify(kind.slice(0, 20))} is no valid kind`, () => {
    assert.throws(() => registerCard(kind, { load }), /cannot name a card/);
  });

test('a built-in kind stays unchanged, and a card without a loader is refused', () => {
  assert.throws(() => registerCard('question', { load }), /the card question is built in/);
  assert.throws(() => registerCard('no_loader', {} as never), /needs a function `load`/);
});

test("a card's answer is posted under its kind and sent to the agent; others are refused with a message", async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show({ plans: [1] }));
  const consoleError = console.error;
  const messages: string[] = [];
  console.error = (text: string) => messages.push(text);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  try {
    for (const answer of [
      { type: 'skip' },
      { type: 'clear' },
      undefined,
      { type: 'submit' },
      { type: 'submit', value: [1] },
      { type: 'submit', value: circular },
      { type: 'submit', value: { text: 'x'.repeat(2000) } },
    ])
      visitor.session.answerCard(answer as CardAnswer);
  } finally {
    console.error = consoleError;
  }
  assert.equal(messages.length, 7);
  assert.equal(visitor.service.of(INTERACT).length, 0);
  assert.equal(visitor.session.view.canvas.state, 'open');
  visitor.session.answerCard({ type: 'submit', value: { text: 'The small one' } });
  await settle();
  const { component, type, value } = visitor.service.of(INTERACT)[0]!.body as Record<string, unknown>;
  assert.deepEqual([component, type, value], ['canvas.price_table', 'submit', { text: 'The small one' }]);
  assert.deepEqual(
    room.sentMessages.map(({ properties }) => properties),
    [
      { tool_call_id: 'call-1', output: '', status: 'shown' },
      { tool_call_id: 'call-1', output: '{"text":"The small one"}' },
    ],
  );
  await visitor.clock.advance(1200);
  assert.equal(visitor.session.view.canvas.card, null);
});

test('a kind without declared answers accepts all three', async () => {
  for (const type of ['skip', 'dismiss'] as const) {
    const visitor = world();
    const room = await visitor.live();
    room.listener.message(call('canvas_show_open_card', {}));
    visitor.session.answerCard({ type });
    await settle();
    assert.equal(visitor.service.of(INTERACT).length, 1);
    assert.equal(visitor.session.view.canvas.card, null);
  }
});

test('a card that the page cannot show is reported to the agent', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(call('canvas_show_nobodys_card', {}, 'call-9'));
  await settle();
  assert.deepEqual(
    room.sentMessages.map(({ properties }) => properties),
    [{ tool_call_id: 'call-9', output: '{"error":"unknown_component"}', status: 'error' }],
  );
  assert.equal(visitor.service.of(INTERACT).length, 1);
});
