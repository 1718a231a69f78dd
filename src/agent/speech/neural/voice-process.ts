/**
 * The process that runs one neural voice. Unlike a thread, a process returns its memory to the system, and a file
 * that crashes the engine affects only this process.
 */
import { setImmediate } from 'node:timers/promises';
import { startWatchdog } from '@palkit/runtime/watchdog';
import { loadStressedDictionary } from '../phonemes/stressed-dictionary.ts';
import { PiperVoice } from './piper-voice.ts';
import { PartSchedule, type ScheduledSentence } from './part-schedule.ts';
import type { Reply, Request, Sentence, Setup, VoicePart } from './protocol.ts';

const setup = JSON.parse(process.argv[2]!) as Setup;
const answer = (reply: Reply): void => void process.send!(reply);

process.on('disconnect', () => process.exit());
startWatchdog(Infinity, true);

const schedule = new PartSchedule<VoicePart>();
const state: {
  /** Null until the voice is loaded and warmed up. */
  voice: PiperVoice | null;
  isSpeaking: boolean;
} = { voice: null, isSpeaking: false };
/** Sentences that arrived before the voice was ready. */
const earlyRequests: Extract<Request, { is: 'speak' }>[] = [];

process.on('message', (request: Request) => {
  if (request.is === 'ping') return answer({ alive: true });
  if (request.is === 'stop') {
    schedule.remove(request.id);
    const index = earlyRequests.findIndex(({ id }) => id === request.id);
    if (index >= 0) earlyRequests.splice(index, 1);
  } else if (state.voice) begin(state.voice, request);
  else earlyRequests.push(request);
});

const voice = await PiperVoice.load(setup, loadStressedDictionary());
const warmUpSentence: Sentence = {
  text: 'The voice is ready, and this sentence lets the engine compile its code.',
  pronunciations: [],
  speaker: 0,
  speed: 1,
  pitch: 0,
};
// The engine optimises its code during the first seconds of sound.
for await (const _ of voice.speak(warmUpSentence));
// Frees the bytes of the file, which the engine has copied, without waiting for V8.
globalThis.gc?.();
state.voice = voice;
answer({ ready: true });
for (const request of earlyRequests.splice(0)) begin(voice, request);

function begin(engine: PiperVoice, { id, ...sentence }: Extract<Request, { is: 'speak' }>): void {
  schedule.add(id, engine.speak(sentence), sentence.patient);
  if (!state.isSpeaking) void speakAll();
}

async function speakAll(): Promise<void> {
  state.isSpeaking = true;
  for (let sentence = schedule.next(); sentence; sentence = schedule.next()) {
    await makePart(sentence);
    // Let messages arrive, such as a stop or a ping, because the runtime itself never yields to the event loop.
    await setImmediate();
  }
  state.isSpeaking = false;
}

async function makePart(sentence: ScheduledSentence<VoicePart>): Promise<void> {
  const { id, parts } = sentence;
  let part: VoicePart = { samples: new Int16Array(0), last: true };
  try {
    const result = await parts.next();
    if (!result.done) part = result.value;
  } catch (error) {
    schedule.remove(id);
    return answer({ id, failed: error instanceof Error ? error.name : 'unknown' });
  }
  sentence.progress += part.samples.length;
  if (schedule.has(id)) answer({ id, ...part });
  if (part.last) schedule.remove(id);
}
