/**
 * A call as the visitor has it: what the room tells is folded into the view, what the visitor says and
 * answers goes out. One object for each call.
 */
import { CANVAS_ANSWERS, nameOf, SHOWN, type Card } from '@palkit/contract/canvas';
import { postCanvasInteraction, type StartedConversation } from '@palkit/contract/conversations';
import type { AgentEvent, VisitorMessage } from '@palkit/contract/room-events';
import { activity } from './activity.ts';
import { Call } from './call.ts';
import { canvas, EMPTY_CANVAS, type CanvasFault } from './canvas.ts';
import { ownAnswer } from './own-cards.ts';
import { CAPTION_STAYS_MS, captionOf } from './caption.ts';
import { disclosure } from './disclosure.ts';
import type { Ground } from './ground.ts';
import type { KeptCall } from './kept-call.ts';
import type { CanvasState, CardAnswer, EndReason, Line } from './phases.ts';
import { fitting, visitorMessage, type LeaveOptions } from './room.ts';
import { newId } from './ids.ts';
import { namedAs } from './own-files.ts';
import { createRooms, isOwn } from './rooms.ts';
import { transcript, typed, unconfirmed } from './transcript.ts';

/** So long after a reconnect the service has told again all that it has. */
const CATCH_UP_MS = 2000;
/** How long a submitted card stays to confirm. */
const CONFIRM_MS = 1200;
/** So long before its limit the end of a call is told (WCAG 2.2.1). */
const ENDS_SOON_MS = 60_000;

export class LiveCall {
  readonly conversation: StartedConversation;
  readonly #ground: Ground;
  readonly #signal: AbortSignal;
  readonly #over: (reason: EndReason) => void;
  readonly #call: Call;
  /** What was told up to this message an earlier page did already. */
  readonly #done: { after: number; card: string | null };
  #interaction: { id: string; key: string } | null = null;
  /** The question that the greeting offered. */
  #offered: string | null = null;
  /** Typed into a connection that may have been gone already: a loss is noticed only after seconds. */
  #doubtful: readonly string[] = [];

