import { css, html, LitElement, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { StyledElement } from './base/styled-element.ts';
import { icon } from './base/icon.ts';

const chat = icon(
  svg`<path d="M4 12a8 8 0 1 1 3.4 6.5L4 20l1.2-3.6A8 8 0 0 1 4 12Z"/><path
    d="M9 13.5c.8 1 1.8 1.5 3 1.5s2.2-.5 3-1.5"/><path d="M9.2 9.8v.4M14.8 9.8v.4"/>`,
);
const minimise = icon(svg`<path d="M6 10l6 6 6-6"/>`);

/**
 * The button in the corner of the page.
 *
 * @summary Opens and closes the panel.
 * @csspart launcher - The button in the corner.
 */
export class PalLauncher extends StyledElement {
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  // The icon of a full launcher is as wide as a picture, so that nothing moves when the picture arrives.
  static override styles = css`
    :host {
      display: block;
      font-family: var(--pal-font);
    }
    button {
      font-family: inherit;
      font-size: var(--pal-launcher-font-size, max(16px, 1rem));
      font-weight: 600;
      line-height: 1.2;
      display: flex;
      align-items: center;
      gap: 10px;
      min-height: var(--pal-launcher-size, 56px);
      padding-block: 0;
      padding-inline: 18px 22px;
      border: 1px solid transparent;
      border-radius: var(--pal-launcher-radius, 999px);
      background: var(--pal-launcher-background, var(--pal-accent));
      color: var(--pal-launcher-color, var(--pal-on-accent));
      box-shadow: var(--pal-launcher-shadow, var(--pal-shadow));
      cursor: pointer;
      transition: transform var(--pal-duration) var(--pal-ease);
    }
    button:hover {
      transform: translateY(-2px);
    }
    button:focus-visible {
      outline: 3px solid var(--pal-accent);
      outline-offset: 3px;
    }
    :host([variant='tiny']) button {
      padding: 0;
      width: var(--pal-launcher-size, 56px);
      justify-content: center;
    }
    img {
      width: var(--pal-launcher-picture-size, 48px);
      aspect-ratio: 1;
      margin-inline-start: -12px;
      border-radius: 50%;
      object-fit: cover;
    }
    :host([variant='full']) svg {
      margin-inline: 7px;
    }
    [aria-busy='true'] > * {
      animation: wait 1.2s infinite;
    }
    @keyframes wait {
      50% {
        opacity: 0.4;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      [aria-busy='true'] > * {
        animation: none;
        opacity: 0.7;
      }
      button:hover {
        transform: none;
      }
    }
  `;

  /** The button's label. */
  @property() text = '';
  /** True if the panel is open. */
  @property({ type: Boolean }) open = false;
  /** True while the panel is loading. */
  @property({ type: Boolean }) busy = false;
  /** Form of the launcher: `tiny`, `compact` or `full`. */
  @property({ reflect: true }) variant = '';
  /** The agent's picture, for `full`. */
  @property() picture = '';

  override render() {
    const isTiny = this.variant === 'tiny';
    return html`<button
      part="launcher"
      title=${isTiny ? this.text : nothing}
      aria-busy=${this.busy}
      aria-expanded=${this.open}
      aria-haspopup="dialog"
    >
      ${
        this.open
          ? minimise
          : this.picture && this.variant === 'full'
            ? html`<img src=${this.picture} alt="" />`
            : chat
      }${isTiny ? nothing : html`<span .textContent=${this.text}></span>`}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-launcher': PalLauncher;
  }
}
