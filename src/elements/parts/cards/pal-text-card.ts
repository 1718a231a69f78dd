import { css, html } from 'lit';
import { state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/**
 * A plain or Markdown text. The Markdown renderer is a separate chunk; until it is loaded, or if that fails, the
 * source text is shown.
 *
 * @summary The canvas' text.
 * @fires pal-request - `answer-card`.
 * @csspart card-text - The text.
 */
export class PalTextCard extends CardPart<'text'> {
  static override styles = [
    ...CardPart.styles,
    css`
      /* If there is no title, the text starts in its position. */
      .card {
        position: relative;
      }
      header:not(:has(h3)) {
        position: absolute;
        inset-block-start: 20px;
        inset-inline-end: 20px;
      }
      header:not(:has(h3)) + .body {
        padding-inline-end: 32px;
      }
      .body {
        display: flex;
        flex-direction: column;
        gap: 12px;
        overflow-wrap: anywhere;
      }
      .body.plain {
        white-space: pre-wrap;
      }
      .body,
      .body p {
        color: var(--pal-text);
      }
      .body > * {
        margin: 0;
      }
      h4 {
        font-size: 1em;
        font-weight: 620;
        line-height: 1.35;
      }
      h4:not(:first-child) {
        margin-block-start: 4px;
      }
      :is(ul, ol) {
        display: flex;
        flex-direction: column;
        gap: 4px;
        margin: 0;
        padding-inline-start: 1.35em;
      }
      li::marker {
        color: var(--pal-text-soft);
      }
      a {
        text-decoration-color: var(--pal-accent);
        text-underline-offset: 2px;
        border-radius: 3px;
      }
      code {
        font:
          0.9em ui-monospace,
          monospace;
        padding: 1px 5px;
        border-radius: 5px;
        background: var(--pal-raised);
      }
      pre {
        overflow: auto;
        padding: 12px 14px;
        border-radius: var(--pal-radius-small);
        background: var(--pal-raised);
      }
      pre code {
        padding: 0;
      }
      blockquote {
        padding-inline-start: 14px;
        border-inline-start: 3px solid var(--pal-line);
      }
      blockquote p {
        color: var(--pal-text-soft);
      }
      hr {
        width: 100%;
        border: 0;
        border-block-start: 1px solid var(--pal-line);
      }
      .wide {
        overflow: auto;
      }
      :is(.wide, pre):focus-visible {
        outline: 2px solid var(--pal-accent);
        outline-offset: 2px;
      }
      table {
        width: 100%;
        border-collapse: collapse;
        font-size: 0.92em;
      }
      :is(th, td) {
        padding-block: 8px;
        padding-inline: 0 12px;
        border-block-end: 1px solid var(--pal-line);
        text-align: start;
        font-variant-numeric: tabular-nums;
      }
      th {
        font-weight: 600;
      }
    `,
  ];

  @state() private read: typeof import('./markdown.ts').markdown | null = null;

  protected override willUpdate(): void {
    if (this.cardArguments.format === 'markdown' && !this.read)
      void import('./markdown.ts').then(
        ({ markdown }) => (this.read = markdown),
        () => {},
      );
  }

  override render() {
    const { title, body, format } = this.cardArguments;
    const rich = format === 'markdown' && this.read;
    return this.show(
      title ?? this.words.info,
      rich
        ? html`<div class="body" part="card-text">${rich(body, title !== undefined)}</div>`
        : html`<div class="body plain" part="card-text" dir="auto">${body}</div>`,
      { titled: title !== undefined },
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-text-card': PalTextCard;
  }
}
