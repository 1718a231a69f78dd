/** A chat model in the test's process that streams scripted chunks and records its requests. */
import type { Tool } from '../../src/agent/tools/tool.ts';

export interface Request {
  model: string;
  stream: boolean;
  messages: {
    role: string;
    content: string | null;
    tool_call_id?: string;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  }[];
  tools?: { function: { name: string } }[];
  tool_choice?: string;
  temperature?: number;
  max_tokens?: number;
  stream_options?: object;
  response_format?: object;
}
/** Chunks of a stream: `hang` never ends, `cut` closes the connection. An object with a status is an error response. */
export type Part = object | string;
export type Answer = Part[] | { status: number; error?: string; headers?: Record<string, string> };

export const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
export const words = (text: string) => [delta({ content: text }), delta({}, 'stop')];
export const call = (name: string, args: unknown, { index = 0, id }: { index?: number; id?: string } = {}) =>
  delta({
    tool_calls: [
      {
        index,
        id: id ?? `c${index}`,
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      },
    ],
  });

/** Returns a `fetch` for a `ModelEndpoint` that answers with the scripted chunks, and the recorded requests. */
export function scriptedModel(answer: (request: Request, number: number) => Answer) {
  const requests: Request[] = [];
  const fetch = (async (_url: string, init: { body: string; signal: AbortSignal }) => {
    const request = JSON.parse(init.body) as Request;
    requests.push(request);
    const created = answer(request, requests.length);
    if (!Array.isArray(created))
      return new Response(JSON.stringify({ error: { message: created.error ?? 'no' } }), {
        status: created.status,
        headers: created.headers ?? {},
      });
    return new Response(bodyOf(created, init.signal), { headers: { 'content-type': 'text/event-stream' } });
  }) as unknown as typeof globalThis.fetch;
  return { fetch, requests };
}

function bodyOf(parts: readonly Part[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      const part = parts[offset++];
      if (part === 'hang') return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      if (part === 'cut') return controller.error(new Error('cut'));
      if (part === undefined) {
        controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        return controller.close();
      }
      controller.enqueue(
        encoder.encode(typeof part === 'string' ? part : `data: ${JSON.stringify(part)}\n\n`),
      );
      return undefined;
    },
  });
}

export const tool = (name: string, run: Tool['run'] = async () => `${name} is done`): Tool => ({
  name,
  description: name,
  parameters: { type: 'object' },
  run,
});
