/**
 * Accessibility that axe cannot measure: narrow screens, text spacing, large text, target sizes and the keyboard, in
 * every state. WCAG 2.2.
 */
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { expect, nextFrame } from '@open-wc/testing';
import { CARD } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { finishAnimations, inChromium, openWidget, waitUntilSettled } from './widget.ts';

const VIEWS: [string, () => Partial<View>][] = [
  ...(Object.entries(STATES) as [string, () => Partial<View>][]),
  ['Card', () => ({ ...STATES.LiveListening(), canvas: CARD })],
];
/** A bound above the number of Tab stops of every state. */
const MAX_TAB_STOPS = 60;
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

function* allElements(root: ParentNode): Iterable<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element;
    if (element.shadowRoot) yield* allElements(element.shadowRoot);
  }
}
const isVisible = (element: HTMLElement) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getBoundingClientRect().width > 1;
const name = (element: HTMLElement) =>
  `${element.localName}${element.id ? `#${element.id}` : ''}.${[...element.classList].join('.')} ` +
  `"${(element.ariaLabel || element.textContent?.trim() || element.title).trim().slice(0, 30)}"`;
/** True for an element whose text does not fit and that does not scroll. */
const isClipped = (element: HTMLElement) => {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const hasText = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
  );
  return (
    hasText &&
    isVisible(element) &&
    overflowX !== 'visible' &&
    overflowX !== 'auto' &&
    textOverflow !== 'ellipsis' &&
    (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
  );
};
/** Describes the elements that overflow their panel horizontally, and a panel that scrolls horizontally. */
function overflowingElements(panel: HTMLElement): string[] {
  const frame = panel.getBoundingClientRect();
  const overflowing = [...allElements(panel.shadowRoot!)]
    .filter(
      (element) =>
        element.matches('button, a, input, textarea, select, p, h2, label, li, legend') &&
        isVisible(element) &&
        !element.closest('.offscreen'),
    )
    .filter(
      (element) =>
        element.getBoundingClientRect().right > frame.right + 1 ||
        element.getBoundingClientRect().left < frame.left - 1,
    )
    .map(name);
  if (panel.scrollWidth > panel.clientWidth)
    overflowing.push(`the panel scrolls sideways: ${panel.scrollWidth} in ${panel.clientWidth}`);
  return overflowing;
}

describe('every state', () => {
  after(async () => {
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [state, view] of VIEWS) {
    // Proves wcag-1.3.4, wcag-1.4.4, wcag-1.4.10, wcag-1.4.12, wcag-2.5.8.
    it(`${state} fits a screen 320 px wide, with spaced text too, and its targets are large enough`, async () => {
      await setViewport({ width: 320, height: 640 });
      const { widget, panel } = await openWidget(view());
      await waitUntilSettled(panel);
      finishAnimations(widget);
      expect(document.scrollingElement!.scrollWidth).to.be.at.most(320);
      expect(overflowingElements(panel)).to.deep.equal([]);

      const smallTargets = [...allElements(widget.shadowRoot!)]
        .filter(
          (element) =>
            element.matches(FOCUSABLE) &&
            isVisible(element) &&
            element.tabIndex >= 0 &&
            !element.closest('p'),
        )
        .filter((element) => {
          // The label of a control is part of its target (2.5.8, Target Size).
          const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((box) =>
            box.getBoundingClientRect(),
          );
          return (
            Math.max(...boxes.map(({ width }) => width)) < 24 ||
            Math.max(...boxes.map(({ height }) => height)) < 24
          );
        });
      expect(smallTargets.map(name)).to.deep.equal([]);

      // Text spacing as in criterion 1.4.12.
      const spacingStyles = new CSSStyleSheet();
      spacingStyles.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em ' +
          '!important } p { margin-block-end: 2em !important }',
      );
      for (const element of allElements(widget.shadowRoot!))
        element.shadowRoot?.adoptedStyleSheets.push(spacingStyles);
      await nextFrame();
      expect(overflowingElements(panel)).to.deep.equal([]);
      expect([...allElements(panel.shadowRoot!)].filter(isClipped).map(name)).to.deep.equal([]);
    });

    // Proves wcag-1.3.2, wcag-2.1.1, wcag-2.1.2, wcag-2.4.7, wcag-2.4.11, wcag-3.2.1, wcag-3.2.3.
    it(`${state} is operable with Tab alone: focus is visible, never obscured and never trapped`, async () => {
      await setViewport({ width: 1024, height: 800 });
      const { widget, panel } = await openWidget(view());
      await waitUntilSettled(panel);
      finishAnimations(widget);
      // The next Tab stop after the widget. Without it the focus would move to Firefox's toolbar, from which a test
      // cannot return it.
      const next = document.body.appendChild(document.createElement('button'));
      widget.shadowRoot!.querySelector('dialog')!.focus();
      const reachedElements: HTMLElement[] = [];
      const problems: string[] = [];
      for await (const focusedElement of tabStops(widget)) {
        reachedElements.push(focusedElement);
        if (!showsFocus(focusedElement)) problems.push(`the focus on ${name(focusedElement)} is not seen`);
        const topElement = topmostAt(focusedElement);
        if (topElement && !isRelated(focusedElement, topElement))
          problems.push(`${name(focusedElement)} lies under ${name(topElement)}`);
      }
      next.remove();
      expect(problems).to.deep.equal([]);
      const controls = [...allElements(panel.shadowRoot!)].filter(
        (element) =>
          element.matches('button, a[href], input, textarea, select') &&
          isVisible(element) &&
          element.tabIndex >= 0 &&
          !(element as HTMLButtonElement).disabled &&
          (element as HTMLInputElement).type !== 'radio',
      );
      expect(
        controls.filter((element) => !reachedElements.includes(element)).map(name),
        'reached',
      ).to.deep.equal([]);
    });
  }

  // Proves wcag-2.2.2, wcag-2.3.1.
  inChromium('no state animates when the visitor prefers reduced motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    for (const [state, view] of VIEWS) {
      const { widget, panel } = await openWidget(view());
      await waitUntilSettled(panel);
      const moving = [...allElements(widget.shadowRoot!)]
        .flatMap((element) => element.getAnimations())
        .filter(
          (animation) =>
            animation.playState === 'running' &&
            (animation.effect?.getComputedTiming().activeDuration as number) > 10,
        );
      expect(
        moving.map((animation) => (animation as CSSAnimation).animationName ?? 'a transition'),
        state,
      ).to.deep.equal([]);
      widget.remove();
    }
    await emulateMedia({ reducedMotion: 'no-preference' });
  });
});

