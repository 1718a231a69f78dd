import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { CardPart } from './card.ts';
import { figureStyles } from './figure-styles.ts';

/**
 * A picture with a description.
 *
 * @summary The canvas' picture.
 * @fires pal-request - `answer-card`.
 * @csspart image - The picture.
 * @csspart image-caption - Its caption.
 */
export class PalImageCard extends CardPart<'image'> {
  static override styles = [...CardPart.styles, figureStyles];

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
