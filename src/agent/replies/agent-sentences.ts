/**
 * The agent's built-in sentences in the language of the call. The embedded voice speaks English only, so a
 * conversation in another language uses a configured voice or a voice of the visitor's device, or is shown as text.
 */
import type { AgentSentences } from '@palkit/contract/locales/locale';
import { localeOf } from '../language/locales.ts';

export type { AgentSentences };

/** Returns the sentences in the language of a BCP 47 tag, or in English, with the PAL's name and topics inserted. */
export function agentSentences(
  tag: string | undefined,
  { name = '', topics = [] }: { name?: string; topics?: readonly string[] } = {},
): AgentSentences {
  const { agent, facts } = localeOf(tag);
  const fill = (line: string) =>
    line.replace(/\{(name|topics)\}/g, (_, what) =>
      what === 'name' ? name : topics.join(facts.comma ?? ', '),
    );
  return Object.fromEntries(Object.entries(agent).map(([key, line]) => [key, fill(line)])) as AgentSentences;
}
