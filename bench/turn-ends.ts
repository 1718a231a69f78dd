/**
 * Measures endpointing on speech with pauses: how many pauses count as the end of the turn although the speaker
 * continues, and how long after the last word a turn ends. Compares endpointing by silence alone with endpointing
 * by silence and words (`src/agent/turns/turn-end.ts`).
 *
 *   node --import tsx bench/turn-ends.ts [--human FOLDER]
 *
 * The embedded voices speak the lines, with a pause of each length at `|`. The recordings of `human-recordings.ts`
 * get pauses of the same lengths at their quietest place.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FLITE_VOICES, loadFlite } from '../src/agent/speech/flite.ts';
import { FRAME_SAMPLES, loadVoiceActivity } from '../src/rooms/embedded/voice-activity.ts';
import { loadVosk, SAMPLE_RATE } from '../src/agent/speech/vosk.ts';
import { turnEnd, endpointingDelayFor, type TurnEnd } from '../src/agent/turns/turn-end.ts';
import { turnOptionsOf, readingSilence } from '../src/agent/turns/turn-options.ts';
import { assetPath } from '../src/runtime/asset-data.ts';
import { humanRecordings } from './human-recordings.ts';
import { report } from './results.ts';

const PAUSES = [400, 500, 700, 900, 1100];
const MILLISECONDS_A_FRAME = (1000 * FRAME_SAMPLES) / SAMPLE_RATE;
const LINES = [
  'I would like to | book a guided tour for next week.',
  'My phone number is five five five | one two three | four five six seven.',
  'How much is the | entrance for children?',
  'Can you tell me | when you open on Sunday?',
  'I need a ticket for | two adults and one child.',
  'Do you have | audio guides in German?',
  'We arrive on Saturday and | we leave on Monday.',
  'I am looking for | the museum shop.',
  'What time do you close | on Sundays?',
  'I lost my bag | near the entrance.',
  'Is there a cafe in | the building?',
  'My name is | Martha Miller.',
  'Where can I park | my car?',
  'I have a question about | the opening hours.',
  'Are you open | on public holidays?',
  'The battery of my bike is broken because | I left it in the rain.',
  'When are you open on Tuesday?',
  'What does an inspection cost?',
  'How long does a group tour take?',
  'Where is the railway station?',
  'Thank you very much.',
  'Can I bring my dog?',
];

const { values } = parseArgs({ options: { human: { type: 'string' } } });
const newDecoder = await loadVosk(assetPath('speech-to-text/vosk-en-us'), { embedded: true });
const newActivity = await loadVoiceActivity();
const flite = loadFlite();
const flow = turnOptionsOf(undefined);
const EARLY = readingSilence(flow, 'open');

/** A part of a line between silences, with the milliseconds of silence after it and the words so far. */
interface Part {
  silence: number;
  text: string;
  end: TurnEnd;
}

const silenceOf = (milliseconds: number): Int16Array => new Int16Array((milliseconds * SAMPLE_RATE) / 1000);

function joinedSound(parts: readonly Int16Array[]): Int16Array {
  const sound = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    sound.set(part, at);
    at += part.length;
  }
  return sound;
}

/** Caches the texts, because the same sound occurs with pauses of each duration. */
const texts = new Map<string, string>();
function wordsOf(sound: Int16Array): string {
  const key = createHash('sha1').update(new Uint8Array(sound.buffer)).digest('hex');
  const cachedText = texts.get(key);
  if (cachedText !== undefined) return cachedText;
  const decoder = newDecoder();
  decoder.write(sound);
  const words = decoder
    .end()
    .map(({ word }) => word)
    .join(' ');
  texts.set(key, words);
  return words;
}

