/** Styles of a card that is a picture or a video. */
import { css } from 'lit';

export const figureStyles = css`
  .card {
    position: relative;
    padding: 0;
    gap: 0;
    overflow: hidden;
  }
  header {
    position: absolute;
    inset-block-start: 10px;
    inset-inline-end: 10px;
  }
  header .dismiss {
    margin: 0;
    background: color-mix(in srgb, var(--pal-surface) 84%, transparent);
    color: var(--pal-text);
  }
  figure {
    margin: 0;
  }
  img,
  video {
    display: block;
    width: 100%;
    max-height: 60vh;
    min-height: 96px;
    object-fit: contain;
    background: var(--pal-raised);
  }
  figcaption {
    padding: 14px 20px 16px;
    color: var(--pal-text-soft);
    font-size: 0.92em;
    overflow-wrap: anywhere;
  }
  .broken {
    display: grid;
    gap: 4px;
    place-content: center;
    min-height: 160px;
    padding: 24px 56px;
    text-align: center;
    background: var(--pal-raised);
  }
  .broken b {
    color: var(--pal-text);
    font-weight: 550;
  }
  .failed {
    padding: 0 20px 16px;
  }
`;
