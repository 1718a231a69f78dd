/**
 * Tools of an account, created once and attached to PALs. The visitor's page answers a tool (`app_message`), or the
 * service calls it (`api`).
 */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';
import { HttpUrl, Id, Timestamp } from './ids.ts';
import { CREATED, NAMED, OwnerFilter, page, paging, Sort } from './lists.ts';
import {
  HTTP_TOOL_METHODS,
  MAX_VISUAL_TOOLS_JSON,
  MAX_TOOLS,
  ToolHeaders,
  ToolName,
  ToolSchema,
  type VisualTool,
} from './llm-tools.ts';

/** Maximum number of tools per account. */
export const TOOLS_PER_ACCOUNT = 500;
/** Longest wait for an answer of `delivery.api`, in seconds. */
export const MAX_TOOL_SECONDS = 20;
const DEFAULT_TOOL_SECONDS = 10;
const MAX_TEMPLATE = 20_000;

/** `{name}` in an address, a query or a body is replaced by the argument of that name. */
export const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

const text = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));
const headerText = (max: number) => text(max).check(z.regex(/^[\x20-\x7e]*$/, 'must be printable ASCII'));
const AUTH_TYPE_ERROR = 'must be none, bearer, basic or api_key';

/** Credentials are write-only. */
export const ToolAuth = whereUsed(() =>
  z.discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('none') }),
      z.strictObject({ type: z.literal('bearer'), token: headerText(4000) }),
      z.strictObject({ type: z.literal('basic'), username: text(500), password: text(2000) }),
      z.strictObject({
        type: z.literal('api_key'),
        name: z
          .string('must be a string')
          .check(z.regex(/^[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,100}$/, 'must be the name of a header or parameter')),
        value: headerText(4000),
        location: z._default(z.enum(['header', 'query'], 'must be header or query'), 'header'),
      }),
    ],
    AUTH_TYPE_ERROR,
  ),
);
export type ToolAuth = z.output<typeof ToolAuth>;

const template = <Shape extends z.ZodMiniType<object>>(shape: Shape) =>
  shape.check(
    z.refine(
      (value: object) => JSON.stringify(value).length <= MAX_TEMPLATE,
      `must be at most ${MAX_TEMPLATE} characters of JSON`,
    ),
  );

