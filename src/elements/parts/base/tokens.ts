import { css } from 'lit';

/**
 * Black or white, whichever has more contrast with any accent: Y of XYZ is WCAG's relative luminance, and at
 * 0.179 both have a contrast of 4.58 to 1.
 */
export const onAccent = css`color(
  from var(--pal-accent) xyz-d65
  calc(0.95 * clamp(0, (0.179 - y) * 1e12, 1))
  clamp(0, (0.179 - y) * 1e12, 1)
  calc(1.089 * clamp(0, (0.179 - y) * 1e12, 1))
)`;

/**
 * The design tokens, and `.plain`, which resets inherited styles of the page except font and visibility.
 * The tokens are for colour, space, shape and motion. Each channel sets those in `:host` below; all others are
 * unset, and each place that uses one has its default. A page's own rule for the element overrides them.
 *
 * @cssprop {<color>} --pal-accent - The accent colour: launcher, main buttons, focus.
 * @cssprop {<color>} --pal-on-accent - Text on the accent; by default black or white, whichever has more
 *   contrast.
 * @cssprop {<color>} --pal-surface - The background of panels and cards.
 * @cssprop {<color>} --pal-raised - The background of elements on a surface: the agent's lines, a hovered
 *   button.
 * @cssprop {<color>} --pal-text - Text.
 * @cssprop {<color>} --pal-text-soft - Secondary text.
 * @cssprop {<color>} --pal-line - Borders and separators.
 * @cssprop {<color>} --pal-danger - Errors.
 * @cssprop {<color>} --pal-good - Success.
 * @cssprop {<color>} --pal-caution - Warnings.
 * @cssprop {<length>} --pal-radius - The corners of panels and cards.
 * @cssprop {<length>} --pal-radius-small - The corners of elements inside panels and cards.
 * @cssprop {<shadow>} --pal-shadow - The shadow of elements that float above the page.
 * @cssprop {<font-family>} --pal-font - The font.
 * @cssprop {<easing-function>} --pal-ease - The easing of animations.
 * @cssprop {<time>} --pal-duration - The duration of animations; almost zero if the visitor prefers reduced
 *   motion.
 * @cssprop {<length>} --pal-launcher-size - The launcher's height; also its width if it is tiny.
 * @cssprop {<length>} --pal-launcher-radius - The launcher's corners.
 * @cssprop {<color>} --pal-launcher-background - The launcher's background.
 * @cssprop {<color>} --pal-launcher-color - The launcher's text and icon.
 * @cssprop {<length>} --pal-launcher-font-size - The size of the launcher's text.
 * @cssprop {<shadow>} --pal-launcher-shadow - The launcher's shadow.
 * @cssprop {<length>} --pal-launcher-picture-size - The size of the picture on a full launcher.
 * @cssprop {<length>} --pal-inset - The launcher's distance from the screen's edges.
 * @cssprop {<integer>} --pal-z-index - The widget's `z-index`.
 * @cssprop {<length>} --pal-expanded-width - The largest width of the enlarged panel.
 * @cssprop {<length>} --pal-expanded-height - The largest height of the enlarged panel.
 * @cssprop {<color>} --pal-backdrop - The cover of the page behind the enlarged panel.
 * @cssprop {<color>} --pal-star-color - The selected stars after a call.
 * @cssprop {<length>} --pal-panel-width - The largest width of the widget's panel.
 * @cssprop {<length>} --pal-panel-height - The largest height of the panel.
 * @cssprop {<length>} --pal-page-width - The largest width of the landing page.
 * @cssprop {<length>} --pal-page-title-size - The size of the landing page's heading.
 * @cssprop {<length>} --pal-page-text-size - The size of the landing page's text.
 * @cssprop {<length>} --pal-logo-height - The largest height of the logo.
 * @cssprop {<length>} --pal-font-size - The size of text; other sizes are relative to it.
 * @cssprop {<number>} --pal-line-height - The height of lines.
 * @cssprop {<length>} --pal-title-size - The size of a screen's heading.
 * @cssprop {<number>} --pal-title-weight - The weight of a screen's heading.
 * @cssprop {<length>} --pal-screen-gap - The space between the items of a screen.
 * @cssprop {<length>} --pal-screen-padding - The space around a screen's content.
 * @cssprop {<length>} --pal-screen-width - The largest width of a screen's text.
 * @cssprop {<length>} --pal-button-height - The height of buttons.
 * @cssprop {<length>} --pal-button-padding - The padding of buttons.
 * @cssprop {<length>} --pal-button-radius - The corners of buttons.
 * @cssprop {<number>} --pal-button-weight - The weight of button labels.
 * @cssprop {<length>} --pal-focus-width - The width of the focus ring.
 * @cssprop {<color>} --pal-focus-color - The colour of the focus ring.
 * @cssprop {<length>} --pal-label-size - The size of a field's label.
 * @cssprop {<length>} --pal-input-height - The height of fields.
 * @cssprop {<length>} --pal-input-padding - The padding of fields.
 * @cssprop {<color>} --pal-input-line - The border of fields.
 * @cssprop {<length>} --pal-input-radius - The corners of fields.
 * @cssprop {<color>} --pal-input-background - The background of fields.
 * @cssprop {<color>} --pal-dot-color - The progress dots.
 * @cssprop {<length>} --pal-face-height - The smallest height of the face on the first screen.
 * @cssprop {<position>} --pal-face-position - Position of the face in its picture, on the first screen.
 * @cssprop {<length>} --pal-first-padding - The space around the text of the first screen.
 * @cssprop {<length>} --pal-close-size - The size of the button that closes.
 * @cssprop {<color>} --pal-stage-background - The background of the picture.
 * @cssprop {<color>} --pal-stage-color - Text without a picture.
 * @cssprop {<position>} --pal-stage-position - Position of the face in its picture, in a call.
 * @cssprop {<length>} --pal-own-width - The width of the visitor's own picture.
 * @cssprop {<ratio>} --pal-own-ratio - The shape of the visitor's own picture.
 * @cssprop {<length>} --pal-own-radius - The corners of the visitor's own picture.
 * @cssprop {<length>} --pal-screen-share-width - The width of the visitor's screen while it is shared.
 * @cssprop {<color>} --pal-activity-background - The background of the agent's activity.
 * @cssprop {<length>} --pal-activity-size - The text size of the agent's activity.
 * @cssprop {<length>} --pal-caption-width - The largest width of captions.
 * @cssprop {<length>} --pal-caption-padding - The padding of captions.
 * @cssprop {<length>} --pal-caption-radius - The corners of captions.
 * @cssprop {<color>} --pal-caption-background - The background of captions.
 * @cssprop {<color>} --pal-caption-color - The text of captions.
 * @cssprop {<length>} --pal-caption-size - The size of captions.
 * @cssprop {<length>} --pal-control-gap - The space between controls.
 * @cssprop {<length>} --pal-control-size - The size of a control.
 * @cssprop {<length>} --pal-control-radius - The corners of a control.
 * @cssprop {<color>} --pal-control-background - A control's background.
 * @cssprop {<color>} --pal-control-color - A control's icon.
 * @cssprop {<color>} --pal-control-on-color - The border and the underline of a control that is on.
 * @cssprop {<color>} --pal-control-off-color - The icon of a microphone or a camera that is off.
 * @cssprop {<color>} --pal-dock-background - The background of captions, controls and cards in a call, and of
 *   a minimised call.
 * @cssprop {<color>} --pal-leave-background - The background of the control that ends the call.
 * @cssprop {<color>} --pal-disclosure-background - The background of the disclosure banner.
 * @cssprop {<color>} --pal-disclosure-color - The text of the disclosure banner.
 * @cssprop {<length>} --pal-composer-gap - The space between the composer's field and its button.
 * @cssprop {<length>} --pal-composer-padding - The space around the composer's field.
 * @cssprop {<length>} --pal-composer-max-height - The largest height of the composer's field.
 * @cssprop {<length>} --pal-composer-radius - The corners of the composer's field.
 * @cssprop {<length>} --pal-transcript-padding - The space around the lines of the transcript.
 * @cssprop {<length>} --pal-line-width - The largest width of a line in the transcript.
 * @cssprop {<length>} --pal-line-gap - Half the space between lines.
 * @cssprop {<length>} --pal-bubble-padding - The padding of a line.
 * @cssprop {<length>} --pal-bubble-radius - The corners of a line.
 * @cssprop {<color>} --pal-bubble-background - The background of the agent's lines.
 * @cssprop {<color>} --pal-bubble-user-background - The background of the visitor's lines.
 * @cssprop {<color>} --pal-mark-background - The background of a match.
 * @cssprop {<length>} --pal-card-gap - The space between the items of a card.
 * @cssprop {<length>} --pal-card-padding - The space around a card's content.
 * @cssprop {<length>} --pal-card-radius - The corners of cards.
 * @cssprop {<color>} --pal-card-background - The background of cards.
 * @cssprop {<shadow>} --pal-card-shadow - The shadow of cards.
 * @cssprop {<length>} --pal-card-title-size - The size of a card's heading.
 * @cssprop {<length>} --pal-option-height - The height of an option.
 * @cssprop {<length>} --pal-option-radius - The corners of an option.
 */
