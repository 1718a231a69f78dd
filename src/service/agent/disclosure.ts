/** When and how the agent says that it is an AI (specification, Disclosure rules). */
import type { PalFields } from '../../contract/pals.ts';

export const BUILT_IN_VERBAL = 'Before we start: I am an AI system, not a person.';
export const BUILT_IN_VISUAL = 'You are talking with an AI system.';

/** What is spoken and shown, or null where the disclosure does not fire. */
export function disclosure(pal: Pick<PalFields, 'disclosure_type' | 'verbal_disclosure' | 'visual_disclosure'>, policy: 'eu' | null | undefined): { verbal: string; visual: string } | null {
  const fires = pal.disclosure_type === 'always' || (pal.disclosure_type === 'auto' && policy === 'eu');
  return fires ? { verbal: pal.verbal_disclosure.trim() || BUILT_IN_VERBAL, visual: pal.visual_disclosure.trim() || BUILT_IN_VISUAL } : null;
}
