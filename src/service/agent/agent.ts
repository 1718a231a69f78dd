/**
 * The conversation's brain: it hears the room, thinks by its responder, speaks by its voice, and writes down every
 * complete line. Who has the turn is decided in `turn-taking.ts`. It knows nothing of WebRTC, HTTP or the
 * database.
 */
import type { AgentEventProperties, AgentEventType, VisitorEvent } from '@palkit/contract/room-events';
import type { Room, RoomListener } from '../rooms/room.ts';
import type { AgentOptions } from './agent-options.ts';
import { Answering } from './replies/answering.ts';
import { builtInSentences } from './replies/built-in-sentences.ts';
import type { CanvasAction } from './tools/canvas.ts';
import { CardTable } from './tools/card-table.ts';
import { EchoLines } from './turns/echo-line.ts';
import { EngineError } from '../language/engine-error.ts';
import { greet } from './greeting.ts';
import { IdlePrompts } from './turns/idle-prompts.ts';
import { detectLanguage } from '../language/language-detection.ts';
import { Continued, type Exchange } from './replies/responder.ts';
import { BrowserSpeechToText } from './turns/browser-speech-to-text.ts';
import { PageMessages } from './turns/page-messages.ts';
import { Speaking } from './replies/speaking.ts';
import { guardedFrames, silenceThatEnds, TurnTaking, type Floor, type Heard } from './turns/turn-taking.ts';
import { VisitorLine } from './turns/visitor-line.ts';

