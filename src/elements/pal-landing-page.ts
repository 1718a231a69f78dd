import { css, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { Channel } from './channel.ts';
import { zoomOf } from './top-layer.ts';
import type { drawPage } from './landing-looks.ts';
import { tokens } from './parts/base/tokens.ts';

/**
 * A full page for the agent. The deployment selects one of five templates: `split` (text beside the call), `centered`
 * (text above it), `poster` (the call from edge to edge, text below), `minimal` (the call and a name), `card` (both
 * in one card).
 *
 * @summary The landing-page channel.
 * @csspart frame - The frame around the call.
 * @csspart page - The entire page.
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

  /** Draws the page with its template, or only the call if the templates cannot be loaded; null until then. */
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

  /** The page exists only for the call, so it opens the first screen without a click. */
  override appear(): void {
    this.open();
  }

  /** False, because the first screen opens immediately and already contains the agent's picture. */
  protected override showsPoster(): boolean {
    return false;
  }

  get #isLoading(): boolean {
    return !this.failed && ['idle', 'loading', undefined].includes(this.view?.phase.is);
  }

  override render() {
    const { draw, view, facade, language } = this;
    if (!draw) return nothing;
    const call = this.panel({ untitled: !this.#isLoading });
    // Draw only the call until the deployment's template is known; otherwise the rest of the page would move when
    // it becomes known.
    return this.#isLoading ? call : this.plain(draw({ call, view, facade, language }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-landing-page': PalLandingPage;
  }
}
