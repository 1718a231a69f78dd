/** The page shows the widgets of captcha providers; a script of the test replaces those of the providers. */
import { expect, fixture, html } from '@open-wc/testing';
import { showWidget, SCRIPTS } from '../../src/elements/session/captcha-widget.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { finishAnimations, openWidget, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

interface RenderedWidget {
  place: HTMLElement;
  options: Record<string, unknown> & {
    callback(token: string): void;
    'error-callback'(): void;
    'expired-callback'(): void;
  };
}
const page = window as unknown as { rendered: RenderedWidget[]; removed: unknown[] } & Record<
  'turnstile' | 'hcaptcha',
  unknown
>;

const script = (provider: string) =>
  `data:text/javascript,${encodeURIComponent(`
  window.${provider} = { render(place, options) { window.rendered.push({ place, options }); \
place.textContent = 'widget'; return 'w' + window.rendered.length; }, remove(widget) { window.removed.push(widget); } };
  palkitCaptcha();
  //`)}`;

for (const provider of ['turnstile', 'hcaptcha'] as const) {
  describe(`the widget of ${provider}`, () => {
    let host: HTMLElement;
    let stop: AbortController;
    beforeEach(async () => {
      page.rendered = [];
      page.removed = [];
      stop = new AbortController();
      host = await fixture(html`<div></div>`);
    });
    const ask = (scripts = { ...SCRIPTS, [provider]: script(provider) }) =>
      showWidget(
        provider,
        'site-1',
        'd1',
        stop.signal,
        { host, language: 'de', theme: 'dark' },
        undefined,
        scripts,
      );

    it('reports a script that does not load, and loads it again the next time', async () => {
      const answer = await ask({ ...SCRIPTS, [provider]: '/nothing-here.js' }).catch(String);
      expect(answer).to.match(/did not load/);
      expect(document.querySelector('script[src*=nothing-here]')).to.equal(null);
      expect(host.childElementCount).to.equal(0);
      expect(page[provider]).to.equal(undefined);
    });

    it('is in the page’s own tree in the visitor’s language and theme, and is removed with the token', async () => {
      const token = ask();
      await waitUntil(() => page.rendered.length === 1);
      const { place: container, options } = page.rendered[0]!;
      expect(container.parentElement).to.equal(host);
      expect(container.slot).to.equal('captcha');
      expect([options['sitekey'], options['theme'], options['language'] ?? options['hl']]).to.deep.equal([
        'site-1',
        'dark',
        'de',
      ]);
      if (provider === 'turnstile') expect(options['cData']).to.equal('d1');
      options.callback('the token');
      expect(await token).to.equal('the token');
      expect(page.removed).to.deep.equal(['w1']);
      expect(host.childElementCount).to.equal(0);
    });

    for (const outcome of ['error-callback', 'expired-callback'] as const) {
      it(`fails if it reports ${outcome}`, async () => {
        const token = ask().catch(String);
        await waitUntil(() => page.rendered.length === 1);
        page.rendered[0]!.options[outcome]();
        expect(await token).to.match(/failed/);
        expect([page.removed.length, host.childElementCount]).to.deep.equal([1, 0]);
      });
    }

    it('is removed if the visitor leaves', async () => {
      const token = ask().catch(String);
      await waitUntil(() => page.rendered.length === 1);
      stop.abort();
      await token;
      expect([page.removed.length, host.childElementCount]).to.deep.equal([1, 0]);
    });
  });
}

it('the panel has a place for the widget at the captcha, below its title', async () => {
  const { widget, panel } = await openWidget({
    phase: { is: 'gate', by: 'captcha', state: 'solving' },
    deployment: {
      ...DEPLOYMENT,
      captcha: { provider: 'turnstile', site_key: 'site-1', challenge_url: null },
    },
  });
  const container = document.createElement('div');
  container.slot = 'captcha';
  container.textContent = 'widget';
  widget.append(container);
  await waitUntilSettled(panel);
  expect(texts(panel.shadowRoot!))
    .to.match(/Checking your browser/)
    .and.not.to.match(/puzzle/);
  expect(container.getBoundingClientRect().width).to.be.greaterThan(0);
  finishAnimations(widget);
  await expect(widget).to.be.accessible();
});
