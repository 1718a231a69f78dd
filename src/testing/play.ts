/** Runs a scenario turn by turn as a visitor, and reports differences from its expectations. */
import * as z from 'zod';
import type { Client } from '@palkit/contract/client';
import { endConversation, getConversation } from '@palkit/contract/conversations';
import { joinRoom } from '@palkit/contract/rooms';
import { ApiError } from '@palkit/contract/api-error';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import { act } from './acting.ts';
import { ScenarioResourceError, type ScenarioResources } from './scenario-resources.ts';
import { compare, type Verdict } from './expectations.ts';
import { houseRules } from './house-rules.ts';
import { observe, type Observation } from './observation.ts';
import type { Outcome } from './outcome.ts';
import type { AnswerJudge } from './answer-judge.ts';
import type { OwnService } from './own-service.ts';
import type { Expectation, Scenario, Turn } from './scenario.ts';
import { wait } from './steady-clock.ts';
import type { ScriptRecord } from './scripted-server.ts';
import { Visitor } from './visitor.ts';

/** Default seconds until an answer must meet all expectations. */
const SETTLING_SECONDS = 10;
/** Seconds of silence after the greeting. */
const QUIET_S = 0.08;
/** Maximum seconds to wait for the transcript of an ended conversation. */
const TRANSCRIPT_S = 10;

export interface PlayParts {
  client: Client<AbortSignal>;
  key: string;
  resources: ScenarioResources;
  clock: Clock;
  /** Null for a test against a running service. */
  own: OwnService | null;
  /** The PAL that replaces those of the scenarios. */
  pal: string | null;
  /** Null if no model is configured that could judge. */
  opinion: AnswerJudge | null;
}

const Transcript = z.looseObject({ transcript: z.array(z.looseObject({ content: z.string() })) });

let scenarioCount = 0;

export async function play(
  scenario: Scenario,
  file: string,
  folder: string,
  parts: PlayParts,
): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome: Outcome = {
    name: scenario.name,
    file,
    state: 'passed',
    seconds: 0,
    failures: [],
    open: [],
    talk: [],
  };
  const why = skipReason(scenario, parts);
  if (why) return { ...outcome, state: 'skipped', why };
  const playing = new ScenarioRun(scenario, folder, parts, outcome);
  try {
    await playing.run();
  } catch (error) {
    outcome.failures.push({ where: playing.where, what: wordsOf(error) });
  } finally {
    await playing.close();
  }
  if (outcome.failures.length > 0) outcome.state = 'failed';
  outcome.seconds = (performance.now() - startedAt) / 1000;
  return outcome;
}

function skipReason(scenario: Scenario, { own, pal }: PlayParts): string | null {
  if (own) return scenario.pal_id ? 'its PAL is on a running service: name it by --base-url' : null;
  if (!scenario.pal_id && !pal) return 'on a running service a scenario needs a pal_id, or --pal';
  if (scenario.call) return "simulated calls are the bench's own service's only";
  return null;
}

/**
 * Describes an error of the service by its message, and any other only by its kind, because its message may quote
 * input.
 */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return `The service refused: ${error.message} (${error.code})`;
  if (error instanceof ScenarioResourceError) return error.message;
  return `It could not be played: ${JSON.stringify(describe(error))}`;
}

interface Mark {
  events: number;
  runs: number;
  requests: number;
  spokenCount: number;
  card: string | null;
}

