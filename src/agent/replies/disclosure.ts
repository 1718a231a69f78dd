/** The disclosure that the agent is an AI, and when it is spoken (specification: resources-42, resources-43). */
import type { PalFields } from '@palkit/contract/pals';
import type { AgentSentences } from './agent-sentences.ts';

/**
 * Returns the disclosure in its spoken and visible form; null if none is required. The default text is in the
 * conversation's language.
 */
export function disclosure(
  pal: Pick<PalFields, 'disclosure_type' | 'verbal_disclosure' | 'visual_disclosure'>,
  policy: 'eu' | null | undefined,
  builtIn: AgentSentences,
): { verbal: string; visual: string } | null {
  const fires = pal.disclosure_type === 'always' || (pal.disclosure_type === 'auto' && policy === 'eu');
  return fires
    ? {
        verbal: pal.verbal_disclosure.trim() || builtIn.verbalDisclosure,
        visual: pal.visual_disclosure.trim() || builtIn.visualDisclosure,
      }
    : null;
}
