/** Performs a visitor's turn. */
import type { Clock } from '@palkit/runtime/clock';
import type { Observation } from './observation.ts';
import type { OwnService } from './own-service.ts';
import type { Scenario, Turn } from './scenario.ts';
import { wait } from './steady-clock.ts';
import type { Visitor } from './visitor.ts';

/** Default duration of a spoken line in seconds. */
const VOICE_S = 0.8;

export interface ActingParts {
  visitor: Visitor;
  /** Null for a test against a running service. */
  ownService: OwnService | null;
  scenario: Scenario;
  clock: Clock;
  /** Returns the result of the turn so far. */
  observe(): Observation;
  addFailure(problem: string): void;
}

/**
 * Performs the visitor's turn. Returns the time from which the delay of the answer is measured, in
 * milliseconds of the clock.
 */
export async function performTurn(turn: Turn, parts: ActingParts): Promise<number> {
  const { visitor, clock } = parts;
  if (turn.say !== undefined) await visitor.send('conversation.respond', { text: turn.say });
  else if (turn.speak !== undefined) return speak(turn, parts);
  else if (turn.pause !== undefined) await wait(clock, turn.pause * 1000);
  else if (turn.until) await waitUntil(turn.until, parts);
  else if (turn.interrupt) await visitor.send('conversation.interrupt');
  else if (turn.context !== undefined)
    await visitor.send('conversation.append_llm_context', { context: turn.context });
  else if (turn.reload !== undefined) await reload(turn.reload, parts);
  else if (turn.answer) await answer(turn.answer, parts);
  return clock.now();
}

async function speak(
  { speak: words = '', for: seconds = VOICE_S, heard: recognisedWords, language }: Turn,
  { ownService: own, scenario, visitor, clock, addFailure: fail }: ActingParts,
): Promise<number> {
  if (!own || !scenario.call) {
    fail('speak needs a simulated call: give the scenario a call');
    return clock.now();
  }
  return own.calls.speak(visitor.id, { words: recognisedWords ?? words, seconds, language });
}

const anyMatches = (pattern: string | undefined, lines: readonly string[]): boolean =>
  pattern === undefined || lines.some((line) => new RegExp(pattern, 'iu').test(line));

function isMet(condition: NonNullable<Turn['until']>, observation: Observation): boolean {
  const { lines, visitorLines, partialLine, calls, modelRequests, card, endReason } = observation;
  return [
    anyMatches(condition.said, [...lines, ...visitorLines]),
    anyMatches(condition.saying, [partialLine, ...lines]),
    condition.called === undefined || calls.some(({ name }) => name === condition.called),
    condition.asked === undefined || (modelRequests?.length ?? 0) >= condition.asked,
    condition.card === undefined || card === condition.card,
    condition.ended === undefined || endReason !== null,
  ].every(Boolean);
}

async function waitUntil(
  condition: NonNullable<Turn['until']>,
  { visitor, observe, addFailure: fail }: ActingParts,
): Promise<void> {
  const { most: maxSeconds, ...expectedState } = condition;
  if (!(await visitor.waitUntil(() => isMet(condition, observe()), maxSeconds)))
    fail(`waited ${maxSeconds} s in vain until ${JSON.stringify(expectedState)}`);
}

async function reload(
  seconds: number,
  { visitor, ownService: own, clock, scenario: { call } }: ActingParts,
): Promise<void> {
  const tab = visitor.tab();
  tab.stop();
  if (own && call) own.calls.loseCall(visitor.id);
  await wait(clock, seconds * 1000);
  if (own && call) own.calls.connect(visitor.id, call.word);
  tab.resume();
}

async function answer(
  { name, output, status }: NonNullable<Turn['answer']>,
  { visitor, addFailure: fail }: ActingParts,
): Promise<void> {
  const callEvent = visitor
    .tab()
    .events.map(({ event }) => event)
    .findLast((event) => event.event_type === 'conversation.tool_call' && event.properties.name === name);
  if (callEvent?.event_type !== 'conversation.tool_call') return fail(`${name} was not called`);
  await visitor.send('conversation.tool_result', {
    tool_call_id: callEvent.properties.tool_call_id,
    output: typeof output === 'string' ? output : JSON.stringify(output ?? {}),
    ...(status ? { status } : {}),
  });
}
