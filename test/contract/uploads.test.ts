/** A file is uploaded in chunks; after a lost response the upload continues from the last chunk that arrived. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { uploadFile } from '../../src/contract/uploads.ts';

const PIECE = 4 * 1024 * 1024;

/** Returns an upload to a store for one file. `fault` may respond to a chunk in place of the store, or throw. */
function openStore(fault: (count: number) => Response | void = () => undefined) {
  const pauses: number[] = [];
  const fractions: number[] = [];
  let [receivedBytes, count] = [0, 0];
  const answer = (status: number) =>
    new Response(null, {
      status,
      headers: { 'upload-offset': String(receivedBytes), location: 'https://public.example/v2/uploads/u1' },
    });
  const upload = (file: Blob) =>
    uploadFile({
      service: 'http://service',
      file,
      progress: (share) => void fractions.push(share),
      pause: async (milliseconds) => void pauses.push(milliseconds),
      send: async (url, { method, headers, body }) => {
        if (method === 'POST') return answer(201);
        assert.equal(url, 'http://service/v2/uploads/u1');
        if (method === 'HEAD') return answer(200);
        if (headers['upload-offset'] !== String(receivedBytes)) return answer(409);
        const refusal = fault(++count);
        receivedBytes += refusal ? 0 : body!.size;
        return refusal ?? answer(204);
      },
    });
  return { upload, pauses, shares: fractions, received: () => receivedBytes };
}

describe('an upload in chunks', () => {
  test('arrives whole, with its progress', async () => {
    const store = openStore();
    assert.equal(
      await store.upload(new Blob([new Uint8Array(2.5 * PIECE)])),
      'https://public.example/v2/uploads/u1',
    );
    assert.equal(store.received(), 2.5 * PIECE);
    assert.deepEqual(store.shares, [0.4, 0.8, 1]);
  });

  test('continues after a lost connection and an error of the service, with growing delays', async () => {
    const store = openStore((count) => {
      if (count === 1) throw new TypeError('lost');
      if (count === 2) return new Response(null, { status: 500 });
    });
    await store.upload(new Blob([new Uint8Array(PIECE + 1)]));
    assert.equal(store.received(), PIECE + 1);
    assert.deepEqual(store.pauses, [1000, 2000]);
  });

  test('ends with the refusal of the service, and after some attempts without a service', async () => {
    const refusingStore = openStore(() => new Response('{"error":"too large"}', { status: 413 }));
    await assert.rejects(refusingStore.upload(new Blob(['film'])), /too large/);
    const unreachableStore = openStore(() => {
      throw new TypeError('lost');
    });
    await assert.rejects(unreachableStore.upload(new Blob(['film'])), /no connection/);
    assert.equal(unreachableStore.pauses.length, 8);
  });

  for (const offset of ['0', 'many', '-1', ''])
    test(`ends if the service accepts chunks and stays at the offset "${offset}"`, async () => {
      const stuck = openStore(
        () => new Response(null, { status: 204, headers: { 'upload-offset': offset } }),
      );
      await assert.rejects(stuck.upload(new Blob(['film'])), /did not store/);
      assert.equal(stuck.pauses.length, 8);
    });
});
