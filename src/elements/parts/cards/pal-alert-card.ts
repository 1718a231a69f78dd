import { css, html, svg, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { icon } from '../base/icon.ts';
import { ask } from '../base/request.ts';
import { CardPart } from './card.ts';

const MARKS = {
  info: icon(svg`<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 8v.01"/>`),
  success: icon(svg`<circle cx="12" cy="12" r="9"/><path d="M8 12.500l2.700 2.700L16 9.500"/>`),
  warning: icon(svg`<path d="M12 4 2.800 19.500h18.400zM12 10v4M12 16.800v.01"/>`),
  error: icon(svg`<circle cx="12" cy="12" r="9"/><path d="M9 9l6 6M15 9l-6 6"/>`),
};

/**
 * A notice. With `auto_dismiss_seconds` it closes automatically, but not while it has the pointer or the focus.
 *
 * @summary The canvas' notice.
 * @fires pal-request - `answer-card`.
 * @csspart alert-text - The notice's text.
 * @csspart time-left - The bar with the remaining time.
 */
export class PalAlertCard extends CardPart<'alert'> {
  static override styles = [
    ...CardPart.styles,
    css`
      .card {
        --kind: var(--pal-accent);
        gap: 6px;
        position: relative;
        overflow: hidden;
      }
      .success {
        --kind: var(--pal-good);
      }
      .warning {
        --kind: var(--pal-caution);
      }
      .error {
        --kind: var(--pal-danger);
      }
      header > svg {
        flex: none;
        color: var(--kind);
      }
      .body {
        padding-inline-start: 34px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .failed {
        padding-inline-start: 34px;
      }
      /* The bar with the remaining time. */
      .left {
        position: absolute;
        inset: auto 0 0;
        height: 3px;
        background: var(--kind);
        opacity: 0.7;
        transform-origin: left;
        animation: left var(--time) linear forwards;
      }
      .left:dir(rtl) {
        transform-origin: right;
      }
      :host([data-held]) .left {
        animation-play-state: paused;
      }
      @keyframes left {
        to {
          transform: scaleX(0);
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .left {
          display: none;
        }
      }
    `,
  ];

  /** Reasons for which the timer is paused. */
  #pauses = new Set<'pointer' | 'focus'>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #remaining = 0;
  #runningSince = 0;

  constructor() {
    super();
    this.addEventListener('pointerenter', () => this.#setPause('pointer', true));
    this.addEventListener('pointerleave', () => this.#setPause('pointer', false));
    this.addEventListener('focusin', () => this.#setPause('focus', true));
    this.addEventListener('focusout', () => this.#setPause('focus', false));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('card')) {
      const previousArguments = (changed.get('card') as this['card'] | undefined)?.arguments;
      // If the text or the time has changed, the full time starts again.
      if (
        !previousArguments ||
        previousArguments.auto_dismiss_seconds !== this.cardArguments.auto_dismiss_seconds ||
        previousArguments.body !== this.cardArguments.body
      )
        this.#remaining = (this.cardArguments.auto_dismiss_seconds ?? 0) * 1000;
      this.style.setProperty('--time', `${this.cardArguments.auto_dismiss_seconds ?? 0}s`);
      this.#run();
    } else if (changed.has('answerState')) this.#run();
  }

  override render() {
    const { title, body, severity, auto_dismiss_seconds } = this.cardArguments;
    const { words } = this;
    return this.show(
      title ?? words[severity],
      html`<p class="body" part="alert-text" dir="auto">${body}</p>
        ${auto_dismiss_seconds ? keyed(body, html`<div class="left" part="time-left"></div>`) : ''} `,
      {
        kind: severity,
        role: severity === 'warning' || severity === 'error' ? 'alert' : 'status',
        mark: html`${MARKS[severity]}${title ? html`<span class="hidden">${words[severity]}:</span>` : ''}`,
      },
    );
  }

  #setPause(reason: 'pointer' | 'focus', isPaused: boolean): void {
    this.#pause();
    if (isPaused) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    this.toggleAttribute('data-held', this.#pauses.size > 0);
    this.#run();
  }

  #pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remaining -= performance.now() - this.#runningSince;
  }

  #run(): void {
    this.#pause();
    if (!this.cardArguments.auto_dismiss_seconds || this.#pauses.size > 0 || this.answerState !== 'open')
      return;
    this.#runningSince = performance.now();
    this.#timer = setTimeout(
      () => ask(this, { do: 'answer-card', answer: { type: 'dismiss', automatic: true } }),
      Math.max(0, this.#remaining),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-alert-card': PalAlertCard;
  }
}
