/**
 * A PAL's own tools in `layers.llm.tools`: OpenAI functions. With `http` the service calls the address; without it
 * the visitor's page answers (`conversation.tool_call`, `conversation.tool_result`).
 */
import * as z from 'zod/mini';
import { CANVAS_COMPONENTS } from './canvas.ts';
import { HttpUrl } from './ids.ts';

/** Maximum number of tools per PAL. */
export const MAX_TOOLS = 50;
/** Maximum number of characters of a tool's JSON Schema. */
const MAX_SCHEMA = 20_000;
/** Matches a tool that shows a card which the page defines. The kind must also fit into an interaction. */
const OWN_CARD = /^canvas_show_([a-z][a-z_]{0,51})$/;
/** Returns the kind of the page's card that a tool shows, or null. */
export function ownCardKind(name: string): string | null {
  const kind = OWN_CARD.exec(name)?.[1];
  return kind && !Object.hasOwn(CANVAS_COMPONENTS, kind) ? kind : null;
}
/** Names of built-in tools. */
const RESERVED_NAMES = /^(canvas_|presentation_|(update_component|internet_search)$)/;

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));

export const HTTP_TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const ToolName = z.string('must be a string').check(
  z.regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
  z.refine(
    (name: string) => !RESERVED_NAMES.test(name) || ownCardKind(name) !== null,
    'is the name of a tool of the service',
  ),
);

/** JSON Schema of the arguments, whose type is object. */
export const ToolSchema = z
  .looseObject({}, 'must be a JSON Schema')
  .check(
    z.refine(
      (schema: object) => JSON.stringify(schema).length <= MAX_SCHEMA,
      `must be at most ${MAX_SCHEMA} characters of JSON`,
    ),
  );
const ToolParameters = z._default(ToolSchema, { type: 'object', properties: {} });

/** Headers of a tool's request. They are write-only, because they contain keys. */
export const ToolHeaders = z
  .record(
    z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,100}$/, 'must be names of headers')),
    text(4000).check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line')),
  )
  .check(z.refine((headers: object) => Object.keys(headers).length <= 30, 'must hold at most 30 headers'));

const toolFunction = z.looseObject(
  {
    name: ToolName,
    description: z._default(text(4000), ''),
    parameters: ToolParameters,
  },
  'must be an object',
);

export const LlmTool = z.looseObject(
  {
    type: z._default(z.literal('function', 'must be function'), 'function'),
    function: toolFunction,
    /**
     * False for a tool that only reads. It may be called before the visitor's turn is certainly over, and its result
     * is dropped if the visitor continues. Any other tool may change something.
     */
    effects: z.optional(z.boolean('must be true or false')),
    /** The arguments become the query of a GET or DELETE, or the JSON body of other methods. */
    http: z.optional(
      z.strictObject(
        {
          url: HttpUrl,
          method: z._default(z.enum(HTTP_TOOL_METHODS, `must be ${HTTP_TOOL_METHODS.join(', ')}`), 'POST'),
          headers: z.optional(ToolHeaders),
        },
        'must be an object',
      ),
    ),
  },
  'must be an object',
);
export type LlmTool = z.output<typeof LlmTool>;

export const LlmTools = z
  .array(LlmTool, 'must be a list of tools')
  .check(z.maxLength(MAX_TOOLS, `must hold at most ${MAX_TOOLS} tools`), ({ value, issues }) => {
    const names = new Set<string>();
    for (const [
      index,
      {
        function: { name },
        http,
      },
    ] of value.entries()) {
      if (names.has(name))
        issues.push({
          code: 'custom',
          message: 'is used twice',
          path: [index, 'function', 'name'],
          input: value,
        });
      names.add(name);
      if (http && ownCardKind(name) !== null)
        issues.push({
          code: 'custom',
          message: 'is not allowed, because the page shows the card',
          path: [index, 'http'],
          input: value,
        });
    }
  });

/** Maximum number of tools that a perception model may call. */
export const MAX_VISUAL_TOOLS = 20;
/** Maximum number of characters of all these tools as JSON. */
export const MAX_VISUAL_TOOLS_JSON = 20_000;

/**
 * Tools of `layers.perception.visual_tools`. The perception model calls them; the page receives each call and
 * returns no result.
 */
export const VisualTools = z
  .array(
    z.looseObject(
      {
        type: z._default(z.literal('function', 'must be function'), 'function'),
        function: toolFunction,
        http: z.optional(
          z.undefined('must be left out. Visual tools notify the page and send no HTTP request'),
        ),
      },
      'must be an object',
    ),
    'must be a list of tools',
  )
  .check(
    z.maxLength(MAX_VISUAL_TOOLS, `must hold at most ${MAX_VISUAL_TOOLS} tools`),
    z.refine(
      (tools: readonly object[]) => JSON.stringify(tools).length <= MAX_VISUAL_TOOLS_JSON,
      `must be at most ${MAX_VISUAL_TOOLS_JSON} characters of JSON`,
    ),
    z.refine(
      (tools) => new Set(tools.map((tool) => tool.function.name)).size === tools.length,
      'must name each tool once',
    ),
  );
export type VisualTool = z.output<typeof VisualTools>[number];
