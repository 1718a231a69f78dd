import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { NativeEvent } from './base/native-event.ts';
import { CAPTION_CHARACTER_MS, CAPTION_ROWS, captionLines } from '../session/caption.ts';
import type { Activity, Line } from '../session/phases.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';
import { dotStyles } from './pill-styles.ts';

/** Asks the call's screen to put the visitor's recognised words into the composer, where the visitor corrects them. */
export class CorrectEvent extends NativeEvent {
  readonly text: string;
  constructor(text: string) {
    super('pal-correct', { bubbles: true, composed: true });
    this.text = text;
  }
}

/**
 * The words that are being spoken, in two rolling rows: the visitor's as they are recognised, and the agent's. During
 * silence it shows the agent's activity. The height is constant, so that nothing around it moves.
 *
 * @summary Captions.
 * @fires pal-correct - The visitor wants to correct the recognised words; in a channel only.
 * @csspart caption - The words being spoken.
 * @csspart heard - The visitor's words.
 * @csspart activity - The agent's activity, during silence.
 */
export class PalCaptions extends Part {
  static override styles = [
    base,
    dotStyles,
    css`
      :host {
        display: grid;
        place-items: center;
        font-size: var(--pal-caption-size, var(--pal-font-size, max(16px, 1rem)));
        min-height: calc(2.8em + 12px);
        pointer-events: none;
      }
      /* Full width and aligned to the top, so that changing text moves nothing. */
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
      .heard {
        display: grid;
        justify-items: center;
        align-self: start;
        width: 100%;
        min-height: 24px;
        margin-block-start: 6px;
        padding: 0;
        border: 0;
        border-radius: var(--pal-radius-small);
        color: color-mix(in srgb, var(--pal-caption-color, #fff) 78%, transparent);
        font-weight: inherit;
        line-height: 1.4;
        text-align: center;
      }
      button.heard {
        pointer-events: auto;
      }
      button.heard:hover {
        background: none;
        color: var(--pal-caption-color, #fff);
      }
      button.heard:focus-visible {
        outline-color: #fff;
      }
      .heard b {
        margin-inline-end: 0.4em;
        font-weight: 650;
      }
      .heard + p {
        margin-block-start: 0;
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
      @media (prefers-reduced-motion: reduce) {
        p span {
          animation: none;
        }
      }
    `,
  ];

  /** The agent's line to show; null hides it. */
  @property({ attribute: false }) line: Line | null = null;
  /** The visitor's words to show; null hides them. */
  @property({ attribute: false }) visitorLine: Line | null = null;
  /** The agent's current activity. */
  @property() activity: Activity = 'idle';
  /** Shown during silence instead of the activity, for example that the visitor is muted. */
  @property() note = '';
  /** True if the visitor's words are a button that asks to correct them. */
  @property({ type: Boolean }) correctable = false;

  /** Number of rows that were displayed so far; the last `#capacity` of them are visible. */
  @state() private rowEnd = 0;
  /** Width of the element in CSS pixels. */
  @state() private width = 0;

  @query('button') private button!: HTMLElement | null;
  /** The visitor's line as drawn. It is kept while the visitor is about to correct it. */
  #ownLine: Line | null = null;
  #rows: readonly string[] = [];
  #text = '';
  #id = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #size?: ResizeObserver;

  override connectedCallback(): void {
    super.connectedCallback();
    // A change within the callback would cause a ResizeObserver loop error.
    this.#size = this.observeSize(() => requestAnimationFrame(() => (this.width = this.clientWidth)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size?.disconnect();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.visitorLine || !this.button?.matches(':hover, :focus-visible')) this.#ownLine = this.visitorLine;
    if (changed.has('line')) this.#showLine();
    else if (changed.has('width' as keyof PalCaptions)) this.#updateBreaks();
  }

