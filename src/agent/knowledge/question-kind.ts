/**
 * Determines the kind of answer that a question requests, and whether a sentence contains one: a location for
 * "where", a time for "when", a price for "how much". This module is for English only.
 */

import { joinPattern, pattern } from './pattern.ts';

export const QUESTION_KINDS = [
  'price',
  'duration',
  'size',
  'year',
  'count',
  'hours',
  'time',
  'address',
  'place',
  'person',
  'contact',
  'method',
  'whether',
  'other',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const KINDS: readonly (readonly [kind: QuestionKind, question: RegExp])[] = [
  [
    'contact',
    pattern('')`
    \b(phone|telephone|call|ring|reach|contact|e-?mails?|mail|write to|get hold of|talk to|
    speak (to|with))\b.*\b(you|somebody|someone|anybody|anyone|number|address|person|human|him|her|
    them)\b|\b(phone|telephone|contact|hotline)\b ?(number|no\b|nr|address|details)?$|\b(number|
    e-?mail|address) (to|for)\b.*\b(call|ring|write|phone)\b|\be-?mail\b
  `,
  ],
  [
    'duration',
    pattern('')`
    \bhow (long|soon|quickly|fast|many (minutes|hours|days|weeks|months|years|nights))\b|
    \bhow much (time|longer)\b|\b(take|last)s? long\b|\bwhen (will|do|can|would) (i|we) (get|
    have) (it|them|my .*) back\b
  `,
  ],
  [
    'price',
    pattern('')`
    \bhow (much|expensive|cheap)\b(?! (time|longer|space|storage|memory))|\b(costs?|price[sd]?|
    pricing|fees?|charges?|rates?|set me back|expensive|afford|pay for|to pay|do i (have to )?pay|
    tariff|surcharge|for free|free of charge|deposit|fine|discount|cheaper)\b|\bwhat (do|does|would|
    will|is|are) .*\b(cost|pay|charge|price|fee)\b|
    \bwhat (do|does|would|will) (it|that|this|they|we) (all )?(be|come to)\b|\bwhat\b.* come to( for .*)?\W*$|
    \bwhat'?s (that|it) (altogether|in total|for (us|me|both|all|an?|\d+|two|three|four|five|six|seven|
    eight|nine|ten)\b)|[€$£]
  `,
  ],
  [
    'size',
    pattern('')`
    \bhow (big|large|small|tall|high|heavy|deep|wide|far|fast|warm|hot|cold|strong|powerful)\b|
    \bwhat (size|distance|temperature|weight|height|width|length|speed|magnification|resolution)\b|
    \b(size|weight|height|speed|file size) limit\b|\bhow much (space|storage|memory)\b
  `,
  ],
  [
    'year',
    pattern('')`
    \b(what|which) year\b|\bsince when\b|\bhow long ago\b|\bhow old (is|are) (the|your|this)\b|
    \bwhen (was|were) .*\b(built|founded|opened|painted|made|started|established|launched|invented)\b
  `,
  ],
  [
    'count',
    pattern('')`
    \bhow (many|big|large|small|tall|high|heavy|old|far|often|deep|wide|fast|warm|cold)\b|
    \bwhat (size|age|distance|temperature|number of|percentage)\b|\b(maximum|minimum|limit|most|
    at most|at least)\b
  `,
  ],
  [
    'hours',
    pattern('')`
    \b(opening|closing|business|office|visiting) (times?|hours?)\b|\bhours?$|\b(open|opens|opened|
    close|closes|closed|closing|shut|shuts)\b|\bwhat time\b|\bhow (late|early)\b|\b(earliest|latest|
    last)\b|\btill when\b
  `,
  ],
  [
    'time',
    /\bwhen\b|\bwhat (days?|date|hours?)\b|\b(until|till|what year|which days?|which year|deadline)\b/,
  ],
  [
    'address',
    pattern('')`
    \b(your|the|postal|exact|street) address\b|^address\b|\bwhere\b.*\b(are|is|find|located|
    situated|based|sit)\b ?(you|your (shop|store|office|house|place|practice)|the (shop|store|
    museum|hotel|office|practice|town hall))?( guys)?( exactly| at| located)?$|\bfind you\b|
    \bhow (do|can|would) (i|we|one) (get|come|find|travel|walk|
    drive)( over| there| my way)?( to)? you\b
  `,
  ],
  [
    'place',
    pattern('')`
    \bwhere\b|\b(address|located|location|directions?|find you|get to you|which (floor|room|street|
    building|stop|station|bus)|how (do|can|would) (i|we|one|you) (get|come|travel) (to|there|from|
    by))\b|\bget there\b
  `,
  ],
  [
    'person',
    pattern('')`
    \bwho(se|m|s)?\b|\bwhich (person|doctor|artist|architect|colleague)\b|\b(name of the|is in charge|
    responsible)\b
  `,
  ],
  [
    'method',
    pattern('')`
    \bhow (do|can|could|should|would|to|does|did)\b|\bhow$|\bwhat (do|must|should) (i|we) (do|bring|
    need|have)\b|\b(way|steps) to\b
  `,
  ],
  [
    'whether',
    pattern('')`
    ^(and |so |but |hey |hi |um+ |uh+ )*(do|does|did|is|are|was|were|can|could|may|might|must|
    should|will|would|have|has|am|any)\b|\b(is it (possible|ok|okay|allowed|true)|am i allowed|
    are we allowed|can i|can we|may i|do you|are there|is there|possible|allowed|have you got|
    you got)\b
  `,
  ],
];

const NUMBER = joinPattern`(\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|
  fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half an?|an?)`;
/** Like `NUMBER`, without "half a", "a" and "an", which do not indicate a count. */
const COUNT_NUMBER = NUMBER.replace('|half an?|an?', '');
const DAY = '(mon|tues|wednes|thurs|fri|satur|sun)days?';
const MONTH = '(january|february|march|april|may|june|july|august|september|october|november|december)';
const EVIDENCE: Readonly<Partial<Record<QuestionKind, RegExp>>> = {
  price: pattern('i')`
    [€$£]\s?\d|\d\s?(€|£|\$|euros?|dollars?|pounds?|cents?|%|percent)|\b(euros?|dollars?|pounds?)\b|
    \bfree\b|\bno (charge|fee|extra|cost|share|commission)\b|\b(costs?|price|fee|charge[ds]?|
    included|surcharge|half of its price)\b
  `,
  duration: pattern('i')`
    \b${NUMBER}( to ${NUMBER})?[ -](and a half )?(working |business )?(second|minute|hour|day|night|
    week|month|year)s?\b|\b(while you wait|at once|immediately|straight away|next (working )?day|
    within an?|overnight|until)\b
  `,
  size: pattern('i')`
    \d\s?(mm|cm|m|km|kg|g|t|l|ml|m²|gb|mb|kb|tb|kw|kwh|mbit|inch(es)?|feet|foot|ft|lb|°|degrees?|
    met(re|er)s?|kilomet(re|er)s?|miles?|kilos?|kilograms?|grams?|tons?|tonnes?|lit(re|er)s?|
    square|minutes?|times|x)\b|\d ?[x×°%]|\b${NUMBER} (inch(es)?|feet|met(re|er)s?|kilomet(re|er)s?|
    miles?|kilos?|grams?|lit(re|er)s?|degrees?|centimet(re|er)s?|minutes?|gigabytes?|hundred)\b|
    \b(size|any size|large|small|unlimited)\b
  `,
  year: /\b(1[5-9]|20)\d\d\b|\b(nineteen|eighteen|seventeen|two thousand|centur(y|ies)|years? (old|ago))\b/i,
  count: pattern('i')`
    \d|\b${COUNT_NUMBER}\b|\b(daily|weekly|monthly|every|once|twice|unlimited|no limit|only one)\b
  `,
  hours: pattern('i')`
    \b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?([ap]\.?m|o.clock)\b|\b(closed|noon|midnight|round the clock|
    day and night|all day)\b|\b(from|to|until|at|before|after) ${NUMBER}\b|${NUMBER} (minutes|
    hours) (before|after)
  `,
  time: pattern('i')`
    \b\d{1,2}([:.]\d{2})\b|\b\d{1,2} ?([ap]\.?m|o.clock)\b|\b${DAY}\b|\b${MONTH}\b|\b(daily|
    every day|each day|noon|midnight|morning|afternoon|evening|round the clock|day and night|
    weekends?|holidays?|closed|(1[89]|20)\d\d|as soon as|until|within|from (one|two|three|four|five|
    six|seven|eight|nine|ten|eleven|twelve))\b
  `,
  address: pattern('u')`
    \b\d+[a-z]? \p{Lu}[\p{L}']+ ([Ss]treet|[Ll]ane|[Rr]oad|[Aa]venue|[Ss]quare|[Ww]ay|[Pp]lace|
    [Dd]rive|[Hh]ill|[Rr]ow|[Cc]ourt)\b|\b\p{Lu}[\p{L}']+ (Square|Street|Road|Lane|Avenue) \d+|
    \b\p{Lu}\p{L}*(stra(ß|ss)e|allee|platz|gasse|weg) \d+
  `,
  place: pattern('i')`
    \b(street|lane|road|avenue|square|place|floor|station|stop|bus|tram|train|ferry|building|room|
    hall|entrance|counter|desk|wing|basement|foyer|corner|garage|bank of|city|town|metres?|
    kilometres?|minutes away|next to|opposite|behind|beside|near|under|above|in front of|at the|
    in the|on the|settings?|menu|tab|page|button|click|open)\b
  `,
  person: pattern('u')`
    \b(dr|mr|mrs|ms|prof)\.?\s+\p{Lu}|\b(?<!^)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(manager|director|
    curator|chef|owner|editor|viewer|admin|team|staff|colleague|dentist|doctor|everyone|anyone|
    nobody|adults?|children|officer)\b
  `,
  contact: pattern('i')`
    \d{3,}[ -]?\d{3,}|\b0\d{2,}|\S@\S|\b(call|phone|telephone|ring|write to|e-?mail|contact|
    dial)\b| at \w+ dot 
  `,
  method: pattern('i')`
    \b(click|choose|open|press|select|go to|switch|enter|tick|drag|use|call|ring|write|bring|book|
    order|register|send|take|ask|come|pay|fill|sign|download|upload|under|via|by|with|need)\b
  `,
};

/** Returns the kind of answer that is requested. `question` is the text as typed or recognised. */
export function questionKind(question: string): QuestionKind {
  const plainQuestion = question
    .toLowerCase()
    .replace(/[?!.…]+\s*$/g, '')
    .replace(/[’‘]/g, "'")
    .trim();
  return KINDS.find(([, pattern]) => pattern.test(plainQuestion))?.[0] ?? 'other';
}

/** True if a sentence contains an answer of this kind; null if the kind cannot be detected (`whether`, `other`). */
export function holdsKind(kind: QuestionKind, sentence: string): boolean | null {
  return EVIDENCE[kind]?.test(sentence) ?? null;
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const WEEK_DAY = pattern('g')`
  \b(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b(?:\s?(?:to|through|till|until|
  [-–])\s?(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b)?
`;

/**
 * Returns the days of the week that a text names; 0 is Monday. A range, "weekend" and "weekdays" include all of their
 * days.
 */
export function weekDays(text: string): ReadonlySet<number> {
  const lowerText = text.toLowerCase();
  const days = new Set<number>();
  const index = (word: string) => WEEK.findIndex((day) => day.startsWith(word.slice(0, 3)));
  for (const [, from, to] of lowerText.matchAll(WEEK_DAY)) {
    const first = index(from!);
    const last = to === undefined ? first : index(to);
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  if (/\bweek-?ends?\b/.test(lowerText)) days.add(5).add(6);
  if (/\bweek-?days?\b|\bworking days\b/.test(lowerText)) for (let day = 0; day < 5; day += 1) days.add(day);
  if (/\b(daily|every day|each day|seven days a week)\b/.test(lowerText))
    for (let day = 0; day < 7; day += 1) days.add(day);
  return days;
}

const EXCEPTION = /\b(?:except|but not|apart from|other than)\b([^.;(]*)/;

/** Returns the days that a text excludes: Monday for "daily except Monday". */
export const exceptedDays = (text: string): ReadonlySet<number> =>
  weekDays(EXCEPTION.exec(text.toLowerCase())?.[1] ?? '');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = joinPattern`(january|february|march|april|may|june|july|august|september|october|november|december|
  jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?`;
/** Matches a month or a range of months, each with an optional day or year. */
const MONTH_RANGE = pattern('g')`
  \b${NAMED_MONTH}(?:\s?\d{1,4})?(?:\s?(?:to|through|till|until|[-–])\s?(?:\d{1,2}\.?\s?)?${NAMED_MONTH})?
`;

/** Returns the months that a text names; 0 is January. A range includes all of its months. */
export function months(text: string): ReadonlySet<number> {
  const monthNumbers = new Set<number>();
  const index = (word: string) => MONTHS.indexOf(word.slice(0, 3));
  for (const [, from, to] of text.toLowerCase().matchAll(MONTH_RANGE)) {
    const first = index(from!);
    const last = to === undefined ? first : index(to);
    for (let month = first; ; month = (month + 1) % 12) {
      monthNumbers.add(month);
      if (month === last) break;
    }
  }
  // "May I come in" does not name a month.
  if (
    monthNumbers.size === 1 &&
    monthNumbers.has(4) &&
    !/\b(?:in|of|until|from|to|since|before|after|\d) may\b|^may$|\bmay (?:and|\d)/.test(text.toLowerCase())
  )
    monthNumbers.clear();
  return monthNumbers;
}
