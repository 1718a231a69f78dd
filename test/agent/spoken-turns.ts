/** Spoken turns for tests of an agent; the clock moves as in a real pause. */
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { begin, settle, type Stage } from './stage.ts';

/** Returns turn options with which the recogniser's words are read at the first sign of a pause. */
export const turnOptions = (
  layer: Parameters<typeof turnOptionsOf>[0],
  llm?: NonNullable<Parameters<typeof turnOptionsOf>[1]>['llm'],
) => turnOptionsOf(layer, { llm, hurried: true });
export type Play = ReturnType<typeof begin>;

/** Milliseconds of silence after which the recogniser's words are read. */
export const EARLY_READ_MS = 260;
/** Plays a voice of this many milliseconds, and the silence after which its words are read. */
export async function speak(
  { agent, clock, stage }: Play,
  milliseconds: number,
  silence = stage.flow!.silence,
): Promise<void> {
  agent.take({ type: 'voice-began' });
  clock.move(milliseconds + silence);
  agent.take({ type: 'voice-ended' });
  await settle();
}
export const user = (stage: Stage) =>
  stage
    .lines()
    .filter(([role]) => role === 'user')
    .map(([, text]) => text);
