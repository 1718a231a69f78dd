/**
 * A session: from the visitor's intent through the gates into a call and out again. Only `#to` changes the phase;
 * gates and call are separate (`gates.ts`, `live-call.ts`). It draws nothing.
 */
import { ApiError } from '@palkit/contract/api-error';
import { createClient } from '@palkit/contract/client';
import type { StartedConversation } from '@palkit/contract/conversations';
import type { Customization } from '@palkit/contract/customization';
import { initDeployment, type DeploymentInit } from '@palkit/contract/deployments';
import { chosenSpeech } from './chosen-speech.ts';
import { browserClock } from './clock.ts';
import { sendMessage } from './closed-message.ts';
import { DeviceManager } from './devices.ts';
import { hasUseFor, hasUseForScreen } from './device-use.ts';
import { EMPTY_VIEW, NO_CALL } from './empty-view.ts';
import { requestEnd } from './end-request.ts';
import { Gates } from './gates.ts';
import type { SessionContext, SessionOptions } from './session-context.ts';
import {
  hasStoredCall,
  RESUMABLE_MS,
  storeCall,
  storedCallOf,
  tabStorage,
  takeStoredCall,
  type StoredCall,
} from './stored-call.ts';
import { LiveCall } from './live-call.ts';
import { PageUpdates, type PageVariables } from './page-updates.ts';
import { applyOverride, asChat } from './override.ts';
import { serviceUrlOf, withOwnFiles } from './own-files.ts';
import type { CardAnswer, EndReason, Phase, StartMode, View, CallSession, VisitorMessage } from './phases.ts';
import { sendRating } from './rating.ts';
import { isReachable } from './reachable.ts';
import { isOwn } from './rooms.ts';
import { ScreenSharing } from './screen.ts';

export type { SessionOptions } from './session-context.ts';

export class ServiceSession implements CallSession {
  readonly #context: SessionContext;
  readonly #disposed = new AbortController();
  readonly #listeners = new Set<(view: View) => void>();
  #view: View = EMPTY_VIEW;
  #preparing: Promise<void> | null = null;
  /** `#deployment` is as the service sent it; `#override` is the page's. */
  #deployment: DeploymentInit | null = null;
  #override: Customization | null = null;
  /** Aborts when the current attempt or call ends. */
  #attempt = new AbortController();
  #gates: Gates;
  #call: LiveCall | null = null;
  /** The call that an earlier page has stored. */
  #storedCall: { call: StoredCall; expiry: number } | null = null;
  /** True if the page was left with a call that another page may resume. */
  #isStoredOnLeaving = false;

