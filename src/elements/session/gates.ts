/**
 * The way to a call: consent, the browser's speech recognition, device check, password, captcha, each where the
 * deployment asks for it, and then the start. One object for each try.
 */
import type { Consent, StartedConversation } from '@palkit/contract/conversations';
import { startDeployment } from '@palkit/contract/deployments';
import type { ErrorCode } from '@palkit/contract/errors';
import { ApiError } from '@palkit/contract/api-error';
import { solveCaptcha } from './captcha.ts';
import type { SessionContext } from './session-context.ts';
import type { Phase } from './phases.ts';

/** A refusal that trying again at once does not change → what the visitor is told. */
const UNAVAILABLE: Partial<Record<ErrorCode, Extract<Phase, { is: 'unavailable' }>['reason']>> = {
  origin_not_allowed: 'origin',
  deployment_not_found: 'unknown',
  deployment_inactive: 'inactive',
  daily_limit: 'daily_limit',
  total_limit: 'total_limit',
  user_limit: 'user_limit',
  busy: 'busy',
};

type Gate = 'consent' | 'hearing' | 'devices' | 'password' | 'captcha';

export class Gates {
  readonly #context: SessionContext;
  readonly #signal: AbortSignal;
  readonly #started: (conversation: StartedConversation) => void;
  readonly #passed = new Set<Gate>();
  readonly #given: { password?: string; captcha?: string; consent?: Consent } = {};
  /** A refused captcha is solved anew once by itself. */
  #captchaTries = 0;

  /** Goes on until the signal aborts; a conversation that was started is handed on even then. */
  constructor(
    context: SessionContext,
    signal: AbortSignal,
    started: (conversation: StartedConversation) => void,
  ) {
    this.#context = context;
    this.#signal = signal;
    this.#started = started;
  }

  /** The first gate that is not passed yet, or the start. */
  next(): void {
    const { customization, has_password, captcha } = this.#context.view.deployment!;
    const wanted: [Gate, boolean][] = [
      ['consent', customization.consent?.required === true],
      ['hearing', this.#context.speechToText?.asks === true],
      ['devices', customization.show_haircheck !== false && customization.modality !== 'chat'],
      ['password', has_password],
      ['captcha', captcha !== null],
    ];
    const gate = wanted.find(([name, asked]) => asked && !this.#passed.has(name))?.[0];
    if (gate === undefined) void this.#start();
    else if (gate === 'captcha') void this.#solve();
    else if (gate === 'password') this.#askPassword(false);
    else this.#context.to({ is: 'gate', by: gate });
  }

  /** Past a gate that needs no more than a yes; nothing where the visitor does not stand at it. */
  pass(gate: 'consent' | 'hearing' | 'devices'): void {
    if (!this.#isAt(gate)) return;
    if (gate === 'consent')
      this.#given.consent = {
        version: this.#context.view.deployment!.customization.consent?.version ?? '1',
        accepted_at: new Date(this.#context.clock.now()).toISOString(),
      };
    this.#pass(gate);
  }

  password(value: string): void {
    const { phase } = this.#context.view;
    if (phase.is !== 'gate' || phase.by !== 'password' || phase.busy || phase.waitSeconds !== null) return;
    this.#given.password = value;
    // A captcha comes after the password, so a wrong word is only known at the start: the form stays until
    // then.
    this.#context.to({ ...phase, busy: true });
    this.#pass('password');
  }

  retryCaptcha(): void {
    const { phase } = this.#context.view;
    if (phase.is === 'gate' && phase.by === 'captcha' && phase.state === 'failed') void this.#solve();
  }

  /** Where a refusal leads: back to the gate it is about, or to an end with its reason. */
  refused(error: unknown): void {
    // No answer, or a proxy's page instead of one.
    if (!(error instanceof ApiError)) return this.#fail('network', '', null);
    const { code, message, retryAfter } = error;
    if (code === 'wrong_password' || code === 'too_many_attempts') {
      this.#passed.delete('password');
      return code === 'wrong_password' ? this.#askPassword(true) : this.#throttle(retryAfter ?? 60);
    }
    if (code === 'captcha_failed' || code === 'captcha_unavailable') {
      if (code === 'captcha_failed' && this.#captchaTries++ === 0) return void this.#solve();
      return this.#context.to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
    // The page does not ask for what the deployment does.
    if (code === 'consent_required') return this.#context.to({ is: 'gate', by: 'consent' });
    const reason = UNAVAILABLE[code];
    if (!reason) return this.#fail(code, message, retryAfter ?? null);
    this.#context.devices.stop();
    this.#context.to({ is: 'unavailable', reason });
  }

  #isAt(gate: Gate): boolean {
    const { phase } = this.#context.view;
    return phase.is === 'gate' && phase.by === gate;
  }

  #pass(gate: Gate): void {
    this.#passed.add(gate);
    this.next();
  }

  async #solve(): Promise<void> {
    const { client, options, view } = this.#context;
    this.#context.to({ is: 'gate', by: 'captcha', state: 'solving' });
    try {
      this.#given.captcha = await (options.solve ?? solveCaptcha)(
        client,
        options.deploymentId,
        this.#signal,
        view.deployment!.captcha,
        options.place?.(),
      );
      if (!this.#signal.aborted) this.#pass('captcha');
    } catch {
      if (!this.#signal.aborted) this.#context.to({ is: 'gate', by: 'captcha', state: 'failed' });
    }
  }

  async #start(): Promise<void> {
    if (!this.#isAt('password')) this.#context.to({ is: 'starting' });
    const { deploymentId, conversationalContext, customGreeting, memoryStores, visitorToken } =
      this.#context.options;
    try {
      const token = await visitorToken?.();
      // Not aborted on the way: who asked ends a conversation that was started all the same, so that it is
      // not left to wait.
      const { result } = await this.#context.client(startDeployment, {
        params: { deployment_id: deploymentId },
        body: {
          password: this.#given.password,
          captcha_token: this.#given.captcha,
          consent: this.#given.consent,
          conversational_context: conversationalContext,
          custom_greeting: customGreeting,
          ...this.#context.words.begins(),
          ...(memoryStores?.length ? { memory_stores: memoryStores } : {}),
          ...(token ? { visitor_token: token } : {}),
        },
      });
      this.#started(result);
    } catch (error) {
      if (this.#signal.aborted) return;
      // A token is good for one try, whatever the try was refused for.
      this.#passed.delete('captcha');
      this.refused(error);
    }
  }

  #askPassword(refused: boolean, waitSeconds: number | null = null): void {
    this.#context.to({ is: 'gate', by: 'password', refused, waitSeconds, busy: false });
  }

  /** Too many tries: the form opens again by itself. */
  #throttle(seconds: number): void {
    this.#askPassword(false, seconds);
    const shown = this.#context.view.phase;
    this.#context.clock.after(
      seconds * 1000,
      () => {
        if (this.#context.view.phase === shown) this.#askPassword(false);
      },
      this.#signal,
    );
  }

  #fail(code: Extract<Phase, { is: 'failed' }>['code'], message: string, retryAfter: number | null): void {
    this.#context.devices.stop();
    this.#context.to({ is: 'failed', code, message, retryAfter });
  }
}
