/** A call with a browser that recognises speech, for tests: its events, the messages sent to it, and passing time. */
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { SpeechToText } from '../../src/agent/speech/engines.ts';
import { begin, event, settle, joinInput } from './stage.ts';

/**
 * Milliseconds of silence that end a turn, and milliseconds of silence after which the recogniser reads the
 * words.
 */
export const SILENCE_MS = 600;
export const EARLY_READ_MS = 260;

export type Play = ReturnType<typeof begin>;

/** Creates a recogniser of the service that returns these texts in order and records its streams. */
export function createServiceRecogniser(...texts: string[]) {
  const streams: { samples: number; finished: boolean; resumed: number }[] = [];
  const recogniser: SpeechToText = {
    languages: ['en'],
    listen() {
      const stream = { samples: 0, finished: false, resumed: 0 };
      streams.push(stream);
      return {
        write: (samples) => void (stream.samples += samples.length),
        resume: () => void (stream.resumed += 1),
        finish: async () => {
          stream.finished = true;
          return stream.samples ? (texts.shift() ?? '') : '';
        },
      };
    },
  };
  return { recogniser, streams, used: () => streams.filter(({ samples }) => samples > 0).length };
}

/** Starts a call in which the browser recognises speech, and plays its greeting to the end. */
export async function startListeningCall(
  options: Partial<AgentOptions> = {},
  properties: object = { by: 'browser', on_device: true },
): Promise<Play> {
  const play = begin(options);
  play.agent.take(joinInput());
  await play.stage.play();
  play.agent.take(event('conversation.hearing', properties));
  return play;
}
export const hears = (segment: number, speech: string, final = false, extraFields: object = {}) =>
  event('conversation.heard', { segment, speech, final, elapsed: 100, ...extraFields });
export const second = (milliseconds = 1000) => new Int16Array(16 * milliseconds);
export const user = ({ stage }: Play) =>
  stage
    .lines()
    .filter(([role]) => role === 'user')
    .map(([, text]) => text);
export const hearingEvents = ({ stage }: Play) =>
  stage.sentEvents.filter(({ type }) => type === 'hearing').map(({ properties }) => properties);
export async function pass({ clock }: Play, milliseconds: number): Promise<void> {
  clock.move(milliseconds);
  await settle();
}
/** Plays a voice of this many milliseconds, the pause, and the silence that ends the turn. */
export async function playVoice(
  play: Play,
  milliseconds: number,
  during: () => void = () => {},
): Promise<void> {
  play.agent.take({ type: 'voice-began' });
  play.agent.take({ type: 'voice', samples: second(milliseconds) });
  await pass(play, milliseconds);
  during();
  await pass(play, 40);
  play.agent.take({ type: 'voice-paused' });
  await pass(play, play.stage.flow!.silence - 40);
  play.agent.take({ type: 'voice-ended' });
  await settle();
}
