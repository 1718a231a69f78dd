/**
 * Measures the installed models on this machine with the engines of a call, and the memory of each model's
 * process:
 *
 * - voices: time to the first sound, and real-time factor;
 * - recognisers: error rate on recordings, real-time factor, and time to the final words;
 * - sentence models: time per sentence.
 *
 *   DATA_DIR=… node --import tsx bench/models.ts [--human FOLDER] [--wav FOLDER]
 *
 * `--human`: recordings in the layout of Debian's pocketsphinx-testdata (`transcription` and 16 kHz WAV files);
 * may be repeated. `--wav`: a folder for the voices' sentences.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Decoder } from '@evan/opus';
import { createInstalledEngines, installedSentenceModel } from '../src/service/compose/installed-engines.ts';
import type { SpeechToText, TextToSpeech } from '../src/agent/speech/engines.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { spokenText } from '../src/agent/speech/reading/spoken-text.ts';
import { SynthesisPool } from '../src/agent/speech/synthesis-pool.ts';
import { wavOf } from '../src/agent/speech/wav.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { readConfig } from '../src/service/config/config.ts';
import { usableModels } from '../src/models/usable.ts';

const SENTENCES = [
  'We open at ten today.',
  'We open at half past nine, from Tuesday to Sunday.',
  'Tickets cost twelve euros for adults, and children under fourteen pay six.',
  'The most famous painting of the collection was finished in eighteen eighty-seven by a woman from Sweden.',
];

const { values } = parseArgs({
  options: { human: { type: 'string', multiple: true, default: [] }, wav: { type: 'string' } },
});
const { dataDir } = readConfig(process.env);
const pool = new SynthesisPool({ size: 1 });
await pool.ready();
const unusedVoice: TextToSpeech = {
  languages: [],
  speak: () => {
    throw new Error('the embedded voice was asked');
  },
};
const refuseRecognition = (): SpeechToText => {
  throw new Error('the embedded recogniser was used');
};

const speechModels = usableModels(dataDir, console.error).filter(
  ({ engine, family }) => engine === 'sherpa-onnx' || family === 'piper_onnx',
);
for (const model of speechModels) {
  const installedEngines = createInstalledEngines([model], {
    dataDir,
    clock: systemClock,
    pool,
    embedded: { voice: unusedVoice, ears: refuseRecognition },
  });
  console.log(`${model.name} (${model.family})`);
  if (installedEngines.voice) await measureVoice(model.name, installedEngines.voice);
  if (installedEngines.ears)
    for (const folder of values.human) await measureRecogniser(installedEngines.ears, folder);
  console.log(`  memory of its process ${childMemory()} MB`);
  await installedEngines.close();
}
for (const model of usableModels(dataDir, console.error).filter((each) => each.for === 'embeddings')) {
  const sentences = new SentenceModel(systemClock, installedSentenceModel([model]));
  const embeddings = sentences.embeddings();
  const loading = performance.now();
  await embeddings.embed(['Ready.']);
  const since = performance.now();
  for (let round = 0; round < 20; round += 1) await embeddings.embed(SENTENCES);
  const each = (performance.now() - since) / (20 * SENTENCES.length);
  console.log(`${model.name} (${model.family})`);
  console.log(`  loaded in ${(since - loading).toFixed(0)} ms, ${each.toFixed(1)} ms a sentence`);
  console.log(`  memory of its process ${childMemory()} MB`);
  sentences.close();
}
await pool.close();

async function measureVoice(name: string, voice: TextToSpeech): Promise<void> {
  for (const [index, text] of ['Ready.', ...SENTENCES].entries()) {
    const since = performance.now();
    let firstTextAt = 0;
    let seconds = 0;
    const packets: Uint8Array[] = [];
    for await (const speech of voice.speak(text, { language: 'en' })) {
      firstTextAt ||= performance.now() - since;
      seconds += speech.duration;
      packets.push(...speech.packets);
    }
    const duration = (performance.now() - since) / 1000;
    const description = index === 0 ? 'loaded and said "Ready."' : `${text.length} characters`;
    console.log(
      `  ${description}: first sound ${firstTextAt.toFixed(0)} ms, ${seconds.toFixed(1)} s of sound, factor ` +
        `${(duration / seconds).toFixed(2)}`,
    );
    if (values.wav) {
      fs.mkdirSync(values.wav, { recursive: true });
      fs.writeFileSync(path.join(values.wav, `${name}-${index}.wav`), wavOf(decode(packets), 24_000));
    }
  }
}

async function measureRecogniser(recogniser: SpeechToText, folder: string): Promise<void> {
  let wrongWords = 0;
  let count = 0;
  let sound = 0;
  const waitTimes: number[] = [];
  const lines = fs.readFileSync(path.join(folder, 'transcription'), 'utf8').trim().split('\n');
  for (const line of lines) {
    const match = /^(.*?)\s*\(([\w.-]+)\)\s*$/.exec(line);
    if (!match) continue;
    const expected = wordsOf(match[1]!.replace(/<\/?s>/g, ' '));
    const samples = samplesOf(path.join(folder, `${match[2]}.wav`));
    const hearing = recogniser.listen({ language: 'en' });
    for (let index = 0; index < samples.length; index += 320)
      hearing.write(samples.slice(index, index + 320));
    const since = performance.now();
    const recognisedText = await hearing.finish();
    waitTimes.push(performance.now() - since);
    // Some recognisers write "10" and "Mr.", so spoken words are compared.
    wrongWords += countErrors(expected, wordsOf(spokenText(recognisedText)));
    count += expected.length;
    sound += samples.length / 16_000;
  }
  const duration = waitTimes.reduce((sum, value) => sum + value, 0) / 1000;
  waitTimes.sort((a, b) => a - b);
  console.log(
    `  ${folder}: ${wrongWords} of ${count} words wrong (${((100 * wrongWords) / count).toFixed(1)} %), factor ` +
      `${(duration / sound).toFixed(2)}, final words after ${waitTimes[waitTimes.length >> 1]!.toFixed(0)} ms (median)`,
  );
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z' ]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

function countErrors(expected: readonly string[], recognised: readonly string[]): number {
  let row = recognised.map((_, index) => index + 1);
  row.unshift(0);
  for (const [index, word] of expected.entries()) {
    const next = [index + 1];
    for (const [index, otherText] of recognised.entries())
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (word === otherText ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}

function samplesOf(file: string): Int16Array {
  const bytes = fs.readFileSync(file);
  const data = bytes.indexOf('data') + 8;
  return new Int16Array(Uint8Array.from(bytes.subarray(data, data + ((bytes.length - data) & ~1))).buffer);
}

function decode(packets: readonly Uint8Array[]): Int16Array {
  const decoder = new Decoder({ channels: 1, sample_rate: 24_000 });
  return new Int16Array(
    Buffer.concat(packets.map((packet) => Buffer.from(decoder.decode(packet).slice()))).buffer,
  );
}

/** Returns the resident memory of the process that runs the model. */
function childMemory(): number {
  const processList = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  const line = processList
    .split('\n')
    .find((each) => /sherpa-process|voice-process|sentence-model-process/.test(each));
  return Math.round(Number(line?.trim().split(/\s+/)[0] ?? 0) / 1024);
}
