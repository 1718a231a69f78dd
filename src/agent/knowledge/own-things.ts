/**
 * Finds the animals and things that visitors call theirs: "cat" in "my cat needs a tablet". This module is for
 * English only.
 */
import { peopleIn } from './people.ts';
import { isCalendar, isGeneric, isVerb } from './table-words.ts';
import { contentWords } from './words.ts';

const OWN = /\b(?:my|our|(?:have|has|got|ve|bring|bringing) (?:an?|the)) (\p{L}{3,})\b/giu;

/** Returns the nouns after "my", "our" and "have a", without people, in the order of the line. */
export function ownThings(line: string): string[] {
  return [...line.matchAll(OWN)]
    .filter(([phrase]) => peopleIn(phrase).persons.length === 0)
    .map(([, noun]) => noun!.toLowerCase())
    .filter((noun) => {
      const [word] = [...contentWords(noun)];
      return word !== undefined && !isGeneric(word) && !isVerb(word) && !isCalendar(word);
    });
}
