import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import type { Line } from '../session/phases.ts';
import { Part } from './part.ts';
import { base } from './styles.ts';

/**
 * The words being said, over the picture.
 *
 * @summary Captions.
 * @csspart caption - The words being said.
 */
export class PalCaptions extends Part {
  static override styles = [
    base,
    css`
      :host {
        pointer-events: none;
      }
      p {
        width: fit-content;
        max-width: var(--pal-caption-width, 46ch);
        max-height: 6.2em;
        overflow: hidden;
        margin-inline: auto;
        padding: var(--pal-caption-padding, 8px 14px);
        border-radius: var(--pal-caption-radius, 14px);
        background: var(--pal-caption-background, rgb(0 0 0 / 0.72));
        color: var(--pal-caption-color, #fff);
        font-size: var(--pal-caption-size, 1em);
        text-align: center;
        display: flex;
        flex-direction: column;
        justify-content: end;
      }
      p[hidden] {
        display: none;
      }
    `,
  ];

  /** The line to show; none hides it. */
  @property({ attribute: false }) line: Line | null = null;

  override render() {
    return html`<p part="caption" dir="auto" ?hidden=${!this.line?.text}>${this.line?.text ?? ''}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-captions': PalCaptions;
  }
}
