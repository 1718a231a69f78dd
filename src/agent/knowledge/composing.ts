/** Composes the answer from one or two of the best-ranked sentences, in the order of the text. */
import { alternativeTo } from './alternative-sentence.ts';
import { measureFits } from './measure-ranges.ts';
import { decisionOf } from './opening-days.ts';
import { holdsKind } from './question-kind.ts';
import { fitsPerson, personClass } from './person-class.ts';
import { personOfHeading } from './person-heading.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { isFragment } from './passages.ts';
import type { KnownSentence } from './sentence-table.ts';
import { calendarOf, excludes, hasWord } from './table-words.ts';
import { unitTotalText } from './unit-prices.ts';
import { contentWords } from './words.ts';

/** A second sentence of the same section is added if its score is less than this below the best score. */
const MAX_SCORE_GAP = 2;
/** Number of best-ranked sentences, including the first, among which the second sentence is searched. */
const MAX_RANK = 4;
/** Maximum number of list items that are spoken when the question asks for the complete list. */
const MAX_ITEMS = 6;
/** Maximum number of characters of an answer, because listeners do not follow a longer one. */
export const MAX_ANSWER_LENGTH = 300;

/**
 * Returns the text of the answer, with a total for a price per unit, and the sentences that it uses. `sentences` has at
 * least one entry, best first.
 */
export function composeAnswer(
  sentences: readonly RankedSentence[],
  question: ReadQuestion,
): { text: string; usedSentences: KnownSentence[] } {
  const { text, usedSentences } = composeSentences(sentences, question);
  const total = sentences[0]!.tableText === undefined ? unitTotalText(question, text) : null;
  return { text: total === null ? text : `${text} ${withFullStop(total)}`, usedSentences };
}

function composeSentences(
  sentences: readonly RankedSentence[],
  question: ReadQuestion,
): { text: string; usedSentences: KnownSentence[] } {
  const rankedSentences = fittingFirst(sentences, question);
  const [best] = rankedSentences as [RankedSentence, ...RankedSentence[]];
  const { block } = best.sentence;
  const exact = exactText(best, question);
  if (exact !== null) return { text: shortenText(exact), usedSentences: [best.sentence] };
  if (block.kind === 'list' && block.lead && answersKind(rankedSentences, question)) {
    const room = MAX_ANSWER_LENGTH - block.lead.length - ' and .'.length;
    const items = fittingItems(block.sentences.slice(0, MAX_ITEMS), room);
    return { text: shortenText(`${block.lead} ${joinItems(items)}`), usedSentences: [best.sentence] };
  }
  const person = personOfHeading(block.headings);
  if (person && !best.sentence.inContext.includes(person))
    return {
      text: shortenText(withFullStop(`${person}: ${best.sentence.inContext}`)),
      usedSentences: [best.sentence],
    };
  const first = spokenText(best.sentence, question);
  const second = alternativeTo(best, rankedSentences) ?? secondOf(rankedSentences, question, first);
  const decision = best.features.day > 0 ? decisionOf(question.text, best.sentence.text) : null;
  if (!second || decision !== null)
    return { text: shortenText(withDecision(decision, first)), usedSentences: [best.sentence] };
  const inOrder: [KnownSentence, KnownSentence] = isBefore(second, best.sentence)
    ? [second, best.sentence]
    : [best.sentence, second];
  const both = joinSentences(...inOrder, question);
  return both.length > MAX_ANSWER_LENGTH
    ? { text: shortenText(first), usedSentences: [best.sentence] }
    : { text: both, usedSentences: [best.sentence, second] };
}

/** Returns the answer if a table, a date or a section's name determines it; otherwise null. */
function exactText({ sentence, opening, tableText, isNamedSection }: RankedSentence, question: ReadQuestion) {
  if (opening !== undefined) return withDecision(opening, spokenText(sentence, question));
  if (tableText !== undefined) {
    const text = withFullStop(withHeading(sentence.block.headings.at(-1) ?? '', tableText));
    return withDecision(decisionOf(question.text, tableText), text);
  }
  const isValue = isNamedSection === true && holdsKind(question.kind, sentence.text) === true;
  return isValue ? withSectionName(sentence, question) : null;
}

