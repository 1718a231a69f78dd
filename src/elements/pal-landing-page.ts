import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { zoomOf } from './top-layer.ts';
import { fill } from './text/fill.ts';
import { tokens } from './parts/base/tokens.ts';

/** Classes that templates share: words beside the call, and a call without a frame. */
const SHAPES: Record<string, string> = { split: 'beside', card: 'beside flat', poster: 'flat' };

/**
 * A whole page for the agent. The deployment chooses one of five templates: `split` (words beside the call),
 * `centered` (words above it), `poster` (the call from edge to edge, words below), `minimal` (the call and a
 * name), `card` (both in one card).
 *
 * @summary The landing-page channel.
 * @csspart frame - The frame around the call.
 * @csspart page - The whole page.
 * @csspart logo - The owner's logo.
 * @csspart page-title - The page's heading.
 * @csspart page-text - The page's text.
 * @csspart links - The page's links.
 */
export class PalLandingPage extends Channel {
  static override styles = [
    tokens,
    css`
      :host {
        display: grid;
        min-height: calc(100dvh / var(--_zoom, 1));
      }
    `,
  ];

  /** True once the template's styles are loaded, or could not be. */
  @state() private hasStyles = false;

  protected override firstUpdated(): void {
    this.setStyle('--_zoom', `${zoomOf(this)}`);
    void import('./landing-looks.ts')
      .then(({ styles: looks }) => this.restyle([...this.sheets, looks]))
      .catch(() => {})
      .then(() => (this.hasStyles = true));
  }

  /** The page exists for the call only, so it opens its first screen without a click. */
  override appear(): void {
    this.open();
  }

  /** The first screen, which opens at once, has the picture of the call. */
  protected override showsPoster(): boolean {
    return false;
  }

  get #loads(): boolean {
    return !this.failed && ['idle', 'loading', undefined].includes(this.view?.phase.is);
  }

  override render() {
    if (!this.hasStyles) return nothing;
    // The wait is a page of its own, because parts of the later page would move once its template is known.
    if (this.#loads) return this.panel();
    const page = this.view?.deployment?.customization.landing_page ?? {};
    const { template = 'split', links = [] } = page;
    const callFirst = template === 'poster';
    return this.plain(
      html`<main part="page" class="${template} ${SHAPES[template]}">
        ${callFirst ? this.#frame() : nothing}
        <header>
          ${page.logo_url ? html`<img class="logo" part="logo" src=${page.logo_url} alt="" />` : nothing}
          <h1 part="page-title">${page.title ?? this.#title()}</h1>
          ${page.description && template !== 'minimal' ? html`<p part="page-text">${page.description}</p>` : nothing}
        </header>
        ${callFirst ? nothing : this.#frame()}
        ${
          links.length > 0
            ? html`<nav part="links">
                ${links.map((link) => html`<a href=${link.url} rel="noopener">${link.label}</a>`)}
              </nav>`
            : nothing
        }
      </main>`,
    );
  }

  #frame() {
    return html`<div class="frame" part="frame" role="group" aria-label=${this.facade.panel}>
      ${this.panel({ untitled: true })}
    </div>`;
  }

  /** The agent's name in a sentence; the document's title until both are known. */
  #title(): string {
    const name = this.view?.deployment?.pal_display_name;
    return name && this.language ? fill(this.language.words.firstTitle, { name }) : document.title;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-landing-page': PalLandingPage;
  }
}
