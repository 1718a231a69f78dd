/**
 * Post-call actions: requests to an address of the owner, set by `properties.post_call_actions` of a conversation
 * that is created with an API key. Addresses, headers and bodies are write-only. Specification: events-18.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { HttpUrl } from './ids.ts';
import { nameSchema } from './names.ts';

export const POST_CALL_METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
/** Methods whose requests have a body. */
export const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];
export const MAX_POST_CALL_ACTIONS = 10;
/** Maximum number of characters of an action's body as JSON. */
export const MAX_ACTION_BODY = 65_536;
/** Maximum number of characters of a request or response body in the event. */
export const MAX_SHOWN_BODY = 16_384;

const text = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));

/** Validates a header (RFC 9110 §5.6.2 and §5.5); the service sets those that frame the message. */
const headerName = () =>
  z.string().check(
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'must be a header name'),
    z.refine(
      (name) =>
        !/^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i.test(
          name,
        ),
      'must not be a header of the connection itself',
    ),
  );
const headerValue = () =>
  z
    .string('must be a string')
    .check(
      z.maxLength(4096, 'must be at most 4096 characters'),
      z.regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII'),
    );

export const PostCallAction = whereUsed(() =>
  z.object({
    /** The service generates an id if there is none. */
    tool_id: z.optional(text(128)),
    tool_name: nameSchema(),
    url: HttpUrl,
    method: z._default(z.enum(POST_CALL_METHODS, `must be one of ${POST_CALL_METHODS.join(', ')}`), 'POST'),
    headers: z.optional(
      z
        .record(headerName(), headerValue())
        .check(z.refine((headers) => Object.keys(headers).length <= 20, 'must hold at most 20 headers')),
    ),
    /**
     * Fields of the body. The service adds `conversation_id`, `pal_id`, `face_id`, `shutdown_reason` and
     * `transcript`.
     */
    body: z.optional(
      z
        .record(z.string(), z.unknown(), 'must be an object')
        .check(
          z.refine(
            (body) => JSON.stringify(body).length <= MAX_ACTION_BODY,
            `must be at most ${MAX_ACTION_BODY} characters of JSON`,
          ),
        ),
    ),
  }),
);
export type PostCallAction = z.output<typeof PostCallAction>;

export const PostCallActions = whereUsed(() =>
  z
    .array(PostCallAction, 'must be a list')
    .check(z.maxLength(MAX_POST_CALL_ACTIONS, `must hold at most ${MAX_POST_CALL_ACTIONS} actions`)),
);

/** Properties of `application.post_call_action_executed`. */
export const PostCallActionExecuted = z.object({
  tool_id: z.string(),
  tool_name: z.string(),
  /** `success` means that the response was 2xx, `error` that it was not or that there was none. */
  status: z.enum(['success', 'error']),
  /** `body` is the sent text, truncated after 16 384 characters; null if there was none. */
  request: z.object({ url: z.string(), method: z.string(), body: z.nullable(z.string()) }),
  /** Response to the last attempt; both fields are null if there was none. */
  response: z.object({ http_status: z.nullable(z.int()), body: z.nullable(z.string()) }),
});
export type PostCallActionExecuted = z.output<typeof PostCallActionExecuted>;
