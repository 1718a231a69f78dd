/**
 * Libraries that rewrite a page (idiomorph, morphdom, htmx, Turbo) compare elements by their markup, so attributes
 * must not contain state of the element.
 */
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { expect, nextFrame } from '@open-wc/testing';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, inChromium, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Gives an element exactly the attributes in its markup, as these libraries do. */
function replaceAttributes(element: Element, markup: string): void {
  const next = new DOMParser().parseFromString(markup, 'text/html').body.firstElementChild;
  for (const name of element.getAttributeNames())
    if (!next?.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of next?.attributes ?? []) element.setAttribute(name, value);
}
const MARKUP = '<pal-widget deployment-id="d1"></pal-widget>';
const CHOICES = {
  locale: 'ar',
  theme: { mode: 'dark' as const },
  widget: { position: 'top-left' as const, variant: 'tiny' as const, text: 'Ask' },
};

function stateOf(widget: PalWidget) {
  const { x, y, width } = find(widget.shadowRoot!, 'pal-launcher, pal-minimised')!.getBoundingClientRect();
  const dialog = widget.shadowRoot!.querySelector('dialog');
  return {
    at: [x, y, width].map(Math.round),
    scheme: getComputedStyle(widget).colorScheme,
    direction: getComputedStyle(find(widget.shadowRoot!, 'button')!).direction,
    modal: dialog?.matches(':modal'),
    state: [widget.position, widget.variant, widget.text, widget.theme, widget.expanded],
  };
}
const displace = () => {
  const style = document.createElement('style');
  style.textContent = 'body { transform: translateY(1px) }';
  document.head.append(style);
  return style;
};

describe('a page that replaces a widget by a copy', () => {
  const REST = { phase: { is: 'ready' } } as const;
  /**
   * Replaces the widget, waits for the time for which an element may be detached, and returns for both widgets
   * whether they are on the page.
   */
  async function replaceWidget(
    view: Parameters<typeof openWidget>[0],
    marks: object = {},
  ): Promise<boolean[]> {
    const { widget, session, fired } = await openWidget(view);
    const copy = Object.assign(widget.cloneNode() as PalWidget, marks);
    widget.replaceWith(copy);
    const isOver = () => widget.isConnected || !widget.opened;
    await waitUntil(isOver, 'the time in which an element may be away');
    const presence = [widget.isConnected, copy.isConnected, fired.includes('pal-close')];
    // Show no call, because a running call would replace the copy in the next test.
    session.show(REST);
    copy.remove();
    return presence;
  }

  it('gets the widget back while its call runs', async () => {
    expect(await replaceWidget({ phase: LIVE })).to.deep.equal([true, false, false]);
  });

  it('keeps the copy if no call runs', async () => {
    expect(await replaceWidget(REST)).to.deep.equal([false, true, false]);
  });

  it('gets the widget back in a new container, too', async () => {
    const { widget, session } = await openWidget({ phase: LIVE });
    const [container, otherContainer] = [document.createElement('main'), document.createElement('main')];
    widget.before(container);
    container.append(widget);
    otherContainer.innerHTML = `<p>Another page</p>${MARKUP}`;
    container.replaceWith(otherContainer);
    await waitUntil(() => widget.isConnected, 'the widget is back');
    expect([widget.parentElement === otherContainer, otherContainer.childElementCount]).to.deep.equal([
      true,
      2,
    ]);
    session.show(REST);
    otherContainer.remove();
  });

  it('by a framework keeps the copy, which the framework itself removes later', async () => {
    expect(await replaceWidget({ phase: LIVE }, { __reactFiber$1: {} })).to.deep.equal([false, true, false]);
  });
});

describe('a page that is rewritten', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));

  for (const expanded of [false, true])
    it(`by a morph leaves a widget in its corner, ${expanded ? 'enlarged' : 'with its panel'}`, async () => {
      const { widget, panel } = await openWidget({
        phase: LIVE,
        deployment: { ...DEPLOYMENT, customization: CHOICES },
      });
      widget.removeAttribute('text');
      widget.expanded = expanded;
      await waitUntilSettled(panel);
      const isAsChosen = () => {
        finishAnimations(widget);
        const { at, scheme, direction } = stateOf(widget);
        return at[0]! < 100 && at[1]! < 100 && scheme === 'dark' && direction === 'rtl';
      };
      await waitUntil(isAsChosen, 'the look of the deployment');
      const stateBefore = stateOf(widget);
      expect(widget.getAttributeNames()).to.deep.equal(['deployment-id']);
      replaceAttributes(widget, MARKUP);
      await widget.updateComplete;
      await waitUntilSettled(panel);
      expect(stateOf(widget)).to.deep.equal(stateBefore);
    });

  it('by a morph, while its body is displaced, leaves a widget on the top layer', async () => {
    const style = displace();
    try {
      const { widget } = await openWidget({ phase: LIVE });
      expect(widget.matches(':popover-open')).to.equal(true);
      replaceAttributes(widget, MARKUP);
      await waitUntil(() => widget.matches(':popover-open'), 'the top layer');
    } finally {
      style.remove();
    }
  });

  for (const [snapshot, restored] of [
    [true, true],
    [true, false],
  ])
    it(`from a snapshot of a displaced body shows its widget${restored ? '' : ' elsewhere'}`, async () => {
      const style = displace();
      const parent = document.createElement('div');
      document.body.append(parent);
      try {
        const { widget } = await openWidget({ phase: { is: 'ready' } });
        widget.close();
        await widget.updateComplete;
        const { outerHTML } = widget;
        expect(widget.matches(':popover-open')).to.equal(snapshot);
        widget.remove();
        if (!restored) style.remove();
        parent.innerHTML = outerHTML;
        const copy = parent.querySelector('pal-widget')!;
        await copy.updateComplete;
        await nextFrame();
        const { right, bottom, width } = find(copy.shadowRoot!, 'pal-launcher')!.getBoundingClientRect();
        expect([copy.checkVisibility(), width > 0, right > 900, bottom > 600]).to.deep.equal([
          true,
          true,
          true,
          true,
        ]);
      } finally {
        style.remove();
        parent.remove();
      }
    });
});

