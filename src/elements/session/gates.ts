/**
 * The gates before a call: consent, browser speech recognition, password, device check and captcha, each if the
 * deployment requires it; then the microphone and the start. One object for each attempt.
 */
import type { Consent, StartedConversation } from '@palkit/contract/conversations';
import { startDeployment } from '@palkit/contract/deployments';
import type { ErrorCode } from '@palkit/contract/errors';
import { ApiError } from '@palkit/contract/api-error';
import { solveCaptcha } from './captcha.ts';
import { modalityOf } from './modality.ts';
import { consentNow, loadedDeployment, type SessionContext } from './session-context.ts';
import type { Phase, StartMode } from './phases.ts';

/** Maps errors that a retry cannot resolve to the reason that the visitor sees. */
const UNAVAILABLE: Partial<Record<ErrorCode, Extract<Phase, { is: 'unavailable' }>['reason']>> = {
  origin_not_allowed: 'origin',
  deployment_not_found: 'unknown',
  deployment_inactive: 'inactive',
  deployment_closed: 'closed',
  daily_limit: 'daily_limit',
  total_limit: 'total_limit',
  user_limit: 'user_limit',
  busy: 'busy',
};

type Gate = 'consent' | 'hearing' | 'devices' | 'password' | 'captcha';

export class Gates {
  readonly #context: SessionContext;
  readonly #signal: AbortSignal;
  readonly #onStart: (conversation: StartedConversation) => void;
  readonly #passedGates = new Set<Gate>();
  #mode: StartMode = 'voice';
  /** Stops waiting for the microphone; null if nothing waits for it. */
  #typeInstead: (() => void) | null = null;
  /** Continues after a device check that takes place after the start; null if there is no such check. */
  #continueAfterCheck: (() => void) | null = null;
  readonly #body: { password?: string; captcha?: string; consent?: Consent } = {};
  /** Number of rejected captchas. After the first one, another captcha is solved without asking the visitor. */
  #captchaTries = 0;

  /** The signal ends the attempt. `onStart` is called even for a conversation that starts after that. */
  constructor(
    context: SessionContext,
    signal: AbortSignal,
    onStart: (conversation: StartedConversation) => void,
  ) {
    this.#context = context;
    this.#signal = signal;
    this.#onStart = onStart;
  }

