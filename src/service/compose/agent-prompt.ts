/** Builds the prompt of an agent's model, once for each question. */
import { filledPrompt } from '../conversations/placeholders.ts';
import type { AgentBasis } from './agent-basis.ts';

/** Maximum number of UTF-16 units of memories in each prompt; other memories can only be found by a search. */
const REMEMBERED_LENGTH = 20_000;

export function agentPrompt({ row, briefing, canvas, facts, agent }: AgentBasis): string {
  const { pal, languages, memories } = briefing;
  const guidance = canvas?.usage_guidance;
  const words = [
    pal.system_prompt,
    languageLine(languages),
    facts && `The owner's facts, which take precedence over the notes:\n${facts.text()}`,
    guidance && `When to show cards: ${guidance}`,
    memoriesText(memories),
    row.document.conversational_context,
  ];
  return filledPrompt(words.filter(Boolean).join('\n\n'), {
    ...row.document.variables,
    ...agent().variables(),
  });
}

function languageLine(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  const languageRule =
    languages.length === 1 ? 'this language' : "one of these languages, the visitor's where it is among them";
  return `Answer only in ${languageRule}: ${languages.join(', ')}.`;
}

function memoriesText(memories: readonly string[]): string {
  if (memories.length === 0) return '';
  const list = memories.map((memory) => `- ${memory}`).join('\n');
  return `What you remember of this visitor:\n${list.slice(0, REMEMBERED_LENGTH)}`;
}