/** Moves a row for the question's days, measures and people before rows of its section that are for others. */
function fittingFirst(
  rankedSentences: readonly RankedSentence[],
  question: ReadQuestion,
): readonly RankedSentence[] {
  const [best] = rankedSentences as [RankedSentence, ...RankedSentence[]];
  if (best.tableText !== undefined || best.opening !== undefined || !isForOthers(best.sentence, question))
    return rankedSentences;
  const fitting = rankedSentences
    .slice(1, MAX_RANK)
    .find(
      ({ sentence, score }) =>
        best.score - score < MAX_SCORE_GAP &&
        sentence.section === best.sentence.section &&
        !isForOthers(sentence, question),
    );
  return fitting ? [fitting, ...rankedSentences.filter((each) => each !== fitting)] : rankedSentences;
}

/** Finds another sentence of the same section that adds information to the first; undefined if there is none. */
const secondOf = (
  [best, ...others]: readonly RankedSentence[],
  question: ReadQuestion,
  first: string,
): KnownSentence | undefined =>
  others
    .slice(0, MAX_RANK - 1)
    .find(
      ({ sentence, score }) =>
        best!.score - score < MAX_SCORE_GAP &&
        sentence.section === best!.sentence.section &&
        !first.includes(sentence.text) &&
        !isForOthers(sentence, question) &&
        isRowNamed(sentence, question) &&
        !isFromBefore(sentence, best!.sentence, question),
    )?.sentence;

/**
 * True for a row that matches the visitor's new words worse than `best` does, because an earlier line may have
 * named it.
 */
function isFromBefore(sentence: KnownSentence, best: KnownSentence, { ownWords }: ReadQuestion): boolean {
  const isOwn = ({ block, place }: KnownSentence) =>
    [...contentWords(block.table?.rows[place]?.[0] ?? '')].filter((word) => hasWord(ownWords, word)).length;
  return sentence.block.table !== undefined && isOwn(best) > isOwn(sentence);
}

/** True for a row about other people, days or measures than the question, which adds no information. */
function isForOthers({ block, text, place }: KnownSentence, question: ReadQuestion): boolean {
  if (block.kind !== 'table') return false;
  const label = block.table?.rows[place]?.[0] ?? text.split(':', 1)[0]!;
  if (measureFits(label, question.text) < 0 || excludes(calendarOf(label), question)) return true;
  const { persons } = question.people;
  const own = persons.length > 0 ? personClass(label) : null;
  return own !== null && !persons.every((person) => fitsPerson(own, person));
}

/** True if the question names the row or a value of it, and not only a column. */
function isRowNamed({ block, place }: KnownSentence, { words }: ReadQuestion): boolean {
  const cells = block.table?.rows[place];
  return !cells || [...contentWords(cells.join(' '))].some((word) => hasWord(words, word));
}

/** Maximum number of cells of a row that are spoken if the question names none of them. */
const MAX_CELLS = 4;

/**
 * Returns a row as text. A long row has only the cells that the question names or, if it names none, the first
 * cells.
 */
function shortRow({ block, text, place }: KnownSentence, { words }: ReadQuestion): string {
  const cells = block.table?.rows[place];
  const names = block.table?.names ?? [];
  if (!cells || cells.filter(Boolean).length <= MAX_CELLS + 1) return text;
  const filledColumns = cells.flatMap((cell, at) => (at > 0 && cell ? [at] : []));
  const label = contentWords(cells[0] ?? '');
  const isNamed = (at: number) =>
    [...contentWords(`${names[at] ?? ''} ${cells[at]!}`)].some(
      (word) => !label.has(word) && hasWord(words, word),
    );
  const chosenColumns = filledColumns.some(isNamed) ? filledColumns.filter(isNamed) : filledColumns;
  const values = chosenColumns
    .slice(0, MAX_CELLS)
    .map((at) => [names[at], cells[at]!].filter(Boolean).join(' '));
  return `${cells[0]!}: ${values.join(', ')}`;
}

const withDecision = (decision: 'Yes' | 'No' | null, text: string): string =>
  decision === null || /^(?:yes|no)\b/i.test(text) ? text : `${decision}. ${text}`;

/** Returns as many of the first items as fit into `room` characters, at least one. */
function fittingItems(items: readonly string[], room: number): readonly string[] {
  let length = 0;
  const end = items.findIndex((item) => (length += item.length + 2) > room);
  return end < 0 ? items : items.slice(0, Math.max(1, end));
}

