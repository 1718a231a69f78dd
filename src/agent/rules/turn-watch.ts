/**
 * Checks every turn of a call: which guardrails it triggers and how far it advances the current objective. With a
 * model, one question to the judge covers both while the agent answers. Without a model, guardrails match by words
 * and meaning, and objectives are never completed.
 */
import type { Objective } from '@palkit/contract/objectives';
import type { AgentEventProperties, AgentEventType } from '@palkit/contract/room-events';
import type { Background } from '@palkit/runtime/background';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { agentSentences } from '../replies/agent-sentences.ts';
import { rulesByWords, instructions as ruleInstructions, type Rule } from './guardrails.ts';
import { type Judge } from './judge.ts';
import {
  LineContinued,
  type ReplyContext,
  type Exchange,
  type Responder,
  type ReplyChunk,
} from '../replies/responder.ts';
import {
  advanceObjectives,
  currentObjective,
  instructions as objectiveInstructions,
  type ObjectiveState,
} from './objectives.ts';
import { questionFor, Verdict } from './verdict.ts';
import { sentences } from '../language/sentences.ts';

/** Stores an event with its callback; resolves to false if the conversation has changed meanwhile. */
export interface TurnRecorder {
  storeTrigger(rule: Rule): Promise<boolean>;
  storeProgress(
    before: ObjectiveState,
    after: ObjectiveState,
    completed: { objective: Objective; values: Record<string, unknown> } | null,
  ): Promise<boolean>;
}

/** The methods of the agent that the watch uses. */
export interface WatchedAgent {
  publish<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>): void;
  /** The BCP 47 tag of the spoken language. */
  language?(): string | undefined;
  /** Stops the agent's speech and speaks `words` instead. If the answer is already complete, `words` follows it. */
  retract(words: string): void;
}

/** Returns the rules whose meaning is similar to a line. */
export type FindSimilarRules = (line: string, signal?: AbortSignal) => Promise<readonly Rule[]>;

interface AnsweredLine {
  question: string;
  answer: string;
  history: readonly Exchange[];
  /** Aborts when the visitor continues. */
  signal: AbortSignal;
}

/** A verdict, and the state of the objectives when the judge was asked. */
interface Judgement {
  before: ObjectiveState;
  brokenRules: Verdict['triggered'];
  objective: Verdict['objective'];
}

/** Maximum milliseconds that an answer in strict mode waits for the judge. */
const STRICT_MS = 8000;
/** Turns that end during a judgement are judged together, up to this many UTF-16 units. */
const MAX_JOINT_LENGTH = 16_000;
const MAX_HISTORY = 6;

