/** In forced colours, which remove backgrounds and gradients, marks that are only a shape stay visible. */
import { setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import { inForcedColors } from './forced-colors.ts';
import { PICTURE } from './geometry.ts';
import { find, inChromium, openWidget } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** True if an element or its pseudo-element has an outline, which forced colours paint in the colour of the text. */
function hasOutline(element: Element, pseudo?: string): boolean {
  const { outlineStyle, outlineColor } = getComputedStyle(element, pseudo);
  return outlineStyle === 'solid' && outlineColor !== 'rgba(0, 0, 0, 0)';
}

describe('forced colours', () => {
  after(() => setViewport({ width: 1024, height: 800 }));

  // Proves wcag-1.4.11.
  inChromium('the dots of a lost connection have the colour of text', () =>
    inForcedColors(async () => {
      const { panel } = await openWidget(STATES.Reconnecting());
      const { backgroundColor } = getComputedStyle(find(panel.shadowRoot!, '.notice .dots i')!);
      const { color } = getComputedStyle(find(panel.shadowRoot!, '.notice')!);
      expect(backgroundColor).to.equal(color);
    }),
  );

  inChromium('the dot before the activity has an outline, in the captions and on the stage', () =>
    inForcedColors(async () => {
      for (const [state, part] of [
        [STATES.LiveThinking(), 'pal-captions'],
        [STATES.LiveTranscript(), 'pal-stage'],
      ] as const) {
        const { panel } = await openWidget(state);
        const activity = find(find(panel.shadowRoot!, part)!.shadowRoot!, '.activity')!;
        expect(hasOutline(activity, '::before'), part).to.equal(true);
      }
    }),
  );

  inChromium('the picture fills the stage, because there is no gradient below it', () =>
    inForcedColors(async () => {
      await setViewport({ width: 390, height: 844 });
      const { panel } = await openWidget({
        ...STATES.LiveListening(),
        agent: null,
        deployment: { ...DEPLOYMENT, thumbnail_image_url: PICTURE },
      });
      await waitUntil(() => find(panel.shadowRoot!, 'pal-stage[upright]'), 'the picture is there');
      const bottomOf = (selector: string) =>
        find(panel.shadowRoot!, selector)!.getBoundingClientRect().bottom;
      expect(bottomOf('.still')).to.be.closeTo(bottomOf('pal-stage'), 1);
    }),
  );

  inChromium('each line of the transcript has an outline', () =>
    inForcedColors(async () => {
      const { panel } = await openWidget(STATES.LiveTranscript());
      expect(hasOutline(find(panel.shadowRoot!, '.line span')!)).to.equal(true);
    }),
  );
});
