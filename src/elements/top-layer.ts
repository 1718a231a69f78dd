/**
 * Keeps a widget in its corner under any styles of the page. An ancestor with a transform, a filter or containment
 * turns `position: fixed` into a position inside that ancestor, and a clip hides parts of it; the top layer escapes
 * both. Without such an ancestor the page's `--pal-z-index` decides about the stacking.
 */
import type { StyledElement } from './parts/base/styled-element.ts';

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

/**
 * The attribute's value for a widget that this module put on the top layer, equivalent to `manual` for the browser.
 * It distinguishes a widget in a page's snapshot, which is closed, from a popover of the page.
 */
const OWN = 'pal';

/** Call it when a widget is attached, opens or closes. */
export function holdInCorner(widget: StyledElement, opened: boolean): void {
  // A page's rule for every element (`* { all: unset }`) beats `:host` without `!important`.
  if (getComputedStyle(widget).zIndex === 'auto') outrankPageStyles(widget);
  if (!widget.showPopover) return;
  const displaced = [...ancestors(widget)].some(isDisplacing);
  const own = !widget.popover || widget.getAttribute('popover') === OWN;
  if (displaced && own && !widget.matches(':popover-open')) {
    widget.setAttribute('popover', OWN);
    widget.showPopover();
    renderAgain(widget);
  } else if (!displaced && !opened && own) widget.popover = null;
}

/** WebKit leaves a widget that moves to the top layer at its old place until it is rendered again. */
function renderAgain(widget: HTMLElement): void {
  const { style } = widget;
  const before = style.cssText;
  style.setProperty('display', 'none', 'important');
  // Reading a size forces a layout.
  void widget.offsetWidth;
  style.cssText = before;
  if (!before) widget.removeAttribute('style');
}

/** Factor by which the page's CSS `zoom` enlarges the element's content, viewport units included. */
export function zoomOf(element: Element): number {
  return [element, ...ancestors(element)].reduce(
    (zoom, one) => zoom * (parseFloat(getComputedStyle(one).getPropertyValue('zoom')) || 1),
    1,
  );
}

/** Every ancestor that an element is rendered in, through slots and shadow roots. */
function* ancestors(element: Element): Iterable<Element> {
  let node: Node | null = element;
  while ((node = (node as Element).assignedSlot ?? (node as Element).parentNode ?? (node as ShadowRoot).host))
    if (node instanceof Element) yield node;
}

function isDisplacing(element: Element): boolean {
  const style = getComputedStyle(element);
  return (
    DISPLACING.some((name) => (style[name] || 'none') !== 'none') ||
    CONTAINING.test(`${style.contain} ${style.willChange}`) ||
    style.contentVisibility === 'auto'
  );
}

/** Repeats the `:host` rules with `!important`, so that they beat the page's rules for every element. */
function outrankPageStyles(widget: StyledElement): void {
  const own = new CSSStyleSheet();
  for (const rule of widget.sheets.flatMap((sheet) => [...sheet.cssRules])) {
    if (!(rule instanceof CSSStyleRule) || !/^:host(\([^)]*\))?$/.test(rule.selectorText)) continue;
    own.insertRule(rule.cssText, own.cssRules.length);
    const { style } = own.cssRules[own.cssRules.length - 1] as CSSStyleRule;
    for (const name of [...style])
      if (/^--|^visib|^pointer|^color-s/.test(name)) style.removeProperty(name);
      else style.setProperty(name, style.getPropertyValue(name), 'important');
  }
  widget.restyle([...widget.sheets, own]);
}