  constructor(options: SessionOptions) {
    const request = options.fetch ?? ((...parameters: Parameters<typeof fetch>) => fetch(...parameters));
    const view = () => this.#view;
    const media = options.media ?? (typeof navigator === 'undefined' ? undefined : navigator.mediaDevices);
    const screen = new ScreenSharing(media, (stream) => {
      this.#set({ screen: { ...this.#view.screen, stream } });
      this.#call?.update();
    });
    this.#view = {
      ...this.#view,
      screen: { offered: screen.possible && options.screenSharing !== false, stream: null },
    };
    const clock = options.clock ?? browserClock;
    this.#context = {
      options,
      clock,
      client: createClient<AbortSignal>(options.baseUrl, (url, init) => request(url, init)),
      devices: new DeviceManager(
        media,
        (devices) => {
          this.#set({ devices });
          this.#call?.update();
          this.#context.speechToText?.update();
        },
        this.#disposed.signal,
        clock,
      ),
      screen,
      speechToText: null,
      textToSpeech: null,
      serviceUrl: null,
      pageUpdates: new PageUpdates(),
      get view() {
        return view();
      },
      set: (changes) => this.#set(changes),
      to: (phase) => this.#to(phase),
    };
    this.#gates = this.#newGates();
    const page = options.page ?? (typeof window === 'undefined' ? undefined : window);
    const { signal } = this.#disposed;
    page?.addEventListener('pagehide', () => this.#leavePage(), { signal });
    page?.addEventListener('pageshow', (event) => this.#returnToPage(event), { signal });
    // Store the call when a navigation begins: a prerendered page may replace this page before `pagehide`.
    page?.navigation?.addEventListener?.(
      'navigate',
      (event) => (event as NavigateEvent).destination.sameDocument || this.#storeForNextPage(),
      { signal },
    );
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

  async #load(isRetry = false): Promise<void> {
    const { client, options } = this.#context;
    const { signal } = this.#disposed;
    if (!options.deploymentId) return this.#to({ is: 'unavailable', reason: 'unknown' });
    if (!isRetry) this.#to({ is: 'loading' });
    try {
      const params = { deployment_id: options.deploymentId };
      const { result } = await client(initDeployment, { params, signal });
      if (signal.aborted) return;
      this.#context.serviceUrl = serviceUrlOf(result);
      this.#deployment = withOwnFiles(result, options.baseUrl);
      this.customize(this.#override);
      if (this.#offerResume()) return;
      const reason = result.unavailable_reason ?? 'inactive';
      this.#to(result.is_available ? { is: 'ready' } : { is: 'unavailable', reason });
    } catch (error) {
      const isHidden = !(error instanceof ApiError) && (await isReachable(options, signal));
      if (signal.aborted) return;
      // A brief network failure cannot be distinguished from an error without CORS headers, so try once more.
      if (isHidden && !isRetry) return this.#load(true);
      this.#preparing = null;
      if (isHidden) this.#to({ is: 'unavailable', reason: 'origin' });
      else this.#gates.showGate(error);
    }
  }

  customize(override: Customization | null): void {
    this.#override = override;
    if (!this.#deployment) return;
    const deployment = applyOverride(this.#deployment, override);
    const hasMedia = this.#context.options.rooms ?? globalThis.RTCPeerConnection;
    this.#set({ deployment: hasMedia ? deployment : asChat(deployment) });
  }

  begin(mode: StartMode = 'voice'): void {
    // After a call or a failure, start a new attempt.
    if (['ended', 'failed', 'unavailable'].includes(this.#view.phase.is)) this.again();
    void this.prepare().then(async () => {
      this.resume();
      if (this.#view.phase.is === 'ready') await this.#openSpeech();
      if (this.#view.phase.is === 'ready' && !this.#disposed.signal.aborted) this.#gates.begin(mode);
    });
  }

  resume(): void {
    const { call } = this.#storedCall ?? {};
    if (this.#view.phase.is !== 'resumable' || !call || this.#disposed.signal.aborted) return;
    this.#reset();
    this.#storedCall = null;
    this.#join(call.conversation, call);
    void this.#openSpeech(call.agreed).then(() => this.#call?.listen());
    // A camera is never turned on without the visitor.
    if (call.microphone) this.askDevices({ microphone: true, camera: false });
  }

  consent(): void {
    this.#gates.pass('consent');
  }

  agreeHearing(yes: boolean): void {
    const { phase } = this.#view;
    if (phase.is !== 'gate' || phase.by !== 'hearing') return;
    this.#context.speechToText?.agree(yes);
    this.#gates.pass('hearing');
  }

  installHearing(): void {
    this.#context.speechToText?.install();
  }

  confirmDevices(): void {
    if (this.#view.phase.is === 'starting') this.#gates.typeInstead();
    else this.#gates.pass('devices');
  }

  password(value: string): void {
    this.#gates.password(value);
  }

  retryCaptcha(): void {
    this.#gates.retryCaptcha();
  }

  askDevices(devices: { microphone: boolean; camera: boolean }): void {
    if (devices.microphone && this.#mayRequest('microphone')) void this.#context.devices.ask('microphone');
    if (devices.camera && this.#mayRequest('camera')) void this.#context.devices.ask('camera');
  }

  chooseDevice(kind: 'microphone' | 'camera', id: string): void {
    if (this.#mayRequest(kind)) void this.#context.devices.ask(kind, id);
  }

  setMicrophone(isOn: boolean): void {
    if (!isOn || this.#mayRequest('microphone')) void this.#context.devices.setMicrophone(isOn);
  }

  setCamera(isOn: boolean): void {
    if (!isOn) this.#context.devices.off('camera');
    else if (this.#mayRequest('camera')) void this.#context.devices.ask('camera');
  }

  setScreen(isOn: boolean): void {
    if (!isOn) this.#context.screen.stop();
    else if (hasUseForScreen(this.#view)) void this.#context.screen.share();
  }

  say(text: string): void {
    this.#call?.say(text);
  }

  sendContext(text: string): void {
    const message = this.#context.pageUpdates.context(text);
    if (message) this.#call?.send(message);
  }

  setVariables(variables: PageVariables): void {
    const message = this.#context.pageUpdates.variables(variables, this.#call !== null);
    if (message) this.#call?.send(message);
  }

  interrupt(): void {
    this.#call?.interrupt();
  }

  answerCard(answer: CardAnswer): void {
    this.#call?.answerCard(answer);
  }

  rate = (rating: number, comment: string) => void sendRating(this.#context, { rating, comment });
  leaveMessage = (message: VisitorMessage) => void sendMessage(this.#context, message, this.#disposed.signal);

  end = (reason: EndReason = 'left') => this.#end(reason);

  again(): void {
    const { is } = this.#view.phase;
    if (is !== 'ended' && is !== 'failed' && is !== 'unavailable' && is !== 'resumable') return;
    const previous = this.#storedCall;
    this.#reset();
    this.#storedCall = null;
    // The old call may occupy the last free slot, so end it before the new call starts.
    this.#preparing = previous
      ? requestEnd(this.#context, previous.call.conversation.conversation_id).then(() => this.#load())
      : null;
    void this.prepare();
  }

  dispose(): void {
    this.#end('removed');
    this.#attempt.abort();
    this.#stopDevices();
    this.#disposed.abort();
    this.#listeners.clear();
  }

  /** Stores the call when the page is left, because this may be a reload; the service waits for the call. */
  #leavePage(): void {
    this.#isStoredOnLeaving = this.#storeForNextPage();
    this.#end('left', { keepalive: true, resumable: this.#isStoredOnLeaving });
  }

  /** Stores a running or an offered call for the next page; returns false if there is none. */
  #storeForNextPage(): boolean {
    const { options, clock, speechToText } = this.#context;
    const store = (call: StoredCall, expiry: number) =>
      storeCall(options.storage ?? tabStorage(), options.deploymentId, call, expiry);
    const { is } = this.#view.phase;
    if (is === 'resumable' && this.#storedCall) return store(this.#storedCall.call, this.#storedCall.expiry);
    const call = is === 'live' && this.#call;
    if (!call || !isOwn(call.conversation.conversation_url, options.baseUrl)) return false;
    return store(storedCallOf(call, this.#view, speechToText?.agreed), clock.now() + RESUMABLE_MS);
  }

  /** Handles a page that returns from the back/forward cache: its call, or that of a page in between, may continue. */
  #returnToPage({ persisted }: Event & { persisted?: boolean }): void {
    const { options, clock } = this.#context;
    const hasOffer = hasStoredCall(options.storage ?? tabStorage(), options.deploymentId, clock.now());
    if (!persisted || !this.#preparing || (!hasOffer && !this.#isStoredOnLeaving)) return;
    this.#reset();
    this.#storedCall = this.#preparing = null;
    void this.prepare();
  }

  /** Offers to resume the call of an earlier page; returns false if there is none. */
  #offerResume(): boolean {
    const { options, clock } = this.#context;
    const now = clock.now();
    this.#storedCall ??= takeStoredCall(options.storage ?? tabStorage(), options.deploymentId, now);
    if (!this.#storedCall || this.#storedCall.expiry <= now) return false;
    this.#to({ is: 'resumable' });
    clock.after(
      this.#storedCall.expiry - now,
      () => {
        if (this.#view.phase.is !== 'resumable') return;
        this.#storedCall = null;
        void this.#load();
      },
      this.#attempt.signal,
    );
    return true;
  }

  async #openSpeech(agreed = false): Promise<void> {
    const { signal } = this.#attempt;
    const speech = await chosenSpeech(this.#context, { agreed, signal });
    if (!signal.aborted) Object.assign(this.#context, speech);
  }

  #mayRequest(kind: 'microphone' | 'camera'): boolean {
    return !this.#disposed.signal.aborted && hasUseFor(kind, this.#view);
  }

  #newGates(): Gates {
    const { signal } = this.#attempt;
    return new Gates(this.#context, signal, (conversation) => {
      if (signal.aborted) void requestEnd(this.#context, conversation.conversation_id);
      else this.#join(conversation, null);
    });
  }

  #join(conversation: StartedConversation, earlier: StoredCall | null): void {
    this.#call = new LiveCall(this.#context, conversation, earlier, this.#attempt.signal, (reason) =>
      this.#end(reason),
    );
    this.#call.start();
    for (const message of this.#context.pageUpdates.joinMessages(earlier !== null)) this.#call.send(message);
  }

  /** Ends the current phase; a call enters `ended` exactly once. */
  #end(
    reason: EndReason,
    { keepalive = false, resumable = false }: { keepalive?: boolean; resumable?: boolean } = {},
  ): void {
    const call = this.#call;
    const isStarting = ['gate', 'starting', 'joining'].includes(this.#view.phase.is);
    if (!call && !isStarting) return;
    this.#call = null;
    this.#attempt.abort();
    this.#stopDevices();
    if (!call) {
      this.#reset();
      return this.#to({ is: 'ready' });
    }
    const { conversation_id } = call.conversation;
    // For the reasons `agent` and `limit`, the service itself has ended the call.
    const notifyService = reason !== 'agent' && reason !== 'limit';
    call.end({ keepalive, goodbye: notifyService && !resumable });
    if (notifyService)
      void requestEnd(this.#context, conversation_id, keepalive, resumable ? 'unless_resumed' : undefined);
    this.#set({
      ...NO_CALL,
      lines: this.#view.lines.map((line) => (line.streaming ? { ...line, streaming: false } : line)),
    });
    this.#to({ is: 'ended', conversationId: conversation_id, reason });
  }

  #stopDevices(): void {
    this.#context.devices.stop();
    this.#context.screen.stop();
  }

  #reset(): void {
    this.#attempt.abort();
    this.#attempt = new AbortController();
    this.#gates = this.#newGates();
    this.#context.speechToText = this.#context.textToSpeech = null;
    this.#set({ ...NO_CALL, lines: [], capabilities: null, recording: false, rating: 'none' });
  }

  #to(phase: Phase): void {
    this.#set({ phase });
  }

  #set(changes: Partial<View>): void {
    this.#view = { ...this.#view, ...changes };
    for (const listener of this.#listeners) listener(this.#view);
  }
}
