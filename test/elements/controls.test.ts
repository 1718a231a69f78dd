/** The call's controls: a toolbar in one row with fixed names, whose states are visible and announced. */
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { find, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

async function openControls(view: Partial<View> = {}, locale = 'en') {
  const customization = { ...DEPLOYMENT.customization, locale };
  const deployment = { ...DEPLOYMENT, customization };
  const opened = await openWidget({ ...STATES.LiveScreenOffered(), agent: null, deployment, ...view });
  await waitUntil(() => opened.panel.lang === locale, 'the language has come');
  await waitUntilSettled(opened.panel);
  const root = find(opened.panel.shadowRoot!, 'pal-controls')!.shadowRoot!;
  const buttons = () =>
    [...root.querySelectorAll<HTMLElement>('button')].filter((button) => button.checkVisibility());
  return {
    ...opened,
    root,
    buttons,
    part: (name: string) => root.querySelector<HTMLElement>(`[part~=${name}]`)!,
  };
}

describe('<pal-controls>', () => {
  after(() => setViewport({ width: 1024, height: 800 }));

  // [the deployment's setting, the conversation's setting, true if captions are shown at first]
  const settings: [deployment: boolean | undefined, conversation: boolean | undefined, shown: boolean][] = [
    [undefined, undefined, true],
    [false, undefined, false],
    [false, true, true],
    [true, false, false],
  ];
  for (const [ofDeployment, ofCall, isShown] of settings)
    it(`show captions: ${ofDeployment}, in the conversation ${ofCall}; the visitor's choice has priority`, async () => {
      const deployment = { ...DEPLOYMENT, customization: { captions: ofDeployment, locale: 'en' } };
      const { panel, part } = await openControls({ deployment, captions: ofCall });
      const state = () => [
        find(panel.shadowRoot!, 'pal-captions') !== null,
        part('captions').getAttribute('aria-pressed') === 'true',
      ];
      expect(state()).to.deep.equal([isShown, isShown]);
      part('captions').click();
      await waitUntilSettled(panel);
      expect(state()).to.deep.equal([!isShown, !isShown]);
    });

  it('keep their names, and expose their states', async () => {
    const { session, panel, part } = await openControls();
    const statesOf = () =>
      ['microphone', 'camera', 'captions', 'transcript'].map((name) => [
        part(name).title,
        part(name).getAttribute('aria-pressed'),
      ]);
    expect(statesOf()).to.deep.equal([
      ['Microphone', 'true'],
      ['Camera', 'false'],
      ['Captions', 'true'],
      ['Transcript', 'false'],
    ]);
    session.show({ devices: { ...session.view.devices, microphone: { state: 'muted', id: 'm1' } } });
    part('transcript').click();
    await waitUntilSettled(panel);
    expect(statesOf()).to.deep.equal([
      ['Microphone', 'false'],
      ['Camera', 'false'],
      ['Captions', 'true'],
      ['Transcript', 'true'],
    ]);
  });

  it('are one stop of the Tab key, and arrow keys move along the reading direction', async () => {
    for (const [locale, forwardKey] of [
      ['en', 'ArrowRight'],
      ['ar', 'ArrowLeft'],
    ] as const) {
      const { root, buttons, widget } = await openControls({}, locale);
      expect(buttons().filter(({ tabIndex }) => tabIndex === 0)).to.have.length(1);
      buttons()[0]!.focus();
      await sendKeys({ press: forwardKey });
      expect(root.activeElement).to.equal(buttons()[1]);
      await sendKeys({ press: 'End' });
      expect(root.activeElement).to.equal(buttons().at(-1));
      await sendKeys({ press: forwardKey });
      expect(root.activeElement).to.equal(buttons()[0]);
      widget.remove();
    }
  });

  it('are in one row, the microphone first and the end apart; others fold if it is narrow', async () => {
    for (const [width, height] of [
      [320, 480],
      [390, 844],
      [480, 320],
      [1280, 800],
    ] as const) {
      await setViewport({ width, height });
      const { buttons, part, widget } = await openControls();
      const boxes = buttons().map((button) => button.getBoundingClientRect());
      expect(new Set(boxes.map(({ top }) => Math.round(top))).size, `${width}`).to.equal(1);
      expect(buttons()[0]).to.equal(part('microphone'));
      expect(buttons().at(-1)).to.equal(part('leave'));
      expect(part('more').checkVisibility(), `${width}`).to.equal(width === 320 || width === 390);
      widget.remove();
    }
  });

  it('unfold by their button, and fold again by Escape without closing the panel', async () => {
    await setViewport({ width: 320, height: 640 });
    const { root, part, panel, widget } = await openControls();
    part('more').focus();
    part('more').click();
    await waitUntilSettled(panel);
    expect(part('camera').checkVisibility()).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await waitUntilSettled(panel);
    expect([part('camera').checkVisibility(), root.activeElement === part('more')]).to.deep.equal([
      false,
      true,
    ]);
    expect(find(widget.shadowRoot!, 'dialog[open]')).not.to.equal(null);
  });
});
