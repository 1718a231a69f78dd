/**
 * The conversation's brain: it hears the room, thinks by its mind, speaks by its voice, and writes down every complete line.
 * Who has the turn is decided in `turn-taking.ts`. It knows nothing of WebRTC, HTTP or the database.
 */
import type { AgentEventProperties, AgentEventType, Capabilities, Source, VisitorEvent } from '../../contract/room-events.ts';
import type { TranscriptEntry } from '../../contract/conversations.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Room, RoomListener, Turn } from '../rooms/room.ts';
import { builtInSentences } from './built-in-sentences.ts';
import { spoken, type Canvas, type CanvasAction } from './canvas.ts';
import { CardTable } from './card-table.ts';
import { topicCard } from './document-mind.ts';
import { EchoLines } from './echo-line.ts';
import type { Ears, Vocabulary, Voice } from './engines/engines.ts';
import type { SpeechPool } from './engines/speech-pool.ts';
import { IdlePrompts } from './idle-prompts.ts';
import { detectLanguage } from './language-detection.ts';
import { Continued, type Asked, type Exchange, type Mind } from './mind.ts';
import { sentencesOf } from './sentences.ts';
import { Speaking } from './speaking.ts';
import { guardedFrames, silenceThatEnds, TurnTaking, type Floor, type Flow, type Heard } from './turn-taking.ts';

export interface AgentOptions {
  clock: Clock;
  log: Log;
  voice: Voice | null;
  ears: Ears | null;
  /** `null` in pipeline mode `echo`. */
  mind: Mind | null;
  /** Answers when `mind` fails in the middle of a call. */
  fallback: Mind | null;
  vocabulary: Vocabulary;
  capabilities: Capabilities;
  /** The visitor is told that the call is recorded. */
  recorded?: boolean;
  /** The languages of the conversation, the first one first; none: the engines tell by what they are given. */
  languages: readonly string[];
  flow: Flow;
  /** Makes packets of the samples that pipeline mode `echo` is given; `null`: only text is said. */
  encode: SpeechPool['encode'] | null;
  disclosure: { verbal: string; visual: string } | null;
  greeting: string;
  /** Topics offered as a card after the greeting; empty: no card. */
  topics: readonly string[];
  /** The cards that may be shown; null: none. */
  canvas: Canvas | null;
  /** Keeps a line; what it answers with keeps the same line as it has become since. */
  write(line: WrittenLine): (line: WrittenLine) => void;
  /** Hears of a fault that the agent cannot go on after. */
  failed?(error: unknown): void;
  /** What was said before, after a restart of the service. */
  history: Exchange[];
  /** Is told of each line of the visitor, and of the end. */
  watch?: { heard(line: string): void; closed(): void } | null;
  /** A picture of the visitor's camera, WebP. */
  seen?: (webp: Uint8Array) => void;
  /** After the greeting of a visitor who comes for the first time; after each answer that was not interrupted. */
  greeted?: () => void;
  answered?: () => void;
  /** A page's answer to a tool call that is none of the canvas'. */
  toolResult?: (id: string, output: string, status: string | undefined) => void;
}

export type WrittenLine = Omit<TranscriptEntry, 'seconds_from_start'>;

