/**
 * Answers "Who teaches the babies?" with the team member whose text matches all words of the question, and "Is Bea
 * in on Mondays?" with that person's days.
 */
import { pattern } from './pattern.ts';
import { personClass } from './person-class.ts';
import { personOfHeading } from './person-heading.ts';
import { exceptedDays, weekDays } from './question-kind.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { hasWord, isGeneric, isVerb } from './table-words.ts';
import { contentWords } from './words.ts';

/** Words for the relation between a person and a task, and for the team itself. */
const TASK_WORDS = contentWords(
  'teach teaches teacher runs run leads lead looks look after cares care responsible charge works work does trains ' +
    'coach coaches instructs guides handles manages organises owns teaching class ' +
    'course lesson session good best expert specialist there person people someone somebody',
);

/**
 * For a question that asks for a person: if exactly one person matches, moves the sentence about them to the front and
 * adds their name to it. The ranking for other questions is that of `daysFirst`.
 */
export function personFirst(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] {
  if (question.kind !== 'person') return daysFirst(question, rankedSentences);
  const words = [...question.words].filter((word) => !TASK_WORDS.has(word) && !isGeneric(word));
  // "Who would I see?" does not name a task, although a text may say whom somebody sees.
  if (words.every((word) => isVerb(word) && personClass(word) === null)) return rankedSentences;
  const fitting = new Map<string, { name: string; best: RankedSentence }>();
  for (const each of rankedSentences) {
    const { block, words: own, section } = each.sentence;
    const name = personOfHeading(block.headings);
    if (name && !fitting.has(section) && words.every((word) => hasWord(own, word)))
      fitting.set(section, { name, best: each });
  }
  const [only, another] = fitting.values();
  if (!only || another) return rankedSentences;
  const { name, best } = only;
  return [
    { ...best, tableText: `${name}: ${best.sentence.text}` },
    ...rankedSentences.filter((each) => each !== best),
  ];
}

/** Matches a question whether or when a person is there. */
const ASKS_ABOUT_PRESENCE = pattern('i')`
  \b(?:there|in|in today|available|work(?:s|ing)?|on duty|around|free|see|visit|appointments?|which days?|what days?|
  when|days?|days off|off)\b`;
const ASKS_WHETHER = /^\W*(?:(?:and|so|but|ok|okay)\b,? ?)*(?:is|does|will|can|are|do)\b/i;

/**
 * Moves the sentence with the days of the person that a question names to the front, with "Yes" or "No" if the days
 * decide the question; the ranking is unchanged without such a sentence.
 */
function daysFirst(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] {
  const { text, days } = question;
  const asksForDays = days.size > 0 || /\b(?:which|what) days?\b|\bwhen\b/i.test(text);
  if (!asksForDays || !ASKS_ABOUT_PRESENCE.test(text)) return rankedSentences;
  const presence = rankedSentences.find(
    ({ sentence }) => weekDays(sentence.text).size > 0 && isAbout(question, sentence),
  );
  if (!presence) return rankedSentences;
  const { sentence } = presence;
  const name = personOfHeading(sentence.block.headings);
  const decision = ASKS_WHETHER.test(text) ? presenceOn(days, sentence.text) : null;
  const named = [decision, `${name}: ${sentence.text}`].filter(Boolean).join('. ');
  return [
    name === null ? { ...presence, opening: decision } : { ...presence, tableText: named },
    ...rankedSentences.filter((each) => each !== presence),
  ];
}

const TITLED_NAME = /\b(?:mr|mrs|ms|miss|dr|doctor|prof|professor)\.? (\p{L}{3,})/giu;

/** True if the sentence is below the name of the person in the question, or has the same title and name. */
function isAbout(question: ReadQuestion, { block, text }: RankedSentence['sentence']): boolean {
  const name = personOfHeading(block.headings);
  if (name !== null) return isNamedIn(question, name);
  const surnames = (line: string) =>
    [...line.matchAll(TITLED_NAME)].map(([, surname]) => surname!.toLowerCase());
  const own = surnames(text);
  return surnames(question.text).some((surname) => own.includes(surname));
}

/** True if the question contains a part of the person's name. */
const isNamedIn = ({ words }: ReadQuestion, name: string): boolean =>
  [...contentWords(name)].some((word) => words.has(word));

/** Returns "Yes" if the text names all of the days, "No" if it names none, otherwise null. */
function presenceOn(days: ReadonlySet<number>, text: string): 'Yes' | 'No' | null {
  const [own, excepted] = [weekDays(text), exceptedDays(text)];
  const present = [...days].filter((day) => own.has(day) && !excepted.has(day)).length;
  return days.size === 0 ? null : present === days.size ? 'Yes' : present === 0 ? 'No' : null;
}
