/** A voice that speaks each sentence as a tone. */
import { Encoder } from '@evan/opus';
import type { Speech, TextToSpeech } from '../../src/agent/speech/engines.ts';

export const TONE_RATE = 16_000;

/** Returns `count` samples of a 440 Hz tone. */
export function tone(samples: number, rate = TONE_RATE): Int16Array {
  return Int16Array.from(
    { length: samples },
    (_, index) => 9000 * Math.sin((index / rate) * 2 * Math.PI * 440),
  );
}

/** Returns a voice that speaks one sentence per full stop, each with `packets` packets of 20 ms. */
export function toneVoice(packets = 25): TextToSpeech {
  return {
    languages: ['en'],
    async *speak(text, { signal }) {
      for (const sentence of text
        .split('.')
        .map((part) => part.trim())
        .filter(Boolean)) {
        signal?.throwIfAborted();
        const encoder = new Encoder({ channels: 1, sample_rate: TONE_RATE, application: 'voip' });
        const samples = tone(packets * 320);
        const speech: Speech = {
          text: sentence,
          packets: Array.from({ length: packets }, (_, index) =>
            encoder.encode(samples.slice(index * 320, (index + 1) * 320)),
          ),
          mouths: new Uint8Array(Math.ceil(packets / 2)).fill(3),
          duration: packets * 0.02,
        };
        yield speech;
      }
    },
  };
}
