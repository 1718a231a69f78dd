/**
 * Finds what an answer was about, so that "how long is it?" asks about the same thing: a person, the row of a table or
 * a short section. English. Pure.
 */
import { pattern } from './pattern.ts';
import { personOfHeading } from './person-heading.ts';
import { personClass } from './person-class.ts';
import { isQuoted, type KnownSentence } from './sentence-table.ts';
import { isCalendar } from './table-words.ts';
import { bareQuestion, contentWords } from './words.ts';

/** A thing or a person that an answer was about. */
export interface AnswerSubject {
  name: string;
  isPerson: boolean;
}

/** Maximum number of characters and words of a name that replaces a pronoun. */
const MAX_NAME_LENGTH = 48;
const MAX_NAME_WORDS = 6;
/** Matches headings that name no thing, but the kind of the information below them. */
const NAMES_KIND = pattern('i')`
  \b(?:questions?|faqs?|prices?|fees?|fares?|costs?|tickets?|hours|times?|opening|closed|contact|about|welcome|
  information|general|more|extras?|services?|booking|payment|cancell?ing|arriving|leaving|getting here|who we are|
  before you \w+|where to \w+|how it works|good to know|what \w+)\b`;
const PERSONAL = /\b(?:he|she|him)\b/i;
const PERSON_OWNS = /\b(?:his|her)\b(?= \p{L})/iu;
/** Matches "it", and "that" where it is no conjunction: "how much is that", but not "the room that has a lift". */
const IMPERSONAL = pattern('iu')`
  (?<!\bwhat time |\bhow far |\bwhat day )\b(?:it|they|them|those|these|(?<=\b(?:is|are|was|does|do|for|about|of|with|
  to|on|in|at|take|have|get|book) )(?:that|this)(?: one)?|(?:that|this) one|(?<!\p{L} )(?:that|
  this)(?= is\b))\b(?!['’])`;
const IT_AS_DUMMY = pattern('i')`
  \b(?:is|was) it (?:ok|okay|possible|allowed|true|far|raining|cold|hot|cheaper|better|necessary|safe|easy|a problem|
  too late|worth|\w+ to)\b|\bit(?:'s| is) (?:raining|cold|hot|ok|my|our|for|just|only|about|a pity)\b`;

/**
 * Returns the subject of an answer that quotes these sentences. If they are about several, it is the one that the
 * question names; null if there is none.
 */
export function subjectIn(
  answer: string,
  sentences: readonly KnownSentence[],
  question = '',
): AnswerSubject | null {
  const quoted = sentences.filter((sentence) => isQuoted(sentence, answer));
  const subjects = new Map(quoted.flatMap((each) => subjectOf(each) ?? []).map((each) => [each.name, each]));
  const words = contentWords(question);
  const countOf = ({ name }: AnswerSubject) =>
    [...contentWords(name)].filter((word) => words.has(word)).length;
  const most = Math.max(...[...subjects.values()].map(countOf));
  const [first, another] = [...subjects.values()].filter(
    (each) => countOf(each) === most && isName(each.name),
  );
  return first && !another ? first : null;
}

function subjectOf({ block, place, text }: KnownSentence): AnswerSubject | null {
  const person = personOfHeading(block.headings);
  if (person) return { name: person, isPerson: true };
  const name = block.table
    ? block.table.rows[place]?.[0]
    : (itemName(block.kind, text) ?? sectionName(block));
  return name ? { name, isPerson: false } : null;
}

/** Returns the name of an item such as "Home visit: £85". */
function itemName(kind: string, text: string): string | null {
  const end = kind === 'list' ? text.indexOf(': ') : -1;
  return end > 0 ? text.slice(0, end) : null;
}

/** Returns the heading if it names a thing; the outermost one is the title of the text. */
function sectionName({ headings }: KnownSentence['block']): string | null {
  const heading = headings.length > 1 ? headings.at(-1)! : '';
  return heading.endsWith('?') || NAMES_KIND.test(heading) ? null : heading;
}

function isName(name: string): boolean {
  const words = [...contentWords(name)];
  return (
    name.length <= MAX_NAME_LENGTH &&
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    !words.every((word) => isCalendar(word) || /^\d+$/.test(word)) &&
    personClass(name) === null
  );
}

/** Replaces the pronoun of a line by the subject of the previous answer; null if the line has none that fits. */
export function withSubject(line: string, { name, isPerson }: AnswerSubject): string | null {
  const text = bareQuestion(line);
  if (isPerson) {
    if (PERSON_OWNS.test(text)) return text.replace(PERSON_OWNS, name);
    return PERSONAL.test(text) ? text.replace(PERSONAL, name) : null;
  }
  if (IT_AS_DUMMY.test(text) || !IMPERSONAL.test(text)) return null;
  return text.replace(IMPERSONAL, name);
}
