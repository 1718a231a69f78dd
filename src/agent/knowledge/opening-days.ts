/**
 * Finds the sentence about a single day: "We are closed on 25 December", "Easter: open from 10:00", "no lessons
 * from 26 to 30 October". This sentence takes precedence over the hours of ordinary days. English only.
 */
import { calendarDate, datesIn, holdsDates, type DateSpan } from './calendar-dates.ts';
import { holidayIn, HOLIDAYS, spanOfDays, type NamedHoliday } from './named-holidays.ts';
import { pattern } from './pattern.ts';
import { exceptedDays, months, weekDays } from './question-kind.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { seasonFor } from './season-rows.ts';
import { NEXT_WEEK, relativeDates } from './relative-days.ts';
import { hasWord, isGeneric } from './table-words.ts';
import { contentWords } from './words.ts';

/** The day that a question asks about. */
export interface AskedDay {
  span: DateSpan;
  holiday: NamedHoliday | null;
  /** The words of the question that name the day. */
  words: ReadonlySet<string>;
}

/** Maximum number of best-ranked sentences that are examined. */
const MAX_EXAMINED_SENTENCES = 400;
const OPENING = /\b(?:open(?:s|ed|ing)?|clos(?:e|es|ed|ing|ure)|shut|hours)\b/i;
const MENTIONS_OPENING =
  /\b(?:open(?:s|ed|ing)?|clos(?:e|es|ed|ing|ure|ures)|shut|hours|holidays?|break|vacation)\b/i;
const CLOSED_WORDS = pattern('i')`
  \b(?:closed|shut|not open|no (?:lessons?|class(?:es)?|courses?|service|visits?|school|trains?|tours?|
  boats?|trips?|sailings?|ferries|games?|shows?))\b|\bclosing|\bclosure|
  \b(?:summer|winter|christmas|easter|holiday|annual) break\b
`;
const OPEN = /\bopen\b|\d{1,2}[:.]\d\d|\b\d{1,2} ?[ap]\.?m\b|\bnoon\b|\bround the clock\b/i;
const GENERAL_HOLIDAYS = /\b(?:bank|public|national|legal|statutory) holidays?\b|^holidays\b/i;
const ASKS_WHETHER = pattern('i')`
  ^\W*(?:(?:and|so|but|hi|hello|hey|sorry|ok|okay|well)\b,? ?)*(?:are|is|do|does|will|can|would|have)\b
`;
const ASKS_CLOSED = /\b(?:closed?|shut)\b/i;
/** Matches a time of day. "Are you open at 9 pm?" is not answered with "yes" just because there are hours. */
const CLOCK = pattern('i')`
  \bat \d|\d ?[ap]\.?m\b|\d[:.]\d\d|o.clock|\b(?:until|till|before|after|from) \d|\b(?:morning|evening|
  night|late|early|tonight|still|now)\b`;

/** Finds the date, holiday or relative day that a question names; null if it names none. */
export function askedDay(text: string, today: string | null | undefined): AskedDay | null {
  const holiday = holidayIn(text, today ?? '2000-01-01');
  if (holiday) {
    const span = spanOfDays(holiday.first, holiday.last);
    const noYear = (date: DateSpan['from']) => (today ? date : { ...date, year: null });
    return {
      span: { from: noYear(span.from), to: noYear(span.to) },
      holiday: holiday.holiday,
      words: contentWords(holiday.words),
    };
  }
  const [date] = datesIn(text);
  const near = relativeDates(text, today);
  const span = date ? withYear(date, today) : near.length > 0 ? spanOfDays(near[0]!, near.at(-1)!) : null;
  if (!span) return null;
  const fixedHoliday = today ? holidayOn(span) : null;
  return { span, holiday: fixedHoliday, words: contentWords(NEXT_WEEK.exec(text.toLowerCase())?.[0] ?? '') };
}

/** Adds a year to a span without one, so that it does not end before `today`. */
function withYear(span: DateSpan, today: string | null | undefined): DateSpan {
  if (!today || span.from.year !== null || span.to.year !== null) return span;
  const { year, month, day } = calendarDate(today);
  const isOver = span.to.month < month || (span.to.month === month && span.to.day < day);
  const next = year! + Number(isOver);
  return { from: { ...span.from, year: next }, to: { ...span.to, year: next } };
}

function holidayOn(span: DateSpan): NamedHoliday | null {
  const year = span.from.year;
  if (year === null) return null;
  return (
    HOLIDAYS.find((each) => {
      const [first, last] = each.days(year);
      return first === last && holdsDates(spanOfDays(first, last), span);
    }) ?? null
  );
}

