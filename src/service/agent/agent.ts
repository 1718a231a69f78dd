/**
 * The conversation's brain: it hears the room, thinks by its mind, speaks by its voice, and writes down every complete line.
 * Who has the turn is decided in `turn-taking.ts`. It knows nothing of WebRTC, HTTP or the database.
 */
import { randomUUID } from 'node:crypto';
import type { Capabilities, VisitorEvent } from '../../contract/room-events.ts';
import type { TranscriptEntry } from '../../contract/conversations.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Room, RoomListener, Turn } from '../rooms/room.ts';
import { builtInSentences } from './built-in-sentences.ts';
import { spoken, type Canvas, type CanvasAction } from './canvas.ts';
import { CardTable } from './card-table.ts';
import { topicCard } from './document-mind.ts';
import { EchoLines } from './echo-line.ts';
import type { Ears, Speech, Vocabulary, Voice } from './engines/engines.ts';
import type { SpeechPool } from './engines/speech-pool.ts';
import { IdlePrompts } from './idle-prompts.ts';
import { detectLanguage } from './language-detection.ts';
import type { Exchange, Mind } from './mind.ts';
import { sentencesOf } from './sentences.ts';
import { guardedFrames, TurnTaking, type Floor, type Flow, type Heard } from './turn-taking.ts';

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
  /** Keeps a complete line; resolves when it is stored. */
  write(line: Omit<TranscriptEntry, 'seconds_from_start'>): void;
  /** What was said before, after a restart of the service. */
  history: Exchange[];
}

/** One thing the agent says, sentence by sentence. */
interface Saying {
  turn: Turn;
  interruptible: boolean;
  /** Sentences handed to the room, by the id it answers with. */
  queued: Map<string, Speech>;
  /** What has been heard. */
  said: string;
  began: number | null;
  interrupted: boolean;
  abort: AbortController;
  /** Settles when nothing more of it will be heard. */
  done: () => void;
  produced: boolean;
}

/** By then the room has told of what it was hushed in. */
const HUSHED_MS = 400;

