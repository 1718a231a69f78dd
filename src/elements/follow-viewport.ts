/**
 * Keeps a widget visible on a page that is wider than a phone's screen. Browsers position fixed elements relative to
 * the entire width of such a page, so their corner may be off the screen. A separate chunk, because most pages fit.
 */
import type { StyledElement } from './parts/base/styled-element.ts';

/** The members of a widget that this module uses. */
interface CornerWidget extends StyledElement {
  readonly position: string;
}

/** Widgets whose position is already being updated. */
const followedWidgets = new WeakSet<CornerWidget>();

/** Moves the widget with the visual viewport until the signal aborts. */
export function followViewport(widget: CornerWidget, signal: AbortSignal): void {
  const viewport = visualViewport;
  // With a mouse, the page is wider only by the scrollbar, which has more CSS pixels at a zoom below 100 %.
  if (!viewport || followedWidgets.has(widget) || matchMedia('(pointer: fine)').matches) return;
  followedWidgets.add(widget);
  // The page may rewrite the element's attributes, so its position is set by a rule in the shadow tree.
  const sheet = new CSSStyleSheet();
  widget.restyle([...widget.sheets, sheet]);
  let [x, y] = [0, 0];
  const updatePosition = () => {
    const { offsetLeft, offsetTop, width, height } = viewport;
    const box = widget.getBoundingClientRect();
    if (box.width === 0) return;
    const style = getComputedStyle(widget);
    // Measure the position, because Chromium places fixed elements of a right-to-left page outside the window.
    x += widget.position.endsWith('left')
      ? offsetLeft + parseFloat(style.left) - box.left
      : offsetLeft + width - parseFloat(style.right) - box.right;
    y += widget.position.startsWith('top')
      ? offsetTop + parseFloat(style.top) - box.top
      : offsetTop + height - parseFloat(style.bottom) - box.bottom;
    sheet.replaceSync(`:host{translate:${x}px ${y}px!important}`);
    if (widget.ownerDocument !== document) widget.restyle();
  };
  updatePosition();
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, updatePosition, { signal });
  signal.addEventListener('abort', () => {
    followedWidgets.delete(widget);
    widget.restyle(widget.sheets.filter((other) => other !== sheet));
  });
}
