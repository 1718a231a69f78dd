/** If a visitor names a day, the documents' text about that day takes precedence over the hours of ordinary days. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { datesIn, holdsDates, type CalendarDate } from '../../../src/agent/knowledge/calendar-dates.ts';
import { composeAnswer } from '../../../src/agent/knowledge/composing.ts';
import { easterSunday, holidayIn, HOLIDAYS } from '../../../src/agent/knowledge/named-holidays.ts';
import { askedDay, openingFirst, withOtherDays } from '../../../src/agent/knowledge/opening-days.ts';
import { rank, readQuestion } from '../../../src/agent/knowledge/ranking.ts';
import { sentenceTable } from '../../../src/agent/knowledge/sentence-table.ts';
import { tableFirst } from '../../../src/agent/knowledge/table-answers.ts';

const HOURS =
  '## Opening hours\n\n| Day | Hours |\n| --- | --- |\n| Monday | closed |\n' +
  '| Tuesday to Sunday | 10:00 to 17:00 |\n\n' +
  'On Easter Monday and on 3 October we are open from 11:00. On 24 and 31 December we close at 14:00. ' +
  'All other public holidays: closed. The café stays shut from 28 December to 6 January.\n\n' +
  '## Parking\n\nParking is free.';
const CLOSED_DAYS =
  '# Closed days\n\n| Why | First day | Last day |\n| --- | --- | --- |\n' +
  '| Summer | 10 August 2026 | 21 August 2026 |\n' +
  '| Training | 12 June 2026 | 12 June 2026 |\n\n# Lessons\n\nThere are no lessons from 26 to 30 October.';

const SEASONS =
  '# Opening times\n\n| Season | Days | Hours |\n| --- | --- | --- |\n' +
  '| March to May | daily except Monday | 10:00 to 17:00 |\n| June to August | daily | 9:00 to 18:00 |';
const INN = '# Inn\n\nThe inn is open daily except Tuesday. Rooms have a bath.';

/** Answers from a text on the day `today`, which is the day before Friday, 1 May 2026, by default. */
async function answer(question: string, content: string, today = '2026-04-30'): Promise<string> {
  const { sentences } = sentenceTable([{ document_id: 'd', name: 'Site', content }]);
  const parsedQuestion = readQuestion(question, null, { today });
  const rankedSentences = await rank(parsedQuestion, sentences, { rarity: () => 0.5 });
  return composeAnswer(
    openingFirst(
      parsedQuestion,
      withOtherDays(parsedQuestion, tableFirst(parsedQuestion, rankedSentences)),
      askedDay(parsedQuestion.text, today),
    ),
    parsedQuestion,
  ).text;
}

describe('open and closed days', () => {
  const cases: [question: string, content: string, text: RegExp][] = [
    ['are you open on easter monday', HOURS, /^Yes\. On Easter Monday/],
    ['are you open on 3 october?', HOURS, /^Yes\. On Easter Monday and on 3 October/],
    ['do you close on new years eve', HOURS, /^(?:No\. )?On 24 and 31 December we close at 14:00\.$/],
    ['are you open on 1 may', HOURS, /^No\. All other public holidays: closed\.$/],
    ['are you open tomorrow', HOURS, /^No\. All other public holidays: closed\.$/],
    ['are you closed on christmas day', HOURS, /^Yes\. All other public holidays: closed\.$/],
    ['is the cafe open on 2 january', HOURS.replace('café', 'cafe'), /^No\. The cafe stays shut/],
    ['are you open on a monday', HOURS, /^No\. .*closed/],
    ['are you open on 12 june', CLOSED_DAYS, /^No\. Closed days, Training: First day 12 June 2026/],
    ['are you open on the 15th of August', CLOSED_DAYS, /^No\. Closed days, Summer/],
    ['are there lessons on october 28', CLOSED_DAYS, /^No\. There are no lessons/],
    ['are you open on a monday in april', SEASONS, /^No\. .*daily except Monday, Hours 10:00/],
    ['are you closed on mondays in may', SEASONS, /^Yes\. .*daily except Monday/],
    [
      'when do you close on a monday in april',
      SEASONS,
      /^Opening times, March to May: Days daily except Monday/,
    ],
    ['are you open on a sunday in april', SEASONS, /^Yes\. Opening times, March to May: Hours 10:00/],
    ['are you open on a monday in july', SEASONS, /^Yes\. Opening times, June to August/],
    ['is the inn open on tuesday', INN, /^No\. The inn is open daily except Tuesday\.$/],
    ['is the inn open on friday', INN, /^Yes\. The inn is open daily except Tuesday\.$/],
    ['is there free parking on easter monday', HOURS, /^(?!Yes|No)/],
  ];
  for (const [question, content, text] of cases)
    test(question, async () => assert.match(await answer(question, content), text));
});

