/** The MCP server, tested with the official MCP client and a complete service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { scopeOf } from '../../src/contract/endpoint.ts';
import { createKey } from '../../src/contract/keys.ts';
import { example } from '../../src/developer-tools/examples.ts';
import { Documentation } from '../../src/developer-tools/documentation.ts';
import { answerMcp, MAX_ANSWER, type EndpointAnswer } from '../../src/developer-tools/mcp-server.ts';
import { mcpTools } from '../../src/developer-tools/mcp-tools.ts';
import { MCP_REQUESTS_AT_ONCE } from '../../src/service/compose/developer-site.ts';
import { SYSTEM_FACE } from '../../src/service/seed/seed.ts';
import { until } from '../service/until.ts';
import { ALICE, BOB, openWorld, type World } from '../service/world.ts';

let world: World;
let address: string;
/** A model that leaves requests open while `isHolding` is true, and otherwise fails. */
let model: http.Server;
let isHolding = false;
const responses: http.ServerResponse[] = [];
const fail = (response: http.ServerResponse) => response.writeHead(400).end('{}');

before(async () => {
  model = http.createServer((request, response) => {
    request.resume();
    if (isHolding) responses.push(response);
    else fail(response);
  });
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  world = await openWorld({
    environment: {
      LLM_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
      LLM_MODEL: 'held',
    },
  });
  address = await world.service.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  model.closeAllConnections();
  model.close();
  await world.close();
});

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
const withKey = (key: string) => connect({ authorization: `Bearer ${key}` });

async function call(client: Client, name: string, toolArguments: Record<string, unknown> = {}) {
  const { isError = false, content } = await client.callTool({ name, arguments: toolArguments });
  return { isError, text: (content as { text: string }[]).map(({ text }) => text).join('\n') };
}
const read = async (client: Client, name: string, toolArguments: Record<string, unknown>) => {
  const { isError, text } = await call(client, name, toolArguments);
  assert.ok(!isError, text);
  return JSON.parse(text) as Record<string, unknown>;
};
const keyOf = async (scope: 'read' | 'publishable') =>
  (await world.call(createKey, { credential: ALICE, body: { name: scope, scope } })).result.key;

