/** A wide embed shows an invitation before a call; a narrow one shows the picture and its button. */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import { FACE } from '../../stories/pictures.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { inForcedColors } from './forced-colors.ts';
import { finishAnimations, inChromium, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const QUESTIONS = ['When are you open?', 'Can I take a test ride?', 'What does a repair cost?', 'One more?'];
const INIT = 'https://service.example/v2/deployments/d1/init';

describe('a closed embed', () => {
  const { fetch: realFetch } = window;
  let addresses: string[] = [];
  let answer: object;
  let response: Response | null = null;

  beforeEach(async () => {
    addresses = [];
    answer = { ...DEPLOYMENT, customization: { preview: { questions: QUESTIONS } } };
    window.fetch = (address) => {
      addresses.push(address instanceof Request ? address.url : address.toString());
      return Promise.resolve((response = new Response(JSON.stringify(answer))));
    };
    await setViewport({ width: 1200, height: 800 });
  });
  afterEach(async () => {
    window.fetch = realFetch;
    await setViewport({ width: 1024, height: 800 });
  });

  const embedOf = (width: number, lang = 'en') =>
    fixture<PalEmbed>(
      html`<pal-embed
        deployment-id="d1"
        base-url="https://service.example/"
        poster=${FACE}
        lang=${lang}
        style="width: ${width}px"
      ></pal-embed>`,
    );
  const section = (embed: PalEmbed) => embed.shadowRoot!.querySelector<HTMLElement>('section');
  const createInvitation = async (width = 900, lang = 'en') => {
    const embed = await embedOf(width, lang);
    await waitUntil(() => section(embed), 'the invitation');
    await embed.updateComplete;
    finishAnimations(embed);
    return embed;
  };
  const buttons = (embed: PalEmbed) => [...section(embed)!.querySelectorAll('button')];

  it('if it is wide, invites with name, one line, three questions and the button', async () => {
    const embed = await createInvitation();
    expect(addresses).to.deep.equal([INIT]);
    expect(section(embed)!.querySelector('h2')!.textContent).to.equal('Talk to Mira');
    expect(texts(section(embed)!)).to.contain('Mira is an AI assistant.');
    expect(buttons(embed).map(({ textContent }) => textContent.trim())).to.deep.equal([
      ...QUESTIONS.slice(0, 3),
      'Start the conversation',
    ]);
    await expect(embed).to.be.accessible();
    const frame = embed.shadowRoot!.querySelector('.frame')!.getBoundingClientRect();
    for (const element of [section(embed)!.querySelector('h2')!, ...buttons(embed)]) {
      const { left, top, right, bottom, height } = element.getBoundingClientRect();
      expect([
        left > frame.left + frame.width / 2,
        top > frame.top,
        right < frame.right,
        bottom < frame.bottom,
      ]).to.deep.equal([true, true, true, true]);
      if (element instanceof HTMLButtonElement) expect(height).to.be.at.least(44);
    }
  });

  it('invites with malformed JSON in an attribute, too, which is an error in the console', async () => {
    const errors: string[] = [];
    const { onerror } = window;
    window.onerror = (event) => errors.push(typeof event === 'string' ? event : event.type);
    try {
      const embed = await fixture<PalEmbed>(
        html`<pal-embed
          deployment-id="d1"
          base-url="https://service.example/"
          override-config="{broken"
          style="width: 900px"
        ></pal-embed>`,
      );
      await waitUntil(() => section(embed), 'the invitation');
    } finally {
      window.onerror = onerror;
    }
    expect(errors.filter((message) => message.includes('JSON')).length).to.equal(1);
  });

  it('keeps the button in view at 200 % text', async () => {
    const { style } = document.documentElement;
    style.fontSize = '200%';
    try {
      const embed = await createInvitation(640);
      const frame = embed.shadowRoot!.querySelector('.frame')!.getBoundingClientRect();
      for (const part of ['.begin', 'img']) {
        const { top, bottom } = embed.shadowRoot!.querySelector(part)!.getBoundingClientRect();
        expect([top >= frame.top, bottom <= frame.bottom], part).to.deep.equal([true, true]);
      }
    } finally {
      style.fontSize = '';
    }
  });

  it('opens by the button and by the picture', async () => {
    for (const part of ['.begin', '.picture']) {
      const embed = await createInvitation();
      embed.shadowRoot!.querySelector<HTMLElement>(part)!.click();
      await embed.updateComplete;
      expect(embed.opened).to.equal(true);
      expect(section(embed)!.querySelector('.begin')!.getAttribute('aria-busy')).to.equal('true');
      await waitUntil(() => embed.shadowRoot!.querySelector('pal-panel'), 'the panel');
      embed.remove();
    }
  });

  it('asks the chosen question once the call is live', async () => {
    const embed = await createInvitation();
    const requests: unknown[] = [];
    embed.addEventListener('pal-request', (event) =>
      requests.push((event as unknown as { request: unknown }).request),
    );
    buttons(embed)[1]!.click();
    await waitUntil(() => requests.length > 0, 'the request');
    expect(requests).to.deep.equal([{ do: 'begin', mode: 'text', question: QUESTIONS[1] }]);
    expect(embed.opened).to.equal(true);
  });

  it("has a button in the owner's colour if it is narrow, and invites once it is wide", async () => {
    answer = { ...answer, customization: { theme: { accent_color: '#0a7d5a' } } };
    const embed = await embedOf(500);
    const buttonText = embed.shadowRoot!.querySelector('button.facade span')!;
    const color = () => getComputedStyle(buttonText).backgroundColor;
    await waitUntil(() => color() === 'rgb(10, 125, 90)', 'the colour');
    expect([addresses, section(embed)]).to.deep.equal([[INIT], null]);
    embed.style.width = '700px';
    await waitUntil(() => section(embed), 'the invitation');
    embed.style.width = '500px';
    await waitUntil(() => !section(embed), 'the facade');
    expect(embed.shadowRoot!.querySelector('button.facade')!.textContent.trim()).to.equal(
      'Start the conversation',
    );
  });

  it("uses the page's language, and the owner’s texts if there are any", async () => {
    answer = { ...answer, languages: [] };
    const embed = await createInvitation(900, 'ar');
    expect(getComputedStyle(section(embed)!).direction).to.equal('rtl');
    expect(section(embed)!.lang).to.equal('ar');
    embed.override = { preview: { title: 'Northlight', description: 'By the harbour.', btn_title: 'Go' } };
    await embed.updateComplete;
    expect(texts(section(embed)!)).to.match(/Northlight.*By the harbour\..*Go/);
  });

  it('requests its texts once if it becomes narrow and wide again', async () => {
    const embed = await embedOf(900);
    await waitUntil(() => section(embed), 'the invitation');
    embed.style.width = '400px';
    await waitUntil(() => !section(embed), 'the button');
    embed.style.width = '900px';
    await waitUntil(() => section(embed), 'the invitation again');
    expect(addresses).to.deep.equal([INIT]);
  });

  it('keeps its button if it cannot be used now, or if the answer is malformed', async () => {
    for (const invalid of [
      { ...DEPLOYMENT, is_available: false },
      { pal_display_name: 7, is_available: true },
      [],
    ]) {
      answer = invalid;
      const embed = await embedOf(900);
      await waitUntil(() => response?.bodyUsed, 'the answer to be read');
      await nextFrame();
      await embed.updateComplete;
      expect(section(embed)).to.equal(null);
      expect(embed.shadowRoot!.querySelector('button.facade')).not.to.equal(null);
      response = null;
      embed.remove();
    }
  });

  it("keeps a button that has the focus, and gives it the owner's colour", async () => {
    answer = { ...DEPLOYMENT, customization: { theme: { accent_color: '#0a7d5a' } } };
    let release = () => {};
    const answerTime = new Promise<void>((resolve) => (release = resolve));
    window.fetch = async () => {
      addresses.push(INIT);
      await answerTime;
      return new Response(JSON.stringify(answer));
    };
    const embed = await embedOf(900);
    await waitUntil(() => addresses.length > 0, 'the request');
    const facade = embed.shadowRoot!.querySelector<HTMLElement>('button.facade')!;
    facade.focus();
    // The focus loads the session, which also sends a request.
    release();
    await nextFrame();
    await nextFrame();
    expect(embed.shadowRoot!.activeElement === facade).to.equal(true);
    const color = () => getComputedStyle(facade.querySelector('span')!).backgroundColor;
    await waitUntil(() => color() === 'rgb(10, 125, 90)', 'the colour');
    facade.blur();
    await waitUntil(() => section(embed), 'the invitation');
  });

  inChromium('shows its buttons in forced colours', async () => {
    const embed = await createInvitation();
    await inForcedColors(() => {
      for (const button of buttons(embed))
        expect(getComputedStyle(button).borderTopColor).not.to.equal('rgba(0, 0, 0, 0)');
      return Promise.resolve();
    });
  });
});
