import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CanvasInteraction } from '../../src/contract/canvas.ts';
import { nextCanvas, EMPTY_CANVAS } from '../../src/elements/session/canvas.ts';
import type { CanvasState } from '../../src/elements/session/phases.ts';
import { agentEvent, INTERACT, json, waitForever, offline, settle, world } from './world.ts';

const QUESTION = {
  question: 'Which one?',
  options: [
    { id: 'a', label: 'The first' },
    { id: 'b', label: 'The second' },
  ],
};
const call = (name: string, args: unknown, tool_call_id = 'call-1') =>
  agentEvent('conversation.tool_call', {
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    tool_call_id,
  });
const show = (args: unknown = QUESTION, id = 'call-1') => call('canvas_show_question', args, id);
const open = nextCanvas(EMPTY_CANVAS, show()).canvas;

test('a question is shown with its defaults', () => {
  assert.deepEqual(nextCanvas(EMPTY_CANVAS, show()), {
    canvas: {
      card: {
        tool_call_id: 'call-1',
        component: 'question',
        arguments: { ...QUESTION, multi_select: false, allow_other: false },
      },
      state: 'open',
    },
  });
});

test('a new card replaces the old one in any state', () => {
  for (const state of ['open', 'sending', 'sent', 'failed'] as const) {
    const { canvas: now } = nextCanvas({ ...open, state }, show(QUESTION, 'call-2'));
    assert.deepEqual([now.card?.tool_call_id, now.state], ['call-2', 'open']);
  }
});

test('the same call a second time changes nothing', () => {
  const sending: CanvasState = { ...open, state: 'sending' };
  assert.equal(nextCanvas(sending, show()).canvas, sending);
});

for (const [cause, args] of [
  ['no JSON', '{'],
  ['no object', '[]'],
  ['one option', { ...QUESTION, options: QUESTION.options.slice(0, 1) }],
  ['equal ids', { ...QUESTION, options: [QUESTION.options[0], QUESTION.options[0]] }],
  ['no question', { options: QUESTION.options }],
  [
    'eleven options',
    { ...QUESTION, options: Array.from({ length: 11 }, (_, index) => ({ id: String(index), label: 'x' })) },
  ],
] as const) {
  test(`arguments with ${cause} are not drawn but reported, and the previous card stays`, () => {
    assert.deepEqual(nextCanvas(open, show(args, 'call-2')), {
      canvas: open,
      fault: { tool_call_id: 'call-2', component: 'canvas.question', reason: 'invalid_arguments' },
    });
  });
}

test('an unknown component is reported under a valid name', () => {
  for (const name of ['hologram', 'Holo-Gram', '', 'x'.repeat(100), 'constructor']) {
    const { canvas: now, fault } = nextCanvas(open, call(`canvas_show_${name}`, {}, 'call-2'));
    assert.deepEqual([now, fault?.tool_call_id, fault?.reason], [open, 'call-2', 'unknown_component']);
  }
  const { fault } = nextCanvas(EMPTY_CANVAS, call('canvas_show_Holo-Gram', {}));
  assert.deepEqual(fault, {
    tool_call_id: 'call-1',
    component: 'canvas.holo_gram',
    reason: 'unknown_component',
  });
});

test('an error can be posted for any call of an agent', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, args) => {
      const { canvas: now, fault } = nextCanvas(EMPTY_CANVAS, call(`canvas_show_${name}`, args));
      assert.equal(now, EMPTY_CANVAS);
      assert.ok(
        CanvasInteraction.safeParse({
          interaction_id: 'i',
          tool_call_id: fault!.tool_call_id,
          component: fault!.component,
          component_version: 'v1',
          type: 'error',
        }).success,
      );
    }),
  );
});

test('clear removes the named card, or the present one', () => {
  assert.equal(nextCanvas(open, call('canvas_clear', {})).canvas, EMPTY_CANVAS);
  assert.equal(nextCanvas(open, call('canvas_clear', { component: 'question' })).canvas, EMPTY_CANVAS);
  assert.equal(nextCanvas(open, call('canvas_clear', { tool_call_id: 'call-1' })).canvas, EMPTY_CANVAS);
  assert.equal(nextCanvas(open, call('canvas_clear', { tool_call_id: 'call-0' })).canvas, open);
  assert.equal(nextCanvas(open, call('canvas_clear', { component: 'chart' })).canvas, open);
  assert.equal(nextCanvas(open, call('canvas_clear', 'not JSON')).canvas, EMPTY_CANVAS);
});