/** Moves the sentence about the requested day to the front. Without one the ranking is unchanged. */
export function openingFirst(
  question: ReadQuestion,
  rankedSentences: RankedSentence[],
  day: AskedDay | null,
): RankedSentence[] {
  if (!day || (!OPENING.test(question.text) && !ASKS_WHETHER.test(question.text))) return rankedSentences;
  const rest = subjectWords(question, day);
  const asksOpening = OPENING.test(question.text) || ASKS_RUNNING.test(question.text);
  if (!asksOpening && rest.length === 0) return rankedSentences;
  const [first] = rankedSentences;
  const determined = first?.tableText === undefined ? null : first;
  const named = bestOf(rankedSentences, day, rest, asksOpening) ?? determined;
  const season = rest.length === 0 ? seasonFirst(question, rankedSentences, day, named) : null;
  if (season) return season;
  if (named && named === determined) return rankedSentences;
  return hoursFirst(question, rankedSentences, named ?? usualHours(question, rankedSentences, rest));
}

/**
 * Moves the row of the season to the front, unless another sentence is `named`; null if no season includes the day.
 */
function seasonFirst(
  question: ReadQuestion,
  rankedSentences: RankedSentence[],
  day: AskedDay,
  named: RankedSentence | null,
): RankedSentence[] | null {
  const season = seasonFor(day.span, rankedSentences);
  if (!season || (named ?? season.ranked).sentence !== season.ranked.sentence) return null;
  const opening = asksWhetherOpen(question.text) ? season.decision : null;
  return moveToFront(rankedSentences, { ...season.ranked, opening }, season.ranked);
}

/** Moves a sentence with hours to the front, with "Yes" or "No" if it decides the question. */
function hoursFirst(
  question: ReadQuestion,
  rankedSentences: RankedSentence[],
  best: RankedSentence | null,
): RankedSentence[] {
  if (!best) return rankedSentences;
  const { text, block } = best.sentence;
  const opening = decisionOf(question.text, text, block.headings.at(-1) ?? '');
  return moveToFront(rankedSentences, { ...best, opening }, best);
}

/** Returns the words that name neither the day nor the opening. */
const subjectWords = (question: ReadQuestion, day: AskedDay): string[] =>
  [...question.words].filter(
    (word) => !day.words.has(word) && !isGeneric(word) && !isCalendarWord(word) && !OPENING_WORDS.has(word),
  );

const asksWhetherOpen = (text: string): boolean =>
  ASKS_WHETHER.test(text) && !ASKS_CLOSED.test(text) && !CLOCK.test(text);

const moveToFront = (
  rankedSentences: readonly RankedSentence[],
  best: RankedSentence,
  original: RankedSentence,
): RankedSentence[] => [best, ...rankedSentences.filter((each) => each !== original)];

/** Matches "are you running" and "do the boats sail", which ask for opening days. */
const ASKS_RUNNING =
  /\b(?:are|is|do|does|will)\b.*\b(?:run|running|runs|sail|sails|sailing|operate|operating)\b/i;

/** Finds the sentence that names the day most precisely. `rest` has the words of the question's subject. */
function bestOf(
  rankedSentences: readonly RankedSentence[],
  day: AskedDay,
  rest: readonly string[],
  asksOpening: boolean,
): RankedSentence | null {
  let best: { each: RankedSentence; level: number } | null = null;
  for (const each of rankedSentences.slice(0, MAX_EXAMINED_SENTENCES)) {
    const level = levelOf(each, day);
    if (level <= (best?.level ?? 0) || !rest.every((word) => hasWord(each.sentence.words, word))) continue;
    const { text, block } = each.sentence;
    if (!asksOpening || MENTIONS_OPENING.test([text, ...block.headings].join(' '))) best = { each, level };
  }
  return best?.each ?? null;
}

