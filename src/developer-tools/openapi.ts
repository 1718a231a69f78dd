/** Generates the OpenAPI 3.1 document from the endpoints. */
import { scopeOf, type Endpoint, type Schema } from '@palkit/contract/endpoint';
import { endpoints } from '@palkit/contract/endpoints';
import { ERRORS, type ErrorCode } from '@palkit/contract/errors';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { WEBHOOKS } from '@palkit/contract/webhooks';
import { summaryOf } from '@palkit/contract/endpoint-summaries';
import { example } from './examples.ts';
import { jsonSchema, wireName, querySchema, rowSchema, type Json } from './row-schemas.ts';

/** Media type of a form that contains a file. */
const FORM = 'multipart/form-data';

/** The endpoints are constant, so the document is generated once, on first use, without delaying the start. */
let cachedPaths: Record<string, Json> | undefined;

function paths(): Record<string, Json> {
  const collectedSchemas: Record<string, Json> = {};
  for (const row of endpoints as readonly Endpoint[]) {
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${wireName(row, name)}}`);
    (collectedSchemas[path] ??= {})[row.method.toLowerCase()] = operation(row);
  }
  for (const [path, operations] of Object.entries(collectedSchemas)) declareRefusals(path, operations);
  return collectedSchemas;
}

/** Adds the error responses before routing to each operation; one of them lists the methods of the path. */
function declareRefusals(path: string, operations: Json): void {
  const allowedMethods = methodsOf(path).sort().join(', ');
  const headers = {
    Allow: { description: 'The methods of this path', schema: { type: 'string', const: allowedMethods } },
  };
  for (const operation of Object.values(operations) as { responses: Json }[]) {
    operation.responses[405] = errorResponse(
      'method_not_allowed',
      'Every other method on this path.',
      headers,
    );
    operation.responses[431] = errorResponse('headers_too_large', 'The address and its query count, too.');
  }
}

/** Returns an error response that is sent before the request reaches its endpoint. */
function errorResponse(code: ErrorCode, description: string, headers: Json = {}): Json {
  const { field, text } = ERRORS[code];
  return {
    description: `\`${code}\`: ${text} ${description}`,
    headers: { ...headers, [ERROR_HEADER]: { schema: { type: 'string', enum: [code] } } },
    content: {
      'application/json': {
        schema: { type: 'object', required: [field], properties: { [field]: { type: 'string' } } },
        examples: { [code]: { value: { [field]: text } } },
      },
    },
  };
}

/** Returns the methods of all endpoints that match a path; a fixed segment may match an id (`/v2/documents/tags`). */
function methodsOf(path: string): string[] {
  const examplePath = path.replace(/\{\w+\}/g, '0');
  const rows = (endpoints as readonly Endpoint[]).filter((row) =>
    new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(examplePath),
  );
  const methods = rows.flatMap(({ method, cors }) => [
    method,
    ...(method === 'GET' ? ['HEAD'] : []),
    ...(cors ? ['OPTIONS'] : []),
  ]);
  return [...new Set(methods)];
}

let printedWebhooks: Record<string, Json> | undefined;

/** Returns the callbacks: POST requests, which 2xx or 410 settle (docs/decisions/0025-interface.md#callbacks). */
const webhooks = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(WEBHOOKS).map(([name, { summary, body }]) => {
      const jsonShape = jsonSchema(body, 'output');
      const content = { 'application/json': { schema: jsonShape, example: example(jsonShape) } };
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
    paths: (cachedPaths ??= paths()),
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
    name: wireName(row, name!),
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
    summary: summaryOf(row),
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
              [media]: schemaOf(row, row.body, 'input'),
              ...(row.upload ? { [FORM]: { schema: form(row, row.upload.fields) } } : {}),
            },
          },
        }
      : {}),
    responses: {
      [row.status]: {
        description: 'Success',
        ...(row.versioned ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
        ...(row.result ? { content: responseContent(row, row.result) } : {}),
      },
      ...errorResponses(row),
    },
  };
}

/** Returns the endpoint's errors and those that follow from its schema, by status. */
function errorResponses(row: Endpoint): Json {
  const codes = new Set<ErrorCode>(row.errors);
  if (row.auth === 'key') for (const code of ['invalid_key', 'scope_missing'] as const) codes.add(code);
  // Every endpoint refuses unknown query parameters and fields.
  codes.add('invalid_request');
  if (row.method !== 'GET')
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

/** Returns a schema with an example. SDP, pages and files need no example. */
function schemaOf(row: Endpoint, shape: Schema, io: 'input' | 'output'): Json {
  const jsonShape = rowSchema(row, shape, io);
  return row.media || (row.download && io === 'output')
    ? { schema: jsonShape }
    : { schema: jsonShape, example: example(jsonShape) };
}

/** Returns the response bodies by media type. */
function responseContent(row: Endpoint, result: Schema): Json {
  const shape = schemaOf(row, result, 'output');
  const types = row.download ?? [row.media ?? 'application/json'];
  return Object.fromEntries(types.map((type) => [type, shape]));
}

/** Returns the parts of a form, one of which is the file's bytes. */
function form(row: Endpoint, fields: Schema): Json {
  const jsonShape = rowSchema(row, fields, 'input');
  return {
    ...jsonShape,
    properties: {
      ...(jsonShape['properties'] as Json),
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  };
}
