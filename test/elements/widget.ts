/** A widget with a session that a test controls, and functions to inspect it. */
import { fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalCanvas } from '../../src/elements/parts/pal-canvas.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { waitUntil } from './wait-until.ts';

// Several test files run in the same tab, whose storage may contain a call of an earlier one.
sessionStorage.clear();

/** Some test settings need Chromium: media features, and a voice on a machine without one. */
export const isChromium = navigator.userAgent.includes('Chrome/');
export const isWebKit = !isChromium && navigator.userAgent.includes('AppleWebKit/');
export const inChromium = isChromium ? it : it.skip;

const EVENTS = [
  'pal-ready',
  'pal-open',
  'pal-close',
  'pal-started',
  'pal-ended',
  'pal-error',
  'pal-message',
] as const;

export async function openWidget(view: Partial<View> = { phase: { is: 'ready' } }) {
  const session = new ScriptedSession();
  const fired: string[] = [];
  const widget = await fixture<PalWidget>(
    html`<pal-widget deployment-id="d1" text="Ask us" .createSession=${() => session}></pal-widget>`,
  );
  for (const type of EVENTS) widget.addEventListener(type, () => fired.push(type));
  widget.open();
  // The first test also loads and compiles the chunk.
  await waitUntil(() => session.calls.some(([verb]) => verb === 'prepare'), 'the session is prepared');
  session.show(view);
  const panel = await panelOf(widget);
  await waitUntilSettled(panel);
  return { widget, session, panel, fired };
}
/** Waits for the panel of a channel, which its chunk draws when the language's texts are loaded; returns it. */
export async function panelOf(channel: Element): Promise<PalPanel> {
  const findPanel = () => channel.shadowRoot!.querySelector<PalPanel>('pal-panel');
  await waitUntil(() => findPanel() !== null, 'the panel is there');
  return findPanel()!;
}
/** Resolves when all parts of the panel are drawn. */
export async function waitUntilSettled(panel: PalPanel): Promise<void> {
  await panel.updateComplete;
  await nextFrame();
  await nextFrame();
  // The first card of a kind loads its chunk.
  const canvas = find<PalCanvas>(panel.shadowRoot!, 'pal-canvas');
  if (canvas?.canvas.card)
    await waitUntil(() => canvas.shadowRoot!.querySelector('.unloaded, :not(p, style)'), 'the card is there');
}
/** Yields all elements of a shadow tree and of the trees inside it. */
export function* all(root: ParentNode): Iterable<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    yield element;
    if (element.shadowRoot) yield* all(element.shadowRoot);
  }
}
/** Returns the first matching element in a shadow tree or in the trees inside it; null if there is none. */
export function find<Found extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): Found | null {
  const match = root.querySelector<Found>(selector);
  if (match) return match;
  for (const element of root.querySelectorAll('*')) {
    const nestedMatch = element.shadowRoot && find<Found>(element.shadowRoot, selector);
    if (nestedMatch) return nestedMatch;
  }
  return null;
}
/** Finishes all animations of an element and of the elements inside it, except endless ones. */
export function finishAnimations(root: Element): void {
  for (const animation of root.getAnimations())
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  for (const element of [...root.children, ...(root.shadowRoot?.children ?? [])]) finishAnimations(element);
}
export function texts(root: ParentNode | ShadowRoot): string {
  let text = '';
  for (const node of (root as ShadowRoot).childNodes) {
    if (node.nodeType === Node.TEXT_NODE) text += `${node.textContent} `;
    else if (node instanceof Element && !['STYLE', 'SCRIPT'].includes(node.tagName))
      text += texts(node.shadowRoot ?? node);
  }
  return text.replace(/\s+/g, ' ');
}
export const press = (panel: PalPanel, text: string) => {
  const allElements = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? allElements(element.shadowRoot) : []),
    ]);
  const button = allElements(panel.shadowRoot!).find(
    (element) =>
      element instanceof HTMLButtonElement &&
      [element.textContent?.trim(), element.title, element.ariaLabel].includes(text),
  );
  if (!button) throw new Error(`No button "${text}"`);
  button.click();
};
