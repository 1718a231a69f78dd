/**
 * An agent in a call. It receives the events of its room, answers with its responder, speaks with its voice, and
 * stores each complete line. `turns/turn-taking.ts` decides whose turn it is.
 */
import type { AgentEventProperties, AgentEventType, VisitorEvent } from '@palkit/contract/room-events';
import type { AgentInput, Room } from './ports/room.ts';
import type { AgentOptions } from './agent-options.ts';
import { Answering } from './replies/answering.ts';
import type { AgentSentences } from './replies/agent-sentences.ts';
import { BrowserTextToSpeech } from './replies/browser-text-to-speech.ts';
import { CallContext } from './replies/call-context.ts';
import type { CanvasAction } from './tools/canvas.ts';
import { CardTable } from './tools/card-table.ts';
import { EchoLines } from './turns/echo-line.ts';
import { greet, prepareGreeting, sendReady } from './greeting.ts';
import { Hearing, type AgentView, type HearingEffect } from './hearing.ts';
import { Handover } from './turns/handover.ts';
import { IdlePrompts } from './turns/idle-prompts.ts';
import { LineContinued } from './replies/responder.ts';
import { RoomGuard } from './turns/room-guard.ts';
import { isPageMessage } from './turns/page-messages.ts';
import { Speaking } from './replies/speaking.ts';
import { floorOf, type Floor } from './turns/floor.ts';
import type { VisitorTurn } from './turns/turn-state.ts';
import { CallLines } from './call-lines.ts';

