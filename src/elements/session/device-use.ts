/** True if a device may be opened: only during a call or while one is starting. */
import { modalityOf } from './modality.ts';
import type { View } from './phases.ts';

export function hasUseFor(kind: 'microphone' | 'camera', { phase, deployment }: View): boolean {
  const modality = modalityOf(deployment);
  if (modality === 'chat' || (kind === 'camera' && modality !== 'video')) return false;
  return (
    phase.is === 'gate' ||
    phase.is === 'starting' ||
    phase.is === 'joining' ||
    (phase.is === 'live' && phase.transport === 'media')
  );
}

/** True if the visitor's screen can be shared now, which requires a running video call. */
export function hasUseForScreen({ phase, deployment, screen }: View): boolean {
  return (
    screen.offered && phase.is === 'live' && phase.transport === 'media' && modalityOf(deployment) === 'video'
  );
}
