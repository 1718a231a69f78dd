/**
 * A visit: from intent through the gates into a call and out again. Phases are a union with one door (`#to`); what the room
 * tells is folded by pure functions. It draws nothing.
 */
import { CANVAS_ANSWERS } from '../../contract/canvas.ts';
import { createClient, type Client } from '../../contract/client.ts';
import { postCanvasInteraction, type StartedConversation } from '../../contract/conversations.ts';
import { endDeploymentConversation, initDeployment, startDeployment } from '../../contract/deployments.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { giveFeedback } from '../../contract/feedback.ts';
import { Refused } from '../../contract/refused.ts';
import type { AgentEvent } from '../../contract/room-events.ts';
import { activity } from './activity.ts';
import { Call, type RoomFactory } from './call.ts';
import { canvas, EMPTY_CANVAS, type CanvasFault } from './canvas.ts';
import { solveCaptcha, type Place, type Solve } from './captcha.ts';
import { browserClock, type Clock } from './clock.ts';
import { DeviceKeeper, NO_DEVICES, type MediaPort } from './devices.ts';
import { disclosure } from './disclosure.ts';
import { KEPT_MS, keepCall, tabStorage, takeCall, type KeptCall, type KeptStorage } from './kept-call.ts';
import type { CardAnswer, EndReason, Phase, View, Visit } from './phases.ts';
import { visitorMessage } from './room.ts';
import { createRooms, isOwn } from './rooms.ts';
import { transcript, typed, unconfirmed } from './transcript.ts';

export interface SessionOptions {
  /** Where the service is, without a trailing slash. */
  baseUrl: string;
  deploymentId: string;
  conversationalContext?: string;
  customGreeting?: string;
  /** Stable identifiers of the visitor. */
  memoryStores?: string[];
  /** Asks the page to do what the agent wants of it; what it throws is told as an error. */
  callTool?: (name: string, given: Record<string, unknown>, signal: AbortSignal) => unknown;
  fetch?: typeof fetch;
  clock?: Clock;
  media?: MediaPort;
  rooms?: RoomFactory;
  solve?: Solve;
  /** Where a captcha provider's widget stands. */
  place?: () => Place;
  /** Tells when the page goes away. */
  page?: Pick<EventTarget, 'addEventListener'>;
  /** Where a call is kept while the page is loaded again. */
  storage?: KeptStorage;
}

/** So long after a reconnect the service has told again all that it has. */
const CATCH_UP_MS = 2000;
/** How long a submitted card stays to confirm. */
const CONFIRM_MS = 1200;

/** A refusal that trying again at once does not change → what the visitor is told. */
const UNAVAILABLE: Partial<Record<ErrorCode, Extract<Phase, { is: 'unavailable' }>['reason']>> = {
  origin_not_allowed: 'origin', deployment_not_found: 'unknown', deployment_inactive: 'inactive',
  daily_limit: 'daily_limit', total_limit: 'total_limit', user_limit: 'user_limit', busy: 'busy',
};

type Gate = 'consent' | 'devices' | 'password' | 'captcha';

