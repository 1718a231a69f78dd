/**
 * Replaces words of a question that no text contains by more common words that the texts contain: "pills" by
 * "medicine". A word that a text contains is never replaced. This module is for English only.
 */
import { contentWords } from './words.ts';

/** Words and phrases of visitors, each with the words that texts use instead, likeliest first. */
const REPLACEMENTS: readonly (readonly [from: string, to: readonly string[]])[] = [
  ['tablets?|pills?|antibiotics|insulin|inhaler|meds', ['medicine', 'medication', 'medicines']],
  ['jabs?', ['vaccination', 'injection', 'vaccinations']],
  ['shut', ['closed']],
  ['bit by bit|in bits|little by little|(?:it )?all (?:at once|in one go)', ['in instalments']],
  ['(?:something|anything|money|much) off', ['a discount', 'a reduction', '% off']],
  ['grown[- ]?ups?', ['adults']],
  ['loos?|bathrooms?|restrooms?|wc', ['toilets']],
  ['bikes?', ['bicycles']],
  ['bicycles?', ['bikes']],
  ['call(?:ed)? (?:it )?off|falls? through|pull out', ['cancel', 'cancelling', 'cancelled']],
  ['veggie', ['vegetarian']],
  ['sign(?:ed|ing)? up', ['enrol', 'register', 'book']],
  ['money back', ['refund', 'refunded', 'returned']],
  ['refund(?:s|ed)?', ['money back', 'returned', 'paid back']],
  ['check(?:ing)?[- ]?in', ['arrival', 'arriving', 'arrive']],
  ['check(?:ing)?[- ]?out', ['departure', 'leaving', 'leave']],
  ['discounts?', ['reduction', 'reduced', '% less', '% off']],
  ['fetch', ['collect', 'collection']],
  ['buggy|buggies|strollers?', ['pushchairs', 'prams']],
  ['pushchairs?', ['prams', 'strollers']],
  ['prams?', ['pushchairs', 'strollers']],
  ['tellys?|tvs?', ['television']],
  ['fridge', ['refrigerator']],
  ['kiddies|little ones?', ['children']],
  ['lifts?|elevators?', ['lift', 'elevator']],
  ['booze', ['alcohol']],
  ['grub|something to eat|hungry', ['food', 'meals']],
];
const PATTERNS = REPLACEMENTS.map(
  ([from, to]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${from})(?![\\p{L}\\p{N}])`, 'iu'), to] as const,
);

/** Returns the question in more common words. `isKnown` returns true for the stem of a word that the texts have. */
export function inCommonWords(question: string, isKnown: (word: string) => boolean): string {
  const holds = (text: string) => [...contentWords(text)].every(isKnown);
  let text = question;
  for (const [from, to] of PATTERNS) {
    const own = from.exec(text)?.[0];
    const other = own === undefined || holds(own) ? undefined : to.find(holds);
    if (own !== undefined && other !== undefined) text = text.replace(own, other);
  }
  return text;
}