export class Agent implements Omit<RoomListener, 'failed'> {
  readonly #options: AgentOptions;
  readonly #closed = new AbortController();
  #room!: Room;
  readonly #turns: TurnTaking;
  readonly #speaking: Speaking;
  readonly #idle: IdlePrompts;
  readonly #cards: CardTable;
  readonly #echo: EchoLines;
  #turn = 0;
  #present = false;
  #greeted: boolean;
  #thinking: AbortController | null = null;
  /** What the visitor has said aloud while nothing of its answer was heard yet: more may come. */
  #pending: (Heard & { turn: Turn; rewrite(line: WrittenLine): void }) | null = null;
  #language: string | undefined;
  #misheard = 0;
  #guard: 'open' | 'guarded' = 'open';
  #history: Exchange[];
  #context = '';

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#history = [...options.history];
    this.#greeted = options.history.length > 0;
    this.#language = options.languages[0];
    const { clock, log, voice, flow, ears, vocabulary, languages, encode } = options;
    this.#speaking = new Speaking({
      clock, log, voice,
      room: () => this.#room,
      nextTurn: () => ++this.#turn,
      languageOf: (text) => (languages.length > 1 ? (detectLanguage(text, languages) ?? this.#language) : this.#language),
      begins: () => {
        this.#expect('guarded');
        this.#idle.stop();
      },
      audible: () => this.#commit(),
      spoken: ({ text, began, duration, turn }) => {
        options.write({ role: 'assistant', content: text, timestamp: began, duration, inference_id: turn.inference_id! });
        this.#history.push({ role: 'assistant', content: text });
      },
      ended: () => {
        this.#expect('open');
        if (!this.#pending) this.#turns.freed();
        this.#rest();
      },
      signal: this.#closed.signal,
    });
    this.#turns = new TurnTaking({
      floor: () => this.#floor(),
      silence: () => silenceThatEnds(flow, this.#guard),
      language: () => this.#language,
      hold: (held) => {
        this.#room.hold?.(held);
        if (!held) this.#speaking.goesOn();
      },
      interrupt: () => this.#interrupt(),
      drop: () => this.#interrupt(new Continued()),
      again: () => this.#pending && this.#run(this.#answer(this.#pending)),
      began: () => this.#room.send('conversation.started_speaking', { role: 'user' }),
      ended: (duration) => this.#room.send('conversation.stopped_speaking', { role: 'user', duration: duration / 1000 }),
      heard: (heard) => this.#heard(heard),
      nothing: () => this.#notUnderstood(),
      failed: (error) => options.log.warn({ engine: 'ears', fault: error.name }, 'hearing failed'),
    }, { clock, flow, ears, vocabulary, languages, signal: this.#closed.signal });
    this.#idle = new IdlePrompts({ clock, after: options.mind ? flow.idle : null, ask: () => this.#run(this.#speaking.say(this.#words.stillThere)) });
    this.#cards = new CardTable((call) => this.#room.send('conversation.tool_call', call));
    this.#echo = new EchoLines({ clock, encode, say: (line) => this.#run(this.#speaking.say(line)), signal: this.#closed.signal });
  }

  /** What it says by itself, in the language that is spoken. */
  get #words() {
    return builtInSentences(this.#language);
  }

  #floor(): Floor {
    const { state } = this.#speaking;
    if (state === 'uninterruptible') return 'reserved';
    if (state === 'heard') return 'speaking';
    if (this.#pending) return 'begun';
    // A greeting that is about to begin is held back like one that has.
    return state === 'unheard' ? 'speaking' : 'free';
  }

  /** Where it speaks; called once before anything is heard. */
  enter(room: Room): void {
    this.#room = room;
  }

  /** What is spoken just now; undefined where nothing says. */
  get language(): string | undefined {
    return this.#language;
  }

  /** Words added by the page for the model (`append_llm_context`, `overwrite_llm_context`). */
  get context(): string {
    return this.#context;
  }

  /** Writes down what was heard of the line being said, and is silent for good. */
  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#thinking?.abort();
    this.#idle.stop();
    this.#commit();
    this.#speaking.end('interrupted');
    this.#closed.abort();
    this.#options.watch?.closed();
  }

