import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { CAPTION_CHARACTER_MS, CAPTION_ROWS, captionLines } from '../session/caption.ts';
import type { Activity, Line } from '../session/phases.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';

/**
 * The words being spoken, in two rolling rows; in silence, the agent's activity. Its height is constant, so
 * that nothing around it moves.
 *
 * @summary Captions.
 * @csspart caption - The words being spoken.
 * @csspart activity - The agent's activity, in silence.
 */
export class PalCaptions extends Part {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
        place-items: center;
        font-size: var(--pal-caption-size, var(--pal-font-size, max(16px, 1rem)));
        min-height: calc(2.8em + 12px);
        pointer-events: none;
      }
      /* Full width from the top, so that words shift nothing. */
      p {
        display: grid;
        justify-items: center;
        align-self: start;
        width: 100%;
        margin-block-start: 6px;
        color: var(--pal-caption-color, #fff);
        line-height: 1.4;
        text-align: center;
        text-wrap: wrap;
      }
      p span {
        max-width: var(--pal-caption-width, 46ch);
        padding: var(--pal-caption-padding, 0 4px);
        border-radius: var(--pal-caption-radius, 14px);
        background: var(--pal-caption-background, none);
        animation: roll var(--pal-duration) var(--pal-ease);
      }
      @keyframes roll {
        from {
          opacity: 0.4;
          transform: translateY(0.9em);
        }
      }
      .activity {
        display: flex;
        gap: 8px;
        align-items: center;
        color: var(--pal-caption-color, #fff);
        font-size: var(--pal-activity-size, 0.82em);
        font-weight: 550;
        opacity: 0.85;
      }
      .activity::before {
        content: '';
        width: 8px;
        height: 8px;
        border-radius: 50%;
        background: #7ee0a2;
      }
      .activity.thinking::before {
        animation: breathe 1.2s infinite ease-in-out;
        background: #ffd479;
      }
      @media (prefers-reduced-motion: reduce) {
        p span,
        .activity.thinking::before {
          animation: none;
        }
      }
    `,
  ];

  /** The line to show; null hides it. */
  @property({ attribute: false }) line: Line | null = null;
  /** The agent's current activity. */
  @property() activity: Activity = 'idle';

  /** Number of rows that have appeared; the last two of them are visible. */
  @state() private shownTo = 0;
  /** Width of the element in CSS pixels. */
  @state() private width = 0;

  #rows: readonly string[] = [];
  #text = '';
  #id = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A change within the observer itself would be reported as a ResizeObserver loop error. */
  #resized = new ResizeObserver(() => requestAnimationFrame(() => (this.width = this.clientWidth)));

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('line')) this.#takeLine();
    else if (changed.has('width' as keyof PalCaptions)) this.#breakAgain();
  }

  protected override updated(): void {
    clearTimeout(this.#timer);
    if (this.shownTo >= this.#rows.length) return;
    // The next row appears when the one that it pushes out has been read.
    const reading = this.#rows[this.shownTo - CAPTION_ROWS] ?? '';
    this.#timer = setTimeout(() => this.shownTo++, reading.length * CAPTION_CHARACTER_MS);
  }

  /** Takes a new text; if the old one grew, its new words are shown. */
  #takeLine(): void {
    const { text = '', id = '', streaming = false } = this.line ?? {};
    const grown = id === this.#id && text.startsWith(this.#text);
    const length = grown ? this.#text.length : 0;
    this.#rows = captionLines(text, fitsInto(this, this.width));
    const to = Math.min(this.#rows.length, rowAt(this.#rows, length) + CAPTION_ROWS);
    if (grown && !streaming) this.shownTo = this.#rows.length;
    else this.shownTo = grown ? Math.max(this.shownTo, to) : to;
    this.#text = text;
    this.#id = id;
  }

  /** Breaks the rows again for another width and keeps the same words visible. */
  #breakAgain(): void {
    const first = Math.max(0, this.shownTo - CAPTION_ROWS);
    const offset = this.#rows.slice(0, first).join(' ').length + Math.min(1, first);
    this.#rows = captionLines(this.#text, fitsInto(this, this.width));
    this.shownTo = Math.min(this.#rows.length, rowAt(this.#rows, offset) + CAPTION_ROWS);
  }

  override render() {
    const rows = this.#rows.slice(0, this.shownTo);
    const from = Math.max(0, rows.length - CAPTION_ROWS);
    const words = {
      idle: '',
      listening: this.words.listening,
      thinking: this.words.thinking,
      speaking: '',
    }[this.activity];
    if (rows.length === 0)
      return words ? html`<div part="activity" class="activity ${this.activity}">${words}</div>` : nothing;
    // The call's log announces the sentences to screen readers.
    return html`<p part="caption" dir="auto" aria-hidden="true">
      ${repeat(
        rows.slice(from),
        // The position is part of the key, because moved rows would count as a layout shift.
        (row, index) => `${from} ${index} ${row}`,
        (row) => html`<span>${row} </span>`,
      )}
    </p>`;
  }
}

/** Index of the row that contains a character of the text. */
function rowAt(rows: readonly string[], place: number): number {
  let end = 0;
  const row = rows.findIndex(({ length }) => (end += length + 1) > place);
  return row < 0 ? rows.length : row;
}

/** Returns a test whether a line fits into this width in the element's font. */
function fitsInto(element: HTMLElement, width: number): (line: string) => boolean {
  // Before the first rendering only the number of characters counts.
  if (width === 0) return () => true;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return () => true;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = width - 12;
  return (line) => context.measureText(line).width <= room;
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-captions': PalCaptions;
  }
}