class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #folder: string;
  readonly #parts: PlayParts;
  readonly #outcome: Outcome;
  readonly #key = `s${++scenarioCount}`;
  #record: ScriptRecord | null = null;
  #visitor!: Visitor;
  #tab: string | undefined;
  /** The start of the last turn, if it did not wait for its answer. */
  #unawaitedTurn: { mark: Mark; tab: string | undefined } | null = null;
  where = 'the beginning';

  constructor(scenario: Scenario, folder: string, parts: PlayParts, outcome: Outcome) {
    this.#scenario = scenario;
    this.#folder = folder;
    this.#parts = parts;
    this.#outcome = outcome;
  }

  async run(): Promise<void> {
    const { greeted, opening, turns } = this.#scenario;
    await this.#begin();
    const beginning: Mark = { events: 0, runs: 0, requests: 0, spokenCount: 0, card: null };
    if (greeted) await this.#waitForGreeting(beginning);
    if (opening) await this.#check(opening, beginning, this.#parts.clock.now(), true);
    for (const [index, turn] of turns.entries()) {
      this.where = `turn ${index + 1}${headOf(turn)}`;
      for (let time = 0; time < (turn.repeat ?? 1) && this.#outcome.failures.length === 0; time++)
        await this.#turn(turn);
      if (this.#outcome.failures.length > 0) break;
    }
    this.where = 'the end';
    await this.#end(beginning);
  }

  async close(): Promise<void> {
    const { own, client, key } = this.#parts;
    own?.server.remove(this.#key);
    if (!this.#visitor) return;
    const { id } = this.#visitor;
    for (const { event } of this.#visitor.tab().events)
      if (event.event_type === 'conversation.utterance')
        this.#outcome.talk.push({
          who: event.properties.role === 'user' ? 'visitor' : 'agent',
          words: event.properties.speech,
        });
    this.#visitor.close();
    own?.calls.forget(id);
    // Ignore a failure, because the conversation may already have ended.
    await client(endConversation, { credential: key, params: { conversation_id: id } }).catch(
      () => undefined,
    );
  }

  async #begin(): Promise<void> {
    const { own, resources, client, pal } = this.#parts;
    const { model, tools, call, pal_id } = this.#scenario;
    this.#record =
      own?.server.add(this.#key, {
        model,
        tools: tools ?? [],
        voice: call?.voice,
        onChange: () => this.#visitor?.wakeWaiters(),
      }) ?? null;
    const room = own
      ? await resources.startConversation(this.#scenario, this.#key, this.#folder)
      : await resources.startWithPal(this.#scenario, pal ?? pal_id!);
    this.#outcome.conversation = room.conversation_id;
    if (own && call) {
      await client(joinRoom, {
        params: { conversation_id: room.conversation_id },
        credential: room.meeting_token,
        body: 'v=0\r\n',
      });
      own.calls.connect(room.conversation_id, call.word);
    }
    this.#visitor = new Visitor(client, room, this.#parts.clock);
  }

  async #waitForGreeting(beginning: Mark): Promise<void> {
    const quiet = async () => {
      const count = this.#visitor.tab().events.length;
      await wait(this.#parts.clock, QUIET_S * 1000);
      return this.#visitor.tab().events.length === count;
    };
    const isAnswered = () => this.#isAnswered(beginning);
    for (let again = true; again; again = !(await quiet()))
      if (!(await this.#visitor.waitUntil(isAnswered, SETTLING_SECONDS * 2))) {
        this.#fail('it did not greet');
        return;
      }
  }

  #isAnswered(mark: Mark): boolean {
    const { lines, complete, ended } = this.#observe(mark);
    return (lines.length > 0 && complete) || ended !== null;
  }

  #mark(): Mark {
    const { own } = this.#parts;
    return {
      events: this.#visitor.tab(this.#tab).events.length,
      runs: this.#record?.runs.length ?? 0,
      requests: this.#record?.model.requests.length ?? 0,
      spokenCount: own?.calls.spokenSentences(this.#visitor.id).length ?? 0,
      card: this.#observe({ events: 0, runs: 0, requests: 0, spokenCount: 0, card: null }).card,
    };
  }

  #observe(mark: Mark): Observation {
    const { own } = this.#parts;
    const { model, call } = this.#scenario;
    return observe(this.#visitor.tab(this.#tab).events.slice(mark.events), {
      card: mark.card,
      runs: this.#record?.runs.slice(mark.runs) ?? [],
      spoken: own && call ? own.calls.spokenSentences(this.#visitor.id).slice(mark.spokenCount) : null,
      modelRequests: this.#record && model ? this.#record.model.requests.slice(mark.requests) : null,
    });
  }

  /** Returns the start of a turn. An awaited event may arrive before the line that caused it is acknowledged. */
  #startOfTurn({ until, tab }: Turn): Mark {
    const before = until && this.#unawaitedTurn?.tab === tab ? this.#unawaitedTurn : null;
    return before?.mark ?? this.#mark();
  }

  async #turn(turn: Turn): Promise<void> {
    this.#tab = turn.tab;
    // A new tab first reads all events of the conversation so far.
    if (turn.tab)
      await this.#visitor.waitUntil(() => this.#visitor.tab(turn.tab).events.length > 0, SETTLING_SECONDS);
    const mark = this.#startOfTurn(turn);
    const since = await act(turn, {
      visitor: this.#visitor,
      own: this.#parts.own,
      scenario: this.#scenario,
      clock: this.#parts.clock,
      observe: () => this.#observe(mark),
      fail: (what) => this.#fail(what),
    });
    const hasWords = turn.say !== undefined || (turn.speak !== undefined && turn.speak !== '');
    const waits = turn.wait ?? (hasWords && !turn.expect?.silent);
    this.#unawaitedTurn = hasWords && !waits ? { mark, tab: turn.tab } : null;
    if (waits && !(await this.#waitForAnswer(mark, turn.expect?.settles ?? SETTLING_SECONDS))) return;
    if (turn.expect) await this.#check(turn.expect, mark, since, waits);
  }

  /** True if the answer is complete within `seconds`; otherwise a failure is recorded. */
  async #waitForAnswer(mark: Mark, seconds: number): Promise<boolean> {
    const answered = await this.#visitor.waitUntil(() => this.#isAnswered(mark), seconds);
    if (!answered) this.#fail(`no answer came to its end within ${seconds} s`);
    return answered;
  }

  async #check(expected: Expectation, mark: Mark, since: number, whole = false): Promise<void> {
    const languages = (this.#scenario.pal?.['languages'] ?? []) as readonly string[];
    const compareTurn = (): Verdict => compare(expected, this.#observe(mark), { since, languages });
    // Wait for the end of an unfinished answer, which would otherwise count as part of the next turn.
    const isSettled = () =>
      compareTurn().missingFacts.length === 0 && (!whole || this.#observe(mark).complete);
    await this.#visitor.waitUntil(isSettled, expected.settles ?? SETTLING_SECONDS);
    const { missingFacts, wrong, unchecked } = compareTurn();
    for (const what of [...missingFacts, ...wrong]) this.#fail(what);
    for (const what of unchecked) this.#open(what);
    if (expected.judge !== undefined) await this.#judge(expected.judge, mark);
  }

  async #judge(criterion: string, mark: Mark): Promise<void> {
    const { opinion } = this.#parts;
    if (!opinion)
      return this.#open(`judge ${JSON.stringify(criterion)}: no model is configured (LLM_BASE_URL)`);
    const { visitorLines, lines } = this.#observe(mark);
    const { holds, why } = await opinion(criterion, visitorLines, lines);
    if (holds === null) this.#open(`judge ${JSON.stringify(criterion)}: ${why}`);
    else if (!holds) this.#fail(`judge ${JSON.stringify(criterion)}: ${why}`);
  }

  async #end(beginning: Mark): Promise<void> {
    const { own } = this.#parts;
    const { finally: expected, model } = this.#scenario;
    this.#tab = undefined;
    if (expected) await this.#check(expected, beginning, 0);
    for (const what of houseRules(this.#observe(beginning), this.#record?.runs ?? [])) this.#fail(what);
    if (own && model) this.#outcome.requests = this.#record?.model.requests.length ?? 0;
    if (expected?.kept && this.#outcome.failures.length === 0)
      await this.#checkTranscript(expected.kept, beginning);
  }

  async #checkTranscript(expected: NonNullable<Expectation['kept']>, beginning: Mark): Promise<void> {
    const { client, key } = this.#parts;
    const conversation = { credential: key, params: { conversation_id: this.#visitor.id } };
    // Ignore a failure, because the conversation may already have ended.
    await client(endConversation, conversation).catch(() => undefined);
    await this.#visitor.waitUntil(() => this.#observe(beginning).ended !== null, TRANSCRIPT_S);
    const lines = await transcriptOf(client, conversation);
    const observation = { ...this.#observe(beginning), lines, partialLine: '' };
    const { missingFacts, wrong } = compare(expected, observation, { since: 0, languages: [] });
    for (const what of [...missingFacts, ...wrong]) this.#fail(`kept ${what}`);
  }

  #fail(what: string): void {
    this.#outcome.failures.push({ where: this.where, what });
  }

  #open(what: string): void {
    this.#outcome.open.push({ where: this.where, what });
  }
}

/** Returns the lines of an ended conversation as its owner reads them. */
async function transcriptOf(
  client: Client<AbortSignal>,
  conversation: { credential: string; params: { conversation_id: string } },
): Promise<string[]> {
  for (
    const end = performance.now() + TRANSCRIPT_S * 1000;
    performance.now() < end;
    await wait(systemClock, 100)
  ) {
    const { result } = await client(getConversation, { ...conversation, query: { verbose: 'true' } });
    const ready = result.events?.find(({ event_type }) => event_type === 'application.transcription_ready');
    const lines = Transcript.safeParse(ready?.properties);
    if (lines.success) return lines.data.transcript.map(({ content }) => content);
  }
  return [];
}

const headOf = ({ say, speak }: Turn): string => {
  const words = say ?? speak;
  return words ? ` (${JSON.stringify(words.slice(0, 60))})` : '';
};
