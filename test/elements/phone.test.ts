/**
 * Requirements of Safari on iPhone for a page with a call, according to its documentation; these tests do not run on
 * an iPhone.
 */
import { setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { screenPicture, stopPictures } from '../../stories/pictures.ts';
import { SCREENS } from '../../stories/screens.ts';
import { STATES } from '../../stories/states.ts';
import { all, finishAnimations, find, isWebKit, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Returns the elements whose `load` is called while `work` runs, before any promise continues. */
function loadedBy(work: () => void): HTMLMediaElement[] {
  const loadedMedia: HTMLMediaElement[] = [];
  const { load } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.load = function (this: HTMLMediaElement) {
    loadedMedia.push(this);
    load.call(this);
  };
  work();
  HTMLMediaElement.prototype.load = load;
  return loadedMedia;
}

describe('on a phone', () => {
  after(stopPictures);

  it('the tap that leads to a call starts the element that plays the agent', async () => {
    const { panel, session } = await openWidget();
    const start = find(panel.shadowRoot!, '.primary')!;
    const loadedMedia = loadedBy(() => start.click());
    expect(session.calls.map(([verb]) => verb)).to.include('begin');
    expect(loadedMedia).to.have.lengthOf(1);
    session.show(STATES.LiveListening());
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, 'video.agent')).to.equal(loadedMedia[0]);
  });

  it('a tap without a call starts nothing', async () => {
    const { panel } = await openWidget(STATES.LiveListening());
    const microphone = find(panel.shadowRoot!, '[part~=microphone]')!;
    expect(loadedBy(() => microphone.click())).to.deep.equal([]);
  });

  it('a picture that was stopped meanwhile plays on when the page is visible again', async () => {
    const { panel } = await openWidget({ ...STATES.LiveListening(), agent: screenPicture() });
    const video = find<HTMLVideoElement>(panel.shadowRoot!, 'video.agent')!;
    await waitUntil(() => !video.paused && video.videoWidth > 0, 'the picture moves');
    video.pause();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => !video.paused, 'the picture moves again');
  });

  for (const [width, height] of [
    [480, 320],
    [320, 480],
    [568, 320],
  ] as const)
    // WebKit keeps the enlarge button of the previous window size, although phones have none.
    (isWebKit && width === 480 ? it.skip : it)(
      `every choice of a question is in view at ${width}x${height}, without scrolling`,
      async () => {
        await setViewport({ width, height });
        for (const locale of ['en', 'ar']) {
          const { widget, panel, session } = await openWidget(SCREENS['CardQuestion']!());
          widget.lang = locale;
          const deployment = session.view.deployment!;
          session.show({
            deployment: { ...deployment, customization: { ...deployment.customization, locale } },
          });
          await waitUntil(() => panel.lang === locale, `the words are ${locale}`);
          await waitUntilSettled(panel);
          finishAnimations(widget);
          const canvasBox = find(panel.shadowRoot!, '.canvas')!.getBoundingClientRect();
          const chips = [...all(panel.shadowRoot!)].filter((element) => element.matches('.chip'));
          expect(chips.length).to.equal(3);
          for (const chip of chips) {
            const { top, bottom, left, right } = chip.getBoundingClientRect();
            const description = `${chip.textContent} in ${locale}`;
            expect(top, description).to.be.at.least(canvasBox.top);
            expect(bottom, description).to.be.at.most(canvasBox.bottom);
            expect(left, description).to.be.at.least(Math.max(canvasBox.left, 0));
            expect(right, description).to.be.at.most(Math.min(canvasBox.right, width));
          }
        }
        await setViewport({ width: 800, height: 600 });
      },
    );

  it('no picture takes the whole screen, and no field zooms the page', async () => {
    let videos = 0;
    let fields = 0;
    for (const name of [
      'Password',
      'DeviceCheckCameraOn',
      'LiveTranscript',
      'Chat',
      'AfterCallFeedback',
    ] as const) {
      const { panel } = await openWidget({ ...STATES[name](), agent: screenPicture() });
      for (const element of all(panel.shadowRoot!)) {
        if (element instanceof HTMLVideoElement) {
          videos++;
          expect(element.hasAttribute('playsinline'), element.outerHTML).to.equal(true);
        }
        if (!element.matches('input:not([type=radio]), textarea, select')) continue;
        fields++;
        // Safari zooms into a page if a field with a font size below 16 px is focused.
        expect(parseFloat(getComputedStyle(element).fontSize), element.outerHTML).to.be.at.least(16);
      }
    }
    expect(videos).to.be.above(1);
    expect(fields).to.be.above(3);
  });
});
