/** A local tool server that answers each protocol request as a test requires. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RpcRequest {
  id?: number;
  method: string;
  params: { cursor?: string; name?: string; arguments?: Record<string, unknown> };
}
/** A result, a protocol error, or an HTTP response. */
export type RpcAnswer =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { status: number; body?: unknown; headers?: http.OutgoingHttpHeaders };

export interface ScriptedToolServer {
  readonly host: string;
  readonly url: string;
  /** RPC methods of the requests, in order; for requests other than POST, the HTTP method. */
  readonly methods: string[];
  /** Answers an RPC request; null leads to the default response. */
  answer: (request: RpcRequest, headers: http.IncomingHttpHeaders) => RpcAnswer | null;
  /** Called first for every HTTP request. Returns true if it has responded; false leads to the default response. */
  other: (request: http.IncomingMessage, response: http.ServerResponse, body: string) => boolean;
  /** True if the server begins sessions, each with a different id. */
  hasSessions: boolean;
  close(): Promise<void>;
}

export const TOOL = { name: 'stock', description: 'How many are left.', inputSchema: { type: 'object' } };

export async function openScriptedToolServer(path = '/mcp'): Promise<ScriptedToolServer> {
  let sessions = 0;
  const answerRequest = ({ method }: RpcRequest): RpcAnswer => {
    if (method === 'initialize')
      return {
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'scripted', version: '1' },
        },
      };
    if (method === 'tools/list') return { result: { tools: [TOOL] } };
    return { result: { content: [{ type: 'text', text: 'Seven are left.' }] } };
  };
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      if (created.other(request, response, body)) return;
      if (request.url !== path || request.method !== 'POST') {
        created.methods.push(request.method ?? '');
        return void response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
      }
      const rpc = JSON.parse(body) as RpcRequest;
      created.methods.push(rpc.method);
      const answer =
        created.answer(rpc, request.headers) ?? (rpc.id === undefined ? { status: 202 } : answerRequest(rpc));
      if ('status' in answer)
        return void response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(answer.body === undefined ? '' : JSON.stringify(answer.body));
      const session =
        created.hasSessions && rpc.method === 'initialize' ? { 'mcp-session-id': `s${++sessions}` } : {};
      response.writeHead(200, { 'content-type': 'application/json', ...session });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, ...answer }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const created: ScriptedToolServer = {
    host,
    url: `http://${host}${path}`,
    methods: [],
    answer: () => null,
    other: () => false,
    hasSessions: false,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
  return created;
}
