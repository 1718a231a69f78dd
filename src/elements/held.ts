/**
 * Holds a widget in its corner, whatever the page's own styles do around it. An ancestor that is transformed,
 * filtered or contained takes `position: fixed` away from the window, and a clip hides what stands outside of
 * it; the top layer knows neither. Where the page does nothing of that, it is the page that says by
 * `--pal-z-index` what lies above what.
 */

/** Properties of an ancestor that displace or hide what is fixed inside of it, unless they are `none`. */
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
const KEPT = /paint|layout|strict|content|transform|translate|rotate|scale|perspective|filter/;

/** Widgets that were put on the top layer. */
const held = new WeakSet<HTMLElement>();

/** To be called when a widget is there, opens or closes. */
export function hold(widget: HTMLElement, opened: boolean): void {
  // A rule for every element (`* { all: unset }`) beats `:host`, unless that insists.
  if (getComputedStyle(widget).zIndex === 'auto') insist(widget.shadowRoot!);
  if (!widget.showPopover) return;
  const displaced = [...above(widget)].some(displaces);
  if (displaced && !widget.matches(':popover-open') && (held.has(widget) || !widget.popover)) {
    held.add(widget);
    widget.popover = 'manual';
    widget.showPopover();
    placeAnew(widget);
  } else if (!displaced && !opened && held.delete(widget)) widget.popover = null;
}

/** WebKit leaves what is drawn already in the place it had below the top layer, until it is drawn anew. */
function placeAnew(widget: HTMLElement): void {
  const [display, priority] = [
    widget.style.getPropertyValue('display'),
    widget.style.getPropertyPriority('display'),
  ];
  widget.style.setProperty('display', 'none', 'important');
  // Asked for its size, the browser takes it out.
  void widget.offsetWidth;
  widget.style.setProperty('display', display, priority);
  if (!widget.getAttribute('style')) widget.removeAttribute('style');
}

/** How much larger the page makes what is in the element by `zoom`, which also counts for the window's units. */
export function zoomOf(element: Element): number {
  return [element, ...above(element)].reduce(
    (zoom, one) => zoom * (parseFloat(getComputedStyle(one).getPropertyValue('zoom')) || 1),
    1,
  );
}

/**
 * Where an element is in the window. On a page with `zoom`, WebKit counts in the page's own pixels from its
 * beginning, and takes away from that what was scrolled in the window's.
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

/** Everything that an element is drawn in, through slots and shadow trees. */
function* above(element: Element): Iterable<Element> {
  let node: Node | null = element;
  while ((node = (node as Element).assignedSlot ?? (node as Element).parentNode ?? (node as ShadowRoot).host))
    if (node instanceof Element) yield node;
}

function displaces(element: Element): boolean {
  const style = getComputedStyle(element);
  return (
    DISPLACING.some((name) => (style[name] || 'none') !== 'none') ||
    KEPT.test(`${style.contain} ${style.willChange}`) ||
    style.contentVisibility === 'auto'
  );
}

/** What is said of the element itself goes before what the page says of every one. */
function insist(root: ShadowRoot): void {
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
