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
 * A notice. With `auto_dismiss_seconds` it goes by itself, but waits while the pointer or the focus is on it.
 *
 * @summary The canvas' notice.
 * @fires pal-request - `answer-card`.
 * @csspart alert-text - A notice's words.
 * @csspart time-left - How much of a notice's time is left.
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
      /* How much of its time is left. */
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

  /** What holds it here. */
  #held = new Set<'pointer' | 'focus'>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = 0;
  #since = 0;

  constructor() {
    super();
    this.addEventListener('pointerenter', () => this.#hold('pointer', true));
    this.addEventListener('pointerleave', () => this.#hold('pointer', false));
    this.addEventListener('focusin', () => this.#hold('focus', true));
    this.addEventListener('focusout', () => this.#hold('focus', false));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('card')) {
      const before = (changed.get('card') as this['card'] | undefined)?.arguments;
      // New words get their whole time again.
      if (
        !before ||
        before.auto_dismiss_seconds !== this.given.auto_dismiss_seconds ||
        before.body !== this.given.body
      )
        this.#left = (this.given.auto_dismiss_seconds ?? 0) * 1000;
      this.style.setProperty('--time', `${this.given.auto_dismiss_seconds ?? 0}s`);
      this.#run();
    } else if (changed.has('answerState')) this.#run();
  }

  override render() {
    const { title, body, severity, auto_dismiss_seconds } = this.given;
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

  #hold(what: 'pointer' | 'focus', on: boolean): void {
    this.#pause();
    if (on) this.#held.add(what);
    else this.#held.delete(what);
    this.toggleAttribute('data-held', this.#held.size > 0);
    this.#run();
  }

  #pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#since;
  }

  #run(): void {
    this.#pause();
    if (!this.given.auto_dismiss_seconds || this.#held.size > 0 || this.answerState !== 'open') return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => ask(this, { do: 'answer-card', answer: { type: 'dismiss', automatic: true } }),
      Math.max(0, this.#left),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-alert-card': PalAlertCard;
  }
}
