/** The widget's appearance follows accents, settings of the owner and the page, slots, and forced colours. */
import fc from 'fast-check';
import { expect, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { inForcedColors } from './forced-colors.ts';
import { finishAnimations, find, inChromium, openWidget, waitUntilSettled } from './widget.ts';
import { microphone } from './widget-screens.ts';

describe('<pal-widget>', () => {
  // Proves wcag-1.4.3, wcag-1.4.11.
  it('text stays readable on any accent colour of the owner or the page', async () => {
    const { widget, session, panel } = await openWidget();
    const button = panel.shadowRoot!.querySelector('button.primary')!;
    const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const pixel = (color: string) => {
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const luminance = (color: string) =>
      pixel(color)
        .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
    const contrast = () => {
      const { color, backgroundColor } = getComputedStyle(button);
      const [darker, lighter] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      return (lighter + 0.05) / (darker + 0.05);
    };
    (button as HTMLElement).style.transition = 'none';
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    await fc.assert(
      fc.asyncProperty(hex, fc.boolean(), async (accent, byPage) => {
        if (byPage) widget.style.setProperty('--pal-accent', accent);
        else {
          widget.style.removeProperty('--pal-accent');
          session.show({ deployment: { ...DEPLOYMENT, customization: { theme: { accent_color: accent } } } });
          await widget.updateComplete;
        }
        expect(pixel(getComputedStyle(button).backgroundColor), accent).to.deep.equal(pixel(accent));
        expect(contrast(), accent).to.be.at.least(4.5);
      }),
      {
        numRuns: 300,
        examples: [
          ['#777777', false],
          // Black and white text have nearly the same contrast on this colour; the text was grey once.
          ['#e61254', false],
          ['#757575', false],
          ['#ffee00', false],
          ['#102040', true],
        ],
      },
    );
  });

  it("uses the owner's appearance, which the page's settings override", async () => {
    const { widget, session } = await openWidget();
    const token = (name: string) => getComputedStyle(widget).getPropertyValue(`--pal-${name}`);
    const radiusBefore = token('radius');
    session.show({
      deployment: {
        ...DEPLOYMENT,
        customization: {
          theme: { accent_color: '#123456', corner_radius: 3, font_family: 'Georgia, serif', mode: 'dark' },
        },
      },
    });
    await widget.updateComplete;
    expect([token('accent'), token('radius'), token('font'), widget.theme]).to.deep.equal([
      '#123456',
      '3px',
      'Georgia, serif',
      'dark',
    ]);
    const page = document.createElement('style');
    page.textContent =
      'pal-widget { --pal-accent: #abcdef; --pal-radius: 7px; --pal-control-size: 60px } ' +
      'pal-widget::part(leave) { background: rgb(1, 2, 3) }';
    document.head.append(page);
    session.show({ phase: LIVE });
    await waitUntilSettled(widget.shadowRoot!.querySelector('pal-panel')!);
    expect([token('accent'), token('radius')]).to.deep.equal(['#abcdef', '7px']);
    const leave = getComputedStyle(find(widget.shadowRoot!, '.leave')!);
    expect([leave.width, leave.height, leave.backgroundColor]).to.deep.equal([
      '60px',
      '60px',
      'rgb(1, 2, 3)',
    ]);
    page.remove();
    session.show({ deployment: DEPLOYMENT });
    await widget.updateComplete;
    expect(token('radius')).to.equal(radiusBefore);
  });

  it('accepts a launcher, a header and screens from the page', async () => {
    const { widget, session, panel } = await openWidget({ phase: { is: 'idle' } });
    widget.innerHTML =
      '<button slot="launcher">Mine</button><p slot="header" style="height: 50px; margin: ' +
      '0">Northlight</p><button slot="preview" style="height: 90px">Go</button><p ' +
      'slot="after-call">Goodbye</p>';
    const isVisible = (selector: string) =>
      widget.querySelector(selector)!.getBoundingClientRect().height > 0;
    session.show({ phase: { is: 'ready' } });
    await waitUntilSettled(panel);
    expect([
      isVisible('[slot=launcher]'),
      isVisible('[slot=header]'),
      isVisible('[slot=preview]'),
      isVisible('[slot=after-call]'),
    ]).to.deep.equal([true, true, true, false]);
    expect(find(panel.shadowRoot!, '.first')!.getBoundingClientRect().height).to.equal(0);
    session.show({ phase: LIVE });
    await waitUntilSettled(panel);
    finishAnimations(widget);
    const call = find(panel.shadowRoot!, 'pal-call')!.getBoundingClientRect();
    expect([
      isVisible('[slot=header]'),
      call.top - panel.getBoundingClientRect().top,
      call.bottom - panel.getBoundingClientRect().bottom,
    ]).to.deep.equal([true, 50, 0]);
    session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } });
    await waitUntilSettled(panel);
    expect([isVisible('[slot=preview]'), isVisible('[slot=after-call]')]).to.deep.equal([false, true]);
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
    widget.shadowRoot!.querySelector<HTMLElement>('.panel')!.focus();
    widget.close();
    await nextFrame();
    await nextFrame();
    expect(document.activeElement).to.equal(widget.querySelector('[slot=launcher]'));
    widget.querySelector<HTMLElement>('[slot=launcher]')!.click();
    await widget.updateComplete;
    expect(widget.shadowRoot!.querySelector('dialog')).to.not.equal(null);
  });

  // Proves wcag-1.4.1, wcag-1.4.11.
  inChromium('buttons keep visible borders in forced colours', async () => {
    await inForcedColors(async () => {
      const { panel } = await openWidget({ phase: LIVE, devices: microphone });
      for (const button of find(panel.shadowRoot!, '[role=toolbar]')!.querySelectorAll('button'))
        expect(getComputedStyle(button).borderTopColor, button.title).to.not.equal(
          getComputedStyle(button).backgroundColor,
        );
    });
  });
});
