/**
 * How well and how fast the embedded ears hear: word error rate, real-time factor and the time from the last sample to
 * the words; how many pauses an utterance has, at each of which an answer is begun in secret. Questions are spoken by the
 * embedded voices and stand in no vocabulary word for word.
 *
 *   node --import tsx bench/recognition.ts [--verbose] [--human FOLDER]
 *
 * FOLDER holds human recordings as Debian's pocketsphinx-testdata keeps them (`transcription` beside 16 kHz WAV files).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FLITE_VOICES, loadFlite } from '../src/service/agent/engines/flite.ts';
import { OPENING_SAMPLES, loadPocketSphinx } from '../src/service/agent/engines/pocketsphinx.ts';
import { spokenWords } from '../src/service/agent/engines/spoken-words.ts';
import { FRAME_SAMPLES, loadVoiceActivity } from '../src/service/agent/engines/voice-activity.ts';

const WORLDS = {
  // The recogniser's settings were chosen on this one.
  museum: {
    texts: [
      'Hello, I am Vera, your museum guide. Ask me about tickets, tours or the collection.',
      'Welcome to the Riverside Museum. Opening hours are 9:30 to 17:00 from Tuesday to Sunday. We are closed on Mondays. Tickets cost 12 euros for adults and 6 euros for children under fourteen. Families pay 25 euros. Entry is free on the first Thursday of each month.',
      'Parking is available behind the building, and the nearest tram stop is Harbour Square. Wheelchairs can be borrowed at the entrance. Dogs are not allowed, except for guide dogs. Lockers for bags and coats are free.',
      'Tickets can be refunded up to two days before the visit. To cancel an order, write to tickets@riverside.example with the booking number. Group tours with a guide must be booked one week ahead and take ninety minutes. Audio guides are available in English, German and French.',
      'The collection holds 1,400 paintings, sculptures and photographs. The most famous painting is The Ferryman by Johanna Lindqvist, painted in 1887. The café on the second floor serves lunch and cakes. The museum shop sells posters, books and postcards. Membership costs 60 euros a year and includes all exhibitions. Photography without flash is permitted.',
    ],
    questions: [
      'when is the museum open on tuesday', 'how much are tickets for children', 'are you closed on mondays', 'where can i park my car', 'is the entrance free on thursday',
      'can i bring my dog to the museum', 'how do i cancel my order', 'do you have audio guides in german', 'who painted the ferryman', 'is there a cafe in the building',
      'how long does a group tour take', 'where can i leave my bags and my coat', 'what does the membership include', 'can i take photographs without flash', 'does the shop sell postcards',
      'how do i get a refund for my ticket', 'is there a wheelchair i could borrow', 'which tram stop is near the museum', 'how many paintings are in the collection', 'good morning i would like to book a guided tour for next week',
    ],
  },
  // Nothing was chosen on this one.
  bicycles: {
    texts: [
      'Hi, I am Sam from Wheelhouse, the bicycle workshop. What can I do for you?',
      'We repair city bikes, mountain bikes and electric bikes. A basic inspection costs 45 dollars and is done within two days. Changing a flat tyre takes twenty minutes and costs 18 dollars including the tube.',
      'You can rent a bicycle for a day or a week. A helmet and a lock are included. Please bring an identity card. The deposit is 100 dollars and is paid back when the bicycle is returned undamaged.',
      'New batteries for electric bikes must be ordered and arrive after about ten days. The warranty on repairs is six months. We do not repair motor scooters.',
      'The workshop is on Mill Street next to the railway station. It opens at eight in the morning and closes at six in the evening, on Saturdays at one. Payment is by card or cash.',
    ],
    questions: [
      'how much is a basic inspection', 'can you repair my electric bike', 'how long does it take to change a tyre', 'is a helmet included when i rent a bicycle', 'what do i have to bring',
      'when do i get my deposit back', 'how long is the warranty', 'do you also repair scooters', 'where is the workshop', 'are you open on saturday afternoon',
      'can i pay with cash', 'my battery is broken can you order a new one', 'i would like to rent two bicycles for a week', 'when does the workshop close in the evening', 'is it far from the railway station',
      'what happens if the bicycle is damaged', 'do you sell mountain bikes', 'how many days does the inspection take', 'thank you that is all i wanted to know', 'could you tell me the price for a flat tyre',
    ],
  },
};

function errors(expected: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, j) => j + 1);
  row.unshift(0);
  for (const [i, word] of expected.entries()) {
    const next = [i + 1];
    for (const [j, other] of heard.entries()) next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false }, human: { type: 'string' } } });
let since = performance.now();
const recogniser = await loadPocketSphinx();
console.log(`loaded in ${(performance.now() - since).toFixed(0)} ms`);
const flite = loadFlite();

/** As a call hears it, between silences: at how many pauses an answer is guessed at, and how many times the first silence begins one. */
const newActivity = await loadVoiceActivity();
function pausesOf(samples: Int16Array): { pauses: number; ends: number } {
  const activity = newActivity({ patience: 160 });
  const whole = new Int16Array(samples.length + 24_000);
  whole.set(samples, 8_000);
  const found = { pauses: 0, ends: 0 };
  for (let at = 0; at + FRAME_SAMPLES <= whole.length; at += FRAME_SAMPLES) {
    const change = activity.push(whole.subarray(at, at + FRAME_SAMPLES));
    if (change === 'paused') found.pauses += 1;
    if (change === 'ended') found.ends += 1;
  }
  activity.close();
  return found;
}

