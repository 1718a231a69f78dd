/**
 * If a floating box changes its form, this counts as a layout shift of the page below, although the page does not
 * move. A newly rendered box does not count. Only Chromium measures shifts.
 */
import { css } from 'lit';

interface RestyledElement extends HTMLElement {
  readonly sheets: readonly CSSStyleSheet[];
  restyle(sheets: readonly CSSStyleSheet[]): void;
}

const reportsShifts = globalThis.PerformanceObserver?.supportedEntryTypes?.includes('layout-shift');

const hiddenStyles = css`
  :host {
    display: none !important;
  }
`.styleSheet!;

/** Renders an element and its content as new. */
export function forceRender(element: RestyledElement): void {
  if (!reportsShifts) return;
  const { sheets } = element;
  element.restyle([...sheets, hiddenStyles]);
  void element.offsetWidth;
  element.restyle(sheets);
}

/** Call this between two forms of an element, while it is hidden. */
export function skipShiftMeasurement(element: HTMLElement): void {
  if (reportsShifts) void element.offsetWidth;
}
