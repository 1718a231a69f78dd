/** Repeated sentences come from a cache: without another synthesis, for one account only, and within limits. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SoundCache } from '../../../src/agent/speech/sound-cache.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';

const pool = new SynthesisPool({ size: 1 });
after(() => pool.close());

const sentence = (text: string) => ({ text, voice: 'slt' as const, speed: 1 });
const GREETING = 'Hello, I am Mira.';

/** Returns the names of the sounds in the order in which they arrive. */
async function order(...sounds: [name: string, Promise<unknown>][]): Promise<string[]> {
  const names: string[] = [];
  await Promise.all(sounds.map(async ([name, sound]) => (await sound, names.push(name))));
  return names;
}

test('a repeated sentence comes from the cache while the only thread is busy, and sounds the same', async () => {
  const firstSpeech = await pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  const longSpeech = pool.synthesise(
    sentence('This is a long sentence that takes the voice some time to say.'),
  );
  const secondSpeech = pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  assert.deepEqual(await order(['long', longSpeech], ['again', secondSpeech]), ['again', 'long']);
  assert.deepEqual(await secondSpeech, firstSpeech);
});

test('another voice, speed or account is synthesised again', async () => {
  await pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  for (const [change, account] of [
    [{ voice: 'awb' as const }, 1],
    [{ speed: 1.5 }, 1],
    [{}, 2],
  ] as const) {
    const longSpeech = pool.synthesise(
      sentence(`Before ${JSON.stringify(change)} of ${account} there is much to say.`),
    );
    const otherSpeech = pool.synthesise({ ...sentence(GREETING), ...change }, undefined, { account });
    assert.deepEqual(await order(['long', longSpeech], ['other', otherSpeech]), ['long', 'other']);
  }
});

test('an aborted request gets nothing from the cache', async () => {
  await pool.synthesise(sentence(GREETING));
  await assert.rejects(pool.synthesise(sentence(GREETING), AbortSignal.abort(new Error('gone'))), /gone/);
});

const sound = (bytes = 850) => ({
  packets: [new Uint8Array(bytes)],
  mouths: new Uint8Array(1),
  duration: 0.02,
});

test('the recently used sounds stay within the limit of bytes', () => {
  const cache = new SoundCache(3000);
  for (const name of ['a', 'b', 'c']) cache.add(1, name, sound());
  assert.ok(cache.get(1, 'a'));
  cache.add(1, 'd', sound());
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter((name) => cache.get(1, name)),
    ['a', 'c', 'd'],
  );
  cache.add(1, 'a', sound(4000));
  assert.equal(cache.get(1, 'a'), undefined);
});

test('an account that speaks much evicts its own sounds, not those of another', () => {
  const cache = new SoundCache(3000);
  cache.add(1, 'greeting', sound());
  for (let count = 0; count < 20; count++) cache.add(2, `answer ${count}`, sound());
  assert.ok(cache.get(1, 'greeting'));
  assert.ok(cache.get(2, 'answer 19'));
  assert.equal(cache.get(2, 'greeting'), undefined);
});
