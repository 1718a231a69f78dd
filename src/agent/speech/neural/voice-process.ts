/**
 * A process that runs one neural voice. It is a process and no thread because its memory goes back to the
 * system with it, and because a file that the engine does not like must harm nothing else.
 */
import { setImmediate } from 'node:timers/promises';
import { startWatchdog } from '@palkit/runtime/watchdog';
import { loadStressedDictionary } from '../phonemes/stressed-dictionary.ts';
import { PiperVoice } from './piper-voice.ts';
import type { Reply, Request, Sentence, Setup } from './protocol.ts';

/** Said to nobody before the voice is ready. */
const WARMING = ['Ready.', 'The voice is warm now, and says its words in parts.'];
const setup = JSON.parse(process.argv[2]!) as Setup;
const answer = (reply: Reply): void => void process.send!(reply);

process.on('disconnect', () => process.exit());
startWatchdog();

const waiting: Extract<Request, { is: 'speak' }>[] = [];
const state: {
  /** Null until it is loaded and warm. */
  voice: PiperVoice | null;
  /** The sentence in the making, and whether it is still wanted. */
  current: { id: number; isStopped: boolean } | null;
} = { voice: null, current: null };

process.on('message', (request: Request) => {
  if (request.is === 'ping') return answer({ alive: true });
  if (request.is === 'speak') waiting.push(request);
  else {
    const at = waiting.findIndex(({ id }) => id === request.id);
    if (at >= 0) waiting.splice(at, 1);
    else if (state.current?.id === request.id) state.current.isStopped = true;
  }
  if (!state.current && state.voice) void speakAll(state.voice);
});

const voice = await PiperVoice.load(setup, loadStressedDictionary());
const settings: Omit<Sentence, 'text'> = { pronunciations: [], speaker: 0, speed: 1, pitch: 0 };
// The first sentences compile what they touch.
for (const text of WARMING) for await (const _ of voice.speak({ ...settings, text }));
// The file's own bytes, which the engine has copied, go now, not when V8 comes to it.
globalThis.gc?.();
state.voice = voice;
answer({ ready: true });
void speakAll(voice);

async function speakAll(engine: PiperVoice): Promise<void> {
  for (let request = waiting.shift(); request; request = waiting.shift()) {
    const sentence = { id: request.id, isStopped: false };
    state.current = sentence;
    await speakOne(engine, request, sentence);
  }
  state.current = null;
}

async function speakOne(
  engine: PiperVoice,
  { id, ...content }: Extract<Request, { is: 'speak' }>,
  sentence: Readonly<{ isStopped: boolean }>,
): Promise<void> {
  try {
    let isOver = false;
    for await (const part of engine.speak(content)) {
      answer({ id, ...part });
      isOver = part.last;
      // Lets a stop or a ping in: the runtime itself never yields.
      await setImmediate();
      if (sentence.isStopped) return;
    }
    if (!isOver) answer({ id, samples: new Int16Array(0), last: true });
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.name : 'unknown' });
  }
}
