import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { CardPart } from './card.ts';

/**
 * A picture with its description.
 *
 * @summary The canvas' picture.
 * @fires pal-request - `answer-card`.
 * @csspart image - The picture.
 * @csspart image-caption - Its caption.
 */
export class PalImageCard extends CardPart<'image'> {
  static override styles = [
    ...CardPart.styles,
    css`
      .card {
        position: relative;
        padding: 0;
        gap: 0;
        overflow: hidden;
      }
      header {
        position: absolute;
        inset-block-start: 10px;
        inset-inline-end: 10px;
      }
      header .dismiss {
        margin: 0;
        background: color-mix(in srgb, var(--pal-surface) 84%, transparent);
        color: var(--pal-text);
      }
      figure {
        margin: 0;
      }
      img {
        display: block;
        width: 100%;
        max-height: 60vh;
        min-height: 96px;
        object-fit: contain;
        background: var(--pal-raised);
      }
      figcaption {
        padding: 14px 20px 16px;
        color: var(--pal-text-soft);
        font-size: 0.92em;
        overflow-wrap: anywhere;
      }
      .broken {
        display: grid;
        gap: 4px;
        place-content: center;
        min-height: 160px;
        padding: 24px 56px;
        text-align: center;
        background: var(--pal-raised);
      }
      .broken b {
        color: var(--pal-text);
        font-weight: 550;
      }
      .failed {
        padding: 0 20px 16px;
      }
    `,
  ];

  @state() private broken = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (
      changed.has('card') &&
      (changed.get('card') as this['card'] | undefined)?.arguments.url !== this.cardArguments.url
    )
      this.broken = false;
  }

  override render() {
    const { url, alt, caption } = this.cardArguments;
    return this.show(
      alt,
      html`<figure>
        ${
          this.broken
            ? html`<p class="broken" dir="auto"><b>${alt}</b>${this.words.imageBroken}</p>`
            : html`<img
                part="image"
                src=${url}
                alt=${alt}
                referrerpolicy="no-referrer"
                decoding="async"
                @error=${() => (this.broken = true)}
              />`
        }
        ${caption ? html`<figcaption part="image-caption" dir="auto">${caption}</figcaption>` : nothing}
      </figure>`,
      { titled: false },
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-image-card': PalImageCard;
  }
}
