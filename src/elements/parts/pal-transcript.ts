import { css, html, LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Line } from '../session/phases.ts';
import { english } from '../text.ts';
import { base } from './styles.ts';

/** Nearer to the end than this, the reader follows it. */
const FOLLOW_PX = 48;

/**
 * What was said, line by line; follows the end while the reader is there.
 *
 * @summary The transcript.
 */
export class PalTranscript extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        overflow: auto;
        overscroll-behavior: contain;
      }
      ol {
        display: flex;
        flex-direction: column;
        gap: 14px;
        margin: 0;
        padding: 18px 20px;
        list-style: none;
      }
      li {
        max-width: 88%;
      }
      li.user {
        align-self: end;
        text-align: end;
      }
      strong {
        display: block;
        font-size: 0.78em;
        font-weight: 600;
        color: var(--pal-text-soft);
        margin-block-end: 2px;
      }
      span {
        display: inline-block;
        text-align: start;
        padding: 9px 14px;
        border-radius: 16px;
        background: var(--pal-raised);
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      li.user span {
        background: color-mix(in oklab, var(--pal-accent) 16%, var(--pal-surface));
      }
      small {
        color: var(--pal-text-soft);
        font-size: 0.78em;
      }
      p {
        padding: 20px;
      }
    `,
  ];

  @property({ attribute: false }) lines: readonly Line[] = [];
  @property() name = '';

  #following = true;

  protected override willUpdate(): void {
    this.#following = !this.hasUpdated || this.scrollHeight - this.scrollTop - this.clientHeight < FOLLOW_PX;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('lines') && this.#following) this.scrollTop = this.scrollHeight;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // It scrolls, so the keyboard must reach it.
    this.tabIndex = 0;
    this.setAttribute('role', 'log');
    this.setAttribute('aria-label', english.transcript);
  }

  override render() {
    if (this.lines.length === 0) return html`<p>${english.transcriptEmpty}</p>`;
    return html`<ol>${repeat(this.lines, (line) => line.id, (line) => html`<li class=${line.role}>
      <strong>${line.role === 'user' ? english.you : this.name}</strong><span dir="auto">${line.text}</span>${line.interrupted ? html` <small>(${english.interrupted})</small>` : ''}
    </li>`)}</ol>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-transcript': PalTranscript;
  }
}
