/**
 * A call as the visitor has it: what the room tells is folded into the view, what the visitor says and
 * answers goes out. One object for each call.
 */
import type { Card } from '@palkit/contract/canvas';
import type { StartedConversation } from '@palkit/contract/conversations';
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import { activity } from './activity.ts';
import { Call } from './call.ts';
import { CallCards } from './call-cards.ts';
import { canvas, EMPTY_CANVAS, type Drawn } from './canvas.ts';
import { capabilities } from './capabilities.ts';
import { CAPTION_STAYS_MS, captionOf } from './caption.ts';
import { disclosure } from './disclosure.ts';
import type { SessionContext } from './session-context.ts';
import type { KeptCall } from './kept-call.ts';
import { modalityOf } from './modality.ts';
import type { CardAnswer, EndReason, Line } from './phases.ts';
import { fitting, visitorMessage, type LeaveOptions } from './room.ts';
import { namedAs } from './own-files.ts';
import { createRooms, isOwn } from './rooms.ts';
import { transcript, typed, unconfirmed } from './transcript.ts';

/** So long after a reconnect the service has told again all that it has. */
const CATCH_UP_MS = 2000;
/** So long before its limit the end of a call is told (WCAG 2.2.1). */
const ENDS_SOON_MS = 60_000;

export class LiveCall {
  readonly conversation: StartedConversation;
  readonly #context: SessionContext;
  readonly #signal: AbortSignal;
  readonly #over: (reason: EndReason) => void;
  readonly #call: Call;
  readonly #cards: CallCards;
  /** What was told up to this message an earlier page did already. */
  readonly #done: { after: number; card: string | null };
  /** Typed into a connection that may have been gone already: a loss is noticed only after seconds. */
  #doubtful: readonly string[] = [];