  /**
   * `earlier`: what an earlier page had of this call. The signal aborts when the call is over, whoever ends
   * it; `over` is told where the call itself knows.
   */
  constructor(
    ground: Ground,
    conversation: StartedConversation,
    earlier: KeptCall | null,
    signal: AbortSignal,
    over: (reason: EndReason) => void,
  ) {
    this.#ground = ground;
    this.conversation = conversation;
    this.#done = earlier ?? { after: 0, card: null };
    this.#signal = signal;
    this.#over = over;
    const { devices, screen, clock } = ground;
    const { conversation_id: conversationId } = conversation;
    this.#call = new Call(
      {
        conversation,
        modality: ground.view.deployment!.customization.modality ?? 'video',
        clock,
        rooms: ground.options.rooms ?? createRooms(ground.client, clock, ground.options.baseUrl),
        tracks: () => ({
          microphone: devices.track('microphone'),
          camera: devices.track('camera'),
          screen: screen.track,
        }),
      },
      {
        message: (event) => this.#heard(event),
        stream: (agent) => ground.set({ agent }),
        connected: (transport) => {
          // In text nobody listens or looks, so nothing is heard or shown.
          if (transport === 'text') {
            devices.stop();
            screen.stop();
          }
          this.#count(earlier?.since);
          ground.to({ is: 'live', conversationId, transport, connection: 'good' });
          this.listen();
          this.#sayAgain();
        },
        network: (weak) => {
          const { phase } = ground.view;
          if (phase.is === 'live') ground.to({ ...phase, connection: weak ? 'weak' : 'good' });
        },
        reconnecting: () => {
          ground.ears?.disconnect();
          this.#doubtful = unconfirmed(ground.view.lines).map(({ id }) => id);
          ground.to({ is: 'live', conversationId, transport: 'media', connection: 'reconnecting' });
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
    this.#ground.to({ is: 'joining', conversationId: this.conversation.conversation_id });
    this.#call.start();
  }

  /** Gives the room the devices that are on now. */
  update(): void {
    this.#call.update();
  }

  /**
   * The browser's ears hear for this call, where the service's would: not in text, nor for a runner's agent.
   */
  listen(): void {
    const { ears, view, options } = this.#ground;
    if (
      view.phase.is === 'live' &&
      view.phase.transport === 'media' &&
      isOwn(this.conversation.conversation_url, options.baseUrl)
    ) {
      ears?.connect((message) => this.#call.send(message));
    } else ears?.disconnect();
  }

  /** Leaves the room; what the view shows of the call is the caller's. */
  end(options: LeaveOptions): void {
    this.#call.end(options);
  }

  say(text: string): void {
    const { view, clock } = this.#ground;
    const words = fitting(text.trim().slice(0, 4000), this.#call.mostBytes);
    if (!words || view.phase.is !== 'live') return;
    this.#ground.set({
      lines: typed(view.lines, words, clock.now()),
      ...(view.capabilities?.answering === 'echo' ? {} : { activity: 'thinking' }),
      ...(this.#isOffer(view.canvas) ? { canvas: EMPTY_CANVAS } : {}),
    });
    this.#call.send(visitorMessage('conversation.respond', { text: words }));
  }

  /** What was offered before the visitor said anything follows the talk: it goes where that goes elsewhere. */
  #isOffer({ card, state }: CanvasState): boolean {
    return card?.component === 'question' && card.tool_call_id === this.#offered && state === 'open';
  }

  /** What the page says by itself; told once something is connected. */
  tell(message: VisitorMessage): void {
    this.#call.send(message);
  }

  interrupt(): void {
    this.#call.send(visitorMessage('conversation.interrupt', {}));
  }

  answerCard(given: CardAnswer): void {
    const { card, state } = this.#ground.view.canvas;
    if (!card || (state !== 'open' && state !== 'failed')) return;
    const answer = card.component === 'own' ? ownAnswer(card.kind, given) : given;
    if (!answer || (card.component !== 'own' && !CANVAS_ANSWERS[card.component].includes(answer.type)))
      return;
    // The same interaction under the same id, however often it is tried; another one would be refused under
    // it.
    const key = JSON.stringify([card.tool_call_id, answer]);
    if (this.#interaction?.key !== key) this.#interaction = { id: newId(), key };
    void this.#post(card.tool_call_id, nameOf(card), this.#interaction.id, answer);
  }

  /** Says the doubtful lines again where the service, having told all it has, did not tell them back. */
  #sayAgain(): void {
    const doubtful = this.#doubtful;
    if (doubtful.length === 0) return;
    this.#ground.clock.after(
      CATCH_UP_MS,
      () => {
        for (const { id, text } of unconfirmed(this.#ground.view.lines))
          if (doubtful.includes(id)) this.#call.send(visitorMessage('conversation.respond', { text }));
      },
      this.#signal,
    );
  }

  #heard(event: AgentEvent): void {
    const { view, clock, ownName, options } = this.#ground;
    const lines = transcript(view.lines, event, clock.now());
    const drawn = canvas(view.canvas, namedAs(event, ownName, options.baseUrl));
    if (drawn.canvas.card && drawn.canvas.card !== view.canvas.card && !spoke(lines))
      this.#offered = drawn.canvas.card.tool_call_id;
    if (spoke(lines) && this.#isOffer(drawn.canvas)) drawn.canvas = EMPTY_CANVAS;
    const old = event.seq !== undefined && event.seq <= this.#done.after;
    if (old && drawn.canvas.card?.tool_call_id !== this.#done.card) drawn.canvas = EMPTY_CANVAS;
    const caption = captionOf(view.caption, lines);
    if (caption && !caption.streaming && view.caption?.streaming) this.#clearCaption(caption.id);
    this.#ground.set({
      lines,
      canvas: drawn.canvas,
      disclosure: disclosure(view.disclosure, event),
      activity: activity(view.activity, event),
      caption,
      ...(event.event_type === 'conversation.ready'
        ? { capabilities: event.properties.capabilities, recording: event.properties.recording === true }
        : {}),
    });
    if (event.event_type === 'conversation.hearing') {
      if (view.capabilities)
        this.#ground.set({ capabilities: { ...view.capabilities, hearing: event.properties.hearing } });
      if (event.properties.stop && !old) this.#ground.ears?.refuse();
    }
    if (drawn.fault && !old) this.#report(drawn.fault);
    const { card } = drawn.canvas;
    if (!old && card && card.tool_call_id !== view.canvas.card?.tool_call_id) this.#shows(card);
    if (
      !old &&
      event.event_type === 'conversation.tool_call' &&
      !/^(canvas_|update_component$)/.test(event.properties.name)
    )
      void this.#callTool(event.properties);
    if (event.event_type === 'conversation.ended')
      this.#over(event.properties.shutdown_reason === 'max_call_duration reached' ? 'limit' : 'agent');
  }

  /** The last words stay a moment. */
  #clearCaption(id: string): void {
    const { clock } = this.#ground;
    const clear = () => {
      const { caption } = this.#ground.view;
      if (caption?.id === id && !caption.streaming) this.#ground.set({ caption: null });
    };
    clock.after(CAPTION_STAYS_MS, clear, this.#signal);
  }

  /** Counts the call's time from its first connection on, and tells of its limit in time. */
  #count(since: number | undefined): void {
    const { view, clock } = this.#ground;
    if (view.since !== null) return;
    const now = clock.now();
    const began = since ?? now;
    this.#ground.set({ since: began });
    const limit = view.deployment!.limits.max_call_duration * 1000;
    const left = began + limit - ENDS_SOON_MS - now;
    // Of a call that is no longer than that nobody needs to be told. A timer holds 31 bits of milliseconds.
    if (limit > ENDS_SOON_MS && left < 2 ** 31)
      clock.after(Math.max(0, left), () => this.#ground.set({ endsSoon: true }), this.#signal);
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
      output = await this.#ground.options.callTool?.(
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

  async #post(
    tool_call_id: string,
    component: string,
    interaction_id: string,
    answer: CardAnswer,
  ): Promise<void> {
    const ground = this.#ground;
    const signal = this.#signal;
    const shown = ground.view.canvas.card;
    const still = () => !signal.aborted && ground.view.canvas.card === shown;
    ground.set({ canvas: { card: shown, state: 'sending' } });
    const value = answer.type === 'submit' ? answer.value : undefined;
    const automatic = answer.type === 'dismiss' && answer.automatic;
    try {
      await ground.client(postCanvasInteraction, {
        params: { conversation_id: this.conversation.conversation_id },
        signal,
        body: {
          interaction_id,
          tool_call_id,
          component: `canvas.${component}`,
          component_version: 'v1',
          type: answer.type,
          ...(value ? { value } : {}),
          ...(automatic ? { metadata: { automatic } } : {}),
        },
      });
    } catch {
      // Nobody asked for a card's own end, so nobody is asked to try it again.
      if (still()) ground.set({ canvas: automatic ? EMPTY_CANVAS : { card: shown, state: 'failed' } });
      return;
    }
    this.#interaction = null;
    this.#call.send(
      visitorMessage('conversation.tool_result', {
        tool_call_id,
        output: JSON.stringify(value ?? (answer.type === 'skip' ? { skipped: true } : { dismissed: true })),
      }),
    );
    if (!still()) return;
    if (answer.type !== 'submit') return ground.set({ canvas: EMPTY_CANVAS });
    ground.set({ canvas: { card: shown, state: 'sent' } });
    ground.clock.after(
      CONFIRM_MS,
      () => {
        if (still()) ground.set({ canvas: EMPTY_CANVAS });
      },
      signal,
    );
  }

  /** An agent of ours waits to hear whether the page has a card of its own that it asked for. */
  #shows({ component, tool_call_id }: Card): void {
    if (component !== 'own' || !isOwn(this.conversation.conversation_url, this.#ground.options.baseUrl))
      return;
    this.#call.send(visitorMessage('conversation.tool_result', { tool_call_id, output: '', status: SHOWN }));
  }

  /** A card that could not be drawn: kept, and told to the agent. */
  #report({ tool_call_id, component, reason }: CanvasFault): void {
    const output = JSON.stringify({ error: reason });
    this.#call.send(visitorMessage('conversation.tool_result', { tool_call_id, output, status: 'error' }));
    this.#ground
      .client(postCanvasInteraction, {
        params: { conversation_id: this.conversation.conversation_id },
        body: {
          interaction_id: newId(),
          tool_call_id,
          component,
          component_version: 'v1',
          type: 'error',
          metadata: { reason },
        },
        signal: this.#signal,
      })
      .catch(() => {});
  }
}

/** Whether the visitor has said or typed something. */
const spoke = (lines: readonly Line[]): boolean =>
  lines.some(({ role, streaming }) => role === 'user' && !streaming);