test('an update merges into the card under its own call', () => {
  for (const args of [
    { question: 'And now?' },
    { component: 'question', arguments: { question: 'And now?' } },
    { tool_call_id: 'call-1', question: 'And now?' },
  ]) {
    const { canvas: now } = nextCanvas(open, call('update_component', args, 'call-2'));
    assert.deepEqual(now.card, {
      tool_call_id: 'call-1',
      component: 'question',
      arguments: { ...open.card!.arguments, question: 'And now?' },
    });
  }
});

test('an invalid update is reported and changes nothing', () => {
  assert.deepEqual(nextCanvas(open, call('update_component', { options: [] }, 'call-2')), {
    canvas: open,
    fault: { tool_call_id: 'call-2', component: 'canvas.question', reason: 'invalid_arguments' },
  });
});

test('an update without a card, for another one, or after the answer changes nothing', () => {
  assert.deepEqual(nextCanvas(EMPTY_CANVAS, call('update_component', { question: 'x' })), {
    canvas: EMPTY_CANVAS,
  });
  assert.deepEqual(nextCanvas(open, call('update_component', { tool_call_id: 'call-0', question: 'x' })), {
    canvas: open,
  });
  for (const state of ['sending', 'sent'] as const) {
    const now = { ...open, state };
    assert.equal(nextCanvas(now, call('update_component', { question: 'x' })).canvas, now);
  }
});

test('other tools and other events leave the same canvas; the end empties it', () => {
  assert.deepEqual(nextCanvas(open, call('book_a_table', {})), { canvas: open });
  assert.deepEqual(nextCanvas(open, agentEvent('conversation.started_speaking', { role: 'pal' })), {
    canvas: open,
  });
  assert.equal(
    nextCanvas(open, agentEvent('conversation.ended', { shutdown_reason: 'x' })).canvas.card,
    null,
  );
});

const SUBMIT = { type: 'submit' as const, value: { selected: ['a'], other: 'or so' } };

test('a submitted card is posted, sent to the agent, confirmed for 1.2 s and removed', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show());
  visitor.session.answerCard(SUBMIT);
  assert.equal(visitor.session.view.canvas.state, 'sending');
  visitor.session.answerCard({ type: 'skip' });
  await settle();
  assert.equal(visitor.session.view.canvas.state, 'sent');
  const [request, ...otherRequests] = visitor.service.of(INTERACT);
  assert.equal(otherRequests.length, 0);
  assert.equal(request!.path, '/v2/conversations/conversation-1/canvas/interactions');
  const { interaction_id, ...otherFields } = request!.body as Record<string, unknown>;
  assert.match(String(interaction_id), /^.{16,128}$/);
  assert.deepEqual(otherFields, {
    tool_call_id: 'call-1',
    component: 'canvas.question',
    component_version: 'v1',
    type: 'submit',
    value: SUBMIT.value,
  });
  assert.deepEqual(room.sentMessages, [
    {
      message_type: 'conversation',
      event_type: 'conversation.tool_result',
      properties: { tool_call_id: 'call-1', output: JSON.stringify(SUBMIT.value) },
    },
  ]);
  await visitor.clock.advance(1199);
  assert.ok(visitor.session.view.canvas.card);
  await visitor.clock.advance(1);
  assert.equal(visitor.session.view.canvas.card, null);
});

test('a skipped card is posted, reported and removed at once', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show());
  visitor.session.answerCard({ type: 'skip' });
  await settle();
  const { type, value } = visitor.service.of(INTERACT)[0]!.body as Record<string, unknown>;
  assert.deepEqual([type, value], ['skip', undefined]);
  assert.deepEqual(
    room.sentMessages.map(({ properties }) => properties),
    [{ tool_call_id: 'call-1', output: '{"skipped":true}' }],
  );
  assert.equal(visitor.session.view.canvas.card, null);
});

test('a failed post keeps the card; a retry is the same interaction, another answer or card another one', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.service.on(INTERACT, offline);
  room.listener.message(show());
  const ids: unknown[] = [];
  for (const answer of [SUBMIT, SUBMIT, { type: 'skip' as const }]) {
    visitor.session.answerCard(answer);
    await settle();
    assert.deepEqual(
      [visitor.session.view.canvas.state, visitor.session.view.canvas.card?.tool_call_id],
      ['failed', 'call-1'],
    );
  }
  assert.deepEqual(room.sentMessages, []);
  room.listener.message(show(QUESTION, 'call-2'));
  visitor.service.on(INTERACT, () => json({ success: true }));
  visitor.session.answerCard({ type: 'skip' });
  await settle();
  ids.push(
    ...visitor.service.of(INTERACT).map(({ body }) => (body as { interaction_id: string }).interaction_id),
  );
  assert.equal(ids[0], ids[1]);
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(
    room.sentMessages.map(({ properties }) => (properties as { tool_call_id: string }).tool_call_id),
    ['call-2'],
  );
});

