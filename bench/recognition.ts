/**
 * Measures the embedded recogniser: word error rate, real-time factor, the time from the last sample to the words,
 * and the number of pauses in an utterance, each of which starts a speculative answer. The embedded voices speak
 * questions that no vocabulary contains word for word.
 *
 *   node --import tsx bench/recognition.ts [--verbose] [--human FOLDER]
 *   node --import tsx bench/recognition.ts --voices 1,2,3,4 [--hurried] [--human FOLDER]
 *
 * FOLDER contains the recordings of `human-recordings.ts`. `--voices` measures only the times, with these numbers
 * of simultaneous speakers in real time; `--hurried` uses the settings for an answering model.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { FLITE_VOICES, loadFlite } from '../src/agent/speech/flite.ts';
import type { RecognitionStream } from '../src/agent/speech/engines.ts';
import { RecognitionPool } from '../src/agent/speech/recognition-pool.ts';
import { loadPronunciations } from '../src/agent/speech/reading/pronouncing-dictionary.ts';
import { spokenWords } from '../src/agent/speech/reading/spoken-words.ts';
import { FRAME_SAMPLES, loadVoiceActivity } from '../src/rooms/embedded/voice-activity.ts';
import { loadVosk, SAMPLE_RATE } from '../src/agent/speech/vosk.ts';
import { loadNoiseSuppression, SUPPRESSION_DELAY } from '../src/agent/speech/noise-suppression.ts';
import { UtteranceSound } from '../src/agent/speech/utterance-sound.ts';
import { WordRecovery } from '../src/agent/speech/word-recovery.ts';
import { beginPause, isSettled, type Pause } from '../src/agent/turns/pause.ts';
import { voiceEvents } from '../src/rooms/embedded/voice-events.ts';
import { turnOptionsOf, readingSilence } from '../src/agent/turns/turn-options.ts';
import { assetPath } from '../src/runtime/asset-data.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { WORLDS } from './forty-questions.ts';
import { humanRecordings } from './human-recordings.ts';
import { report } from './results.ts';
import { wordErrors } from './word-errors.ts';

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', default: false },
    human: { type: 'string' },
    voices: { type: 'string' },
    hurried: { type: 'boolean', default: false },
  },
});
const model = { folder: assetPath('speech-to-text/vosk-en-us'), embedded: true, english: true };
const since = performance.now();
const newDecoder = await loadVosk(model.folder, model);
console.log(`loaded in ${(performance.now() - since).toFixed(0)} ms`);
const newSuppressor = await loadNoiseSuppression();
const pronounce = loadPronunciations(assetPath('speech-to-text/pronunciations/cmudict-en-us.dict'));
const flite = loadFlite();

type Utterance = readonly [text: string, samples: Int16Array];

const FLOW = turnOptionsOf(undefined, { hurried: values.hurried });
/** Milliseconds of silence after which a call's recogniser reads the words. */
const EARLY = readingSilence(FLOW, 'open');

function addSilences(samples: Int16Array): Int16Array {
  const whole = new Int16Array(samples.length + 24_000);
  whole.set(samples, 8_000);
  return whole;
}

const newActivity = await loadVoiceActivity();
/** Passes frames to a recogniser one after another, as a call does. */
class CallHearing {
  readonly #activity = newActivity({ patience: EARLY });
  readonly #hearing: RecognitionStream;
  #pause: Pause | null = null;

  constructor(hearing: RecognitionStream) {
    this.#hearing = hearing;
  }

  /** Passes one frame to the recogniser; returns true if a silence has ended the utterance. */
  writeFrame(frame: Int16Array): boolean {
    let hasEnded = false;
    for (const event of voiceEvents(this.#activity, frame)) {
      const before = this.#pause;
      if (event.is === 'voice-resumed' && before) {
        if (before.isRead) this.#hearing.resume!();
        this.#pause = { ...before, isResumed: true };
      }
      if (event.is === 'voice') {
        this.#hearing.write(event.samples);
        if (before) this.#pause = { ...before, samples: before.samples + event.samples.length };
      }
      if (event.is === 'voice-paused') this.#pause = beginPause(0);
      if (this.#pause && isSettled(this.#pause, FLOW.settlingDelay)) {
        this.#pause = { ...this.#pause, isRead: true };
        void this.#hearing.pause!();
      }
      hasEnded ||= event.is === 'voice-ended';
    }
    return hasEnded;
  }

  close(): void {
    this.#activity.close();
  }
}

const framesOf = (samples: Int16Array): Int16Array[] =>
  Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, index) =>
    samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES),
  );

/** Counts the pauses at which words are read, and the silences that end words. */
function pausesOf(samples: Int16Array): { pauses: number; ends: number } {
  const counts = { pauses: 0, ends: 0 };
  const counting = {
    write() {},
    pause: async () => ((counts.pauses += 1), null),
    resume() {},
    finish: async () => '',
  };
  const call = new CallHearing(counting);
  for (const frame of framesOf(addSilences(samples))) if (call.writeFrame(frame)) counts.ends += 1;
  call.close();
  return counts;
}

