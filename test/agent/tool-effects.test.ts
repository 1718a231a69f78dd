/** Tools that may be called before a turn has certainly ended, and the key with which a repeated call runs once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { LlmTools } from '../../src/contract/llm-tools.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { ModelResponder } from '../../src/agent/replies/model-responder.ts';
import { ownTools, PageTools } from '../../src/agent/tools/own-tools.ts';
import { ToolCalls } from '../../src/agent/tools/tool-calls.ts';
import type { Tool } from '../../src/agent/tools/tool.ts';
import { importTools } from '../../src/tool-servers/tool-list.ts';
import { callTool } from '../../src/tool-servers/tool-result.ts';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { openToolServer, type ToolServer } from '../service/tool-server.ts';
import { call, delta, scriptedModel, tool, words } from './scripted-model.ts';
import { settle } from './stage.ts';

const { signal } = new AbortController();
let toolServer: ToolServer;
let shop: http.Server;
let outbound: Outbound;
const keys: (string | undefined)[] = [];
before(async () => {
  toolServer = await openToolServer();
  shop = http
    .createServer((request, response) => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      response.end('done');
    })
    .listen(0, '127.0.0.1');
  await once(shop, 'listening');
  outbound = createOutbound({ clock: new ManualClock(), allowedHosts: [toolServer.host, shopHost()] });
});
after(async () => {
  await outbound.close();
  await toolServer.close();
  shop.closeAllConnections();
  shop.close();
});
const shopHost = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`;
const settleAll = async () => {
  for (let turn = 0; turn < 50; turn++) await settle();
};

describe('tools before the turn has certainly ended', () => {
  /** Returns the tools that ran before the turn settled (`earlyResult`), and all tools that ran. */
  async function runTools(tools: Omit<Tool, 'run'>[], toolNames = tools.map(({ name }) => name)) {
    const names: string[] = [];
    const { fetch } = scriptedModel(({ messages }) =>
      messages.at(-1)!.role === 'tool'
        ? words('Done.')
        : [...toolNames.map((name, index) => call(name, {}, { index })), delta({}, 'tool_calls')],
    );
    const responder = new ModelResponder({
      endpoint: { account: 1, baseUrl: 'https://effects.example/v1', apiKey: null, model: 'm', fetch },
      knowledge: new Knowledge([]),
      prompt: () => 'Be kind.',
      clock: new ManualClock(),
      tools: tools.map((item) => ({ ...item, run: async () => (names.push(item.name), 'fine') })),
    });
    let endTurn!: () => void;
    const turnEnd = new Promise<void>((resolve) => (endTurn = resolve));
    const answerEnd = (async () => {
      for await (const chunk of responder.think('Well?', { history: [], canvas: null, signal, turnEnd }))
        void chunk;
    })();
    await settleAll();
    const earlyResult = [...names];
    endTurn();
    await answerEnd;
    return { early: earlyResult, all: names };
  }

  test('a tool that only reads is called, any other is not', async () => {
    const lookTool = { ...tool('look'), readOnly: true };
    assert.deepEqual(await runTools([lookTool]), { early: ['look'], all: ['look'] });
    assert.deepEqual(await runTools([tool('book')]), { early: [], all: ['book'] });
    assert.deepEqual(await runTools([lookTool, tool('book')]), { early: [], all: ['look', 'book'] });
  });

  test('a tool counts as having effects unless its owner or its server says otherwise', async () => {
    const page = new PageTools(new ManualClock(), () => {});
    const toolWith = (effects?: boolean) => ({
      function: { name: `tool_${effects}`, description: '' },
      http: { url: `http://${shopHost()}/` },
      ...(effects === undefined ? {} : { effects }),
    });
    const tools = ownTools(LlmTools.parse([toolWith(), toolWith(true), toolWith(false)]), {
      outbound,
      page,
      show: () => null,
    });
    assert.deepEqual(
      tools.map(({ readOnly }) => readOnly),
      [false, false, true],
    );
    assert.equal(LlmTools.safeParse([{ ...toolWith(), effects: 'none' }]).success, false);
    const { tools: importedTools } = await importTools(outbound, { url: toolServer.urls.open, token: null });
    assert.deepEqual(
      importedTools.map(({ name, read_only }) => [name, read_only]),
      [
        ['stock', true],
        ['reserve', undefined],
      ],
    );
  });
});

describe('the idempotency key of a tool call, over a real server', () => {
  /** Calls a tool within one line of a conversation; `line` is the number of lines before it. */
  const runCall = async (tool: Tool, args: string, { conversation = 'c1', line = 3 } = {}) => {
    const calls = new ToolCalls({ clock: new ManualClock(), signal, conversation, lines: line });
    return calls.line.call({ id: 'id', name: tool.name, arguments: args }, tool, signal);
  };

  test('stays the same after a restart within a line, and differs for another call', async () => {
    const page = new PageTools(new ManualClock(), () => {});
    const [book, order] = ownTools(
      LlmTools.parse(
        ['book', 'order'].map((name) => ({
          function: { name, description: '' },
          http: { url: `http://${shopHost()}/${name}` },
        })),
      ),
      { outbound, page, show: () => null },
    );
    for (const work of [
      () => runCall(book!, '{"seats":2,"day":"Friday"}'),
      () => runCall(book!, '{"day":"Friday","seats":2}'),
      () => runCall(book!, '{"day":"Friday","seats":3}'),
      () => runCall(order!, '{"day":"Friday","seats":2}'),
      () => runCall(book!, '{"day":"Friday","seats":2}', { line: 4 }),
      () => runCall(book!, '{"day":"Friday","seats":2}', { conversation: 'c2' }),
    ])
      assert.equal(await work(), 'done');
    assert.match(keys[0]!, /^[0-9a-f]{40}$/);
    assert.equal(keys[1], keys[0]);
    assert.equal(new Set(keys).size, 5);
  });

  test('is also sent to a tool server', async () => {
    const server = { url: toolServer.urls.open, token: null };
    const stockTool: Tool = {
      ...tool('stock'),
      run: (args, stop, signal) => callTool(outbound, server, 'stock', args, stop, signal),
    };
    await runCall(stockTool, '{"article":"bell"}');
    await runCall(stockTool, '{"article":"bell"}');
    await runCall(stockTool, '{"article":"lamp"}');
    assert.match(toolServer.keys[0]!, /^[0-9a-f]{40}$/);
    assert.equal(toolServer.keys[1], toolServer.keys[0]);
    assert.notEqual(toolServer.keys[2], toolServer.keys[0]);
    assert.equal(toolServer.keys.length, 3);
  });
});