/**
 * Shortens a text to `MAX_ANSWER_LENGTH`: after a sentence if possible, otherwise after a clause, otherwise between
 * words.
 */
export function shortenText(text: string): string {
  if (text.length <= MAX_ANSWER_LENGTH) return text;
  const beginning = text.slice(0, MAX_ANSWER_LENGTH);
  const sentence = Math.max(...['. ', '! '].map((end) => beginning.lastIndexOf(end)));
  if (sentence > MAX_ANSWER_LENGTH / 2) return beginning.slice(0, sentence + 1);
  const clause = Math.max(...['; ', ', ', ' – '].map((end) => beginning.lastIndexOf(end)));
  const at = clause > MAX_ANSWER_LENGTH / 2 ? clause : beginning.lastIndexOf(' ');
  return `${beginning.slice(0, at > 0 ? at : MAX_ANSWER_LENGTH - 1).trimEnd()}.`;
}

/** Joins two sentences without repeating a heading, or a sentence that the later one depends on. */
function joinSentences(earlier: KnownSentence, later: KnownSentence, question: ReadQuestion): string {
  const [one, other] = [spokenText(earlier, question), spokenText(later, question)];
  if (one.includes(other)) return one;
  if (other.includes(one)) return other;
  // If two rows have the same heading, it is spoken only once.
  if (later.block.kind === 'table' && later.section === earlier.section)
    return `${one} ${withFullStop(shortRow(later, question))}`;
  return one.endsWith(dependentText(later)) ? `${one} ${withFullStop(later.text)}` : `${one} ${other}`;
}

/**
 * Returns the previous sentence if this one depends on it; otherwise a line break, with which an answer never ends.
 */
function dependentText({ block, text, inContext }: KnownSentence): string {
  return block.kind === 'text' && inContext !== text ? inContext.slice(0, -text.length).trim() : '\n';
}

/** Returns the sentence in a form that is clear on its own. Its final full stop separates it from the next one. */
export function spokenText(sentence: KnownSentence, question: ReadQuestion): string {
  const { block, text, inContext } = sentence;
  const heading = block.headings.at(-1) ?? '';
  if (block.kind === 'table') return withFullStop(withHeading(heading, shortRow(sentence, question)));
  if (block.kind === 'text' && isFragment(text) && !heading.endsWith('?') && heading)
    return withFullStop(`${heading}: ${text}`);
  return withFullStop(block.kind === 'text' ? inContext : text);
}

/** Adds the name of the section to a sentence that begins with its value: "Balayage: 4 hours." */
function withSectionName(sentence: KnownSentence, question: ReadQuestion): string {
  const text = spokenText(sentence, question);
  const name = (sentence.block.headings.at(-1) ?? '').replace(SECTION_NUMBER, '');
  return /^[\d€$£]/.test(text) ? `${name}: ${text}` : text;
}

/** Matches the number of a section, such as "2.1", which is not spoken. */
const SECTION_NUMBER = /^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+(?=\p{L})/u;

/** Returns the heading and the row, or the row alone if it contains the heading. */
function withHeading(heading: string, row: string): string {
  const namesHeading = heading === '' || row.toLowerCase().includes(heading.toLowerCase());
  return namesHeading ? row : `${heading.replace(SECTION_NUMBER, '').replace(/[:.?!]+$/, '')}, ${row}`;
}

/** True if another item of the same list also ranks highly; the question then asks for the complete list. */
function answersKind(rankedSentences: readonly RankedSentence[], { kind }: ReadQuestion): boolean {
  const [best] = rankedSentences as [RankedSentence, ...RankedSentence[]];
  return (
    (kind === 'method' || kind === 'other') &&
    rankedSentences.slice(1, MAX_RANK).some(({ sentence }) => sentence.block === best.sentence.block)
  );
}

function joinItems(items: readonly string[]): string {
  const bareItems = items.map((item) => item.replace(/[.;,]+$/, ''));
  return withFullStop(
    bareItems.length > 1
      ? `${bareItems.slice(0, -1).join(', ')} and ${bareItems.at(-1)}`
      : bareItems.join(''),
  );
}

function isBefore(one: KnownSentence, other: KnownSentence): boolean {
  return one.passage === other.passage ? one.place < other.place : one.passage < other.passage;
}

const withFullStop = (text: string): string => (/[.!?…]["'”’)]?$/.test(text) ? text : `${text}.`);
