/** The tools of an account as an agent calls them: over HTTP through the outbound guard, or in the visitor's page. */
import type { ToolDelivery, ToolFields } from '@palkit/contract/tools';
import { addressOf, filledTemplate, MAX_RESULT, type PageTools, type Tool } from '@palkit/agent';
import type { Log } from '@palkit/runtime/log';
import { OutboundError } from '@palkit/outbound/outbound-error';
import type { Outbound } from '@palkit/outbound/outbound';

type Api = NonNullable<ToolDelivery['api']>;
type Arguments = Record<string, unknown>;

const MAX_BYTES = 1024 * 1024;
/** Maximum number of characters of an error response that are passed to the model. */
const MAX_REFUSAL = 1000;
/** Prefix of the outcome of every failed call. */
const FAILURE = 'Error: ';
const SENT_TEXT = 'The request was sent. It returns no result.';

export function accountTool(
  { name, description, parameters, delivery, on_resolve, on_call, static_filler }: ToolFields,
  { outbound, page, log }: { outbound: Outbound; page: PageTools; log: Log },
): Tool {
  const definition: Omit<Tool, 'run' | 'readOnly'> = {
    name,
    description,
    parameters,
    // If the model does not wait for the result, it needs no further request.
    endsAnswer: (on_resolve ?? 'generate_response') !== 'generate_response',
    ...(on_call === 'static_filler' && static_filler ? { words: () => static_filler } : {}),
  };
  const { api } = delivery;
  if (!api) return on_resolve === 'fire_and_forget' ? page.notifyingTool(definition) : page.tool(definition);
  const run: Tool['run'] = (input, signal, call) => request(api, input, outbound, signal, call);
  if (on_resolve !== 'fire_and_forget') return { ...definition, run };
  return {
    ...definition,
    async run(input, signal, call) {
      signal.throwIfAborted();
      // The end of the call aborts `signal`, but a request of the last turn must still be sent. The request has its
      // own timeout.
      void run(input, new AbortController().signal, call).then((outcome) => {
        if (outcome.startsWith(FAILURE)) log.warn({ tool: name }, 'a tool request without a result failed');
      });
      return SENT_TEXT;
    },
  };
}

/** Sends the request; a failure is returned as text. */
async function request(
  api: Api,
  input: Arguments,
  outbound: Outbound,
  signal: AbortSignal,
  call: { idempotencyKey: string } | undefined,
): Promise<string> {
  const hasBody = api.method !== 'GET' && api.method !== 'DELETE';
  try {
    const url = addressOf(api, input, hasBody);
    const response = await outbound.fetch(url, {
      method: api.method,
      signal,
      timeout: api.timeout * 1000,
      maximumBytes: MAX_BYTES,
      headers: {
        accept: 'application/json, text/*',
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(call ? { 'idempotency-key': call.idempotencyKey } : {}),
        ...api.headers,
        ...credentials(api.auth),
      },
      ...(hasBody
        ? { body: JSON.stringify(api.body_template ? filledTemplate(api.body_template, input) : input) }
        : {}),
    });
    const text = (await response.text()).slice(0, MAX_RESULT);
    if (response.ok) return text;
    const words = response.status < 500 ? text.slice(0, MAX_REFUSAL) : '';
    return `${FAILURE}the address answered ${response.status}. ${words}`.trim();
  } catch (error) {
    signal.throwIfAborted();
    return `${FAILURE}${error instanceof OutboundError ? error.message : 'The request could not be made.'}`;
  }
}

function credentials(auth: Api['auth']): Record<string, string> {
  if (auth?.type === 'bearer') return { authorization: `Bearer ${auth.token}` };
  if (auth?.type === 'basic')
    return {
      authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`,
    };
  return auth?.type === 'api_key' && auth.location === 'header' ? { [auth.name]: auth.value } : {};
}