export class TurnWatch {
  readonly #parts: {
    rules: readonly Rule[];
    objectives: readonly Objective[];
    judge: Judge | null;
    recorder: TurnRecorder;
    agent: WatchedAgent;
    background: Background;
    log: Log;
    findSimilarRules?: FindSimilarRules | undefined;
    isStrict?: boolean;
  };
  readonly #rules: readonly Rule[];
  #state: ObjectiveState;
  #waitingLines: AnsweredLine[] = [];
  /** A line of the visitor that no responder has started to answer. */
  #line: string | null = null;
  #isJudging = false;

  constructor(parts: {
    rules: readonly Rule[];
    objectives: readonly Objective[];
    state: ObjectiveState;
    judge: Judge | null;
    recorder: TurnRecorder;
    agent: WatchedAgent;
    background: Background;
    log: Log;
    findSimilarRules?: FindSimilarRules | undefined;
    /** True if a model's answer is judged before it is spoken. */
    isStrict?: boolean;
  }) {
    this.#parts = parts;
    // A perception model judges visual rules; words never trigger them.
    this.#rules = parts.rules.filter(({ modality }) => modality === 'verbal');
    this.#state = parts.state;
  }

  /** The agent's sentences for an answer that is withheld or cut off. */
  get #sentences() {
    return agentSentences(this.#parts.agent.language?.());
  }

  /** Returns the instructions that a model receives with every question. */
  instructions(): string {
    return [
      ruleInstructions(this.#rules),
      this.#parts.judge ? objectiveInstructions(this.#parts.objectives, this.#state) : '',
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  /** The rules for a perception model, which reports violations to `reportPictureRules`; words never trigger them. */
  get visual(): readonly Rule[] {
    return this.#parts.rules.filter(({ modality }) => modality === 'visual');
  }

  reportPictureRules(rules: readonly Rule[]): void {
    const rulesOfPictures = this.visual.filter((rule) => rules.includes(rule));
    if (rulesOfPictures.length > 0) this.#parts.background.run(() => this.#storeTriggers(rulesOfPictures));
  }

  /** Handles a complete line of the visitor. It is judged even if the visitor continues before the answer. */
  takeLine(line: string): void {
    this.endCall();
    this.#line = line;
  }

  /** Called when a responder begins to answer the current line. The line is then judged together with the answer. */
  openTurn(): void {
    this.#line = null;
  }

  /** Judges the last line if no responder has started to answer it. Called at the end of the call. */
  endCall(): void {
    const line = this.#line;
    this.#line = null;
    if (line === null) return;
    if (this.#parts.judge)
      return this.#enqueue({ question: line, answer: '', history: [], signal: AbortSignal.abort() });
    this.#parts.background.run(async (signal) => this.#storeTriggers(await this.#findRules(line, signal)));
  }

  /** Wraps a responder so that its turns are checked. */
  wrapResponder(responder: Responder): Responder {
    const { judge } = this.#parts;
    if (judge === null && this.#rules.length === 0) return responder;
    const strict = this.#parts.isStrict === true && this.#rules.length > 0;
    const think = (question: string, context: ReplyContext) => {
      // In strict mode an answer from documents is not judged: it may replace a failed model that also judges.
      if (judge === null || (strict && responder.kind === 'documents'))
        return this.#match(responder, question, context);
      return strict
        ? this.#asJudged(responder, question, context)
        : this.#judge(responder, question, context);
    };
    return { kind: responder.kind, think };
  }

  async *#judge(responder: Responder, question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    let answer = '';
    let hasFailed = false;
    try {
      for await (const chunk of responder.think(question, context)) {
        if ('text' in chunk) answer += chunk.text;
        yield chunk;
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      // Also judge a line that stays unanswered because the visitor continued, but not if a fallback answers it.
      if (!hasFailed || answer || context.signal.aborted)
        void afterSettling(context, () =>
          this.#enqueue({
            question,
            answer,
            history: context.history.slice(-MAX_HISTORY),
            signal: context.signal,
          }),
        );
    }
  }

  /** Withholds an answer until all of it was judged. Throws if the judge is late, as for a silent model. */
  async *#asJudged(responder: Responder, question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { signal } = context;
    const chunks: ReplyChunk[] = [];
    const answeredLine: AnsweredLine = {
      question,
      answer: '',
      history: context.history.slice(-MAX_HISTORY),
      signal,
    };
    let lastJudgement: Judgement | null = null;
    let failed = false;
    try {
      for await (const chunk of responder.think(question, context)) {
        if ('doing' in chunk || 'measured' in chunk || 'notes' in chunk) yield chunk;
        else chunks.push(chunk);
        if ('text' in chunk) answeredLine.answer += chunk.text;
        if ('canvas' in chunk) answeredLine.answer += ` [card: ${JSON.stringify(chunk.canvas)}]`;
        // An empty chunk tells the caller that the work continues.
        if ('text' in chunk) yield { doing: 'asking' };
      }
      yield { doing: 'asking' };
      lastJudgement = await this.#requestVerdict([answeredLine], signal, STRICT_MS);
      if (lastJudgement.brokenRules.some(({ by }) => by === 'agent')) yield* this.#refuse();
      else yield* chunks;
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      const judgement = lastJudgement;
      if (judgement)
        void afterSettling(context, () => this.#parts.background.run(() => this.#applyJudgement(judgement)));
      else if (!failed || signal.aborted)
        void afterSettling(context, () => this.#enqueue({ ...answeredLine, answer: '' }));
    }
  }

  /**
   * Answers without a judge. Rules are matched before the agent speaks: a line that triggers a rule is not
   * answered, and a sentence that triggers one is not spoken.
   */
  async *#match(responder: Responder, question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const triggered = new Set(await this.#findRules(question, context.signal));
    try {
      if (triggered.size > 0) {
        yield* this.#refuse();
        return;
      }
      for await (const chunk of responder.think(question, context)) {
        if (!('text' in chunk)) yield chunk;
        else
          for (const sentence of sentences(chunk.text)) {
            for (const rule of rulesByWords(this.#rules, sentence)) triggered.add(rule);
            if (triggered.size > 0) {
              yield* this.#refuse();
              return;
            }
            yield { text: `${sentence} ` };
          }
      }
    } finally {
      if (triggered.size > 0)
        void afterSettling(context, () =>
          this.#parts.background.run(() => this.#storeTriggers([...triggered])),
        );
    }
  }

  *#refuse(): Iterable<ReplyChunk> {
    yield { text: this.#sentences.refusal };
    yield { outcome: 'declined' };
  }

  /** Finds the rules that match a line by words or by meaning. Used without a judge. */
  async #findRules(line: string, signal: AbortSignal): Promise<Rule[]> {
    const near = (await this.#parts.findSimilarRules?.(line, signal)) ?? [];
    return [...new Set([...rulesByWords(this.#rules, line), ...near])];
  }

  #enqueue(exchange: AnsweredLine): void {
    if (this.#rules.length === 0 && currentObjective(this.#parts.objectives, this.#state) === null) return;
    this.#waitingLines.push(exchange);
    if (this.#isJudging) return;
    this.#isJudging = true;
    this.#parts.background.run(async (signal) => {
      try {
        while (this.#waitingLines.length > 0 && !signal.aborted) await this.#judgeNext(signal);
      } finally {
        this.#isJudging = false;
      }
    });
  }

  async #judgeNext(signal: AbortSignal): Promise<void> {
    const turns: AnsweredLine[] = [];
    for (
      let length = 0;
      this.#waitingLines[0] &&
      (turns.length === 0 ||
        length + this.#waitingLines[0].question.length + this.#waitingLines[0].answer.length <=
          MAX_JOINT_LENGTH);
    ) {
      const nextLine = this.#waitingLines.shift()!;
      length += nextLine.question.length + nextLine.answer.length;
      turns.push(nextLine);
    }
    let judgement: Judgement;
    try {
      judgement = await this.#requestVerdict(turns, signal);
    } catch (error) {
      // A failed judgement does not affect the visitor.
      if (!signal.aborted)
        this.#parts.log.warn({ engine: 'judge', ...describe(error) }, 'a turn could not be judged');
      return;
    }
    if (judgement.brokenRules.some(({ by }) => by === 'agent') && !turns.at(-1)!.signal.aborted)
      this.#parts.agent.retract(this.#sentences.retraction);
    await this.#applyJudgement(judgement);
  }

  /** Asks the judge about these turns; rejects if the verdict is late. */
  async #requestVerdict(
    turns: readonly AnsweredLine[],
    signal: AbortSignal,
    timeout?: number,
  ): Promise<Judgement> {
    const { judge, objectives } = this.#parts;
    const before = this.#state;
    const objective = currentObjective(objectives, before);
    if (this.#rules.length === 0 && objective === null) return { before, brokenRules: [], objective: null };
    const formatLine = (role: string, text: string) =>
      `${role}: ${JSON.stringify(text.slice(0, MAX_JOINT_LENGTH))}`;
    const earlierLines = turns[0]!.history.map((exchange) =>
      formatLine(exchange.role === 'user' ? 'visitor' : 'agent', exchange.content.slice(0, 1000)),
    );
    const lines = turns.flatMap(({ question, answer }) => [
      formatLine('visitor', question),
      ...(answer ? [formatLine('agent', answer)] : []),
    ]);
    const verdict = await judge!.ask({
      rules: questionFor(this.#rules, objective),
      schema: Verdict,
      signal,
      ...(timeout === undefined ? {} : { timeout }),
      transcript: [
        ...(earlierLines.length > 0 ? ['Earlier lines, already judged:', ...earlierLines, ''] : []),
        'To be judged:',
        ...lines,
      ].join('\n'),
    });
    return {
      before,
      brokenRules: verdict.triggered.filter(({ rule }) => this.#rules[rule - 1]),
      objective: objective && verdict.objective,
    };
  }

  /** Stores the consequences of a verdict and reports them. */
  async #applyJudgement({ before, brokenRules, objective }: Judgement): Promise<void> {
    await this.#storeTriggers([...new Set(brokenRules.map(({ rule }) => this.#rules[rule - 1]!))]);
    if (objective) await this.#storeProgress(before, objective);
  }

  async #storeTriggers(rules: readonly Rule[]): Promise<void> {
    for (const rule of rules) {
      const isStored = await this.#parts.recorder
        .storeTrigger(rule)
        .catch((error: Error) => this.#reportFault(error, 'a triggered guardrail could not be stored'));
      if (isStored && !rule.isSilent)
        this.#parts.agent.publish('conversation.guardrail_triggered', {
          guardrail: rule.name,
          guardrail_uuid: rule.uuid,
        });
    }
  }

  async #storeProgress(before: ObjectiveState, verdict: NonNullable<Verdict['objective']>): Promise<void> {
    const progress = advanceObjectives(this.#parts.objectives, before, verdict);
    if (!progress) return;
    const isStored = await this.#parts.recorder
      .storeProgress(before, progress.state, progress.completed)
      .catch((error: Error) => this.#reportFault(error, 'an objective could not be stored'));
    if (!isStored) return;
    this.#state = progress.state;
    if (progress.completed)
      this.#parts.agent.publish('conversation.objective.completed', {
        objective_name: progress.completed.objective.objective_name,
        output_variables: progress.completed.values,
      });
  }

  #reportFault(error: Error, words: string): false {
    this.#parts.log.error({ ...describe(error) }, words);
    return false;
  }
}

/** Calls `callback` when the turn has certainly ended, unless the visitor extended the line. */
async function afterSettling({ turnEnd, signal }: ReplyContext, callback: () => void): Promise<void> {
  if (turnEnd && !signal.aborted) await turnEnd;
  if (!(signal.reason instanceof LineContinued)) callback();
}
