/** The initial view, and the values of a call's fields when there is no call. */
import { EMPTY_CANVAS } from './canvas.ts';
import { NO_DEVICES } from './devices.ts';
import type { View } from './phases.ts';

export const NO_CALL = {
  agent: null,
  face: null,
  caption: null,
  visitorCaption: null,
  canvas: EMPTY_CANVAS,
  disclosure: null,
  activity: 'idle',
  hearing: null,
  captions: undefined,
  since: null,
  endsSoon: false,
} as const;

export const EMPTY_VIEW: View = {
  phase: { is: 'idle' },
  deployment: null,
  lines: [],
  devices: NO_DEVICES,
  screen: { offered: false, stream: null },
  capabilities: null,
  recording: false,
  rating: 'none',
  ...NO_CALL,
};
