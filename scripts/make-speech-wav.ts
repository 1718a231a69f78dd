/**
 * Writes speech as a 48 kHz mono 16-bit WAV file for Chromium's `--use-file-for-fake-audio-capture`.
 *
 *   node --import tsx scripts/make-speech-wav.ts OUT.wav [--voice slt|rms|awb] [--before SECONDS]
 *     [--after SECONDS] TEXT [TEXT …]
 *
 * `--before` (default 1) and `--after` (default 3) are seconds of silence; `--after` also separates texts.
 * Chromium repeats the file unless its name ends in `%noloop`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FLITE_SAMPLE_RATE, FLITE_VOICES, loadFlite } from '../src/agent/speech/flite.ts';
import type { FliteVoiceName } from '../src/agent/speech/flite.ts';
import { toPronounceable } from '../src/agent/speech/reading/spoken-pieces.ts';
import { wavOf } from '../src/agent/speech/wav.ts';

const RATE = 48_000;
const FACTOR = RATE / FLITE_SAMPLE_RATE;

/** Returns the file's bytes. The silences are in seconds: one before the first text, and one after each text. */
export function speechWav(
  texts: readonly string[],
  {
    voice = 'slt',
    silenceBefore = 1,
    silenceAfter = 3,
  }: { voice?: FliteVoiceName; silenceBefore?: number; silenceAfter?: number } = {},
): Uint8Array {
  const synthesise = loadFlite();
  const parts: Int16Array[] = [new Int16Array(silenceBefore * RATE)];
  for (const text of texts)
    parts.push(
      upsample(synthesise(toPronounceable(text).text, { voice }).samples),
      new Int16Array(silenceAfter * RATE),
    );
  const allSamples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    allSamples.set(part, offset);
    offset += part.length;
  }
  return wavOf(allSamples, RATE);
}

/** Upsamples from 16 to 48 kHz by linear interpolation, which suffices for a fake microphone. */
function upsample(samples: Int16Array): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: samples.length * FACTOR }, (_, i) => {
    const from = samples[Math.floor(i / FACTOR)]!;
    const nextSample = samples[Math.floor(i / FACTOR) + 1] ?? 0;
    return from + ((nextSample - from) * (i % FACTOR)) / FACTOR;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      voice: { type: 'string', default: 'slt' },
      before: { type: 'string', default: '1' },
      after: { type: 'string', default: '3' },
    },
  });
  const [file, ...texts] = positionals;
  const voice = FLITE_VOICES.find((name) => name === values.voice);
  const [secondsBefore, secondsAfter] = [Number(values.before), Number(values.after)];
  if (!file || texts.length === 0 || !voice || !(secondsBefore >= 0) || !(secondsAfter >= 0)) {
    console.error(
      'Usage: make-speech-wav.ts OUT.wav [--voice slt|rms|awb] [--before SECONDS] [--after SECONDS] TEXT [TEXT …]',
    );
    process.exit(1);
  }
  writeFileSync(file, speechWav(texts, { voice, silenceBefore: secondsBefore, silenceAfter: secondsAfter }));
}
