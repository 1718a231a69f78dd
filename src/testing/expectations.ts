/**
 * Compares a turn with its expectations and describes each difference. Differences that may still disappear
 * are kept apart from those that cannot.
 */
import type { Call, Observation } from './observation.ts';
import type { Expectation } from './scenario.ts';
import { isDecline } from './declining.ts';

export interface Verdict {
  /** Expectations that were not met so far. */
  missingFacts: string[];
  /** Observations that contradict an expectation. */
  contradictions: string[];
  /** Expectations that could not be checked. */
  unchecked: string[];
}

/** Maximum number of characters of a line that a report quotes. */
const MAX_QUOTED_LENGTH = 300;

/**
 * Compares a turn with its expectations. `startedAt` is the start of the agent's turn; `languages` are the PAL's
 * languages.
 */
export function compare(
  expected: Expectation,
  observation: Observation,
  { since: startedAt, languages }: { since: number; languages: readonly string[] },
): Verdict {
  const verdict: Verdict = { missingFacts: [], contradictions: [], unchecked: [] };
  words(expected, observation, verdict, languages);
  checkTiming(expected, observation, verdict, startedAt);
  calls(expected.called ?? [], observation.calls, verdict);
  events(expected, observation, verdict);
  if (expected.spoken) compareSpeech(expected.spoken, observation.spokenSentences, verdict);
  if (expected.model) model(expected.model, observation.modelRequests, verdict);
  return verdict;
}

const list = <One>(value: One | readonly One[] | undefined): readonly One[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly One[]) : [value as One];

const quote = (text: string) =>
  JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text);

const includesText = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const matchesPattern = (text: string, pattern: string) => new RegExp(pattern, 'iu').test(text);

function words(
  expected: Expectation,
  { lines, partialLine }: Observation,
  { missingFacts, contradictions: wrong }: Verdict,
  languages: readonly string[],
): void {
  const allText = [...lines, partialLine].filter(Boolean).join('\n');
  const actualText = allText ? `it said ${quote(allText)}` : 'nothing was said';
  for (const part of list(expected.contains))
    if (!includesText(allText, part)) missingFacts.push(`contains ${quote(part)}: ${actualText}`);
  for (const pattern of list(expected.matches))
    if (!matchesPattern(allText, pattern)) missingFacts.push(`matches ${quote(pattern)}: ${actualText}`);
  for (const part of list(expected.lacks))
    if (includesText(allText, part)) wrong.push(`lacks ${quote(part)}: ${actualText}`);
  if (expected.silent && allText) wrong.push(`silent: ${actualText}`);
  if (expected.declines === true && !isDecline(allText, languages))
    missingFacts.push(`declines: ${actualText}`);
  if (expected.declines === false && isDecline(allText, languages)) wrong.push(`declines: ${actualText}`);
}

function checkTiming(
  expected: Expectation,
  { firstWordAt }: Observation,
  { missingFacts, contradictions: wrong }: Verdict,
  since: number,
): void {
  if (expected.within === undefined) return;
  if (firstWordAt === null) missingFacts.push(`within ${expected.within} s: nothing was said`);
  else if (firstWordAt - since > expected.within * 1000)
    wrong.push(
      `within ${expected.within} s: the first word came after ${((firstWordAt - since) / 1000).toFixed(1)} s`,
    );
}

function calls(
  expected: NonNullable<Expectation['called']>,
  observedCalls: readonly Call[],
  { missingFacts, contradictions: wrong }: Verdict,
): void {
  const actualCalls =
    observedCalls.length > 0
      ? `called were ${quote(observedCalls.map(callText).join(', '))}`
      : 'nothing was called';
  for (const { name, arguments: expectedArguments, times } of expected) {
    const calls = observedCalls.filter(
      (call) =>
        call.name === name &&
        (expectedArguments === undefined || includes(call.arguments, expectedArguments)),
    );
    const callDescription = `called ${name}${expectedArguments ? ` with ${JSON.stringify(expectedArguments)}` : ''}`;
    if (times === undefined && calls.length === 0) missingFacts.push(`${callDescription}: ${actualCalls}`);
    else if (times !== undefined && calls.length < times)
      missingFacts.push(`${callDescription} ${times} times: ${actualCalls}`);
    else if (times !== undefined && calls.length > times)
      wrong.push(`${callDescription} ${times} times: ${actualCalls}`);
  }
}

