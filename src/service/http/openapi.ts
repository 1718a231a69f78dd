/** OpenAPI 3.1 printed from the rows. */
import * as z from 'zod';
import { LEGACY_NAMES } from '@palkit/contract/aliases';
import { scopeOf, type Endpoint, type Schema } from '@palkit/contract/endpoint';
import { endpoints } from '@palkit/contract/endpoints';
import { ERRORS, type ErrorCode } from '@palkit/contract/errors';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { WEBHOOKS } from '@palkit/contract/webhooks';
import { example } from './examples.ts';
import { FORM } from './form.ts';

type Json = Record<string, unknown>;

const TO_LEGACY = new Map(
  Object.entries(LEGACY_NAMES).map(([legacy, current]) => [current as string, legacy]),
);

/** The rows do not change: a start need not wait for what is printed once, when it is first asked for. */
let printed: Record<string, Json> | undefined;

function paths(): Record<string, Json> {
  const all: Record<string, Json> = {};
  for (const row of endpoints as readonly Endpoint[]) {
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${named(row, name)}}`);
    (all[path] ??= {})[row.method.toLowerCase()] = operation(row);
  }
  for (const [path, operations] of Object.entries(all)) declareAllowed(path, operations);
  return all;
}

/** Each operation names the methods of its path, which a wrong one is answered with. */
function declareAllowed(path: string, operations: Json): void {
  const allowed = methodsOf(path).sort().join(', ');
  const { field, text } = ERRORS.method_not_allowed;
  for (const one of Object.values(operations) as { responses: Json }[])
    one.responses[405] = {
      description: `\`method_not_allowed\`: ${text} Every other method on this path.`,
      headers: {
        Allow: { description: 'The methods of this path', schema: { type: 'string', const: allowed } },
        [ERROR_HEADER]: { schema: { type: 'string', enum: ['method_not_allowed'] } },
      },
      content: {
        'application/json': {
          schema: { type: 'object', required: [field], properties: { [field]: { type: 'string' } } },
          examples: { method_not_allowed: { value: { [field]: text } } },
        },
      },
    };
}

/** The methods of all rows that a path may be meant by: a word of it may be an id, too (`/v2/documents/tags`). */
function methodsOf(path: string): string[] {
  const filled = path.replace(/\{\w+\}/g, '0');
  const rows = (endpoints as readonly Endpoint[]).filter((row) =>
    new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(filled),
  );
  const methods = rows.flatMap(({ method, cors }) => [
    method,
    ...(method === 'GET' ? ['HEAD'] : []),
    ...(cors ? ['OPTIONS'] : []),
  ]);
  return [...new Set(methods)];
}

let printedWebhooks: Record<string, Json> | undefined;

/** The callbacks: POST requests of the service, which 2xx or 410 end (docs/decisions/0025-interface.md#callbacks). */
const webhooks = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(WEBHOOKS).map(([name, { summary, body }]) => {
      const made = jsonSchema(body, 'output');
      const content = { 'application/json': { schema: made, example: example(made) } };
      const responses = {
        '2XX': { description: 'Delivered' },
        410: { description: 'No further callback of this subject is delivered' },
      };
      return [name, { post: { summary, tags: ['callbacks'], requestBody: { content }, responses } }];
    }),
  );

export function openApi(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palkit',
      version: '2',
      description:
        'Conversational video agents: the keyed API, the public visit endpoints and the embedded room.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set((endpoints as readonly Endpoint[]).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: (printed ??= paths()),
    webhooks: (printedWebhooks ??= webhooks()),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        token: { type: 'http', scheme: 'bearer', description: 'The meeting token of the conversation' },
      },
    },
  };
}

function operation(row: Endpoint): Json {
  const parameters: Json[] = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: named(row, name!),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  for (const [name, shape] of Object.entries(row.query ? querySchema(row, row.query) : {}))
    parameters.push({ name, in: 'query', required: false, schema: shape });
  if (row.versioned && row.method === 'PATCH') {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'The ETag of the read this change is based on; * means any.',
    });
  }
  const media = row.media ?? 'application/json';
  return {
    operationId: row.name,
    summary: row.summary,
    tags: [row.tag],
    ...(row.naming === 'legacy' ? { deprecated: true } : {}),
    ...(row.auth === 'key' ? { 'x-palkit-scope': scopeOf(row) } : {}),
    ...(row.auth === 'public' ? { security: [] } : { security: [{ [row.auth]: [] }] }),
    parameters,
    ...(row.body
      ? {
          requestBody: {
            required: !row.bodyOptional,
            content: {
              [media]: described(row, row.body, 'input'),
              ...(row.upload ? { [FORM]: { schema: form(row, row.upload.fields) } } : {}),
            },
          },
        }
      : {}),
    responses: {
      [row.status]: {
        description: 'Success',
        ...(row.versioned ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
        ...(row.result ? { content: answers(row, row.result) } : {}),
      },
      ...errors(row),
    },
  };
}

