/**
 * Styles of a page do not harm the elements: the launcher stays in its corner and can be clicked, the panel stays in
 * the window and its close button is reachable, and inherited styles do not affect the text.
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { placeInWindow } from '../../src/elements/place-in-window.ts';
import type { PalEmbed } from '../../src/elements/pal-embed.ts';
import type { PalLandingPage } from '../../src/elements/pal-landing-page.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { FACE } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { all, finishAnimations, find, panelOf, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Inherited properties that a page may set for all its text, with unusual values. */
const INHERITED =
  'color: rgb(1, 200, 3); cursor: wait; direction: rtl; font: italic small-caps 900 43px/3.3 monospace; ' +
  'font-feature-settings: "smcp"; font-stretch: 50%; hyphens: auto; letter-spacing: 9px; list-style: square; ' +
  'overflow-wrap: anywhere; quotes: none; tab-size: 19; text-align: end; text-indent: 70px; ' +
  'text-shadow: 2px 2px red; text-transform: uppercase; white-space: pre; word-break: break-all; ' +
  'word-spacing: 30px; writing-mode: vertical-rl; -webkit-text-fill-color: rgb(9, 9, 9); ' +
  'caret-color: red; accent-color: red; text-rendering: geometricPrecision; line-break: anywhere; ' +
  'user-select: none; -webkit-user-select: none; image-rendering: pixelated; text-wrap: nowrap; ' +
  'pointer-events: none; visibility: hidden';
/** Rules of real pages that moved or hid a widget, keyed by their effect. */
const PAGES: Record<string, string> = {
  'zooms its body': 'body { zoom: 1.5 }',
  'zooms its root': 'html { zoom: 1.4 }',
  'moves its body by a transform': 'body { transform: translate(40px, 90px) scale(0.9) }',
  'turns its body by the property of its own': 'body { rotate: 2deg; will-change: transform }',
  'filters its body': 'body { filter: grayscale(1) }',
  'contains its body': 'body { contain: layout paint; height: 300px; overflow: hidden }',
  'clips its body': 'body { clip-path: inset(0 0 60% 0) }',
  'unsets everything': '* { all: unset }',
  'unsets everything and moves': '* { all: unset } body { display: block; transform: translateY(50px) }',
  'reverts everything': 'body, body * { all: revert }',
  'places all of its children': 'body > * { position: relative; z-index: 1; width: 100%; margin: 0 auto }',
  'bounds and clips everything': '* { max-width: 60px; max-height: 20px; overflow: hidden; float: left }',
  'sizes everything': '* { width: 100%; min-height: 50vh; box-sizing: content-box }',
  'has tiny words': 'html { font-size: 40% }',
  'is far from its edges': 'pal-widget { --pal-inset: 110px }',
  'has placed the widget itself': 'pal-widget { bottom: 130px; right: 60px }',
  'sets all that is inherited': `body { ${INHERITED} }`,
};

const mounted: HTMLElement[] = [];
const unmount = () => mounted.splice(0).forEach((element) => element.remove());
let style: HTMLStyleElement;
const page = (rules: string) => {
  style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
};

type Tag = 'pal-widget' | 'pal-embed' | 'pal-landing-page';
/** Adds an element whose deployment is known, and opens it. */
async function mount<Element extends PalWidget | PalEmbed | PalLandingPage>(tag: Tag) {
  const session = new ScriptedSession();
  const element = document.createElement(tag) as Element;
  Object.assign(element, { deploymentId: 'd1', createSession: () => session });
  element.style.setProperty('--pal-duration', '0ms');
  document.body.append(element);
  mounted.push(element);
  await element.updateComplete;
  const open = async () => {
    element.open();
    await waitUntil(() => session.calls.length > 0, 'the session is prepared');
    session.show({
      phase: { is: 'ready' },
      deployment: { ...DEPLOYMENT, thumbnail_image_url: FACE, customization: { locale: 'en' } },
    });
    const panel = await panelOf(element);
    await waitUntilSettled(panel);
    finishAnimations(element);
    return panel;
  };
  return { element, session, open };
}