  /** Tells the visitor's page, as long as the call goes on. */
  tell<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>): void {
    if (!this.#closed.signal.aborted) this.#room.send(type, properties);
  }

  /** Stops what is being said and says this instead; nothing where nothing is being said. */
  retract(words: string): void {
    if (this.#speaking.state !== 'heard' && this.#speaking.state !== 'unheard') return;
    this.#interrupt();
    this.#run(this.#speaking.say(words));
  }

  /** Shows a card beside whatever is being said. */
  show(action: CanvasAction): void {
    if (!this.#closed.signal.aborted) this.#cards.act(action);
  }

  /** Shows and says one after another, until the visitor speaks or leaves; tells of each as it begins. */
  async walk(steps: readonly { action: CanvasAction; words: string }[], began: (index: number) => void): Promise<void> {
    this.#thinking?.abort();
    const walking = new AbortController();
    this.#thinking = walking;
    const signal = AbortSignal.any([walking.signal, this.#closed.signal]);
    for (const [index, { action, words }] of steps.entries()) {
      if (signal.aborted || !this.#present) return;
      began(index);
      this.#cards.act(action);
      await this.#speaking.say(sentencesOf(once(words)), { signal });
    }
  }

  seen(webp: Uint8Array): void {
    this.#options.seen?.(webp);
  }

  joined(): void {
    this.#present = true;
    this.#expect('open');
    this.#room.send('conversation.ready', { capabilities: this.#options.capabilities, ...(this.#options.recorded ? { recording: true } : {}) });
    // An empty utterance makes the recogniser read the vocabulary before the first real one.
    const { ears, vocabulary, capabilities } = this.#options;
    if (capabilities.hearing === 'embedded') ears?.listen({ vocabulary, signal: this.#closed.signal }).finish().catch(() => {});
    if (this.#greeted) return this.#rest();
    this.#greeted = true;
    this.#run(this.#greet());
  }

  lost(): void {
    this.#present = false;
    this.#turns.lost();
    this.#idle.stop();
    this.#commit();
    // Nobody hears it any more: the line is kept whole, to be read by whoever comes back.
    this.#speaking.end('unheard');
  }

  left(): void {
    this.lost();
  }

  async #greet(): Promise<void> {
    const { disclosure, greeting, topics, canvas } = this.#options;
    if (disclosure) {
      this.#room.send('conversation.disclosure', { phase: 'begin', visual_disclosure: disclosure.visual });
      await this.#speaking.say(disclosure.verbal, { interruptible: false });
      this.#room.send('conversation.disclosure', { phase: 'end', visual_disclosure: disclosure.visual });
    }
    if (greeting && this.#options.mind) await this.#speaking.say(greeting);
    if (canvas?.components.has('question') && topics.length >= 2 && this.#present && !this.#history.some((line) => line.role === 'user')) {
      this.#cards.act(topicCard(this.#words.whatToKnow, topics));
    }
    if (this.#present && !this.#history.some((line) => line.role === 'user')) this.#options.greeted?.();
  }

  message(event: VisitorEvent): void {
    this.#idle.stir();
    switch (event.event_type) {
      case 'conversation.respond':
        this.#typed(event.properties.text.trim());
        return;
      case 'conversation.echo':
        if (this.#options.mind === null) this.#echo.take(event.properties);
        return;
      case 'conversation.interrupt':
        this.#interrupt();
        this.#rest();
        return;
      case 'conversation.append_llm_context':
        this.#context = `${this.#context}\n${event.properties.context}`.trim().slice(-50_000);
        return;
      case 'conversation.overwrite_llm_context':
        this.#context = event.properties.context;
        return;
      case 'conversation.tool_result':
        this.#typed(this.#cards.answered(event.properties.tool_call_id, event.properties.output) ?? '');
        this.#options.toolResult?.(event.properties.tool_call_id, event.properties.output, event.properties.status);
        return;
      default:
        return;
    }
  }

  voiceBegan(): void {
    if (this.#options.mind === null) return;
    this.#idle.stir();
    this.#turns.voiceBegan();
  }

  voice(samples: Int16Array): void {
    this.#turns.voice(samples);
  }

  voiceEnded(): void {
    this.#turns.voiceEnded();
    this.#rest();
  }

  saying(id: string): void {
    this.#speaking.saying(id);
  }

  said(id: string, seconds: number, interrupted: boolean): void {
    this.#speaking.said(id, seconds, interrupted);
  }

  /** A line that is complete as it is: typed, or by a card. */
  #typed(text: string): void {
    if (!text || this.#closed.signal.aborted) return;
    this.#interrupt();
    this.#commit();
    this.#heard({ text, began: this.#options.clock.now(), duration: 0, until: this.#options.clock.now(), language: undefined });
    this.#commit();
  }

  /** What the visitor said. Until something of the answer is heard, what is said next belongs to the same line. */
  #heard(heard: Heard): void {
    this.#misheard = 0;
    this.#idle.stir();
    this.#interrupt(this.#pending ? new Continued() : undefined);
    const { languages } = this.#options;
    this.#language = heard.language ?? detectLanguage(heard.text, languages) ?? this.#language;
    const earlier = this.#pending;
    const whole = earlier ? { ...heard, text: `${earlier.text} ${heard.text}`, began: earlier.began, duration: heard.began + heard.duration - earlier.began } : heard;
    // Written at once, so that no crash loses it, and again where more belongs to it.
    const line: WrittenLine = { role: 'user', content: whole.text, timestamp: whole.began / 1000, duration: whole.duration / 1000 };
    earlier?.rewrite(line);
    this.#pending = { ...whole, turn: earlier?.turn ?? { turn_idx: ++this.#turn, inference_id: null }, rewrite: earlier?.rewrite ?? this.#options.write(line) };
    this.#options.watch?.heard(whole.text);
    if (heard.duration > 0) this.#room.send('conversation.utterance.streaming', { role: 'user', speech: this.#pending.text, final: false }, this.#pending.turn);
    if (this.#options.mind) this.#run(this.#answer(this.#pending));
    else this.#commit();
  }

  /** The visitor's line is complete: it is told. */
  #commit(): void {
    const line = this.#pending;
    if (!line) return;
    this.#pending = null;
    this.#room.send('conversation.utterance', { role: 'user', speech: line.text }, line.turn);
    this.#history.push({ role: 'user', content: line.text });
  }

  async #answer(asked: Heard): Promise<void> {
    this.#thinking?.abort();
    const thinking = new AbortController();
    this.#thinking = thinking;
    const history = [...this.#history];
    const signal = AbortSignal.any([thinking.signal, this.#closed.signal]);
    const actions: CanvasAction[] = [];
    const sources: Source[] = [];
    const settled = asked.until > this.#options.clock.now() ? this.#until(asked.until) : undefined;
    const thoughts = this.#think(asked.text, { history, canvas: this.#options.canvas, signal, ...(settled ? { settled } : {}) }, actions, sources);
    await this.#speaking.say(sentencesOf(thoughts), { signal, sources, settled });
    if (signal.aborted) return;
    this.#commit();
    for (const action of actions) this.#cards.act(action);
    this.#options.answered?.();
    this.#rest();
  }

  /** The mind's words; where it fails, the fallback's, after saying so. */
  async *#think(question: string, context: Asked, actions: CanvasAction[], sources: Source[]): AsyncIterable<string> {
    const { mind, fallback, log } = this.#options;
    let any = false;
    try {
      for await (const thought of mind!.think(question, context)) {
        if ('text' in thought) {
          any ||= thought.text.trim() !== '';
          yield thought.text;
        } else if ('canvas' in thought) actions.push(thought.canvas);
        else sources.push(...thought.sources);
      }
      if (!any && actions.length > 0) yield spoken(actions[0]!);
    } catch (error) {
      if (context.signal.aborted) return;
      log.warn({ engine: 'mind', fault: (error as Error).name }, 'thinking failed');
      yield any ? ` ${this.#words.lostThread}` : `${this.#words.modelSilent} `;
      if (any || !fallback) return;
      for await (const thought of fallback.think(question, { ...context, canvas: null })) {
        if ('text' in thought) yield thought.text;
        else if ('sources' in thought) sources.push(...thought.sources);
      }
    }
  }

  #notUnderstood(): void {
    if (!this.#options.ears) {
      if (this.#misheard++ === 0) this.#run(this.#speaking.say(this.#words.cannotHear));
    } else if (++this.#misheard >= 2 && this.#speaking.state === 'silent') {
      this.#misheard = 0;
      this.#run(this.#speaking.say(this.#words.notCaught));
    }
  }

  /** Nobody speaks, where nobody does. */
  #rest(): void {
    if (this.#present && !this.#turns.listening && this.#floor() === 'free') this.#idle.rest();
  }

  #expect(guard: 'open' | 'guarded'): void {
    const { flow } = this.#options;
    this.#guard = guard;
    this.#room.expect(guard, { guardedFrames: guardedFrames(flow), silence: silenceThatEnds(flow, guard) });
  }

  /** Something that goes on by itself: its fault is the agent's. */
  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#closed.signal.aborted) this.#options.failed?.(error);
    });
  }

  #until(at: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      this.#closed.signal.addEventListener('abort', () => resolve(), { once: true });
      clock.after(at - clock.now(), resolve, this.#closed.signal);
    });
  }

  #interrupt(reason?: Continued): void {
    this.#thinking?.abort(reason);
    this.#speaking.interrupt();
  }
}

async function* once(text: string): AsyncIterable<string> {
  yield text;
}