const apiFields = whereUsed(() => ({
  /** Its path and query may contain placeholders. */
  url: HttpUrl.check(z.regex(/^https?:\/\/[^\s/?#{}]+(?:[/?#]|$)/i, 'must have a host without placeholders')),
  method: z._default(z.enum(HTTP_TOOL_METHODS, `must be ${HTTP_TOOL_METHODS.join(', ')}`), 'POST'),
  timeout: z._default(
    z
      .number('must be a number of seconds')
      .check(
        z.gt(0, `must be more than 0 and at most ${MAX_TOOL_SECONDS}`),
        z.maximum(MAX_TOOL_SECONDS, `must be more than 0 and at most ${MAX_TOOL_SECONDS}`),
      ),
    DEFAULT_TOOL_SECONDS,
  ),
  /** The body; without it, all arguments. */
  body_template: z.optional(z.nullable(template(z.record(z.string(), z.unknown(), 'must be an object')))),
  /** The query; without it, the arguments of a GET or DELETE. */
  query_params: z.optional(
    z.nullable(template(z.record(z.string(), z.string('must be strings'), 'must be an object'))),
  ),
  content_type: z.optional(
    z.nullable(z.literal('application/json', 'must be application/json. Other body types are not supported')),
  ),
}));

const Api = whereUsed(() =>
  z
    .strictObject(
      {
        ...apiFields,
        headers: z.optional(z.nullable(ToolHeaders)),
        auth: z.optional(z.nullable(ToolAuth)),
      },
      'must be an object',
    )
    .check(({ value, issues }) => {
      if (value.body_template && (value.method === 'GET' || value.method === 'DELETE'))
        issues.push({
          code: 'custom',
          message: `is not allowed, because ${value.method} sends no body`,
          path: ['body_template'],
          input: value,
        });
    }),
);

const Delivery = whereUsed(() =>
  z
    .strictObject(
      { app_message: z.optional(z.boolean('must be true or false')), api: z.optional(z.nullable(Api)) },
      'must be an object',
    )
    .check(
      z.refine(
        ({ app_message, api }) => (app_message === true) !== Boolean(api),
        'must have either app_message: true or api',
      ),
    ),
);
export type ToolDelivery = z.output<typeof Delivery>;

export const TOOL_ORIGINS = ['llm', 'vision'] as const;
export const TOOL_REPLIES = ['generate_response', 'add_to_context', 'fire_and_forget'] as const;
const parts = whereUsed(() => ({
  name: ToolName,
  description: text(4000),
  parameters: ToolSchema,
  delivery: Delivery,
  /** `llm`: called by the language model. `vision`: called by the perception model for the camera's picture. */
  origin: z.enum(TOOL_ORIGINS, 'must be llm or vision. No tool can be triggered by sounds'),
  /** Words while a call runs: the model's or the service's own, or `static_filler`. */
  on_call: z.nullable(
    z.enum(['generate_filler', 'static_filler'], 'must be generate_filler or static_filler'),
  ),
  /**
   * `generate_response`: the result goes to the model, which answers. `add_to_context`: it goes to the model, and no
   * answer follows words that were said with the call. `fire_and_forget`: the same without waiting for a result; the
   * only one of the origin `vision`, and its default.
   */
  on_resolve: z.nullable(z.enum(TOOL_REPLIES, `must be ${TOOL_REPLIES.join(', ')}`)),
  static_filler: z.nullable(text(500)),
  tags: z.array(Id, 'must be a list of strings').check(z.maxLength(50, 'must hold at most 50 entries')),
}));
const fields = whereUsed(() => ({
  ...parts,
  parameters: z._default(parts.parameters, { type: 'object', properties: {} }),
  delivery: z._default(parts.delivery, { app_message: true }),
  origin: z._default(parts.origin, 'llm'),
  on_call: z.optional(parts.on_call),
  /** Default `generate_response`. */
  on_resolve: z.optional(parts.on_resolve),
  static_filler: z.optional(parts.static_filler),
  tags: z._default(parts.tags, []),
}));

type VisionTool = z.output<z.ZodMiniObject<typeof fields>>;

/** A tool in the form for writing. */
export const ToolFields = whereUsed(() =>
  z.strictObject(fields, 'must be an object').check(({ value, issues }) => {
    const refuse = (path: string[], message: string) =>
      issues.push({ code: 'custom', message, path, input: value });
    if (value.on_call === 'static_filler' && !value.static_filler)
      refuse(['static_filler'], 'is required if on_call is static_filler');
    if (value.origin === 'vision') checkVision(value, refuse);
    const { properties } = value.parameters as { properties?: unknown };
    const names = typeof properties === 'object' && properties !== null ? properties : {};
    const unknown = placeholders(value.delivery).find((name) => !Object.hasOwn(names, name));
    if (unknown !== undefined)
      refuse(['delivery', 'api'], `must not name {${unknown}}, which parameters.properties does not have`);
  }),
);
export type ToolFields = z.output<typeof ToolFields>;

/**
 * The page receives a call for a sight and returns no result, so settings of a result have no effect and are refused.
 */
function checkVision(
  { name, description, parameters, delivery, on_call, on_resolve, static_filler }: VisionTool,
  refuse: (path: string[], message: string) => void,
): void {
  if (delivery.api) refuse(['delivery'], 'must be app_message: true if origin is vision');
  if ((on_resolve ?? 'fire_and_forget') !== 'fire_and_forget')
    refuse(['on_resolve'], 'must be fire_and_forget if origin is vision');
  for (const [field, value] of Object.entries({ on_call, static_filler }))
    if (value) refuse([field], 'must be left out if origin is vision');
  if (JSON.stringify(visualTool({ name, description, parameters })).length > MAX_VISUAL_TOOLS_JSON)
    refuse(['origin'], `is vision, so the tool must be at most ${MAX_VISUAL_TOOLS_JSON} characters of JSON`);
}

/** A tool of the origin `vision` in the form of `layers.perception.visual_tools`. */
export const visualTool = ({
  name,
  description,
  parameters,
}: Pick<VisionTool, 'name' | 'description' | 'parameters'>): VisualTool => ({
  type: 'function',
  function: { name, description, parameters },
});

/** The tools within the total bound: a tool may have grown since it was attached to a PAL. */
export function fittingVisualTools(tools: readonly VisualTool[]): VisualTool[] {
  let room = MAX_VISUAL_TOOLS_JSON;
  return tools.filter((tool) => {
    const rest = room - JSON.stringify(tool).length;
    if (rest >= 0) room = rest;
    return rest >= 0;
  });
}

/** The arguments that a delivery names. */
function placeholders({ api }: ToolDelivery): string[] {
  if (!api) return [];
  const { url, body_template, query_params } = api;
  const places = JSON.stringify([url, body_template ?? null, query_params ?? null]);
  return [...places.matchAll(PLACEHOLDER)].map(([, name]) => name!);
}

/** A tool in the form for reading: without headers and credentials. */
export const Tool = whereUsed(() =>
  z.object({
    tool_id: z.string(),
    ...fields,
    delivery: z.object({
      app_message: z.optional(z.boolean()),
      api: z.optional(
        z.object({
          ...apiFields,
          auth: z.optional(
            z.object({
              type: z.enum(['none', 'bearer', 'basic', 'api_key']),
              username: z.optional(z.string()),
              name: z.optional(z.string()),
              location: z.optional(z.enum(['header', 'query'])),
            }),
          ),
        }),
      ),
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);
export type Tool = z.output<typeof Tool>;

/**
 * Fields that are sent replace the stored ones. A `delivery.api` without `auth` or `headers` keeps the stored ones
 * for the same origin.
 */
export const ToolChange = whereUsed(() => z.partial(z.strictObject(parts, 'must be an object')));

const idPath = '/v2/tools/{tool_id}';
const palPath = '/v2/pals/{pal_id}/tools';
const palToolPath = `${palPath}/{tool_id}` as const;
const row = { auth: 'key', tag: 'tools' } as const;
const palRow = { auth: 'key', tag: 'PAL tools' } as const;

export const createTool = endpoint({
  ...row,
  name: 'createTool',
  method: 'POST',
  path: '/v2/tools',
  summary: 'Create a tool',
  body: ToolFields,
  result: Tool,
  status: 200,
  errors: ['account_limit'],
});
export const listTools = endpoint({
  ...row,
  name: 'listTools',
  method: 'GET',
  path: '/v2/tools',
  summary: 'List tools',
  query: z.object({ ...paging(10, 1), sort: Sort, ...NAMED, ...CREATED, type: OwnerFilter }),
  result: page(Tool),
  status: 200,
  errors: [],
});
export const getTool = endpoint({
  ...row,
  name: 'getTool',
  method: 'GET',
  path: idPath,
  summary: 'Read a tool',
  result: Tool,
  status: 200,
  errors: ['tool_not_found', 'forbidden'],
});
export const changeTool = endpoint({
  ...row,
  name: 'changeTool',
  method: 'PATCH',
  path: idPath,
  summary: 'Change the sent fields of a tool',
  body: ToolChange,
  result: Tool,
  status: 200,
  errors: ['tool_not_found', 'forbidden'],
});
export const deleteTool = endpoint({
  ...row,
  name: 'deleteTool',
  method: 'DELETE',
  path: idPath,
  summary: 'Delete a tool and remove it from PALs',
  status: 204,
  errors: ['tool_not_found', 'forbidden'],
});
export const listPalTools = endpoint({
  ...palRow,
  name: 'listPalTools',
  method: 'GET',
  path: palPath,
  summary: 'List the tools that are attached to a PAL, in the order of attachment',
  result: page(Tool),
  status: 200,
  errors: ['pal_not_found', 'forbidden'],
});
export const attachPalTools = endpoint({
  ...palRow,
  name: 'attachPalTools',
  method: 'POST',
  path: palPath,
  summary: 'Attach tools to a PAL, for conversations that begin from now on',
  body: z.object({
    tool_ids: z
      .array(Id, 'must be a list of strings')
      .check(
        z.minLength(1, 'must name a tool'),
        z.maxLength(MAX_TOOLS, `must hold at most ${MAX_TOOLS} tools`),
      ),
  }),
  result: page(Tool),
  status: 200,
  errors: ['pal_not_found', 'forbidden', 'unknown_reference'],
});
export const detachPalTool = endpoint({
  ...palRow,
  name: 'detachPalTool',
  method: 'DELETE',
  path: palToolPath,
  summary: 'Detach a tool from a PAL',
  status: 204,
  errors: ['pal_not_found', 'tool_not_attached', 'forbidden'],
});

export const toolEndpoints = [
  createTool,
  listTools,
  getTool,
  changeTool,
  deleteTool,
  listPalTools,
  attachPalTools,
  detachPalTool,
] as const;