const assertWithin = (title: string, { left, top, right, bottom }: DOMRect) => {
  const position = `${title} at ${[left, top, right, bottom].map(Math.round).join(' ')}`;
  expect(left, position).to.be.at.least(-1);
  expect(top, position).to.be.at.least(-1);
  expect(right, position).to.be.at.most(innerWidth + 1);
  expect(bottom, position).to.be.at.most(innerHeight + 1);
};
/** Returns the element that a click at the centre of `element` reaches, through all shadow trees. */
function topmostAt(element: Element): Element | null {
  const { left, top, width, height } = placeInWindow(element);
  const [x, y] = [left + width / 2, top + height / 2];
  let topElement = document.elementFromPoint(x, y);
  for (let depth = 0; depth < 12; depth++) {
    const elementBelow: Element | null | undefined = topElement?.shadowRoot?.elementFromPoint(x, y);
    if (!elementBelow || elementBelow === topElement) return topElement;
    topElement = elementBelow;
  }
  return topElement;
}
const isReachable = (element: Element) => {
  const topElement = topmostAt(element);
  return element === topElement || element.contains(topElement);
};

describe('on a page that', () => {
  beforeEach(() => setViewport({ width: 1024, height: 700 }));
  afterEach(async () => {
    style.remove();
    unmount();
    window.scrollTo(0, 0);
    await nextFrame();
  });

  for (const [does, rules] of Object.entries(PAGES)) {
    it(`${does}, the widget is in its corner, and its panel and close button are reachable`, async () => {
      page(`${rules} .tall { height: 3000px }`);
      const tall = document.createElement('div');
      tall.className = 'tall';
      document.body.append(tall);
      const { element, open } = await mount<PalWidget>('pal-widget');
      try {
        window.scrollTo(0, 400);
        await nextFrame();
        const launcher = find(element.shadowRoot!, '[part=launcher]')!;
        const box = placeInWindow(launcher);
        assertWithin('the launcher', box);
        expect(innerWidth - box.right, 'near the right side').to.be.below(innerWidth / 4);
        expect(innerHeight - box.bottom, 'near the bottom').to.be.below(innerHeight / 4);
        expect(box.width, 'no wider than its words').to.be.below(400);
        expect(isReachable(launcher), 'the launcher can be pressed').to.equal(true);
        const panel = await open();
        assertWithin('the panel', placeInWindow(element.shadowRoot!.querySelector('dialog')!));
        const close = find(panel.shadowRoot!, '[part~=close]')!;
        assertWithin('its close button', placeInWindow(close));
        expect(isReachable(close), 'the close button can be pressed').to.equal(true);
        const primary = find(panel.shadowRoot!, '.primary')!;
        expect(isReachable(primary), 'the main button can be pressed').to.equal(true);
        element.expanded = true;
        await element.updateComplete;
        finishAnimations(element);
        const dialog = element.shadowRoot!.querySelector('dialog')!;
        expect(dialog.matches(':modal')).to.equal(true);
        assertWithin('the enlarged panel', placeInWindow(dialog));
      } finally {
        tall.remove();
      }
    });
  }

  it('zooms on a phone, the sheet is as large as the window', async () => {
    await setViewport({ width: 390, height: 800 });
    page('body { zoom: 1.5 }');
    const { element, open } = await mount<PalWidget>('pal-widget');
    await open();
    const box = placeInWindow(element.shadowRoot!.querySelector('dialog')!);
    expect([box.left, box.top, box.right, box.bottom].map(Math.round)).to.deep.equal([0, 0, 390, 800]);
  });

  for (const tag of ['pal-widget', 'pal-embed', 'pal-landing-page'] as const) {
    it(`sets all inherited properties, or unsets everything, the text of ${tag} looks as on a plain page`, async () => {
      const readLooks = async () => {
        const { element, open } = await mount(tag);
        const facade = describeAll(element);
        await open();
        const appearance = [...facade, ...describeAll(element)];
        unmount();
        return appearance;
      };
      // The element should use the page's font family.
      const letters = 'body { font-family: serif }';
      page(`body { margin: 0 } ${letters}`);
      const plainLooks = await readLooks();
      expect(plainLooks.length).to.be.at.least(4);
      for (const rules of [`body { margin: 0; ${INHERITED} }`, '* { all: unset }']) {
        style.remove();
        // An element in the page's flow must follow the page's writing mode and pointer rules, so omit these.
        const fitting = rules.replace(/writing-mode: [\w-]+;|pointer-events.*hidden/g, '');
        page((tag === 'pal-widget' ? rules : fitting) + letters);
        expect(differences(plainLooks, await readLooks())).to.deep.equal([]);
      }
    });
  }

  it('hides the element, it is hidden', async () => {
    page('pal-widget, pal-embed { visibility: hidden }');
    for (const tag of ['pal-widget', 'pal-embed'] as const) {
      const { element } = await mount(tag);
      const button = find(element.shadowRoot!, 'button')!;
      expect(button.checkVisibility({ visibilityProperty: true }), tag).to.equal(false);
    }
  });

  it('opens a modal dialog of its own, the dialog is above the widget', async () => {
    page('body { transform: translateX(1px) } dialog { width: 96vw; height: 96vh; max-width: none }');
    const { element } = await mount<PalWidget>('pal-widget');
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.showModal();
    const launcher = find(element.shadowRoot!, '[part=launcher]')!;
    const { left, top } = launcher.getBoundingClientRect();
    expect(document.elementFromPoint(left + 4, top + 4) === dialog, 'the dialog is hit').to.equal(true);
    dialog.remove();
    expect(isReachable(launcher), 'and below it is as it was').to.equal(true);
  });

  it('stops moving its body, the widget is where the page puts it again', async () => {
    page('body { transform: translateX(1px) }');
    const { element, open } = await mount<PalWidget>('pal-widget');
    expect(element.matches(':popover-open')).to.equal(true);
    style.textContent = 'pal-widget { --pal-z-index: 3 }';
    await open();
    element.close();
    await element.updateComplete;
    expect(element.hasAttribute('popover')).to.equal(false);
    expect(getComputedStyle(element).zIndex).to.equal('3');
  });
});

