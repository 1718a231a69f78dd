import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Decoder } from '@evan/opus';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { CHARACTERS } from '../../../src/contract/face/characters.ts';
import { Follower } from '../../../src/contract/face/follower.ts';
import { MOUTHS, STRESS } from '../../../src/contract/mouths.ts';
import type { Speech } from '../../../src/agent/speech/engines.ts';
import { createFliteTextToSpeech } from '../../../src/agent/speech/flite-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';
import { readFaceFile } from '../../../src/rooms/embedded/face-file.ts';
import { Performance } from '../../../src/contract/face/performance.ts';
import { Playout } from '../../../src/rooms/embedded/playout.ts';

const pool = new SynthesisPool({ size: 1 });
const voice = createFliteTextToSpeech(pool);
after(() => pool.close());
const face = readFaceFile(assetPath('faces/mira.face'));
const REST = MOUTHS.indexOf('rest');

/** How far each mouth shape is open, from 0 to 1. */
const OPENING = MOUTHS.map(
  (mouth) => ({ rest: 0, closed: 0, slight: 0.35, open: 1, wide: 0.7, round: 0.6, teeth: 0.25 })[mouth],
);
const TICK = 0.02;

/** Returns for each tick of 20 ms the mouth shape in the visitor's picture, and the packet of sound. */
function perform(speeches: Speech[], isEven: boolean): { mouths: number[]; packets: (Uint8Array | null)[] } {
  assert.ok(face.kind === 'drawn');
  const performance = new Performance(face);
  const playout = new Playout(() => {});
  const mouths: number[] = [];
  const packets: (Uint8Array | null)[] = [];
  let mouth = REST;
  for (const speech of speeches) playout.add('u', speech);
  const ticks = 25 + speeches.reduce((sum, { packets: packetsOfSpeech }) => sum + packetsOfSpeech.length, 0);
  for (let tick = 0; tick < ticks; tick++) {
    packets.push(playout.next()?.packet ?? null);
    if (tick % 2 === (isEven ? 0 : 1)) mouth = performance.next('idle', playout.mouth()).mouth;
    mouths.push(mouth);
  }
  return { mouths, packets };
}

function loudness(packets: readonly (Uint8Array | null)[]): number[] {
  const decoder = new Decoder({ channels: 1, sample_rate: 16_000 });
  return packets.map((packet) => {
    if (!packet) return 0;
    const samples = new Int16Array(decoder.decode(packet).slice().buffer);
    return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);
  });
}

/**
 * Returns the delay of the lips in milliseconds at which they match the sound best (`lag`, negative if they
 * are early), and the quality of that match (`fit`).
 */
function lag(opening: readonly number[], levels: readonly number[]): { lag: number; fit: number } {
  const subtractMean = (list: readonly number[]) => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    return list.map((value) => value - mean);
  };
  const lips = subtractMean(opening);
  const sound = subtractMean(levels.map((level) => Math.sqrt(level)));
  const power = (list: readonly number[]) => Math.sqrt(list.reduce((sum, value) => sum + value * value, 0));
  const similarities = Array.from({ length: 21 }, (_, index) => {
    const shift = index - 10;
    return {
      lag: shift * TICK * 1000,
      fit:
        lips.reduce((sum, opening, position) => sum + opening * (sound[position - shift] ?? 0), 0) /
        (power(lips) * power(sound)),
    };
  });
  return similarities.reduce((best, value) => (value.fit > best.fit ? value : best));
}

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

/** Returns the sound without phonemes: as samples of an endpoint, or in pieces as in `conversation.echo`. */
async function speechWithoutPhonemes(speech: Speech, seconds?: number): Promise<Speech[]> {
  const decoder = new Decoder({ channels: 1, sample_rate: 16_000 });
  const samples = Int16Array.from(
    speech.packets.flatMap((packet) => [...new Int16Array(decoder.decode(packet).slice().buffer)]),
  );
  if (seconds === undefined) return [{ text: '', ...(await pool.encode({ samples, sampleRate: 16_000 })) }];
  const size = Math.round(seconds * 16_000);
  const parts: Speech[] = [];
  for (let index = 0; index < samples.length; index += size)
    parts.push({
      text: '',
      ...(await pool.encode({
        samples: samples.slice(index, index + size),
        sampleRate: 16_000,
        whole: true,
      })),
    });
  return parts;
}

