/** A service, a model that calls tools, and a server that answers the calls, for the tests. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { ModelServer, type Answer, type ModelRequest } from '../model-server.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export type CreatedCall = { conversation_id: string; meeting_token: string };
interface ToolRequest {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export let model: ModelServer;
export let world: World;
let server: http.Server;
export const toolRequests: ToolRequest[] = [];
type Reply = (request: ToolRequest) => { status?: number; body: string } | 'silence';
let reply: Reply = () => ({ body: 'ok' });
/** Sets the server's response until the end of the test. */
export function answerWith(next: Reply): void {
  reply = next;
}
async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
  const toolRequest = { method: request.method!, url: request.url!, headers: request.headers, body };
  toolRequests.push(toolRequest);
  const scriptedReply = reply(toolRequest);
  if (scriptedReply !== 'silence')
    response
      .writeHead(scriptedReply.status ?? 200, { 'content-type': 'application/json' })
      .end(scriptedReply.body);
}

before(async () => {
  model = await ModelServer.open();
  server = http.createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  world = await openWorld({
    environment: {
      LLM_BASE_URL: model.url,
      OUTBOUND_ALLOWED_HOSTS: host(),
      SEARCH_BASE_URL: `http://${host()}/searx/`,
      SEARCH_API_KEY: 'search-key',
    },
  });
});
after(async () => {
  await world.close();
  server.closeAllConnections();
  server.close();
  await model.close();
});
afterEach(() => {
  toolRequests.length = 0;
  reply = () => ({ body: 'ok' });
  model.reset();
});

export const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
export const tool = (name: string, extraFields: Record<string, unknown> = {}) => ({
  type: 'function',
  function: {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: { article: { type: 'string' } } },
  },
  ...extraFields,
});
export const create = async (tools: unknown[], fields: Record<string, unknown> = {}): Promise<CreatedCall> =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ layers: { llm: { tools } }, ...fields } as never) },
    })
  ).result;
/** Makes the model call these tools first and then repeat their results. */
export const answerWithCalls = (...calls: { name: string; arguments: object }[]) => {
  model.answer = (request: ModelRequest): Answer =>
    request.messages.at(-1)!.role === 'tool'
      ? `Told: ${request.messages
          .filter(({ role }) => role === 'tool')
          .map(({ content }) => content)
          .join(' | ')}`
      : calls;
};
