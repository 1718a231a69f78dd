import { sendKeys, setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import type { Customization } from '../../src/contract/customization.ts';
import '../../src/elements/define.ts';
import type { PalFeedbackEvent } from '../../src/elements/events.ts';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { Phase } from '../../src/elements/session/phases.ts';
import { DEPLOYMENT, LIVE, ScriptedSession } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, panelOf, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const dialogOf = (widget: Element) => widget.shadowRoot!.querySelector('dialog')!;
const owner = (widget: Customization['widget']) => ({
  deployment: { ...DEPLOYMENT, customization: { widget } },
});

describe("the widget's panel", () => {
  beforeEach(() => setViewport({ width: 1024, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  it('becomes a large dialog on the top layer and small again, with the same picture in it', async () => {
    const stream = document.createElement('canvas').captureStream();
    const { widget, panel, session } = await openWidget({ phase: LIVE, agent: stream });
    const video = find<HTMLVideoElement>(panel.shadowRoot!, '.agent')!;
    const dialog = dialogOf(widget);
    expect([dialog.open, dialog.matches(':modal')]).to.deep.equal([true, false]);
    press(panel, 'Enlarge');
    await waitUntilSettled(panel);
    finishAnimations(widget);
    expect([dialog.matches(':modal'), widget.expanded]).to.deep.equal([true, true]);
    expect(dialog.getBoundingClientRect().width).to.be.above(900);
    expect(getComputedStyle(document.documentElement).overflow).to.equal('hidden');
    await expect(widget).to.be.accessible();
    // Escape moves the panel back to its corner and does not end the call.
    await sendKeys({ press: 'Escape' });
    await waitUntilSettled(panel);
    expect([dialog.open, dialog.matches(':modal'), widget.expanded]).to.deep.equal([true, false, false]);
    expect(getComputedStyle(document.documentElement).overflow).to.equal('visible');
    expect(dialog.matches(':focus-within')).to.equal(true);
    expect(find(panel.shadowRoot!, '.agent') === video).to.equal(true);
    expect(video.srcObject === stream).to.equal(true);
    expect(session.calls.map(([verb]) => verb)).to.deep.equal(['customize', 'prepare']);
  });

  it('keeps the focus inside while it is large', async () => {
    const outside = await fixture<HTMLButtonElement>(html`<button>Outside</button>`);
    const { widget, panel } = await openWidget();
    widget.expanded = true;
    await waitUntilSettled(panel);
    for (let step = 0; step < 8; step++) {
      await sendKeys({ press: 'Tab' });
      expect(document.activeElement === outside).to.equal(false);
    }
    widget.close();
    await waitUntilSettled(panel);
    expect(getComputedStyle(document.documentElement).overflow).to.equal('visible');
  });

  it('continues invisibly if it is closed during a call, with its sound', async () => {
    const stream = document.createElement('canvas').captureStream();
    const { widget, panel } = await openWidget({ phase: LIVE, agent: stream });
    const video = find<HTMLVideoElement>(panel.shadowRoot!, '.agent')!;
    widget.close();
    await waitUntilSettled(panel);
    expect([
      dialogOf(widget).open,
      video.isConnected,
      dialogOf(widget).getBoundingClientRect().width,
    ]).to.deep.equal([false, true, 0]);
    widget.open();
    await waitUntilSettled(panel);
    expect([dialogOf(widget).open, find(panel.shadowRoot!, '.agent') === video]).to.deep.equal([true, true]);
  });

  it("uses the owner's corner, variant, texts, picture and size, and keeps the page's settings", async () => {
    const session = new ScriptedSession();
    session.view = { ...session.view, deployment: null };
    const widget = await fixture<PalWidget>(
      html`<pal-widget text="Ask us" .createSession=${() => session}></pal-widget>`,
    );
    widget.open();
    await waitUntil(() => session.calls.length > 0);
    session.show({
      phase: { is: 'ready' },
      ...owner({
        position: 'top-left',
        variant: 'full',
        text: 'Theirs',
        avatar: 'data:image/gif;base64,AAAA',
        start_expanded: true,
      }),
    });
    await waitUntilSettled(widget.shadowRoot!.querySelector('pal-panel')!);
    expect([widget.position, widget.variant, widget.text, widget.poster, widget.expanded]).to.deep.equal([
      'top-left',
      'full',
      'Ask us',
      'data:image/gif;base64,AAAA',
      true,
    ]);
    expect(widget.getBoundingClientRect().left).to.be.below(40);
    expect(widget.getBoundingClientRect().top).to.be.below(40);
    widget.close();
    await nextFrame();
    expect(find(widget.shadowRoot!, 'img')!.getAttribute('src')).to.equal('data:image/gif;base64,AAAA');

    const ownSession = new ScriptedSession();
    ownSession.view = session.view = { ...ownSession.view, deployment: null };
    const otherWidget = await fixture<PalWidget>(
      html`<pal-widget
        position="bottom-right"
        variant="tiny"
        .createSession=${() => ownSession}
      ></pal-widget>`,
    );
    otherWidget.open();
    await waitUntil(() => ownSession.calls.length > 0);
    ownSession.show({
      phase: { is: 'ready' },
      ...owner({ position: 'top-left', variant: 'full', text: 'Theirs', avatar: false }),
    });
    await otherWidget.updateComplete;
    expect([
      otherWidget.position,
      otherWidget.variant,
      otherWidget.text,
      otherWidget.poster,
      otherWidget.expanded,
    ]).to.deep.equal(['bottom-right', 'tiny', 'Theirs', '', false]);
  });

  it('is a sheet on a phone, over the page, above the keyboard', async () => {
    const { widget, panel } = await openWidget({ phase: LIVE });
    const dialog = dialogOf(widget);
    await setViewport({ width: 390, height: 844 });
    await waitUntil(() => dialog.matches(':modal'), 'the corner became a sheet');
    finishAnimations(widget);
    const box = () => dialog.getBoundingClientRect();
    expect(dialog.matches(':modal')).to.equal(true);
    expect([box().left, box().top, box().width, box().height]).to.deep.equal([0, 0, 390, 844]);
    expect(getComputedStyle(document.documentElement).overflow).to.equal('hidden');
    expect(find(panel.shadowRoot!, '.expand')!.getBoundingClientRect().width, 'one size').to.equal(0);
    // Like an on-screen keyboard, this makes the visible area smaller than the page.
    const room = window.visualViewport!;
    Object.defineProperties(room, {
      height: { value: 500, configurable: true },
      offsetTop: { value: 40, configurable: true },
    });
    room.dispatchEvent(new Event('resize'));
    await widget.updateComplete;
    expect([box().top, box().height]).to.deep.equal([40, 500]);
    const composer = find(panel.shadowRoot!, 'pal-composer')!.getBoundingClientRect();
    expect(composer.bottom).to.be.at.most(541);
    Reflect.deleteProperty(room, 'height');
    Reflect.deleteProperty(room, 'offsetTop');
    await setViewport({ width: 1024, height: 800 });
    await waitUntil(() => !dialog.matches(':modal'), 'a turned tablet has the corner again');
    expect(dialog.style.getPropertyValue('--height')).to.equal('');
    widget.close();
    await nextFrame();
    expect(getComputedStyle(document.documentElement).overflow).to.equal('visible');
  });

  it('may be opened before it is added to the page', async () => {
    const session = new ScriptedSession();
    const widget = document.createElement('pal-widget');
    widget.createSession = () => session;
    widget.open();
    document.body.append(widget);
    await waitUntil(() => dialogOf(widget)?.open, 'it is open');
    widget.remove();
  });

  it("passes on the page's settings, at first and at each change", async () => {
    const { widget, session } = await openWidget({ phase: LIVE });
    expect(session.calls.filter(([verb]) => verb === 'customize')).to.deep.equal([['customize', null]]);
    widget.override = { captions: false };
    await widget.updateComplete;
    expect(session.calls.at(-1)).to.deep.equal(['customize', { captions: false }]);
    widget.setAttribute('override', '{"locale":"de"}');
    await widget.updateComplete;
    expect(session.calls.at(-1)).to.deep.equal(['customize', { locale: 'de' }]);
  });

  it('does each requested action once, also after a move within the page', async () => {
    const { widget, panel, session } = await openWidget({ phase: LIVE });
    const container = document.createElement('section');
    document.body.append(container);
    container.append(widget);
    await nextFrame();
    press(panel, 'Leave');
    expect(session.calls.filter(([verb]) => verb === 'end').length).to.equal(1);
    container.remove();
  });
});

describe('the embed with a poster', () => {
  it('keeps it until the first screen is known, and shows errors at once', async () => {
    for (const [phase, message] of [
      [{ is: 'ready' }, /Talk to/],
      [{ is: 'failed', code: 'network', message: '', retryAfter: null }, /No connection/],
    ] as const) {
      const session = new ScriptedSession();
      session.show({ deployment: null });
      const embed = await fixture<PalEmbed>(
        html`<pal-embed
          deployment-id="d1"
          poster="data:image/gif;base64,R0lGODlhAQABAAAAACw="
          .createSession=${() => session}
        ></pal-embed>`,
      );
      embed.open();
      await waitUntil(() => session.calls.some(([verb]) => verb === 'prepare'), 'it is asked for');
      session.show({ phase: { is: 'loading' } });
      await embed.updateComplete;
      expect(find(embed.shadowRoot!, '.facade')?.getAttribute('aria-busy')).to.equal('true');
      session.show(phase.is === 'ready' ? { phase, deployment: DEPLOYMENT } : { phase });
      const panel = await panelOf(embed);
      await waitUntilSettled(panel);
      expect(texts(panel.shadowRoot!)).to.match(message);
      embed.remove();
    }
  });
});

describe('a reloaded page', () => {
  const storeCall = (expiry: number) => sessionStorage.setItem('palkit:d1', `${expiry}{}`);
  afterEach(() => sessionStorage.clear());

  it('opens by itself if a call is running, takes no focus, and offers to resume', async () => {
    storeCall(Date.now() + 20_000);
    const session = new ScriptedSession();
    const widget = await fixture<PalWidget>(
      html`<pal-widget deployment-id="d1" .createSession=${() => session}></pal-widget>`,
    );
    const embed = await fixture<PalEmbed>(
      html`<pal-embed deployment-id="other" .createSession=${() => new ScriptedSession()}></pal-embed>`,
    );
    await waitUntil(() => session.calls.length > 0, 'it opens');
    session.show({ phase: { is: 'resumable' } });
    const panel = await panelOf(widget);
    await waitUntilSettled(panel);
    finishAnimations(widget);
    expect(texts(panel.shadowRoot!)).to.match(/still going on.*Resume.*Start over/);
    expect(document.activeElement === document.body).to.equal(true);
    await expect(widget).to.be.accessible();
    press(panel, 'Resume');
    expect(session.calls.at(-1)).to.deep.equal(['resume']);
    press(panel, 'Start over');
    expect(session.calls.at(-1)).to.deep.equal(['again']);
    expect(find(embed.shadowRoot!, 'pal-panel') === null).to.equal(true);
  });

  it('closes again if another element took the call, but not after a call of its own', async () => {
    for (const phases of [['ready'], ['resumable', 'ready']] as const) {
      storeCall(Date.now() + 20_000);
      const session = new ScriptedSession();
      const widget = await fixture<PalWidget>(
        html`<pal-widget deployment-id="d1" .createSession=${() => session}></pal-widget>`,
      );
      await waitUntil(() => session.calls.length > 0, 'it opens');
      for (const phase of phases) {
        session.show({ phase: { is: phase } });
        await widget.updateComplete;
      }
      await nextFrame();
      expect(dialogOf(widget)?.open ?? false).to.equal(phases.length > 1);
      widget.remove();
    }
  });

  it('stays open if the page itself opens it, too', async () => {
    storeCall(Date.now() + 20_000);
    const session = new ScriptedSession();
    const widget = await fixture<PalWidget>(
      html`<pal-widget deployment-id="d1" .createSession=${() => session}></pal-widget>`,
    );
    await waitUntil(() => session.calls.length > 0, 'it opens');
    widget.open();
    session.show({ phase: { is: 'ready' } });
    await widget.updateComplete;
    await nextFrame();
    expect(dialogOf(widget)?.open).to.equal(true);
  });

  it('stays closed if the time is up', async () => {
    storeCall(Date.now() - 1);
    const session = new ScriptedSession();
    const widget = await fixture<PalWidget>(
      html`<pal-widget deployment-id="d1" .createSession=${() => session}></pal-widget>`,
    );
    await nextFrame();
    await nextFrame();
    expect([session.calls.length, dialogOf(widget) === null]).to.deep.equal([0, true]);
  });
});

describe('after the call', () => {
  it('asks for stars if the owner enables them, also by keyboard, and informs the page once', async () => {
    const phase: Phase = { is: 'ended', conversationId: 'c1', reason: 'left' };
    const { widget, session, panel } = await openWidget({ phase });
    expect(find(panel.shadowRoot!, 'pal-rating')).to.equal(null);
    session.show({ deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } } });
    await waitUntilSettled(panel);
    const events: PalFeedbackEvent[] = [];
    document.addEventListener('pal-feedback', (event) => events.push(event));
    const rating = find(panel.shadowRoot!, 'pal-rating')!;
    // The stars appear after their chunk is loaded.
    await waitUntil(() => rating.shadowRoot?.querySelector('input'), 'the stars are there');
    const radios = [...rating.shadowRoot!.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      '1 of 5 stars',
      '2 of 5 stars',
      '3 of 5 stars',
      '4 of 5 stars',
      '5 of 5 stars',
    ]);
    radios[0]!.focus();
    await sendKeys({ press: ' ' });
    for (let step = 0; step < 3; step++) await sendKeys({ press: 'ArrowRight' });
    await waitUntilSettled(panel);
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
    find<HTMLInputElement>(rating.shadowRoot!, '[name=comment]')!.value = ' Quick and kind. ';
    expect(events.length, 'nothing is told before it is sent').to.equal(0);
    press(panel, 'Send');
    await waitUntilSettled(panel);
    expect(
      events.map(({ conversationId, rating: stars, comment }) => [conversationId, stars, comment]),
    ).to.deep.equal([['c1', 4, 'Quick and kind.']]);
    expect(
      session.calls.filter(([verb]) => verb === 'rate'),
      'the service keeps it',
    ).to.deep.equal([['rate', 4, 'Quick and kind.']]);
    expect(texts(rating.shadowRoot!)).to.contain('Thank you for telling us.');
    await expect(widget).to.be.accessible();
  });

  it('leaves the rating to a page that stores it itself', async () => {
    const { widget, session, panel } = await openWidget({
      phase: { is: 'ended', conversationId: 'c1', reason: 'left' },
      deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } },
    });
    await waitUntil(() => find(panel.shadowRoot!, 'pal-rating')?.shadowRoot?.querySelector('input'));
    widget.addEventListener('pal-feedback', (event) => event.preventDefault());
    find<HTMLInputElement>(find(panel.shadowRoot!, 'pal-rating')!.shadowRoot!, 'input[value="5"]')!.click();
    await waitUntilSettled(panel);
    press(panel, 'Send');
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).to.contain('Thank you for telling us.');
    expect(session.calls.filter(([verb]) => verb === 'rate')).to.deep.equal([]);
  });
});
