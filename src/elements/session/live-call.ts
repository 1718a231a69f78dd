/** One connected call: updates the view from the room's events, and sends the visitor's lines and answers. */
import type { Card } from '@palkit/contract/canvas';
import type { StartedConversation } from '@palkit/contract/conversations';
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import { toJson } from '@palkit/contract/to-json';
import { nextActivity } from './activity.ts';
import { Call } from './call.ts';
import { CallCards } from './call-cards.ts';
import { nextCanvas, EMPTY_CANVAS, type CanvasUpdate } from './canvas.ts';
import { changedCapabilities } from './capabilities.ts';
import { CAPTION_STAYS_MS, captionOf, VISITOR_CAPTION_STAYS_MS, visitorCaptionOf } from './caption.ts';
import { nextDisclosure } from './disclosure.ts';
import { loadedDeployment, type SessionContext } from './session-context.ts';
import type { StoredCall } from './stored-call.ts';
import { modalityOf } from './modality.ts';
import type { PrepareFace } from './face-feed.ts';
import type { CardAnswer, EndReason, Line } from './phases.ts';
import { cutToFit, visitorMessage, type LeaveOptions } from './room.ts';
import { withOwnArguments } from './own-files.ts';
import { createRooms, isOwn } from './rooms.ts';
import { nextTranscript, addTypedLine, unconfirmedLines } from './transcript.ts';

/** Milliseconds after a reconnect within which the service replays messages. */
const CATCH_UP_MS = 2000;
/** Milliseconds before the time limit at which the end of a call is announced (WCAG 2.2.1). */
const ENDS_SOON_MS = 60_000;

export class LiveCall {
  readonly conversation: StartedConversation;
  readonly #context: SessionContext;
  readonly #signal: AbortSignal;
  readonly #onOver: (reason: EndReason) => void;
  readonly #call: Call;
  readonly #cards: CallCards;
  /** The last message that an earlier page has handled, and the card that was open there. */
  readonly #handledState: { after: number; card: string | null };
  /** Ids of typed lines that may be lost, because a connection loss is noticed only after seconds. */
  #unconfirmedIds: readonly string[] = [];

  /**
   * `earlier` is the state that an earlier page has stored. The signal aborts whenever the call ends; `onOver` is
   * called when the call itself detects its end.
   */
  constructor(
    context: SessionContext,
    conversation: StartedConversation,
    earlier: StoredCall | null,
    signal: AbortSignal,
    onOver: (reason: EndReason) => void,
  ) {
    this.#context = context;
    this.conversation = conversation;
    this.#handledState = earlier ?? { after: 0, card: null };
    this.#signal = signal;
    this.#onOver = onOver;
    this.#cards = new CallCards(context, conversation, signal, (message) => this.#call.send(message));
    const { devices, screen, clock } = context;
    const { conversation_id: conversationId } = conversation;
    this.#call = new Call(
      {
        conversation,
        modality: modalityOf(context.view.deployment),
        clock,
        rooms:
          context.options.rooms ??
          createRooms(context.client, clock, context.options.baseUrl, this.#prepareFace()),
        tracks: () => ({
          microphone: devices.track('microphone'),
          camera: devices.track('camera'),
          screen: screen.track,
        }),
      },
      {
        message: (event) => this.#receive(event),
        stream: (agent) => context.set({ agent }),
        face: (face) => context.set({ face }),
        connected: (transport) => {
          // A text call needs neither microphone nor screen.
          if (transport === 'text') {
            devices.stop();
            screen.stop();
          }
          this.#startTimer(earlier?.since);
          context.to({ is: 'live', conversationId, transport, connection: 'good' });
          this.listen();
          this.#resendUnconfirmed();
        },
        network: (weak) => {
          const { phase } = context.view;
          if (phase.is === 'live') context.to({ ...phase, connection: weak ? 'weak' : 'good' });
        },
        reconnecting: () => {
          context.speechToText?.disconnect();
          context.textToSpeech?.disconnect();
          this.#unconfirmedIds = unconfirmedLines(context.view.lines).map(({ id }) => id);
          context.to({ is: 'live', conversationId, transport: 'media', connection: 'reconnecting' });
        },
        over: onOver,
      },
    );
  }

