/** The disclosure that the agent is an AI, and when it is spoken (specification: resources-42, resources-43). */
import type { PalFields } from '@palkit/contract/pals';
import type { AgentSentences } from './agent-sentences.ts';

/**
 * The disclosure as it is spoken and shown, or null if none is due. The default words are in the conversation's
 * language.
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
