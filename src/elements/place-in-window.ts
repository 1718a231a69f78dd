import { zoomOf } from './top-layer.ts';

/**
 * Returns the element's box relative to the window. On a page with `zoom`, WebKit measures in zoomed pixels
 * from the top of the document, but subtracts the scroll position in unzoomed pixels.
 */
export function placeInWindow(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  const zoom = 'currentCSSZoom' in element ? 1 : zoomOf(element);
  return new DOMRect(
    (box.x + scrollX) * zoom - scrollX,
    (box.y + scrollY) * zoom - scrollY,
    box.width * zoom,
    box.height * zoom,
  );
}
