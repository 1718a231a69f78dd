import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import type { SpeechToText } from '../../../src/agent/speech/engines.ts';
import { withRecogniserFallback } from '../../../src/agent/speech/fallback-speech-to-text.ts';

const samples = Int16Array.from([1, 2, 3]);

function scene() {
  const clock = new ManualClock();
  const calls: string[] = [];
  let isDown = true;
  const engine = (name: string, languages: string[], isFailing: () => boolean): SpeechToText => ({
    languages,
    listen: () => {
      let samples = 0;
      calls.push(name);
      return {
        write: (chunk) => void (samples += chunk.length),
        finish: async () => {
          if (isFailing()) throw new EngineError('unreachable', 'down');
          return `${name} ${samples}`;
        },
      };
    },
  });
  const failures: unknown[] = [];
  const recogniser = withRecogniserFallback(
    engine('first', ['en', 'de'], () => isDown),
    () => engine('embedded', ['en'], () => false),
    clock,
    (error) => void failures.push(error),
  );
  const hear = (language?: string) => {
    const stream = recogniser.listen(language ? { language } : {});
    stream.write(samples);
    return stream.finish();
  };
  return { clock, calls, failures, hear, mend: () => (isDown = false) };
}

test('after a failure the embedded recogniser gets the whole utterance, and all those of half a minute', async () => {
  const { clock, calls, failures, hear, mend } = scene();
  assert.equal(await hear(), 'embedded 3');
  assert.equal(failures.length, 1);
  assert.equal(await hear('en-GB'), 'embedded 3');
  assert.deepEqual(calls, ['first', 'embedded', 'embedded']);
  mend();
  clock.move(30_000);
  assert.equal(await hear(), 'first 3');
});

test('a language that the embedded recogniser does not support is not guessed', async () => {
  const { hear } = scene();
  await assert.rejects(hear('de'), /down/);
});

test('pauses and resumed voices are passed on to the first recogniser', async () => {
  const calls: string[] = [];
  const firstRecogniser: SpeechToText = {
    languages: ['en'],
    listen: () => ({
      write() {},
      pause: async () => (calls.push('pause'), 'so far'),
      resume: () => void calls.push('resume'),
      finish: async () => 'all',
    }),
  };
  const stream = withRecogniserFallback(
    firstRecogniser,
    () => firstRecogniser,
    new ManualClock(),
    (error) => assert.ifError(error),
  ).listen({});
  assert.equal(await stream.pause!(), 'so far');
  stream.resume!();
  assert.equal(await stream.finish(), 'all');
  assert.deepEqual(calls, ['pause', 'resume']);
});
