/** On small phones a visitor sees notes, their buttons and the microphone's level without scrolling. */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { STATES, type StateName } from '../../stories/states.ts';
import { PICTURE, waitUntilDrawn } from './geometry.ts';
import { find } from './widget.ts';
import { waitUntil } from './wait-until.ts';

async function openIn(locale: string, name: StateName): Promise<PalPanel> {
  const session = new ScriptedSession();
  const view: Partial<View> = STATES[name]();
  const base = view.deployment ?? DEPLOYMENT;
  const customization = { ...base.customization, locale };
  session.show({
    ...view,
    agent: null,
    deployment: { ...base, customization, thumbnail_image_url: PICTURE },
  });
  const widget = await fixture<PalWidget>(
    html`<pal-widget deployment-id="d1" .createSession=${() => session}></pal-widget>`,
  );
  widget.open();
  const panelOf = () => widget.shadowRoot!.querySelector<PalPanel>('pal-panel');
  await waitUntil(() => panelOf()?.lang === locale, `the words are ${locale}`);
  await waitUntilDrawn(panelOf()!);
  await nextFrame();
  return panelOf()!;
}

/** Returns the space in CSS pixels between the bottom of an element and `limit`, below which it is cut off. */
function spaceBelow(panel: PalPanel, selector: string, limit: (box: HTMLElement) => number): number {
  const element = find(panel.shadowRoot!, selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return limit(element) - element.getBoundingClientRect().bottom;
}

const sideBottom = (note: HTMLElement) => note.closest('.side')!.getBoundingClientRect().bottom;
const buttonsTop = (inside: HTMLElement) =>
  inside.closest('.screen')!.querySelector('.actions')!.getBoundingClientRect().top;

describe('small phones', () => {
  before(() => setViewport({ width: 320, height: 480 }));
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const locale of ['en', 'de']) {
    for (const [name, selector] of [
      ['LiveMicrophoneDenied', '.note[role]:not([hidden])'],
      ['LiveMicrophoneTaken', '.note button'],
      ['LiveHearingDownloading', '.note button'],
    ] as const)
      it(`the note of ${name} is complete in ${locale}`, async () => {
        const panel = await openIn(locale, name);
        expect(spaceBelow(panel, selector, sideBottom)).to.be.at.least(0);
      });

    it(`the level is above the buttons beside the camera's picture in ${locale}`, async () => {
      const panel = await openIn(locale, 'DeviceCheckCameraOn');
      expect(spaceBelow(panel, 'meter', buttonsTop)).to.be.at.least(0);
    });

    it(`a message that was not sent says so above the buttons in ${locale}`, async () => {
      const panel = await openIn(locale, 'UnavailableClosedMessageFailed');
      await waitUntil(() => find(panel.shadowRoot!, '.wrong'), 'the error is there');
      expect(spaceBelow(panel, '.wrong', buttonsTop)).to.be.at.least(0);
    });
  }
});
