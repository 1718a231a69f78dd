/** Runs a scenario turn by turn as a visitor, and reports differences from its expectations. */
import * as z from 'zod';
import type { Client } from '@palkit/contract/client';
import { endConversation, getConversation } from '@palkit/contract/conversations';
import { joinRoom } from '@palkit/contract/rooms';
import { ApiError } from '@palkit/contract/api-error';
import { systemClock, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import { performTurn } from './acting.ts';
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
  ownService: OwnService | null;
  /** The PAL that replaces those of the scenarios. */
  palId: string | null;
  /** Null if no model is configured that could judge. */
  answerJudge: AnswerJudge | null;
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
  const reason = skipReason(scenario, parts);
  if (reason) return { ...outcome, state: 'skipped', why: reason };
  const scenarioRun = new ScenarioRun(scenario, folder, parts, outcome);
  try {
    await scenarioRun.run();
  } catch (error) {
    outcome.failures.push({ where: scenarioRun.currentPart, what: wordsOf(error) });
  } finally {
    await scenarioRun.close();
  }
  if (outcome.failures.length > 0) outcome.state = 'failed';
  outcome.seconds = (performance.now() - startedAt) / 1000;
  return outcome;
}

function skipReason(scenario: Scenario, { ownService: own, palId: pal }: PlayParts): string | null {
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

interface EventPosition {
  events: number;
  runCount: number;
  requestCount: number;
  spokenCount: number;
  card: string | null;
}

class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #folder: string;
  readonly #playParts: PlayParts;
  readonly #outcome: Outcome;
  readonly #key = `s${++scenarioCount}`;
  #scriptRecord: ScriptRecord | null = null;
  #visitor!: Visitor;
  #tabName: string | undefined;
  /** The start of the last turn, if it did not wait for its answer. */
  #unawaitedTurn: { mark: EventPosition; tab: string | undefined } | null = null;
  currentPart = 'the beginning';

  constructor(scenario: Scenario, folder: string, parts: PlayParts, outcome: Outcome) {
    this.#scenario = scenario;
    this.#folder = folder;
    this.#playParts = parts;
    this.#outcome = outcome;
  }

  async run(): Promise<void> {
    const { greeted, opening, turns } = this.#scenario;
    await this.#startConversation();
    const beginning: EventPosition = { events: 0, runCount: 0, requestCount: 0, spokenCount: 0, card: null };
    if (greeted) await this.#waitForGreeting(beginning);
    if (opening) await this.#check(opening, beginning, this.#playParts.clock.now(), true);
    for (const [index, turn] of turns.entries()) {
      this.currentPart = `turn ${index + 1}${headOf(turn)}`;
      for (let time = 0; time < (turn.repeat ?? 1) && this.#outcome.failures.length === 0; time++)
        await this.#playTurn(turn);
      if (this.#outcome.failures.length > 0) break;
    }
    this.currentPart = 'the end';
    await this.#checkWholeScenario(beginning);
  }

  async close(): Promise<void> {
    const { ownService: own, client, key } = this.#playParts;
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
    own?.calls.removeCall(id);
    // Ignore a failure, because the conversation may already have ended.
    await client(endConversation, { credential: key, params: { conversation_id: id } }).catch(
      () => undefined,
    );
  }

  async #startConversation(): Promise<void> {
    const { ownService: own, resources, client, palId: pal } = this.#playParts;
    const { model, tools, call, pal_id } = this.#scenario;
    this.#scriptRecord =
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
    this.#visitor = new Visitor(client, room, this.#playParts.clock);
  }

  async #waitForGreeting(beginning: EventPosition): Promise<void> {
    const isQuiet = async () => {
      const count = this.#visitor.tab().events.length;
      await wait(this.#playParts.clock, QUIET_S * 1000);
      return this.#visitor.tab().events.length === count;
    };
    const isAnswered = () => this.#isAnswered(beginning);
    for (let isWaiting = true; isWaiting; isWaiting = !(await isQuiet()))
      if (!(await this.#visitor.waitUntil(isAnswered, SETTLING_SECONDS * 2))) {
        this.#addFailure('it did not greet');
        return;
      }
  }

  #isAnswered(mark: EventPosition): boolean {
    const { lines, isComplete: complete, endReason: ended } = this.#observe(mark);
    return (lines.length > 0 && complete) || ended !== null;
  }

  #currentPosition(): EventPosition {
    const { ownService: own } = this.#playParts;
    return {
      events: this.#visitor.tab(this.#tabName).events.length,
      runCount: this.#scriptRecord?.runs.length ?? 0,
      requestCount: this.#scriptRecord?.model.requests.length ?? 0,
      spokenCount: own?.calls.spokenSentences(this.#visitor.id).length ?? 0,
      card: this.#observe({ events: 0, runCount: 0, requestCount: 0, spokenCount: 0, card: null }).card,
    };
  }

  #observe(mark: EventPosition): Observation {
    const { ownService: own } = this.#playParts;
    const { model, call } = this.#scenario;
    return observe(this.#visitor.tab(this.#tabName).events.slice(mark.events), {
      card: mark.card,
      toolRuns: this.#scriptRecord?.runs.slice(mark.runCount) ?? [],
      spoken: own && call ? own.calls.spokenSentences(this.#visitor.id).slice(mark.spokenCount) : null,
      modelRequests:
        this.#scriptRecord && model ? this.#scriptRecord.model.requests.slice(mark.requestCount) : null,
    });
  }

  /**
   * Returns the position at which a turn's events start. A turn that waits for an event starts with the line
   * before it, because the event may arrive before that line is acknowledged.
   */
  #startOfTurn({ until, tab }: Turn): EventPosition {
    const unawaitedTurn = until && this.#unawaitedTurn?.tab === tab ? this.#unawaitedTurn : null;
    return unawaitedTurn?.mark ?? this.#currentPosition();
  }

  async #playTurn(turn: Turn): Promise<void> {
    this.#tabName = turn.tab;
    // A new tab first reads all events of the conversation so far.
    if (turn.tab)
      await this.#visitor.waitUntil(() => this.#visitor.tab(turn.tab).events.length > 0, SETTLING_SECONDS);
    const mark = this.#startOfTurn(turn);
    const answerStartedAt = await performTurn(turn, {
      visitor: this.#visitor,
      ownService: this.#playParts.ownService,
      scenario: this.#scenario,
      clock: this.#playParts.clock,
      observe: () => this.#observe(mark),
      addFailure: (problem) => this.#addFailure(problem),
    });
    const hasWords = turn.say !== undefined || (turn.speak !== undefined && turn.speak !== '');
    const shouldWait = turn.wait ?? (hasWords && !turn.expect?.silent);
    this.#unawaitedTurn = hasWords && !shouldWait ? { mark, tab: turn.tab } : null;
    if (shouldWait && !(await this.#waitForAnswer(mark, turn.expect?.settles ?? SETTLING_SECONDS))) return;
    if (turn.expect) await this.#check(turn.expect, mark, answerStartedAt, shouldWait);
  }

  /** True if the answer is complete within `seconds`; otherwise a failure is recorded. */
  async #waitForAnswer(mark: EventPosition, seconds: number): Promise<boolean> {
    const isAnswered = await this.#visitor.waitUntil(() => this.#isAnswered(mark), seconds);
    if (!isAnswered) this.#addFailure(`no answer came to its end within ${seconds} s`);
    return isAnswered;
  }

  async #check(
    expected: Expectation,
    mark: EventPosition,
    startedAt: number,
    mustComplete = false,
  ): Promise<void> {
    const palLanguages = (this.#scenario.pal?.['languages'] ?? []) as readonly string[];
    const compareTurn = (): Verdict =>
      compare(expected, this.#observe(mark), { since: startedAt, languages: palLanguages });
    // Wait for the end of an unfinished answer, which would otherwise count as part of the next turn.
    const isSettled = () =>
      compareTurn().missingFacts.length === 0 && (!mustComplete || this.#observe(mark).isComplete);
    await this.#visitor.waitUntil(isSettled, expected.settles ?? SETTLING_SECONDS);
    const { missingFacts, contradictions: wrong, unchecked } = compareTurn();
    for (const what of [...missingFacts, ...wrong]) this.#addFailure(what);
    for (const what of unchecked) this.#addUnchecked(what);
    if (expected.judge !== undefined) await this.#checkWithJudge(expected.judge, mark);
  }

  async #checkWithJudge(criterion: string, mark: EventPosition): Promise<void> {
    const { answerJudge: opinion } = this.#playParts;
    if (!opinion)
      return this.#addUnchecked(`judge ${JSON.stringify(criterion)}: no model is configured (LLM_BASE_URL)`);
    const { visitorLines, lines } = this.#observe(mark);
    const { holds, why } = await opinion(criterion, visitorLines, lines);
    if (holds === null) this.#addUnchecked(`judge ${JSON.stringify(criterion)}: ${why}`);
    else if (!holds) this.#addFailure(`judge ${JSON.stringify(criterion)}: ${why}`);
  }

  async #checkWholeScenario(beginning: EventPosition): Promise<void> {
    const { ownService: own } = this.#playParts;
    const { finally: expected, model } = this.#scenario;
    this.#tabName = undefined;
    if (expected) await this.#check(expected, beginning, 0);
    for (const what of houseRules(this.#observe(beginning), this.#scriptRecord?.runs ?? []))
      this.#addFailure(what);
    if (own && model) this.#outcome.requests = this.#scriptRecord?.model.requests.length ?? 0;
    if (expected?.kept && this.#outcome.failures.length === 0)
      await this.#checkTranscript(expected.kept, beginning);
  }

  async #checkTranscript(
    expected: NonNullable<Expectation['kept']>,
    beginning: EventPosition,
  ): Promise<void> {
    const { client, key } = this.#playParts;
    const conversation = { credential: key, params: { conversation_id: this.#visitor.id } };
    // Ignore a failure, because the conversation may already have ended.
    await client(endConversation, conversation).catch(() => undefined);
    await this.#visitor.waitUntil(() => this.#observe(beginning).endReason !== null, TRANSCRIPT_S);
    const lines = await transcriptOf(client, conversation);
    const observation = { ...this.#observe(beginning), lines, partialLine: '' };
    const { missingFacts, contradictions: wrong } = compare(expected, observation, {
      since: 0,
      languages: [],
    });
    for (const what of [...missingFacts, ...wrong]) this.#addFailure(`kept ${what}`);
  }

  #addFailure(problem: string): void {
    this.#outcome.failures.push({ where: this.currentPart, what: problem });
  }

  #addUnchecked(problem: string): void {
    this.#outcome.open.push({ where: this.currentPart, what: problem });
  }
}

/** Returns the lines of an ended conversation as its owner reads them. */
async function transcriptOf(
  client: Client<AbortSignal>,
  conversation: { credential: string; params: { conversation_id: string } },
): Promise<string[]> {
  for (
    const deadline = performance.now() + TRANSCRIPT_S * 1000;
    performance.now() < deadline;
    await wait(systemClock, 100)
  ) {
    const { result } = await client(getConversation, { ...conversation, query: { verbose: 'true' } });
    const readyEvent = result.events?.find(
      ({ event_type }) => event_type === 'application.transcription_ready',
    );
    const lines = Transcript.safeParse(readyEvent?.properties);
    if (lines.success) return lines.data.transcript.map(({ content }) => content);
  }
  return [];
}

const headOf = ({ say, speak }: Turn): string => {
  const words = say ?? speak;
  return words ? ` (${JSON.stringify(words.slice(0, 60))})` : '';
};
