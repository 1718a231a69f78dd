/**
 * Keeps a widget in its corner whatever the page's styles are. An ancestor with a transform, a filter or
 * containment turns `position: fixed` into a position inside that ancestor, and a clip hides parts of it; the
 * top layer escapes both. Without such an ancestor the page's `--pal-z-index` decides about the stacking.
 */

/** Properties of an ancestor that displace or clip fixed descendants, unless they are `none`. */
const DISPLACING = [
  'transform',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'filter',
  'backdropFilter',
  'clipPath',
  'maskImage',
] as const;
const CONTAINING = /paint|layout|strict|content|transform|translate|rotate|scale|perspective|filter/;

/** Widgets that this module put on the top layer. */
const topLayer = new WeakSet<HTMLElement>();

/** Call it when a widget is attached, opens or closes. */
export function holdInCorner(widget: HTMLElement, opened: boolean): void {
  // A page's rule for every element (`* { all: unset }`) beats `:host` without `!important`.
  const root = widget.shadowRoot;
  if (root && getComputedStyle(widget).zIndex === 'auto') outrankPageStyles(root);
  if (!widget.showPopover) return;
  const displaced = [...ancestors(widget)].some(displaces);
  if (displaced && !widget.matches(':popover-open') && (topLayer.has(widget) || !widget.popover)) {
    topLayer.add(widget);
    widget.popover = 'manual';
    widget.showPopover();
    renderAgain(widget);
  } else if (!displaced && !opened && topLayer.delete(widget)) widget.popover = null;
}

/** WebKit leaves a widget that moves to the top layer at its old place until it is rendered again. */
function renderAgain(widget: HTMLElement): void {
  const [display, priority] = [
    widget.style.getPropertyValue('display'),
    widget.style.getPropertyPriority('display'),
  ];
  widget.style.setProperty('display', 'none', 'important');
  // Reading a size forces a layout.
  void widget.offsetWidth;
  widget.style.setProperty('display', display, priority);
  if (!widget.getAttribute('style')) widget.removeAttribute('style');
}

/** Factor by which the page's CSS `zoom` enlarges the element's content, viewport units included. */
export function zoomOf(element: Element): number {
  return [element, ...ancestors(element)].reduce(
    (zoom, one) => zoom * (parseFloat(getComputedStyle(one).getPropertyValue('zoom')) || 1),
    1,
  );
}

/**
 * The element's box in the window. On a page with `zoom`, WebKit measures in the page's own pixels from the
 * top of the document but subtracts the scroll position in the window's.
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

/** Every ancestor that an element is rendered in, through slots and shadow roots. */
function* ancestors(element: Element): Iterable<Element> {
  let node: Node | null = element;
  while ((node = (node as Element).assignedSlot ?? (node as Element).parentNode ?? (node as ShadowRoot).host))
    if (node instanceof Element) yield node;
}

function displaces(element: Element): boolean {
  const style = getComputedStyle(element);
  return (
    DISPLACING.some((name) => (style[name] || 'none') !== 'none') ||
    CONTAINING.test(`${style.contain} ${style.willChange}`) ||
    style.contentVisibility === 'auto'
  );
}

/** Repeats the `:host` rules with `!important`, so that they beat the page's rules for every element. */
function outrankPageStyles(root: ShadowRoot): void {
  const own = new CSSStyleSheet();
  for (const rule of root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSStyleRule) || !/^:host(\([^)]*\))?$/.test(rule.selectorText)) continue;
    own.insertRule(rule.cssText, own.cssRules.length);
    const { style } = own.cssRules[own.cssRules.length - 1] as CSSStyleRule;
    for (const name of [...style])
      if (/^--|^visib|^pointer/.test(name)) style.removeProperty(name);
      else style.setProperty(name, style.getPropertyValue(name), 'important');
  }
  root.adoptedStyleSheets.push(own);
}
