/**
 * Decides whether an answer contains the kind of value that its question asks for: a person for "who", an age for
 * "how old", an amount for "how much". This module is for English only.
 */
import { joinPattern, pattern } from './pattern.ts';
import type { RankedSentence, ReadQuestion } from './ranking.ts';
import { contentWords } from './words.ts';

/**
 * Returns the source of a regular expression that is written on several lines. `${…}` inserts the source of another
 * one.
 */
const source = (lines: TemplateStringsArray, ...parts: readonly string[]): string =>
  joinPattern(lines, parts);

const NUMBER = source`
  (?:\d[\d.,]*|half an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|
  sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)`;
const TIME_UNIT = source`
  (?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|terms?|evenings?|lessons?)`;
const LENGTH_UNIT =
  '(?:mm|cm|m|km|metres?|meters?|kilomet(?:re|er)s?|miles?|inch(?:es)?|feet|foot|ft|yards?)';
const MONTH = source`
  (?:january|february|march|april|may|june|july|august|september|october|november|december)`;
const DAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';

const PERIOD = source`
  \b${NUMBER}(?: (?:to|or|and) ${NUMBER})?(?: and a half)?[ -](?:\w+ ){0,2}?${TIME_UNIT}\b|
  \b(?:an?|each|every|next|same|that|one|whole|all) (?:\w+ )?${TIME_UNIT}\b|\b${TIME_UNIT} \d|\bwhile you wait\b|
  \b(?:at once|immediately|straight away|on the spot|overnight|until|unlimited|no limit|for ever|permanent)`;
const LENGTH = source`${PERIOD}|\d ?${LENGTH_UNIT}\b|${NUMBER}[ -]${LENGTH_UNIT}\b`;
const AMOUNT = source`
  [€$£]\s?\d|\d\s?(?:€|£|\$|euros?\b|dollars?\b|pounds?\b|cents?\b|pence\b|p\b|%|per ?cent\b)|
  \b(?:euros?|dollars?|pounds?)\b|\bfree\b|\bno (?:charge|fees?|extra|cost|commission|late charges)\b|
  \b(?:included|includes?|half|for nothing|at no|not counted|nothing extra)\b|
  \bwithout (?:paying|charge|extra|fee|interest|cost)`;
/** Matches an age, but not "up to 50 kg". */
const AGE = source`
  \b(?:age[ds]?|years?|months?|yrs?|weeks?|adults?|born|teeth|school age|certificate|centur(?:y|ies))\b|
  \b(?:under|over|from|above|below|at least|up to|until|between|older than|younger than) ${NUMBER}\b
  (?![.:]\d|\s?(?:kg|kilo|cm|m\b|%|€|£|\$|people|persons|guests|am|pm|o.clock|minutes|hours|days|weeks|miles))|
  \b(?:1\d|20)\d\d\b`;
const MEASURE_UNIT = source`
  (?:inch(?:es)?|feet|met(?:re|er)s?|kilomet(?:re|er)s?|miles?|kilos?|kilograms?|grams?|tons?|tonnes?|lit(?:re|er)s?|
  degrees?|centimet(?:re|er)s?|minutes?|hours?|gigabytes?|hundred|acres?|people|persons|guests|seats|places|children|
  steps|floors|doors?|houses?)`;
const MEASURE = source`
  \d\s?(?:mm|cm|m|km|kg|g|t|l|ml|m²|gb|mb|kb|tb|kw|kwh|mbit|ha|foot|ft|sq|lbs?|°|square|times|x|${MEASURE_UNIT})\b|
  \d ?[x×°%]|\b${NUMBER}[ -]${MEASURE_UNIT}\b|\b(?:any size|unlimited|no limit)\b|\d{2,}`;
const CLOCK_TIME = source`
  \b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?(?:[ap]\.?m|o.clock)\b|
  \b(?:noon|midnight|closed|round the clock|day and night|all day|around the clock|any ?time|always)\b|
  \b(?:from|to|until|till|at|before|after|by) ${NUMBER}\b|
  ${NUMBER} (?:and a half )?(?:minutes|hours?) (?:early|before|after)|\b(?:before|after|during) (?:each|every|the)\b`;
