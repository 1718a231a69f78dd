/** The service shows a page's own cards and tells the model the answer or the fault. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LlmTools } from '../../src/contract/llm-tools.ts';
import { CardTable } from '../../src/agent/tools/card-table.ts';
import { ownTools, PageTools } from '../../src/agent/tools/own-tools.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { ManualClock } from '../../src/runtime/clock.ts';

const outbound = createOutbound({ clock: new ManualClock(), allowedHosts: [] });
after(() => outbound.close());
const tool = (name: string, extraFields: object = {}) => ({
  function: { name, description: 'Prices' },
  ...extraFields,
});
const { signal } = new AbortController();

/** Creates a canvas, and the tool with which a model shows a page's own card on it. */
function table() {
  const calls: { name: string; arguments: string; tool_call_id: string }[] = [];
  const cards = new CardTable((call) => calls.push(call));
  const clock = new ManualClock();
  const page = new PageTools(clock, () => assert.fail('no tool of the page'));
  const [shows] = ownTools(LlmTools.parse([tool('canvas_show_price_table', { effects: false })]), {
    outbound,
    page,
    show: (action) => cards.perform(action),
  });
  /** Calls the tool and reports this status to the canvas in place of the page. Returns the tool's outcome. */
  const show = (parameters: Record<string, unknown>, status = 'shown', output = '') => {
    const outcome = shows!.run(parameters, signal);
    const id = calls.at(-1)?.tool_call_id ?? '';
    cards.takeInteraction(id, output, status);
    page.takePageReport(id, output, status);
    return outcome;
  };
  return { cards, calls, shows: shows!, show, clock };
}

test('an owner may name a tool for a card of their own, without HTTP; built-in names are reserved', () => {
  const isValid = (...args: Parameters<typeof tool>) => LlmTools.safeParse([tool(...args)]).success;
  assert.ok(isValid('canvas_show_price_table'));
  for (const name of [
    'canvas_show_question',
    'canvas_show_',
    'canvas_show_Price',
    'canvas_show_price2',
    'canvas_clear',
    'canvas_price_table',
    'update_component',
  ])
    assert.equal(isValid(name), false, name);
  assert.equal(isValid('canvas_show_price_table', { http: { url: 'https://shop.example/' } }), false);
});

test("the model gets an answer when the page shows the card, and later the visitor's choice in words", async () => {
  const { cards, calls, shows, show } = table();
  assert.equal(shows.readOnly, false);
  assert.match(await show({ plans: ['S', 'L'] }), /^Done: the visitor sees it/);
  assert.deepEqual(
    calls.map(({ name, arguments: args }) => [name, args]),
    [['canvas_show_price_table', '{"plans":["S","L"]}']],
  );
  cards.perform({ do: 'update', change: { plans: ['M'] } });
  assert.equal(calls[1]!.name, 'update_component');
  assert.equal(cards.takeInteraction('another', '{"text":"The small one"}'), null);
  assert.equal(cards.takeInteraction(calls[0]!.tool_call_id, '{"text":" The small one "}'), 'The small one');
  assert.equal(cards.takeInteraction(calls[0]!.tool_call_id, '{"text":"Again"}'), null);
});

for (const [output, message] of [
  ['{"plan":"S","seats":3}', '{"plan":"S","seats":3}'],
  ['{"skipped":true}', ''],
  ['{"dismissed":true}', ''],
  ['no JSON', ''],
  [JSON.stringify({ text: 'x'.repeat(5000) }), 'x'.repeat(2000)],
] as const)
  test(`an answer of ${output.slice(0, 30)} says "${message.slice(0, 30)}"`, async () => {
    const { cards, calls, show } = table();
    await show({});
    assert.equal(cards.takeInteraction(calls[0]!.tool_call_id, output), message);
  });

test('arguments that are too long are not shown, nor a change that makes them too long', async () => {
  const { cards, calls, show } = table();
  assert.match(await show({ text: 'x'.repeat(20_000) }), /^Error: the card was not shown/);
  assert.equal(calls.length, 0);
  await show({});
  cards.perform({ do: 'update', change: { text: 'x'.repeat(20_000) } });
  assert.equal(calls.length, 1);
});

test('the model is told once per call that the page lacks a kind of card', async () => {
  const { cards, calls, show, shows } = table();
  const outcome = await show({}, 'error', '{"error":"unknown_component"}');
  assert.match(outcome, /^Error: the card was not shown, for the visitor's page has none of this kind/);
  assert.equal(
    cards.takeInteraction(calls[0]!.tool_call_id, '{"text":"The small one"}'),
    null,
    'there is no card',
  );
  assert.match(await shows.run({}, signal), /^Error: the card was not shown, for/);
  assert.equal(calls.length, 1, 'it is not sent again');
});

test('the model is told about arguments that the page cannot read, and may try others', async () => {
  const { show } = table();
  const outcome = await show({}, 'error', '{"error":"invalid_arguments"}');
  assert.match(outcome, /^Error: the card was not shown: the page could not read its arguments/);
  assert.match(await show({ plans: [] }), /^Done/);
});

test('a page without an answer is awaited for a moment; its later answer counts for the next call', async () => {
  const { calls, shows, clock } = table();
  const outcome = shows.run({}, signal);
  clock.move(1500);
  assert.match(await outcome, /^Done/);
  const lateController = new AbortController();
  const droppedCall = shows.run({}, lateController.signal);
  lateController.abort(new Error('gone'));
  await assert.rejects(droppedCall, /gone/);
  assert.equal(calls.length, 2);
});
