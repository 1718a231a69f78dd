/** Stops from outside the page: a muted microphone, paused sound, media keys, and a screen that turns off. */
import { expect } from '@open-wc/testing';
import { voice } from './voice.ts';
import { STATES } from '../../stories/states.ts';
import { find, isWebKit, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const { devices } = STATES.DeviceCheckMicrophoneOn();

/** Opens a call with an audible agent; `video` is the element that plays the voice. */
async function openWithVoice() {
  const sound = voice();
  const { widget, panel } = await openWidget({ ...STATES.LiveListening(), agent: sound.stream });
  const stage = find(panel.shadowRoot!, 'pal-stage')!.shadowRoot!;
  const video = stage.querySelector<HTMLVideoElement>('video.agent')!;
  await waitUntil(() => !video.paused, 'it plays');
  const button = () => stage.querySelector<HTMLButtonElement>('.play button');
  // A failed assertion on an element would describe it, which takes Firefox minutes.
  const hasButton = () => button() !== null;
  return { sound, widget, video, button, hasButton };
}

(isWebKit ? describe.skip : describe)('a stop from outside', () => {
  // This test comes first, because a call of an earlier test would release the media keys when its element is
  // removed.
  it('the screen stays awake while the visitor talks, and media keys mute and end the call', async () => {
    const locks: string[] = [];
    const handlers = new Map<string, (() => void) | null>();
    const { mediaSession } = navigator;
    const request = (kind: string) => {
      locks.push(kind);
      const release = () => Promise.resolve(locks.push('released'));
      return Promise.resolve(Object.assign(new EventTarget(), { release }));
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    const { setActionHandler } = mediaSession;
    mediaSession.setActionHandler = (action, handler) =>
      void handlers.set(action, handler && (() => handler({ action })));
    try {
      const { session, widget } = await openWidget(STATES.FirstScreen());
      session.show({ ...STATES.LiveListening(), devices });
      await waitUntil(() => locks.length === 1 && handlers.get('hangup'), 'the call is attended');
      expect(locks).to.deep.equal(['screen']);
      handlers.get('togglemicrophone')!();
      expect(session.calls).to.deep.include(['setMicrophone', false]);
      handlers.get('hangup')!();
      expect(session.calls.map(([verb]) => verb)).to.include('end');
      session.show({ phase: { is: 'ended', conversationId: 'c', reason: 'left' } });
      await waitUntil(() => locks.length === 2, 'the screen may sleep');
      expect([...handlers.values()]).to.deep.equal([null, null]);
      widget.remove();
    } finally {
      delete (navigator as { wakeLock?: unknown }).wakeLock;
      mediaSession.setActionHandler = setActionHandler;
    }
  });

  it('a stopped microphone shows a button that turns it on again', async () => {
    const { session, panel } = await openWidget(STATES.LiveMicrophoneTaken());
    await waitUntilSettled(panel);
    const notes = find(panel.shadowRoot!, '.side')!;
    expect(notes.textContent).to.contain('Another program is using the microphone');
    notes.querySelector<HTMLButtonElement>('.note button')!.click();
    expect(session.calls).to.deep.include(['setMicrophone', true]);
    await expect(panel).to.be.accessible();
  });

  it('a stopped sound shows an offer to continue, and a click does', async () => {
    const { sound, video, button, hasButton } = await openWithVoice();
    expect(hasButton()).to.equal(false);
    video.pause();
    await waitUntil(button, 'the button is there');
    button()!.click();
    await waitUntil(() => !video.paused && !button(), 'it plays again');
    sound.stop();
  });

  it('a moving element does not count as stopped', async () => {
    const { sound, widget, video, hasButton } = await openWithVoice();
    const container = document.createElement('div');
    document.body.append(container);
    const paused = new Promise((resolve) => video.addEventListener('pause', resolve, { once: true }));
    widget.remove();
    await paused;
    container.append(widget);
    await waitUntil(() => !video.paused, 'it plays again by itself');
    expect(hasButton()).to.equal(false);
    container.remove();
    sound.stop();
  });
});