export class Agent {
  readonly #options: AgentOptions;
  readonly #closing = new AbortController();
  #room!: Room;
  readonly #speaking: Speaking;
  readonly #browserVoice: BrowserTextToSpeech | null;
  /** Receives the room's reports about playback of the agent's sentences. */
  readonly #playbackListener: Pick<Speaking, 'beginSentence' | 'endSentence'>;
  readonly #idle: IdlePrompts;
  readonly #cards: CardTable;
  readonly #echo: EchoLines;
  readonly #hearing: Hearing;
  #isPresent = false;
  #hasGreeted: boolean;
  readonly #answering: Answering;
  readonly #lines: CallLines;
  readonly #context: CallContext;
  readonly #guard: RoomGuard;
  readonly handover: Handover;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#hasGreeted = options.history.length > 0;
    this.#context = new CallContext(options);
    const { clock, turnOptions } = options;
    this.#guard = new RoomGuard(() => this.#room, turnOptions);
    this.#lines = new CallLines({
      clock,
      room: () => this.#room,
      write: options.write,
      history: options.history,
      conversation: options.conversation ?? '',
      onCall: () => this.#handleSilence(),
      signal: this.#closing.signal,
    });
    this.#browserVoice = options.browserVoice
      ? new BrowserTextToSpeech(options, () => this.#speaking, this.#closing.signal)
      : null;
    this.#speaking = this.#createSpeaking();
    this.#playbackListener = this.#browserVoice ?? this.#speaking;
    this.#answering = this.#createAnswering();
    this.#hearing = new Hearing(
      options,
      () => this.#view(),
      () => this.#room,
      (effect) => this.#carryOut(effect),
      this.#closing.signal,
    );
    this.#idle = new IdlePrompts({
      clock,
      after: options.responder ? turnOptions.idlePromptDelay : null,
      ask: () => this.#sayBuiltIn('stillThere'),
    });
    this.#cards = new CardTable((call) => this.#room.send('conversation.tool_call', call));
    this.#echo = new EchoLines(() => this.#room, {
      clock,
      encode: options.encode,
      onBegin: () => options.responder && this.#interrupt(),
      say: (line) => this.#run(this.#speaking.say(line)),
      signal: this.#closing.signal,
    });
    this.handover = new Handover({
      ...options.handover,
      clock,
      words: (name) => this.#context.sentences(name),
      say: (words) => this.#run(this.#speaking.say(words, { origin: 'service' })),
      silenceAgent: () => (this.#answering.speculate(null), this.#interrupt(), this.#lines.commit()),
      show: (line) => this.#lines.takePersonLine(line, clock.now()),
      signal: this.#closing.signal,
    });
  }

  #createSpeaking(): Speaking {
    const { clock, log, voice } = this.#options;
    return new Speaking({
      clock,
      log,
      voice: this.#browserVoice ?? voice,
      room: () => this.#room,
      nextTurn: () => this.#lines.nextTurn(),
      languageOf: (text) => this.#context.languageOf(text),
      begins: () => {
        this.#guard.setGuard('guarded');
        this.#idle.stop();
      },
      audible: () => this.#lines.commit(),
      answers: () => this.#answering.markAudible(),
      spoken: (line) => this.#lines.takeSpokenLine(line),
      ended: () => {
        this.#guard.setGuard('open');
        if (!this.#lines.line.openLine) this.#hearing.handleAgentSilence();
        this.#handleSilence();
      },
      signal: this.#closing.signal,
    });
  }

  #createAnswering(): Answering {
    const { conversation, turnOptions, watch } = this.#options;
    return new Answering({
      ...this.#options,
      conversation: conversation ?? '',
      calls: this.#lines.calls,
      act: (action) => this.#cards.perform(action),
      allowsSpeculation: turnOptions.allowsSpeculation,
      speaking: this.#speaking,
      history: () => this.#lines.history,
      context: this.#context,
      begins: () => watch?.openTurn(),
      signal: this.#closing.signal,
    });
  }

  #view(): AgentView {
    return {
      floor: this.#floor(),
      silence: this.#guard.silence,
      language: this.#context.language,
      openLine: this.#lines.line.openLine?.text ?? null,
      isSilent: this.#speaking.state === 'silent',
      isEcho: (...words) => this.#browserVoice?.isEcho(...words) ?? false,
    };
  }

  /** Carries out an effect of the visitor's speech. */
  #carryOut(effect: HearingEffect): void {
    switch (effect.type) {
      case 'hold':
        this.#room.hold?.(effect.isHeld);
        return effect.isHeld ? undefined : this.#speaking.continueQueue();
      case 'interrupt':
        return this.#interrupt();
      case 'drop-answer':
        return this.#interrupt(new LineContinued());
      case 'answer-again':
        return this.#lines.line.openLine ? this.#answer(this.#lines.line.openLine) : undefined;
      case 'speculate':
        return this.handover.isTaken ? undefined : this.#answering.speculate(effect.line, effect.isWhole);
      case 'take-line':
        return this.#takeUtterance(effect.line);
      case 'preview':
        return this.#lines.line.preview(effect.words);
      case 'visitor-acted':
        return this.#idle.reset();
      case 'visitor-silent':
        return this.#handleSilence();
      case 'say':
        return this.#sayBuiltIn(effect.sentence);
    }
  }

  /** Handles a message of the visitor's page. */
  #handleMessage(event: VisitorEvent): void {
    switch (event.event_type) {
      case 'conversation.respond':
        return this.#takeTypedLine(event.properties.text.trim(), event.message_id);
      case 'conversation.echo':
        return this.#echo.take(event.properties);
      case 'conversation.interrupt':
        this.#interrupt();
        return this.#handleSilence();
      case 'conversation.hearing':
        return this.#hearing.takeHearingReport(event.properties);
      case 'conversation.heard':
        return this.#hearing.takeWords(event.properties);
      case 'conversation.tool_result': {
        const { tool_call_id: id, output, status } = event.properties;
        this.#takeTypedLine(this.#cards.takeInteraction(id, output, status)?.trim() ?? '', event.message_id);
        return this.#options.onToolResult?.(id, output, status);
      }
      case 'conversation.sensitivity':
      case 'conversation.set_emotion':
        return this.#guard.adjust(event);
      default:
        if (isPageMessage(event)) this.#context.takePageMessage(event);
        else this.#browserVoice?.takeMessage(event);
    }
  }

  #sayBuiltIn(sentenceKey: keyof AgentSentences): void {
    this.#run(this.#speaking.say(this.#context.sentences()[sentenceKey], { origin: 'service' }));
  }

  readonly #floor = (): Floor => floorOf(this.#speaking.state, this.#lines.line.openLine !== null);

  /** Sets the room in which the agent speaks. Called once, before the first sound. */
  setRoom(room: Room): void {
    this.#room = this.#browserVoice?.enter(room) ?? room;
  }

  /** The language in use; undefined if it is unknown. */
  get language(): string | undefined {
    return this.#context.language;
  }

  /** True while the visitor speaks. */
  get isListening(): boolean {
    return this.#hearing.isListening;
  }

  /** Text that the page added for the model (`append_llm_context`, `overwrite_llm_context`). */
  get context(): string {
    return this.#context.page.context;
  }

  /** The variables that the page has set since the call began. */
  readonly variables = () => this.#context.page.variables;

  /** Stores the part of the current line that the visitor has heard, and stops speaking. */
  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#answering.speculate(null);
    this.#answering.drop();
    this.#idle.stop();
    this.#lines.commit();
    this.#speaking.end('interrupted');
    this.#closing.abort();
    this.#options.watch?.endCall();
  }

  /** Sends an event to the visitor's page unless the call has ended. */
  publish<Type extends AgentEventType>(type: Type, properties: AgentEventProperties<Type>): void {
    if (!this.#closing.signal.aborted) this.#room.send(type, properties);
  }

  /** Speaks `words` in place of the current speech or after an answer that was played; otherwise has no effect. */
  replaceSpeech(words: string): void {
    const { state } = this.#speaking;
    if (state === 'heard' || state === 'unheard') this.#interrupt();
    else if (state !== 'silent' || !this.#answering.isSpoken || this.#closing.signal.aborted) return;
    this.#run(this.#speaking.say(words));
  }

  /** Makes the agent announce, after its current line, that the call ends in about a minute. */
  announceEnd(): void {
    if (this.#isPresent && this.#options.responder) this.#sayBuiltIn('endsSoon');
  }

  /** Stops the agent's speech at the next pause between words, and then calls `then`. */
  readonly atPause = (then: () => void): void => this.#speaking.atPause(then);

  /** Shows a card now, or with the first sound of a coming answer. Returns its id; null unless it is shown now. */
  show(action: CanvasAction, when: 'now' | 'withWords' = 'now'): string | null {
    if (this.#closing.signal.aborted || (when === 'withWords' && this.#answering.show(action))) return null;
    return this.#cards.perform(action);
  }

  /** Shows and speaks slides until the visitor speaks or leaves. Calls `onStep` at the start of each slide. */
  walk(
    steps: readonly { action: CanvasAction; words: string }[],
    onStep: (index: number) => void,
  ): Promise<void> {
    return this.#answering.walk(
      steps,
      () => this.#isPresent,
      ({ action }, index) => (onStep(index), this.#cards.perform(action)),
    );
  }

  /** Handles an event of the room. */
  take(input: AgentInput): void {
    switch (input.type) {
      case 'connecting':
        return this.#hasGreeted ? undefined : prepareGreeting(this.#options, this.#speaking);
      case 'joined':
        return this.#handleJoin(input.by);
      case 'lost':
      case 'left':
        return this.#handleLoss();
      case 'message':
        this.#idle.reset();
        return this.#handleMessage(input.event);
      case 'picture':
        return this.#options.onPicture?.(input.webp);
      case 'sentence-began':
        return this.#playbackListener.beginSentence(input.id);
      case 'sentence-ended':
        return this.#playbackListener.endSentence(input.id, input.seconds, input.interrupted);
      default:
        return this.#hearing.takeVoiceEvent(input);
    }
  }

  #handleJoin(by: 'media' | 'text'): void {
    this.#isPresent = true;
    this.#hearing.connectionOpened(by);
    this.#browserVoice?.connectionOpened(by);
    this.#guard.setGuard('open');
    sendReady(this.#options, this.#room);
    if (this.#hasGreeted) return this.#handleSilence();
    this.#hasGreeted = true;
    this.#run(
      greet(this.#options, {
        room: this.#room,
        speaking: this.#speaking,
        cards: this.#cards,
        words: this.#context.sentences(),
        isWaiting: () => this.#isPresent && !this.#lines.hasBegun && !this.handover.isTaken,
        isQuiet: () => this.#floor() === 'free' && !this.#hearing.isAwaitingWords && !this.#answering.isBusy,
        signal: this.#closing.signal,
      }),
    );
  }

  #handleLoss(): void {
    this.#isPresent = false;
    this.#hearing.handleConnectionLoss();
    this.#idle.stop();
    this.#lines.commit();
    // Store the agent's complete line, although not all of it was played: a visitor who returns can read it.
    this.#speaking.end('unheard');
    this.#browserVoice?.handleConnectionLoss();
  }

  /** Handles a complete line that the visitor typed or that a card sent. */
  #takeTypedLine(text: string, name: string | undefined): void {
    if (!text || this.#closing.signal.aborted) return;
    this.#answering.speculate(null);
    this.#interrupt();
    this.#lines.commit();
    this.#lines.line.forget();
    const now = this.#options.clock.now();
    this.#takeUtterance({ text, startedAt: now, duration: 0, certainEnd: now, language: undefined, name });
    this.#lines.commit();
  }

  /** Handles an utterance. Until a part of the answer has been heard, further utterances extend the same line. */
  #takeUtterance(utterance: VisitorTurn): void {
    this.#hearing.clearMisheard();
    this.#idle.reset();
    this.#interrupt(this.#lines.line.openLine ? new LineContinued() : undefined);
    this.#context.detectVisitorLanguage(utterance.text, utterance.language);
    const line = this.#lines.line.addUtterance(utterance);
    this.#cards.closeOffer();
    this.#options.watch?.takeLine(line.text);
    if (utterance.duration > 0) this.#lines.line.show();
    if (this.#options.responder && !this.handover.takeLine(line.text)) this.#answer(line);
    else this.#lines.commit();
  }

  #answer(line: VisitorTurn): void {
    this.#run(
      this.#answering.answer(line).then((isSpoken) => {
        if (!isSpoken) return;
        this.#lines.commit();
        this.#options.onAnswered?.();
        this.#handleSilence();
      }),
    );
  }

  /** Starts the idle timer when both sides are silent, after the agent has reported late tool results. */
  #handleSilence(): void {
    if (!this.#isPresent || this.handover.isTaken) return;
    if (this.#hearing.isListening || this.#floor() !== 'free' || this.#answering.isBusy) return;
    const lateCalls = this.#lines.calls.takeLateCalls();
    if (lateCalls) this.#run(this.#answering.reportLateCalls(lateCalls).then(() => this.#handleSilence()));
    else this.#idle.startTimer();
  }

  /** Runs work in the background. A failure is reported as a fault of the agent. */
  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#options.onFailure?.(error);
    });
  }

  #interrupt(reason?: LineContinued): void {
    if (!reason) this.#lines.calls.dropRunning();
    this.#answering.drop(reason);
    this.#speaking.interrupt();
  }
}
