import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFlite } from '../../../src/agent/speech/flite.ts';
import { loadVosk } from '../../../src/agent/speech/vosk.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';

const RATE = 16_000;

test('an interim text may be requested directly after a silence that ends a sentence for the decoder', async () => {
  const createDecoder = await loadVosk(assetPath('speech-to-text/vosk-en-us'), { embedded: true });
  const decoder = createDecoder();
  decoder.write(loadFlite()('When are you open?', { voice: 'rms' }).samples);
  // The interim text is requested after each 100 ms, also in the one after which Vosk has a result and no text.
  const texts = Array.from({ length: 40 }, () => {
    decoder.write(new Int16Array(RATE / 10));
    return decoder.partial();
  });
  decoder.drop();
  assert.equal(texts.at(-1)?.trim(), 'when are you open');
});
