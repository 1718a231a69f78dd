import { expect, fixture, html } from '@open-wc/testing';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { CARD, DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const line = { id: '1', role: 'pal' as const, text: 'مرحبًا', streaming: false, interrupted: false, at: 1 };
const inLanguage = (locale: string) => ({
  ...DEPLOYMENT,
  customization: { locale, transcript: { panel: true } },
});

describe('languages', () => {
  for (const [locale, dir, message] of [
    ['ar', 'rtl', /نص المحادثة.*اكتب رسالة|نص المحادثة/],
    ['de-CH', 'ltr', /Mitschrift/],
    ['zh-TW', 'ltr', /逐字稿/],
  ] as const) {
    it(`speaks ${locale}, uses its text direction, and is accessible`, async () => {
      const { widget, panel, session } = await openWidget({
        phase: LIVE,
        deployment: inLanguage(locale),
        lines: [line],
        canvas: CARD,
      });
      await waitUntil(() => message.test(texts(panel.shadowRoot!)), `the words are ${locale}`);
      await waitUntilSettled(panel);
      expect(getComputedStyle(panel).direction).to.equal(dir);
      expect(panel.lang).to.equal(locale);
      expect(texts(panel.shadowRoot!)).not.to.match(/Submit|Skip/);
      session.show({ activity: 'speaking' });
      await waitUntilSettled(panel);
      finishAnimations(widget);
      await expect(widget).to.be.accessible();
    });
  }

  // Proves wcag-3.1.2.
  it('a right-to-left language mirrors the content, but not the corner of the widget', async () => {
    const { widget, panel } = await openWidget({
      phase: LIVE,
      deployment: inLanguage('he'),
      lines: [{ ...line, role: 'user' }],
    });
    // The text direction changes as soon as the language is known, but the texts are drawn once they are loaded.
    await waitUntil(
      () => getComputedStyle(panel).direction === 'rtl' && find(panel.shadowRoot!, '.line.user'),
      'it runs from right to left',
    );
    await waitUntilSettled(panel);
    const frame = panel.getBoundingClientRect();
    expect(widget.getBoundingClientRect().right).to.be.above(innerWidth - 40);
    const send = find(
      find(panel.shadowRoot!, 'pal-composer')!.shadowRoot!,
      'button',
    )!.getBoundingClientRect();
    expect(send.left - frame.left).to.be.below(40);
    const lineBox = find(panel.shadowRoot!, '.line.user span')!.getBoundingClientRect();
    expect(lineBox.left - frame.left).to.be.below(60);
  });

  // Proves wcag-3.1.1.
  it('an element uses the language of its page before the deployment is loaded', async () => {
    const container = await fixture<HTMLElement>(
      html`<div lang="fr">
        <pal-embed deployment-id="d1"></pal-embed><pal-widget deployment-id="d1"></pal-widget>
      </div>`,
    );
    const [embed, widget] = [
      container.querySelector<PalEmbed>('pal-embed')!,
      container.querySelector<PalWidget>('pal-widget')!,
    ];
    await embed.updateComplete;
    expect(texts(embed.shadowRoot!)).to.contain('Démarrer la conversation');
    expect(texts(widget.shadowRoot!)).to.contain('Discutez avec nous');
  });

  // Proves wcag-3.2.4.
  it('the screen changes its language when the deployment speaks another one', async () => {
    const { panel, session } = await openWidget({ phase: { is: 'ready' } });
    expect(texts(panel.shadowRoot!)).to.contain('Talk to Mira');
    session.show({ deployment: { ...DEPLOYMENT, languages: ['sv'] } });
    await waitUntil(() => texts(panel.shadowRoot!).includes('Prata med Mira'), 'the words are Swedish');
    session.show({ deployment: { ...DEPLOYMENT, languages: ['en'] } });
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).to.contain('Talk to Mira');
  });
});
