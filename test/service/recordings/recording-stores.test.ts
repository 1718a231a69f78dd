import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { RecordingStorage } from '../../../src/contract/recordings.ts';
import { createGuardedAgents } from '../../../src/outbound/agents.ts';
import { openStore } from '../../../src/rooms/recording-stores/open-store.ts';
import { StoreError } from '../../../src/rooms/recording-stores/store.ts';

interface StoreRequest {
  method: string;
  url: URL;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Runs a test with a server that gives scripted responses, and a file of `bytes` bytes. */
async function runAgainst(
  answer: (request: StoreRequest) => { status: number; headers?: Record<string, string>; body?: string },
  run: (parts: { host: string; file: string; requests: StoreRequest[] }) => Promise<void>,
  bytes = 1000,
): Promise<void> {
  const requests: StoreRequest[] = [];
  const server = http
    .createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      requests.push({
        method: request.method!,
        url: new URL(request.url!, 'http://x'),
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      const { status, headers, body } = answer(requests.at(-1)!);
      response.writeHead(status, headers ?? {}).end(body ?? '');
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-stores-'));
  const file = path.join(folder, 'film.webm');
  fs.writeFileSync(file, Buffer.alloc(bytes, 7));
  try {
    await run({ host: `127.0.0.1:${(server.address() as AddressInfo).port}`, file, requests });
  } finally {
    server.closeAllConnections();
    server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const open = (storage: RecordingStorage, allowedHosts: string[]) =>
  openStore(storage, { allowedHosts, agents: createGuardedAgents(allowedHosts) });
const signal = new AbortController().signal;

test('Google Cloud Storage accepts a whole file by its own client', () =>
  runAgainst(
    () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a/b.webm","size":"1000"}',
    }),
    async ({ host, file, requests }) => {
      const store = await open(
        {
          provider: 'gcs',
          bucket_name: 'calls',
          client_email: 'a@b.example',
          private_key: 'k',
          prefix: '',
          endpoint: `http://${host}`,
        },
        [host],
      );
      await store.put(file, 'a/b.webm', signal);
      const upload = requests.find(({ method }) => method === 'POST')!;
      assert.ok(upload.url.pathname.includes('/b/calls/o'), upload.url.href);
      assert.ok(`${upload.url.search}${upload.body.toString('latin1')}`.includes('b.webm'));
      assert.ok(upload.body.includes(fs.readFileSync(file)));
      assert.equal(store.uri('a/b.webm'), 'gs://calls/a/b.webm');
    },
  ));

test("Azure Blob Storage accepts a whole file by its own client, signed with the account's key", () =>
  runAgainst(
    () => ({
      status: 201,
      headers: {
        etag: '"1"',
        'last-modified': new Date(0).toUTCString(),
        'x-ms-request-id': '1',
        'x-ms-version': '2024-11-04',
      },
    }),
    async ({ host, file, requests }) => {
      const account_key = createHmac('sha256', 'k').update('a').digest('base64');
      const store = await open(
        {
          provider: 'azure_blob',
          bucket_name: 'calls',
          account_name: 'palkit',
          account_key,
          prefix: '',
          endpoint: `http://${host}/palkit`,
        },
        [host],
      );
      await store.put(file, 'a/b.webm', signal);
      const [putRequest] = requests;
      assert.deepEqual(
        [
          putRequest!.method,
          putRequest!.url.pathname,
          putRequest!.headers['x-ms-blob-type'],
          putRequest!.headers['x-ms-blob-content-type'],
        ],
        ['PUT', '/palkit/calls/a/b.webm', 'BlockBlob', 'video/webm'],
      );
      assert.match(putRequest!.headers.authorization!, /^SharedKey palkit:/);
      assert.deepEqual(putRequest!.body, fs.readFileSync(file));
      assert.equal(store.uri('a/b.webm'), `http://${host}/palkit/calls/a/b.webm`);
      const officialStore = await open(
        { provider: 'azure_blob', bucket_name: 'calls', account_name: 'palkit', account_key, prefix: '' },
        [],
      );
      assert.equal(officialStore.uri('a.webm'), 'https://palkit.blob.core.windows.net/calls/a.webm');
    },
  ));

test('S3 accepts a large file in parts', () =>
  runAgainst(
    ({ method, url }) =>
      method === 'POST' && url.searchParams.has('uploads')
        ? {
            status: 200,
            body: '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>',
          }
        : method === 'POST'
          ? {
              status: 200,
              body: '<CompleteMultipartUploadResult><Key>a.webm</Key></CompleteMultipartUploadResult>',
            }
          : { status: 200, headers: { etag: '"1"' } },
    async ({ host, file, requests }) => {
      const store = await open(
        {
          provider: 's3',
          bucket_name: 'calls',
          region: 'us-east-1',
          access_key_id: 'a',
          secret_access_key: 'b',
          prefix: '',
          endpoint: `http://${host}`,
        },
        [host],
      );
      await store.put(file, 'a.webm', signal);
      const parts = requests
        .filter(({ method }) => method === 'PUT')
        .sort(
          (one, other) =>
            Number(one.url.searchParams.get('partNumber')) - Number(other.url.searchParams.get('partNumber')),
        );
      assert.equal(parts.length, 3);
      assert.deepEqual(Buffer.concat(parts.map(({ body }) => body)), fs.readFileSync(file));
      assert.ok(requests.every(({ headers }) => headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')));
    },
    20_000_000,
  ));

test('an address that is not public, or not allowed, is not connected to', () =>
  runAgainst(
    () => ({ status: 200 }),
    async ({ host, file, requests }) => {
      const s3 = await open(
        {
          provider: 's3',
          bucket_name: 'calls',
          region: 'us-east-1',
          access_key_id: 'a',
          secret_access_key: 'b',
          prefix: '',
          endpoint: `http://${host}`,
        },
        [],
      );
      await assert.rejects(s3.put(file, 'a.webm', signal), { name: 'OutboundError' });
      const storeByName = await openStore(
        {
          provider: 's3',
          bucket_name: 'calls',
          region: 'us-east-1',
          access_key_id: 'a',
          secret_access_key: 'b',
          prefix: '',
          endpoint: 'http://storage.example',
        },
        {
          allowedHosts: [],
          agents: createGuardedAgents([], async () => [{ address: '127.0.0.1', family: 4 }]),
        },
      );
      await assert.rejects(storeByName.put(file, 'a.webm', signal));
      await assert.rejects(
        open(
          {
            provider: 'azure_blob',
            bucket_name: 'calls',
            account_name: 'palkit',
            account_key: 'k',
            prefix: '',
            endpoint: `http://${host}`,
          },
          [],
        ),
        StoreError,
      );
      await assert.rejects(
        open(
          {
            provider: 'gcs',
            bucket_name: 'calls',
            client_email: 'a@b.example',
            private_key: 'k',
            prefix: '',
            endpoint: `http://${host}`,
          },
          [],
        ),
        StoreError,
      );
      assert.deepEqual(requests, []);
    },
  ));