export class Agent implements Omit<RoomListener, 'failed'> {
  readonly #options: AgentOptions;
  readonly #closed = new AbortController();
  #room!: Room;
  readonly #turns: TurnTaking;
  readonly #speaking: Speaking;
  readonly #idle: IdlePrompts;
  readonly #cards: CardTable;
  readonly #messages: PageMessages;
  readonly #ears: BrowserSpeechToText;
  #turn = 0;
  #present = false;
  #greeted: boolean;
  readonly #answering: Answering;
  readonly #line: VisitorLine;
  #language: string | undefined;
  #misheard = 0;
  #guard: 'open' | 'guarded' = 'open';
  #history: Exchange[];

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#history = [...options.history];
    this.#greeted = options.history.length > 0;
    this.#language = options.languages[0];
    const { clock, log, voice, flow, ears, vocabulary, languages, encode } = options;
    this.#line = new VisitorLine({
      room: () => this.#room,
      nextTurn: () => ++this.#turn,
      write: options.write,
    });
    this.#speaking = new Speaking({
      clock,
      log,
      voice,
      room: () => this.#room,
      nextTurn: () => ++this.#turn,
      languageOf: (text) =>
        languages.length > 1 ? (detectLanguage(text, languages) ?? this.#language) : this.#language,
      begins: () => {
        this.#expect('guarded');
        this.#idle.stop();
      },
      audible: () => this.#commit(),
      spoken: ({ text, began, duration, turn }) => {
        options.write({
          role: 'assistant',
          content: text,
          timestamp: began,
          duration,
          inference_id: turn.inference_id!,
        });
        this.#history.push({ role: 'assistant', content: text });
      },
      ended: () => {
        this.#expect('open');
        if (!this.#line.open) this.#turns.freed();
        this.#rest();
      },
      signal: this.#closed.signal,
    });
    this.#answering = new Answering({
      clock,
      log,
      responder: options.responder,
      fallback: options.fallback,
      canvas: options.canvas,
      early: flow.early,
      speaking: this.#speaking,
      history: () => this.#history,
      words: () => this.#words,
      given: () => `${this.#language ?? ''}\n${this.context}`,
      begins: () => options.watch?.begun(),
      signal: this.#closed.signal,
    });
    this.#ears = new BrowserSpeechToText({
      clock,
      log,
      ears,
      languages,
      own: options.capabilities.hearing,
      cloud: options.cloudHearing === true,
      quiet: () => ['free', 'begun'].includes(this.#floor()),
      began: () => this.#beginTurn(),
      ended: () => this.#endTurn(),
      partial: (words) => {
        this.#idle.stir();
        this.#line.preview(words);
      },
      tell: (told) => this.#room.send('conversation.hearing', told),
      signal: this.#closed.signal,
    });
    this.#turns = new TurnTaking(
      {
        floor: () => this.#floor(),
        silence: () => silenceThatEnds(flow, this.#guard),
        language: () => this.#language,
        line: (words) => this.#line.with(words),
        hold: (held) => {
          this.#room.hold?.(held);
          if (!held) this.#speaking.goesOn();
        },
        interrupt: () => this.#interrupt(),
        drop: () => this.#interrupt(new Continued()),
        again: () => this.#line.open && this.#answer(this.#line.open),
        began: () => this.#room.send('conversation.started_speaking', { role: 'user' }),
        ended: (duration) =>
          this.#room.send('conversation.stopped_speaking', { role: 'user', duration: duration / 1000 }),
        guess: (words) => this.#answering.guess(words === null ? null : this.#line.with(words)),
        heard: (heard) => this.#heard(heard),
        nothing: () => this.#notUnderstood(),
        failed: (error) => {
          // Who was not heard at all is told so at once, not at the second time.
          this.#misheard = Math.max(this.#misheard, 1);
          options.log.warn(
            { engine: 'ears', fault: error instanceof EngineError ? error.code : error.name },
            'hearing failed',
          );
        },
      },
      { clock, flow, ears: this.#ears, vocabulary, languages, signal: this.#closed.signal },
    );
    this.#idle = new IdlePrompts({
      clock,
      after: options.responder ? flow.idle : null,
      ask: () => this.#run(this.#speaking.say(this.#words.stillThere)),
    });
    this.#cards = new CardTable((call) => this.#room.send('conversation.tool_call', call));
    const echo = new EchoLines({
      clock,
      encode,
      say: (line) => this.#run(this.#speaking.say(line)),
      signal: this.#closed.signal,
    });
    this.#messages = new PageMessages({
      typed: (text) => this.#typed(text.trim()),
      echo: (properties) => options.responder === null && echo.take(properties),
      interrupt: () => {
        this.#interrupt();
        this.#rest();
      },
      hearing: (properties) => options.responder !== null && this.#ears.announced(properties),
      heard: (properties) => options.responder !== null && this.#ears.heard(properties),
      card: (id, output) => this.#cards.answered(id, output),
      toolResult: options.toolResult,
    });
  }

  /** What it says by itself, in the language that is spoken. */
  get #words() {
    return builtInSentences(this.#language);
  }

  #floor(): Floor {
    const { state } = this.#speaking;
    if (state === 'uninterruptible') return 'reserved';
    if (state === 'heard') return 'speaking';
    if (this.#line.open) return 'begun';
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
    return this.#messages.context;
  }

  /** Writes down what was heard of the line being said, and is silent for good. */
  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#answering.guess(null);
    this.#answering.drop();
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
  walk(
    steps: readonly { action: CanvasAction; words: string }[],
    began: (index: number) => void,
  ): Promise<void> {
    return this.#answering.walk(
      steps,
      () => this.#present,
      ({ action }, index) => {
        began(index);
        this.#cards.act(action);
      },
    );
  }

  seen(webp: Uint8Array): void {
    this.#options.seen?.(webp);
  }

  joined(by: 'media' | 'text' = 'media'): void {
    this.#present = true;
    this.#ears.joined(by);
    this.#expect('open');
    this.#room.send('conversation.ready', {
      capabilities: this.#options.capabilities,
      ...(this.#options.recorded ? { recording: true } : {}),
    });
    // An empty utterance makes the recogniser read the vocabulary before the first real one.
    const { ears, vocabulary, capabilities } = this.#options;
    if (capabilities.hearing === 'embedded')
      ears
        ?.listen({ vocabulary, signal: this.#closed.signal })
        .finish()
        .catch(() => {});
    if (this.#greeted) return this.#rest();
    this.#greeted = true;
    this.#run(
      greet(this.#options, {
        room: this.#room,
        speaking: this.#speaking,
        cards: this.#cards,
        words: this.#words,
        waiting: () => this.#present && !this.#history.some((line) => line.role === 'user'),
      }),
    );
  }

  lost(): void {
    this.#present = false;
    this.#turns.lost();
    this.#ears.lost();
    this.#idle.stop();
    this.#commit();
    // Nobody hears it any more: the line is kept whole, to be read by whoever comes back.
    this.#speaking.end('unheard');
  }

  left(): void {
    this.lost();
  }

  message(event: VisitorEvent): void {
    this.#idle.stir();
    this.#messages.take(event);
  }

  voiceBegan(): void {
    if (!this.#ears.adopts()) this.#beginTurn();
  }

  voice(samples: Int16Array): void {
    this.#turns.voice(samples);
  }

  voicePaused(): void {
    this.#turns.voicePaused();
  }

  voiceEnded(): void {
    this.#endTurn();
  }

  saying(id: string): void {
    this.#speaking.saying(id);
  }

  said(id: string, seconds: number, interrupted: boolean): void {
    this.#speaking.said(id, seconds, interrupted);
  }

  #beginTurn(): void {
    if (this.#options.responder === null) return;
    this.#idle.stir();
    this.#turns.voiceBegan();
  }

  #endTurn(): void {
    this.#turns.voiceEnded();
    this.#rest();
  }

  /** A line that is complete as it is: typed, or by a card. */
  #typed(text: string): void {
    if (!text || this.#closed.signal.aborted) return;
    this.#answering.guess(null);
    this.#interrupt();
    this.#commit();
    this.#line.forget();
    this.#heard({
      text,
      began: this.#options.clock.now(),
      duration: 0,
      until: this.#options.clock.now(),
      language: undefined,
    });
    this.#commit();
  }

  /**
   * What the visitor said. Until something of the answer is heard, what is said next belongs to the same
   * line.
   */
  #heard(heard: Heard): void {
    this.#misheard = 0;
    this.#idle.stir();
    this.#interrupt(this.#line.open ? new Continued() : undefined);
    const { languages } = this.#options;
    this.#language = heard.language ?? detectLanguage(heard.text, languages) ?? this.#language;
    const line = this.#line.take(heard);
    this.#options.watch?.heard(line.text);
    if (heard.duration > 0) this.#line.show();
    if (this.#options.responder) this.#answer(line);
    else this.#commit();
  }

  /** The visitor's line is complete: it is told. */
  #commit(): void {
    const content = this.#line.complete();
    if (content !== null) this.#history.push({ role: 'user', content });
  }

  #answer(line: Heard): void {
    this.#run(
      this.#answering.answer(line).then((actions) => {
        if (!actions) return;
        this.#commit();
        for (const action of actions) this.#cards.act(action);
        this.#options.answered?.();
        this.#rest();
      }),
    );
  }

  #notUnderstood(): void {
    if (!this.#ears.able) {
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

  #interrupt(reason?: Continued): void {
    this.#answering.drop(reason);
    this.#speaking.interrupt();
  }
}
