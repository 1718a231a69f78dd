/**
 * Layout of the call's screen: the face, a card or the transcript, the captions and the controls on a dark
 * background, and the composer below. Controls never cover the face and never move during a call. Cards and
 * transcript take their space from the stage, whose upper corner stays in place.
 *
 * - Upright: everything is in one column.
 * - Wide: a card or the transcript is beside the face.
 * - Wide and low: the captions are also beside the face.
 */
import { css } from 'lit';

/**
 * Reasons for rules, in their order (comments within the style sheet would be sent to each visitor):
 *
 * - `.stage`: If the layout is upright, the picture fills a low stage as long as head and mouth are visible.
 * - `h2`: The agent's name, which gets the focus when a call begins.
 * - `h2 translate`: Positioned by a transform, so that resizing the stage moves nothing.
 * - `.words min-height`: The height is the same with and without captions.
 * - `@container (max-height: 400px)`: The face needs the height.
 * - `:host(:not(.aside, .textual)) .side`: Notes have the dark background; the transcript is a sheet on it.
 * - `.canvas scroll-padding-block`: Focused fields are not covered by a card's buttons.
 * - `.canvas --_corner`: Rounds the cut edge of a card that scrolls.
 * - `pal-canvas[filled]`: There is no padding, and so no height, while a card loads.
 * - `@container (max-height: 45em)`: If the screen is low for its text size, a card has priority over the face.
 * - `@container (max-height: 35em)`: A note has priority too, because its button would be cut off.
 * - `:host(.written)`: In text calls with a face the transcript needs the height.
 * - `:host(.textual)`: In text calls without a face the transcript fills the space below the controls.
 * - `:host(.carded:not(.aside, .textual)) .canvas`: Centres a card that is alone on its side.
 * - `:host(.carded.start:not(.textual, .aside))`: The agent may request the other side.
 * - `:host(.carded:not(.aside, .textual)) .canvas align-content`: Notes that appear below move nothing.
 * - `:host(.aside) h2`: The activity needs the width; whether there is enough depends on the text size.
 * - `:host(.poor) h2`: The note about the weak connection replaces the name.
 */
