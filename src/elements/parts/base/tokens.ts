import { css } from 'lit';

/**
 * Black or white, whichever reads better on the accent, whoever chose it: the second coordinate of XYZ is
 * WCAG's relative luminance, and at 0.179 both have a contrast of 4.58 to 1.
 */
export const onAccent = css`color(
  from var(--pal-accent) xyz-d65
  calc(0.95 * clamp(0, (0.179 - y) * 1e12, 1))
  clamp(0, (0.179 - y) * 1e12, 1)
  calc(1.089 * clamp(0, (0.179 - y) * 1e12, 1))
)`;

/**
 * The design tokens: one place for colour, space, shape and motion. What stands in `:host` is set on each
 * channel; every other one is unset and falls back, where it is used, to the default that is written there. A
 * page's own rule for the element wins.
 *
 * @cssprop {<color>} --pal-accent - The one colour: launcher, main buttons, focus.
 * @cssprop {<color>} --pal-on-accent - Words on the accent; by default black or white, whichever reads
 *   better.
 * @cssprop {<color>} --pal-surface - The background of panels and cards.
 * @cssprop {<color>} --pal-raised - The background of what lies on a surface: the agent's lines, a hovered
 *   button.
 * @cssprop {<color>} --pal-text - Words.
 * @cssprop {<color>} --pal-text-soft - Words of less weight.
 * @cssprop {<color>} --pal-line - Borders and separators.
 * @cssprop {<color>} --pal-danger - What went wrong.
 * @cssprop {<color>} --pal-good - What went well.
 * @cssprop {<color>} --pal-caution - What wants care.
 * @cssprop {<length>} --pal-radius - The corners of panels and cards.
 * @cssprop {<length>} --pal-radius-small - The corners of what is inside of them.
 * @cssprop {<shadow>} --pal-shadow - What floats above the page.
 * @cssprop {<font-family>} --pal-font - The font.
 * @cssprop {<easing-function>} --pal-ease - How things move.
 * @cssprop {<time>} --pal-duration - How long things move; almost nothing where the visitor wants less
 *   motion.
 * @cssprop {<length>} --pal-launcher-size - The launcher's height; where it is tiny, its width too.
 * @cssprop {<length>} --pal-launcher-radius - The launcher's corners.
 * @cssprop {<color>} --pal-launcher-background - The launcher's background.
 * @cssprop {<color>} --pal-launcher-color - The launcher's words and icon.
 * @cssprop {<length>} --pal-launcher-font-size - The size of the launcher's words.
 * @cssprop {<shadow>} --pal-launcher-shadow - The launcher's shadow.
 * @cssprop {<length>} --pal-launcher-picture-size - The size of the picture on a full launcher.
 * @cssprop {<length>} --pal-inset - How far the launcher is from the screen's edges.
 * @cssprop {<integer>} --pal-z-index - How far above the page the widget lies.
 * @cssprop {<length>} --pal-expanded-width - The enlarged panel is at most this wide.
 * @cssprop {<length>} --pal-expanded-height - The enlarged panel is at most this high.
 * @cssprop {<color>} --pal-backdrop - Over the page behind the enlarged panel.
 * @cssprop {<color>} --pal-star-color - The chosen stars after a call.
 * @cssprop {<length>} --pal-panel-width - The widget's panel is at most this wide.
 * @cssprop {<length>} --pal-panel-height - The panel is at most this high.
 * @cssprop {<length>} --pal-page-width - The landing page is at most this wide.
 * @cssprop {<length>} --pal-page-title-size - The size of the landing page's heading.
 * @cssprop {<length>} --pal-page-text-size - The size of the landing page's text.
 * @cssprop {<length>} --pal-logo-height - The logo is at most this high.
 * @cssprop {<length>} --pal-font-size - The size of words; all others are shares of it.
 * @cssprop {<number>} --pal-line-height - The height of lines.
 * @cssprop {<length>} --pal-title-size - The size of a screen's heading.
 * @cssprop {<number>} --pal-title-weight - The weight of a screen's heading.
 * @cssprop {<length>} --pal-screen-gap - The space between what stands on a screen.
 * @cssprop {<length>} --pal-screen-padding - The space around it.
 * @cssprop {<length>} --pal-screen-width - A screen's words are at most this wide.
 * @cssprop {<length>} --pal-button-height - The height of buttons.
 * @cssprop {<length>} --pal-button-padding - The space in buttons.
 * @cssprop {<length>} --pal-button-radius - The corners of buttons.
 * @cssprop {<number>} --pal-button-weight - The weight of words on buttons.
 * @cssprop {<length>} --pal-focus-width - The width of the ring around what has the focus.
 * @cssprop {<color>} --pal-focus-color - The colour of the ring around what has the focus.
 * @cssprop {<length>} --pal-label-size - The size of a field's label.
 * @cssprop {<length>} --pal-input-height - The height of fields.
 * @cssprop {<length>} --pal-input-padding - The space in fields.
 * @cssprop {<color>} --pal-input-line - The border of fields.
 * @cssprop {<length>} --pal-input-radius - The corners of fields.
 * @cssprop {<color>} --pal-input-background - The background of fields.
 * @cssprop {<color>} --pal-dot-color - The dots that say: wait.
 * @cssprop {<length>} --pal-face-height - The face on the first screen is at least this high.
 * @cssprop {<position>} --pal-face-position - Where the face is in its picture, on the first screen.
 * @cssprop {<length>} --pal-first-padding - The space around the words of the first screen.
 * @cssprop {<length>} --pal-close-size - The size of the button that closes.
 * @cssprop {<color>} --pal-stage-background - What is behind the picture.
 * @cssprop {<color>} --pal-stage-color - Words where there is no picture.
 * @cssprop {<position>} --pal-stage-position - Where the face is in its picture, in a call.
 * @cssprop {<length>} --pal-own-width - The width of the visitor's own picture.
 * @cssprop {<ratio>} --pal-own-ratio - The shape of the visitor's own picture.
 * @cssprop {<length>} --pal-own-radius - The corners of the visitor's own picture.
 * @cssprop {<length>} --pal-screen-share-width - The width of the visitor's screen while it is shared.
 * @cssprop {<color>} --pal-activity-background - Behind the words that say what the agent does.
 * @cssprop {<length>} --pal-activity-size - The size of these words.
 * @cssprop {<length>} --pal-caption-width - Captions are at most this wide.
 * @cssprop {<length>} --pal-caption-padding - The space in captions.
 * @cssprop {<length>} --pal-caption-radius - The corners of captions.
 * @cssprop {<color>} --pal-caption-background - Behind captions.
 * @cssprop {<color>} --pal-caption-color - Words of captions.
 * @cssprop {<length>} --pal-caption-size - The size of captions.
 * @cssprop {<length>} --pal-control-gap - The space between controls.
 * @cssprop {<length>} --pal-control-size - The size of a control.
 * @cssprop {<length>} --pal-control-radius - The corners of a control.
 * @cssprop {<color>} --pal-control-background - A control's background.
 * @cssprop {<color>} --pal-control-color - A control's icon.
 * @cssprop {<color>} --pal-control-on-color - The border and the line of a control that shows something.
 * @cssprop {<color>} --pal-control-off-color - The icon of a microphone or a camera that is off.
 * @cssprop {<color>} --pal-dock-background - Behind captions, controls and cards in a call, and behind the
 *   launcher of a call that goes on minimised.
 * @cssprop {<color>} --pal-leave-background - The background of the control that ends the call.
 * @cssprop {<color>} --pal-disclosure-background - The background of the banner that says what one talks to.
 * @cssprop {<color>} --pal-disclosure-color - Its words.
 * @cssprop {<length>} --pal-composer-gap - The space between the line to type in and its button.
 * @cssprop {<length>} --pal-composer-padding - The space around the line to type in.
 * @cssprop {<length>} --pal-composer-max-height - The line to type in grows this high.
 * @cssprop {<length>} --pal-composer-radius - The corners of the line to type in.
 * @cssprop {<length>} --pal-transcript-padding - The space around the lines of the transcript.
 * @cssprop {<length>} --pal-line-width - A line of the transcript is at most this wide.
 * @cssprop {<length>} --pal-line-gap - Half the space between lines.
 * @cssprop {<length>} --pal-bubble-padding - The space in a line.
 * @cssprop {<length>} --pal-bubble-radius - The corners of a line.
 * @cssprop {<color>} --pal-bubble-background - Behind the agent's lines.
 * @cssprop {<color>} --pal-bubble-user-background - Behind the visitor's lines.
 * @cssprop {<color>} --pal-mark-background - Behind a match.
 * @cssprop {<length>} --pal-card-gap - The space between what stands on a card.
 * @cssprop {<length>} --pal-card-padding - The space around it.
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
  :host([theme='light']) {
    color-scheme: light !important;
  }
  :host([theme='dark']) {
    color-scheme: dark !important;
  }
  /* Nothing that a page's words have reaches ours, but for the font; what is hidden is hidden. */
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