const TIME = source`
  \b${DAYS}\b|\b${MONTH}\b|\b(?:spring|summer|autumn|fall|winter|easter|christmas)\b|\b(?:1\d|20)\d\d\b|
  \b(?:daily|every|each|weekends?|weekdays?|holidays?|morning|afternoon|evening|tonight|today|tomorrow|overnight|
  soon|once|when|as soon|within|next|same day|in advance|always|ago|in (?:a|${NUMBER}) \w+|weeks?|days?|months?|
  ahead)\b|${CLOCK_TIME}`;
/** Matches "until 18:00", "9:00 – 18:00" and "lasts two hours". */
const END = source`
  \b(?:until|till|ends?|ending|finish(?:es)?|clos(?:e|es|ed|ing)|over|lasts?|takes?|last|latest|by|minutes|hours?)\b|
  \d (?:to|–|-) \d|\d[–-]\d|\bLast day\b`;
const DAY = source`
  \b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?\b|\b(?:daily|every day|each day|weekdays?|
  weekends?|any day|all week|seven days|\d{1,2}(?:st|nd|rd|th)?|always|closed|holidays?)\b`;
const CALENDAR_DATE = source`
  \b${MONTH}\b.*\d|\d.*\b${MONTH}\b|\d{1,2}[./-]\d{1,2}|\b(?:first|second|third|fourth|last|every) ${DAYS}`;
const FREQUENCY = source`
  \b(?:every|each|daily|weekly|monthly|yearly|once|twice|times|always|never|hourly|per|all (?:day|year)|any ?time|
  whenever|as often)\b|\b${DAYS}\b|\ba (?:day|week|month|year)\b|\b${NUMBER}\b`;
const COUNT = source`
  \d|\b${NUMBER}\b|
  \b(?:once|twice|unlimited|no limit|no more|none|any number|as many|only|single|several|no)\b`;
const CONTACT = source`
  \d{3,}[ -]?\d{3,}|\b0\d{2,}|\S@\S| at \w+ dot |\b(?:desk|office|reception|counter)\b`;
const PLACE = source`
  \b(?:at|in|on|near|to|behind|opposite|beside|under|above|below|inside|outside|across|from|via|by|through|around|
  along|between|over|with|into|left|right) \p{L}|\b(?:street|road|lane|square|floor|desk|website|online|office|
  upstairs|downstairs|here|next door|everywhere|anywhere|nowhere|outside|inside)\b|\S\.\S|>`;

/** Matches "two days before", which is not a duration. */
const NOTICE = pattern('gi')`
  \b${NUMBER} ${TIME_UNIT} (?:before|ahead|in advance|ago|beforehand|earlier|notice)\b`;
/** Matches "takes place on 2 July" and "at 18:00", which do not name a place. */
const TIME_PHRASE = pattern('gi')`
  \btakes? place\b|\b(?:on|in|at|from|until|till|to|by|before|after|between|and|since) (?:the )?
  (?:\d[\d:.]*(?:st|nd|rd|th)?(?: of)?(?: ${MONTH})?|${DAYS}|${MONTH}|spring|summer|autumn|winter|morning|afternoon|
  evening|night|weekend|time|least)\b`;

const ROLE = pattern('i')`
  \b(?:manager|director|curator|chef|cook|owner|editor|viewer|admin|team|staff|colleagues?|dentists?|doctors?|vets?|
  nurses?|everyone|everybody|anyone|anybody|nobody|adults?|child(?:ren)?|officer|students?|pupils?|members?|guests?|
  visitors?|residents?|families|parents?|people|persons?|seniors?|customers?|patients?|volunteers?|teachers?|tutors?|
  trainers?|drivers?|guides?|leader|head|chair|trust|charity|company|council|family|caretaker|secretary|reception|
  office|clients?|pensioners?|apprentices?|passengers?|companies|firms?|offices|schools|holders?|users?|beginners?|
  players?|women|men|girls|boys|toddlers|you|we)\b`;
const NO_NAME = source`
  (?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|
  October|November|December|Christmas|Easter|English|French|German|Spanish|Italian)\b`;
/** Matches two capitalised words, or a single one within a sentence. */
const NAME = pattern('u')`
  \b(?:Dr|Mr|Mrs|Ms|Prof)\.? \p{Lu}|\b(?!(?:The|An?|Our|Your|On|In|At|From|If|For|We|You|Each|Every|All|No)\b)
  \p{Lu}\p{Ll}+ (?!${NO_NAME})\p{Lu}\p{Ll}+|(?<=\p{Ll},? )(?!${NO_NAME})\p{Lu}\p{Ll}+`;