  /**
   * `earlier`: what an earlier page had of this call. The signal aborts when the call is over, whoever ends
   * it; `over` is told where the call itself knows.
   */
  constructor(
    context: SessionContext,
    conversation: StartedConversation,
    earlier: KeptCall | null,
    signal: AbortSignal,
    over: (reason: EndReason) => void,
  ) {
    this.#context = context;
    this.conversation = conversation;
    this.#done = earlier ?? { after: 0, card: null };
    this.#signal = signal;
    this.#over = over;
    this.#cards = new CallCards(context, conversation, signal, (message) => this.#call.send(message));
    const { devices, screen, clock } = context;
    const { conversation_id: conversationId } = conversation;
    this.#call = new Call(
      {
        conversation,
        modality: modalityOf(context.view.deployment),
        clock,
        rooms: context.options.rooms ?? createRooms(context.client, clock, context.options.baseUrl),
        tracks: () => ({
          microphone: devices.track('microphone'),
          camera: devices.track('camera'),
          screen: screen.track,
        }),
      },
      {
        message: (event) => this.#heard(event),
        stream: (agent) => context.set({ agent }),
        connected: (transport) => {
          // In text nobody listens or looks, so nothing is heard or shown.
          if (transport === 'text') {
            devices.stop();
            screen.stop();
          }
          this.#count(earlier?.since);
          context.to({ is: 'live', conversationId, transport, connection: 'good' });
          this.listen();
          this.#sayAgain();
        },
        network: (weak) => {
          const { phase } = context.view;
          if (phase.is === 'live') context.to({ ...phase, connection: weak ? 'weak' : 'good' });
        },
        reconnecting: () => {
          context.speechToText?.disconnect();
          this.#doubtful = unconfirmed(context.view.lines).map(({ id }) => id);
          context.to({ is: 'live', conversationId, transport: 'media', connection: 'reconnecting' });
        },
        over,
      },
    );
  }

  /** The last message known. */
  get after(): number {
    return this.#call.after;
  }

  start(): void {
    this.#context.to({ is: 'joining', conversationId: this.conversation.conversation_id });
    this.#call.start();
  }

  /** Gives the room the devices that are on now. */
  update(): void {
    this.#call.update();
  }

  /**
   * The browser's speech recognition hears for this call, where the service's would: not in text, nor for a
   * runner's agent.
   */
  listen(): void {
    const { speechToText, view, options } = this.#context;
    if (
      view.phase.is === 'live' &&
      view.phase.transport === 'media' &&
      isOwn(this.conversation.conversation_url, options.baseUrl)
    ) {
      speechToText?.connect((message) => this.#call.send(message));
    } else speechToText?.disconnect();
  }

  /** Leaves the room; what the view shows of the call is the caller's. */
  end(options: LeaveOptions): void {
    this.#call.end(options);
  }

  say(text: string): void {
    const { view, clock } = this.#context;
    const words = fitting(text.trim().slice(0, 4000), this.#call.mostBytes);
    if (!words || view.phase.is !== 'live') return;
    this.#context.set({
      lines: typed(view.lines, words, clock.now()),
      ...(view.capabilities?.answering === 'echo' ? {} : { activity: 'thinking' }),
      ...(this.#cards.isOffer(view.canvas) ? { canvas: EMPTY_CANVAS } : {}),
    });
    this.#call.send(visitorMessage('conversation.respond', { text: words }));
  }

  /** What the page says by itself; told once something is connected. */
  tell(message: VisitorMessage): void {
    this.#call.send(message);
  }

  interrupt(): void {
    this.#call.send(visitorMessage('conversation.interrupt', {}));
  }

  answerCard(given: CardAnswer): void {
    this.#cards.answer(given);
  }

  /** Says the doubtful lines again where the service, having told all it has, did not tell them back. */
  #sayAgain(): void {
    const doubtful = this.#doubtful;
    if (doubtful.length === 0) return;
    this.#context.clock.after(
      CATCH_UP_MS,
      () => {
        for (const { id, text } of unconfirmed(this.#context.view.lines))
          if (doubtful.includes(id)) this.#call.send(visitorMessage('conversation.respond', { text }));
      },
      this.#signal,
    );
  }

  #heard(event: AgentEvent): void {
    const { view, clock } = this.#context;
    const lines = transcript(view.lines, event, clock.now());
    const drawn = this.#drawn(event, lines);
    const caption = captionOf(view.caption, lines);
    if (caption && !caption.streaming && view.caption?.streaming) this.#clearCaption(caption.id);
    this.#context.set({
      lines,
      canvas: drawn.canvas,
      disclosure: disclosure(view.disclosure, event),
      activity: activity(view.activity, event),
      caption,
      ...capabilities(view, event),
    });
    if (!this.#isOld(event)) this.#react(event, drawn, view.canvas.card);
    if (event.event_type === 'conversation.ended')
      this.#over(event.properties.shutdown_reason === 'max_call_duration reached' ? 'limit' : 'agent');
  }

  /** Whether an earlier page had this event already. */
  #isOld({ seq }: AgentEvent): boolean {
    return seq !== undefined && seq <= this.#done.after;
  }

  /** The canvas after an event; what the talk went past, or an earlier page was done with, is not shown. */
  #drawn(event: AgentEvent, lines: readonly Line[]): Drawn {
    const { view, ownName, options } = this.#context;
    const drawn = canvas(view.canvas, namedAs(event, ownName, options.baseUrl));
    const { card } = drawn.canvas;
    const talked = spoke(lines);
    if (card && card !== view.canvas.card && !talked) this.#cards.offer(card);
    const passed = talked && this.#cards.isOffer(drawn.canvas);
    const done = this.#isOld(event) && card?.tool_call_id !== this.#done.card;
    return passed || done ? { ...drawn, canvas: EMPTY_CANVAS } : drawn;
  }

  /** What an event brings about beyond the view. */
  #react(event: AgentEvent, { canvas: { card }, fault }: Drawn, before: Card | null): void {
    if (fault) this.#cards.report(fault);
    if (card && card.tool_call_id !== before?.tool_call_id) this.#cards.shown(card);
    if (event.event_type === 'conversation.hearing' && event.properties.stop)
      this.#context.speechToText?.refuse();
    if (event.event_type === 'conversation.tool_call' && !isOfCanvas(event.properties.name))
      void this.#callTool(event.properties);
  }

  /** The last words stay a moment. */
  #clearCaption(id: string): void {
    const { clock } = this.#context;
    const clear = () => {
      const { caption } = this.#context.view;
      if (caption?.id === id && !caption.streaming) this.#context.set({ caption: null });
    };
    clock.after(CAPTION_STAYS_MS, clear, this.#signal);
  }

  /** Counts the call's time from its first connection on, and tells of its limit in time. */
  #count(since: number | undefined): void {
    const { view, clock } = this.#context;
    if (view.since !== null) return;
    const now = clock.now();
    const began = since ?? now;
    this.#context.set({ since: began });
    const limit = view.deployment!.limits.max_call_duration * 1000;
    const left = began + limit - ENDS_SOON_MS - now;
    // Of a call that is no longer than that nobody needs to be told. A timer holds 31 bits of milliseconds.
    if (limit > ENDS_SOON_MS && left < 2 ** 31)
      clock.after(Math.max(0, left), () => this.#context.set({ endsSoon: true }), this.#signal);
  }

  /** A tool of the page; where there is none the agent is told so. */
  async #callTool({
    name,
    arguments: given,
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
        JSON.parse(given) as Record<string, unknown>,
        this.#signal,
        tool_call_id,
      );
      if (typeof output !== 'string') output = JSON.stringify(output ?? null);
    } catch (error) {
      status = 'error';
      output = String(error);
    }
    if (!this.#signal.aborted)
      this.#call.send(
        visitorMessage('conversation.tool_result', {
          tool_call_id,
          output: fitting((output as string).slice(0, 20_000), this.#call.mostBytes),
          status,
        }),
      );
  }
}

/** Whether a tool call is the canvas's own, not the page's. */
const isOfCanvas = (tool: string): boolean => /^(canvas_|update_component$)/.test(tool);

/** Whether the visitor has said or typed something. */
const spoke = (lines: readonly Line[]): boolean =>
  lines.some(({ role, streaming }) => role === 'user' && !streaming);
