import { css, html, nothing, type PropertyValues } from 'lit';
import { property, query } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { holdInCorner } from './top-layer.ts';
import { tokens } from './parts/base/tokens.ts';

/**
 * A floating launcher in a corner of the page, and the panel it opens.
 *
 * @summary The floating channel.
 * @slot launcher - Replaces the launcher; a click on it opens and closes the panel.
 * @csspart panel - The panel's frame.
 */
export class PalWidget extends Channel {
  static override styles = [
    tokens,
    css`
      /* Corners are physical, whatever the text direction. */
      :host {
        position: fixed !important;
        width: auto !important;
        min-width: 0 !important;
        max-width: calc(100% - 2 * var(--pal-inset, 20px)) !important;
        height: auto !important;
        min-height: 0 !important;
        max-height: none !important;
        overflow: visible !important;
        /* Undoes the browser's styles for a popover. */
        margin: 0;
        border: 0;
        padding: 0;
        background: none;
        top: auto;
        left: auto;
        bottom: max(var(--pal-inset, 20px), env(safe-area-inset-bottom));
        right: max(var(--pal-inset, 20px), env(safe-area-inset-right));
        z-index: var(--pal-z-index, 2147483000);
        font-family: var(--pal-font);
        visibility: visible;
        pointer-events: auto;
      }
      slot[hidden] {
        display: none;
      }
      .plain + slot:not([hidden]) {
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
   * `tiny`: only an icon; `compact`: with words; `full`: with words and the agent's picture (`poster`, or an
   * icon without one).
   */
  @property({ reflect: true, useDefault: true }) variant: 'tiny' | 'compact' | 'full' = 'full';
  /** The panel is a large dialog over the page instead of a small one in the corner. */
  @property({ type: Boolean, reflect: true }) expanded = false;

  @query('pal-minimised, pal-launcher') private launcher!: HTMLElement;

  override connectedCallback(): void {
    super.connectedCallback();
    // An element that leaves the page also leaves the top layer.
    if (this.hasUpdated) holdInCorner(this, this.opened);
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    // The page's stylesheets may load after the script.
    if (document.readyState !== 'complete')
      window.addEventListener('load', () => holdInCorner(this, this.opened), {
        once: true,
        signal: this.attached,
      });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('opened') && this.isConnected) holdInCorner(this, this.opened);
    super.updated(changed);
  }

  protected override showsPoster(): boolean {
    return this.variant === 'full';
  }

  override close(): void {
    const inside = this.shadowRoot?.activeElement;
    super.close();
    // Return the focus to the launcher.
    if (inside)
      void this.updateComplete.then(() =>
        (this.querySelector<HTMLElement>(':scope>[slot=launcher]') ?? this.launcher).focus(),
      );
  }

  /** A running call is never hidden: it replaces the built-in launcher, or stands above the page's own. */
  get #minimised(): boolean {
    return !this.opened && this.view?.phase.is === 'live';
  }

  override render() {
    const own = this.querySelector(':scope>[slot=launcher]');
    return html`
      ${
        this.#minimised
          ? this.plain(
              html`<pal-minimised lang=${this.language?.tag ?? 'en'} .view=${this.view}></pal-minimised>`,
            )
          : nothing
      }
      <slot
        name="launcher"
        ?hidden=${this.#minimised && !own}
        @pointerover=${this.preload}
        @focusin=${this.preload}
        @click=${this.#toggle}
      >
        ${this.plain(
          html`<pal-launcher
            exportparts="launcher"
            .text=${this.failed ? `⚠ ${this.facade.tryAgain}` : this.text || this.facade.launcher}
            .open=${this.opened && !!this.view}
            .busy=${this.opened && !this.view}
            .variant=${this.variant}
            .picture=${this.poster}
          ></pal-launcher>`,
        )}
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
              ${this.panel({ closable: true })}
            </dialog>`
          : nothing
      }
    `;
  }

  #toggle = (): void => {
    if (this.opened) this.close();
    else this.open();
  };

  /** Escape, or a phone's back gesture, leaves the large dialog for the corner, and then closes the panel. */
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
