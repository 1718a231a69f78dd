/**
 * The conversation's brain: turn taking. It hears the room, decides who has the turn, thinks by its mind, speaks by its
 * voice, and writes down every complete line. It knows nothing of WebRTC, HTTP or the database.
 */
import { randomUUID } from 'node:crypto';
import { CANVAS_SHOW } from '../../contract/canvas.ts';
import type { Capabilities, VisitorEvent } from '../../contract/room-events.ts';
import type { TranscriptEntry } from '../../contract/conversations.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Room, RoomListener, Turn } from '../rooms/room.ts';
import { answered, fitting, spoken, type Canvas, type CanvasAction, type ShownCard } from './canvas.ts';
import { topicCard } from './document-mind.ts';
import type { Ears, Hearing, Speech, Vocabulary, Voice } from './engines/engines.ts';
import type { Exchange, Mind } from './mind.ts';
import { sentencesOf } from './sentences.ts';

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
  /** The one language to hear and to speak; without it the engines tell by what they are given. */
  language?: string | undefined;
  disclosure: { verbal: string; visual: string } | null;
  greeting: string;
  /** Topics offered as a card after the greeting; empty: no card. */
  topics: readonly string[];
  /** The cards that may be shown; null: none. */
  canvas: Canvas | null;
  /** Keeps a complete line; resolves when it is stored. */
  write(line: Omit<TranscriptEntry, 'seconds_from_start'>): void;
  /** Hears of a fault that the agent cannot go on after. */
  failed?(error: unknown): void;
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

export class Agent implements Omit<RoomListener, 'failed' | 'seen'> {
  readonly #options: AgentOptions;
  readonly #closed = new AbortController();
  #room!: Room;
  #turn = 0;
  #present = false;
  #greeted: boolean;
  #saying: Saying | null = null;
  /** Sayings wait for each other. */
  #last: Promise<void> = Promise.resolve();
  #thinking: AbortController | null = null;
  #hearing: { hearing: Hearing | null; began: number } | null = null;
  #misheard = 0;
  #history: Exchange[];
  #card: ShownCard | null = null;
  #context = '';

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#history = [...options.history];
    this.#greeted = options.history.length > 0;
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
    if (this.#saying) this.#finish(this.#saying, 'interrupted');
    this.#closed.abort();
  }

