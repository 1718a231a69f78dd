/** While the panel is open, the launcher is a chevron or hidden; an embed leaves space above and below it. */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import { finishAnimations, find, openWidget, waitUntilSettled } from './widget.ts';

describe('the launcher of an open panel', () => {
  afterEach(() => setViewport({ width: 1024, height: 800 }));

  it('is a round chevron in the same corner, and has its text again when the panel closes', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { widget } = await openWidget();
    const launcher = find(widget.shadowRoot!, 'pal-launcher')!;
    const button = () => find(launcher.shadowRoot!, 'button')!;
    await nextFrame();
    finishAnimations(widget);
    const { width, height, right, bottom } = button().getBoundingClientRect();
    expect(width).to.equal(height);
    expect(button().title, 'it keeps its name').to.equal('Ask us');
    expect(button().ariaExpanded).to.equal('true');
    await expect(widget).shadowDom.to.be.accessible();
    widget.close();
    await widget.updateComplete;
    await nextFrame();
    const boxAfter = button().getBoundingClientRect();
    expect([Math.round(boxAfter.right), Math.round(boxAfter.bottom)]).to.deep.equal(
      [right, bottom].map(Math.round),
    );
    expect(boxAfter.width).to.be.above(boxAfter.height);
  });

  it('is hidden beside an enlarged panel, and takes the focus when that closes', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { widget, panel } = await openWidget();
    const launcher = find(widget.shadowRoot!, 'pal-launcher')!;
    expect(launcher.checkVisibility({ visibilityProperty: true })).to.equal(true);
    widget.expanded = true;
    await waitUntilSettled(panel);
    expect(launcher.checkVisibility({ visibilityProperty: true })).to.equal(false);
    widget.close();
    await widget.updateComplete;
    await nextFrame();
    expect(launcher.checkVisibility({ visibilityProperty: true })).to.equal(true);
    expect(widget.shadowRoot!.activeElement).to.equal(launcher);
  });
});

it('an embed leaves room for the page above and below it', async () => {
  for (const [width, height, maximum] of [
    [1600, 700, 562],
    [390, 700, 562],
    [1200, 1400, 677],
  ] as const) {
    await setViewport({ width, height });
    const embed = await fixture<PalEmbed>(html`<pal-embed deployment-id="d1"></pal-embed>`);
    expect(find(embed.shadowRoot!, '.frame')!.offsetHeight).to.be.at.most(maximum);
    embed.remove();
  }
  await setViewport({ width: 1024, height: 800 });
});
