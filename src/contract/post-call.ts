/**
 * What happens after a call: actions that tell an address of it. Given with a keyed create under
 * `properties.post_call_actions`; addresses, headers and bodies are write-only. Specification, Application
 * events; decisions §5.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { HttpUrl } from './ids.ts';
import { nameSchema } from './names.ts';

export const POST_CALL_METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;
/** Those that carry a body. */
export const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];
export const MOST_POST_CALL_ACTIONS = 10;
/** Characters of a given body as JSON. */
export const MOST_ACTION_BODY = 65_536;
/** Characters of a request's or an answer's body that the event shows. */
export const SHOWN_BODY = 16_384;

const text = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));

/** RFC 9110 §5.6.2 and §5.5; what frames the message is the sender's own. */
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
    /** Made by the service where it is not given. */
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
     * Fields sent beside `conversation_id`, `pal_id`, `face_id`, `shutdown_reason` and `transcript`, which
     * are the service's.
     */
    body: z.optional(
      z
        .record(z.string(), z.unknown(), 'must be an object')
        .check(
          z.refine(
            (body) => JSON.stringify(body).length <= MOST_ACTION_BODY,
            `must be at most ${MOST_ACTION_BODY} characters of JSON`,
          ),
        ),
    ),
  }),
);
export type PostCallAction = z.output<typeof PostCallAction>;

export const PostCallActions = whereUsed(() =>
  z
    .array(PostCallAction, 'must be a list')
    .check(z.maxLength(MOST_POST_CALL_ACTIONS, `must hold at most ${MOST_POST_CALL_ACTIONS} actions`)),
);

/** Properties of `application.post_call_action_executed`. */
export const PostCallActionExecuted = z.object({
  tool_id: z.string(),
  tool_name: z.string(),
  /** `success`: a 2xx answer. */
  status: z.enum(['success', 'error']),
  /** `body` is what was sent, as text, cut after 16 384 characters; null where there was none. */
  request: z.object({ url: z.string(), method: z.string(), body: z.nullable(z.string()) }),
  /** Of the last try; both null where there was no answer. */
  response: z.object({ http_status: z.nullable(z.int()), body: z.nullable(z.string()) }),
});
export type PostCallActionExecuted = z.output<typeof PostCallActionExecuted>;
