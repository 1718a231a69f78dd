/**
 * At 200 % and 400 % zoom of 1280×1024 px (WCAG 1.4.10), in English and German, the widget stays usable: each
 * control can be scrolled into view and clicked, and notes, captions and pills are legible.
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { waitUntilDrawn, overlap, PICTURE, type Box } from './geometry.ts';
import { all, find } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Text outside buttons that must be legible. */
const TEXTS =
  '.note:not(:has(button)), .note p, .status, .notice span, .weak span, [part=caption] span, .activity';
const CONTROLS = ':is(button, input, select, textarea, a[href]):not(:disabled, [tabindex="-1"])';

/** Yields the ancestors within the dialog from the innermost outwards, through shadow trees. */
function* ancestors(element: Element): Generator<Element> {
  let node: Node | null = element;
  while ((node = (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null)) {
    if (node instanceof Element) yield node;
    if (node instanceof HTMLDialogElement) return;
  }
}

const canScroll = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);

/** Scrolls an element to the middle of each box that a visitor can scroll vertically; nothing else scrolls. */
function scrollIntoView(element: Element, topOf: () => { top: number; bottom: number }): void {
  for (const ancestor of ancestors(element)) {
    if (!canScroll(ancestor)) continue;
    const { top, bottom } = topOf();
    const view = ancestor.getBoundingClientRect();
    ancestor.scrollTop += (top + bottom - view.top - view.bottom) / 2;
  }
}

/** Returns the part of a box that no ancestor cuts off. */
function visiblePart(element: Element, { left, right, top, bottom }: Box): Box {
  const part = { left, right, top, bottom };
  for (const node of ancestors(element)) {
    if (getComputedStyle(node).overflow === 'visible') continue;
    const rect = node.getBoundingClientRect();
    part.left = Math.max(part.left, rect.left);
    part.right = Math.min(part.right, rect.right);
    part.top = Math.max(part.top, rect.top);
    part.bottom = Math.min(part.bottom, rect.bottom);
  }
  return part;
}

/** True if an element is hidden, or is on a stage that a card or the transcript replaces. */
const isHidden = (element: HTMLElement) =>
  !element.checkVisibility({ visibilityProperty: true }) ||
  [element, ...ancestors(element)].some((box) => getComputedStyle(box).clipPath === 'inset(50%)');

/** Returns the innermost element at a point, through shadow trees. */
function hitAt(x: number, y: number): Element | null {
  let topElement = document.elementFromPoint(x, y);
  for (let parent = topElement; parent;) {
    topElement = parent;
    const next: Element | null = parent.shadowRoot?.elementFromPoint(x, y) ?? null;
    parent = next === parent ? null : next;
  }
  return topElement;
}

function isHit(control: HTMLElement): boolean {
  scrollIntoView(control, () => control.getBoundingClientRect());
  const { left, right, top, bottom } = control.getBoundingClientRect();
  if (left < -1 || right > innerWidth + 1) return false;
  const hit = hitAt((left + right) / 2, (top + bottom) / 2);
  return hit !== null && (control.contains(hit) || (control.closest('label')?.contains(hit) ?? false));
}

const nameOf = (element: HTMLElement) =>
  element.ariaLabel ||
  element.textContent?.trim() ||
  element.title ||
  element.className ||
  element.getAttribute('part') ||
  '';

/** Returns, for each line of a text that cannot be read after scrolling, if it is cut off or what covers it. */
function illegible(text: HTMLElement, panel: PalPanel): string[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const coveringElements = [...all(panel.shadowRoot!)].filter(
    (element) => element.matches('.corner button, .words :is(.activity, span)') && !isHidden(element),
  );
  const faults: string[] = [];
  for (const index of [...range.getClientRects()].keys()) {
    scrollIntoView(text, () => range.getClientRects()[index]!);
    const line = range.getClientRects()[index]!;
    const part = visiblePart(text, line);
    const isCut = part.right - part.left < line.width - 1 || part.bottom - part.top < line.height * 0.7;
    if (isCut || part.left < -1 || part.right > innerWidth + 1) faults.push(`line ${index + 1} is cut off`);
    const cover = coveringElements.find(
      (element) => !element.contains(text) && overlap(part, element.getBoundingClientRect()),
    );
    if (cover) faults.push(`line ${index + 1} is under ${cover.className || nameOf(cover)}`);
  }
  return faults.length > 0 ? [`"${nameOf(text)}": ${faults.join(', ')}`] : [];
}

