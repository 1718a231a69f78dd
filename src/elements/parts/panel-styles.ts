/** Layout of the panel's screens: a face, with the content beside or below it. */
import { css } from 'lit';

export const panelStyles = css`
  :host {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template-rows: auto 1fr;
    overflow: auto;
    overscroll-behavior: contain;
    /* Keeps focused fields clear of the buttons. */
    scroll-padding-block: 8px 150px;
    container-type: size;
  }
  .beside,
  .screen,
  pal-call {
    grid-row: 2;
  }
  .beside {
    --_padding: var(--pal-first-padding, 20px clamp(24px, 5cqw, 40px) 24px);
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 100%;
    > :not(.picture) {
      flex: none;
      width: 100%;
      --pal-screen-padding: var(--_padding);
    }
  }
  .picture {
    flex: 1 1 0;
    position: relative;
    /* Leaves space for the buttons in the corner. */
    min-height: 36px;
    container: picture / size;
  }
  .first > .picture {
    min-height: var(--pal-face-height, 160px);
    background: var(--pal-raised);
  }
  /* On a low screen the text needs the height, so the picture may become smaller. */
  @container (max-height: 300px) {
    .first > .picture {
      min-height: 36px;
      background: none;
    }
  }
  .face {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    object-position: var(--pal-face-position, 50% 30%);
  }
  /* The worried face. */
  .picture > svg {
    position: absolute;
    inset: 0;
    margin: auto;
    width: min(128px, 50cqmin);
    height: auto;
    color: var(--pal-text-soft);
    stroke-width: 1.1;
  }
  /* Hide the face if its area is too low. */
  @container picture (max-height: 150px) {
    .picture > * {
      display: none;
    }
  }
  /* The space is reserved, so that the picture above does not change. */
  .over > :is([part='text'], .actions) {
    visibility: hidden;
  }
  .first .below {
    display: flex;
    flex-direction: column;
    gap: 10px;
    padding: var(--_padding);
  }
  .questions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block: 4px;
  }
  .questions button {
    min-height: 44px;
    padding: 8px 16px;
    background: var(--pal-raised);
    border-color: transparent;
    font-size: 0.95em;
    line-height: 1.3;
    text-align: start;
  }
  .questions button:hover {
    border-color: var(--pal-accent);
  }
  .first .actions {
    flex-flow: wrap;
    margin-block: 4px -12px;
    > * {
      flex: 1 1 40%;
    }
  }
  @container (min-width: 620px) or ((min-aspect-ratio: 5 / 4) and (min-width: 420px)) {
    .beside {
      display: grid;
      grid-template-columns: 52% minmax(0, 1fr);
      align-items: center;
    }
    .beside > * {
      grid-row: 1;
    }
    .picture {
      position: sticky;
      inset-block-start: 0;
      align-self: start;
      block-size: 100cqh;
    }
  }
  /* Headings do not overlap the buttons in the corner. */
  @container (max-height: 540px) and (min-aspect-ratio: 5 / 4) {
    .beside {
      --_title: 32px;
    }
  }
  :host([expandable]) {
    --_end: 112px;
    --_top: 58px;
  }
  .corner {
    position: absolute;
    inset-block-start: 10px;
    inset-inline-end: 10px;
    z-index: 5;
    display: flex;
    gap: 4px;
  }
  .corner button {
    display: grid;
    place-items: center;
    width: var(--pal-close-size, 44px);
    min-height: var(--pal-close-size, 44px);
    padding: 0;
    border-color: transparent;
    background: color-mix(in srgb, var(--pal-surface) 78%, transparent);
  }
  @media (max-width: 480px), (max-height: 560px) {
    :host {
      --_end: 64px !important;
    }
    .expand {
      display: none !important;
    }
  }
  pal-call {
    position: absolute;
    inset: 0;
  }
`;
