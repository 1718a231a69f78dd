import { css, html, nothing } from 'lit';
import { Channel } from './channel.ts';
import { fill } from './text/fill.ts';
import { tokens } from './tokens.ts';

/**
 * A page of its own: who one talks to, and the call.
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
        display: block;
        min-height: 100dvh;
        font-family: var(--pal-font);
        color: var(--pal-text);
      }
      main {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
        gap: clamp(28px, 5vw, 80px);
        align-items: center;
        max-width: var(--pal-page-width, 1240px);
        min-height: 100dvh;
        margin: 0 auto;
        padding: clamp(20px, 4vw, 56px);
        box-sizing: border-box;
      }
      main.centered {
        grid-template-columns: minmax(0, 860px);
        justify-content: center;
        align-content: center;
        text-align: center;
      }
      h1 {
        font-size: var(--pal-page-title-size, clamp(2.2rem, 5vw, 3.6rem));
        line-height: 1.05;
        letter-spacing: -0.03em;
        margin: 0 0 16px;
        text-wrap: balance;
      }
      p {
        font-size: var(--pal-page-text-size, 1.15rem);
        line-height: 1.6;
        margin: 0;
        color: var(--pal-text-soft);
        text-wrap: pretty;
      }
      img.logo {
        max-height: var(--pal-logo-height, 48px);
        margin-block-end: 28px;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 20px;
        margin-block-start: 28px;
      }
      nav a {
        color: inherit;
        padding-block: 8px;
      }
      .frame {
        position: relative;
        overflow: hidden;
        height: min(var(--pal-panel-height, 720px), calc(100dvh - 80px));
        min-height: 480px;
        border: 1px solid var(--pal-line);
        border-radius: calc(var(--pal-radius) * 1.3);
        background: var(--pal-surface);
        box-shadow: var(--pal-shadow);
        text-align: start;
      }
      @media (max-width: 820px) {
        main,
        main.centered {
          grid-template-columns: minmax(0, 1fr);
          align-content: start;
          gap: 24px;
        }
      }
    `,
  ];

  protected override firstUpdated(): void {
    // The page is there for nothing else, so it begins by itself as far as the first screen.
    this.open();
  }

  override render() {
    const deployment = this.view?.deployment;
    const page = deployment?.customization.landing_page;
    const name = deployment?.pal_display_name ?? '';
    const split = (page?.template ?? 'split') === 'split';
    return html`<main part="page" class=${split ? '' : 'centered'}>
      <header>
        ${page?.logo_url ? html`<img class="logo" part="logo" src=${page.logo_url} alt="">` : nothing}
        <h1 part="page-title">${page?.title ?? (name && this.language ? fill(this.language.words.firstTitle, { name }) : document.title)}</h1>
        ${page?.description ? html`<p part="page-text">${page.description}</p>` : nothing}
        ${page?.links?.length ? html`<nav part="links">${page.links.map((link) => html`<a href=${link.url} rel="noopener">${link.label}</a>`)}</nav>` : nothing}
      </header>
      <div class="frame" part="frame" role="group" aria-label=${this.facade.panel}>${this.panelOf()}</div>
    </main>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-landing-page': PalLandingPage;
  }
}
