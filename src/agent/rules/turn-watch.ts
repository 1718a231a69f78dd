/**
 * Checks every turn of a call: which guardrails it triggers and how far it advances the current objective. With a
 * model, one question covers both while the agent answers. Without one, guardrails match by words and meaning, and
 * objectives are never completed.
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
  currentOf,
  instructions as objectiveInstructions,
  type ObjectiveState,
} from './objectives.ts';
import { questionFor, Verdict } from './verdict.ts';
import { sentences } from '../language/sentences.ts';

/** Stores an event with its callback; resolves to false if the conversation changed in the meantime. */
export interface TurnRecorder {
  storeTrigger(rule: Rule): Promise<boolean>;
  storeProgress(
    before: ObjectiveState,
    after: ObjectiveState,
    completed: { objective: Objective; values: Record<string, unknown> } | null,
  ): Promise<boolean>;
}

/** The methods of the agent that the watch uses. */
export interface WatchedVoice {
  publish<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>): void;
  /** The BCP 47 tag of the spoken language. */
  language?(): string | undefined;
  /** Stops the agent's speech and speaks `words` instead. If the answer is already complete, `words` follows it. */
  retract(words: string): void;
}

/** Returns the rules whose meaning is similar to a line. */
export type FindNearRules = (line: string, signal?: AbortSignal) => Promise<readonly Rule[]>;

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
    keeper: TurnRecorder;
    voicing: WatchedVoice;
    background: Background;
    log: Log;
    near?: FindNearRules | undefined;
    strict?: boolean;
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
    keeper: TurnRecorder;
    voicing: WatchedVoice;
    background: Background;
    log: Log;
    near?: FindNearRules | undefined;
    /** True if a model's answer is judged before it is spoken. */
    strict?: boolean;
  }) {
    this.#parts = parts;
    // A perception model judges visual rules; words never trigger them.
    this.#rules = parts.rules.filter(({ modality }) => modality === 'verbal');
    this.#state = parts.state;
  }

  /** The agent's sentences for an answer that is withheld or cut off. */
  get #words() {
    return agentSentences(this.#parts.voicing.language?.());
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
    if (rulesOfPictures.length > 0) this.#parts.background.run(() => this.#trigger(rulesOfPictures));
  }

  /** Handles a complete line of the visitor. It is judged although the visitor may continue before the answer. */
  takeLine(line: string): void {
    this.endCall();
    this.#line = line;
  }

  /** Called when a responder begins to answer the current line, which is then judged together with the answer. */
  openTurn(): void {
    this.#line = null;
  }

  /** Called when the call has ended. */
  endCall(): void {
    const line = this.#line;
    this.#line = null;
    if (line === null) return;
    if (this.#parts.judge)
      return this.#enqueue({ question: line, answer: '', history: [], signal: AbortSignal.abort() });
    this.#parts.background.run(async (signal) => this.#trigger(await this.#findRules(line, signal)));
  }

  /** Wraps a responder so that its turns are checked. */
  wrapResponder(responder: Responder): Responder {
    const { judge } = this.#parts;
    if (judge === null && this.#rules.length === 0) return responder;
    const strict = this.#parts.strict === true && this.#rules.length > 0;
    const think = (question: string, context: ReplyContext) => {
      // An answer from documents needs no judge. It may replace a model that failed, and the judge may use the same
      // model.
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
    let failed = false;
    try {
      for await (const chunk of responder.think(question, context)) {
        if ('text' in chunk) answer += chunk.text;
        yield chunk;
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      // Also judges a line that was not answered because the visitor continued. If the fallback answers a line, the
      // line is judged with that answer.
      if (!failed || answer || context.signal.aborted)
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

  /** Withholds an answer until the complete answer was judged. If the judge is late, this fails like a silent model. */
  async *#asJudged(responder: Responder, question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const { signal } = context;
    const chunks: ReplyChunk[] = [];
    const exchange: AnsweredLine = {
      question,
      answer: '',
      history: context.history.slice(-MAX_HISTORY),
      signal,
    };
    let streamJudgement: Judgement | null = null;
    let failed = false;
    try {
      for await (const chunk of responder.think(question, context)) {
        if ('doing' in chunk || 'measured' in chunk || 'notes' in chunk) yield chunk;
        else chunks.push(chunk);
        if ('text' in chunk) exchange.answer += chunk.text;
        if ('canvas' in chunk) exchange.answer += ` [card: ${JSON.stringify(chunk.canvas)}]`;
        // An empty step tells the caller that the work continues.
        if ('text' in chunk) yield { doing: 'asking' };
      }
      yield { doing: 'asking' };
      streamJudgement = await this.#requestVerdict([exchange], signal, STRICT_MS);
      if (streamJudgement.brokenRules.some(({ by }) => by === 'agent')) yield* this.#refuse();
      else yield* chunks;
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      const judgement = streamJudgement;
      if (judgement)
        void afterSettling(context, () => this.#parts.background.run(() => this.#follow(judgement)));
      else if (!failed || signal.aborted)
        void afterSettling(context, () => this.#enqueue({ ...exchange, answer: '' }));
    }
  }

  /**
   * Answers without a judge, by rules that match before the speech: a line that triggers one is not answered,
   * and a sentence that triggers one is not spoken.
   */
  async *#match(responder: Responder, question: string, context: ReplyContext): AsyncIterable<ReplyChunk> {
    const hits = new Set(await this.#findRules(question, context.signal));
    try {
      if (hits.size > 0) {
        yield* this.#refuse();
        return;
      }
      for await (const chunk of responder.think(question, context)) {
        if (!('text' in chunk)) yield chunk;
        else
          for (const sentence of sentences(chunk.text)) {
            for (const rule of rulesByWords(this.#rules, sentence)) hits.add(rule);
            if (hits.size > 0) {
              yield* this.#refuse();
              return;
            }
            yield { text: `${sentence} ` };
          }
      }
    } finally {
      if (hits.size > 0)
        void afterSettling(context, () => this.#parts.background.run(() => this.#trigger([...hits])));
    }
  }

  *#refuse(): Iterable<ReplyChunk> {
    yield { text: this.#words.refusal };
    yield { outcome: 'declined' };
  }

  /** Finds the rules that match a line by words or by meaning. Used without a judge. */
  async #findRules(line: string, signal: AbortSignal): Promise<Rule[]> {
    const near = (await this.#parts.near?.(line, signal)) ?? [];
    return [...new Set([...rulesByWords(this.#rules, line), ...near])];
  }

  #enqueue(exchange: AnsweredLine): void {
    if (this.#rules.length === 0 && currentOf(this.#parts.objectives, this.#state) === null) return;
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
      const next = this.#waitingLines.shift()!;
      length += next.question.length + next.answer.length;
      turns.push(next);
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
      this.#parts.voicing.retract(this.#words.retraction);
    await this.#follow(judgement);
  }

  /** Asks the judge about these turns; rejects if the verdict is late. */
  async #requestVerdict(
    turns: readonly AnsweredLine[],
    signal: AbortSignal,
    within?: number,
  ): Promise<Judgement> {
    const { judge, objectives } = this.#parts;
    const before = this.#state;
    const objective = currentOf(objectives, before);
    if (this.#rules.length === 0 && objective === null) return { before, brokenRules: [], objective: null };
    const line = (role: string, text: string) =>
      `${role}: ${JSON.stringify(text.slice(0, MAX_JOINT_LENGTH))}`;
    const earlier = turns[0]!.history.map((exchange) =>
      line(exchange.role === 'user' ? 'visitor' : 'agent', exchange.content.slice(0, 1000)),
    );
    const lines = turns.flatMap(({ question, answer }) => [
      line('visitor', question),
      ...(answer ? [line('agent', answer)] : []),
    ]);
    const verdict = await judge!.ask({
      rules: questionFor(this.#rules, objective),
      shape: Verdict,
      signal,
      ...(within === undefined ? {} : { within }),
      transcript: [
        ...(earlier.length > 0 ? ['Earlier lines, already judged:', ...earlier, ''] : []),
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
  async #follow({ before, brokenRules, objective }: Judgement): Promise<void> {
    await this.#trigger([...new Set(brokenRules.map(({ rule }) => this.#rules[rule - 1]!))]);
    if (objective) await this.#progress(before, objective);
  }

  async #trigger(rules: readonly Rule[]): Promise<void> {
    for (const rule of rules) {
      const isStored = await this.#parts.keeper
        .storeTrigger(rule)
        .catch((error: Error) => this.#fault(error, 'a triggered guardrail could not be stored'));
      if (isStored && !rule.isSilent)
        this.#parts.voicing.publish('conversation.guardrail_triggered', {
          guardrail: rule.name,
          guardrail_uuid: rule.uuid,
        });
    }
  }

  async #progress(before: ObjectiveState, verdict: NonNullable<Verdict['objective']>): Promise<void> {
    const progress = advanceObjectives(this.#parts.objectives, before, verdict);
    if (!progress) return;
    const isStored = await this.#parts.keeper
      .storeProgress(before, progress.state, progress.completed)
      .catch((error: Error) => this.#fault(error, 'an objective could not be stored'));
    if (!isStored) return;
    this.#state = progress.state;
    if (progress.completed)
      this.#parts.voicing.publish('conversation.objective.completed', {
        objective_name: progress.completed.objective.objective_name,
        output_variables: progress.completed.values,
      });
  }

  #fault(error: Error, words: string): false {
    this.#parts.log.error({ ...describe(error) }, words);
    return false;
  }
}

/** Calls `tell` when the turn is certainly over, unless the visitor extended the line. */
async function afterSettling({ turnEnd: over, signal }: ReplyContext, tell: () => void): Promise<void> {
  if (over && !signal.aborted) await over;
  if (!(signal.reason instanceof LineContinued)) tell();
}