export const tokens = css`
  :host {
    color-scheme: light dark !important;
    writing-mode: horizontal-tb !important;
    white-space: normal !important;
    --pal-accent: light-dark(#2b5bd7, #8aabff);
    --pal-on-accent: ${onAccent};
    --pal-surface: light-dark(#ffffff, #16181d);
    --pal-raised: light-dark(#f4f5f7, #22252c);
    --pal-text: light-dark(#16181d, #f2f3f5);
    --pal-text-soft: light-dark(#565c69, #a9afbc);
    --pal-line: light-dark(#e1e4e9, #343842);
    --pal-danger: light-dark(#c42b2b, #ff8a80);
    --pal-good: light-dark(#197a43, #7ee0a2);
    --pal-caution: light-dark(#8a5a00, #ffd479);
    --pal-radius: 20px;
    --pal-radius-small: 12px;
    --pal-shadow: 0 1px 2px rgb(0 0 0 / 0.08), 0 12px 40px rgb(0 0 0 / 0.18);
    --pal-font: inherit;
    --pal-ease: cubic-bezier(0.2, 0.8, 0.2, 1);
    --pal-duration: 240ms;
  }
  .plain {
    all: initial;
    display: contents;
    color-scheme: inherit;
    color: var(--pal-text);
    cursor: auto;
    font-family: var(--pal-font);
    font-size: var(--pal-font-size, max(16px, 1rem));
    line-height: var(--pal-line-height, 1.5);
    pointer-events: inherit;
    -webkit-user-select: text;
    user-select: text;
    visibility: inherit;
  }
  @media (prefers-reduced-motion: reduce) {
    :host {
      --pal-duration: 1ms;
    }
  }
`;
