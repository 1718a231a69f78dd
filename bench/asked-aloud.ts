/**
 * Asks the questions of `bench/questions` aloud. A built-in voice speaks them, or recordings are played. The
 * built-in recogniser recognises them with the vocabulary of the text, as in a call, and the documents' responder
 * answers.
 *
 *   node --import tsx bench/asked-aloud.ts [--half tune|held] [--voice slt] [--recordings FOLDER]
 *
 * `FOLDER/<id of the question>.wav`: 16 kHz, mono, 16 bit. Follow-ups are omitted. Prints these fractions, for
 * recognised questions also the number of answers that begin with words of doubt:
 *
 * - answerable questions with a right answer, as typed and as recognised;
 * - answerable questions with a wrong answer, as recognised;
 * - unanswerable questions that got a quotation, as recognised.
 */
import fs from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agentSentences } from '../src/agent/replies/agent-sentences.ts';
import { DocumentResponder } from '../src/agent/replies/document-responder.ts';
import { FLITE_VOICES, loadFlite } from '../src/agent/speech/flite.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { createVoskSpeechToText } from '../src/agent/speech/vosk-speech-to-text.ts';
import { RecognitionPool } from '../src/agent/speech/recognition-pool.ts';
import { Knowledge } from '../src/agent/knowledge/knowledge.ts';
import { assetPath } from '../src/runtime/asset-data.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { wavSamples } from './human-recordings.ts';
import type { Question } from './question.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held' },
    voice: { type: 'string', default: 'slt' },
    recordings: { type: 'string' },
  },
});
const TEXTS = ['shop', 'museum', 'hotel', 'software', 'city-office', 'clinic'];
/** Number of samples of silence after a question, at 16 kHz. */
const SILENT_SAMPLES = 8000;

const voice = FLITE_VOICES.find((name) => name === values.voice) ?? 'slt';
const flite = loadFlite();
const model = new SentenceModel(systemClock);
const pool = new RecognitionPool({
  model: { folder: assetPath('speech-to-text/vosk-en-us'), embedded: true, english: true },
  clock: systemClock,
});
const recogniser = createVoskSpeechToText(new Map([['en', pool]]));
await pool.ready();

function soundOf({ id, question }: Question): Int16Array {
  return values.recordings
    ? wavSamples(join(values.recordings, `${id}.wav`))
    : flite(question, { voice }).samples;
}

async function recogniseQuestion(question: Question, id: string, texts: readonly string[]): Promise<string> {
  const hearing = recogniser.listen({ vocabulary: { id, texts } });
  hearing.write(soundOf(question));
  hearing.write(new Int16Array(SILENT_SAMPLES));
  return hearing.finish();
}

/** Returns the passage that the answer quotes; empty if it quotes none. */
async function answer(responder: DocumentResponder, question: string, spoken: boolean): Promise<string> {
  let text = '';
  let quoted = false;
  const signal = new AbortController().signal;
  for await (const chunk of responder.think(question, { history: [], canvas: null, signal, spoken })) {
    if ('text' in chunk) text += chunk.text;
    else quoted ||= 'sources' in chunk;
  }
  return quoted ? text : '';
}

const doubt = agentSentences('en').heardRight;
const count = { questions: 0, typed: 0, aloud: 0, wrong: 0, others: 0, quoted: 0 };
const doubts = { aloud: 0, wrong: 0, quoted: 0 };
for (const text of TEXTS) {
  const content = fs.readFileSync(`bench/questions/texts/${text}.md`, 'utf8');
  const knowledge = new Knowledge([{ document_id: text, name: text, content }], model.embeddings());
  await knowledge.prepare();
  const responder = new DocumentResponder('Mira', knowledge);
  const questions = JSON.parse(
    fs.readFileSync(`bench/questions/${text}.${values.half}.json`, 'utf8'),
  ) as Question[];
  for (const each of questions) {
    const { question, expect, answerable, before } = each;
    if (before?.length) continue;
    const matchesExpected = (text: string) =>
      text !== '' && expect.every((pattern) => new RegExp(pattern, 'i').test(text));
    if (answerable) count.questions += 1;
    else count.others += 1;
    if (answerable && matchesExpected(await answer(responder, question, false))) count.typed += 1;
    const reply = await answer(responder, await recogniseQuestion(each, text, knowledge.phrases()), true);
    if (reply === '') continue;
    const outcome = !answerable ? 'quoted' : matchesExpected(reply) ? 'aloud' : 'wrong';
    count[outcome] += 1;
    if (reply.startsWith(doubt)) doubts[outcome] += 1;
  }
}
const share = (part: number, total = count.questions) =>
  `${((100 * part) / total).toFixed(0)} % (${part} of ${total})`;
process.stdout.write(
  `${values.half}, ${values.recordings ?? voice}: typed ${share(count.typed)}, asked aloud ${share(count.aloud)}, ` +
    `${doubts.aloud} of them after words of doubt; ` +
    `another answer said ${share(count.wrong)}, ${doubts.wrong} after words of doubt; ` +
    `no answer there, and quoted ${share(count.quoted, count.others)}, ${doubts.quoted} after words of doubt\n`,
);
await pool.close();
model.close();
