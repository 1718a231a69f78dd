/** The templates of a landing page with their styles; only landing pages load them. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { View } from './session/phases.ts';
import type { FacadeWords } from './text/facade.ts';
import { fill } from './text/fill.ts';
import type { Language } from './text/words.ts';

/** Classes that several templates use: text beside the call, and a call without a frame. */
const SHAPES: Record<string, string> = { split: 'beside', card: 'beside flat', poster: 'flat' };

interface LandingPage {
  /** The screens of the call. */
  call: TemplateResult | typeof nothing;
  view: View | null;
  facade: FacadeWords;
  language: Language | null;
}

export function drawPage({ call, view, facade, language }: LandingPage): TemplateResult | typeof nothing {
  const page = view?.deployment?.customization.landing_page ?? {};
  const { template = 'split', links = [] } = page;
  const isCallFirst = template === 'poster';
  const frame = html`<div class="frame" part="frame" role="group" aria-label=${facade.panel}>${call}</div>`;
  return html`<main part="page" class="${template} ${SHAPES[template]}">
    ${isCallFirst ? frame : nothing}
    <header>
      ${page.logo_url ? html`<img class="logo" part="logo" src=${page.logo_url} alt="" />` : nothing}
      <h1 part="page-title">${page.title ?? titleOf(view, language)}</h1>
      ${page.description && template !== 'minimal' ? html`<p part="page-text">${page.description}</p>` : nothing}
    </header>
    ${isCallFirst ? nothing : frame}
    ${
      links.length > 0
        ? html`<nav part="links">
            ${links.map((link) => html`<a href=${link.url} rel="noopener">${link.label}</a>`)}
          </nav>`
        : nothing
    }
  </main>`;
}

/** Returns a title with the agent's name; the document's title until the name is known. */
function titleOf(view: View | null, language: Language | null): string {
  const name = view?.deployment?.pal_display_name;
  return name && language ? fill(language.words.firstTitle, { name }) : document.title;
}

export const styles = css`
  :host {
    align-items: center;
  }
  main {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
    gap: 0 clamp(28px, 5vw, 80px);
    align-items: center;
    width: 100%;
    max-width: var(--pal-page-width, 1240px);
    margin: 0 auto;
    padding: clamp(20px, 4vw, 56px);
    box-sizing: border-box;
  }
  main.centered {
    grid-template-columns: minmax(0, 860px);
    justify-content: center;
    gap: 28px;
    text-align: center;
  }
  /* Text above links, beside the call. */
  .beside header {
    align-self: end;
  }
  .beside:not(:has(nav)) header {
    grid-row: 1 / span 2;
    align-self: center;
  }
  .beside nav {
    align-self: start;
    margin-block-start: 24px;
  }
  .beside .frame {
    grid-area: 1 / 2 / span 2;
  }
  .centered .frame,
  .minimal .frame {
    height: clamp(440px, 100dvh / var(--_zoom, 1) - 300px, var(--pal-panel-height, 720px));
  }
  .centered nav {
    justify-content: center;
  }
  main.poster {
    display: block;
    max-width: none;
    padding: 0;
    align-self: start;
  }
  .poster .frame {
    height: min(76dvh / var(--_zoom, 1), 900px);
  }
  .flat .frame {
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  .poster :is(header, nav) {
    box-sizing: border-box;
    max-width: var(--pal-page-width, 1240px);
    margin: 0 auto;
  }
  .flat :is(header, nav) {
    padding-inline: clamp(24px, 4vw, 56px);
  }
  .poster :is(header, nav) {
    padding-block-end: 28px;
  }
  .poster header {
    padding-block-start: 28px;
  }
  main.minimal {
    grid-template-columns: minmax(0, 720px);
    justify-content: center;
    gap: 16px;
  }
  .minimal h1 {
    font-size: 1.1em;
    letter-spacing: 0;
    margin: 0;
  }
  main.card {
    max-width: 1080px;
    padding: 0;
    gap: 0;
    border: 1px solid var(--pal-line);
    border-radius: calc(var(--pal-radius) * 1.3);
    background: var(--pal-surface);
    box-shadow: var(--pal-shadow);
    overflow: hidden;
  }
  h1 {
    font-size: var(--pal-page-title-size, clamp(2.2em, 5vw, 3.6em));
    line-height: 1.05;
    letter-spacing: -0.03em;
    margin: 0 0 16px;
    overflow-wrap: anywhere;
    text-wrap: balance;
  }
  p {
    font-size: var(--pal-page-text-size, 1.15em);
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
  }
  nav a {
    color: inherit;
    padding-block: 8px;
  }
  .frame {
    position: relative;
    overflow: hidden;
    height: min(var(--pal-panel-height, 720px), calc(100dvh / var(--_zoom, 1) - 80px));
    min-height: 480px;
    border: 1px solid var(--pal-line);
    border-radius: calc(var(--pal-radius) * 1.3);
    background: var(--pal-surface);
    box-shadow: var(--pal-shadow);
    text-align: start;
  }
  @media (max-width: 820px) {
    main:not(.poster) {
      grid-template: auto minmax(440px, 1fr) / minmax(0, 1fr);
      min-height: calc(100dvh / var(--_zoom, 1));
      align-items: stretch;
    }
    main:is(.split, .centered) {
      gap: 20px;
    }
    .beside:not(:has(nav)) header,
    .beside .frame {
      grid-area: auto;
    }
    /* The call fills the rest of the window. */
    main:not(.poster) .frame {
      height: auto;
    }
    main.card {
      border: 0;
      border-radius: 0;
      padding-block: 28px;
      gap: 20px;
    }
  }
`.styleSheet!;
