/** Reads a line that corrects the one before it: "no, i meant the large one". This module is for English only. */
import { pattern } from './pattern.ts';
import { questionKind } from './question-kind.ts';

const CORRECTION = pattern('i')`
  ^\W*(?:(?:no|nope|sorry|oh|oops|hang on|hold on|wait|ah|well|actually)\b[,.! ]*)*
  (?:(?:that'?s|this is|it'?s) not what i (?:meant|asked|mean)[,.! ]*)?(?:i|we) (?:just |only |actually )?
  (?:meant|mean)(?: to (?:say|ask))?\b(?! to\b)[,: ]*`;
/** Matches a denial before words that replace a part of the previous question: "no, for both of them". */
const DENIAL = pattern('i')`
  ^\W*(?:no|nope)[, ]+(?:sorry[, ]+|hang on[, ]+|hold on[, ]+|wait[, ]+)*
  (?=(?:for|in|on|at|with|without|the|this|next)\b)`;

/**
 * Returns the line without its words of correction. If the rest is not a question, it replaces a part of the
 * previous question, so "what about" is put in front of it.
 */
export function withoutCorrection(line: string): string {
  const rest = line.replace(CORRECTION, '').replace(DENIAL, '').trim();
  if (rest === '' || rest === line.trim()) return line;
  return questionKind(rest) === 'other' && !/^(?:what|how|and)\b/i.test(rest) ? `what about ${rest}` : rest;
}
