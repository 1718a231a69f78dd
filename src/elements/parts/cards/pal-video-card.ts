import { css, html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { CardPart } from './card.ts';
import { figureStyles } from './figure-styles.ts';

/**
 * A video that the visitor starts. If it cannot be played, its address is shown as a link.
 *
 * @summary The canvas' video.
 * @fires pal-request - `answer-card`.
 * @csspart image - The video.
 * @csspart image-caption - Its caption.
 * @csspart link - The address of a video that cannot be played.
 */
export class PalVideoCard extends CardPart<'video'> {
  static override styles = [
    ...CardPart.styles,
    figureStyles,
    css`
      video {
        aspect-ratio: 16 / 9;
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
            ? html`<p class="broken" dir="auto">
                <a part="link" href=${url} target="_blank" rel="noreferrer">${alt}</a>
              </p>`
            : html`<video
                part="image"
                src=${url}
                aria-label=${alt}
                controls
                playsinline
                preload="metadata"
                @error=${() => (this.broken = true)}
              ></video>`
        }
        ${caption ? html`<figcaption part="image-caption" dir="auto">${caption}</figcaption>` : nothing}
      </figure>`,
      { titled: false },
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-video-card': PalVideoCard;
  }
}
