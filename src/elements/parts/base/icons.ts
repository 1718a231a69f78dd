/** The icons of the call's screens. */
import { svg } from 'lit';
import { icon } from './icon.ts';

export const close = icon(svg`<path d="M6 6l12 12M18 6 6 18"/>`);
export const expand = icon(svg`<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7"/>`);
export const shrink = icon(svg`<path d="M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7"/>`);
export const microphone = icon(
  svg`<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>`,
);
export const microphoneOff = icon(
  svg`<path
    d="M15 10V6a3 3 0 0 0-5.7-1.3M9 9v2a3 3 0 0 0 4.6 2.5M5.5 11.5a6.5 6.5 0 0 0 10.3 5.2
      M18.3 13.5a6.5 6.5 0 0 0 .2-2M12 18v3M4 4l16 16"/>`,
);
export const camera = icon(
  svg`<rect x="3" y="7" width="12.5" height="10" rx="2.5"/><path d="M15.5 11l5-3v8l-5-3"/>`,
);
export const cameraOff = icon(
  svg`<path
    d="M8 7h5a2.500 2.500 0 0 1 2.500 2.500v4M15.500 11l5-3v8l-3-1.800
      M5 7.300A2.500 2.500 0 0 0 3 9.500v5A2.500 2.500 0 0 0 5.500 17H13M4 4l16 16"/>`,
);
export const screen = icon(
  svg`<rect x="3" y="5" width="18" height="12" rx="2.5"/><path d="M12 14V8.500M9.500 10.500 12 8l2.500 2.500M9 20h6"/>`,
);
export const captions = icon(
  svg`<rect x="3" y="5" width="18" height="14" rx="3"/><path
    d="M10.500 10.500a2 2 0 1 0 0 3M17 10.500a2 2 0 1 0 0 3"/>`,
);
export const lines = icon(svg`<path d="M5 7h14M5 12h14M5 17h8"/>`);
export const leave = icon(
  svg`<path
    d="M3.500 13.500c4.700-4.700 12.300-4.700 17 0l-2.600 2.600-3-1.800v-2.400
      a9.500 9.500 0 0 0-5.800 0v2.400l-3 1.800z"/>`,
);
export const more = icon(svg`<g stroke-width="2.6"><path d="M6 12h.01M12 12h.01M18 12h.01"/></g>`);
export const still = icon(svg`<circle cx="12" cy="12" r="8.5"/><path d="M10 9v6M14 9v6"/>`);
export const send = icon(svg`<path d="M12 19V6M6.500 11 12 5.500 17.500 11"/>`);
export const check = icon(svg`<path d="M5 12.500l4.500 4.500L19 7.500"/>`);
export const find = icon(svg`<circle cx="11" cy="11" r="6"/><path d="M15.500 15.500 20 20"/>`);
export const copy = icon(
  svg`<rect x="8.500" y="8.500" width="11" height="11" rx="2.500"/><path
    d="M15.500 5.500A2 2 0 0 0 13.500 4H7a2.500 2.500 0 0 0-2.500 2.500V13a2 2 0 0 0 1.500 2"/>`,
);
export const download = icon(svg`<path d="M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 19.500h14"/>`);
export const signal = icon(svg`<path d="M5 19v-3M12 19v-8M19 19V5" stroke-width="3"/>`);
export const star = icon(svg`<path d="m12 4 2.5 5 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8z"/>`);
export const up = icon(svg`<path d="M6.500 14.500 12 9l5.500 5.500"/>`);
export const down = icon(svg`<path d="M6.500 9.500 12 15l5.500-5.500"/>`);
export const worried = icon(
  svg`<circle cx="12" cy="12" r="9"/><path
    d="M8.500 10.500v.3M15.500 10.500v.3M7 8.500 9.300 7.500M17 8.500 14.700 7.500
      M9 16.300c1.700-1.400 4.300-1.400 6 0"/>`,
);