test('a card that arrived meanwhile is not affected by the answer to the previous one', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show());
  let answer!: (response: Response) => void;
  visitor.service.on(INTERACT, () => new Promise((resolve) => (answer = resolve)));
  visitor.session.answerCard(SUBMIT);
  await settle();
  room.listener.message(show(QUESTION, 'call-2'));
  answer(json({ success: true }));
  await visitor.clock.advance(5000);
  assert.deepEqual(
    [visitor.session.view.canvas.card?.tool_call_id, visitor.session.view.canvas.state],
    ['call-2', 'open'],
  );
});

test('an answer during a reconnection is sent once connected', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show());
  room.listener.lost();
  await settle();
  visitor.session.answerCard(SUBMIT);
  await settle();
  const nextRoom = visitor.rooms.at(-1)!;
  nextRoom.connect();
  await settle();
  assert.deepEqual(
    nextRoom.sentMessages.map(({ event_type }) => event_type),
    ['conversation.tool_result'],
  );
});

test('an answer shortly before a loss is sent again, an older one is not', async () => {
  const visitor = world();
  const room = await visitor.live();
  for (const id of ['call-1', 'call-2']) {
    await visitor.clock.advance(14_000);
    room.listener.message(show(QUESTION, id));
    visitor.session.answerCard(SUBMIT);
    await settle();
  }
  await visitor.clock.advance(10_000);
  room.listener.lost();
  await settle();
  const again = visitor.rooms.at(-1)!;
  again.connect();
  await settle();
  assert.deepEqual(
    again.sentMessages.map(({ properties }) => (properties as { tool_call_id: string }).tool_call_id),
    ['call-2'],
  );
});

test('a card that cannot be drawn is posted as an error, and none is after the end', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show({ question: 1 }));
  await settle();
  const { interaction_id: _, ...otherFields } = visitor.service.of(INTERACT)[0]!.body as Record<
    string,
    unknown
  >;
  assert.deepEqual(otherFields, {
    tool_call_id: 'call-1',
    component: 'canvas.question',
    component_version: 'v1',
    type: 'error',
    metadata: { reason: 'invalid_arguments' },
  });
  visitor.service.on(INTERACT, waitForever);
  room.listener.message(show());
  visitor.session.answerCard(SUBMIT);
  visitor.session.end();
  visitor.session.answerCard(SUBMIT);
  await visitor.clock.advance(5000);
  assert.deepEqual([visitor.session.view.canvas.card, visitor.session.view.canvas.state], [null, 'open']);
  assert.equal(visitor.service.of(INTERACT).length, 2);
});

test('a display card is dismissed: posted, reported and removed at once', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(call('canvas_show_text', { body: 'Read me.' }));
  visitor.session.answerCard(SUBMIT);
  visitor.session.answerCard({ type: 'skip' });
  visitor.session.answerCard({ type: 'dismiss' });
  await settle();
  const bodies = visitor.service.of(INTERACT).map(({ body }) => body as Record<string, unknown>);
  assert.deepEqual(
    bodies.map(({ type, component, value, metadata }) => [type, component, value, metadata]),
    [['dismiss', 'canvas.text', undefined, undefined]],
  );
  assert.deepEqual(
    room.sentMessages.map(({ properties }) => properties),
    [{ tool_call_id: 'call-1', output: '{"dismissed":true}' }],
  );
  assert.equal(visitor.session.view.canvas.card, null);
});

test('a dismissal that did not arrive keeps the card, unless its time is up', async () => {
  const visitor = world();
  const room = await visitor.live();
  visitor.service.on(INTERACT, offline);
  room.listener.message(call('canvas_show_alert', { body: 'Look.' }));
  visitor.session.answerCard({ type: 'dismiss' });
  await settle();
  assert.equal(visitor.session.view.canvas.state, 'failed');
  room.listener.message(call('canvas_show_alert', { body: 'Look.', auto_dismiss_seconds: 5 }, 'call-2'));
  visitor.session.answerCard({ type: 'dismiss', automatic: true });
  await settle();
  assert.equal(visitor.session.view.canvas.card, null);
  assert.deepEqual((visitor.service.of(INTERACT).at(-1)!.body as Record<string, unknown>)['metadata'], {
    automatic: true,
  });
});

test('a card that can only be dismissed cannot be submitted, and the reverse', async () => {
  const visitor = world();
  const room = await visitor.live();
  room.listener.message(show());
  visitor.session.answerCard({ type: 'dismiss' });
  await settle();
  assert.equal(visitor.service.of(INTERACT).length, 0);
  assert.equal(visitor.session.view.canvas.state, 'open');
});