  /** Leads through the gates into a call. `voice` requests the microphone, `text` does not. */
  begin(mode: StartMode): void {
    const isWritten = mode === 'text' || modalityOf(this.#context.view.deployment) === 'chat';
    this.#mode = isWritten ? 'text' : 'voice';
    this.#showNextGate();
  }

  /** Goes to the next gate, or starts the call after the last one. */
  #showNextGate(): void {
    const { customization, has_password, captcha } = loadedDeployment(this.#context);
    const isSpoken = this.#mode === 'voice';
    const gates: [Gate, boolean][] = [
      ['consent', customization.consent?.required === true],
      ['hearing', isSpoken && this.#context.speechToText?.needsConsent === true],
      ['password', has_password],
      // If there is a password, the device check follows the start, which verifies the password.
      ['devices', !has_password && this.#checksDevices],
      ['captcha', captcha !== null],
    ];
    const gate = gates.find(([name, required]) => required && !this.#passedGates.has(name))?.[0];
    if (gate === undefined) void this.#start();
    else if (gate === 'captcha') void this.#solve();
    else if (gate === 'password') this.#askPassword(false);
    else this.#context.to({ is: 'gate', by: gate });
  }

  /** Continues without waiting for the microphone. */
  typeInstead(): void {
    this.#typeInstead?.();
  }

  /** Passes a gate that needs only a confirmation. Ignored if another gate is shown. */
  pass(gate: 'consent' | 'hearing' | 'devices'): void {
    if (!this.#isAtGate(gate)) return;
    if (gate === 'consent') this.#body.consent = consentNow(this.#context);
    if (this.#continueAfterCheck) this.#continueAfterCheck();
    else this.#passGate(gate);
  }

  password(value: string): void {
    const { phase } = this.#context.view;
    if (phase.is !== 'gate' || phase.by !== 'password' || phase.busy || phase.waitSeconds !== null) return;
    this.#body.password = value;
    // The start verifies the password after the captcha, so the form is shown until then.
    this.#context.to({ ...phase, busy: true });
    this.#passGate('password');
  }

  retryCaptcha(): void {
    const { phase } = this.#context.view;
    if (phase.is === 'gate' && phase.by === 'captcha' && phase.state === 'failed') void this.#solve();
  }

  /** Shows the gate that an error of the service concerns. If there is none, ends the start and shows the reason. */
  showGate(error: unknown): void {
    // The service did not respond, or a proxy responded instead.
    if (!(error instanceof ApiError)) return this.#showFailure('network', '', null);
    const { code, message, retryAfter } = error;
    if (code === 'wrong_password' || code === 'too_many_attempts') {
      this.#passedGates.delete('password');
      return code === 'wrong_password' ? this.#askPassword(true) : this.#throttle(retryAfter ?? 60);
    }
    if (code === 'captcha_failed' || code === 'captcha_unavailable') {
      if (code === 'captcha_failed' && this.#captchaTries++ === 0) return void this.#solve();
      return this.#context.to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
    // The page's override hides a consent that the deployment requires.
    if (code === 'consent_required') return this.#context.to({ is: 'gate', by: 'consent' });
    const reason = UNAVAILABLE[code];
    if (!reason) return this.#showFailure(code, message, retryAfter ?? null);
    this.#context.devices.stop();
    this.#context.to({ is: 'unavailable', reason });
  }

  #isAtGate(gate: Gate): boolean {
    const { phase } = this.#context.view;
    return phase.is === 'gate' && phase.by === gate;
  }

  #passGate(gate: Gate): void {
    this.#passedGates.add(gate);
    this.#showNextGate();
  }

  async #solve(): Promise<void> {
    const { client, options } = this.#context;
    this.#context.to({ is: 'gate', by: 'captcha', state: 'solving' });
    try {
      this.#body.captcha = await (options.solve ?? solveCaptcha)(
        client,
        options.deploymentId,
        this.#signal,
        loadedDeployment(this.#context).captcha,
        options.place?.(),
      );
      if (!this.#signal.aborted) this.#passGate('captcha');
    } catch {
      if (!this.#signal.aborted) this.#context.to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
  }

  /**
   * Requests the microphone and waits for the visitor's decision, so that the agent does not speak while the visitor
   * reads the browser's prompt. If the visitor declines, the call starts anyway and the visitor types.
   */
  async #askMicrophone(): Promise<void> {
    const { devices } = this.#context;
    const { state } = devices.devices.microphone;
    if (this.#mode === 'text' || this.#passedGates.has('devices') || state === 'on' || state === 'muted')
      return;
    this.#context.to({ is: 'starting' });
    const skip = new Promise<boolean>((resolve) => {
      this.#typeInstead = () => resolve(true);
      this.#signal.addEventListener('abort', () => resolve(false), { once: true });
    });
    // If the visitor grants the permission later, the microphone must stay closed.
    if (await Promise.race([devices.ask('microphone'), skip])) devices.off('microphone');
    this.#typeInstead = null;
  }

  get #checksDevices(): boolean {
    return this.#mode === 'voice' && loadedDeployment(this.#context).customization.show_haircheck === true;
  }

  /** Waits for the device check in a conversation that has already started. */
  async #checkDevices(): Promise<void> {
    this.#context.to({ is: 'gate', by: 'devices' });
    await new Promise<void>((resolve) => {
      this.#continueAfterCheck = resolve;
      this.#signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#continueAfterCheck = null;
  }

  async #start(): Promise<void> {
    if (!this.#isAtGate('password')) this.#context.to({ is: 'starting' });
    // The start verifies the password. Only after that, the microphone is requested.
    const { has_password: isProtected } = loadedDeployment(this.#context);
    if (!isProtected) await this.#askMicrophone();
    if (this.#signal.aborted) return;
    const { deploymentId, conversationalContext, customGreeting, memoryStores, visitorToken } =
      this.#context.options;
    try {
      const token = await visitorToken?.();
      // Do not abort the request. The caller ends a conversation that starts too late, so that the conversation
      // does not wait for a visitor.
      const { result } = await this.#context.client(startDeployment, {
        params: { deployment_id: deploymentId },
        body: {
          password: this.#body.password,
          captcha_token: this.#body.captcha,
          consent: this.#body.consent,
          conversational_context: conversationalContext,
          custom_greeting: customGreeting,
          ...this.#context.pageUpdates.startVariables(),
          ...(memoryStores?.length ? { memory_stores: memoryStores } : {}),
          ...(token ? { visitor_token: token } : {}),
        },
      });
      if (isProtected && !this.#signal.aborted) {
        if (this.#checksDevices) await this.#checkDevices();
        else await this.#askMicrophone();
      }
      this.#onStart(result);
    } catch (error) {
      if (this.#signal.aborted) return;
      // A captcha token is valid for one attempt.
      this.#passedGates.delete('captcha');
      this.showGate(error);
    }
  }

  #askPassword(refused: boolean, waitSeconds: number | null = null): void {
    this.#context.to({ is: 'gate', by: 'password', refused, waitSeconds, busy: false });
  }

  /** Closes the form after too many attempts, until the wait is over. */
  #throttle(seconds: number): void {
    this.#askPassword(false, seconds);
    const throttled = this.#context.view.phase;
    this.#context.clock.after(
      seconds * 1000,
      () => {
        if (this.#context.view.phase === throttled) this.#askPassword(false);
      },
      this.#signal,
    );
  }

  #showFailure(
    code: Extract<Phase, { is: 'failed' }>['code'],
    message: string,
    retryAfter: number | null,
  ): void {
    this.#context.devices.stop();
    this.#context.to({ is: 'failed', code, message, retryAfter });
  }
}
