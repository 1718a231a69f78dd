/** The floor of a conversation: the side that may speak, as the agent sees it. Pure. */

/**
 * The agent is idle; an answer has begun that is not audible yet; it is audible.
 */
export type Floor = 'free' | 'begun' | 'speaking';

/** True while the agent is silent. */
export const isQuiet = (floor: Floor): boolean => floor === 'free' || floor === 'begun';

/** `isLineOpen`: the visitor's line may continue, so that an answer to it has begun. */
export function floorOf(
  speaking: 'silent' | 'unheard' | 'heard' | 'interrupted',
  isLineOpen: boolean,
): Floor {
  if (speaking === 'heard') return 'speaking';
  if (isLineOpen) return 'begun';
  // A greeting that is about to begin is held back like one that has.
  return speaking === 'unheard' ? 'speaking' : 'free';
}
