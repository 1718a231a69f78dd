import { css, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { zoomOf } from './top-layer.ts';
import type { drawPage } from './landing-looks.ts';
import { tokens } from './parts/base/tokens.ts';

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

  /** Draws the page in its template once the template is loaded; without it, only the call is drawn. */
  @state() private draw: typeof drawPage | null = null;

  protected override firstUpdated(): void {
    this.setStyle('--_zoom', `${zoomOf(this)}`);
    void import('./landing-looks.ts')
      .then((looks) => {
        this.restyle([...this.sheets, looks.styles]);
        this.draw = looks.drawPage;
      })
      .catch(() => {
        this.draw = ({ call }) => call;
      });
  }

  /** The page exists for the call only, so it opens its first screen without a click. */
  override appear(): void {
    this.open();
  }

  /** The first screen, which opens at once, contains the picture of the call. */
  protected override showsPoster(): boolean {
    return false;
  }

  get #loads(): boolean {
    return !this.failed && ['idle', 'loading', undefined].includes(this.view?.phase.is);
  }

  override render() {
    const { draw, view, facade, language } = this;
    if (!draw) return nothing;
    const call = this.panel({ untitled: !this.#loads });
    // A separate page is shown during loading, because parts of the final page would move once its template is known.
    return this.#loads ? call : this.plain(draw({ call, view, facade, language }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-landing-page': PalLandingPage;
  }
}