const START = source`
  ^\W*(?:(?:and|so|but|hi|hello|hey|ok|okay|um+|uh+|please|sorry|excuse me)\b,? ?)*`;
/** Words after "how much" in a question about an amount of money; "how much coal" asks for a quantity. */
const AFTER_HOW_MUCH = source`
  (?:is|are|was|were|does|do|did|will|would|can|could|should|must|has|have|may|it|they|i|we|you|he|she|for|to|at|of|
  in|on|with|if|per|an?|the|each|that|this|more|less|extra|cheaper|and|just|only|off|my|our|your)`;

type Kind = readonly [name: string, question: RegExp, answer: string];
/**
 * The types of values, each with a pattern for its questions and one for its answers. The first type whose
 * questions match is used.
 */
const KINDS: readonly Kind[] = [
  ['place', pattern('i')`${START}where(?:.?s)?\b`, PLACE],
  [
    'end',
    pattern('i')`${START}(?:when|what time|how late)\b.*\b(?:end|ends|finish|finishes|finished|over)\b`,
    END,
  ],
  ['day', pattern('i')`\b(?:what|which) (?:week ?)?(?:days?|evenings?|mornings?|afternoons?|nights?)\b`, DAY],
  ['calendar date', /\b(?:what|which) date\b|\bdate of\b/i, CALENDAR_DATE],
  ['clock time', /\b(?:what|which) time\b/i, CLOCK_TIME],
  ['time', pattern('i')`${START}when\b`, TIME],
  [
    'time before',
    pattern('i')`
      \bhow (?:far|long|early|soon|late|many \w+)(?: \w+)? (?:ahead|before|in advance|beforehand)\b|\bhow soon\b`,
    `${PERIOD}|${TIME}`,
  ],
  ['age', /\bhow (?:old|young)\b|\b(?:what|which) ages?\b|\bage limit\b/i, AGE],
  ['time ago', /\bhow long ago\b/i, `${PERIOD}|\\b(?:1\\d|20)\\d\\d\\b`],
  ['length', /\bhow long\b|\bhow much (?:time|longer)\b/i, LENGTH],
  [
    'amount',
    pattern('i')`
      \bhow (?:much|expensive)\b(?= ${AFTER_HOW_MUCH}\b|\W*$)|\bwhat (?:does|do|would|will|did) .*\bcost\b|
      ${START}(?:what(?:.?s| is| are) )?(?:the |your )?(?:prices?|costs?)\b`,
    AMOUNT,
  ],
  [
    'measure',
    /\bhow (?:big|large|tall|high|heavy|deep|wide|far|thick|steep|fast|warm|hot|cold|bright|loud)\b/i,
    MEASURE,
  ],
  ['frequency', /\bhow (?:often|regularly|frequently)\b/i, FREQUENCY],
  ['count', /\bhow many\b/i, COUNT],
  ['contact', /\b(?:phone|mobile|telephone|cell|fax) ?(?:numbers?|no|nr)\b|\be-?mail address\b/i, CONTACT],
];
const VALUES = KINDS.map(([name, question, answer]) => ({
  name,
  question,
  answer: new RegExp(answer, 'iu'),
}));
const ASKS_WHO = pattern('i')`${START}(?:who|whos|who's|whom|whose)\b`;
const ASKS_FOR_CONTACT = /\b(?:contact|call|ring|ask|write|speak|talk|phone|report|complain|turn)\b/i;
const ASKS_FOR_NAME = pattern('i')`
  \bwhat(?:.?s| is| are| was| were) .*\b(?:called|name)\b|\bname of\b|\b(?:which|what) (?:brand|make|model)\b`;
const SUPERLATIVE = source`
  (?:cheapest|smallest|shortest|youngest|oldest|highest|tallest|largest|biggest|longest|steepest|heaviest|fastest|
  slowest|strongest|dearest|most (?:expensive|popular))`;
const ASKS_FOR_EXTREME = pattern('i')`${START}(?:which|what|whats|what.s|who|who.s)\b.*\b${SUPERLATIVE}\b`;
/** Matches a superlative, or a word that compares rows: "massage, long". */
const EXTREME = /\b(?:\p{L}{3,}est|most|least|only|long|short|large|big|small|high|low|old|young)\b/iu;
const CALLED = /\b(?:brand|called|named?)\b/i;
const IS_CONTACT = new RegExp(CONTACT, 'i');

