/** The files for the script tag are sent as compressed by the build. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openWorld, type World } from '../world.ts';

/** The loader's budget in bytes, as in `scripts/check-sizes.ts`. */
const BUDGET = 14 * 1024;
let world: World;
before(async () => (world = await openWorld()));
after(() => world.close());

test('the loader is sent in the encoding that the browser accepts, and within its budget', async () => {
  const load = (encoding: string) =>
    world.service.app.inject({ url: '/palkit/palkit.js', headers: { 'accept-encoding': encoding } });
  const plainResponse = await load('identity');
  const brotli = await load('gzip, deflate, br');
  const gzip = await load('gzip');
  assert.deepEqual(
    [plainResponse, brotli, gzip].map(({ statusCode, headers }) => [statusCode, headers['content-encoding']]),
    [
      [200, undefined],
      [200, 'br'],
      [200, 'gzip'],
    ],
  );
  for (const { headers } of [plainResponse, brotli, gzip]) {
    assert.match(String(headers['content-type']), /^(text|application)\/javascript/);
    assert.match(String(headers['vary']), /accept-encoding/i);
    assert.equal(headers['access-control-allow-origin'], '*');
  }
  assert.ok(brotli.rawPayload.length <= BUDGET, `${brotli.rawPayload.length} bytes`);
  assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plainResponse.rawPayload));
  assert.ok(gunzipSync(gzip.rawPayload).equals(plainResponse.rawPayload));
});
