/** A call with a closed panel remains visible: the agent, the duration, and the state of the microphone. */
import { expect, fixture, html } from '@open-wc/testing';
import { LIVE, DEPLOYMENT } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import type { PalMinimised } from '../../src/elements/parts/pal-minimised.ts';
import { finishAnimations, find, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const { devices } = STATES.DeviceCheckMicrophoneOn();
const live = () => ({ phase: LIVE, devices, since: Date.now() - 80_000 });

/** Opens a widget with a running call and closes its panel; returns the bar that remains of the call. */
async function openMinimised(view: Parameters<typeof openWidget>[0] = live()) {
  const opened = await openWidget(view);
  opened.widget.close();
  await opened.widget.updateComplete;
  const bar = opened.widget.shadowRoot!.querySelector<PalMinimised>('pal-minimised')!;
  await bar.updateComplete;
  const button = (part: string) => bar.shadowRoot!.querySelector<HTMLElement>(`[part~=${part}]`)!;
  return { ...opened, bar, button };
}

describe('<pal-minimised>', () => {
  it('replaces the launcher, accessibly, and shows name and duration', async () => {
    const { widget, bar, button } = await openMinimised();
    expect(find(widget.shadowRoot!, 'pal-launcher')!.checkVisibility()).to.equal(false);
    expect(button('name').textContent).to.equal('Mira');
    expect(button('time').textContent).to.match(/^1:2\d$/);
    finishAnimations(bar);
    await expect(bar).to.be.accessible();
  });

  it('mutes a microphone that is on, and turns it on again', async () => {
    const { widget, session } = await openMinimised();
    const microphoneCalls = () => session.calls.filter(([verb]) => verb === 'setMicrophone');
    await waitUntil(() => microphoneCalls().length > 0, 'it is muted');
    expect(microphoneCalls()).to.deep.equal([['setMicrophone', false]]);
    session.show({ devices: { ...devices, microphone: { state: 'muted', id: 'm1' } } });
    widget.open();
    expect(microphoneCalls()).to.deep.equal([
      ['setMicrophone', false],
      ['setMicrophone', true],
    ]);
  });

  it('leaves a microphone that the visitor muted, and one that the owner keeps on', async () => {
    const muted = { ...devices, microphone: { state: 'muted' as const, id: 'm1' } };
    const withSavedSize = {
      ...live(),
      deployment: { ...DEPLOYMENT, customization: { widget: { minimised_microphone: 'on' as const } } },
    };
    for (const view of [{ ...live(), devices: muted }, withSavedSize]) {
      const { widget, session } = await openMinimised(view);
      widget.open();
      expect(session.calls.filter(([verb]) => verb === 'setMicrophone')).to.deep.equal([]);
    }
  });

  it('has controls for the microphone and the end, and a ring that follows the voice', async () => {
    const { widget, session, bar, button } = await openMinimised();
    const ringLevel = () => button('face').style.getPropertyValue('--_level');
    expect(button('microphone').getAttribute('aria-pressed')).to.equal('true');
    const levelBefore = ringLevel();
    session.show({ devices: { ...devices, level: 0.9 } });
    await widget.updateComplete;
    await bar.updateComplete;
    expect(Number(ringLevel())).to.be.greaterThan(Number(levelBefore));
    button('microphone').click();
    expect(session.calls.at(-1)).to.deep.equal(['setMicrophone', false]);
    session.show({ devices: { ...devices, microphone: { state: 'muted', id: 'm1' }, level: 0 } });
    await widget.updateComplete;
    await bar.updateComplete;
    expect([button('microphone').getAttribute('aria-pressed'), Number(ringLevel())]).to.deep.equal([
      'false',
      0,
    ]);
    button('leave').click();
    expect(session.calls.at(-1)).to.deep.equal(['end']);
  });

  it('takes the focus from its button, and opens the panel again', async () => {
    const { widget, panel } = await openWidget(live());
    const closing = find(panel.shadowRoot!, '[part=close]')!;
    expect(closing.title).to.equal('Minimise (the call goes on)');
    closing.focus();
    closing.click();
    await widget.updateComplete;
    const bar = widget.shadowRoot!.querySelector('pal-minimised')!;
    await waitUntil(() => bar.shadowRoot!.activeElement?.matches('.back'), 'the way back has the focus');
    bar.shadowRoot!.querySelector<HTMLElement>('.back')!.click();
    await waitUntilSettled(panel);
    expect(widget.shadowRoot!.querySelector('pal-minimised')).to.equal(null);
  });

  it('works beside the page’s own launcher', async () => {
    const { widget, session } = await openWidget({ phase: { is: 'ready' } });
    const ownLauncher = await fixture<HTMLButtonElement>(html`<button slot="launcher">Help</button>`);
    widget.append(ownLauncher);
    session.show(live());
    widget.close();
    await widget.updateComplete;
    expect(ownLauncher.checkVisibility()).to.equal(true);
    expect(widget.shadowRoot!.querySelector('pal-minimised')!.checkVisibility()).to.equal(true);
  });

  it('disappears with the call', async () => {
    const { widget, session } = await openMinimised();
    session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } });
    await widget.updateComplete;
    expect(widget.shadowRoot!.querySelector('pal-minimised')).to.equal(null);
    expect(find(widget.shadowRoot!, 'pal-launcher')!.checkVisibility()).to.equal(true);
  });
});
