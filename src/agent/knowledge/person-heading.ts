/** Recognises headings that are names of people, as on a page about a team. This module is for English only. */
import { pattern } from './pattern.ts';

const TEAM = pattern('i')`
  \b(team|staff|people|teachers?|trainers?|instructors?|tutors?|coach(?:es)?|doctors?|dentists?|therapists?|
  stylists?|guides?|crew|colleagues?|founders?|trustees?|about us|who (?:we are|is who)|meet us|contacts?)\b`;
const NAME = pattern('u')`
  ^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?\p{Lu}\p{L}+(?:[ -](?:(?:van|von|de|da|del|la|bin|al) )?\p{Lu}[\p{L}.'’]*){1,3}$`;
/** Maximum number of UTF-16 units of a heading that is read as a name. */
const MAX_HEADING_LENGTH = 60;

/**
 * Returns the person's name from a heading, such as "Bea Oyelaran" below "Our teachers". Null if the heading is not a
 * name, or if no outer heading is about people. `headings` has the outermost first.
 */
export function personOfHeading(headings: readonly string[]): string | null {
  const name = headings.at(-1)?.trim() ?? '';
  if (name.length > MAX_HEADING_LENGTH || !NAME.test(name) || TEAM.test(name)) return null;
  return headings.slice(0, -1).some((heading) => TEAM.test(heading.slice(0, MAX_HEADING_LENGTH)))
    ? name
    : null;
}
