/** An owner's own texts (`customization.text`) replace texts on the screens in each language. */
import { expect } from '@open-wc/testing';
import type { View } from '../../src/elements/session/phases.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { find, openWidget, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

type Deployment = NonNullable<View['deployment']>;
const withText = (text: Deployment['customization']['text'], languages = ['en']): Deployment => ({
  ...DEPLOYMENT,
  languages,
  customization: { text },
});
const TEXT = {
  en: { firstTitle: '{name} is glad to help', talk: 'Speak with {name}', begin: 'Go' },
  sv: { talk: 'Tala med oss' },
};

describe('an owner’s own texts', () => {
  it('are on the screens, with their placeholders filled in, and the others are unchanged', async () => {
    const { panel } = await openWidget({ phase: { is: 'ready' }, deployment: withText(TEXT) });
    const shownText = texts(panel.shadowRoot!);
    expect(shownText).to.contain('Mira is glad to help');
    expect(shownText).not.to.contain('Talk to Mira');
    expect(shownText).to.contain('Ask by voice or in writing.');
  });

  it('are those of the visible language, also of a later one', async () => {
    const { panel, session } = await openWidget({
      phase: { is: 'ready' },
      deployment: withText(TEXT, ['sv']),
    });
    await waitUntil(() => texts(panel.shadowRoot!).includes('Tala med oss'), 'Swedish');
    expect(texts(panel.shadowRoot!)).to.contain('Prata med Mira');
    session.show({ deployment: withText(TEXT) });
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).to.contain('Mira is glad to help');
  });

  it('come and go with the deployment', async () => {
    const { panel, session } = await openWidget({ phase: { is: 'ready' }, deployment: withText(TEXT) });
    session.show({ deployment: withText({ en: { firstTitle: 'Hello' } }) });
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).to.contain('Hello');
    session.show({ deployment: DEPLOYMENT });
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).to.contain('Talk to Mira');
  });

  it('are in the form outside opening hours, too', async () => {
    const { panel } = await openWidget({
      phase: { is: 'unavailable', reason: 'closed' },
      deployment: withText({ en: { invite: 'Write to the museum.' } }),
    });
    const form = () => find(panel.shadowRoot!, 'pal-closed')?.shadowRoot;
    await waitUntil(() => texts(form() ?? panel.shadowRoot!).includes('Write to the museum.'), 'the form');
  });

  it('with plural forms are chosen by the number', async () => {
    const passwordWait = { one: 'A second, please.', other: '{count} seconds, please.' };
    const { panel } = await openWidget({
      phase: { is: 'gate', by: 'password', refused: true, waitSeconds: 30, busy: false },
      deployment: withText({ en: { passwordWait } }),
    });
    const screen = () => find(panel.shadowRoot!, 'pal-password')?.shadowRoot;
    await waitUntil(() => texts(screen() ?? panel.shadowRoot!).includes('30 seconds, please.'), 'the wait');
  });

  it("are unchanged if the page's `override` is malformed", async () => {
    const { panel } = await openWidget({
      phase: { is: 'ready' },
      deployment: withText({
        en: { firstTitle: 5, firstText: { other: 'x' }, passwordWait: 'x', talk: null },
      } as never),
    });
    expect(texts(panel.shadowRoot!)).to.contain('Talk to Mira');
  });
});
