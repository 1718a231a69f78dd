/** In forced colours, which remove backgrounds and gradients, marks that are only a shape stay visible. */
import { expect } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { STATES } from '../../stories/states.ts';
import { inForcedColors } from './forced-colors.ts';
import { find, inChromium, openWidget } from './widget.ts';

/** Width in CSS pixels of the visible border at the top of an element or its pseudo-element. */
function visibleBorder(element: Element, pseudo?: string): number {
  const { borderTopWidth, borderTopColor } = getComputedStyle(element, pseudo);
  const canvas = getComputedStyle(document.body).backgroundColor;
  return [canvas, 'rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(borderTopColor)
    ? 0
    : parseFloat(borderTopWidth);
}

// Proves wcag-1.4.11.
describe('forced colours', () => {
  inChromium('the dots of a lost connection are visible', () =>
    inForcedColors(async () => {
      const { panel } = await openWidget(STATES.Reconnecting());
      expect(visibleBorder(find(panel.shadowRoot!, '.notice .dots i')!)).to.equal(4);
    }),
  );

  inChromium('the dot before the activity is visible, in the captions and on the stage', () =>
    inForcedColors(async () => {
      for (const [state, part] of [
        [STATES.LiveThinking(), 'pal-captions'],
        [STATES.LiveTranscript(), 'pal-stage'],
      ] as const) {
        const { panel } = await openWidget(state);
        const activity = find(find(panel.shadowRoot!, part)!.shadowRoot!, '.activity')!;
        expect(visibleBorder(activity, '::before'), part).to.equal(4);
      }
    }),
  );

  inChromium('the picture fades into the background', () =>
    inForcedColors(async () => {
      const { panel } = await openWidget(STATES.LiveListening());
      const fade = find(panel.shadowRoot!, '.fade')!;
      expect(getComputedStyle(fade).forcedColorAdjust).to.equal('none');
    }),
  );

  inChromium('each line of the transcript has an outline', () =>
    inForcedColors(async () => {
      const { panel } = await openWidget(STATES.LiveTranscript());
      const { outlineStyle, outlineColor } = getComputedStyle(find(panel.shadowRoot!, '.line span')!);
      expect(outlineStyle).to.equal('solid');
      expect(outlineColor).to.not.equal('rgba(0, 0, 0, 0)');
    }),
  );
});
