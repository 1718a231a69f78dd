/**
 * The conversation's brain: it hears the room, thinks by its responder, speaks by its voice, and writes down every
 * complete line. Who has the turn is decided in `turns/turn-taking.ts`. It knows nothing of WebRTC, HTTP or the
 * database.
 */
import type { AgentEventProperties, AgentEventType, VisitorEvent } from '@palkit/contract/room-events';
import type { Room, RoomListener } from './ports/room.ts';
import type { AgentOptions } from './agent-options.ts';
import { Answering } from './replies/answering.ts';
import { agentSentences, type AgentSentences } from './replies/agent-sentences.ts';
import type { CanvasAction } from './tools/canvas.ts';
import { CardTable } from './tools/card-table.ts';
import { EchoLines } from './turns/echo-line.ts';
import { greet } from './greeting.ts';
import { Hearing } from './hearing.ts';
import { Handover } from './turns/handover.ts';
import { IdlePrompts } from './turns/idle-prompts.ts';
import { detectLanguage } from './language/language-detection.ts';
import { Continued } from './replies/responder.ts';
import { RoomGuard } from './turns/room-guard.ts';
import { PageMessages, type PageMessagesParts } from './turns/page-messages.ts';
import { Speaking } from './replies/speaking.ts';
import type { Floor, Heard } from './turns/turn-taking.ts';
import { Talk } from './talk.ts';

