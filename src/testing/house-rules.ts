/**
 * Rules for every scenario in addition to its expectations: no tool call runs twice, and the agent speaks neither
 * markup nor a model's reasoning. Pure.
 */
import type { Observation } from './observation.ts';
import type { ToolRun } from './scripted-server.ts';

/** Matches reasoning and marks of chat templates. */
const THOUGHTS = /<\/?think(?:ing)?\b|<\|\w|\bchannel\|>/i;
/** Matches text that a voice would spell out: Markdown, HTML and addresses. */
const MARKUP = /[`*|<>[\]{}]|^\s*#|\]\(|https?:|\p{Extended_Pictographic}/u;

export function houseRules({ lines, partialLine, spoken }: Observation, runs: readonly ToolRun[]): string[] {
  const faults: string[] = [];
  const keys = runs.map(({ name, key }) => `${name} ${key}`);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice) faults.push(`a tool ran twice for one call: ${twice}`);
  const thought = [...lines, partialLine].find((line) => THOUGHTS.test(line));
  if (thought !== undefined) faults.push(`a thought was said: ${JSON.stringify(thought.slice(0, 200))}`);
  const markedLine = spoken?.find((line) => MARKUP.test(line) || THOUGHTS.test(line));
  if (markedLine !== undefined)
    faults.push(`markup was given to the voice: ${JSON.stringify(markedLine.slice(0, 200))}`);
  return faults;
}