async function openIn(locale: string) {
  const session = new ScriptedSession();
  const show = (view: Partial<View>) =>
    session.show({
      ...view,
      agent: null,
      deployment: {
        ...DEPLOYMENT,
        ...view.deployment,
        thumbnail_image_url: PICTURE,
        customization: { ...view.deployment?.customization, locale },
      },
    });
  const widget = await fixture<PalWidget>(
    html`<pal-widget
      deployment-id="d1"
      style="--pal-duration: 0ms"
      .createSession=${() => session}
    ></pal-widget>`,
  );
  show({ phase: { is: 'ready' } });
  widget.open();
  const panelOf = () => widget.shadowRoot!.querySelector<PalPanel>('pal-panel');
  await waitUntil(() => panelOf()?.lang === locale, `the words are ${locale}`);
  return { panel: panelOf()!, show, fresh: session.view };
}

describe('zoom', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [width, height] of [
    [320, 256],
    [640, 512],
  ] as const)
    for (const locale of ['en', 'de'])
      // Proves wcag-1.4.10.
      it(`every control and note stays visible at ${width}x${height} in ${locale}`, async function () {
        this.timeout(90_000);
        await setViewport({ width, height });
        const { panel, show, fresh: initialView } = await openIn(locale);
        const invalidCases: string[] = [];
        for (const [name, view] of Object.entries(SCREENS)) {
          show({ ...initialView, ...view() });
          await waitUntilDrawn(panel);
          await nextFrame();
          const elements = [...all(panel.shadowRoot!)].filter((element) => !isHidden(element));
          for (const element of elements) {
            if (canScroll(element) && element.scrollWidth > element.clientWidth + 1)
              invalidCases.push(`${name}: ${element.className || element.localName} scrolls sideways`);
            if (element.matches(CONTROLS) && !isHit(element))
              invalidCases.push(`${name}: "${nameOf(element)}" cannot be hit`);
            if (element.matches(TEXTS))
              invalidCases.push(...illegible(element, panel).map((problem) => `${name}: ${problem}`));
          }
          stopPictures();
        }
        expect(find(panel.shadowRoot!, 'button')).not.to.equal(null);
        expect(invalidCases.join('\n')).to.equal('');
      });

  for (const locale of ['en', 'de'])
    // Proves wcag-2.4.11.
    it(`the focused password and its error are above the buttons at 320x256 in ${locale}`, async () => {
      await setViewport({ width: 320, height: 256 });
      const { panel, show, fresh: initialView } = await openIn(locale);
      show({ ...initialView, ...SCREENS['PasswordWrong']!() });
      await waitUntilDrawn(panel);
      await waitUntil(() => find(panel.shadowRoot!, 'input'), 'the field is there');
      const field = find(panel.shadowRoot!, 'input')!;
      field.focus();
      await nextFrame();
      const { shadowRoot } = find(panel.shadowRoot!, 'pal-password')!;
      const boxOf = (selector: string) => shadowRoot!.querySelector(selector)!.getBoundingClientRect();
      expect(boxOf('input').top).to.be.at.least(0);
      expect(boxOf('.wrong').top).to.be.at.least(boxOf('input').bottom);
      expect(boxOf('.wrong').bottom).to.be.at.most(boxOf('.actions').top);
    });

  describe('with a text size of 200 % on a phone', () => {
    before(async () => {
      document.documentElement.style.fontSize = '200%';
      await setViewport({ width: 390, height: 844 });
    });
    after(() => document.documentElement.removeAttribute('style'));

    // Proves wcag-1.4.4.
    it('the note about a weak connection replaces the name', async () => {
      const { panel, show, fresh: initialView } = await openIn('de');
      show({ ...initialView, ...SCREENS['LiveWeakNetwork']!() });
      await waitUntilDrawn(panel);
      const name = find(panel.shadowRoot!, 'h2')!;
      const note = find(panel.shadowRoot!, '.weak')!;
      expect(isHidden(name) || !overlap(name.getBoundingClientRect(), note.getBoundingClientRect())).to.equal(
        true,
      );
    });

    it('the title and the first option of a question with many options are visible', async () => {
      const { panel, show, fresh: initialView } = await openIn('en');
      show({ ...initialView, ...SCREENS['CardQuestionMany']!() });
      await waitUntilDrawn(panel);
      const [title, option] = ['legend, h3', 'input[type=checkbox]'].map((selector) =>
        find(find(panel.shadowRoot!, 'pal-canvas')!.shadowRoot!, selector)!,
      );
      for (const element of [title!, option!]) {
        const box = element.getBoundingClientRect();
        expect(visiblePart(element, box).bottom - box.top).to.be.at.least(box.height - 1);
        const hit = hitAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        expect(element.contains(hit)).to.equal(true);
      }
    });
  });
});
