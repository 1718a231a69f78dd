/**
 * Whether what came of a turn is what was expected, in words where it is not. What may still come is told apart from
 * what can only get worse. Pure.
 */
import type { Call, Observed } from './observed.ts';
import type { Expectation } from './scenario.ts';
import { declines } from './declining.ts';

export interface Verdict {
  /** Not there yet. */
  missing: string[];
  /** There, and should not be. */
  wrong: string[];
  /** Nobody could judge it here. */
  open: string[];
}

/** Characters of what was said that a report quotes. */
const MOST_QUOTED = 300;

/** `since`: when the turn was the agent's; `languages`: those of the PAL. */
export function compare(
  expected: Expectation,
  seen: Observed,
  { since, languages }: { since: number; languages: readonly string[] },
): Verdict {
  const verdict: Verdict = { missing: [], wrong: [], open: [] };
  words(expected, seen, verdict, languages);
  timing(expected, seen, verdict, since);
  calls(expected.called ?? [], seen.calls, verdict);
  events(expected, seen, verdict);
  if (expected.spoken) spoken(expected.spoken, seen.spoken, verdict);
  if (expected.model) model(expected.model, seen.asked, verdict);
  return verdict;
}

const list = <One>(value: One | readonly One[] | undefined): readonly One[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly One[]) : [value as One];

const quoted = (text: string) =>
  JSON.stringify(text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text);

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const fits = (text: string, pattern: string) => new RegExp(pattern, 'iu').test(text);

function words(
  expected: Expectation,
  { said, saying }: Observed,
  { missing, wrong }: Verdict,
  languages: readonly string[],
): void {
  const all = [...said, saying].filter(Boolean).join('\n');
  const got = all ? `it said ${quoted(all)}` : 'nothing was said';
  for (const part of list(expected.contains))
    if (!holds(all, part)) missing.push(`contains ${quoted(part)}: ${got}`);
  for (const pattern of list(expected.matches))
    if (!fits(all, pattern)) missing.push(`matches ${quoted(pattern)}: ${got}`);
  for (const part of list(expected.lacks)) if (holds(all, part)) wrong.push(`lacks ${quoted(part)}: ${got}`);
  if (expected.silent && all) wrong.push(`silent: ${got}`);
  if (expected.declines === true && !declines(all, languages)) missing.push(`declines: ${got}`);
  if (expected.declines === false && declines(all, languages)) wrong.push(`declines: ${got}`);
}

function timing(
  expected: Expectation,
  { first }: Observed,
  { missing, wrong }: Verdict,
  since: number,
): void {
  if (expected.within === undefined) return;
  if (first === null) missing.push(`within ${expected.within} s: nothing was said`);
  else if (first - since > expected.within * 1000)
    wrong.push(
      `within ${expected.within} s: the first word came after ${((first - since) / 1000).toFixed(1)} s`,
    );
}

function calls(
  expected: NonNullable<Expectation['called']>,
  made: readonly Call[],
  { missing, wrong }: Verdict,
): void {
  const got = made.length > 0 ? `called were ${quoted(made.map(shortly).join(', '))}` : 'nothing was called';
  for (const { name, arguments: given, times } of expected) {
    const found = made.filter(
      (call) => call.name === name && (given === undefined || includes(call.arguments, given)),
    );
    const what = `called ${name}${given ? ` with ${JSON.stringify(given)}` : ''}`;
    if (times === undefined && found.length === 0) missing.push(`${what}: ${got}`);
    else if (times !== undefined && found.length < times) missing.push(`${what} ${times} times: ${got}`);
    else if (times !== undefined && found.length > times) wrong.push(`${what} ${times} times: ${got}`);
  }
}

const shortly = (call: Call) => `${call.name}(${JSON.stringify(call.arguments)})`;

/** Whether all that `part` holds is in `whole`, at any depth. */
export function includes(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((one, at) => includes(whole[at], one))
    );
  return Object.entries(part).every(([key, value]) =>
    includes((whole as Record<string, unknown>)[key], value),
  );
}

function events(expected: Expectation, seen: Observed, verdict: Verdict): void {
  const { missing, wrong } = verdict;
  const { card, guardrail } = expected;
  if (typeof card === 'string' && seen.card !== card)
    missing.push(`card ${card}: ${seen.card ? `a ${seen.card} is shown` : 'none is shown'}`);
  if (card === false && seen.card) wrong.push(`no card: a ${seen.card} is shown`);
  const triggered = seen.guardrails.join(', ');
  if (typeof guardrail === 'string' && !seen.guardrails.includes(guardrail))
    missing.push(`guardrail ${quoted(guardrail)}: ${triggered || 'none'} triggered`);
  if (guardrail === false && triggered) wrong.push(`no guardrail: ${triggered} triggered`);
  cut(expected, seen, verdict);
  reached(expected, seen, verdict);
}

function cut({ interrupted, ended }: Expectation, seen: Observed, { missing, wrong }: Verdict): void {
  if (interrupted === true && !seen.interrupted) missing.push('interrupted: it was not');
  if (interrupted === false && seen.interrupted) wrong.push('not interrupted: it was');
  if (ended !== undefined && !holds(seen.ended ?? '', ended))
    missing.push(`ended ${quoted(ended)}: ${seen.ended === null ? 'it goes on' : quoted(seen.ended)}`);
}

function reached({ objective, sources }: Expectation, seen: Observed, { missing }: Verdict): void {
  const found = objective && seen.objectives.find(({ name }) => name === objective.name);
  if (objective && !(found && includes(found.values, objective.values ?? {})))
    missing.push(
      `objective ${quoted(objective.name)}: ${found ? JSON.stringify(found.values) : 'not completed'}`,
    );
  for (const source of sources ?? [])
    if (!seen.sources.includes(source))
      missing.push(`source ${quoted(source)}: ${seen.sources.join(', ') || 'none'} told`);
}

function spoken(
  expected: NonNullable<Expectation['spoken']>,
  said: readonly string[] | null,
  { missing, wrong, open }: Verdict,
): void {
  if (said === null) return void open.push('spoken: no voice is simulated; give the scenario a call');
  const all = said.join(' ');
  for (const part of list(expected.contains))
    if (!holds(all, part)) missing.push(`spoken contains ${quoted(part)}: ${quoted(all)}`);
  for (const part of list(expected.lacks))
    if (holds(all, part)) wrong.push(`spoken lacks ${quoted(part)}: ${quoted(all)}`);
}

function model(
  expected: NonNullable<Expectation['model']>,
  asked: Observed['asked'],
  { missing, wrong, open }: Verdict,
): void {
  if (asked === null) return void open.push('model: no model is played');
  const last = asked.at(-1)?.text ?? '';
  const { most, least } = expected;
  if (most !== undefined && asked.length > most)
    wrong.push(`at most ${most} requests: there were ${asked.length}`);
  if (least !== undefined && asked.length < least)
    missing.push(`at least ${least} requests: there were ${asked.length}`);
  for (const pattern of list(expected.sees))
    if (!fits(last, pattern))
      missing.push(`the model sees ${quoted(pattern)}: its last request has no such words`);
  for (const pattern of list(expected.lacks))
    if (fits(last, pattern))
      wrong.push(`the model does not see ${quoted(pattern)}: its last request has them`);
}