  joined(): void {
    this.#present = true;
    this.#room.expect('open');
    this.#room.send('conversation.ready', { capabilities: this.#options.capabilities });
    // An empty utterance makes the recogniser read the vocabulary before the first real one.
    const { ears, vocabulary, capabilities } = this.#options;
    if (capabilities.hearing === 'embedded') ears?.listen({ vocabulary, signal: this.#closed.signal }).finish().catch(() => {});
    if (this.#greeted) return;
    this.#greeted = true;
    this.#run(this.#greet());
  }

  lost(): void {
    this.#present = false;
    this.#hearing = null;
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
      this.#act(topicCard('What would you like to know?', topics));
    }
  }

  message(event: VisitorEvent): void {
    switch (event.event_type) {
      case 'conversation.respond':
        this.#userSaid(event.properties.text.trim(), this.#now(), 0);
        return;
      case 'conversation.echo':
        if (this.#options.mind === null && event.properties.text) this.#run(this.#say(event.properties.text));
        return;
      case 'conversation.interrupt':
        this.#interrupt();
        return;
      case 'conversation.append_llm_context':
        this.#context = `${this.#context}\n${event.properties.context}`.trim().slice(-50_000);
        return;
      case 'conversation.overwrite_llm_context':
        this.#context = event.properties.context;
        return;
      case 'conversation.tool_result':
        this.#answered(event.properties.tool_call_id, event.properties.output);
        return;
      default:
        return;
    }
  }

  voiceBegan(): void {
    if (this.#options.mind === null) return;
    if (this.#saying?.interruptible) this.#interrupt();
    this.#room.send('conversation.started_speaking', { role: 'user' });
    const { ears, vocabulary } = this.#options;
    this.#hearing = { hearing: ears ? ears.listen({ vocabulary, language: this.#options.language, signal: this.#closed.signal }) : null, began: this.#now() };
  }

  voice(samples: Int16Array): void {
    this.#hearing?.hearing?.write(samples);
  }

  voiceEnded(): void {
    const heard = this.#hearing;
    if (!heard) return;
    this.#hearing = null;
    const duration = this.#now() - heard.began;
    this.#room.send('conversation.stopped_speaking', { role: 'user', duration });
    const hearing = (heard.hearing ? heard.hearing.finish() : Promise.resolve(''))
      .catch((error: Error) => {
        this.#options.log.warn({ engine: 'ears', fault: error.name }, 'hearing failed');
        return '';
      })
      .then((text) => {
        if (this.#closed.signal.aborted) return;
        if (text.trim()) return this.#userSaid(text.trim(), heard.began, duration);
        this.#notUnderstood();
      });
    this.#run(hearing);
  }

  saying(id: string): void {
    const saying = this.#saying;
    const speech = saying?.queued.get(id);
    if (!saying || !speech) return;
    if (saying.began === null) {
      saying.began = this.#now();
      this.#room.send('conversation.started_speaking', { role: 'pal' }, saying.turn);
    }
    const soFar = join(saying.said, speech.text);
    this.#room.send('conversation.utterance.streaming', { role: 'pal', speech: soFar, final: false }, saying.turn);
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

  /** The visitor's complete line, by voice, typed or by a card. */
  #userSaid(text: string, began: number, duration: number): void {
    if (!text || this.#closed.signal.aborted) return;
    this.#misheard = 0;
    this.#interrupt();
    const turn = { turn_idx: ++this.#turn, inference_id: null };
    this.#room.send('conversation.utterance', { role: 'user', speech: text }, turn);
    this.#options.write({ role: 'user', content: text, timestamp: began, duration });
    this.#history.push({ role: 'user', content: text });
    if (this.#options.mind) this.#run(this.#answer(text));
  }

  async #answer(question: string): Promise<void> {
    this.#thinking?.abort();
    const thinking = new AbortController();
    this.#thinking = thinking;
    const history = this.#history.slice(0, -1);
    const signal = AbortSignal.any([thinking.signal, this.#closed.signal]);
    const actions: CanvasAction[] = [];
    const thoughts = this.#think(question, { history, canvas: this.#options.canvas, signal }, actions);
    await this.#say(sentencesOf(thoughts), { signal });
    if (!signal.aborted) for (const action of actions) this.#act(action);
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
      yield any ? ' I lost the thread there.' : 'My language model does not answer right now. ';
      if (any || !fallback) return;
      for await (const thought of fallback.think(question, { ...context, canvas: null })) if ('text' in thought) yield thought.text;
    }
  }

  #notUnderstood(): void {
    if (!this.#options.ears) {
      if (this.#misheard++ === 0) this.#run(this.#say('I cannot hear in this call. Please type your question.'));
    } else if (++this.#misheard >= 2 && this.#saying === null) {
      this.#misheard = 0;
      this.#run(this.#say('Sorry, I did not catch that. You can say it again, or type it.'));
    }
  }

  /** One card at a time: a new one replaces the one before. */
  #act(action: CanvasAction): void {
    const id = randomUUID();
    const call = (name: string, parameters: object) => this.#room.send('conversation.tool_call', { name, arguments: JSON.stringify(parameters), tool_call_id: id });
    if (action.do === 'show') {
      this.#card = { id, component: action.component, arguments: action.arguments };
      call(CANVAS_SHOW + action.component, action.arguments);
      return;
    }
    const card = this.#card;
    if (!card) return;
    if (action.do === 'clear') {
      this.#card = null;
      call('canvas_clear', { tool_call_id: card.id });
      return;
    }
    const changed = fitting(card.component, { ...card.arguments, ...action.change });
    if (!changed) return;
    this.#card = { ...card, arguments: changed };
    call('update_component', { tool_call_id: card.id, arguments: action.change });
  }

  /** What the visitor did with the card, taken as if it were said. */
  #answered(id: string, output: string): void {
    const card = this.#card;
    if (!card || card.id !== id) return;
    this.#card = null;
    const words = answered(card, output);
    if (words) this.#userSaid(words, this.#now(), 0);
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
  async #say(text: string | AsyncIterable<string>, options: { interruptible?: boolean; signal?: AbortSignal } = {}): Promise<void> {
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

  async #saySentences(sentences: AsyncIterable<string>, { interruptible = true, signal }: { interruptible?: boolean; signal?: AbortSignal }): Promise<void> {
    let done!: () => void;
    const finished = new Promise<void>((resolve) => (done = resolve));
    const saying: Saying = {
      turn: { turn_idx: ++this.#turn, inference_id: randomUUID() }, interruptible, queued: new Map(), said: '', began: null, interrupted: false,
      abort: new AbortController(), done, produced: false,
    };
    this.#saying = saying;
    this.#room.expect('guarded');
    const stop = AbortSignal.any([saying.abort.signal, this.#closed.signal, ...(signal ? [signal] : [])]);
    for await (const sentence of sentences) {
      if (stop.aborted || this.#saying !== saying) break;
      await this.#saySentence(saying, sentence, stop);
    }
    saying.produced = true;
    if (this.#saying === saying && saying.queued.size === 0) this.#finish(saying, saying.interrupted ? 'interrupted' : 'said');
    await finished;
  }

  async #saySentence(saying: Saying, sentence: string, signal: AbortSignal): Promise<void> {
    const { voice, log } = this.#options;
    if (this.#room.audible && voice) {
      try {
        for await (const speech of voice.speak(sentence, { language: this.#options.language, signal })) {
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
    saying.said = join(saying.said, sentence);
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
    this.#room.expect('open');
    saying.done();
  }

  /** What goes on by itself; its fault is told and takes nothing else along. */
  #run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#closed.signal.aborted) this.#options.failed?.(error);
    });
  }

  /** Unix seconds. */
  #now(): number {
    return this.#options.clock.now() / 1000;
  }
}

async function* once(text: string): AsyncIterable<string> {
  yield text;
}

const join = (one: string, other: string) => (one && other ? `${one} ${other}` : one || other);

/** The words of a sentence that were heard before it was cut off. */
function heardPart(speech: Speech, seconds: number): string {
  const words = speech.text.split(/\s+/);
  return words.slice(0, Math.floor(words.length * Math.min(1, seconds / Math.max(0.1, speech.duration)))).join(' ');
}
