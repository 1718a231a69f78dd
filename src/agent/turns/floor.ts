/** The floor of a conversation: the side that may speak, as the agent sees it. Pure. */

/**
 * `free`: the agent is idle. `begun`: an answer was begun that is not audible yet. `speaking`: the agent is audible.
 */
export type Floor = 'free' | 'begun' | 'speaking';

/** True while the agent is silent. */
export const isQuiet = (floor: Floor): boolean => floor === 'free' || floor === 'begun';

/** `isLineOpen`: the visitor's line may continue, so its answer was only begun. */
export function floorOf(
  speaking: 'silent' | 'unheard' | 'heard' | 'interrupted',
  isLineOpen: boolean,
): Floor {
  if (speaking === 'heard') return 'speaking';
  if (isLineOpen) return 'begun';
  // A greeting that is about to begin can be paused like one that has begun.
  return speaking === 'unheard' ? 'speaking' : 'free';
}
