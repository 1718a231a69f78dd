/** Sentences that are spoken again: without another synthesis, for the account alone, and within bounds. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SoundCache } from '../../../src/agent/speech/sound-cache.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';

const pool = new SynthesisPool({ size: 1 });
after(() => pool.close());

const sentence = (text: string) => ({ text, voice: 'slt' as const, speed: 1 });
const GREETING = 'Hello, I am Mira.';

/** The order in which the sounds come. */
async function order(...sounds: [name: string, Promise<unknown>][]): Promise<string[]> {
  const names: string[] = [];
  await Promise.all(sounds.map(async ([name, sound]) => (await sound, names.push(name))));
  return names;
}

test('a sentence that was said is there while the only thread is busy, and sounds the same', async () => {
  const first = await pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  const long = pool.synthesise(sentence('This is a long sentence that takes the voice some time to say.'));
  const again = pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  assert.deepEqual(await order(['long', long], ['again', again]), ['again', 'long']);
  assert.deepEqual(await again, first);
});

test('another voice, speed or account has it made anew', async () => {
  await pool.synthesise(sentence(GREETING), undefined, { account: 1 });
  for (const [change, account] of [
    [{ voice: 'awb' as const }, 1],
    [{ speed: 1.5 }, 1],
    [{}, 2],
  ] as const) {
    const long = pool.synthesise(
      sentence(`Before ${JSON.stringify(change)} of ${account} there is much to say.`),
    );
    const other = pool.synthesise({ ...sentence(GREETING), ...change }, undefined, { account });
    assert.deepEqual(await order(['long', long], ['other', other]), ['long', 'other']);
  }
});

test('an aborted request gets nothing from the cache', async () => {
  await pool.synthesise(sentence(GREETING));
  await assert.rejects(pool.synthesise(sentence(GREETING), AbortSignal.abort(new Error('gone'))), /gone/);
});

test('the sounds used last stay within the bytes', () => {
  const cache = new SoundCache(3000);
  const sound = () => ({ packets: [new Uint8Array(850)], mouths: new Uint8Array(1), duration: 0.02 });
  for (const key of ['a', 'b', 'c']) cache.add(key, sound());
  assert.ok(cache.get('a'));
  cache.add('d', sound());
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter((key) => cache.get(key)),
    ['a', 'c', 'd'],
  );
  cache.add('a', { ...sound(), packets: [new Uint8Array(4000)] });
  assert.equal(cache.get('a'), undefined);
});
