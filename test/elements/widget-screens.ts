/** States of the widget that several tests use. */
import '../../src/elements/define.ts';
import { NO_DEVICES } from '../../src/elements/session/devices.ts';

export const microphone = {
  ...NO_DEVICES,
  microphone: { state: 'on' as const, id: 'm1' },
  microphones: [
    { id: 'm1', label: 'One' },
    { id: 'm2', label: 'Two' },
  ],
  level: 0.4,
};
