/**
 * Keeps a widget in its corner whatever the page's styles are. An ancestor with a transform, a filter or
 * containment would displace a fixed widget, and one with a clip would hide parts of it; the top layer avoids
 * both. Without such an ancestor the widget is not in the top layer, so that the page's `--pal-z-index` applies.
 */
import type { StyledElement } from './parts/base/styled-element.ts';

/** CSS properties of an ancestor that displace or clip fixed descendants, unless their value is `none`. */
const DISPLACING_PROPERTIES = [
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
const CONTAINING_PROPERTIES =
  /paint|layout|strict|content|transform|translate|rotate|scale|perspective|filter/;

/**
 * Value of the `popover` attribute of a widget that this module moved to the top layer; browsers treat it like
 * `manual`. It distinguishes such a widget in a snapshot of the page, where it is closed, from a popover of the page.
 */
const POPOVER_VALUE = 'pal';

/** Updates a widget's position; call this when it is attached, opens or closes. */
export function holdInCorner(widget: StyledElement, opened: boolean): void {
  // A page's rule for all elements (`* { all: unset }`) overrides `:host` rules without `!important`.
  if (getComputedStyle(widget).zIndex === 'auto') outrankPageStyles(widget);
  if (!widget.showPopover) return;
  const displaced = [...ancestors(widget)].some(isDisplacing);
  const isOwnPopover = !widget.popover || widget.getAttribute('popover') === POPOVER_VALUE;
  if (displaced && isOwnPopover && !widget.matches(':popover-open')) {
    widget.setAttribute('popover', POPOVER_VALUE);
    widget.showPopover();
    renderAgain(widget);
  } else if (!displaced && !opened && isOwnPopover) widget.popover = null;
}

/** Renders a widget again, because WebKit moves it into the top layer only when it is rendered. */
function renderAgain(widget: HTMLElement): void {
  const { style } = widget;
  const previousCss = style.cssText;
  style.setProperty('display', 'none', 'important');
  // Reading a size forces a layout.
  void widget.offsetWidth;
  style.cssText = previousCss;
  if (!previousCss) widget.removeAttribute('style');
}

/**
 * Returns the factor by which CSS `zoom` of the page enlarges the element's content, including viewport
 * units.
 */
export function zoomOf(element: Element): number {
  return [element, ...ancestors(element)].reduce(
    (zoom, ancestor) => zoom * (parseFloat(getComputedStyle(ancestor).getPropertyValue('zoom')) || 1),
    1,
  );
}

/** Yields all ancestors in the rendered tree, through slots and shadow roots. */
function* ancestors(element: Element): Iterable<Element> {
  let node: Node | null = element;
  while ((node = (node as Element).assignedSlot ?? (node as Element).parentNode ?? (node as ShadowRoot).host))
    if (node instanceof Element) yield node;
}

function isDisplacing(element: Element): boolean {
  const style = getComputedStyle(element);
  return (
    DISPLACING_PROPERTIES.some((name) => (style[name] || 'none') !== 'none') ||
    CONTAINING_PROPERTIES.test(`${style.contain} ${style.willChange}`) ||
    style.contentVisibility === 'auto'
  );
}

/** Repeats the `:host` rules with `!important`, so that they override the page's rules for all elements. */
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