/** Processes the sound as in a call: the words of a part are known after its first silence. */
function splitSound(sound: Int16Array): Part[] {
  const activity = newActivity({ patience: EARLY });
  const whole = joinedSound([silenceOf(500), sound, silenceOf(3000)]);
  const parts: Part[] = [];
  let utteranceParts: Int16Array[] | null = null;
  let endTime = 0;
  let line = '';
  for (let index = 0; index + FRAME_SAMPLES <= whole.length; index += FRAME_SAMPLES) {
    const frame = whole.subarray(index, index + FRAME_SAMPLES);
    const change = activity.push(frame);
    if (change === 'began') {
      utteranceParts = [activity.takePreRoll()];
      // The voice began some frames before it was detected, so these frames are not part of the silence.
      if (parts.length > 0)
        parts.at(-1)!.silence =
          ((index - endTime) / FRAME_SAMPLES - activity.beginAfter + 1) * MILLISECONDS_A_FRAME + EARLY;
    } else if (utteranceParts) utteranceParts.push(frame);
    if (change === 'ended' && utteranceParts) {
      line = `${line} ${wordsOf(joinedSound(utteranceParts))}`.trim();
      utteranceParts = null;
      endTime = index;
      parts.push({ silence: Infinity, text: line, end: turnEnd(line) });
    }
  }
  activity.close();
  return parts;
}

type Patience = (text: string) => number;

function printTimes(name: string, lines: readonly Part[][], patience: Patience): void {
  let pauses = 0;
  let earlyCount = 0;
  const waits: number[] = [];
  for (const parts of lines) {
    for (const [index, { silence, text }] of parts.entries()) {
      if (text === '') continue;
      if (index === parts.length - 1) waits.push(patience(text));
      else {
        pauses += 1;
        if (patience(text) < silence) earlyCount += 1;
      }
    }
  }
  waits.sort((a, b) => a - b);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  const share = ((100 * earlyCount) / pauses).toFixed(1);
  const lateCount = waits.filter((wait) => wait > flow.silence).length;
  report(
    `${name}: ${earlyCount} of ${pauses} pauses taken for the end (${share} %); ` +
      `silence before the answer ${mean.toFixed(0)} ms in the mean, ` +
      `median ${waits[Math.floor(waits.length / 2)]}, late (over ${flow.silence}) ${lateCount} of ${waits.length}`,
  );
}

function compare(name: string, lines: readonly Part[][]): void {
  printTimes(`${name}, silence alone`, lines, () => flow.silence);
  printTimes(`${name}, with the words`, lines, (text) => endpointingDelayFor(text, flow.silence));
}

const utterances: Part[][] = [];
for (const voice of FLITE_VOICES) {
  for (const text of LINES) {
    const parts = text.split('|').map((part) => flite(part.trim(), { voice }).samples);
    for (const pause of parts.length > 1 ? PAUSES : [0]) {
      utterances.push(
        splitSound(
          joinedSound(parts.flatMap((part, index) => (index === 0 ? [part] : [silenceOf(pause), part]))),
        ),
      );
    }
  }
}
compare('embedded voices', utterances);

/** Returns the position of the quietest 60 ms in the middle half of the sound, in samples. */
function quietestPosition(samples: Int16Array): number {
  const frames = Math.floor(samples.length / FRAME_SAMPLES);
  const loud = Array.from({ length: frames }, (_, index) =>
    samples
      .subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)
      .reduce((sum, sample) => sum + sample * sample, 0),
  );
  let best = Math.floor(frames / 2);
  let least = Infinity;
  for (let at = Math.floor(frames * 0.25); at < frames * 0.75; at += 1) {
    const localLoudness = (loud[at - 1] ?? 0) + loud[at]! + (loud[at + 1] ?? 0);
    if (localLoudness < least) [best, least] = [at, localLoudness];
  }
  return best * FRAME_SAMPLES;
}

if (values.human !== undefined) {
  const { tuned, validation } = humanRecordings(values.human);
  for (const [name, recordings] of [
    ['the half for tuning', tuned],
    ['the other half', validation],
  ] as const) {
    const long = recordings.filter(([, samples]) => samples.length > 1.5 * SAMPLE_RATE);
    compare(
      `human, ${name}`,
      long.flatMap(([, samples]) => {
        const at = quietestPosition(samples);
        return PAUSES.map((pause) =>
          splitSound(joinedSound([samples.subarray(0, at), silenceOf(pause), samples.subarray(at)])),
        );
      }),
    );
  }
}