function measure(name: string, utterances: readonly Utterance[], recovery?: WordRecovery): void {
  const total = { errors: 0, bare: 0, words: 0, seconds: 0, work: 0, end: 0, longest: 0, pauses: 0, ends: 0 };
  for (const [text, samples] of utterances) {
    const start = performance.now();
    const decoder = newDecoder();
    const sound = new UtteranceSound(newSuppressor);
    sound.write(samples);
    sound.write(new Int16Array(SUPPRESSION_DELAY));
    sound.flush();
    for (const chunk of sound.chunks) decoder.write(chunk);
    sound.close();
    const last = performance.now();
    const words = decoder.end();
    const joinedWords = words.map(({ word }) => word).join(' ');
    const correctedWords = recovery ? recovery.recover(words) : joinedWords;
    const end = performance.now() - last;
    const { pauses, ends } = pausesOf(samples);
    total.pauses += pauses;
    total.ends += ends;
    const expected = spokenWords(text).flat();
    const wrong = wordErrors(expected, correctedWords.split(' ').filter(Boolean));
    total.errors += wrong;
    total.bare += wordErrors(expected, joinedWords.split(' ').filter(Boolean));
    total.words += expected.length;
    total.seconds += samples.length / SAMPLE_RATE;
    total.work += performance.now() - start;
    total.end += end;
    total.longest = Math.max(total.longest, end);
    if (values.verbose && wrong > 0)
      console.log(
        `    ${text}\n    ${joinedWords}${correctedWords === joinedWords ? '' : `\n    ${correctedWords}`}`,
      );
  }
  const rate = (count: number): string => ((100 * count) / total.words).toFixed(1);
  const without = recovery ? ` (${rate(total.bare)} % before words are won back)` : '';
  report(
    `${name}: ${rate(total.errors)} % word errors${without} (${total.errors} of ${total.words}), ` +
      `real-time factor ${(total.work / 1000 / total.seconds).toFixed(3)}, ` +
      `words after ${(total.end / utterances.length).toFixed(0)} ms (at most ${total.longest.toFixed(0)}), ` +
      `pauses ${(total.pauses / utterances.length).toFixed(2)}, ` +
      `first silences ${(total.ends / utterances.length).toFixed(2)}`,
  );
}

/** Adds white noise, `decibels` below the voice; it is the same in every run. */
function addNoise(samples: Int16Array, decibels: number): Int16Array {
  let seed = 1;
  const uniform = (): number => ((seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) + 1) / 2 ** 32;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const amplitude = Math.sqrt(power / 10 ** (decibels / 10));
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return samples.map((sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample + amplitude * normal()))),
  );
}

/**
 * Measures the milliseconds from the last sample to the words while several people speak in real time, one
 * utterance after another. With `by itself` an utterance ends with its last sample. With `in a call` the
 * recogniser gets notice of each pause, and the silence after an utterance ends it.
 */
async function measureTogether(
  voices: number,
  utterances: readonly Utterance[],
  as: 'by itself' | 'in a call',
): Promise<void> {
  const pool = new RecognitionPool({ model, clock: systemClock });
  // Load the model in every thread first, as in a call that has already started.
  const warm = Array.from({ length: voices }, () => pool.open({}));
  await Promise.all(warm.map((hearing) => hearing.finish()));
  const waits: number[] = [];
  const speak = async (voice: number): Promise<void> => {
    for (let round = 0; round < 12; round += 1) {
      const [, samples] = utterances[(voice * 5 + round) % utterances.length]!;
      const hearing = pool.open({});
      const call = as === 'in a call' ? new CallHearing(hearing) : null;
      const startedAt = performance.now();
      for (const [at, frame] of framesOf(call ? addSilences(samples) : samples).entries()) {
        const dueIn = startedAt + (1000 * at * FRAME_SAMPLES) / SAMPLE_RATE - performance.now();
        if (dueIn > 0) await new Promise((resolve) => setTimeout(resolve, dueIn));
        if (!call) hearing.write(frame);
        else if (call.writeFrame(frame)) break;
      }
      call?.close();
      const last = performance.now();
      await hearing.finish();
      waits.push(performance.now() - last);
    }
  };
  await Promise.all(Array.from({ length: voices }, (_, voice) => speak(voice)));
  waits.sort((a, b) => a - b);
  const at = (share: number): string =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!.toFixed(0);
  report(
    `${voices} at a time on ${availableParallelism()} cores, ${as}: words after ${at(0.5)} ms, p95 ` +
      `${at(0.95)}, at most ${at(1)}; ` +
      `${pool.threads} threads, ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB with this bench's own engine`,
  );
  await pool.close();
}

const timedVoices = values.voices
  ?.split(',')
  .map(Number)
  .filter((count) => count > 0);
for (const [name, { texts, questions }] of timedVoices ? [] : Object.entries(WORLDS)) {
  const recovery = new WordRecovery(texts, pronounce);
  for (const voice of FLITE_VOICES)
    measure(
      `${name}, ${voice}`,
      questions.map((question) => [question, flite(`${question}?`, { voice }).samples] as const),
      recovery,
    );
}

let speech: readonly Utterance[] = WORLDS.museum.questions.map((question) => [
  question,
  flite(`${question}?`, { voice: 'rms' }).samples,
]);
if (values.human !== undefined) {
  const { tuned, validation } = humanRecordings(values.human);
  for (const [name, recordings] of timedVoices
    ? []
    : ([
        ['the half for tuning', tuned],
        ['the other half', validation],
      ] as const)) {
    measure(`human, ${name}`, recordings);
    measure(
      `human, ${name}, 15 dB of white noise`,
      recordings.map(([text, samples]) => [text, addNoise(samples, 15)]),
    );
    measure(
      `human, ${name}, with the museum's words`,
      recordings,
      new WordRecovery(WORLDS.museum.texts, pronounce),
    );
  }
  speech = [...tuned, ...validation];
}
for (const voices of timedVoices ?? [])
  for (const as of ['by itself', 'in a call'] as const) await measureTogether(voices, speech, as);
process.exit(0);