const SENTENCES = [
  'We are open from Monday to Friday, and on Saturday until noon.',
  'My brother bought a beautiful old boat, but nobody ever saw it.',
  'How many people are coming to the party on Sunday afternoon?',
];

describe('lips and sound', () => {
  for (const name of ['slt', 'rms', 'awb']) {
    test(`${name}: the lips are within 40 ms of the sound`, async () => {
      for (const sentence of SENTENCES) {
        const [firstSpeech] = await collectSpeech(voice.speak(sentence, { voice: name }));
        for (const [title, speeches] of [
          ['by phonemes', [firstSpeech!]],
          ['by loudness', await speechWithoutPhonemes(firstSpeech!)],
          ['in parts of 200 ms', await speechWithoutPhonemes(firstSpeech!, 0.2)],
          ['in parts of 80 ms', await speechWithoutPhonemes(firstSpeech!, 0.08)],
        ] as const) {
          for (const isEven of [true, false]) {
            const { mouths, packets } = perform([...speeches], isEven);
            const delay = lag(
              mouths.map((mouth) => OPENING[mouth]!),
              loudness(packets),
            );
            if (isEven) console.log(`${name}, ${title}: ${delay.lag} ms, fit ${delay.fit.toFixed(2)}`);
            assert.ok(Math.abs(delay.lag) <= 40, `${title}: ${delay.lag} ms`);
            assert.ok(delay.fit > (title === 'by phonemes' ? 0.35 : 0.6), `${title}: fits by ${delay.fit}`);
          }
        }
      }
    });
  }

  test('the lips that a page draws are 0 to 40 ms before the sound', async () => {
    for (const name of ['slt', 'rms', 'awb']) {
      for (const sentence of SENTENCES) {
        const [firstSpeech] = await collectSpeech(voice.speak(sentence, { voice: name }));
        const { packets } = perform([firstSpeech!], true);
        const page = new Follower(CHARACTERS.mira);
        page.cue({
          at: 0,
          seed: 1,
          mood: 'idle',
          mouths: firstSpeech!.mouths.map((mouth) => mouth % STRESS).join(''),
        });
        const lipGaps = packets.map((_, tick) => {
          const { gapTop, gapBottom } = page.posture(tick * TICK * 1000 + 10).mouth;
          return Math.max(0, gapBottom - gapTop);
        });
        const delay = lag(lipGaps, loudness(packets));
        console.log(`${name}, drawn: ${delay.lag} ms, fit ${delay.fit.toFixed(2)}`);
        assert.ok(delay.lag <= 0 && delay.lag >= -40, `${delay.lag} ms`);
        assert.ok(delay.fit > 0.35, `fits by ${delay.fit}`);
      }
    }
  });

  test('the lips rest when the sound rests, within one frame, and move when it begins', async () => {
    const [firstSpeech] = await collectSpeech(voice.speak('Please wait, I am looking it up.', {}));
    // A recording with half a second of silence in the middle.
    const decoder = new Decoder({ channels: 1, sample_rate: 16_000 });
    const samples = Int16Array.from(
      firstSpeech!.packets.flatMap((packet) => [...new Int16Array(decoder.decode(packet).slice().buffer)]),
    );
    const paused = new Int16Array(samples.length * 2 + 8000);
    paused.set(samples);
    paused.set(samples, samples.length + 8000);
    const recording = { text: '', ...(await pool.encode({ samples: paused, sampleRate: 16_000 })) };
    for (const speeches of [[firstSpeech!], [recording]]) {
      for (const isEven of [true, false]) {
        const { mouths, packets } = perform(speeches, isEven);
        const levels = loudness(packets);
        const isSilentAt = (tick: number) => (levels[tick] ?? 0) < 0.004;
        for (const [tick, mouth] of mouths.entries()) {
          // Seven ticks: a frame of silence before and after, and a frame with the slight opening between open and
          // closed.
          if (Array.from({ length: 7 }, (_, offset) => tick + 2 - offset).every(isSilentAt))
            assert.equal(OPENING[mouth], 0, `tick ${tick} of ${mouths.length}`);
        }
        const firstSoundIndex = levels.findIndex((_, tick) => !isSilentAt(tick));
        const firstMovement = mouths.findIndex((mouth) => mouth !== REST);
        assert.ok(
          Math.abs(firstMovement - firstSoundIndex) * TICK <= 0.08 && firstMovement >= 0,
          `the sound begins at ${firstSoundIndex}, the lips at ${firstMovement}`,
        );
      }
    }
  });
});
