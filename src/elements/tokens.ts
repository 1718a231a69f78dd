import { css } from 'lit';

/**
 * The design tokens: one place for colour, space, shape and motion. What stands in `:host` is set on each channel; every other
 * one is unset and falls back, where it is used, to the default that is written there. A page's own rule for the element wins.
 *
 * @cssprop {<color>} --pal-accent - The one colour: launcher, main buttons, focus.
 * @cssprop {<color>} --pal-on-accent - Words on the accent; by default black or white, whichever reads better.
 * @cssprop {<color>} --pal-surface - The background of panels and cards.
 * @cssprop {<color>} --pal-raised - The background of what lies on a surface: the agent's lines, a hovered button.
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
 * @cssprop {<time>} --pal-duration - How long things move; almost nothing where the visitor wants less motion.
 */
export const tokens = css`
  :host {
    color-scheme: light dark;
    --pal-accent: light-dark(#2b5bd7, #8aabff);
    --pal-on-accent: light-dark(#ffffff, #0c1428);
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
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  @media (prefers-reduced-motion: reduce) {
    :host {
      --pal-duration: 1ms;
    }
  }
`;

/** Black or white, whichever reads better on a hex colour (WCAG relative luminance). */
export function readableOn(color: string): '#000000' | '#ffffff' {
  const hex = color.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