describe('dates', () => {
  const MONTHS =
    'January February March April May June July August September October November December'.split(' ');
  const dates = fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) });
  const monthName = ({ month }: { month: number }) => MONTHS[month - 1]!;

  test('a date is read in every notation', () => {
    fc.assert(
      fc.property(dates, fc.option(fc.integer({ min: 2000, max: 2099 })), (date, year) => {
        const expected: CalendarDate = { year, ...date };
        const end = year === null ? '' : ` ${year}`;
        for (const text of [
          `on ${date.day} ${monthName(date)}${end}`,
          `the ${date.day}th of ${monthName(date)}${end}`,
          `closed (${monthName(date)} ${date.day}${end && `,${end}`})`,
          `${date.day} ${monthName(date).slice(0, 3)}.${end}`,
        ])
          assert.deepEqual(datesIn(text), [{ from: expected, to: expected }], text);
      }),
      { numRuns: 100 },
    );
  });

  test('a span contains its days and no others, also across the end of a year', () => {
    const dayNumber = ({ month, day }: { month: number; day: number }) => 100 * month + day;
    fc.assert(
      fc.property(dates, dates, dates, (firstDate, lastDate, date) => {
        const [span] = datesIn(
          `from ${firstDate.day} ${monthName(firstDate)} to ${lastDate.day} ${monthName(lastDate)}`,
        );
        const [range] = datesIn(`${date.day} ${monthName(date)}`);
        const [firstDay, lastDay, dayOfDate] = [dayNumber(firstDate), dayNumber(lastDate), dayNumber(date)];
        const inside =
          firstDay <= lastDay
            ? firstDay <= dayOfDate && dayOfDate <= lastDay
            : dayOfDate >= firstDay || dayOfDate <= lastDay;
        assert.equal(holdsDates(span!, range!), inside);
      }),
      { numRuns: 200 },
    );
  });

  test('words and times are not dates', () => {
    for (const text of ['we may 3 times', 'open in May 2026', '31 February', '9:00 to 5 pm', 'room 12'])
      assert.deepEqual(datesIn(text), [], text);
  });

  test('Easter falls on a Sunday from 22 March to 25 April', () => {
    for (let year = 1900; year < 2300; year += 1) {
      const date = easterSunday(year);
      assert.equal(new Date(date).getUTCDay(), 0, date);
      assert.ok(date.slice(5) >= '03-22' && date.slice(5) <= '04-25', date);
    }
    assert.deepEqual([2024, 2026, 2038].map(easterSunday), ['2024-03-31', '2026-04-05', '2038-04-25']);
  });

  test('every holiday is on or after today, at most a year and a month ahead', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom(...HOLIDAYS),
        (days, { days: holidayDays }) => {
          const today = new Date(days * 86_400_000).toISOString().slice(0, 10);
          const year = Number(today.slice(0, 4));
          const next = [holidayDays(year), holidayDays(year + 1)].find(([, lastDay]) => lastDay >= today)!;
          assert.ok(next[0] <= next[1] && Date.parse(next[0]) - Date.parse(today) < 400 * 86_400_000);
        },
      ),
      { numRuns: 100 },
    );
    assert.equal(holidayIn('a christmas party', '2026-01-01'), null);
    assert.equal(holidayIn('at Thanksgiving', '2026-01-01')?.first, '2026-11-26');
  });
});
