/** Renders the OpenAPI document as a page. It is readable without scripts, so it works under the strictest policy. */
import { escapeHtml } from '@palkit/runtime/escape-html';
type Shape = {
  type?: string | string[];
  not?: unknown;
  description?: string;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  anyOf?: Shape[];
  oneOf?: Shape[];
  const?: unknown;
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
};
interface Content {
  schema: Shape;
  example?: unknown;
  examples?: Record<string, { value: Record<string, string> }>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema: Shape; description?: string }[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

const json = (value: unknown) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
const anchor = (tag: string) => tag.replace(/\W+/g, '-');
const CREDENTIALS: Record<string, string> = {
  key: 'An account, by the header <code>x-api-key</code>.',
  token: 'A visitor, by the meeting token as bearer.',
};

export function apiPage(document: Record<string, unknown>): string {
  const operations = Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const groups = [...new Set(operations.map(({ tags }) => tags[0]!))].map((tag) => ({
    name: tag,
    lead: '',
    rows: operations.filter(({ tags, deprecated }) => tags[0] === tag && !deprecated),
  }));
  groups.push({
    name: 'older names',
    lead: 'What clients of the hosted interface call. Each does the same as the endpoint of today’s name.',
    rows: operations.filter(({ deprecated }) => deprecated),
  });
  const sections = groups.filter(({ rows }) => rows.length > 0);
  const links = sections.map(({ name }) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palkit: the API</title>
<meta name="description" content="Every endpoint of this service, with an example and each of its refusals.">
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/api.css">
</head>
<body>
<nav aria-label="Resources"><strong>Palkit API</strong>${links.join('')}</nav>
<main>
<h1>The API</h1>
<p class="lead">Every endpoint, with its shapes, an example and every refusal. The same as \
<a href="/openapi.json">openapi.json</a>, which is made from the schemas that validate. For coding agents: \
<a href="/llms.txt">llms.txt</a>, and the same as tools \
at <code>/mcp</code>.</p>
<p>Errors carry one sentence in their body, and a stable word in the header <code>x-error-code</code>.</p>
${sections
  .map(
    ({ name, lead, rows }) =>
      `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escapeHtml(name)}</h2>\n` +
      `${lead && `<p>${lead}</p>\n`}${rows.map(operationDetails).join('\n')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

function operationDetails(operation: Operation & { path: string; method: string }): string {
  const { method, path, summary, security, parameters, requestBody, responses } = operation;
  const [status, success] = Object.entries(responses).find(([code]) => Number(code) < 400)!;
  const errors = Object.entries(responses)
    .filter(([code]) => Number(code) >= 400)
    .flatMap(([code, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(
        ([word, { value }]) => [code, word, Object.values(value)[0]!] as const,
      ),
    );
  return `<details><summary><span class="method">${method.toUpperCase()}</span>${code(path)}\
<span>${escapeHtml(summary)}</span></summary><div class="body">
<h3>Who may call</h3><p>${CREDENTIALS[Object.keys(security[0] ?? {})[0] ?? ''] ?? 'Anyone.'}</p>
${
  parameters.length > 0
    ? `<h3>Parameters</h3>${table(
        ['Name', 'In', 'Value'],
        parameters.map(({ name, in: where, schema, required }) => [
          code(name),
          where,
          `${boundsInWords(schema)}${required ? '' : ', optional'}`,
        ]),
      )}`
    : ''
}
${
  requestBody
    ? Object.entries(requestBody.content)
        .map(
          ([type, content]) =>
            `<h3>Body (${escapeHtml(type)}${requestBody.required ? '' : ', may be left out'})</h3>` +
            shape(content, 'body'),
        )
        .join('')
    : ''
}
<h3>Answer ${status}</h3>${
    success.content
      ? Object.entries(success.content)
          .map(([type, content]) =>
            type === 'application/json' ? shape(content, 'answer') : `<p>${escapeHtml(type)}</p>`,
          )
          .join('')
      : '<p>No body.</p>'
  }
${
  errors.length > 0
    ? `<h3>Refusals</h3>${table(
        ['Status', 'x-error-code', 'Says'],
        errors.map(([code, word, text]) => [code, `<code>${escapeHtml(word)}</code>`, escapeHtml(text)]),
      )}`
    : ''
}
</div></details>`;
}

function shape(content: Content, part: 'body' | 'answer'): string {
  const { properties, required } = content.schema;
  const rows = Object.entries(properties ?? {}).map(([name, inner]) => [
    code(name),
    `${boundsInWords(inner)}${part === 'body' && required?.includes(name) ? ', <strong>required</strong>' : ''}`,
  ]);
  const fields = rows.length > 0 ? table(['Field', 'Value'], rows) : '';
  return fields + (content.example === undefined ? '' : `<h3>Example</h3>${json(content.example)}`);
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

function table(head: string[], rows: string[][]): string {
  const names = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${names}</tr></thead><tbody>${lines}</tbody></table>`;
}

/** Describes the type and the bounds of a value. */
function boundsInWords(schema: Shape): string {
  if (schema.not) return 'must not be set';
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(boundsInWords))].join(' or ');
  return [typeName(schema), length(schema), range(schema), defaultInWords(schema)].filter(Boolean).join(', ');
}

function typeName({ type = 'any', items }: Shape): string {
  if (type === 'array' && items) return `list of ${boundsInWords(items)}`;
  return [type].flat().join(' or ');
}

function length({ minLength, maxLength }: Shape): string {
  if (maxLength === undefined) return '';
  return `${minLength ? `${minLength} to` : 'up to'} ${maxLength} characters`;
}

function range({ minimum, maximum }: Shape): string {
  if (minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return '';
  return `${minimum} to ${maximum}`;
}

function defaultInWords({ default: value }: Shape): string {
  return value === undefined || typeof value === 'object' ? '' : `default ${code(JSON.stringify(value))}`;
}
