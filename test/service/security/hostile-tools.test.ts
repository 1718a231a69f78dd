/**
 * Tool servers with endless streams, requests and pages: each is abandoned after a maximum number of bytes, requests
 * or pages.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { importTools } from '../../../src/tool-servers/tool-list.ts';
import { callTool } from '../../../src/tool-servers/tool-result.ts';
import { createOutbound, type Outbound } from '../../../src/outbound/outbound.ts';
import { systemClock } from '../../../src/runtime/clock.ts';

interface Message {
  method?: string;
  id?: number;
}
type Answer = (message: Message, response: http.ServerResponse) => void;

let server: http.Server;
let outbound: Outbound;
let answer: Answer;
let requests = 0;
/** The DELETE requests that end sessions; none is answered. `isOver` is true once the connection has closed. */
const goodbyes: { isOver: boolean }[] = [];
const target = () => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
  token: null,
});

before(async () => {
  server = http.createServer((request, response) => {
    requests++;
    response.on('error', () => {});
    if (request.method === 'DELETE') {
      const goodbye = { isOver: false };
      goodbyes.push(goodbye);
      return void response.on('close', () => (goodbye.isOver = true));
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Message;
      if (message.method === 'initialize')
        return tell(response, message, {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'hostile', version: '1' },
        });
      if (message.method === undefined && request.method === 'GET') return answer(message, response);
      if (message.id === undefined || message.method === undefined) return response.writeHead(202).end();
      return answer(message, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  outbound = createOutbound({
    clock: systemClock,
    allowedHosts: [`127.0.0.1:${(server.address() as AddressInfo).port}`],
  });
});
after(async () => {
  await outbound.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => (requests = 0));

function tell(response: http.ServerResponse, { id }: Message, result: unknown, headers = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
const events = (response: http.ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
const call = () => callTool(outbound, target(), 'any', {}, new AbortController().signal);

describe('a tool server', { timeout: 30_000 }, () => {
  test('with endless pages gets a limited number of requests, and the tools so far are kept', async () => {
    let page = 0;
    answer = (message, response) =>
      message.method === 'tools/list'
        ? tell(response, message, {
            tools: page++ === 0 ? [{ name: 'one', inputSchema: { type: 'object' } }] : [],
            nextCursor: String(page),
          })
        : response.writeHead(405).end();
    const { tools } = await importTools(outbound, target());
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['one'],
    );
    assert.ok(requests < 100, `${requests} requests`);
  });

  test('with too many tools has the first ones kept', async () => {
    const longText = { type: 'object' as const, description: 'x'.repeat(30_000) };
    answer = (message, response) =>
      message.method === 'tools/list'
        ? tell(response, message, {
            tools: Array.from({ length: 100 }, (_, index) => ({ name: `t${index}`, inputSchema: longText })),
          })
        : response.writeHead(405).end();
    const { tools } = await importTools(outbound, target());
    assert.ok(tools.length > 10);
    assert.ok(JSON.stringify(tools).length < 1.1 * 1_048_576, `${JSON.stringify(tools).length} characters`);
  });

  test('that streams endlessly is disconnected at a number of bytes', async () => {
    let sentCount = 0;
    answer = (message, response) => {
      if (message.method !== 'tools/call') return void response.writeHead(405).end();
      events(response);
      const extraFields = `: ${'x'.repeat(65_000)}\n\n`;
      const write = () => {
        while (!response.destroyed && response.write(extraFields)) sentCount += extraFields.length;
      };
      response.on('drain', () => ((sentCount += extraFields.length), write()));
      write();
    };
    await assert.rejects(call());
    assert.ok(sentCount < 16 * 1024 * 1024, `${sentCount} bytes`);
  });

  test('that asks questions endlessly gets a limited number of answers', async () => {
    answer = (message, response) => {
      if (message.method !== 'tools/call') return void response.writeHead(405).end();
      events(response);
      let id = 0;
      const write = () => {
        while (
          !response.destroyed &&
          response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: id++, method: 'ping' })}\n\n`)
        );
      };
      response.on('drain', write);
      write();
    };
    await assert.rejects(call());
    assert.ok(requests <= 110, `${requests} requests`);
  });

  test('whose stream is resumed again and again is disconnected', async () => {
    answer = (message, response) => {
      if (message.method === 'tools/call' || message.method === undefined)
        return void events(response).end(`id: 1\nretry: 0\ndata: \n\n`);
      response.writeHead(405).end();
    };
    await assert.rejects(call());
    assert.ok(requests <= 110, `${requests} requests`);
  });

  test('that does not close its session delays nothing', async () => {
    answer = (message, response) =>
      message.method === 'tools/call'
        ? tell(response, message, { content: [{ type: 'text', text: 'seven' }] })
        : response.writeHead(405).end();
    const previousCount = goodbyes.length;
    assert.equal(await call(), 'seven');
    assert.deepEqual(
      goodbyes.slice(previousCount).filter(({ isOver }) => isOver),
      [],
    );
  });
});