const callText = (call: Call) => `${call.name}(${JSON.stringify(call.arguments)})`;

/**
 * True if `actual` has all the values of `expected` at any depth. Objects may have further fields; lists must
 * have the same length.
 */
export function includes(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((expectedItem, index) => includes(actual[index], expectedItem))
    );
  return Object.entries(expected).every(([key, value]) =>
    includes((actual as Record<string, unknown>)[key], value),
  );
}

function events(expected: Expectation, observation: Observation, verdict: Verdict): void {
  const { missingFacts, contradictions: wrong } = verdict;
  const { card, guardrail } = expected;
  if (typeof card === 'string' && observation.card !== card)
    missingFacts.push(
      `card ${card}: ${observation.card ? `a ${observation.card} is shown` : 'none is shown'}`,
    );
  if (card === false && observation.card) wrong.push(`no card: a ${observation.card} is shown`);
  const triggeredNames = observation.guardrails.join(', ');
  if (typeof guardrail === 'string' && !observation.guardrails.includes(guardrail))
    missingFacts.push(`guardrail ${quote(guardrail)}: ${triggeredNames || 'none'} triggered`);
  if (guardrail === false && triggeredNames) wrong.push(`no guardrail: ${triggeredNames} triggered`);
  judgeEnd(expected, observation, verdict);
  compareObjective(expected, observation, verdict);
}

function judgeEnd(
  { interrupted, ended }: Expectation,
  observation: Observation,
  { missingFacts, contradictions: wrong }: Verdict,
): void {
  if (interrupted === true && !observation.wasInterrupted) missingFacts.push('interrupted: it was not');
  if (interrupted === false && observation.wasInterrupted) wrong.push('not interrupted: it was');
  if (ended !== undefined && !includesText(observation.endReason ?? '', ended))
    missingFacts.push(
      `ended ${quote(ended)}: ${observation.endReason === null ? 'it goes on' : quote(observation.endReason)}`,
    );
}

function compareObjective(
  { objective, sources }: Expectation,
  observation: Observation,
  { missingFacts }: Verdict,
): void {
  const result = objective && observation.objectives.find(({ name }) => name === objective.name);
  if (objective && !(result && includes(result.values, objective.values ?? {})))
    missingFacts.push(
      `objective ${quote(objective.name)}: ${result ? JSON.stringify(result.values) : 'not completed'}`,
    );
  for (const source of sources ?? [])
    if (!observation.sources.includes(source))
      missingFacts.push(`source ${quote(source)}: ${observation.sources.join(', ') || 'none'} told`);
}

function compareSpeech(
  expected: NonNullable<Expectation['spoken']>,
  spokenTexts: readonly string[] | null,
  { missingFacts, contradictions: wrong, unchecked }: Verdict,
): void {
  if (spokenTexts === null)
    return void unchecked.push('spoken: no voice is simulated; give the scenario a call');
  const all = spokenTexts.join(' ');
  for (const part of list(expected.contains))
    if (!includesText(all, part)) missingFacts.push(`spoken contains ${quote(part)}: ${quote(all)}`);
  for (const part of list(expected.lacks))
    if (includesText(all, part)) wrong.push(`spoken lacks ${quote(part)}: ${quote(all)}`);
}

function model(
  expected: NonNullable<Expectation['model']>,
  requests: Observation['modelRequests'],
  { missingFacts, contradictions: wrong, unchecked }: Verdict,
): void {
  if (requests === null) return void unchecked.push('model: no model is played');
  const lastRequest = requests.at(-1)?.text ?? '';
  const { most, least } = expected;
  if (most !== undefined && requests.length > most)
    wrong.push(`at most ${most} requests: there were ${requests.length}`);
  if (least !== undefined && requests.length < least)
    missingFacts.push(`at least ${least} requests: there were ${requests.length}`);
  for (const pattern of list(expected.sees))
    if (!matchesPattern(lastRequest, pattern))
      missingFacts.push(`the model sees ${quote(pattern)}: its last request has no such words`);
  for (const pattern of list(expected.lacks))
    if (matchesPattern(lastRequest, pattern))
      wrong.push(`the model does not see ${quote(pattern)}: its last request has them`);
}
