/** An element that a page moves to another document, such as a picture-in-picture window, keeps its styles. */
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { Channel } from '../../src/elements/channel.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import { CARD, DEPLOYMENT, LIVE, ScriptedSession } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import { all, find, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

describe('an element in another document', () => {
  let frame: HTMLIFrameElement;
  const faults: string[] = [];
  const note = (event: ErrorEvent | PromiseRejectionEvent) =>
    faults.push(String('reason' in event ? event.reason : event.message));
  beforeEach(async () => {
    faults.length = 0;
    frame = await fixture(html`<iframe width="800" height="600" title="A window"></iframe>`);
    for (const type of ['error', 'unhandledrejection'] as const) addEventListener(type, note);
  });
  afterEach(() => {
    for (const type of ['error', 'unhandledrejection'] as const) removeEventListener(type, note);
    expect(faults.join()).to.equal('');
  });

  const createElement = (tag: 'pal-embed' | 'pal-widget' | 'pal-landing-page') => {
    const session = new ScriptedSession();
    const element = document.createElement(tag) as Channel;
    Object.assign(element, { deploymentId: 'd1', createSession: () => session });
    return { element, session };
  };
  const panelOf = (element: Channel) => element.shadowRoot!.querySelector<PalPanel>('pal-panel');
  const openIn = async (element: Channel) => {
    element.open();
    await waitUntil(() => panelOf(element), 'the panel');
    await waitUntilSettled(panelOf(element)!);
  };
  /** Returns the names of elements without their style sheets. */
  const namesWithoutStyles = (element: Channel) =>
    [element, ...all(element.shadowRoot!)]
      .filter(({ shadowRoot }) => shadowRoot && shadowRoot.adoptedStyleSheets.length === 0)
      .map(({ localName }) => localName);

  for (const tag of ['pal-embed', 'pal-widget', 'pal-landing-page'] as const)
    it(`is styled if a script created it for that document: ${tag}`, async () => {
      const { element, session } = createElement(tag);
      frame.contentDocument!.body.append(element);
      await element.updateComplete;
      session.show({ phase: { is: 'ready' } });
      await openIn(element);
      session.show({ ...STATES.LiveListening(), agent: null, canvas: CARD });
      await waitUntilSettled(panelOf(element)!);
      expect(namesWithoutStyles(element)).to.deep.equal([]);
      const controls = find(panelOf(element)!.shadowRoot!, '[role=toolbar]')!;
      expect(frame.contentWindow!.getComputedStyle(controls).display).to.equal('flex');
      element.remove();
    });

  it('keeps its styles and follows the owner if its call moves there and back', async () => {
    const { element, session } = createElement('pal-embed');
    document.body.append(element);
    session.show({ phase: LIVE });
    await openIn(element);
    const panel = panelOf(element)!;
    for (const target of [frame.contentDocument!.body, document.body]) {
      target.append(element);
      await element.updateComplete;
      await waitUntilSettled(panel);
      expect(namesWithoutStyles(element)).to.deep.equal([]);
      expect(panelOf(element)).to.equal(panel);
      const accent = target === document.body ? '#aa0000' : '#00aa00';
      session.show({ deployment: { ...DEPLOYMENT, customization: { theme: { accent_color: accent } } } });
      await waitUntilSettled(panel);
      const style = target.ownerDocument.defaultView!.getComputedStyle(element);
      expect(style.getPropertyValue('--pal-accent')).to.equal(accent);
    }
    element.remove();
  });

  it('keeps a widget’s panel in its corner, if opened there for the first time', async () => {
    const { element, session } = createElement('pal-widget');
    document.body.append(element);
    await element.updateComplete;
    frame.contentDocument!.body.append(element);
    session.show({ phase: { is: 'ready' } });
    await openIn(element);
    await nextFrame();
    const dialog = element.shadowRoot!.querySelector('dialog')!;
    expect(frame.contentWindow!.getComputedStyle(dialog).overflow).to.equal('hidden');
    expect(namesWithoutStyles(element)).to.deep.equal([]);
    element.remove();
  });
});