/** Properties that are not compared: the page may change them, or they follow from the window and the text. */
const OWN = /^(font-family|animation|transition|perspective-origin|transform-origin|-webkit-locale)/;

interface Looks {
  words: string;
  computed: Map<string, string>;
}

/** Returns the computed styles of all visible elements that contain text. */
function describeAll(element: HTMLElement): Looks[] {
  const textStyles: Looks[] = [];
  for (const item of all(element.shadowRoot!)) {
    const hasText = [...item.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim(),
    );
    if (!hasText || item.localName === 'style' || !item.checkVisibility()) continue;
    const computed = getComputedStyle(item);
    const names = [...computed].filter((name) => !OWN.test(name) && !name.startsWith('--'));
    textStyles.push({
      words: `${item.localName} "${item.textContent.trim()}"`,
      computed: new Map(names.map((name) => [name, computed.getPropertyValue(name)])),
    });
  }
  return textStyles;
}

/** Describes all differences between the computed styles. */
function differences(plainLooks: Looks[], currentLooks: Looks[]): string[] {
  return plainLooks.flatMap(({ words, computed }, offset) => {
    const currentLook = currentLooks[offset];
    if (currentLook?.words !== words) return [`${words} is not there`];
    return [...computed]
      .filter(([name, value]) => currentLook.computed.get(name) !== value)
      .map(([name, value]) => `${words} ${name}: ${currentLook.computed.get(name)} instead of ${value}`);
  });
}