const post = (body: unknown, headers: Record<string, string>) =>
  fetch(`${address}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('the tools of the MCP server', () => {
  test('are the rows of the table, each with the schema of its row', async () => {
    const client = await withKey(ALICE);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      mcpTools().map(({ name }) => name),
    );
    assert.ok(tools.length > 50);
    for (const tool of mcpTools()) {
      const { pathNames, queryNames, inputSchema } = tool;
      const names = Object.keys(inputSchema.properties);
      assert.ok(names.length >= pathNames.length + queryNames.length, `${tool.name} has a name twice`);
      assert.ok(
        inputSchema.required.every((name) => names.includes(name)),
        tool.name,
      );
      assert.match(tool.name, /^[a-z]+(_[a-z]+)*$/);
    }
    assert.ok(JSON.stringify(tools).length < 120_000, `${JSON.stringify(tools).length} characters`);
    await client.close();
  });

  test('each answer or refuse with a message, with example arguments and with an unknown one', async () => {
    const client = await withKey(ALICE);
    for (const tool of mcpTools()) {
      const toolArguments = example(tool.inputSchema) as Record<string, unknown>;
      const { isError, text } = await call(client, tool.name, toolArguments);
      if (isError) assert.match(text, /^\w[^{}]+\. \([a-z_]+, HTTP 4\d\d\)$/, `${tool.name}: ${text}`);
      for (const name of tool.queryNames) delete toolArguments[name];
      const unknownFieldResult = await call(client, tool.name, { ...toolArguments, zzz_top: 1 });
      assert.match(unknownFieldResult.text, /zzz_top|not found/, `${tool.name}: ${unknownFieldResult.text}`);
      if (tool.inputSchema.required.length === 0) continue;
      const { isError: isRefused, text: errorText } = await call(client, tool.name);
      assert.ok(
        isRefused && /\w+ (is missing|must|.*required)/i.test(errorText),
        `${tool.name}: ${errorText}`,
      );
    }
    await client.close();
  });

  test('make an agent from a document to a page', async () => {
    const client = await connect({ 'x-api-key': ALICE });
    const { pal_id } = await read(client, 'create_pal', {
      pal_name: 'Greta',
      system_prompt: 'You answer visitors of a bakery.',
      default_face_id: SYSTEM_FACE.id,
    });
    await read(client, 'patch_pal', {
      pal_id,
      operations: [{ op: 'replace', path: '/custom_greeting', value: 'Good morning!' }],
    });
    const pal = await read(client, 'get_pal', { pal_id });
    assert.equal(pal['custom_greeting'], 'Good morning!');
    const { deployment_id, status } = await read(client, 'create_deployment', {
      pal_id,
      channel: 'landing-page',
      status: 'active',
    });
    assert.equal(status, 'active');
    const list = await read(client, 'list_deployments', { search: 'Greta', limit: 5 });
    assert.equal((list['deployments'] as { deployment_id: string }[])[0]?.deployment_id, deployment_id);
    const removed = await call(client, 'delete_deployment', { deployment_id });
    assert.deepEqual(removed, { isError: false, text: 'Done.' });
    await client.close();
  });

  test('of another account are refused as by the API', async () => {
    const client = await withKey(BOB);
    const { isError, text } = await call(client, 'get_pal', { pal_id: await world.pal() });
    assert.ok(isError);
    assert.match(text, /\(forbidden, HTTP 403\)/);
    await client.close();
  });

  test('return a protocol error for an unknown name', async () => {
    const client = await withKey(ALICE);
    await assert.rejects(
      client.callTool({ name: 'drop_tables', arguments: {} }),
      /There is no tool drop_tables/,
    );
    await client.close();
  });
});

describe('the keys of the MCP server', () => {
  test('are checked before the protocol begins: missing, wrong and revoked ones are refused', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer nonsense' },
      { 'x-api-key': 'nonsense' },
      { cookie: 'palkit_console=nonsense' },
    ] as Record<string, string>[]) {
      const answer = await post(listMessage, headers);
      assert.equal(answer.status, 401, JSON.stringify(headers));
      assert.equal(answer.headers.get('x-error-code'), 'invalid_key');
    }
  });

  test('list only the reading tools if they are read-only, and no other tool runs', async () => {
    for (const scope of ['read', 'publishable'] as const) {
      const client = await withKey(await keyOf(scope));
      const { tools } = await client.listTools();
      const allowedTools = mcpTools().filter(({ row }) => scopeOf(row) === scope);
      assert.deepEqual(
        tools.map(({ name }) => name),
        allowedTools.map(({ name }) => name),
      );
      for (const { name, row, inputSchema } of mcpTools()) {
        if (scopeOf(row) === scope) continue;
        const { isError, text } = await call(client, name, example(inputSchema) as Record<string, unknown>);
        assert.ok(isError && /scope_missing, HTTP 403/.test(text), `${scope} ${name}: ${text}`);
      }
      await client.close();
    }
  });
});

describe('the bounds of the MCP server', () => {
  test('refuse other methods, lists of messages, other types and large bodies', async () => {
    const headers = { 'x-api-key': ALICE };
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${address}/mcp`, { method, headers });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'POST');
    }
    assert.equal((await post([listMessage], headers)).status, 400);
    assert.equal((await post('x'.repeat(2 ** 20), headers)).status, 413);
    assert.equal((await post(listMessage, { ...headers, 'content-type': 'text/plain' })).status, 415);
    for (const body of [null, 7, {}, { jsonrpc: '2.0', id: 1 }, { jsonrpc: '1.0', id: 1, method: 'ping' }]) {
      const { status } = await post(body, headers);
      assert.equal(status, 400, JSON.stringify(body));
    }
  });

  test('give one account a few simultaneous requests, and answer another one meanwhile', async () => {
    const client = await withKey(ALICE);
    const pal_id = await world.pal();
    isHolding = true;
    const calls = Array.from({ length: MCP_REQUESTS_AT_ONCE }, () =>
      call(client, 'ask_pal', { pal_id, question: 'Are you there?' }),
    );
    await until('all questions to be with the model', async () => responses.length >= MCP_REQUESTS_AT_ONCE);
    const refusal = await post(listMessage, { 'x-api-key': ALICE });
    assert.equal(refusal.status, 429);
    assert.ok(Number(refusal.headers.get('retry-after')) > 0);
    assert.equal((await post(listMessage, { 'x-api-key': BOB })).status, 200);
    isHolding = false;
    for (const response of responses.splice(0)) fail(response);
    await Promise.all(calls);
    assert.equal((await post(listMessage, { 'x-api-key': ALICE })).status, 200);
    await client.close();
  });

  const documentation = new Documentation();
  const callTool = async (
    callEndpoint: (signal: AbortSignal) => Promise<EndpointAnswer>,
    toolTime?: number,
  ) => {
    const request = new Request('https://palkit.example/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account' } };
    const answer = await answerMcp(request, message, {
      scope: 'all',
      documentation,
      publicUrl: 'https://palkit.example',
      version: '1',
      toolTime,
      callEndpoint: (_call, signal) => callEndpoint(signal),
    });
    const { result } = JSON.parse(await answer.text()) as {
      result: { isError?: boolean; content: { text: string }[] };
    };
    return { isError: result.isError ?? false, text: result.content[0]!.text };
  };

  test('turn an answer that is too long or too late into an error of the tool', async () => {
    const longAnswer = async () => ({
      status: 200,
      text: 'x'.repeat(MAX_ANSWER + 1),
      header: () => undefined,
    });
    assert.match((await callTool(longAnswer)).text, /Ask for less/);
    const neverAnswer = (signal: AbortSignal) =>
      new Promise<EndpointAnswer>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    assert.deepEqual(await callTool(neverAnswer, 20), {
      isError: true,
      text: 'get_account took longer than 0.02 seconds.',
    });
  });
});

test('the pages of the documentation are resources', async () => {
  const client = await withKey(ALICE);
  const { resources } = await client.listResources();
  const guide = resources.find(({ name }) => name === 'guide/get-started.md')!;
  const { contents } = await client.readResource({ uri: guide.uri });
  assert.match((contents[0] as { text: string }).text, /^# From nothing/);
  for (const uri of ['https://palkit.example/docs/../package.json', 'file:///etc/passwd'])
    await assert.rejects(client.readResource({ uri }), /There is no page/);
  await client.close();
});
