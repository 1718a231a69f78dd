/**
 * Decides whether a sentence shares a subject with the question, and not only its days or columns. This module is
 * for English only.
 */
import { measureFits } from './measure-ranges.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { asksForExtreme } from './table-extremes.ts';
import { hasWord, isCalendar, isGeneric, isVerb } from './table-words.ts';
import { contentWords } from './words.ts';

/**
 * True if the best sentence is not about the subject of the question:
 * - it shares only days or names of columns with the question,
 * - it shares no word with a question for a person, or
 * - it is an arbitrary row although the question asks for the cheapest or largest.
 */
export function sharesNoSubject(question: ReadQuestion, best: RankedSentence): boolean {
  const { block, place, words } = best.sentence;
  if (question.kind === 'person' && ![...question.words].some((word) => words.has(word))) return true;
  const cells = block.table?.rows[place];
  if (!cells) return sharesOnlyDays(question, best);
  if (asksForExtreme(question.text) && block.table!.rows.length > 2) return true;
  const own = contentWords([...block.headings, ...cells, block.table!.names[0]].join(' '));
  const sharedWords = [...question.words].filter((word) => words.has(word));
  const isNamed = sharedWords.some((word) => own.has(word));
  return (
    (sharedWords.length > 0 && !isNamed) || sharesOnlyDays(question, best) || isOneOfMany(question, best)
  );
}

/** Words that belong to a verb and do not name a subject: "be out", "go in". */
const PARTICLES = contentWords('out up down in off away back over');

/** True if the question shares only a day with a cell of the row, and the row's name is about something else. */
function isOneOfMany({ words, text }: ReadQuestion, { sentence: { block, place } }: RankedSentence): boolean {
  const { names, rows } = block.table!;
  const [label = '', ...cells] = rows[place]!;
  const labelWords = contentWords(`${label} ${names[0] ?? ''} ${block.headings.at(-1) ?? ''}`);
  if (labelWords.size === 0 || [...labelWords].some((word) => isCalendar(word) || hasWord(words, word)))
    return false;
  const cellWords = contentWords(cells.join(' '));
  const isSpecific = (word: string) =>
    !PARTICLES.has(word) && !isGeneric(word) && !isVerb(word) && !isCalendar(word);
  const shared = [...words].filter((word) => cellWords.has(word));
  return shared.some(isCalendar) && ![...words].some(isSpecific) && measureFits(label, text) <= 0;
}

function sharesOnlyDays({ kind, words }: ReadQuestion, { sentence }: RankedSentence): boolean {
  if (kind === 'hours' || kind === 'time') return false;
  const sharedWords = [...words].filter((word) => sentence.words.has(word));
  return (
    sharedWords.length > 0 && sharedWords.every(isCalendar) && [...words].some((word) => !isCalendar(word))
  );
}
