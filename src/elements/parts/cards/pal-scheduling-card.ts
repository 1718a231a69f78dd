import { css, html } from 'lit';
import { CardPart } from './card.ts';

/**
 * The owner's booking page in a sandboxed frame. It may run scripts, submit forms and open windows, but can neither
 * navigate this page nor access it, even from the same origin.
 *
 * @summary The canvas' scheduling page.
 * @fires pal-request - `answer-card`.
 * @csspart booking - The booking page.
 * @csspart link - The link that opens it in a tab.
 */
export class PalSchedulingCard extends CardPart<'scheduling_embed'> {
  static override styles = [
    ...CardPart.styles,
    css`
      iframe {
        width: 100%;
        height: clamp(320px, 60vh, 640px);
        border: 1px solid var(--pal-line);
        border-radius: var(--pal-radius-small);
        background: #fff;
      }
      a {
        font-size: 0.9em;
        padding-block: 4px;
        width: fit-content;
        border-radius: 4px;
      }
    `,
  ];

  override render() {
    const { words } = this;
    const url = this.cardArguments.scheduling_url;
    const isSameOrigin = URL.canParse(url) && new URL(url).origin === globalThis.origin;
    const sandbox = [
      'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
      ...(isSameOrigin ? [] : ['allow-same-origin']),
    ];
    return this.show(
      words.booking,
      html` <iframe
          part="booking"
          src=${url}
          title=${words.booking}
          sandbox=${sandbox.join(' ')}
          referrerpolicy="strict-origin-when-cross-origin"
          loading="lazy"
        ></iframe>
        <a part="link" href=${url} target="_blank" rel="noopener noreferrer">${words.openInTab}</a>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-scheduling-card': PalSchedulingCard;
  }
}