export const callStyles = css`
  :host {
    display: grid;
    grid-template: minmax(38cqh, 1fr) minmax(0, auto) minmax(0, auto) auto auto auto / minmax(0, 1fr);
    grid-template-areas: 'stage' 'canvas' 'side' 'words' 'dock' 'composer';
    height: 100%;
    background: var(--pal-dock-background, #14161a);
  }
  .stage {
    grid-area: stage;
    position: relative;
    min-width: 0;
    min-height: 0;
    container-type: size;
  }
  pal-stage {
    position: absolute;
    inset: 0;
  }
  .stage {
    --_filled: 100%;
    --_filled-edges: none;
  }
  @container (max-aspect-ratio: 2 / 1) {
    pal-stage {
      --_tile-side: var(--_filled);
      --_tile-edges: var(--_filled-edges);
    }
  }
  @container (min-aspect-ratio: 3 / 2) {
    pal-stage {
      --_high: 21%;
    }
  }
  h2 {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 10px;
    translate: 0 calc(100cqh - 100% - 10px);
    max-width: max(60%, 64px);
    overflow: hidden;
    padding: 5px 12px;
    border-radius: 999px;
    background: var(--pal-activity-background, rgb(0 0 0 / 0.62));
    color: #fff;
    font-size: 0.82em;
    font-weight: 550;
    line-height: 1.4;
    letter-spacing: 0;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  h2:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -2px;
  }
  @container (max-width: 21.25em) or (max-height: 11.25em) {
    :host(.poor) h2 {
      clip-path: inset(50%);
    }
  }
  @container (max-width: 15em) {
    :host(.aside) h2 {
      clip-path: inset(50%);
    }
  }
  .words {
    grid-area: words;
    display: grid;
    align-items: center;
    min-height: calc(2.8em + 20px);
    padding: 8px 12px 0;
    color: #fff;
    translate: 0 0;
    transition: translate var(--pal-duration) var(--pal-ease);
    will-change: translate;
  }
  .words > .hidden {
    inset-block-start: 8px;
    inset-inline-start: 12px;
  }
  .notice {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: center;
    min-height: calc(2.8em + 12px);
    color: #fff;
    text-align: center;
  }
  .notice .dots i {
    background: #fff;
  }
  .disclosure {
    display: grid;
    justify-items: center;
    align-self: start;
    width: 100%;
  }
  .disclosure span {
    padding: 8px 16px;
    border-radius: 12px;
    background: var(--pal-disclosure-background, #fff);
    color: var(--pal-disclosure-color, #16181d);
    font-size: 0.95em;
    font-weight: 550;
    line-height: 1.35;
  }
  .dock {
    grid-area: dock;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 8px 12px 10px;
  }
  .sharing {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding-inline-start: 4px;
    color: #fff;
    font-size: 0.85em;
    font-weight: 550;
    line-height: 1.3;
  }
  .sharing[hidden] {
    display: none;
  }
  .sharing button {
    flex: none;
    min-height: 34px;
    padding: 4px 14px;
    border-color: transparent;
    background: #fff;
    color: #16181d;
  }
  @container (max-height: 400px) {
    .sharing {
      flex-wrap: nowrap;
    }
    .sharing span {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  .sharing button:focus-visible {
    outline-color: #fff;
  }
  .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    min-height: 0;
    overflow: auto;
    background: var(--pal-surface);
  }
  :host(:not(.aside, .textual)) .side {
    background: var(--pal-dock-background, #14161a);
    text-align: center;
  }
  :host(:not(.aside, .textual)) .note {
    color: rgb(255 255 255 / 0.85);
  }
  :host(:not(.aside, .textual)) .note button:not(:hover) {
    border-color: rgb(255 255 255 / 0.5);
  }
  pal-transcript {
    flex: 1 1 44cqh;
    min-height: 120px;
  }
  .canvas {
    grid-area: canvas;
    min-height: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scroll-padding-block: 8px 96px;
    --_corner: calc(var(--pal-card-radius, var(--pal-radius)) + 12px);
    border-end-start-radius: var(--_corner);
    border-end-end-radius: var(--_corner);
  }
  pal-canvas[filled] {
    padding: 12px 12px 4px;
  }
  @container (max-height: 45em) {
    :host(.carded) {
      grid-template-rows: minmax(30cqh, 1fr) minmax(0, auto) minmax(0, auto) auto auto auto;
    }
  }
  @container (max-height: 35em) {
    :host(:is(.carded, .noted)) {
      grid-template-rows: minmax(26cqh, 1fr) minmax(0, auto) minmax(0, auto) auto auto auto;
    }
    pal-canvas[filled] {
      padding-block: 4px 2px;
    }
  }
  :is(.side, .canvas):focus-visible {
    outline: 2px solid var(--pal-accent);
    outline-offset: -2px;
  }
  .status {
    padding: 14px 20px 0;
  }
  .note {
    padding: 8px 16px;
    font-size: 0.82em;
  }
  .note p {
    color: inherit;
  }
  .note button {
    margin-block: 6px;
  }
  pal-composer {
    grid-area: composer;
    background: var(--pal-surface);
  }

  :host(.written) {
    grid-template-rows: 24cqh minmax(0, auto) minmax(0, 1fr) auto auto auto;
  }
  :host(.textual) {
    grid-template: auto minmax(0, 1fr) minmax(0, auto) auto / minmax(0, 1fr);
    grid-template-areas: 'dock' 'side' 'canvas' 'composer';
  }
  :host(.textual) .words,
  :host(.textual) pal-stage {
    display: none;
  }
  :host(.textual) .stage {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  :host(.textual) .dock {
    padding-inline: 12px var(--_end, 60px);
  }
  :host(.textual) .canvas {
    --_corner: 0;
    background: var(--pal-surface);
  }

  @container (min-aspect-ratio: 6 / 5) {
    :host(:not(.textual)) {
      --_side: clamp(220px, 40cqw, 420px);
      --_tile-limit: calc(100cqw - var(--_side) - 16px);
      grid-template-rows: minmax(0, auto) minmax(0, 1fr) auto auto auto;
      grid-template-columns: minmax(0, 1fr) var(--_side);
      grid-template-areas: 'canvas canvas' 'side side' 'words words' 'dock dock' 'composer composer';
    }
    :host(:not(.textual)) .stage {
      --_filled: initial;
      --_filled-edges: initial;
      grid-area: 1 / 1 / 3 / 3;
    }
    :host(:not(.textual)) :is(.canvas, .side) {
      grid-column: 2;
      z-index: 1;
    }
    :host(.carded:not(.aside, .textual)) .canvas {
      grid-row: 1 / 3;
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-content: safe center;
    }
    :host(.carded:not(.aside, .textual)) .side:not(:focus-within) {
      align-self: end;
    }
    :host(:not(.carded, .aside, .textual)) .side {
      grid-column: 1 / 3;
      justify-self: center;
      align-self: end;
      border-radius: var(--pal-radius-small);
    }
    :host(:is(.carded, .aside):not(.textual)) {
      --_aside: calc(var(--_side) / -2);
    }
    :host(:is(.carded, .aside):not(.textual):dir(rtl)) {
      --_aside: calc(var(--_side) / 2);
    }
    :host(.aside:not(.textual)) .side {
      padding-block-start: var(--_top, 12px);
    }
    :host(.aside.carded:not(.textual)) .side {
      padding-block-start: 0;
    }
    :host(.carded:not(.textual)) pal-canvas[filled] {
      padding-block: var(--_top, 12px) 12px;
    }
    :host(.carded.start:not(.textual, .aside)) {
      grid-template-columns: var(--_side) minmax(0, 1fr);
      --_aside: calc(var(--_side) / 2);
    }
    :host(.carded.start:not(.textual, .aside):dir(rtl)) {
      --_aside: calc(var(--_side) / -2);
    }
    :host(.carded.start:not(.textual, .aside)) .canvas {
      grid-column: 1;
    }
    :host(.carded.start:not(.textual, .aside)) pal-canvas[filled] {
      padding-block-start: 12px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .words {
      transition: none !important;
    }
  }
`;