describe('a page that is translated', () => {
  /** Simulates translation by a browser or an extension, which wraps each text in additional elements. */
  function translate(root: ParentNode): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ data }) => data.trim())) {
      const translation = document.createElement('font');
      translation.textContent = `«${text.data}»`;
      text.replaceWith(translation);
    }
  }

  it('shows the changing texts of the activity and of a note', async () => {
    const { panel, session } = await openWidget({
      phase: LIVE,
      activity: 'listening',
      deployment: { ...DEPLOYMENT, customization: { captions: false } },
    });
    const stage = find(panel.shadowRoot!, 'pal-stage')!.shadowRoot!;
    translate(stage);
    session.show({ activity: 'speaking' });
    await waitUntilSettled(panel);
    expect(stage.querySelector('.activity')!.textContent).to.equal('Speaking');
    const call = find(panel.shadowRoot!, 'pal-call')!.shadowRoot!;
    const notice = () => call.querySelector('[part=notice] [role=status]')!.textContent;
    for (const connection of ['reconnecting', 'good', 'reconnecting'] as const) {
      session.show({ phase: { is: 'live', conversationId: 'c1', transport: 'media', connection } });
      await waitUntilSettled(panel);
      expect(notice()).to.equal(connection === 'good' ? '' : 'The connection was lost. Trying again…');
      translate(call);
    }
  });

  it('shows every sentence of an answer that grows', async () => {
    const line = { id: 'l1', role: 'pal' as const, streaming: true, interrupted: false, at: 1 };
    const { panel, session } = await openWidget({
      phase: LIVE,
      lines: [{ ...line, text: 'One.' }],
      deployment: { ...DEPLOYMENT, customization: { transcript: { panel: true } } },
    });
    const transcript = find(panel.shadowRoot!, 'pal-transcript')!.shadowRoot!;
    for (const text of ['One. Two.', 'One. Two. Three.']) {
      translate(transcript);
      session.show({ lines: [{ ...line, text }] });
      await waitUntilSettled(panel);
      expect(transcript.querySelector('[part=words]')!.textContent).to.equal(text);
    }
  });
});

inChromium('a page that is printed has neither the launcher nor the panel of a widget', async () => {
  const { widget } = await openWidget({ phase: LIVE });
  const closedWidget = document.createElement('pal-widget');
  document.body.append(closedWidget);
  await closedWidget.updateComplete;
  const visibility = () => [widget, closedWidget].map((item) => item.checkVisibility());
  await emulateMedia({ media: 'print' });
  try {
    expect(visibility()).to.deep.equal([false, false]);
  } finally {
    await emulateMedia({ media: 'screen' });
  }
  expect(visibility()).to.deep.equal([true, true]);
  closedWidget.remove();
});

describe('a dialog that the browser closes itself', () => {
  const scrolls = () => getComputedStyle(document.documentElement).overflow !== 'hidden';
  const isShownOn = async (width: number, height: number) => {
    await setViewport({ width, height });
    const { widget, panel, fired } = await openWidget({
      phase: LIVE,
    });
    widget.expanded = true;
    await waitUntilSettled(panel);
    const dialog = widget.shadowRoot!.querySelector('dialog')!;
    expect([dialog.matches(':modal'), scrolls()]).to.deep.equal([true, false]);
    return { widget, dialog, fired };
  };
  for (const [width, height] of [
    [390, 800],
    [1200, 800],
  ] as const)
    it(`at ${width}x${height} closes the panel, and the page scrolls`, async () => {
      const { widget, dialog, fired } = await isShownOn(width, height);
      dialog.close();
      await waitUntil(() => fired.includes('pal-close'), 'the panel is closed');
      await widget.updateComplete;
      expect(scrolls()).to.equal(true);
    });

  it('a first back gesture on a phone closes a panel that starts large', async () => {
    const { widget, dialog, fired } = await isShownOn(390, 800);
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await widget.updateComplete;
    expect([fired.includes('pal-close'), scrolls()]).to.deep.equal([true, true]);
  });

  it('a panel that changes its form stays open', async () => {
    const { widget, dialog, fired } = await isShownOn(1200, 800);
    widget.expanded = false;
    await widget.updateComplete;
    // Wait for two frames, because a `close` event would arrive in the next task.
    await nextFrame();
    await nextFrame();
    expect([dialog.open, dialog.matches(':modal'), fired.includes('pal-close')]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});
