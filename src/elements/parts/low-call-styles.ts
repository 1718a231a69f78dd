/** Layout of the call's screen if it is wide and low: the captions are beside the face, too. */
import { css } from 'lit';

/**
 * Reasons for rules, in their order (comments within the style sheet would be sent to each visitor):
 *
 * - `--_low`: The ground of the picture also fills the side of the captions.
 * - `:host(.carded:not(.textual)) pal-canvas[filled]`: Beside the buttons in the corner, to gain height.
 * - `:host(.carded:not(.textual)) .quiet`: During silence the card uses the space of the captions.
 * - `:host(:not(.carded, .aside, .textual)) .words translate`: Centred by a transform, so that a card does not move
 *   it.
 * - `@container (max-height: 60px)`: If a card leaves no space for the transcript, the transcript is hidden until the
 *   card closes.
 * - `@container (min-aspect-ratio: 6 / 5) and (max-width: 400px)`: At 400 % zoom a card, the transcript or a note
 *   needs the width more than the face, and the lowest rows are clear of the buttons in the corner.
 * - `@container (min-aspect-ratio: 6 / 5) and (max-height: 400px) and (min-width: 401px)`: If there is little space,
 *   choices also use part of the side of the face.
 */
export const lowCallStyles = css`
  @container (min-aspect-ratio: 6 / 5) and (max-height: 519px) {
    :host(:not(.textual)) {
      --_stage: min(46cqw, 100cqh - 124px);
      --_tile-limit: 100cqw;
      --_aside: 0px !important;
      --_fade: 90deg;
      --_low: 1;
      --_spill: visible clip;
      grid-template-columns: var(--_stage) minmax(0, 1fr) !important;
      grid-template-areas: 'stage canvas' 'stage side' 'stage words' 'dock dock' 'composer composer';
    }
    :host(:not(.textual)) .stage {
      --_filled-edges: linear-gradient(var(--_fade), #000 80%, #0000);
      grid-area: 1 / 1 / 4 / 2;
    }
    :host(:not(.textual):dir(rtl)) {
      --_fade: 270deg;
    }
    :host(:not(.textual)) :is(.canvas, .side, .words) {
      grid-column: 2 / 3 !important;
    }
    :host(.carded:not(.aside, .textual)) .canvas {
      grid-row: 1 / 3;
      align-content: start;
    }
    :host(.carded:not(.textual)) pal-canvas[filled] {
      padding-block: 8px !important;
    }
    :host(.carded:not(.textual)) .canvas {
      margin-inline-end: calc(var(--_end, 12px) - 12px);
    }
    :host(.carded:not(.textual)) .quiet {
      min-height: 0;
      padding: 0;
    }
    :host(.carded:not(.textual)) .quiet pal-captions {
      display: none;
    }
    :host(:not(.carded, .aside, .textual)) .side {
      justify-self: stretch;
      max-height: 100%;
      margin-inline: 12px calc(var(--_end, 24px) - 12px);
    }
    :host(:not(.carded, .aside, .textual)) .words {
      translate: 0 calc((100cqh - 124px - 2.8em - 20px) / -2);
    }
    :host(:is(.shared, .noted):not(.textual)) .words {
      translate: 0 0;
    }
    :host(.carded.aside:not(.textual)) .side {
      container-type: size;
      background: none;
    }
    :host(.carded.aside:not(.textual)) .side > * {
      background: var(--pal-surface);
    }
    pal-composer {
      --pal-composer-padding: 6px 12px 8px;
    }
    .dock {
      padding-block: 6px;
    }
  }
  @container (max-height: 60px) {
    :host(.carded.aside) pal-transcript {
      visibility: hidden;
    }
  }
  @container (min-aspect-ratio: 6 / 5) and (max-width: 400px) {
    :host(:is(.noted, .shared):not(.poor, .textual)) {
      --_stage: 84px;
    }
    :host(:is(.carded, .aside):not(.textual)) {
      --_stage: 0px;
    }
    :host(:is(.carded, .aside):not(.textual)) .stage {
      clip-path: inset(50%);
    }
    :host(.aside:not(.textual)) .side {
      margin-inline-end: calc(var(--_end, 12px) - 12px);
      padding-block-start: 0;
    }
    :host(:not(.carded, .aside, .textual)) .side {
      align-self: start;
      margin-inline-start: 0;
    }
    .note {
      padding: 8px;
    }
    :host(.noted:not(.textual)) .quiet {
      min-height: 0;
      padding: 0;
    }
    :host(.noted:not(.textual)) .quiet pal-captions {
      display: none;
    }
    :host(:not(.textual)) .words {
      translate: 0 0 !important;
    }
    :host(.shared:not(.textual)) .words {
      padding-inline-end: var(--_end, 12px);
    }
    .notice {
      font-size: 0.85em;
      line-height: 1.3;
    }
    .notice .dots {
      display: none;
    }
  }
  @container (min-aspect-ratio: 6 / 5) and (max-height: 400px) and (min-width: 401px) and (max-width: 560px) {
    :host(.choosing:not(.textual)) {
      --_over: calc(var(--_stage) - 28cqw);
    }
    :host(.choosing:not(.textual)) .stage {
      margin-inline-end: var(--_over);
    }
    :host(.choosing:not(.textual)) .canvas {
      margin-inline-start: calc(-1 * var(--_over));
    }
  }
`;
