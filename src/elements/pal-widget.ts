import { css, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { tokens } from './parts/base/tokens.ts';

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
      slot[hidden] {
        display: none;
      }
      pal-minimised + slot:not([hidden]) {
        display: block;
        margin-block-start: 8px;
      }
      :host([position$='left']) {
        right: auto;
        left: max(var(--pal-inset, 20px), env(safe-area-inset-left));
      }
      :host([position^='top']) {
        top: max(var(--pal-inset, 20px), env(safe-area-inset-top));
        bottom: auto;
      }
    `,
  ];

  /** The words on the launcher. */
  @property() text = '';
  /** `bottom-right`, `bottom-left`, `top-right` or `top-left`. */
  @property({ reflect: true, useDefault: true }) position:
    'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' = 'bottom-right';
  /**
   * `tiny`: only an icon; `compact`: with words; `full`: with words and the agent's picture, which is
   * `poster` until the deployment is known, and an icon until there is one.
   */
  @property({ reflect: true, useDefault: true }) variant: 'tiny' | 'compact' | 'full' = 'full';
  /** The panel is a large dialog over the page instead of a small one in the corner. */
  @property({ type: Boolean, reflect: true }) expanded = false;

  @query('pal-minimised, pal-launcher') private launcher!: HTMLElement;

  override close(): void {
    const inside = this.shadowRoot?.activeElement;
    super.close();
    // The focus goes back to where it came from.
    if (inside)
      void this.updateComplete.then(() =>
        (this.querySelector<HTMLElement>(':scope>[slot=launcher]') ?? this.launcher).focus(),
      );
  }

  /** A running call is never hidden: it stands where the launcher stood, or above the page's own. */
  get #minimised(): boolean {
    return !this.opened && this.view?.phase.is === 'live';
  }

  override render() {
    const own = this.querySelector(':scope>[slot=launcher]');
    return html`
      ${
        this.#minimised
          ? html`<pal-minimised lang=${this.language?.tag ?? 'en'} .view=${this.view}></pal-minimised>`
          : nothing
      }
      <slot
        name="launcher"
        ?hidden=${this.#minimised && !own}
        @pointerover=${this.warm}
        @focusin=${this.warm}
        @click=${this.#toggle}
      >
        <pal-launcher
          exportparts="launcher"
          .text=${this.failed ? `⚠ ${this.facade.tryAgain}` : this.text || this.facade.launcher}
          .open=${this.opened && !!this.view}
          .busy=${this.opened && !this.view}
          .variant=${this.variant}
          .picture=${this.poster}
        ></pal-launcher>
      </slot>
      ${
        this.view && (this.opened || this.view.phase.is === 'live')
          ? html`<dialog
              class="panel"
              part="panel"
              aria-label=${this.facade.panel}
              tabindex="-1"
              autofocus
              @keydown=${this.#key}
              @cancel=${this.#key}
            >
              ${this.panelOf({ closable: true })}
            </dialog>`
          : nothing
      }
    `;
  }

  #toggle = (): void => {
    if (this.opened) this.close();
    else this.open();
  };

  /** Escape, or a phone's gesture back: from the large dialog to the corner, from there out. */
  #key = (event: Event & { key?: string }): void => {
    if ((event.key && event.key !== 'Escape') || event.defaultPrevented) return;
    event.preventDefault();
    if (this.expanded) this.expanded = false;
    else this.close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-widget': PalWidget;
  }
}
