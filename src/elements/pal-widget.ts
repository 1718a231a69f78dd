import { css, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import './parts/request.ts';
import type { PalLauncher } from './parts/pal-launcher.ts';
import { tokens } from './tokens.ts';

/**
 * A floating launcher in a corner of the page, and the panel it opens.
 *
 * @summary The floating channel.
 * @slot launcher - Stands in the place of the launcher; a click on it opens and closes the panel.
 * @csspart panel - The panel's frame.
 */
export class PalWidget extends Channel {
  static override styles = [
    tokens,
    css`
      /* A corner is named by the screen's sides, whichever way the words run. */
      :host {
        position: fixed;
        bottom: max(var(--pal-inset, 20px), env(safe-area-inset-bottom));
        right: max(var(--pal-inset, 20px), env(safe-area-inset-right));
        z-index: var(--pal-z-index, 2147483000);
        font-family: var(--pal-font);
      }
      :host([position$='left']) {
        right: auto;
        left: max(var(--pal-inset, 20px), env(safe-area-inset-left));
      }
      :host([position^='top']) {
        top: max(var(--pal-inset, 20px), env(safe-area-inset-top));
        bottom: auto;
      }
      .panel {
        position: absolute;
        bottom: 72px;
        right: 0;
        width: min(var(--pal-panel-width, 400px), calc(100vw - 40px));
        height: min(var(--pal-panel-height, 720px), calc(100dvh - 112px));
        border: 1px solid var(--pal-line);
        border-radius: var(--pal-radius);
        background: var(--pal-surface);
        box-shadow: var(--pal-shadow);
        overflow: hidden;
        transform-origin: bottom right;
        animation: rise var(--pal-duration) var(--pal-ease);
      }
      :host([position$='left']) .panel {
        right: auto;
        left: 0;
        transform-origin: bottom left;
      }
      :host([position^='top']) .panel {
        top: 72px;
        bottom: auto;
        transform-origin: top;
      }
      .panel:focus {
        outline: none;
      }
      @keyframes rise {
        from {
          opacity: 0;
          transform: translateY(12px) scale(0.98);
        }
      }
      @media (max-width: 480px) {
        .panel {
          position: fixed;
          inset: 0 !important;
          width: auto;
          height: auto;
          border: 0;
          border-radius: 0;
        }
      }
    `,
  ];

  /** The words on the launcher. */
  @property() text = '';
  /** `bottom-right`, `bottom-left`, `top-right` or `top-left`. */
  @property({ reflect: true, useDefault: true }) position: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' = 'bottom-right';
  /** `tiny`: only an icon; `compact` and `full`: with words. */
  @property({ reflect: true, useDefault: true }) variant: 'tiny' | 'compact' | 'full' = 'compact';

  @query('pal-launcher') private launcher!: PalLauncher;
  @query('.panel') private panel!: HTMLElement | null;

  override open(): void {
    super.open();
    void this.updateComplete.then(() => this.panel?.focus());
  }

  override close(): void {
    const inside = this.shadowRoot?.activeElement;
    super.close();
    // The focus goes back to where it came from.
    if (inside) void this.updateComplete.then(() => (this.querySelector<HTMLElement>(':scope>[slot=launcher]') ?? this.launcher).focus());
  }

  override render() {
    return html`
      <slot name="launcher" @pointerover=${this.#warm} @focusin=${this.#warm} @click=${this.#toggle}>
        <pal-launcher exportparts="launcher" .text=${this.text || this.facade.launcher} .open=${this.opened} .tiny=${this.variant === 'tiny'}></pal-launcher>
      </slot>
      ${this.opened
        ? html`<div class="panel" part="panel" role="dialog" aria-label=${this.facade.panel} tabindex="-1" @keydown=${this.#key}>
            ${this.panelOf(true)}
          </div>`
        : nothing}
    `;
  }

  #warm = (): void => {
    void this.load();
  };

  #toggle = (): void => {
    if (this.opened) this.close();
    else this.open();
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    this.close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-widget': PalWidget;
  }
}
