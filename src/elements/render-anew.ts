/**
 * A floating box that changes its form counts as a layout shift of the page below it, although the page does not
 * move; a newly rendered box does not count. Only Chromium measures shifts.
 */
import { css } from 'lit';

interface Styled extends HTMLElement {
  readonly sheets: readonly CSSStyleSheet[];
  restyle(sheets: readonly CSSStyleSheet[]): void;
}

const countsShifts = globalThis.PerformanceObserver?.supportedEntryTypes?.includes('layout-shift');

const hidden = css`
  :host {
    display: none !important;
  }
`.styleSheet!;

/** Renders an element and its content again. */
export function renderAnew(element: Styled): void {
  if (!countsShifts) return;
  const { sheets } = element;
  element.restyle([...sheets, hidden]);
  void element.offsetWidth;
  element.restyle(sheets);
}

/** Call it between two forms of an element, while it is not shown. */
export function forgetForm(element: HTMLElement): void {
  if (countsShifts) void element.offsetWidth;
}
