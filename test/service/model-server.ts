/** An OpenAI-compatible chat model on 127.0.0.1 with scripted replies to visitors (streamed) and to judges (JSON). */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  stream: boolean;
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
  response_format?: unknown;
}
type Call = { name: string; arguments: object | string };
/** An answer of the model: a text, `silence` for no response, tools to call, an HTTP status, or the complete body. */
export type Answer = string | Call[] | number | { body: string };

export class ModelServer {
  /** `requests` contain visitors' questions; `judgeRequests` are requests to judges. */
  readonly requests: ModelRequest[] = [];
  readonly judgeRequests: ModelRequest[] = [];
  answer: (request: ModelRequest, number: number) => Answer | Promise<Answer> = () => 'Yes.';
  judge: (request: ModelRequest, number: number) => object | Answer | Promise<object | Answer> = () => ({});
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
      const modelRequest = JSON.parse(body) as ModelRequest;
      const list = modelRequest.stream ? this.requests : this.judgeRequests;
      list.push(modelRequest);
      const answer = await (modelRequest.stream ? this.answer : this.judge)(modelRequest, list.length);
      if (answer === 'silence') return;
      if (typeof answer === 'number') return void response.writeHead(answer).end('{}');
      if (typeof answer === 'object' && 'body' in answer) return void response.end(answer.body);
      if (!modelRequest.stream)
        return void response.end(
          JSON.stringify({
            choices: [{ message: { content: typeof answer === 'string' ? answer : JSON.stringify(answer) } }],
          }),
        );
      const delta =
        typeof answer === 'string'
          ? { content: answer }
          : {
              tool_calls: (answer as Call[]).map((call, index) => ({
                index,
                id: `call-${list.length}-${index}`,
                function: {
                  name: call.name,
                  arguments:
                    typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
                },
              })),
            };
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\ndata: [DONE]\n\n`);
    });
  }
  static async open(): Promise<ModelServer> {
    const server = new ModelServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }
  reset(): void {
    this.requests.length = 0;
    this.judgeRequests.length = 0;
    this.answer = () => 'Yes.';
    this.judge = () => ({});
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
