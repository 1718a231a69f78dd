/**
 * Answers "How long does balayage take?" with the sentence of the section "Balayage" that states a duration. This
 * module is for English only.
 */
import { thingIn } from './existence-answers.ts';
import { holdsKind, type QuestionKind } from './question-kind.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { isCalendar, isGeneric, isKnown, isQuantityWord } from './table-words.ts';
import { contentWords } from './words.ts';

/** Kinds of answers that have a recognisable format. */
const FORMATTED_KINDS: ReadonlySet<QuestionKind> = new Set([
  'price',
  'duration',
  'hours',
  'time',
  'size',
  'contact',
]);
/** Words that ask for a size: "how far does it go?" */
const DIMENSIONS = contentWords('far big large tall high heavy deep wide fast go');
/** Minimum fraction of the heading's words that the question contains. */
const MIN_NAMED_SHARE = 0.5;
/** Number of best-ranked sentences among which the section is searched. */
const MAX_EXAMINED_SENTENCES = 12;

/**
 * Moves the answering sentence of the named section to the front and marks it; the ranking is unchanged if no
 * section is named, or several are.
 */
export function headingFirst(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] {
  const { kind, words, people, days, months } = question;
  const thing = thingIn(question);
  if (thing.length > 0) return sectionOfThing(thing, rankedSentences);
  if (!FORMATTED_KINDS.has(kind) || people.persons.length + days.size + months.size > 0)
    return rankedSentences;
  const subject = [...words].filter(
    (word) => !isGeneric(word) && !isCalendar(word) && !isQuantityWord(word) && !DIMENSIONS.has(word),
  );
  if (subject.length === 0) return rankedSentences;
  const answersUnderHeading = rankedSentences
    .slice(0, MAX_EXAMINED_SENTENCES)
    .filter(({ sentence }) => isNamed(sentence.block.headings, subject));
  if (new Set(answersUnderHeading.map(({ sentence }) => sentence.section)).size !== 1) return rankedSentences;
  const answer = answersUnderHeading.find(
    ({ sentence: { block, text } }) => block.kind !== 'table' && holdsKind(kind, text) === true,
  );
  return answer
    ? [{ ...answer, isNamedSection: true }, ...rankedSentences.filter((each) => each !== answer)]
    : rankedSentences;
}

/**
 * Moves the best sentence of the only section whose heading is exactly the thing to the front and marks it; the
 * ranking is unchanged without such a section.
 */
function sectionOfThing(thing: readonly string[], rankedSentences: RankedSentence[]): RankedSentence[] {
  const isWhole = ({ sentence: { block } }: RankedSentence) => {
    const own = contentWords(block.headings.at(-1) ?? '');
    return (
      own.size > 0 &&
      isNamed(block.headings, thing) &&
      [...own].every((word) => isKnown(word, new Set(thing)))
    );
  };
  const candidates = rankedSentences.filter(isWhole);
  if (
    new Set(candidates.map(({ sentence }) => sentence.section)).size !== 1 ||
    candidates[0]!.sentence.block.table
  )
    return rankedSentences;
  return [
    { ...candidates[0]!, isNamedSection: true },
    ...rankedSentences.filter((each) => each !== candidates[0]),
  ];
}

function isNamed(headings: readonly string[], subject: readonly string[]): boolean {
  const name = headings.at(-1) ?? '';
  if (name.endsWith('?')) return false;
  const own = contentWords(name);
  const commonWords = [...own].filter((word) => subject.some((one) => isKnown(one, new Set([word]))));
  return subject.every((word) => isKnown(word, own)) && commonWords.length >= MIN_NAMED_SHARE * own.size;
}
