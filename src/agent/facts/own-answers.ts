/**
 * Answers that the owner wrote to questions, as the console's open questions lead to them: lines of a PAL's facts in
 * the form `Question? Answer.` Pure.
 */
import { contentWords, tokens } from '../knowledge/words.ts';

/** Words that tell questions about the same things apart, as "When can I park?" and "Where can I park?" */
const ASKING = new Set('what when where who whom whose which why how much many long often'.split(' '));

/** The line whose question is this one, in other words at most by its endings and small words; null without one. */
export function ownAnswer(
  lines: readonly string[],
  question: string,
): { question: string; answer: string } | null {
  const key = keyOf(question);
  if (key === '') return null;
  for (const line of lines) {
    const end = line.indexOf('? ');
    if (end < 0 || keyOf(line.slice(0, end)) !== key) continue;
    const answer = line.slice(end + 2).trim();
    if (answer) return { question: line.slice(0, end + 1), answer };
  }
  return null;
}

/** Equal for two wordings of a question; questions of small words alone are compared word by word. */
function keyOf(question: string): string {
  const words = tokens(question);
  const content = [...contentWords(question)].sort();
  if (content.length === 0) return words.join(' ');
  return [...words.filter((word) => ASKING.has(word)), '|', ...content].join(' ');
}
