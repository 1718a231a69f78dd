import { css, html, nothing, type PropertyValues } from 'lit';
import { property, query } from 'lit/decorators.js';
import type { Customization } from '@palkit/contract/customization';
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
  // Corners are physical and do not follow the text direction. From `margin` to `background`, the rule for the host
  // resets the browser's styles for a popover. (A comment within the style sheet would be sent to every page.)
  static override styles = [
    tokens,
    css`
      :host {
        position: fixed !important;
        width: auto !important;
        min-width: 0 !important;
        max-width: calc(100% - 2 * var(--pal-inset, 20px)) !important;
        height: auto !important;
        min-height: 0 !important;
        max-height: none !important;
        overflow: visible !important;
        margin: 0;
        border: 0;
        padding: 0;
        background: none;
        top: var(--_top);
        left: var(--_left);
        bottom: var(--_bottom);
        right: var(--_right);
        z-index: var(--pal-z-index, 2147483000);
        font-family: var(--pal-font);
        visibility: visible;
        pointer-events: auto;
      }
      @media print {
        :host {
          display: none !important;
        }
      }
      slot[hidden] {
        display: none;
      }
      .plain + slot:not([hidden]) {
        display: block;
        margin-block-start: 8px;
      }
    `,
  ];

  /** The text on the launcher. */
  @property() text = '';
  /** Corner of the page: `bottom-right`, `bottom-left`, `top-right` or `top-left`. */
  @property() position: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left' = 'bottom-right';
  /**
   * `tiny` has only an icon; `compact` has a text; `full` has a text and the agent's picture (`poster`, otherwise an
   * icon).
   */
  @property() variant: 'tiny' | 'compact' | 'full' = 'full';
  /** True if the panel is a large dialog over the page instead of a small one in the corner. */
  @property({ type: Boolean }) expanded = false;

  /** The owner's settings that this element has applied. */
  #owner = { position: 'bottom-right', variant: 'full', text: '' };

  @query('pal-minimised, pal-launcher') private launcher!: HTMLElement;

  constructor() {
    super();
    // Code of the page may close the popover.
    this.addEventListener('toggle', () => this.#keepInCorner());
  }

  /** @internal */
  override readPage(): void {
    super.readPage();
    // An element that was removed from the page, or lost its `popover` attribute, is no longer in the top layer.
    if (this.hasUpdated) this.#keepInCorner();
  }

  protected override firstUpdated(): void {
    // The page's style sheets may load after this script.
    if (document.readyState !== 'complete')
      window.addEventListener('load', () => this.#keepInCorner(), { once: true, signal: this.attached });
  }

  #keepInCorner(): void {
    const { attached } = this;
    if (!attached || !this.isConnected) return;
    holdInCorner(this, this.opened);
    const viewport = visualViewport;
    // True if the page is wider than the screen by more than a scrollbar. A visitor's zoom changes both sides
    // equally.
    if (viewport && innerWidth > 20 + viewport.width * viewport.scale)
      void import('./follow-viewport.ts')
        .then((chunk) => chunk.followViewport(this, attached))
        .catch(() => {});
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#applySettings({ ...this.view?.deployment?.customization.widget, ...this.override?.widget });
    for (const side of ['top', 'right', 'bottom', 'left'])
      this.setStyle(
        `--_${side}`,
        this.position.includes(side) ? `max(var(--pal-inset, 20px), env(safe-area-inset-${side}))` : 'auto',
      );
    super.willUpdate(changed);
  }

  /** Applies the owner's settings unless the page has set the property. */
  #applySettings({
    position = 'bottom-right',
    variant = 'full',
    text: words = '',
  }: NonNullable<Customization['widget']>): void {
    const previousOwner = this.#owner;
    // Pages that were written for the hosted interface's widget pass an object with `title` and `btn_title`.
    const text = typeof words === 'string' ? words : ((words as { title?: string }).title ?? '');
    this.#owner = { position, variant, text };
    if (this.position === previousOwner.position && !this.hasAttribute('position')) this.position = position;
    if (this.variant === previousOwner.variant && !this.hasAttribute('variant')) this.variant = variant;
    if (this.text === previousOwner.text) this.text = text;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('opened')) this.#keepInCorner();
    super.updated(changed);
  }

  protected override showsPoster(): boolean {
    return this.variant === 'full';
  }

  override close(): void {
    const focusedElement = this.shadowRoot?.activeElement;
    super.close();
    // Return the focus to the launcher when the panel closes.
    if (focusedElement)
      void this.updateComplete.then(() =>
        (this.querySelector<HTMLElement>(':scope>[slot=launcher]') ?? this.launcher).focus(),
      );
  }

  /** True if a running call must stay visible: it replaces the built-in launcher, or is shown above the page's own. */
  get #isMinimised(): boolean {
    return !this.opened && this.view?.phase.is === 'live';
  }

  override render() {
    const customLauncher = this.querySelector(':scope>[slot=launcher]');
    return html`
      ${
        this.#isMinimised
          ? this.plain(
              html`<pal-minimised lang=${this.language?.tag ?? 'en'} .view=${this.view}></pal-minimised>`,
            )
          : nothing
      }
      <slot
        name="launcher"
        ?hidden=${this.#isMinimised && !customLauncher}
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
            .variant=${this.opened && this.view ? 'tiny' : this.variant}
            .picture=${this.poster}
          ></pal-launcher>`,
        )}
      </slot>
      ${
        this.view && (this.opened || this.view.phase.is === 'live')
          ? html`<dialog
              class="panel ${this.position}"
              part="panel"
              aria-label=${this.facade.panel}
              tabindex="-1"
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
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-widget': PalWidget;
  }
}