function measure(name: string, utterances: ReadonlyArray<readonly [text: string, samples: Int16Array]>): void {
  const total = { errors: 0, words: 0, seconds: 0, work: 0, end: 0, longest: 0, pauses: 0, ends: 0 };
  for (const [text, samples] of utterances) {
    const start = performance.now();
    recogniser.begin(samples.subarray(0, OPENING_SAMPLES));
    for (let at = 0; at < samples.length; at += 1_600) recogniser.write(samples.subarray(at, at + 1_600));
    const last = performance.now();
    const heard = recogniser.end();
    const end = performance.now() - last;
    const { pauses, ends } = pausesOf(samples);
    total.pauses += pauses;
    total.ends += ends;
    const expected = spokenWords(text).flat();
    const wrong = errors(expected, heard.split(' ').filter(Boolean));
    total.errors += wrong;
    total.words += expected.length;
    total.seconds += samples.length / 16_000;
    total.work += performance.now() - start;
    total.end += end;
    total.longest = Math.max(total.longest, end);
    if (values.verbose && wrong > 0) console.log(`    ${text}\n    ${heard}`);
  }
  const rate = ((100 * total.errors) / total.words).toFixed(1);
  console.log(`${name}: ${rate} % word errors (${total.errors} of ${total.words}), real-time factor ${(total.work / 1000 / total.seconds).toFixed(3)}, words after ${(total.end / utterances.length).toFixed(0)} ms (at most ${total.longest.toFixed(0)}), pauses ${(total.pauses / utterances.length).toFixed(2)}, first silences ${(total.ends / utterances.length).toFixed(2)}`);
}

for (const [name, { texts, questions }] of Object.entries(WORLDS)) {
  since = performance.now();
  recogniser.use({ id: name, texts });
  console.log(`vocabulary "${name}" compiled in ${(performance.now() - since).toFixed(0)} ms`);
  for (const voice of FLITE_VOICES) measure(`  ${voice}`, questions.map((question) => [question, flite(`${question}?`, { voice }).samples] as const));
}

if (values.human !== undefined) {
  const folder = values.human;
  const recordings = readFileSync(join(folder, 'transcription'), 'utf8').trim().split('\n').map((line) => {
    const [, text, name] = /<s> (.*) <\/s> \((.*)\)/.exec(line)!;
    return [text!, new Int16Array(new Uint8Array(readFileSync(join(folder, `${name}.wav`))).slice(44).buffer)] as const;
  });
  recogniser.use();
  measure('human, no vocabulary', recordings);
}
