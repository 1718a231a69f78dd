/** Tool servers as in practice: malformed tools, unusual pages, results of every form, errors, lost sessions. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { importTools } from '../../src/tool-servers/tool-list.ts';
import { callTool } from '../../src/tool-servers/tool-result.ts';
import { faultWords } from '../../src/tool-servers/tool-server.ts';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { openScriptedToolServer, TOOL, type ScriptedToolServer } from './scripted-tool-server.ts';

let server: ScriptedToolServer;
let oldServer: ScriptedToolServer;
let outbound: Outbound;
before(async () => {
  [server, oldServer] = await Promise.all([openScriptedToolServer(), openScriptedToolServer('/none')]);
  outbound = createOutbound({ clock: systemClock, allowedHosts: [server.host, oldServer.host] });
});
after(async () => {
  await outbound.close();
  await Promise.all([server.close(), oldServer.close()]);
});
beforeEach(() => {
  server.methods.length = 0;
  Object.assign(server, { answer: () => null, other: () => false, hasSessions: false });
});

const target = () => ({ url: server.url, token: null });
const importFromServer = () => importTools(outbound, target());
const callStock = () => callTool(outbound, target(), 'stock', { item: 'bell' }, new AbortController().signal);
const answerList = (result: unknown) => {
  server.answer = ({ method }) => (method === 'tools/list' ? { result } : null);
};
const answerCall = (result: unknown) => {
  server.answer = ({ method }) => (method === 'tools/call' ? { result } : null);
};

describe('a malformed tool', () => {
  const repairedTools: Record<string, [tool: object, words: RegExp | null]> = {
    'without a type': [{ inputSchema: {} }, null],
    'with required null': [{ inputSchema: { type: 'object', required: null } }, /"odd".*mended.*required/],
    'with properties as a list': [{ inputSchema: { type: 'object', properties: [] } }, /"odd".*properties/],
    'with an output schema of a list': [{ outputSchema: { type: 'array' } }, null],
    'with a null description and annotations': [{ description: null, annotations: null }, null],
    'with a title that is a number': [{ title: 7, icons: 'x', execution: [] }, null],
  };
  for (const [name, [fields, warning]] of Object.entries(repairedTools))
    test(`${name} is repaired`, async () => {
      answerList({ tools: [{ ...TOOL, name: 'odd', ...fields }, TOOL] });
      const importResult = await importFromServer();
      assert.deepEqual(
        importResult.tools.map((tool) => [tool.name, tool.input_schema['type']]),
        [
          ['odd', 'object'],
          ['stock', 'object'],
        ],
      );
      if (warning) assert.match(importResult.words ?? '', warning);
      else assert.equal(importResult.words, null);
    });

  const lostSession: Record<string, unknown> = {
    'a schema that is a text': { ...TOOL, name: 'odd', inputSchema: 'object' },
    'a schema of a list': { ...TOOL, name: 'odd', inputSchema: { type: 'array' } },
    'no schema': { name: 'odd' },
    'a schema of a book': {
      ...TOOL,
      name: 'odd',
      inputSchema: { type: 'object', title: 'x'.repeat(40_000) },
    },
    'no name': { ...TOOL, name: undefined },
    'a name that is a number': { ...TOOL, name: 7 },
    'a name of a page': { ...TOOL, name: 'x'.repeat(200) },
    nothing: null,
    'a list': [],
  };
  for (const [name, tool] of Object.entries(lostSession))
    test(`with ${name} is left out alone, and its owner is informed`, async () => {
      answerList({ tools: [tool, TOOL] });
      const { tools, words: warnings } = await importFromServer();
      assert.deepEqual(
        tools.map((entry) => entry.name),
        ['stock'],
      );
      assert.match(warnings ?? '', /left out/);
      assert.ok((warnings ?? '').length < 300);
    });

  test('among hundreds: the owner is informed about a few, and the same tool counts once', async () => {
    answerList({ tools: [...Array.from({ length: 300 }, () => ({ name: 'odd' })), TOOL, TOOL] });
    const { tools, words: warnings } = await importFromServer();
    assert.equal(tools.length, 1);
    assert.match(warnings ?? '', /and 295 more/);
  });
});

describe('pages', () => {
  for (const nextCursor of [null, '', 7, 'again'])
    test(`end if the next cursor is ${JSON.stringify(nextCursor)}`, async () => {
      answerList({ tools: [TOOL], nextCursor });
      assert.equal((await importFromServer()).tools.length, 1);
      const listRequests = server.methods.filter((method) => method === 'tools/list').length;
      assert.equal(listRequests, nextCursor === 'again' ? 2 : 1);
    });
  test('are read to the end', async () => {
    server.answer = ({ method, params }) =>
      method === 'tools/list'
        ? {
            result: params.cursor
              ? { tools: [{ ...TOOL, name: 'two' }] }
              : { tools: [TOOL], nextCursor: 'second' },
          }
        : null;
    assert.equal((await importFromServer()).tools.length, 2);
  });
});

describe('a result for the model', () => {
  const resource = { uri: 'file:///bells.md', mimeType: 'text/markdown', text: 'There are 41 bells.' };
  const cases: Record<string, [result: unknown, expected: RegExp]> = {
    'as an embedded resource': [
      {
        content: [
          { type: 'text', text: 'Read.' },
          { type: 'resource', resource },
        ],
      },
      /^Read\.\n\[file:\/\/\/bells\.md\]\nThere are 41 bells\.$/,
    ],
    'as a resource of bytes': [
      { content: [{ type: 'resource', resource: { uri: 'a:b', mimeType: 'image/png', blob: 'AAAA' } }] },
      /^\[resource a:b image\/png\]$/,
    ],
    'as a link': [
      {
        content: [
          { type: 'resource_link', uri: 'https://shop.example/41', name: 'Bell 41', description: 'Bronze.' },
        ],
      },
      /^\[Bell 41: https:\/\/shop\.example\/41\] Bronze\.$/,
    ],
    'structured beside a note': [
      { content: [{ type: 'text', text: 'See structured content.' }], structuredContent: { left: 41 } },
      /^See structured content\.\n\{"left":41\}$/,
    ],
    'structured beside a picture': [
      { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], structuredContent: { left: 41 } },
      /^\[image\]\n\{"left":41\}$/,
    ],
    'structured, and the same as text': [
      { content: [{ type: 'text', text: '{ "left": 41 }' }], structuredContent: { left: 41 } },
      /^\{ "left": 41 \}$/,
    ],
    'structured alone': [{ structuredContent: [41] }, /^\[41\]$/],
    'as a text that should be a list': [{ content: 'Seven.' }, /^Seven\.$/],
    'with parts of no known form': [
      { content: [null, 7, { type: 'text', text: null }, { type: 'new', text: 'Seven.' }, {}] },
      /Seven\./,
    ],
    'as an error': [{ content: [{ type: 'text', text: 'No such item.' }], isError: true }, /^Error: No such/],
    'as nothing': [{}, /^""$/],
  };
  for (const [name, [result, expected]] of Object.entries(cases))
    test(name, async () => {
      answerCall(result);
      assert.match(await callStock(), expected);
    });
  test('is bounded', async () => {
    answerCall({ content: [], structuredContent: { text: 'x'.repeat(100_000) } });
    assert.equal((await callStock()).length, 20_000);
  });
  test("contains the protocol's error in the server's words, for any status", async () => {
    const error = { code: -32602, message: 'stock: "warehouse" is required (one of: north, south)' };
    server.answer = ({ method }) => (method === 'tools/call' ? { error } : null);
    assert.equal(await callStock(), `Error: ${error.message}`);
    server.answer = ({ method }) =>
      method === 'tools/call' ? { status: 400, body: { jsonrpc: '2.0', id: null, error } } : null;
    assert.equal(await callStock(), `Error: ${error.message}`);
    const ownError = { code: -32001, message: 'No item of this name' };
    server.answer = ({ method }) => (method === 'tools/call' ? { error: ownError } : null);
    assert.equal(await callStock(), 'Error: No item of this name');
    server.answer = ({ method }) => (method === 'tools/call' ? { status: 500, body: { error } } : null);
    await assert.rejects(callStock(), (fault) => faultWords(fault) === 'The server answered 500.');
  });
});

describe('a session that the server forgot', () => {
  const forgotten = { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } };
  for (const status of [404, 400])
    test(`is started again once after ${status}`, async () => {
      server.hasSessions = true;
      const sessions = () => server.methods.filter((method) => method === 'initialize').length;
      server.answer = ({ method }) =>
        method === 'tools/call' && sessions() === 1 ? { status, body: forgotten } : null;
      assert.equal(await callStock(), 'Seven are left.');
      assert.equal(sessions(), 2);
      server.answer = ({ method }) => (method === 'tools/call' ? { status, body: forgotten } : null);
      server.methods.length = 0;
      assert.equal(await callStock(), 'Error: Session not found');
      assert.equal(server.methods.filter((method) => method === 'tools/call').length, 2);
    });
  test('an address that answers 404 is requested once', async () => {
    server.answer = () => ({ status: 404 });
    await assert.rejects(callStock(), (fault) => faultWords(fault) === 'The server answered 404.');
    assert.deepEqual(
      server.methods.filter((method) => method !== 'GET' && method !== 'DELETE'),
      ['initialize'],
    );
  });
});

describe('an error for the owner', () => {
  const readWarnings = async () =>
    importFromServer().then(
      () => '',
      (fault: unknown) => faultWords(fault),
    );
  test('for an old server names the protocol to use instead', async () => {
    oldServer.other = ({ method }, response) => {
      if (method !== 'GET') return (response.writeHead(405).end(), true);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages?session=1\n\n');
      return true;
    };
    const sse = importTools(outbound, { url: `http://${oldServer.host}/sse`, token: null });
    await assert.rejects(sse, (fault) => /older HTTP\+SSE.*\/mcp.*update/.test(faultWords(fault)));
  });
  test('for an unreadable answer does not claim that there is no server', async () => {
    answerList({ tools: 'none' });
    assert.match(await readWarnings(), /not of the Model Context Protocol/);
    server.answer = ({ method }) =>
      method === 'tools/list' ? { error: { code: -32603, message: 'x' } } : null;
    assert.match(await readWarnings(), /error -32603/);
  });
  test('names missing scopes', async () => {
    const headers = {
      'www-authenticate': 'Bearer error="insufficient_scope", scope="files:write files:read"',
    };
    server.answer = ({ method }) => (method === 'tools/list' ? { status: 403, headers } : null);
    assert.match(await readWarnings(), /further rights \(files:write files:read\): reconnect/);
  });
});
