/**
 * Keeps a widget within the visible part of a page that is wider than a phone's screen. Browsers place fixed
 * elements in the whole width of such a page, so their corner may lie outside of the screen. A chunk of its
 * own, because most pages fit.
 */
import type { StyledElement } from './parts/base/styled-element.ts';

/** A widget with its corner. */
interface CornerWidget extends StyledElement {
  readonly position: string;
}

/** Widgets that are already followed. */
const followed = new WeakSet<CornerWidget>();

/** Moves the widget with the visual viewport until the signal aborts. */
export function followViewport(widget: CornerWidget, signal: AbortSignal): void {
  const viewport = visualViewport;
  // With a mouse, the difference is a scrollbar on a page that is zoomed out.
  if (!viewport || followed.has(widget) || matchMedia('(pointer: fine)').matches) return;
  followed.add(widget);
  // The page may rewrite the element's own attributes, so its position is set by a rule of its shadow tree.
  const sheet = new CSSStyleSheet();
  widget.restyle([...widget.sheets, sheet]);
  let [x, y] = [0, 0];
  const place = () => {
    const { offsetLeft, offsetTop, width, height } = viewport;
    const box = widget.getBoundingClientRect();
    if (box.width === 0) return;
    const style = getComputedStyle(widget);
    // The position is measured, because Chromium places fixed elements of a right-to-left page beside the window.
    x += widget.position.endsWith('left')
      ? offsetLeft + parseFloat(style.left) - box.left
      : offsetLeft + width - parseFloat(style.right) - box.right;
    y += widget.position.startsWith('top')
      ? offsetTop + parseFloat(style.top) - box.top
      : offsetTop + height - parseFloat(style.bottom) - box.bottom;
    sheet.replaceSync(`:host{translate:${x}px ${y}px!important}`);
    if (widget.ownerDocument !== document) widget.restyle();
  };
  place();
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, place, { signal });
  signal.addEventListener('abort', () => {
    followed.delete(widget);
    widget.restyle(widget.sheets.filter((one) => one !== sheet));
  });
}
