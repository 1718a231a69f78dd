import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { tokens } from './parts/base/tokens.ts';

/** Minimum width in CSS pixels for a column beside the picture on the first screen. */
const MIN_WIDE_WIDTH = 620;

/**
 * The agent as part of the page's content: a facade until a visitor opens it, then the call. A wide facade shows the
 * texts and suggested questions of the first screen.
 *
 * @summary The inline channel.
 * @csspart frame - The frame around everything.
 * @csspart facade - The large button before a call.
 * @csspart facade-picture - The picture on the facade.
 * @csspart facade-words - The text on the facade; the main button of a wide one.
 * @csspart facade-invitation - The column beside the picture of a wide facade.
 * @csspart facade-question - A suggested question on a wide facade.
 */
export class PalEmbed extends Channel {
  // A wide facade has the same layout as the first screen, so that nothing moves.
  static override styles = [
    tokens,
    css`
      :host {
        display: block;
      }
      :host > .plain {
        display: block;
        container-type: inline-size;
      }
      :host([hidden]) {
        display: none;
      }
      .frame {
        position: relative;
        overflow: hidden;
        width: 100%;
        aspect-ratio: 16 / 9;
        min-height: min(440px, 100svh);
        max-height: 80svh;
        border: 1px solid var(--pal-line);
        border-radius: var(--pal-radius);
        background: var(--pal-surface);
      }
      @container (max-width: 480px) {
        .frame {
          aspect-ratio: 9 / 16;
          min-height: 520px;
        }
      }
      .facade {
        position: absolute;
        inset: 0;
        width: 100%;
        border: 0;
        padding: 0;
        cursor: pointer;
        font: inherit;
        background: color-mix(in oklab, var(--pal-accent) 14%, var(--pal-raised));
      }
      .facade:focus-visible {
        outline: 3px solid var(--pal-accent);
        outline-offset: -3px;
      }
      .facade img {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      .facade span {
        position: absolute;
        inset: auto 0 24px;
        margin: auto;
        width: fit-content;
        max-width: calc(100% - 84px);
        padding: 14px 26px;
        border-radius: 999px;
        background: var(--pal-accent);
        color: var(--pal-on-accent);
        font-weight: 600;
        box-shadow: var(--pal-shadow);
        transition: transform var(--pal-duration) var(--pal-ease);
      }
      @container (min-width: 620px) {
        .facade img {
          width: 52%;
          object-position: 50% 30%;
        }
        .facade:has(img) {
          background: var(--pal-surface);
        }
        .facade span {
          inset-block: 0;
          inset-inline-start: 52%;
          margin: auto;
          height: fit-content;
        }
      }
      [aria-busy='true'] span {
        animation: wait 1.2s infinite;
      }
      @keyframes wait {
        50% {
          opacity: 0.4;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        [aria-busy='true'] span {
          animation: none;
          opacity: 0.7;
        }
      }
      .facade:hover span {
        transform: translateY(-2px);
      }
    `,
  ];

  /**
   * Draws the content of a wide facade; null until it is loaded.
   *
   * @internal
   */
  @state() invitation: (() => TemplateResult) | null = null;
  @state() private wide = false;

  #size?: ResizeObserver;

  override connectedCallback(): void {
    this.#size?.disconnect();
    this.#size = this.observeSize(() => (this.wide = this.offsetWidth >= MIN_WIDE_WIDTH));
    // The inherited method throws if the JSON in an attribute is malformed, so it is called last.
    super.connectedCallback();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { attached } = this;
    if (!attached || !this.deploymentId || this.createSession) return;
    if (!['wide', 'deploymentId', 'baseUrl'].some((name) => changed.has(name))) return;
    // If the invitation cannot be loaded, the embed keeps its button, which reports a failure when it is pressed.
    void import('./embed-invitation.ts')
      .then((chunk) =>
        chunk.invite(this, {
          service: this.service,
          signal: attached,
          hasFailed: () => this.failed,
          load: () => this.load(),
        }),
      )
      .catch(() => {});
  }

  override render() {
    // The picture of the facade stays until the session shows more than a loading screen.
    const isLoading =
      this.poster && !this.view?.deployment && ['idle', 'loading', undefined].includes(this.view?.phase.is);
    return this.plain(
      html`<div class="frame" part="frame" role="group" aria-label=${this.facade.panel}>
        ${
          this.opened && this.view && !isLoading
            ? this.panel()
            : this.wide && this.invitation
              ? this.invitation()
              : html`<button
                  class="facade"
                  part="facade"
                  aria-busy=${this.opened}
                  @pointerenter=${this.preload}
                  @focusin=${this.preload}
                  @click=${() => this.open()}
                >
                  ${this.poster ? html`<img part="facade-picture" src=${this.poster} alt="" />` : nothing}<span
                    part="facade-words"
                    >${this.failed ? `⚠ ${this.facade.tryAgain}` : this.facade.begin}</span
                  >
                </button>`
        }
      </div>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-embed': PalEmbed;
  }
}
