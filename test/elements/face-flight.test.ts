/** The face flies from the launcher into the panel when it opens, and back when it closes. */
import { emulateMedia } from '@web/test-runner-commands';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import { FACE } from '../../stories/pictures.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { inChromium, isChromium, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const flight = (widget: PalWidget) => widget.shadowRoot!.querySelector<HTMLElement>('.flight');
const waitForLanding = (widget: PalWidget) => waitUntil(() => !flight(widget), 'what flew is taken away');

let session: ScriptedSession;

/** Opens a page with a widget whose launcher shows a face, while the deployment is still loading. */
async function createReadyWidget(): Promise<PalWidget> {
  session = new ScriptedSession();
  session.view = { ...session.view, phase: { is: 'loading' } };
  const widget = await fixture<PalWidget>(
    html`<pal-widget deployment-id="d1" poster=${FACE} .createSession=${() => session}></pal-widget>`,
  );
  const launcher = widget.shadowRoot!.querySelector('pal-launcher')!;
  await waitUntil(() => launcher.shadowRoot!.querySelector('img')?.complete, 'the face is on the launcher');
  return widget;
}

async function open(widget: PalWidget): Promise<void> {
  widget.open();
  await waitUntil(() => widget.shadowRoot!.querySelector('dialog[open]'), 'the panel is open');
  await widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!.updateComplete;
}

describe('the face between launcher and panel', () => {
  const preferMotion = (reducedMotion: 'reduce' | 'no-preference') => emulateMedia({ reducedMotion });
  // The test can set the preference for reduced motion in Chromium only; Firefox keeps its default.
  beforeEach(() => (isChromium ? preferMotion('no-preference') : undefined));
  afterEach(() => (isChromium ? preferMotion('reduce') : undefined));

  it('grows into the panel, above everything, and is removed when it has arrived', async () => {
    const widget = await createReadyWidget();
    await open(widget);
    const flyingFace = flight(widget)!;
    expect(flyingFace.matches(':popover-open')).to.equal(true);
    expect(getComputedStyle(flyingFace).pointerEvents).to.equal('none');
    const [way] = flyingFace.getAnimations();
    expect(way!.effect!.getTiming().duration).to.equal(280);
    // The animation ends at the position of the panel's face.
    way!.finish();
    const panel = widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!;
    await waitForLanding(widget);
    await waitUntilSettled(panel);
    expect(panel.shadowRoot!.querySelector('.face')!.getAnimations().length).to.be.below(2);
  });

  it('follows the face if the first screen appears meanwhile', async () => {
    const widget = await createReadyWidget();
    await open(widget);
    const flyingFace = flight(widget)!;
    const [way] = flyingFace.getAnimations();
    way!.pause();
    // Also pause animations that start later.
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: Element, ...args) {
      const animation = animate.apply(this, args);
      animation.pause();
      return animation;
    };
    const panel = widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!;
    const loading = panel.shadowRoot!.querySelector('.face')!;
    session.show({ phase: { is: 'ready' } });
    await waitUntil(() => panel.shadowRoot!.querySelector('.face') !== loading, 'the first screen is there');
    await waitUntilSettled(panel);
    const face = panel.shadowRoot!.querySelector('.face')!;
    const { top, height } = face.getBoundingClientRect();
    Element.prototype.animate = animate;
    expect(flyingFace.style.height).to.equal(`${height}px`);
    expect(parseFloat(flyingFace.style.top)).to.equal(top);
    expect(getComputedStyle(face).opacity).to.equal('0', 'there is one face at a time');
    way!.finish();
    await waitForLanding(widget);
  });

  it('returns into the launcher', async () => {
    const widget = await createReadyWidget();
    await open(widget);
    await waitForLanding(widget);
    widget.close();
    await waitUntil(() => flight(widget), 'the face is on its way back');
    expect(widget.shadowRoot!.querySelector('dialog')).to.equal(null, 'the panel is closed meanwhile');
    await waitForLanding(widget);
  });

  inChromium('the face does not fly when the visitor prefers reduced motion', async () => {
    await preferMotion('reduce');
    const widget = await createReadyWidget();
    await open(widget);
    expect(flight(widget)).to.equal(null);
    widget.close();
    await widget.updateComplete;
    await new Promise(requestAnimationFrame);
    expect(flight(widget)).to.equal(null);
  });

  it('is not animated if the launcher shows no face', async () => {
    const widget = await fixture<PalWidget>(
      html`<pal-widget variant="compact" .createSession=${() => new ScriptedSession()}></pal-widget>`,
    );
    await open(widget);
    expect(flight(widget)).to.equal(null);
  });
});
