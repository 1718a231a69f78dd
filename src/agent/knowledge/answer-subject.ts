/**
 * Finds what an answer was about, so that "how long is it?" asks about the same thing: a person, a row of a table,
 * an item of a list or a section. This module is for English only.
 */
import { NUMBER_SOURCE } from './number-words.ts';
import { pattern } from './pattern.ts';
import { personOfHeading } from './person-heading.ts';
import { personClass } from './person-class.ts';
import { isQuoted, type KnownSentence } from './sentence-table.ts';
import { isCalendar, isGeneric, isVerb } from './table-words.ts';
import { bareQuestion, contentWords } from './words.ts';

/** A thing or a person that an answer was about. */
export interface AnswerSubject {
  name: string;
  isPerson: boolean;
  /** True for the row of a table. */
  isRow: boolean;
  /** The words of the name and of the text about it, without names of columns. */
  words: ReadonlySet<string>;
}

/** Maximum number of characters and words of a name that replaces a pronoun. */
const MAX_NAME_LENGTH = 48;
const MAX_NAME_WORDS = 6;
/** Matches headings such as "Prices", which state what kind of information follows and do not name a thing. */
const NAMES_KIND = pattern('i')`
  \b(?:questions?|faqs?|prices?|fees?|fares?|costs?|tickets?|hours|times?|opening|closed|contact|about|welcome|
  information|general|more|extras?|services?|booking|payment|cancell?ing|arriving|leaving|getting here|who we are|
  before you \w+|where to \w+|how it works|good to know|what \w+)\b`;
const PERSONAL = /\b(?:he|she|him)\b/i;
const PERSON_OWNS = /\b(?:his|her)\b(?= \p{L})/iu;
/** Matches "it", and "that" unless it is a conjunction: "how much is that", but not "the room that has a lift". */
const IMPERSONAL = pattern('iu')`
  (?<!\bwhat time |\bhow far |\bwhat day )\b(?:it|they|them|those|these|(?<=\b(?:is|are|was|does|do|for|about|of|with|
  to|on|in|at|take|have|get|book) )(?:that|this)(?: one)?|(?:that|this) one|(?<!\p{L} )(?:that|
  this)(?= is\b))\b(?!['’])`;
const IT_AS_DUMMY = pattern('i')`
  \b(?:is|was) it (?:ok|okay|possible|allowed|true|far|raining|cold|hot|cheaper|better|necessary|safe|easy|a problem|
  too late|worth|\w+ to)\b|\bit(?:'s| is) (?:raining|cold|hot|ok|my|our|for|just|only|about|a pity)\b`;

/**
 * Matches things that the line itself counts, up to a pronoun for these things: "three more tickets, what do they
 * come to".
 */
const COUNTS_OWN = new RegExp(
  String.raw`\b${NUMBER_SOURCE} (?!of\b)(?:\p{L}+ ){0,2}\p{L}+s\b.*,.*\b(?:they|them|those|that|it)\b`,
  'iu',
);

/**
 * Returns the subject of the `sentences` that the answer quotes; null if there is none. Of several subjects, the
 * question decides. In a tie, the result is the first words that their names share ("Pottery").
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
  const named = [...subjects.values()].filter((each) => countOf(each) === most && isName(each.name));
  const [first, another] = named;
  return first && another ? commonSubject(named) : (first ?? null);
}

/**
 * Returns the first words that all names share, "Pottery" of "Pottery for beginners" and "Pottery, advanced"; null
 * if there are none.
 */
function commonSubject(subjects: readonly AnswerSubject[]): AnswerSubject | null {
  const [first, ...others] = subjects.map(({ name }) => name.split(/[ ,]+/));
  const end = first!.findIndex((word, at) => others.some((words) => words[at] !== word));
  const name = first!.slice(0, end < 0 ? undefined : end).join(' ');
  return isName(name) && !/^(?:an?|the|our|my)$/i.test(name)
    ? { name, isPerson: false, isRow: true, words: subjects[0]!.words }
    : null;
}

/** Maximum number of names that are read from a visitor's line. */
const MAX_NAMES = 2;

/** Returns the rows, persons and sections whose complete names a visitor's line contains, longest names first. */
export function subjectsNamed(line: string, sentences: readonly KnownSentence[]): AnswerSubject[] {
  const words = contentWords(line);
  const named = new Map<string, AnswerSubject>();
  for (const sentence of sentences) {
    if (![...words].some((word) => sentence.words.has(word))) continue;
    const subject = subjectOf(sentence);
    if (!subject || named.has(subject.name) || !isName(subject.name)) continue;
    const own = [...contentWords(subject.name)];
    if (own.every((word) => words.has(word)) && !own.every((word) => isGeneric(word) || isVerb(word)))
      named.set(subject.name, subject);
  }
  return [...named.values()].sort((one, other) => other.name.length - one.name.length).slice(0, MAX_NAMES);
}

function subjectOf({ block, place, text }: KnownSentence): AnswerSubject | null {
  const person = personOfHeading(block.headings);
  if (person) return { name: person, isPerson: true, isRow: false, words: contentWords(`${person} ${text}`) };
  const name = block.table
    ? block.table.rows[place]?.[0]
    : (itemName(block.kind, text) ?? sectionName(block));
  if (!name) return null;
  const cells = block.table?.rows[place];
  const words = contentWords([name, ...(cells ?? [text])].join(' '));
  return { name, isPerson: false, isRow: cells !== undefined, words };
}

/** Returns the name of a list item such as "Home visit: £85"; null if it has none. */
function itemName(kind: string, text: string): string | null {
  const end = kind === 'list' ? text.indexOf(': ') : -1;
  return end > 0 ? text.slice(0, end) : null;
}

/** Returns the innermost heading if it names a thing; null otherwise, or if it is the title of the text. */
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

/**
 * Replaces the pronoun of a line by the subject of the previous answer; null if the line has no pronoun for such a
 * subject.
 */
export function withSubject(
  line: string,
  { name, isPerson }: Pick<AnswerSubject, 'name' | 'isPerson'>,
): string | null {
  const text = bareQuestion(line);
  if (isPerson) {
    if (PERSON_OWNS.test(text)) return text.replace(PERSON_OWNS, name);
    return PERSONAL.test(text) ? text.replace(PERSONAL, name) : null;
  }
  if (IT_AS_DUMMY.test(text) || COUNTS_OWN.test(text) || !IMPERSONAL.test(text)) return null;
  return text.replace(IMPERSONAL, name);
}