function* ancestors(element: HTMLElement): Iterable<HTMLElement> {
  for (
    let index: Node | null = element.parentNode;
    index;
    index = index instanceof ShadowRoot ? index.host : index.parentNode
  )
    if (index instanceof HTMLElement) yield index;
}

/** Yields the elements that Tab reaches in a widget, until the focus leaves it or returns to the first. */
async function* tabStops(widget: HTMLElement): AsyncIterable<HTMLElement> {
  const reachedElements = new Set<HTMLElement>();
  for (let step = 0; step < MAX_TAB_STOPS; step++) {
    await sendKeys({ press: 'Tab' });
    const focusedElement = focusedIn(widget);
    if (!focusedElement || reachedElements.has(focusedElement)) return;
    reachedElements.add(focusedElement);
    yield focusedElement;
  }
}

/** Returns the focused element in a widget, at any depth; null if the focus is outside. */
function focusedIn(widget: HTMLElement): HTMLElement | null {
  if (!widget.contains(document.activeElement)) return null;
  let focusedElement = document.activeElement as HTMLElement;
  while (focusedElement.shadowRoot?.activeElement)
    focusedElement = focusedElement.shadowRoot.activeElement as HTMLElement;
  return focusedElement;
}

/** True if the focus is visible on a focused element or around it. */
function showsFocus(element: HTMLElement): boolean {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const outlined = outlineStyle !== 'none' && outlineWidth !== '0px';
  return (
    outlined ||
    boxShadow !== 'none' ||
    [...ancestors(element)].some((ancestor) => getComputedStyle(ancestor).outlineStyle !== 'none')
  );
}

/** Returns the topmost element at the centre of `element`, through all shadow trees. */
function topmostAt(element: HTMLElement): HTMLElement | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const elementAt = (root: DocumentOrShadowRoot) => root.elementFromPoint(left + width / 2, top + height / 2);
  let hit: Element | null = null;
  let parent = elementAt(document);
  while (parent && parent !== hit) {
    hit = parent;
    parent = hit.shadowRoot && elementAt(hit.shadowRoot);
  }
  return hit as HTMLElement | null;
}

/** True if one element contains the other, or both are in the same label. */
function isRelated(firstElement: HTMLElement, secondElement: HTMLElement): boolean {
  return (
    firstElement === secondElement ||
    [...ancestors(firstElement)].includes(secondElement) ||
    [...ancestors(secondElement)].includes(firstElement) ||
    firstElement.closest('label') === secondElement.closest('label')
  );
}
