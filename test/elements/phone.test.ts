/** What Safari on a telephone asks of a page with a call, by its documented rules; no telephone is at hand. */
import { expect, waitUntil } from '@open-wc/testing';
import { screenPicture, stopPictures } from '../../stories/pictures.ts';
import { STATES } from '../../stories/states.ts';
import { all, find, opened, settled } from './widget.ts';

/** The elements whose `load` is called while something is done, before any promise goes on. */
function loadedBy(work: () => void): HTMLMediaElement[] {
  const loaded: HTMLMediaElement[] = [];
  const { load } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.load = function (this: HTMLMediaElement) {
    loaded.push(this);
    load.call(this);
  };
  work();
  HTMLMediaElement.prototype.load = load;
  return loaded;
}

describe('on a telephone', () => {
  after(stopPictures);

  it('the tap that leads to a call touches the element that plays the agent', async () => {
    const { panel, session } = await opened();
    const start = find(panel.shadowRoot!, '.primary')!;
    const loaded = loadedBy(() => start.click());
    expect(session.asked.map(([verb]) => verb)).to.include('begin');
    expect(loaded).to.have.lengthOf(1);
    session.show(STATES.LiveListening());
    await settled(panel);
    expect(find(panel.shadowRoot!, 'video.agent')).to.equal(loaded[0]);
  });

  it('a tap that leads nowhere touches nothing', async () => {
    const { panel } = await opened(STATES.LiveListening());
    const microphone = find(panel.shadowRoot!, '[part~=microphone]')!;
    expect(loadedBy(() => microphone.click())).to.deep.equal([]);
  });

  it('a picture that was stopped meanwhile plays on when the page is seen again', async () => {
    const { panel } = await opened({ ...STATES.LiveListening(), agent: screenPicture() });
    const video = find<HTMLVideoElement>(panel.shadowRoot!, 'video.agent')!;
    await waitUntil(() => !video.paused && video.videoWidth > 0, 'the picture moves');
    video.pause();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => !video.paused, 'the picture moves again');
  });

  it('no picture takes the whole screen, and no field makes the page larger', async () => {
    let videos = 0;
    let fields = 0;
    for (const name of [
      'Password',
      'DeviceCheckCameraOn',
      'LiveTranscript',
      'Chat',
      'AfterCallFeedback',
    ] as const) {
      const { panel } = await opened({ ...STATES[name](), agent: screenPicture() });
      for (const element of all(panel.shadowRoot!)) {
        if (element instanceof HTMLVideoElement) {
          videos++;
          expect(element.hasAttribute('playsinline'), element.outerHTML).to.equal(true);
        }
        if (!element.matches('input:not([type=radio]), textarea, select')) continue;
        fields++;
        // Safari enlarges a page for letters below 16 px.
        expect(parseFloat(getComputedStyle(element).fontSize), element.outerHTML).to.be.at.least(16);
      }
    }
    expect(videos).to.be.above(1);
    expect(fields).to.be.above(3);
  });
});
