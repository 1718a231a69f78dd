/**
 * Answers a question from the facts of a PAL. Most answers are a label and a value (`Telephone: …`). In English,
 * opening hours are given in sentences, and prices can be added and compared.
 */
import type { PalFacts } from '@palkit/contract/pal-facts';
import type { Clock } from '@palkit/runtime/clock';
import { MAX_QUESTION } from '../knowledge/knowledge.ts';
import { smallTalk } from '../knowledge/small-talk.ts';
import { CalendarNames } from './calendar-names.ts';
import { factQuestion, languageOf, type FactQuestion } from './fact-question.ts';
import { factWords } from './fact-words.ts';
import { ownAnswer } from './own-answers.ts';
import { priceAnswer } from './price-answers.ts';
import { addDays, localTime } from './opening-hours.ts';
import { formatDay, formatHoliday, formatHours, formatWeek, type Moment } from './hours-in-words.ts';

export interface FactAnswer {
  /** Name of the fact. */
  heading: string;
  text: string;
}

/** Maximum number of prices that an answer lists. */
const MAX_PRICES = 6;
/** Maximum number of the visitor's earlier lines that are searched for the people of a party. */
const MAX_LINES = 8;
/** Maximum number of languages whose names of days and months are kept in memory. */
const MAX_LANGUAGES = 8;
/** Maximum number of UTF-16 units of facts in a model's prompt. */
const MAX_TEXT_LENGTH = 20_000;

export class FactAnswers {
  readonly facts: PalFacts;
  readonly #clock: Clock;
  readonly #zone: string;
  readonly #names = new Map<string, CalendarNames>();

  /** `zone` is the IANA time zone of the hours; the default is the server's time zone. */
  constructor(facts: PalFacts, { clock, zone }: { clock: Clock; zone?: string | null | undefined }) {
    this.facts = facts;
    this.#clock = clock;
    this.#zone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /**
   * Answers a question from the facts; null if it asks for no fact that the owner stated. `before` has the
   * visitor's earlier lines, oldest first; `isTalk` recognises small talk among them.
   */
  answer(
    question: string,
    language = 'en',
    before: readonly string[] = [],
    isTalk = (line: string): boolean => smallTalk(line) !== null,
  ): FactAnswer | null {
    const line = question.slice(0, MAX_QUESTION);
    const own = ownAnswer(this.facts.lines, line);
    if (own) return { heading: own.question, text: own.answer };
    const moment = this.#moment(language);
    const priceAnswer =
      languageOf(language) === 'en' ? this.#priceAnswer(line, before, moment, isTalk) : null;
    if (priceAnswer) return priceAnswer;
    const request = factQuestion(line, before.at(-1)?.slice(0, MAX_QUESTION), {
      facts: this.facts,
      ...moment,
    });
    return request && this.#answerTo(request, question, moment);
  }

  #priceAnswer(
    line: string,
    before: readonly string[],
    { today }: Moment,
    isTalk: (line: string) => boolean,
  ): FactAnswer | null {
    const text = priceAnswer(line, this.facts.prices, {
      before: before.slice(-MAX_LINES).map((each) => each.slice(0, MAX_QUESTION)),
      today,
      isTalk,
    });
    return text === null ? null : { heading: 'Prices', text };
  }

  /**
   * Returns the telephone number and the e-mail address for reaching a person; null if the facts contain neither.
   */
  contact(language = 'en'): FactAnswer | null {
    const { telephone, email } = this.facts;
    const { labels } = factWords(languageOf(language));
    const text = [telephone && `${labels.telephone}: ${telephone}.`, email && `E-mail: ${email}.`]
      .filter(Boolean)
      .join(' ');
    return text ? { heading: labels.telephone, text } : null;
  }

  /** Returns all facts as text for a language model, with the hours of today and tomorrow. */
  text(): string {
    const moment = this.#moment('en-GB');
    const { opening_hours: hours, telephone, email, address, prices, lines } = this.facts;
    const dates = [moment.today, addDays(moment.today, 1)];
    const facts = [
      ...(hours
        ? [
            `Opening hours (${this.#zone}): ${formatWeek(hours, moment)}`,
            ...dates.map((date) => formatDay(hours, { date, isWeekDay: false }, moment)),
            ...hours.holidays
              .filter(({ from, to }) => (to ?? from) >= moment.today)
              .map((holiday) => formatHoliday(holiday)),
          ]
        : []),
      telephone && `Telephone: ${telephone}`,
      email && `E-mail: ${email}`,
      address && `Address: ${address}`,
      ...prices.map(({ name, price }) => `Price, ${name}: ${price}`),
      ...lines,
    ];
    return facts.filter(Boolean).join('\n').slice(0, MAX_TEXT_LENGTH);
  }

  #moment(language: string): Moment {
    let names = this.#names.get(language);
    if (!names) {
      names = new CalendarNames(language);
      if (this.#names.size < MAX_LANGUAGES) this.#names.set(language, names);
    }
    const { date, minutes } = localTime(this.#clock.now(), this.#zone);
    return { names, language, today: date, minutes };
  }

  #answerTo(request: FactQuestion, question: string, moment: Moment): FactAnswer | null {
    const { telephone, email, address, opening_hours: hours } = this.facts;
    const { labels } = factWords(languageOf(moment.language));
    switch (request.asks) {
      case 'telephone':
        return { heading: labels.telephone, text: `${labels.telephone}: ${telephone}.` };
      case 'email':
        return { heading: 'E-mail', text: `E-mail: ${email}.` };
      case 'contact':
        return this.contact(moment.language);
      case 'address':
        return { heading: labels.address, text: `${labels.address}: ${address}.` };
      case 'prices': {
        const priceTexts = request.prices.slice(0, MAX_PRICES).map(({ name, price }) => `${name}: ${price}`);
        return { heading: request.prices[0]!.name, text: `${priceTexts.join('; ')}.` };
      }
      case 'hours':
        return { heading: 'Opening hours', text: formatHours(hours!, request, question, moment) };
    }
  }
}