export class Agent implements Omit<RoomListener, 'failed'> {
  readonly #options: AgentOptions;
  readonly #closed = new AbortController();
  #room!: Room;
  readonly #speaking: Speaking;
  readonly #idle: IdlePrompts;
  readonly #cards: CardTable;
  readonly #messages: PageMessages;
  readonly #hearing: Hearing;
  #present = false;
  #greeted: boolean;
  readonly #answering: Answering;
  readonly #talk: Talk;
  #language: string | undefined;
  readonly #guard: RoomGuard;
  readonly handover: Handover;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#greeted = options.history.length > 0;
    this.#language = options.languages[0];
    const { clock, turnOptions } = options;
    this.#guard = new RoomGuard(() => this.#room, turnOptions);
    this.#talk = new Talk({
      clock,
      room: () => this.#room,
      write: options.write,
      history: options.history,
      conversation: options.conversation ?? '',
      called: () => this.#rest(),
      signal: this.#closed.signal,
    });
    this.#speaking = this.#speaks();
    this.#answering = this.#answers();
    this.#hearing = this.#hears();
    this.#idle = new IdlePrompts({
      clock,
      after: options.responder ? turnOptions.idle : null,
      ask: () => this.#sayBuiltIn('stillThere'),
    });
    this.#cards = new CardTable((call) => this.#room.send('conversation.tool_call', call));
    this.#messages = this.#reads();
    this.handover = new Handover({
      ...options.handover,
      clock,
      words: (name) => agentSentences(this.#language, name === undefined ? {} : { name }),
      say: (words) => this.#run(this.#speaking.say(words, { origin: 'service' })),
      silence: () => (this.#answering.speculate(null), this.#interrupt(), this.#talk.commit()),
      show: (line) => this.#talk.personWrites(line, clock.now()),
      signal: this.#closed.signal,
    });
  }

  #speaks(): Speaking {
    const { clock, log, voice, languages } = this.#options;
    return new Speaking({
      clock,
      log,
      voice,
      room: () => this.#room,
      nextTurn: () => this.#talk.nextTurn(),
      languageOf: (text) =>
        languages.length > 1 ? (detectLanguage(text, languages) ?? this.#language) : this.#language,
      begins: () => {
        this.#guard.expect('guarded');
        this.#idle.stop();
      },
      audible: () => this.#talk.commit(),
      answers: () => this.#answering.audible(),
      spoken: (line) => this.#talk.spoken(line),
      ended: () => {
        this.#guard.expect('open');
        if (!this.#talk.line.open) this.#hearing.freed();
        this.#rest();
      },
      signal: this.#closed.signal,
    });
  }

  #answers(): Answering {
    const { conversation, clock, log, responder, fallback, canvas, turnOptions, watch, trace } =
      this.#options;
    return new Answering({
      conversation: conversation ?? '',
      clock,
      log,
      responder,
      fallback,
      canvas,
      calls: this.#talk.calls,
      act: (action) => this.#cards.act(action),
      early: turnOptions.early,
      speaking: this.#speaking,
      history: () => this.#talk.history,
      words: () => this.#words,
      premises: () => `${this.#language ?? ''}\n${this.context}\n${JSON.stringify(this.variables())}`,
      begins: () => watch?.begun(),
      trace,
      signal: this.#closed.signal,
    });
  }

  #hears(): Hearing {
    return new Hearing(
      this.#options,
      {
        floor: () => this.#floor(),
        silent: () => this.#speaking.state === 'silent',
        silence: () => this.#guard.silence,
        language: () => this.#language,
        line: (words) => this.#talk.line.with(words),
        hold: (holding) => {
          this.#room.hold?.(holding);
          if (!holding) this.#speaking.goesOn();
        },
        interrupt: () => this.#interrupt(),
        drop: () => this.#interrupt(new Continued()),
        again: () => this.#talk.line.open && this.#answer(this.#talk.line.open),
        began: () => this.#room.send('conversation.started_speaking', { role: 'user' }),
        ended: (duration) =>
          this.#room.send('conversation.stopped_speaking', { role: 'user', duration: duration / 1000 }),
        speculate: (line, whole) => this.handover.isTaken || this.#answering.speculate(line, whole),
        takeUtterance: (utterance) => this.#takeUtterance(utterance),
        partial: (words) => {
          this.#idle.stir();
          this.#talk.line.preview(words);
        },
        tell: (event) => this.#room.send('conversation.hearing', event),
        turnBegan: () => this.#beginTurn(),
        turnEnded: () => this.#endTurn(),
        sayBuiltIn: (which) => this.#sayBuiltIn(which),
      },
      this.#closed.signal,
    );
  }

  #reads(): PageMessages {
    const { clock, responder, encode, toolResult, pageContext, onPageContext } = this.#options;
    const echo = new EchoLines({
      clock,
      encode,
      begins: () => responder && this.#interrupt(),
      say: (line) => this.#run(this.#speaking.say(line)),
      signal: this.#closed.signal,
    });
    const parts: PageMessagesParts = {
      typed: (text, name) => this.#typed(text.trim(), name),
      echo: (properties) => echo.take(properties),
      interrupt: () => (this.#interrupt(), this.#rest()),
      hearing: (properties) => responder !== null && this.#hearing.announced(properties),
      takeWords: (properties) => responder !== null && this.#hearing.takeWords(properties),
      card: (id, output, status) => this.#cards.answered(id, output, status),
      toolResult,
      onPageContext,
    };
    return new PageMessages(parts, pageContext);
  }

  /** The agent's own sentences, in the language that is spoken. */
  get #words() {
    return agentSentences(this.#language);
  }

  #sayBuiltIn(which: keyof AgentSentences): void {
    this.#run(this.#speaking.say(this.#words[which], { origin: 'service' }));
  }

  #floor(): Floor {
    const { state } = this.#speaking;
    if (state === 'uninterruptible') return 'reserved';
    if (state === 'heard') return 'speaking';
    if (this.#talk.line.open) return 'begun';
    // A greeting that is about to begin is held back like one that has.
    return state === 'unheard' ? 'speaking' : 'free';
  }

  /** Where it speaks; called once before anything is heard. */
  enter(room: Room): void {
    this.#room = room;
  }

  /** The language that is spoken now; undefined where it is not known. */
  get language(): string | undefined {
    return this.#language;
  }

  /** The visitor says something just now. */
  get listening(): boolean {
    return this.#hearing.listening;
  }

  /** Words added by the page for the model (`append_llm_context`, `overwrite_llm_context`). */
  get context(): string {
    return this.#messages.context;
  }

  /** The variables that the page has set since the call began. */
  readonly variables = () => this.#messages.variables;

  /** Writes down what was heard of the line being said, and is silent for good. */
  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#answering.speculate(null);
    this.#answering.drop();
    this.#idle.stop();
    this.#talk.commit();
    this.#speaking.end('interrupted');
    this.#closed.abort();
    this.#options.watch?.closed();
  }

  /** Tells the visitor's page, as long as the call goes on. */
  tell<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>): void {
    if (!this.#closed.signal.aborted) this.#room.send(type, properties);
  }

  /** Stops what is being said and says this instead; after an answer that was said, says it after it. */
  retract(words: string): void {
    const { state } = this.#speaking;
    if (state === 'heard' || state === 'unheard') this.#interrupt();
    else if (state !== 'silent' || !this.#answering.isSpoken || this.#closed.signal.aborted) return;
    this.#run(this.#speaking.say(words));
  }

  /** The call ends in about a minute: that is said, after whatever is being said. */
  endsSoon(): void {
    if (this.#present && this.#options.responder) this.#sayBuiltIn('endsSoon');
  }

  /** Falls silent where no word is cut, at once or soon, and then calls. */
  readonly atPause = (then: () => void): void => this.#speaking.atPause(then);

  /** Shows a card beside whatever is being said; `withWords`: once the answer's words are heard. Its id, once shown. */
  show(action: CanvasAction, when: 'now' | 'withWords' = 'now'): string | null {
    if (this.#closed.signal.aborted || (when === 'withWords' && this.#answering.show(action))) return null;
    return this.#cards.act(action);
  }

  /** Shows and says one after another, until the visitor speaks or leaves; tells of each as it begins. */
  walk(
    steps: readonly { action: CanvasAction; words: string }[],
    began: (index: number) => void,
  ): Promise<void> {
    return this.#answering.walk(
      steps,
      () => this.#present,
      ({ action }, index) => (began(index), this.#cards.act(action)),
    );
  }

  readonly picture = (webp: Uint8Array): void => this.#options.onPicture?.(webp);

  joined(by: 'media' | 'text' = 'media'): void {
    this.#present = true;
    this.#hearing.joined(by);
    this.#guard.expect('open');
    this.#room.send('conversation.ready', {
      capabilities: this.#options.capabilities,
      ...(this.#options.recorded ? { recording: true } : {}),
    });
    this.#hearing.warm();
    if (this.#greeted) return this.#rest();
    this.#greeted = true;
    this.#run(
      greet(this.#options, {
        room: this.#room,
        speaking: this.#speaking,
        cards: this.#cards,
        words: this.#words,
        waiting: () => this.#present && !this.#talk.begun && !this.handover.isTaken,
      }),
    );
  }

  lost(): void {
    this.#present = false;
    this.#hearing.lost();
    this.#idle.stop();
    this.#talk.commit();
    // The voice has no listener any more: the line is stored whole, for a visitor who comes back to read it.
    this.#speaking.end('unheard');
  }

  readonly left = (): void => this.lost();
  message(event: VisitorEvent): void {
    this.#idle.stir();
    this.#messages.take(event);
  }

  voiceBegan(): void {
    if (this.#hearing.noticed()) this.#beginTurn();
  }

  readonly voice = (samples: Int16Array): void => this.#hearing.voice(samples);
  readonly voicePaused = (): void => this.#hearing.voicePaused();
  readonly voiceResumed = (): void => this.#hearing.voiceResumed();
  readonly voiceEnded = (): void => this.#endTurn();
  readonly saying = (id: string): void => this.#speaking.saying(id);
  readonly sentenceEnded = (id: string, seconds: number, interrupted: boolean): void =>
    this.#speaking.sentenceEnded(id, seconds, interrupted);

  #beginTurn(): void {
    if (this.#options.responder === null) return;
    this.#idle.stir();
    this.#hearing.voiceBegan();
  }

  #endTurn(): void {
    this.#hearing.voiceEnded();
    this.#rest();
  }

  /** A line that is complete as it is: typed, or by a card. */
  #typed(text: string, name: string | undefined): void {
    if (!text || this.#closed.signal.aborted) return;
    this.#answering.speculate(null);
    this.#interrupt();
    this.#talk.commit();
    this.#talk.line.forget();
    const now = this.#options.clock.now();
    this.#takeUtterance({ text, began: now, duration: 0, until: now, language: undefined, name });
    this.#talk.commit();
  }

  /**
   * Takes the visitor's words. Until the visitor hears a part of the answer, further words extend the same
   * line.
   */
  #takeUtterance(utterance: Heard): void {
    this.#hearing.understood();
    this.#idle.stir();
    this.#interrupt(this.#talk.line.open ? new Continued() : undefined);
    const { languages } = this.#options;
    this.#language = utterance.language ?? detectLanguage(utterance.text, languages) ?? this.#language;
    const line = this.#talk.line.take(utterance);
    this.#cards.movesOn();
    this.#options.watch?.takeLine(line.text);
    if (utterance.duration > 0) this.#talk.line.show();
    if (this.#options.responder && !this.handover.takeLine(line.text)) this.#answer(line);
    else this.#talk.commit();
  }

  #answer(line: Heard): void {
    this.#run(
      this.#answering.answer(line).then((isSpoken) => {
        if (!isSpoken) return;
        this.#talk.commit();
        this.#options.answered?.();
        this.#rest();
      }),
    );
  }

  /** Starts the idle time when both sides are silent, after it has sent what came late. */
  #rest(): void {
    if (!this.#present || this.handover.isTaken) return;
    if (this.#hearing.listening || this.#floor() !== 'free' || this.#answering.busy) return;
    const late = this.#talk.calls.takeLate();
    if (late) this.#run(this.#answering.tellLate(late).then(() => this.#rest()));
    else this.#idle.rest();
  }

  /** Something that goes on by itself: its fault is the agent's. */
  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#closed.signal.aborted) this.#options.failed?.(error);
    });
  }

  #interrupt(reason?: Continued): void {
    if (!reason) this.#talk.calls.drop();
    this.#answering.drop(reason);
    this.#speaking.interrupt();
  }
}