  protected override updated(): void {
    clearTimeout(this.#timer);
    if (this.rowEnd >= this.#rows.length) return;
    // Show the next row only after the visitor had time to read the row that disappears.
    const replacedRow = this.#rows[this.rowEnd - this.#capacity] ?? '';
    this.#timer = setTimeout(() => this.rowEnd++, replacedRow.length * CAPTION_CHARACTER_MS);
  }

  /** Number of rows for the agent: one of two rows is used for the visitor's words if there are any. */
  get #capacity(): number {
    return this.#ownLine ? CAPTION_ROWS - 1 : CAPTION_ROWS;
  }

  /** Shows a new text. If the previous one grew, its new words become visible. */
  #showLine(): void {
    const { text = '', id = '', streaming = false } = this.line ?? {};
    const hasGrown = id === this.#id && text.startsWith(this.#text);
    const length = hasGrown ? this.#text.length : 0;
    this.#rows = captionLines(text, fitsInto(this, this.width));
    const to = Math.min(this.#rows.length, rowAt(this.#rows, length) + this.#capacity);
    if (hasGrown && !streaming) this.rowEnd = this.#rows.length;
    else this.rowEnd = hasGrown ? Math.max(this.rowEnd, to) : to;
    this.#text = text;
    this.#id = id;
  }

  /** Breaks the text into rows of another width, and keeps the same words visible. */
  #updateBreaks(): void {
    const firstRow = Math.max(0, this.rowEnd - this.#capacity);
    const offset = this.#rows.slice(0, firstRow).join(' ').length + Math.min(1, firstRow);
    this.#rows = captionLines(this.#text, fitsInto(this, this.width));
    this.rowEnd = Math.min(this.#rows.length, rowAt(this.#rows, offset) + this.#capacity);
  }

  override render() {
    const rows = this.#rows.slice(0, this.rowEnd);
    const from = Math.max(0, rows.length - this.#capacity);
    const words = {
      idle: '',
      listening: this.words.listening,
      thinking: this.words.thinking,
      speaking: '',
    }[this.activity];
    const visitorWords = this.#visitorWords(rows.length > 0 ? 1 : CAPTION_ROWS);
    if (rows.length === 0) {
      if (visitorWords !== nothing) return visitorWords;
      if (this.note) return html`<div part="activity" class="activity note">${this.note}</div>`;
      return words ? html`<div part="activity" class="activity ${this.activity}">${words}</div>` : nothing;
    }
    // The call's live region announces the sentences to screen readers.
    return html`${visitorWords}
      <p part="caption" dir="auto" aria-hidden="true">
        ${repeat(
          rows.slice(from),
          // The key contains the position, because moving rows would count as a layout shift.
          (row, index) => `${from} ${index} ${row}`,
          (row) => html`<span>${row} </span>`,
        )}
      </p>`;
  }

  /**
   * Renders the visitor's last words. They appear without animation, because the recognition may still change
   * them.
   */
  #visitorWords(maximum: number): TemplateResult | typeof nothing {
    const { words } = this;
    const line = this.#ownLine;
    if (!line) return nothing;
    const fits = fitsInto(this, this.width);
    const rows = captionLines(`${words.you} ${line.text}`, fits).slice(-maximum);
    const [first = '', ...rest] = rows;
    const label = `${words.you} `;
    const content = html`<span dir="auto"
        >${first.startsWith(label) ? html`<b>${words.you}</b>${first.slice(label.length)}` : first}</span
      >${rest.map((row) => html`<span dir="auto">${row}</span>`)}`;
    return this.correctable
      ? html`<button
          class="heard"
          part="heard"
          title=${words.correct}
          @click=${() => this.dispatchEvent(new CorrectEvent(line.text))}
          @pointerleave=${() => this.requestUpdate()}
          @blur=${() => this.requestUpdate()}
        >
          ${content}
        </button>`
      : html`<div class="heard" part="heard" aria-hidden="true">${content}</div>`;
  }
}

/** Returns the index of the row that contains the character at this offset. */
function rowAt(rows: readonly string[], offset: number): number {
  let end = 0;
  const row = rows.findIndex(({ length }) => (end += length + 1) > offset);
  return row < 0 ? rows.length : row;
}

/** Returns a function that says whether a line fits into this width in the element's font. */
function fitsInto(element: HTMLElement, width: number): (line: string) => boolean {
  // Before the first rendering, only the number of characters is limited.
  if (width === 0) return () => true;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return () => true;
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const maxWidth = width - 12;
  return (line) => context.measureText(line).width <= maxWidth;
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-captions': PalCaptions;
  }
}
