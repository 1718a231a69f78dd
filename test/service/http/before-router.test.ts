/** Errors that are returned before the router: their form and their messages. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { openApi } from '../../../src/developer-tools/openapi.ts';
import { until } from '../until.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
let port: number;
before(async () => {
  world = await openWorld();
  await world.service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (world.service.app.server.address() as net.AddressInfo).port;
});
after(() => world.close());

const rows = endpoints as readonly Endpoint[];
const send = (method: string, url: string, headers: Record<string, string> = {}, payload?: string) =>
  world.service.app.inject({ method: method as 'GET', url, headers, ...(payload ? { payload } : {}) });

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Returns the `Allow` header that the OpenAPI document declares for an endpoint's path. */
function declaredMethods({ name }: Endpoint): string | undefined {
  const { paths } = openApi('https://palkit.example') as { paths: Record<string, Record<string, Operation>> };
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .find(({ operationId }) => operationId === name)?.responses[405]?.headers.Allow.schema.const;
}
interface Operation {
  operationId: string;
  responses: Record<number, { headers: { Allow: { schema: { const: string } } } }>;
}

describe('a wrong method on a known path', () => {
  for (const path of new Set(rows.map((row) => row.path)))
    test(`${path} is 405 with its methods`, async () => {
      const samePath = rows.filter((row) => row.path === path);
      const names = samePath.map(({ method }) => method as string);
      const ownMethods = new Set([...names, ...(samePath.some(({ cors }) => cors) ? ['OPTIONS'] : [])]);
      const url = path.replace(/\{\w+\}/g, 'x0123456789');
      // The path may also match another endpoint with an id in its path, which has other methods.
      const matchingRows = rows.filter((row) =>
        new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url),
      );
      for (const { method, cors } of matchingRows) ownMethods.add(method).add(cors ? 'OPTIONS' : method);
      for (const method of METHODS.filter((method) => !ownMethods.has(method))) {
        const answer = await send(method, url);
        assert.equal(answer.statusCode, 405, `${method} ${url}: ${answer.body}`);
        assert.equal(answer.headers['x-error-code'], 'method_not_allowed');
        const allowedMethods = String(answer.headers.allow).split(', ');
        assert.deepEqual(new Set(allowedMethods.filter((method) => method !== 'HEAD')), ownMethods);
        assert.equal(allowedMethods.includes('HEAD'), ownMethods.has('GET'));
        assert.equal(answer.headers.allow, declaredMethods(samePath[0]!));
        assert.deepEqual(Object.keys(answer.json<object>()), ['error']);
      }
    });

  test('is 405 whatever its body is', async () => {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data']) {
      const answer = await send('PUT', '/v2/pals', { 'content-type': type, 'x-api-key': ALICE }, '{broken');
      assert.equal(answer.statusCode, 405, `${type}: ${answer.body}`);
    }
  });

  test('is 405 on operational and page addresses too', async () => {
    for (const url of ['/healthz', '/readyz', '/openapi.json'])
      assert.equal((await send('POST', url)).headers.allow, 'GET, HEAD', url);
  });

  test('is 404 where the path is unknown', async () => {
    for (const url of ['/v2/nothing', '/v2/pals/x/nothing', '/v2x/pals']) {
      const answer = await send('PUT', url, { 'content-type': 'text/plain' }, 'x');
      assert.deepEqual([answer.statusCode, answer.headers.allow], [404, undefined], url);
    }
  });
});

test('a trailing slash does not change a path', async () => {
  const key = { 'x-api-key': ALICE };
  const pal = await world.pal();
  for (const [url, equivalentUrl] of [
    ['/v2/pals/', '/v2/pals'],
    ['/v2/pals/?limit=1', '/v2/pals?limit=1'],
    [`/v2/pals/${pal}/`, `/v2/pals/${pal}`],
    [`/v2/pals/${pal}/skills/`, `/v2/pals/${pal}/skills`],
    ['/v2/personas/', '/v2/personas'],
    ['/healthz/', '/healthz'],
    ['/openapi.json/', '/openapi.json'],
  ] as const) {
    const [firstResponse, secondResponse] = [
      await send('GET', url, key),
      await send('GET', equivalentUrl, key),
    ];
    assert.deepEqual([firstResponse.statusCode, firstResponse.body], [200, secondResponse.body], url);
  }
  const response = await send('POST', '/v2/pals/', { ...key, 'content-type': 'application/json' }, '{}');
  assert.equal(response.statusCode, 400);
  assert.equal((await send('DELETE', '/v2/pals/', key)).headers['x-error-code'], 'method_not_allowed');
});

for (const row of rows)
  test(`${row.name} accepts its path with a trailing slash, too`, async () => {
    const url = row.path.replace(/\{\w+\}/g, 'x0123456789');
    const headers = { 'x-api-key': ALICE, ...(row.body ? { 'content-type': 'application/json' } : {}) };
    const answers = [];
    for (const address of [url, `${url}/`, `${url}/?surprising=1`])
      answers.push(await send(row.method, address, headers, row.body ? '{"surprising":1}' : undefined));
    const [firstResult, secondResult, query] = answers.map((answer) => [
      answer.statusCode,
      answer.headers['x-error-code'],
    ]);
    assert.deepEqual(secondResult, firstResult);
    assert.notEqual(query![1], 'not_found');
    assert.notEqual(query![1], 'method_not_allowed');
  });

test('an empty id is never an id', async () => {
  for (const row of rows.filter(({ path }) => path.includes('{'))) {
    const url = row.path.replace(/\{\w+\}/g, '');
    const answer = await send(row.method, url.endsWith('/') ? `${url}/` : url, { 'x-api-key': ALICE });
    assert.deepEqual(
      [answer.statusCode, answer.headers['x-error-code']],
      [404, 'not_found'],
      `${row.method} ${url}: ${answer.body}`,
    );
  }
});

/** Sends bytes that no HTTP client would send; resolves with the response. */
const exchange = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text)).on('error', reject);
  });

const UNREADABLE: [string, string, number, string][] = [
  ['no HTTP at all', 'nonsense\r\n\r\n', 400, 'invalid_request'],
  ['an unknown method', 'FROB / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_request'],
  ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
  [
    'two lengths',
    'POST /v2/pals HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid_request',
  ],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a path that is no text',
    'GET /v2/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    404,
    'not_found',
  ],
];
for (const [title, bytes, status, code] of UNREADABLE)
  test(`a request with ${title} is refused in the usual shape`, async () => {
    const answer = await exchange(bytes);
    const [responseHead = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(responseHead, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(responseHead, new RegExp(`x-error-code: ${code}(\r\n|$)`));
    const parsedBody = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual(Object.keys(parsedBody), ['error']);
    assert.equal(typeof parsedBody['error'], 'string');
  });

test('a request that ends while the service closes is refused in the usual shape', async () => {
  const closing = await openWorld();
  const { app } = closing.service;
  try {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = net.connect((app.server.address() as net.AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    const closeEvent = once(socket, 'close');
    // The first response proves that the beginning of the second request has arrived, too.
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n');
    await until('the first answer', () => text.includes('alive'));
    const closing = app.close();
    await until('the service to close', () => !app.server.listening);
    socket.write('\r\n');
    await Promise.all([closing, closeEvent]);
    const secondResponse = text.slice(text.indexOf('alive'));
    assert.match(secondResponse, /HTTP\/1\.1 503 /);
    assert.match(secondResponse, /x-error-code: service_stopping/);
    assert.match(secondResponse, /\{"error":"The service is stopping\. Try again in a moment\."\}/);
  } finally {
    await closing.close();
  }
});
