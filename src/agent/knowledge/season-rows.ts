/**
 * Finds the row of a table of seasons, such as "28 March to 30 June: Saturdays and Sundays", for a date, and the
 * row of the next season or term. This module is for English only.
 */
import { datesIn, holdsDates, type CalendarDate, type DateSpan } from './calendar-dates.ts';
import { REST } from './column-definitions.ts';
import { pattern } from './pattern.ts';
import { exceptedDays, months, weekDays } from './question-kind.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { isKnown } from './table-words.ts';
import { contentWords } from './words.ts';

/** Maximum number of best-ranked sentences that are examined. */
const MAX_EXAMINED_SENTENCES = 400;
const DAY_MS = 86_400_000;
const IS_OPENING = /\b(?:open(?:s|ing)?|hours|times?|days?|runs?|running|season|operat\w+)\b/i;
const IS_CLOSED = /\b(?:closed|shut|no (?:trains?|boats?|tours?|trips?|service|ferries|sailings?))\b/i;
const ASKS_WHEN_AGAIN = pattern('')`
  \bwhen\b.*\b(?:open|run|running|start|starting|begin|back|sail|operate|operating)\b.*\b(?:again|next)\b|
  \bwhen\b.*\bre-?open\b|\bwhen\b.*\bseason\b.*\b(?:start|begin|open)`;
const REOPENS = /\b(?:re-?opens?|opens? again|open again|season (?:starts|begins|opens))\b/i;

interface Season {
  ranked: RankedSentence;
  label: string;
  span: DateSpan | null;
}

/** Returns the seasons of the only table of opening days or hours; empty if there is no such table, or several. */
function seasonsIn(rankedSentences: readonly RankedSentence[]): Season[] {
  const tables = new Map<string, Season[]>();
  for (const ranked of rankedSentences.slice(0, MAX_EXAMINED_SENTENCES)) {
    const { block, place, section } = ranked.sentence;
    const label = block.table?.rows[place]?.[0];
    if (label === undefined || !IS_OPENING.test([...block.headings, ...block.table!.names].join(' ')))
      continue;
    tables.set(section, [...(tables.get(section) ?? []), { ranked, label, span: spanOf(label) }]);
  }
  const seasonTables = [...tables.values()].filter(
    (seasons) => seasons.filter(({ span, label }) => span !== null || REST.test(label)).length > 1,
  );
  return seasonTables.length === 1 ? seasonTables[0]! : [];
}

/** Reads "April to May" and "28 March to 30 June". */
function spanOf(label: string): DateSpan | null {
  const [span] = datesIn(label);
  if (span) return span;
  const [first, ...others] = [...months(label)];
  if (first === undefined) return null;
  const last = others.at(-1) ?? first;
  return { from: { year: null, month: first + 1, day: 1 }, to: { year: null, month: last + 1, day: 31 } };
}

/**
 * Returns the row for a date, with "Yes" or "No" if the row states whether the place is open on it; null if no row
 * includes the date.
 */
export function seasonFor(
  span: DateSpan,
  rankedSentences: readonly RankedSentence[],
): { ranked: RankedSentence; decision: 'Yes' | 'No' | null } | null {
  const seasons = seasonsIn(rankedSentences);
  const season =
    seasons.find((each) => each.span !== null && holdsDates(each.span, span)) ??
    seasons.find(({ label }) => REST.test(label));
  if (!season) return null;
  const cells = season.ranked.sentence.block.table!.rows[season.ranked.sentence.place]!.slice(1).join(', ');
  return { ranked: season.ranked, decision: decisionFor(cells, daysOf(span)) };
}

function decisionFor(cells: string, days: readonly number[]): 'Yes' | 'No' | null {
  if (IS_CLOSED.test(cells) && !/\d[:.]\d\d/.test(cells)) return 'No';
  const [open, excepted] = [weekDays(cells), exceptedDays(cells)];
  if (open.size === 0) return /\d[:.]\d\d/.test(cells) ? 'Yes' : null;
  const count = days.filter((day) => open.has(day) && !excepted.has(day)).length;
  return count === 0 ? 'No' : count === days.length ? 'Yes' : null;
}

/** Returns the days of the week in the first seven days of a span; 0 is Monday. Empty if the span has no year. */
function daysOf({ from, to }: DateSpan): number[] {
  if (from.year === null || to.year === null) return [];
  const [first, last] = [timeOf(from), timeOf(to)];
  const count = Math.min(7, (last - first) / DAY_MS + 1);
  return Array.from({ length: count }, (_, at) => (new Date(first + at * DAY_MS).getUTCDay() + 6) % 7);
}

const timeOf = ({ year, month, day }: CalendarDate): number => Date.UTC(year!, month - 1, day);

/**
 * Returns the row of the season in which the place opens again, or a sentence that states when; null if there is
 * neither.
 */
export function nextOpening(
  text: string,
  rankedSentences: readonly RankedSentence[],
  today: string | null | undefined,
): RankedSentence | null {
  if (!ASKS_WHEN_AGAIN.test(text.toLowerCase())) return null;
  const sentence = rankedSentences
    .slice(0, MAX_EXAMINED_SENTENCES)
    .find((each) => REOPENS.test(each.sentence.text) && months(each.sentence.text).size > 0);
  if (sentence) return sentence;
  if (!today) return null;
  const open = seasonsIn(rankedSentences).filter(
    ({ span, ranked }) => span !== null && !IS_CLOSED.test(ranked.sentence.text),
  );
  return earliest(open, ({ span }) => span!.from, today)?.ranked ?? null;
}

/** Returns the item with the next date from today on; undefined if there is none. */
function earliest<Of>(
  items: readonly Of[],
  dateOf: (item: Of) => CalendarDate,
  today: string,
): Of | undefined {
  const now = Date.parse(`${today}T00:00:00Z`);
  const year = Number(today.slice(0, 4));
  let best: { item: Of; time: number } | undefined;
  for (const item of items) {
    const date = dateOf(item);
    const years = date.year === null ? [year, year + 1] : [date.year];
    const time = years.map((each) => timeOf({ ...date, year: each })).find((each) => each >= now);
    if (time !== undefined && time < (best?.time ?? Infinity)) best = { item, time };
  }
  return best?.item;
}

const ASKS_NEXT = /\b(?:when|what|which)\b.*\bnext (\p{L}{3,})/iu;

/** Returns the row with the next date for "when does the next term start"; null if no table has such rows. */
export function nextRow(
  { text }: ReadQuestion,
  rankedSentences: readonly RankedSentence[],
  today: string | null | undefined,
): RankedSentence | null {
  const [noun] = contentWords(ASKS_NEXT.exec(text)?.[1] ?? '');
  if (noun === undefined || !today) return null;
  const rows = rankedSentences.slice(0, MAX_EXAMINED_SENTENCES).flatMap((ranked) => {
    const { block, place, section } = ranked.sentence;
    const cells = block.table?.rows[place];
    const names = contentWords([cells?.[0], block.table?.names[0], block.headings.at(-1)].join(' '));
    const [span] = cells && isKnown(noun, names) ? cells.flatMap((cell) => datesIn(cell)) : [];
    return span ? [{ ranked, section, date: span.from }] : [];
  });
  if (new Set(rows.map(({ section }) => section)).size !== 1) return null;
  return earliest(rows, ({ date }) => date, today)?.ranked ?? null;
}
