import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { boundedResponse } from '../../src/outbound/bounded-response.ts';
import { decodeBody } from '../../src/outbound/decoding.ts';
import { OutboundError } from '../../src/outbound/outbound-error.ts';

const text = 'Open from nine to five. '.repeat(100);
const read = async (encodings: string, body: Uint8Array, step = 1000): Promise<string> => {
  const pieces = Array.from({ length: Math.ceil(body.length / step) }, (_, index) =>
    Buffer.from(body.subarray(index * step, (index + 1) * step)),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeBody(Readable.from(pieces, { objectMode: false }), encodings))
    chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
};

test('bodies are decompressed, also with wrong labels', async () => {
  const gzip = gzipSync(text);
  const plainBytes = Buffer.from(text);
  const bodies: [string, string, Uint8Array][] = [
    ['gzip', 'gzip', gzip],
    ['gzip by its old name', 'x-gzip', gzip],
    ['gzip without its trailer', 'gzip', gzip.subarray(0, -8)],
    ['plain text that is called gzip', 'gzip', plainBytes],
    ['deflate', 'deflate', deflateSync(text)],
    ['deflate without the header of zlib', 'deflate', deflateRawSync(text)],
    ['brotli', 'br', brotliCompressSync(text)],
    ['one in another', 'gzip, br', brotliCompressSync(gzip)],
    ['an unknown encoding', 'zstd', plainBytes],
    ['none', '', plainBytes],
  ];
  for (const [name, encodings, body] of bodies) {
    assert.equal(await read(encodings, body), text, name);
    assert.equal(await read(encodings, body, 1), text, `${name}, byte by byte`);
  }
  assert.equal(await read('gzip', Buffer.alloc(0)), '');
});

test('a damaged body fails, and closing a body closes its source', async () => {
  const gzip = gzipSync(Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * index) % 251)));
  gzip.fill(0, 100, 200);
  await assert.rejects(read('gzip', gzip));
  const source = new Readable({ read: () => undefined });
  const stream = decodeBody(source, 'gzip').on('error', () => undefined);
  const closing = new Promise((resolve) => source.on('close', resolve));
  stream.resume();
  stream.destroy();
  await closing;
});

test('a body that is cut ends at its maximum of bytes, and is complete below', async () => {
  const respond = (maximum: number) =>
    boundedResponse(
      {
        status: 200,
        headers: new Headers({ 'content-length': '10' }),
        body: Readable.from([Buffer.from('0123456789')]),
      },
      new URL('http://a.example/'),
      { maximum, cut: true },
      () => new OutboundError('connection_failed'),
      () => undefined,
    ).text();
  assert.equal(await respond(4), '0123');
  assert.equal(await respond(10), '0123456789');
});
