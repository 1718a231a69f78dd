/** Simulates a call in which the page speaks, for tests: its sentences and its reports. */
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import { begin, event, joinInput, settle, voice } from './stage.ts';

export type Play = ReturnType<typeof begin>;
export type Sentence = {
  id: string;
  text: string;
  language: string;
  mouths: string;
  words: { at: number }[];
};

export const LANGUAGES = { languages: ['en'] };

/** Starts a call in which the page may speak. `served` lists the texts that the service speaks instead. */
export function speakingCall(options: Partial<AgentOptions> = {}): Play & { served: string[] } {
  const servedTexts: string[] = [];
  const recordings = {
    ...voice,
    async *speak(...[text, settings]: Parameters<typeof voice.speak>) {
      servedTexts.push(text);
      yield* voice.speak(text, settings);
    },
  };
  return { ...begin({ browserVoice: true, voice: recordings, ...options }), served: servedTexts };
}

export async function joinedCall(
  options: Partial<AgentOptions> = {},
  announcement: object | null = LANGUAGES,
) {
  const play = speakingCall(options);
  play.agent.take(joinInput());
  if (announcement) play.agent.take(event('conversation.speaking', announcement));
  await settle();
  return play;
}

export const sentences = ({ stage }: Play) =>
  stage.sentEvents
    .filter(({ type }) => type === 'speak')
    .map(({ properties }) => properties as unknown as Sentence);
export const controls = ({ stage }: Play) =>
  stage.sentEvents
    .filter(({ type }) => type === 'speak.control')
    .map(({ properties }) => properties['action']);
export const captions = ({ stage }: Play) =>
  stage.sentEvents
    .filter(({ type, properties }) => type === 'utterance.streaming' && properties['role'] === 'pal')
    .map(({ properties }) => properties['speech']);
export async function report(play: Play, state: string, at?: number, sentence = sentences(play).at(-1)!) {
  const position = at === undefined ? {} : { at };
  play.agent.take(event('conversation.spoken', { id: sentence.id, state, ...position }));
  await settle();
}
/** Lets the page speak all its sentences to the end. */
export async function speakAll(play: Play): Promise<void> {
  for (let index = 0; index < sentences(play).length; index++) {
    await report(play, 'began', undefined, sentences(play)[index]);
    await report(play, 'ended', undefined, sentences(play)[index]);
  }
}
/** Starts a call, plays its greeting, and returns it in the middle of the first sentence of an answer. */
export async function startAnsweringCall(options: Partial<AgentOptions> = {}) {
  const play = await joinedCall(options);
  await speakAll(play);
  play.agent.take(event('conversation.respond', { text: 'When do you open?' }));
  await settle();
  const [firstSentence, secondSentence] = sentences(play).slice(-2) as [Sentence, Sentence];
  await report(play, 'began', undefined, firstSentence);
  return { ...play, first: firstSentence, second: secondSentence };
}
