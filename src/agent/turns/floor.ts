/** The floor of a conversation: which side may speak, as the agent sees it. This module does no I/O. */

/** `free`: the agent is idle. `begun`: an answer has begun but is not audible. `speaking`: the agent is audible. */
export type Floor = 'free' | 'begun' | 'speaking';

/** True while the agent is silent. */
export const isQuiet = (floor: Floor): boolean => floor === 'free' || floor === 'begun';

/**
 * Returns the floor. If `isLineOpen` is true, the visitor's line may continue, so its answer counts as begun.
 */
export function floorOf(
  speaking: 'silent' | 'unheard' | 'heard' | 'interrupted',
  isLineOpen: boolean,
): Floor {
  if (speaking === 'heard') return 'speaking';
  if (isLineOpen) return 'begun';
  // A greeting that is about to start can be paused in the same way as a greeting that has started.
  return speaking === 'unheard' ? 'speaking' : 'free';
}
