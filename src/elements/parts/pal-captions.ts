import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { CAPTION_CHARACTER_MS, CAPTION_ROWS, captionLines } from '../session/caption.ts';
import type { Activity, Line } from '../session/phases.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';

/**
 * The words being said, in two lines that roll; between them, what the agent does. Its place is as high with
 * words as without, so that nothing around it moves.
 *
 * @summary Captions.
 * @csspart caption - The words being said.
 * @csspart activity - What the agent does, while it says nothing.
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
      /* As wide as its place and from its top, so that words that come shift nothing. */
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

  /** The line to show; none hides it. */
  @property({ attribute: false }) line: Line | null = null;
  /** What the agent does. */
  @property() activity: Activity = 'idle';

  /** The lines up to this one are out, the last two of them are seen. */
  @state() private shownTo = 0;
  /** So wide is the place, in CSS pixels. */
  @state() private width = 0;

  #rows: readonly string[] = [];
  #text = '';
  #id = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The frame after: what an observer changes at once, the browser tells the page of as an error. */
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
    if (changed.has('line')) this.#take();
    else if (changed.has('width' as keyof PalCaptions)) this.#rebreak();
  }

  protected override updated(): void {
    clearTimeout(this.#timer);
    if (this.shownTo >= this.#rows.length) return;
    // The line that will go is read by then.
    const reading = this.#rows[this.shownTo - CAPTION_ROWS] ?? '';
    this.#timer = setTimeout(() => this.shownTo++, reading.length * CAPTION_CHARACTER_MS);
  }

  /** Where the text grew, its new words are what is seen. */
  #take(): void {
    const { text = '', id = '', streaming = false } = this.line ?? {};
    const grown = id === this.#id && text.startsWith(this.#text);
    const known = grown ? this.#text.length : 0;
    this.#rows = captionLines(text, fitting(this, this.width));
    const to = Math.min(this.#rows.length, rowAt(this.#rows, known) + CAPTION_ROWS);
    if (grown && !streaming) this.shownTo = this.#rows.length;
    else this.shownTo = grown ? Math.max(this.shownTo, to) : to;
    this.#text = text;
    this.#id = id;
  }

  /** Another width: the same words are seen. */
  #rebreak(): void {
    const first = Math.max(0, this.shownTo - CAPTION_ROWS);
    const seen = this.#rows.slice(0, first).join(' ').length + Math.min(1, first);
    this.#rows = captionLines(this.#text, fitting(this, this.width));
    this.shownTo = Math.min(this.#rows.length, rowAt(this.#rows, seen) + CAPTION_ROWS);
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
    // The call's log tells it to screen readers, each sentence once.
    return html`<p part="caption" dir="auto" aria-hidden="true">
      ${repeat(
        rows.slice(from),
        // Each is a new one wherever it stands: moved ones would count as a shift of the page's layout.
        (row, index) => `${from} ${index} ${row}`,
        (row) => html`<span>${row} </span>`,
      )}
    </p>`;
  }
}

/** The row that holds the character at this place of the text. */
function rowAt(rows: readonly string[], place: number): number {
  let end = 0;
  const row = rows.findIndex(({ length }) => (end += length + 1) > place);
  return row < 0 ? rows.length : row;
}

/** Whether a line fits into so many pixels, as the element's font has it. */
function fitting(element: HTMLElement, width: number): (line: string) => boolean {
  // Before its first drawing it has no width: the number of characters alone decides.
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
