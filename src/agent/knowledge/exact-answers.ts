/**
 * Moves an answer to the front if a person's section, a table, a date or a section's name determines it. This
 * module is for English only.
 */
import { headingFirst } from './heading-answers.ts';
import { askedDay, openingFirst, withOtherDays } from './opening-days.ts';
import { personFirst } from './person-answers.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { nextOpening, nextRow } from './season-rows.ts';
import { tableFirst } from './table-answers.ts';

/**
 * Returns the ranking with the determined answer first; unchanged if nothing determines it. `spokenOf` has
 * the sections of the previous answer, and `today` is an ISO date.
 */
export function exactFirst(
  question: ReadQuestion,
  rankedSentences: RankedSentence[],
  spokenOf: ReadonlySet<string> | null,
  today: string | null | undefined,
): RankedSentence[] {
  const people = personFirst(question, rankedSentences);
  if (people !== rankedSentences) return people;
  const next =
    nextOpening(question.text, rankedSentences, today) ?? nextRow(question, rankedSentences, today);
  if (next) return [{ ...next, opening: null }, ...rankedSentences.filter((each) => each !== next)];
  const exact = openingFirst(
    question,
    withOtherDays(question, tableFirst(question, rankedSentences, spokenOf)),
    askedDay(question.text, today),
  );
  return exact === rankedSentences ? headingFirst(question, rankedSentences) : exact;
}