export class Session implements Visit {
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  readonly #client: Client<AbortSignal>;
  readonly #devices: DeviceKeeper;
  readonly #disposed = new AbortController();
  readonly #listeners = new Set<(view: View) => void>();
  #view: View = {
    phase: { is: 'idle' }, deployment: null, lines: [], caption: null, canvas: EMPTY_CANVAS, disclosure: null, activity: 'idle', devices: NO_DEVICES, agent: null, capabilities: null, recording: false,
  };
  #preparing: Promise<void> | null = null;
  #passed = new Set<Gate>();
  #given: { password?: string; captcha?: string } = {};
  /** A refused captcha is solved anew once by itself. */
  #captchaTries = 0;
  /** What belongs to the current attempt or call; aborted when that is over. */
  #attempt = new AbortController();
  #call: { call: Call; conversation: StartedConversation } | null = null;
  #interaction: { id: string; key: string } | null = null;
  /** The call that an earlier page left behind. */
  #kept: { call: KeptCall; until: number } | null = null;
  /** What was told up to this message an earlier page did already. */
  #done: { after: number; card: string | null } = { after: 0, card: null };

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? browserClock;
    const fetchIt = options.fetch ?? ((...parameters: Parameters<typeof fetch>) => fetch(...parameters));
    this.#client = createClient<AbortSignal>(options.baseUrl, (url, init) => fetchIt(url, init));
    this.#devices = new DeviceKeeper(options.media ?? (typeof navigator === 'undefined' ? undefined : navigator.mediaDevices), (devices) => {
      this.#set({ devices });
      this.#call?.call.update();
    }, this.#disposed.signal);
    const page = options.page ?? (typeof window === 'undefined' ? undefined : window);
    page?.addEventListener('pagehide', () => this.#leavePage(), { signal: this.#disposed.signal });
  }

  get view(): View {
    return this.#view;
  }

  subscribe(listener: (view: View) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prepare(): Promise<void> {
    if (this.#disposed.signal.aborted) return Promise.resolve();
    this.#preparing ??= this.#load();
    return this.#preparing;
  }

  async #load(): Promise<void> {
    this.#to({ is: 'loading' });
    try {
      const { result } = await this.#client(initDeployment, { params: { deployment_id: this.#options.deploymentId }, signal: this.#disposed.signal });
      if (this.#disposed.signal.aborted) return;
      this.#set({ deployment: result });
      if (this.#offerResume()) return;
      this.#to(result.is_available ? { is: 'ready' } : { is: 'unavailable', reason: result.unavailable_reason ?? 'inactive' });
    } catch (error) {
      this.#preparing = null;
      this.#refused(error);
    }
  }

  begin(): void {
    void this.prepare().then(() => {
      this.resume();
      if (this.#view.phase.is === 'ready' && !this.#disposed.signal.aborted) this.#next();
    });
  }

  resume(): void {
    if (this.#view.phase.is !== 'resumable' || this.#disposed.signal.aborted) return;
    const { conversation, after, card, microphone } = this.#kept!.call;
    this.#reset();
    this.#kept = null;
    this.#done = { after, card };
    this.#join(conversation);
    // The camera is on by its own button only.
    if (microphone) this.askDevices({ microphone, camera: false });
  }

  consent(): void {
    if (this.#atGate('consent')) this.#pass('consent');
  }

  confirmDevices(): void {
    if (this.#atGate('devices')) this.#pass('devices');
  }

  password(value: string): void {
    const { phase } = this.#view;
    if (phase.is !== 'gate' || phase.by !== 'password' || phase.busy || phase.waitSeconds !== null) return;
    this.#given.password = value;
    // A captcha comes after the password, so a wrong word is only known at the start: the form stays until then.
    this.#to({ ...phase, busy: true });
    this.#pass('password');
  }

  retryCaptcha(): void {
    const { phase } = this.#view;
    if (phase.is === 'gate' && phase.by === 'captcha' && phase.state === 'failed') void this.#solve();
  }

  askDevices(wanted: { microphone: boolean; camera: boolean }): void {
    if (wanted.microphone && this.#mayAsk('microphone')) void this.#devices.ask('microphone');
    if (wanted.camera && this.#mayAsk('camera')) void this.#devices.ask('camera');
  }

  chooseDevice(kind: 'microphone' | 'camera', id: string): void {
    if (this.#mayAsk(kind)) void this.#devices.ask(kind, id);
  }

  setMicrophone(on: boolean): void {
    if (!on || this.#mayAsk('microphone')) void this.#devices.setMicrophone(on);
  }

  setCamera(on: boolean): void {
    if (!on) this.#devices.off('camera');
    else if (this.#mayAsk('camera')) void this.#devices.ask('camera');
  }

  say(text: string): void {
    const words = text.trim().slice(0, 4000);
    if (!words || this.#view.phase.is !== 'live') return;
    this.#set({ lines: typed(this.#view.lines, words, this.#clock.now()), ...(this.#view.capabilities?.answering === 'echo' ? {} : { activity: 'thinking' }) });
    this.#call?.call.send(visitorMessage('conversation.respond', { text: words }));
  }

  interrupt(): void {
    this.#call?.call.send(visitorMessage('conversation.interrupt', {}));
  }

  answerCard(answer: CardAnswer): void {
    const { card, state } = this.#view.canvas;
    if (!card || !this.#call || (state !== 'open' && state !== 'failed') || !CANVAS_ANSWERS[card.component].includes(answer.type)) return;
    // The same interaction under the same id, however often it is tried; another one would be refused under it.
    const key = JSON.stringify([card.tool_call_id, answer]);
    if (this.#interaction?.key !== key) this.#interaction = { id: newId(), key };
    void this.#post(card.tool_call_id, card.component, this.#interaction.id, answer);
  }

  rate(rating: number, comment: string): void {
    const { phase } = this.#view;
    if (phase.is === 'ended') this.#client(giveFeedback, { params: { deployment_id: this.#options.deploymentId, conversation_id: phase.conversationId }, body: { rating, comment }, keepalive: true }).catch(() => {});
  }

  end(reason: EndReason = 'left'): void {
    this.#end(reason);
  }

  again(): void {
    const { is } = this.#view.phase;
    if (is !== 'ended' && is !== 'failed' && is !== 'unavailable' && is !== 'resumable') return;
    const kept = this.#kept;
    this.#reset();
    this.#kept = null;
    // Its own old call may be what takes the last line.
    this.#preparing = kept ? this.#tellEnd(kept.call.conversation.conversation_id).then(() => this.#load()) : null;
    void this.prepare();
  }

  dispose(): void {
    this.#end('removed');
    this.#attempt.abort();
    this.#devices.stop();
    this.#disposed.abort();
    this.#listeners.clear();
  }

  /** A page that is loaded again finds its call; nobody can tell that from a page that is left for good, so the service waits for it. */
  #leavePage(): void {
    const { phase, canvas, devices } = this.#view;
    const keep = (call: KeptCall, until: number) => keepCall(this.#options.storage ?? tabStorage(), this.#options.deploymentId, call, until);
    if (phase.is === 'resumable') keep(this.#kept!.call, this.#kept!.until);
    const { call, conversation } = this.#call ?? {};
    const kept = phase.is === 'live' && conversation && isOwn(conversation.conversation_url, this.#options.baseUrl) && keep({
      conversation, after: call!.after, card: canvas.card && canvas.state !== 'sent' ? canvas.card.tool_call_id : null, microphone: devices.microphone.state === 'on',
    }, this.#clock.now() + KEPT_MS);
    this.#end('left', { keepalive: true, resumable: kept === true });
  }

  /** Whether an earlier page's call still goes on. */
  #offerResume(): boolean {
    const now = this.#clock.now();
    this.#kept ??= takeCall(this.#options.storage ?? tabStorage(), this.#options.deploymentId, now);
    if (!this.#kept || this.#kept.until <= now) return false;
    this.#to({ is: 'resumable' });
    this.#clock.after(this.#kept.until - now, () => {
      if (this.#view.phase.is !== 'resumable') return;
      this.#kept = null;
      void this.#load();
    }, this.#attempt.signal);
    return true;
  }

  /** The first gate that is not passed yet, or the start. */
  #next(): void {
    const { customization, has_password, captcha } = this.#view.deployment!;
    const wanted: [Gate, boolean][] = [
      ['consent', customization.consent?.required === true],
      ['devices', customization.show_haircheck !== false && customization.modality !== 'chat'],
      ['password', has_password],
      ['captcha', captcha !== null],
    ];
    const gate = wanted.find(([name, asked]) => asked && !this.#passed.has(name))?.[0];
    if (gate === undefined) void this.#start();
    else if (gate === 'captcha') void this.#solve();
    else if (gate === 'password') this.#askPassword(false);
    else this.#to({ is: 'gate', by: gate });
  }

  /** Whether there is a use for a device: none is opened without a call or on the way to one. */
  #mayAsk(kind: 'microphone' | 'camera'): boolean {
    const { phase, deployment } = this.#view;
    const modality = deployment?.customization.modality ?? 'video';
    if (this.#disposed.signal.aborted || modality === 'chat' || (kind === 'camera' && modality !== 'video')) return false;
    return phase.is === 'gate' || phase.is === 'starting' || phase.is === 'joining' || (phase.is === 'live' && phase.transport === 'media');
  }

  #atGate(gate: Gate): boolean {
    const { phase } = this.#view;
    return phase.is === 'gate' && phase.by === gate;
  }

  #pass(gate: Gate): void {
    this.#passed.add(gate);
    this.#next();
  }

  async #solve(): Promise<void> {
    this.#to({ is: 'gate', by: 'captcha', state: 'solving' });
    const { signal } = this.#attempt;
    try {
      this.#given.captcha = await (this.#options.solve ?? solveCaptcha)(this.#client, this.#options.deploymentId, signal, this.#view.deployment!.captcha, this.#options.place?.());
      if (!signal.aborted) this.#pass('captcha');
    } catch {
      if (!signal.aborted) this.#to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
  }

  async #start(): Promise<void> {
    if (!this.#atGate('password')) this.#to({ is: 'starting' });
    const { deploymentId, conversationalContext, customGreeting, memoryStores } = this.#options;
    const { signal } = this.#attempt;
    try {
      const { result } = await this.#client(startDeployment, {
        params: { deployment_id: deploymentId },
        body: {
          password: this.#given.password, captcha_token: this.#given.captcha, conversational_context: conversationalContext, custom_greeting: customGreeting,
          ...(memoryStores?.length ? { memory_stores: memoryStores } : {}),
        },
      });
      // Not aborted on the way: a conversation that was started all the same is ended here, not left to wait.
      if (signal.aborted) return void this.#tellEnd(result.conversation_id);
      this.#join(result);
    } catch (error) {
      if (signal.aborted) return;
      // A token is good for one try, whatever the try was refused for.
      this.#passed.delete('captcha');
      this.#refused(error);
    }
  }

  #join(conversation: StartedConversation): void {
    const conversationId = conversation.conversation_id;
    const { customization } = this.#view.deployment!;
    // Typed into a connection that may have been gone already: a loss is noticed only after seconds.
    let doubtful: readonly string[] = [];
    const call = new Call({
      conversation, modality: customization.modality ?? 'video', clock: this.#clock,
      rooms: this.#options.rooms ?? createRooms(this.#client, this.#clock, this.#options.baseUrl),
      tracks: () => ({ microphone: this.#devices.track('microphone'), camera: this.#devices.track('camera') }),
    }, {
      message: (event) => this.#heard(event),
      stream: (agent) => this.#set({ agent }),
      connected: (transport) => {
        // In text nobody listens, so nothing is heard.
        if (transport === 'text') this.#devices.stop();
        this.#to({ is: 'live', conversationId, transport, connection: 'good' });
        this.#sayAgain(doubtful);
      },
      network: (weak) => {
        const { phase } = this.#view;
        if (phase.is === 'live') this.#to({ ...phase, connection: weak ? 'weak' : 'good' });
      },
      reconnecting: () => {
        doubtful = unconfirmed(this.#view.lines).map(({ id }) => id);
        this.#to({ is: 'live', conversationId, transport: 'media', connection: 'reconnecting' });
      },
      over: (reason) => this.#end(reason),
    });
    this.#call = { call, conversation };
    this.#to({ is: 'joining', conversationId });
    call.start();
  }

  /** Says these lines again where the service, having told all it has, did not tell them back. */
  #sayAgain(ids: readonly string[]): void {
    const { call } = this.#call!;
    if (ids.length === 0) return;
    this.#clock.after(CATCH_UP_MS, () => {
      for (const { id, text } of unconfirmed(this.#view.lines)) if (ids.includes(id)) call.send(visitorMessage('conversation.respond', { text }));
    }, this.#attempt.signal);
  }

  #heard(event: AgentEvent): void {
    const now = this.#clock.now();
    const lines = transcript(this.#view.lines, event, now);
    const drawn = canvas(this.#view.canvas, event);
    const old = event.seq !== undefined && event.seq <= this.#done.after;
    if (old && drawn.canvas.card?.tool_call_id !== this.#done.card) drawn.canvas = EMPTY_CANVAS;
    const last = lines.at(-1);
    this.#set({
      lines, canvas: drawn.canvas, disclosure: disclosure(this.#view.disclosure, event), activity: activity(this.#view.activity, event),
      caption: last?.role === 'pal' && last.streaming ? last : null,
      ...(event.event_type === 'conversation.ready' ? { capabilities: event.properties.capabilities, recording: event.properties.recording === true } : {}),
    });
    if (drawn.fault && !old) this.#report(drawn.fault);
    if (!old && event.event_type === 'conversation.tool_call' && !/^(canvas_|update_component$)/.test(event.properties.name)) void this.#callTool(event.properties);
    if (event.event_type !== 'conversation.ended') return;
    this.#end(event.properties.shutdown_reason === 'max_call_duration reached' ? 'limit' : 'agent');
  }

  /** A tool of the page; where there is none the agent is told so. */
  async #callTool({ name, arguments: given, tool_call_id }: { name: string; arguments: string; tool_call_id: string }): Promise<void> {
    const { call } = this.#call!;
    const { signal } = this.#attempt;
    let status = 'success';
    let output: unknown;
    try {
      output = await this.#options.callTool?.(name, JSON.parse(given) as Record<string, unknown>, signal);
      if (typeof output !== 'string') output = JSON.stringify(output ?? null);
    } catch (error) {
      status = 'error';
      output = String(error);
    }
    if (!signal.aborted) call.send(visitorMessage('conversation.tool_result', { tool_call_id, output: (output as string).slice(0, 20_000), status }));
  }

  async #post(tool_call_id: string, component: string, interaction_id: string, answer: CardAnswer): Promise<void> {
    const { call, conversation } = this.#call!;
    const { signal } = this.#attempt;
    const shown = this.#view.canvas.card;
    const still = () => !signal.aborted && this.#view.canvas.card === shown;
    this.#set({ canvas: { card: shown, state: 'sending' } });
    const value = answer.type === 'submit' ? answer.value : undefined;
    const automatic = answer.type === 'dismiss' && answer.automatic;
    try {
      await this.#client(postCanvasInteraction, {
        params: { conversation_id: conversation.conversation_id }, signal,
        body: { interaction_id, tool_call_id, component: `canvas.${component}`, component_version: 'v1', type: answer.type, ...(value ? { value } : {}), ...(automatic ? { metadata: { automatic } } : {}) },
      });
    } catch {
      // Nobody asked for a card's own end, so nobody is asked to try it again.
      if (still()) this.#set({ canvas: automatic ? EMPTY_CANVAS : { card: shown, state: 'failed' } });
      return;
    }
    this.#interaction = null;
    call.send(visitorMessage('conversation.tool_result', { tool_call_id, output: JSON.stringify(value ?? (answer.type === 'skip' ? { skipped: true } : { dismissed: true })) }));
    if (!still()) return;
    if (answer.type !== 'submit') return this.#set({ canvas: EMPTY_CANVAS });
    this.#set({ canvas: { card: shown, state: 'sent' } });
    this.#clock.after(CONFIRM_MS, () => {
      if (still()) this.#set({ canvas: EMPTY_CANVAS });
    }, signal);
  }

  /** A card that could not be drawn. */
  #report({ tool_call_id, component, reason }: CanvasFault): void {
    if (!this.#call) return;
    this.#client(postCanvasInteraction, {
      params: { conversation_id: this.#call.conversation.conversation_id },
      body: { interaction_id: newId(), tool_call_id, component, component_version: 'v1', type: 'error', metadata: { reason } },
      signal: this.#attempt.signal,
    }).catch(() => {});
  }

  /** One end for whatever is going on; exactly one `ended` for a call. */
  #end(reason: EndReason, { keepalive = false, resumable = false }: { keepalive?: boolean; resumable?: boolean } = {}): void {
    const current = this.#call;
    const trying = ['gate', 'starting', 'joining'].includes(this.#view.phase.is);
    if (!current && !trying) return;
    this.#call = null;
    this.#attempt.abort();
    this.#devices.stop();
    if (!current) {
      this.#reset();
      return this.#to({ is: 'ready' });
    }
    const { conversation_id } = current.conversation;
    // Where the other side ended it there is nobody left to tell.
    const tell = reason !== 'agent' && reason !== 'limit';
    current.call.end({ keepalive, goodbye: tell && !resumable });
    if (tell) void this.#tellEnd(conversation_id, keepalive, resumable ? 'unless_resumed' : undefined);
    const lines = this.#view.lines.map((line) => (line.streaming ? { ...line, streaming: false } : line));
    this.#set({ lines, agent: null, caption: null, canvas: EMPTY_CANVAS, disclosure: null, activity: 'idle' });
    this.#to({ is: 'ended', conversationId: conversation_id, reason });
  }

  async #tellEnd(conversation_id: string, keepalive = true, when?: 'unless_resumed'): Promise<void> {
    await this.#client(endDeploymentConversation, { params: { deployment_id: this.#options.deploymentId, conversation_id }, keepalive, query: { when } }).catch(() => {});
  }

  #refused(error: unknown): void {
    if (this.#disposed.signal.aborted) return;
    // No answer, or a proxy's page instead of one.
    if (!(error instanceof Refused)) return this.#fail('network', '', null);
    const { code, message, retryAfter } = error;
    if (code === 'wrong_password' || code === 'too_many_attempts') {
      this.#passed.delete('password');
      return code === 'wrong_password' ? this.#askPassword(true) : this.#throttle(retryAfter ?? 60);
    }
    if (code === 'captcha_failed' || code === 'captcha_unavailable') {
      if (code === 'captcha_failed' && this.#captchaTries++ === 0) return void this.#solve();
      return this.#to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
    const reason = UNAVAILABLE[code];
    if (!reason) return this.#fail(code, message, retryAfter ?? null);
    this.#devices.stop();
    this.#to({ is: 'unavailable', reason });
  }

  #askPassword(refused: boolean, waitSeconds: number | null = null): void {
    this.#to({ is: 'gate', by: 'password', refused, waitSeconds, busy: false });
  }

  /** Too many tries: the form opens again by itself. */
  #throttle(seconds: number): void {
    this.#askPassword(false, seconds);
    const shown = this.#view.phase;
    this.#clock.after(seconds * 1000, () => {
      if (this.#view.phase === shown) this.#askPassword(false);
    }, this.#attempt.signal);
  }

  #fail(code: Extract<Phase, { is: 'failed' }>['code'], message: string, retryAfter: number | null): void {
    this.#devices.stop();
    this.#to({ is: 'failed', code, message, retryAfter });
  }

  #reset(): void {
    this.#attempt.abort();
    this.#attempt = new AbortController();
    this.#passed.clear();
    this.#given = {};
    this.#captchaTries = 0;
    this.#interaction = null;
    this.#done = { after: 0, card: null };
    this.#set({ lines: [], caption: null, canvas: EMPTY_CANVAS, disclosure: null, activity: 'idle', agent: null, capabilities: null, recording: false });
  }

  #to(phase: Phase): void {
    this.#set({ phase });
  }

  #set(changed: Partial<View>): void {
    this.#view = { ...this.#view, ...changed };
    for (const listener of this.#listeners) listener(this.#view);
  }
}

/** Random and unguessable, also on a page without TLS, where `crypto.randomUUID` is absent. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
