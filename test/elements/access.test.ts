/**
 * What axe cannot see: narrow screens, spaced text, large text, targets, and the keyboard, in every state.
 * WCAG 2.2.
 */
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { expect, nextFrame } from '@open-wc/testing';
import { CARD } from '../../stories/scripted-session.ts';
import { STATES } from '../../stories/states.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { arrive, inChromium, opened, settled } from './widget.ts';

const VIEWS: [string, () => Partial<View>][] = [
  ...(Object.entries(STATES) as [string, () => Partial<View>][]),
  ['Card', () => ({ ...STATES.LiveListening(), canvas: CARD })],
];
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

function* all(root: ParentNode): Iterable<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element;
    if (element.shadowRoot) yield* all(element.shadowRoot);
  }
}
const seen = (element: HTMLElement) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getBoundingClientRect().width > 1;
const name = (element: HTMLElement) =>
  `${element.localName}${element.id ? `#${element.id}` : ''}.${[...element.classList].join('.')} ` +
  `"${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 30)}"`;
/** Whatever has words in it and does not scroll by itself. */
const clipped = (element: HTMLElement) => {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const words = [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
  );
  return (
    words &&
    seen(element) &&
    overflowX !== 'visible' &&
    overflowX !== 'auto' &&
    textOverflow !== 'ellipsis' &&
    (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
  );
};
/** What sticks out of its panel at the sides, or makes it scroll sideways. */
function sticking(panel: HTMLElement): string[] {
  const frame = panel.getBoundingClientRect();
  const out = [...all(panel.shadowRoot!)]
    .filter(
      (element) =>
        element.matches('button, a, input, textarea, select, p, h2, label, li, legend') &&
        seen(element) &&
        !element.closest('.offscreen'),
    )
    .filter(
      (element) =>
        element.getBoundingClientRect().right > frame.right + 1 ||
        element.getBoundingClientRect().left < frame.left - 1,
    )
    .map(name);
  if (panel.scrollWidth > panel.clientWidth)
    out.push(`the panel scrolls sideways: ${panel.scrollWidth} in ${panel.clientWidth}`);
  return out;
}

describe('every state', () => {
  after(async () => {
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [state, view] of VIEWS) {
    it(`${state} fits a screen 320 px wide, with spaced text too, and its targets are large enough`, async () => {
      await setViewport({ width: 320, height: 640 });
      const { widget, panel } = await opened(view());
      await settled(panel);
      arrive(widget);
      expect(document.scrollingElement!.scrollWidth).to.be.at.most(320);
      expect(sticking(panel)).to.deep.equal([]);

      const small = [...all(widget.shadowRoot!)]
        .filter(
          (element) =>
            element.matches(FOCUSABLE) && seen(element) && element.tabIndex >= 0 && !element.closest('p'),
        )
        .filter((element) => {
          // A control's label is as much of its target as it is itself (2.5.8, Target Size).
          const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((box) =>
            box.getBoundingClientRect(),
          );
          return (
            Math.max(...boxes.map(({ width }) => width)) < 24 ||
            Math.max(...boxes.map(({ height }) => height)) < 24
          );
        });
      expect(small.map(name)).to.deep.equal([]);

      // 1.4.12, Text Spacing.
      const spaced = new CSSStyleSheet();
      spaced.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em ' +
          '!important } p { margin-block-end: 2em !important }',
      );
      for (const element of all(widget.shadowRoot!)) element.shadowRoot?.adoptedStyleSheets.push(spaced);
      await nextFrame();
      expect(sticking(panel)).to.deep.equal([]);
      expect([...all(panel.shadowRoot!)].filter(clipped).map(name)).to.deep.equal([]);
    });

    it(`${state} is gone through with Tab alone: the focus is seen, never hidden, and leaves again`, async () => {
      await setViewport({ width: 1024, height: 800 });
      const { widget, panel } = await opened(view());
      await settled(panel);
      arrive(widget);
      // Where the walk leads to; without it Firefox's own bar, from where no test has the focus back.
      const next = document.body.appendChild(document.createElement('button'));
      widget.shadowRoot!.querySelector('dialog')!.focus();
      const reached: HTMLElement[] = [];
      const problems: string[] = [];
      for (let step = 0; step < 60; step++) {
        await sendKeys({ press: 'Tab' });
        let active = document.activeElement as HTMLElement | null;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement as HTMLElement;
        if (!active || (!widget.contains(document.activeElement) && document.activeElement !== widget)) break;
        if (reached.includes(active)) break;
        reached.push(active);
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active);
        const around = active.closest<HTMLElement>(':focus-within')
          ? [...ancestors(active)].some((element) => getComputedStyle(element).outlineStyle !== 'none')
          : false;
        if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none' && !around)
          problems.push(`the focus on ${name(active)} is not seen`);
        const { left, top, width, height } = active.getBoundingClientRect();
        let hit = document.elementFromPoint(left + width / 2, top + height / 2);
        while (
          hit?.shadowRoot?.elementFromPoint(left + width / 2, top + height / 2) &&
          hit.shadowRoot.elementFromPoint(left + width / 2, top + height / 2) !== hit
        )
          hit = hit.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
        if (hit && !related(active, hit as HTMLElement))
          problems.push(`${name(active)} lies under ${name(hit as HTMLElement)}`);
      }
      next.remove();
      expect(problems).to.deep.equal([]);
      const wanted = [...all(panel.shadowRoot!)].filter(
        (element) =>
          element.matches('button, a[href], input, textarea, select') &&
          seen(element) &&
          element.tabIndex >= 0 &&
          !(element as HTMLButtonElement).disabled &&
          (element as HTMLInputElement).type !== 'radio',
      );
      expect(wanted.filter((element) => !reached.includes(element)).map(name), 'reached').to.deep.equal([]);
    });
  }

  inChromium('stands still for whoever wants less motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    for (const [state, view] of VIEWS) {
      const { widget, panel } = await opened(view());
      await settled(panel);
      const moving = [...all(widget.shadowRoot!)]
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
  for (let at: Node | null = element.parentNode; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof HTMLElement) yield at;
}
/** One is in the other, or they belong to one label. */
function related(one: HTMLElement, other: HTMLElement): boolean {
  return (
    one === other ||
    [...ancestors(one)].includes(other) ||
    [...ancestors(other)].includes(one) ||
    one.closest('label') === other.closest('label')
  );
}