/** Finds the regular hours for the weekday of a date, such as Thursday, that are not limited to certain months. */
function usualHours(
  { days, text }: ReadQuestion,
  rankedSentences: readonly RankedSentence[],
  rest: readonly string[],
): RankedSentence | null {
  if (rest.length > 0 || days.size !== 1 || !OPENING.test(text)) return null;
  const fitting = rankedSentences.slice(0, MAX_EXAMINED_SENTENCES).filter(({ sentence }) => {
    const sentenceDays = weekDays(sentence.text);
    const mentionsOpening = MENTIONS_OPENING.test([...sentence.block.headings, sentence.text].join(' '));
    return (
      mentionsOpening &&
      [...days].every((day) => sentenceDays.has(day)) &&
      (OPEN.test(sentence.text) || CLOSED_WORDS.test(sentence.text))
    );
  });
  const sections = new Set(fitting.map(({ sentence }) => sentence.section));
  const parents = new Set(
    fitting.map(({ sentence }) => JSON.stringify(sentence.block.headings.slice(0, -1))),
  );
  return sections.size === 1 || (sections.size === 2 && parents.size === 1) ? fitting[0]! : null;
}

const OPENING_WORDS = contentWords(
  'open opens opening close closes closed closing shut hours holiday holidays bank public ' +
    'run running runs sail sails sailing operate operating train trains boat boats',
);
const isCalendarWord = (word: string): boolean =>
  /^\d+(?:st|nd|rd|th)?$/.test(word) ||
  weekDays(word).size > 0 ||
  months(word).size > 0 ||
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(word);

/**
 * Returns 2 if the sentence names the day, 1 if it is about all public holidays and the day is one, otherwise
 * 0.
 */
function levelOf(
  { sentence: { text, block, place } }: RankedSentence,
  { span, holiday }: AskedDay,
): 0 | 1 | 2 {
  if (holiday?.name.test(text.replace(/[\u2018\u2019]/g, "'"))) return 2;
  const cells = block.table?.rows[place];
  const spans = cells ? rowDates(cells) : datesIn(text);
  if (spans.some((own) => holdsDates(own, span))) return 2;
  return holiday?.isPublic && GENERAL_HOLIDAYS.test(text) ? 1 : 0;
}

/** Reads the dates of a row. Two cells with dates are the first and the last day of a span. */
export function rowDates(cells: readonly string[]): DateSpan[] {
  const dates = cells.map((cell) => datesIn(cell)).filter(({ length }) => length > 0);
  const [first, last] = dates;
  if (dates.length !== 2 || first!.length !== 1 || last!.length !== 1) return dates.flat();
  return [{ from: first![0]!.from, to: last![0]!.to }];
}

/**
 * Uses the complete row as the answer if one of its cells lists days without the requested day:
 * "April to May: daily except Monday, 10:00 to 17:00".
 */
export function withOtherDays(question: ReadQuestion, rankedSentences: RankedSentence[]): RankedSentence[] {
  const [best, ...others] = rankedSentences;
  const { block, place, text } = best?.sentence ?? {};
  const cells = block?.table?.rows[place!];
  if (!best?.tableText?.startsWith(`${cells?.[0]}: `) || question.days.size === 0) return rankedSentences;
  const isForOthers = cells!
    .slice(1)
    .some((cell) => isListOfDays(cell) && !best.tableText!.includes(cell) && isOtherDay(cell, question.days));
  return isForOthers ? [{ ...best, opening: decisionOf(question.text, text!) }, ...others] : rankedSentences;
}

const isListOfDays = (cell: string): boolean => weekDays(cell).size > 0 && !/\d/.test(cell);

/** True if a cell with days lacks one of `days`, or names it as an exception. */
function isOtherDay(cell: string, days: ReadonlySet<number>): boolean {
  const [cellDays, exceptions] = [weekDays(cell), exceptedDays(cell)];
  return [...days].some((day) => !cellDays.has(day) || exceptions.has(day));
}

/**
 * Returns "Yes" or "No" if the text states whether the place is open; null if the text or the question is
 * ambiguous.
 */
export function decisionOf(question: string, text: string, heading = ''): 'Yes' | 'No' | null {
  if (!ASKS_WHETHER.test(question) || CLOCK.test(question)) return null;
  const saysClosed = CLOSED_WORDS.test(text) || (!OPEN.test(text) && CLOSED_WORDS.test(heading));
  const saysOpen = OPEN.test(text.replace(/\bnot open\b/gi, ''));
  const days = weekDays(question);
  const isException = [...exceptedDays(text)].some((day) => days.has(day));
  const [isOpen, isClosed] = isException ? [saysClosed, saysOpen] : [saysOpen, saysClosed];
  if (!OPENING.test(question)) return isClosed && !isOpen && /\bno \w+/i.test(text) ? 'No' : null;
  if (isClosed === isOpen) return null;
  return isOpen === ASKS_CLOSED.test(question.replace(/\bopen\b.*\bclosed?\b/i, '')) ? 'No' : 'Yes';
}