  /** Prepares a face. If the visitor's device speaks, the lips follow that voice. */
  #prepareFace(): PrepareFace | undefined {
    const { prepareFace } = this.#context.options;
    if (!prepareFace) return undefined;
    return (...face) => this.#context.textToSpeech?.prepareFace(prepareFace, ...face) ?? prepareFace(...face);
  }

  /** Sequence number of the last message. */
  get after(): number {
    return this.#call.after;
  }

  start(): void {
    this.#context.to({ is: 'joining', conversationId: this.conversation.conversation_id });
    this.#call.start();
  }

  /** Passes the current tracks to the room. */
  update(): void {
    this.#call.update();
  }

  /**
   * Connects the browser's speech recognition and voices if they replace the service's. They are not used in text
   * calls and for agents of another runner.
   */
  listen(): void {
    const { speechToText, textToSpeech, view, options } = this.#context;
    const isOwnCall =
      view.phase.is === 'live' &&
      view.phase.transport === 'media' &&
      isOwn(this.conversation.conversation_url, options.baseUrl);
    for (const speechPart of [speechToText, textToSpeech])
      if (isOwnCall) speechPart?.connect((message) => this.#call.send(message));
      else speechPart?.disconnect();
  }

  /** Leaves the room. The caller resets the view. */
  end(options: LeaveOptions): void {
    this.#call.end(options);
  }

  say(text: string): void {
    const { view, clock } = this.#context;
    const shortText = cutToFit(text.trim().slice(0, 4000), this.#call.maxBytes);
    if (!shortText || view.phase.is !== 'live') return;
    this.#context.set({
      lines: addTypedLine(view.lines, shortText, clock.now()),
      visitorCaption: null,
      ...(view.capabilities?.answering === 'echo' ? {} : { activity: 'thinking' }),
      ...(this.#cards.isGreeting(view.canvas) ? { canvas: EMPTY_CANVAS } : {}),
    });
    this.#call.send(visitorMessage('conversation.respond', { text: shortText }));
  }

  /** Sends a message of the page as soon as there is a connection. */
  send(message: VisitorMessage): void {
    this.#call.send(message);
  }

  interrupt(): void {
    this.#call.send(visitorMessage('conversation.interrupt', {}));
  }

  answerCard(input: CardAnswer): void {
    this.#cards.answer(input);
  }

  /** Sends lines again that may be lost, unless the service has replayed them. */
  #resendUnconfirmed(): void {
    const unconfirmedIds = this.#unconfirmedIds;
    if (unconfirmedIds.length === 0) return;
    this.#context.clock.after(
      CATCH_UP_MS,
      () => {
        for (const { id, text } of unconfirmedLines(this.#context.view.lines))
          if (unconfirmedIds.includes(id)) this.#call.send(visitorMessage('conversation.respond', { text }));
      },
      this.#signal,
    );
  }

  #receive(event: AgentEvent): void {
    const { view, clock, textToSpeech } = this.#context;
    textToSpeech?.take(event);
    const lines = nextTranscript(view.lines, event, clock.now());
    const canvasUpdate = this.#nextCanvas(event, lines);
    const caption = captionOf(view.caption, lines);
    if (caption && !caption.streaming && view.caption?.streaming) this.#clearLater('caption', caption);
    // After a reload the older lines arrive again; the visitor has already read them.
    const visitorCaption = this.#wasHandledBefore(event)
      ? null
      : visitorCaptionOf(view.visitorCaption, view.lines, lines);
    if (visitorCaption && !visitorCaption.streaming && visitorCaption !== view.visitorCaption)
      this.#clearLater('visitorCaption', visitorCaption);
    this.#context.set({
      lines,
      canvas: canvasUpdate.canvas,
      disclosure: nextDisclosure(view.disclosure, event),
      activity: nextActivity(view.activity, event),
      caption,
      visitorCaption,
      ...changedCapabilities(view, event),
    });
    if (!this.#wasHandledBefore(event)) this.#carryOutEffects(event, canvasUpdate, view.canvas.card);
    if (event.event_type === 'conversation.ended')
      this.#onOver(event.properties.shutdown_reason === 'max_call_duration reached' ? 'limit' : 'agent');
  }

  /** True if an earlier page already handled this event. */
  #wasHandledBefore({ seq }: AgentEvent): boolean {
    return seq !== undefined && seq <= this.#handledState.after;
  }

  /**
   * Returns the canvas after an event, without cards that the conversation has passed or an earlier page has
   * closed.
   */
  #nextCanvas(event: AgentEvent, lines: readonly Line[]): CanvasUpdate {
    const { view, serviceUrl: serviceUrl, options } = this.#context;
    const canvasUpdate = nextCanvas(view.canvas, withOwnArguments(event, serviceUrl, options.baseUrl));
    const { card } = canvasUpdate.canvas;
    const hasSpoken = hasVisitorSpoken(lines);
    if (card && card !== view.canvas.card && !hasSpoken) this.#cards.offer(card);
    const isPassed = hasSpoken && this.#cards.isGreeting(canvasUpdate.canvas);
    const isClosed = this.#wasHandledBefore(event) && card?.tool_call_id !== this.#handledState.card;
    return isPassed || isClosed ? { ...canvasUpdate, canvas: EMPTY_CANVAS } : canvasUpdate;
  }

  /** Carries out the side effects of an event outside the view. */
  #carryOutEffects(
    event: AgentEvent,
    { canvas: { card }, fault }: CanvasUpdate,
    previousCard: Card | null,
  ): void {
    if (fault) this.#cards.report(fault);
    if (card && card.tool_call_id !== previousCard?.tool_call_id) this.#cards.confirm(card);
    if (event.event_type === 'conversation.hearing' && event.properties.stop)
      this.#context.speechToText?.refuse();
    if (event.event_type === 'conversation.tool_call' && !isOfCanvas(event.properties.name))
      void this.#callTool(event.properties);
  }

  /** Clears a caption shortly after its line is complete. */
  #clearLater(field: 'caption' | 'visitorCaption', { id }: Line): void {
    const { clock } = this.#context;
    const clear = () => {
      const current = this.#context.view[field];
      if (current?.id === id && !current.streaming) this.#context.set({ [field]: null });
    };
    clock.after(field === 'caption' ? CAPTION_STAYS_MS : VISITOR_CAPTION_STAYS_MS, clear, this.#signal);
  }

  /** Starts the call's timer on the first connection, and schedules the warning before the time limit. */
  #startTimer(knownStart: number | undefined): void {
    const { view, clock } = this.#context;
    if (view.since !== null) return;
    const now = clock.now();
    const startedAt = knownStart ?? now;
    this.#context.set({ since: startedAt });
    const limit = loadedDeployment(this.#context).limits.max_call_duration * 1000;
    const remainingMs = startedAt + limit - ENDS_SOON_MS - now;
    // A call that is shorter than the warning time gets no warning. Timers are limited to 2^31 milliseconds.
    if (limit > ENDS_SOON_MS && remainingMs < 2 ** 31)
      clock.after(Math.max(0, remainingMs), () => this.#context.set({ endsSoon: true }), this.#signal);
  }

  /** Calls a tool of the page. An unknown tool is reported to the agent as an error. */
  async #callTool({
    name,
    arguments: input,
    tool_call_id,
  }: {
    name: string;
    arguments: string;
    tool_call_id: string;
  }): Promise<void> {
    let status = 'success';
    let output: unknown;
    try {
      output = await this.#context.options.callTool?.(
        name,
        JSON.parse(input) as Record<string, unknown>,
        this.#signal,
        tool_call_id,
      );
      if (typeof output !== 'string') output = toJson(output ?? null);
    } catch (error) {
      status = 'error';
      output = String(error);
    }
    if (!this.#signal.aborted)
      this.#call.send(
        visitorMessage('conversation.tool_result', {
          tool_call_id,
          output: cutToFit((output as string).slice(0, 20_000), this.#call.maxBytes),
          status,
        }),
      );
  }
}

/** True if the canvas handles a tool call, and not the page. */
const isOfCanvas = (tool: string): boolean => /^(canvas_|update_component$)/.test(tool);

/** True if the visitor has spoken or typed a complete line. */
const hasVisitorSpoken = (lines: readonly Line[]): boolean =>
  lines.some(({ role, streaming }) => role === 'user' && !streaming);