/** The row's own refusals and those that its shape implies, by status. */
function errors(row: Endpoint): Json {
  const codes = new Set<ErrorCode>(row.errors);
  if (row.auth === 'key') for (const code of ['invalid_key', 'scope_missing'] as const) codes.add(code);
  if (row.query || row.body) codes.add('invalid_request');
  if (row.body)
    for (const code of ['invalid_json', 'body_too_large', 'wrong_content_type'] as const) codes.add(code);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => {
        const field = ERRORS[list[0]!].field;
        return [
          status,
          {
            description: list.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n\n'),
            headers: { [ERROR_HEADER]: { schema: { type: 'string', enum: list } } },
            content: {
              'application/json': {
                schema: { type: 'object', required: [field], properties: { [field]: { type: 'string' } } },
                examples: Object.fromEntries(
                  list.map((code) => [code, { value: { [field]: ERRORS[code].text } }]),
                ),
              },
            },
          },
        ];
      }),
  );
}

/** A shape with an example of it. SDP, pages and files need none. */
function described(row: Endpoint, shape: Schema, io: 'input' | 'output'): Json {
  const made = schema(row, shape, io);
  return row.media || (row.download && io === 'output')
    ? { schema: made }
    : { schema: made, example: example(made) };
}

/** The body of an answer, by its media type. */
function answers(row: Endpoint, result: Schema): Json {
  const shape = described(row, result, 'output');
  const types = row.download ?? [row.media ?? 'application/json'];
  return Object.fromEntries(types.map((type) => [type, shape]));
}

/** A form's parts: one of them is the file's bytes. */
function form(row: Endpoint, fields: Schema): Json {
  const made = schema(row, fields, 'input');
  return {
    ...made,
    properties: {
      ...(made['properties'] as Json),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  };
}

const named = (row: Endpoint, name: string) =>
  row.naming === 'legacy' ? (TO_LEGACY.get(name) ?? name) : name;

/** A shape as JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export function jsonSchema(shape: Schema, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  delete made['$schema'];
  return made;
}

/**
 * A query as JSON Schema. Its values are texts that become numbers and flags: their types, bounds and defaults
 * are those of what they become.
 */
function querySchema(row: Endpoint, shape: Schema): Record<string, Json> {
  const made = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default = def.defaultValue;
      if (def.type !== 'pipe') return;
      const read = readType(def.out);
      if (!read) return;
      delete jsonSchema.pattern;
      delete jsonSchema.enum;
      Object.assign(jsonSchema, read);
    },
  }) as { properties?: Record<string, Json> };
  const properties = made.properties ?? {};
  // A default is what the text becomes; where the type stays a text, so does its default.
  for (const property of Object.values(properties)) {
    const { type, default: fallback } = property;
    if (type === 'string' && typeof fallback === 'number') property['default'] = `${fallback}`;
  }
  return row.naming === 'legacy' ? (renamed(properties) as Record<string, Json>) : properties;
}

/** The whole number or flag that a text of a query becomes; null for anything else. */
function readType(schema: z.core.$ZodType): Json | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return readType(def.out);
  if (def.type === 'number') {
    const { type, minimum, maximum } = jsonSchema(schema as Schema, 'output');
    return { type, minimum, maximum };
  }
  return def.type === 'boolean' ? { type: 'boolean' } : null;
}

function schema(row: Endpoint, shape: Schema, io: 'input' | 'output'): Json {
  const made = jsonSchema(shape, io);
  return row.naming === 'legacy' ? (renamed(made) as Json) : made;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? (TO_LEGACY.get(item) ?? item) : renamed(item)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [TO_LEGACY.get(key) ?? key, renamed(inner)]),
  );
}
