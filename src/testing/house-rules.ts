/**
 * What holds in every scenario, whatever it expects: nothing is done twice, and no markup and no thought
 * is said. Pure.
 */
import type { Observed } from './observed.ts';
import type { ToolRun } from './scripted-server.ts';

/** Thoughts and the marks of templates. */
const THOUGHTS = /<\/?think(?:ing)?\b|<\|\w|\bchannel\|>/i;
/** What a voice would spell out: marks of Markdown and HTML, and addresses. */
const MARKUP = /[`*|<>[\]{}]|^\s*#|\]\(|https?:|\p{Extended_Pictographic}/u;

export function houseRules({ said, saying, spoken }: Observed, runs: readonly ToolRun[]): string[] {
  const faults: string[] = [];
  const keys = runs.map(({ name, key }) => `${name} ${key}`);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice) faults.push(`a tool ran twice for one call: ${twice}`);
  const thought = [...said, saying].find((line) => THOUGHTS.test(line));
  if (thought !== undefined) faults.push(`a thought was said: ${JSON.stringify(thought.slice(0, 200))}`);
  const marked = spoken?.find((line) => MARKUP.test(line) || THOUGHTS.test(line));
  if (marked !== undefined)
    faults.push(`markup was given to the voice: ${JSON.stringify(marked.slice(0, 200))}`);
  return faults;
}
