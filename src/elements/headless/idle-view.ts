/** The view before any request. It is always the same object, so that frameworks can compare it. */
import type { Devices, SessionView } from './session-view.ts';

const NO_DEVICES: Devices = {
  microphones: [],
  cameras: [],
  microphone: { state: 'off', id: null },
  camera: { state: 'off', id: null },
  preview: null,
  level: 0,
};

export const IDLE_VIEW: SessionView = Object.freeze<SessionView>({
  phase: { is: 'idle' },
  deployment: null,
  transcript: [],
  caption: null,
  visitorCaption: null,
  canvas: { card: null, state: 'open' },
  disclosure: null,
  activity: 'idle',
  devices: NO_DEVICES,
  screen: { offered: false, stream: null },
  agentStream: null,
  capabilities: null,
  hearing: null,
  recording: false,
  since: null,
  endsSoon: false,
  rating: 'none',
});