export class Agent implements RoomListener {
  readonly #options: AgentOptions;
  readonly #closed = new AbortController();
  #room!: Room;
  readonly #turns: TurnTaking;
  readonly #idle: IdlePrompts;
  readonly #cards: CardTable;
  readonly #echo: EchoLines;
  #turn = 0;
  #present = false;
  #greeted: boolean;
  #saying: Saying | null = null;
  /** Sayings wait for each other. */
  #last: Promise<void> = Promise.resolve();
  #thinking: AbortController | null = null;
  /** What the visitor has said aloud while nothing of its answer was heard yet: more may come. */
  #pending: (Heard & { turn: Turn }) | null = null;
  #language: string | undefined;
  #misheard = 0;
  #history: Exchange[];
  #context = '';

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#history = [...options.history];
    this.#greeted = options.history.length > 0;
    this.#language = options.languages[0];
    const { clock, flow, ears, vocabulary, languages, encode } = options;
    this.#turns = new TurnTaking({
      floor: () => this.#floor(),
      language: () => this.#language,
      hold: (held) => this.#room.hold?.(held),
      interrupt: () => this.#interrupt(),
      drop: () => this.#interrupt(),
      again: () => this.#pending && void this.#answer(this.#pending.text),
      began: () => this.#room.send('conversation.started_speaking', { role: 'user' }),
      ended: (duration) => this.#room.send('conversation.stopped_speaking', { role: 'user', duration: duration / 1000 }),
      heard: (heard) => this.#heard(heard),
      nothing: () => this.#notUnderstood(),
      failed: (error) => options.log.warn({ engine: 'ears', fault: error.name }, 'hearing failed'),
    }, { clock, flow, ears, vocabulary, languages, signal: this.#closed.signal });
    this.#idle = new IdlePrompts({ clock, after: options.mind ? flow.idle : null, ask: () => void this.#say(this.#words.stillThere) });
    this.#cards = new CardTable((call) => this.#room.send('conversation.tool_call', call));
    this.#echo = new EchoLines({ clock, encode, say: (line) => void this.#say(line), signal: this.#closed.signal });
  }

  /** What it says by itself, in the language that is spoken. */
  get #words() {
    return builtInSentences(this.#language);
  }

  #floor(): Floor {
    const saying = this.#saying;
    if (saying && !saying.interruptible) return 'reserved';
    if (saying) return saying.began === null ? 'begun' : 'speaking';
    return this.#pending ? 'begun' : 'free';
  }

  /** Where it speaks; called once before anything is heard. */
  enter(room: Room): void {
    this.#room = room;
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
    if (this.#saying) this.#finish(this.#saying, 'interrupted');
    this.#closed.abort();
  }

  joined(): void {
    this.#present = true;
    this.#expect('open');
    this.#room.send('conversation.ready', { capabilities: this.#options.capabilities });
    // An empty utterance makes the recogniser read the vocabulary before the first real one.
    const { ears, vocabulary, capabilities } = this.#options;
    if (capabilities.hearing === 'embedded') ears?.listen({ vocabulary, signal: this.#closed.signal }).finish().catch(() => {});
    if (this.#greeted) return this.#rest();
    this.#greeted = true;
    void this.#greet();
  }

  lost(): void {
    this.#present = false;
    this.#turns.lost();
    this.#idle.stop();
    this.#commit();
    // Nobody hears it any more: the line is kept whole, to be read by whoever comes back.
    if (this.#saying) this.#finish(this.#saying, 'unheard');
  }

  left(): void {
    this.lost();
  }

  async #greet(): Promise<void> {
    const { disclosure, greeting, topics, canvas } = this.#options;
    if (disclosure) {
      this.#room.send('conversation.disclosure', { phase: 'begin', visual_disclosure: disclosure.visual });
      await this.#say(disclosure.verbal, { interruptible: false });
      this.#room.send('conversation.disclosure', { phase: 'end', visual_disclosure: disclosure.visual });
    }
    if (greeting && this.#options.mind) await this.#say(greeting);
    if (canvas?.components.has('question') && topics.length >= 2 && this.#present && !this.#history.some((line) => line.role === 'user')) {
      this.#cards.act(topicCard(this.#words.whatToKnow, topics));
    }
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
    const saying = this.#saying;
    const speech = saying?.queued.get(id);
    if (!saying || !speech) return;
    if (saying.began === null) {
      this.#commit();
      saying.began = this.#now();
      this.#room.send('conversation.started_speaking', { role: 'pal' }, saying.turn);
    }
    const soFar = join(saying.said, speech.text);
    if (soFar) this.#room.send('conversation.utterance.streaming', { role: 'pal', speech: soFar, final: false }, saying.turn);
  }

  said(id: string, seconds: number, interrupted: boolean): void {
    const saying = this.#saying;
    const speech = saying?.queued.get(id);
    if (!saying || !speech) return;
    saying.queued.delete(id);
    saying.said = join(saying.said, interrupted ? heardPart(speech, seconds) : speech.text);
    if (interrupted || saying.interrupted) this.#finish(saying, 'interrupted');
    else if (saying.produced && saying.queued.size === 0) this.#finish(saying, 'said');
  }

  /** A line that is complete as it is: typed, or by a card. */
  #typed(text: string): void {
    if (!text || this.#closed.signal.aborted) return;
    this.#interrupt();
    this.#commit();
    this.#heard({ text, began: this.#options.clock.now(), duration: 0, language: undefined });
    this.#commit();
  }

  /** What the visitor said. Until something of the answer is heard, what is said next belongs to the same line. */
  #heard(heard: Heard): void {
    this.#misheard = 0;
    this.#idle.stir();
    this.#interrupt();
    const { languages } = this.#options;
    this.#language = heard.language ?? detectLanguage(heard.text, languages) ?? this.#language;
    const earlier = this.#pending;
    this.#pending = earlier
      ? { ...heard, text: `${earlier.text} ${heard.text}`, began: earlier.began, duration: heard.began + heard.duration - earlier.began, turn: earlier.turn }
      : { ...heard, turn: { turn_idx: ++this.#turn, inference_id: null } };
    if (heard.duration > 0) this.#room.send('conversation.utterance.streaming', { role: 'user', speech: this.#pending.text, final: false }, this.#pending.turn);
    if (this.#options.mind) void this.#answer(this.#pending.text);
    else this.#commit();
  }

  /** The visitor's line is complete: it is told and written down. */
  #commit(): void {
    const line = this.#pending;
    if (!line) return;
    this.#pending = null;
    this.#room.send('conversation.utterance', { role: 'user', speech: line.text }, line.turn);
    this.#options.write({ role: 'user', content: line.text, timestamp: line.began / 1000, duration: line.duration / 1000 });
    this.#history.push({ role: 'user', content: line.text });
  }

  async #answer(question: string): Promise<void> {
    this.#thinking?.abort();
    const thinking = new AbortController();
    this.#thinking = thinking;
    const history = [...this.#history];
    const signal = AbortSignal.any([thinking.signal, this.#closed.signal]);
    const actions: CanvasAction[] = [];
    const thoughts = this.#think(question, { history, canvas: this.#options.canvas, signal }, actions);
    await this.#say(sentencesOf(thoughts), { signal });
    if (signal.aborted) return;
    this.#commit();
    for (const action of actions) this.#cards.act(action);
    this.#rest();
  }

  /** The mind's words; where it fails, the fallback's, after saying so. */
  async *#think(question: string, context: Parameters<Mind['think']>[1], actions: CanvasAction[]): AsyncIterable<string> {
    const { mind, fallback, log } = this.#options;
    let any = false;
    try {
      for await (const thought of mind!.think(question, context)) {
        if ('text' in thought) {
          any ||= thought.text.trim() !== '';
          yield thought.text;
        } else actions.push(thought.canvas);
      }
      if (!any && actions.length > 0) yield spoken(actions[0]!);
    } catch (error) {
      if (context.signal.aborted) return;
      log.warn({ engine: 'mind', fault: (error as Error).name }, 'thinking failed');
      yield any ? ` ${this.#words.lostThread}` : `${this.#words.modelSilent} `;
      if (any || !fallback) return;
      for await (const thought of fallback.think(question, { ...context, canvas: null })) if ('text' in thought) yield thought.text;
    }
  }

  #notUnderstood(): void {
    if (!this.#options.ears) {
      if (this.#misheard++ === 0) void this.#say(this.#words.cannotHear);
    } else if (++this.#misheard >= 2 && this.#saying === null) {
      this.#misheard = 0;
      void this.#say(this.#words.notCaught);
    }
  }

  /** Nobody speaks, where nobody does. */
  #rest(): void {
    if (this.#present && !this.#turns.listening && this.#floor() === 'free') this.#idle.rest();
  }

  #expect(guard: 'open' | 'guarded'): void {
    const { flow } = this.#options;
    this.#room.expect(guard, { guardedFrames: guardedFrames(flow), silence: flow.silence });
  }

  #interrupt(): void {
    this.#thinking?.abort();
    const saying = this.#saying;
    if (!saying || saying.interrupted || !saying.interruptible) return;
    saying.interrupted = true;
    saying.abort.abort();
    this.#room.hush();
    // Where a sentence is being heard, the room tells how much of it was; where none is, this is the end.
    if (saying.queued.size === 0 || saying.began === null || !this.#room.audible) this.#finish(saying, 'interrupted');
    // Cut between two sentences, the room has nothing to tell.
    else this.#options.clock.after(HUSHED_MS, () => this.#finish(saying, 'interrupted'), this.#closed.signal);
  }

  /** Says a text, after whatever is being said; settles when it has been heard, interrupted or lost. */
  async #say(text: string | AsyncIterable<string | Speech>, options: { interruptible?: boolean; signal?: AbortSignal } = {}): Promise<void> {
    const before = this.#last;
    let free!: () => void;
    this.#last = new Promise((resolve) => (free = resolve));
    await before;
    try {
      if (this.#closed.signal.aborted || options.signal?.aborted) return;
      await this.#saySentences(typeof text === 'string' ? once(text) : text, options);
    } finally {
      free();
    }
  }

  async #saySentences(sentences: AsyncIterable<string | Speech>, { interruptible = true, signal }: { interruptible?: boolean; signal?: AbortSignal }): Promise<void> {
    let done!: () => void;
    const finished = new Promise<void>((resolve) => (done = resolve));
    const saying: Saying = {
      turn: { turn_idx: ++this.#turn, inference_id: randomUUID() }, interruptible, queued: new Map(), said: '', began: null, interrupted: false,
      abort: new AbortController(), done, produced: false,
    };
    this.#saying = saying;
    this.#expect('guarded');
    this.#idle.stop();
    const stop = AbortSignal.any([saying.abort.signal, this.#closed.signal, ...(signal ? [signal] : [])]);
    for await (const sentence of sentences) {
      if (stop.aborted || this.#saying !== saying) break;
      await this.#saySentence(saying, sentence, stop);
    }
    saying.produced = true;
    if (this.#saying === saying && saying.queued.size === 0) this.#finish(saying, saying.interrupted ? 'interrupted' : 'said');
    await finished;
  }

  async #saySentence(saying: Saying, sentence: string | Speech, signal: AbortSignal): Promise<void> {
    const { voice, log, languages } = this.#options;
    const text = typeof sentence === 'string' ? sentence : sentence.text;
    if (this.#room.audible && (voice || typeof sentence !== 'string')) {
      const language = languages.length > 1 ? (detectLanguage(text, languages) ?? this.#language) : this.#language;
      try {
        for await (const speech of typeof sentence === 'string' ? voice!.speak(sentence, { language, signal }) : once(sentence)) {
          if (signal.aborted || this.#saying !== saying) return;
          const id = `${saying.turn.inference_id}.${saying.queued.size}.${randomUUID().slice(0, 8)}`;
          saying.queued.set(id, speech);
          this.#room.say(id, speech);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ engine: 'voice', fault: (error as Error).name }, 'speaking failed');
      }
    }
    // Nobody hears it, so it is read: the line grows sentence by sentence.
    if (!text) return;
    this.#commit();
    saying.said = join(saying.said, text);
    saying.began ??= this.#now();
    this.#room.send('conversation.utterance.streaming', { role: 'pal', speech: saying.said, final: false }, saying.turn);
  }

  #finish(saying: Saying, how: 'said' | 'interrupted' | 'unheard'): void {
    if (this.#saying !== saying) return;
    this.#saying = null;
    saying.abort.abort();
    if (how === 'unheard') for (const speech of saying.queued.values()) saying.said = join(saying.said, speech.text);
    const began = saying.began;
    const duration = began === null ? 0 : this.#now() - began;
    if (began !== null) this.#room.send('conversation.stopped_speaking', { role: 'pal', duration, interrupted: how === 'interrupted' }, saying.turn);
    if (saying.said) {
      this.#room.send('conversation.utterance', { role: 'pal', speech: saying.said }, saying.turn);
      this.#options.write({ role: 'assistant', content: saying.said, timestamp: began ?? this.#now(), duration, inference_id: saying.turn.inference_id! });
      this.#history.push({ role: 'assistant', content: saying.said });
    }
    this.#expect('open');
    saying.done();
    if (!this.#pending) this.#turns.freed();
    this.#rest();
  }

  /** Unix seconds. */
  #now(): number {
    return this.#options.clock.now() / 1000;
  }
}

async function* once<Value>(value: Value): AsyncIterable<Value> {
  yield value;
}

const join = (one: string, other: string) => (one && other ? `${one} ${other}` : one || other);

/** The words of a sentence that were heard before it was cut off. */
function heardPart(speech: Speech, seconds: number): string {
  const words = speech.text.split(/\s+/);
  return words.slice(0, Math.floor(words.length * Math.min(1, seconds / Math.max(0.1, speech.duration)))).join(' ');
}
