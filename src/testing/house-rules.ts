/**
 * Rules for every scenario in addition to its expectations: no tool call runs twice, and the agent speaks
 * neither markup nor a model's reasoning.
 */
import type { Observation } from './observation.ts';
import type { ToolRun } from './scripted-server.ts';

/** Matches reasoning and marks of chat templates. */
const REASONING_PATTERN = /<\/?think(?:ing)?\b|<\|\w|\bchannel\|>/i;
/** Matches text that a voice would spell out: Markdown, HTML and addresses. */
const MARKUP_PATTERN = /[`*|<>[\]{}]|^\s*#|\]\(|https?:|\p{Extended_Pictographic}/u;

export function houseRules(
  { lines, partialLine, spokenSentences: spoken }: Observation,
  toolRuns: readonly ToolRun[],
): string[] {
  const faults: string[] = [];
  const keys = toolRuns.map(({ name, key }) => `${name} ${key}`);
  const repeatedKey = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeatedKey) faults.push(`a tool ran twice for one call: ${repeatedKey}`);
  const lineWithReasoning = [...lines, partialLine].find((line) => REASONING_PATTERN.test(line));
  if (lineWithReasoning !== undefined)
    faults.push(`a thought was said: ${JSON.stringify(lineWithReasoning.slice(0, 200))}`);
  const markedLine = spoken?.find((line) => MARKUP_PATTERN.test(line) || REASONING_PATTERN.test(line));
  if (markedLine !== undefined)
    faults.push(`markup was given to the voice: ${JSON.stringify(markedLine.slice(0, 200))}`);
  return faults;
}