/** Maximum certainty of an answer that lacks the requested type of value, so that the agent only offers topics. */
export const CERTAINTY_WITHOUT_VALUE = 0.2;

/** True if the answer lacks the type of value that the question asks for. */
export function lacksValue({ text, kind }: ReadQuestion, best: RankedSentence, answer: string): boolean {
  if ((best.choices?.length ?? 0) > 1) return false;
  if (kind === 'address') return false;
  const { table } = best.sentence.block;
  return lackingType(text, table ? withoutCounts(table.names, answer) : answer, table !== undefined) !== null;
}

/** Removes column names such as "3 days", because they are not values of the row. */
const withoutCounts = (names: readonly string[], row: string): string =>
  names.filter((name) => /\d/.test(name)).reduce((text, name) => text.replaceAll(`${name} `, ''), row);

/**
 * Returns the name of the type of value that the question asks for and the answer lacks; null if the answer has it.
 */
export function lackingType(question: string, answer: string, isRow = false): string | null {
  if (namesOtherCode(question, answer)) return 'code';
  if (differsInUnit(question, answer)) return 'unit';
  if (ASKS_WHO.test(question))
    return namesPerson(question, isRow ? afterName(answer) : answer) ? null : 'person';
  if (ASKS_FOR_NAME.test(question)) return NAME.test(answer) || CALLED.test(answer) ? null : 'name';
  if (!isRow && ASKS_FOR_EXTREME.test(question)) return EXTREME.test(answer) ? null : 'extreme';
  return lackingFormat(question, answer, isRow);
}

/** Does the same as `lackingType` for the types in `KINDS`, whose values have a recognisable format. */
function lackingFormat(question: string, answer: string, isRow: boolean): string | null {
  const value = VALUES.find((each) => each.question.test(question));
  return !value || (isRow && isPlainInRow(value.name, answer)) || holds(value, answer) ? null : value.name;
}

/** True if the question asks for a type of value, and the answer has it. */
export const statesValue = (question: string, answer: string): boolean =>
  (ASKS_WHO.test(question) || VALUES.some((each) => each.question.test(question))) &&
  lackingType(question, answer) === null;

function namesPerson(question: string, answer: string): boolean {
  const isContact = ASKS_FOR_CONTACT.test(question) && IS_CONTACT.test(answer);
  return isContact || NAME.test(answer) || ROLE.test(withoutWordsOf(question, answer));
}

/** Returns a row without its heading and name, whose capital letters do not indicate a person. */
const afterName = (row: string): string => row.slice(row.indexOf(': ') + 1);

/**
 * True if a row may contain this type of value in any format: a place can be any text, and an amount can be any
 * number, because a price may lack its currency.
 */
const isPlainInRow = (type: string, row: string): boolean =>
  type === 'place' || (type === 'amount' && /\d/.test(row));

function holds({ name, answer: value }: (typeof VALUES)[number], answer: string): boolean {
  const ignored = { length: NOTICE, place: TIME_PHRASE }[name];
  return value.test(ignored ? answer.replace(ignored, '') : answer);
}

/** Removes the words of the question from an answer: "team" is not an answer to "who runs the youth team?" */
function withoutWordsOf(question: string, answer: string): string {
  const words = contentWords(question);
  const isAsked = (word: string) => [...contentWords(word)].some((one) => words.has(one));
  return answer.replace(/\p{L}{3,}/gu, (word) => (isAsked(word) ? '' : word));
}

/** Matches identifiers such as "E555". */
const CODE = /\b\p{L}{1,3}\d{2,}\b/giu;

/**
 * True if the question contains an identifier that the answer lacks: an answer about another error code does not
 * help.
 */
const namesOtherCode = (question: string, answer: string): boolean =>
  [...question.matchAll(CODE)].some(([code]) => !answer.toLowerCase().includes(code.toLowerCase()));

const PER = /\bper (\p{L}+)/giu;

/** True if the question and the answer have different units, such as "per lesson" and "per term". */
function differsInUnit(question: string, answer: string): boolean {
  const units = (text: string) => [...text.matchAll(PER)].flatMap(([, unit]) => [...contentWords(unit!)]);
  const [requested] = units(question);
  const isStated = requested === undefined || contentWords(answer).has(requested);
  return !isStated && units(answer).length > 0;
}
