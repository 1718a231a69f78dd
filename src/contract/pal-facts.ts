/** Facts of a PAL that its owner states. They take precedence over documents. An extension of Palkit. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

export const WEEK_DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Maximum number of own answers of a PAL, and of characters in one. */
export const MAX_ANSWERS = 50;
export const MAX_ANSWER_LENGTH = 500;

const text = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));
const list = <Item extends z.ZodMiniType>(item: Item, max: number) =>
  z.array(item, 'must be a list').check(z.maxLength(max, `must hold at most ${max} entries`));

const Time = whereUsed(() =>
  z
    .string('must be a time')
    .check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00')),
);
const Day = whereUsed(() =>
  z
    .string('must be a date')
    .check(
      z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2026-12-25'),
      z.refine(isDay, 'must be a day of the calendar'),
    ),
);

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date);
}

/** If `closes` is earlier than `opens`, the place closes on the next day. */
const times = whereUsed(() => ({ opens: Time, closes: Time }));
const hasDuration = ({ opens, closes }: { opens: string; closes: string }) => opens !== closes;
const EQUAL_TIMES_FAULT = 'must not open and close at the same time';

export const RegularHours = whereUsed(() =>
  z
    .object({
      days: list(z.enum(WEEK_DAYS, `must be of ${WEEK_DAYS.join(', ')}`), 7).check(
        z.minLength(1, 'must name a day'),
      ),
      ...times,
    })
    .check(z.refine(hasDuration, EQUAL_TIMES_FAULT)),
);
export const Holiday = whereUsed(() =>
  z
    .object({
      name: z.optional(z.nullable(text(100))),
      from: Day,
      /** The last day. The default is `from`. */
      to: z.optional(z.nullable(Day)),
      /** If there are no times, the place is closed. */
      hours: z._default(list(z.object(times).check(z.refine(hasDuration, EQUAL_TIMES_FAULT)), 5), []),
    })
    .check(z.refine(({ from, to }) => !to || to >= from, 'must end on its first day or later')),
);

export const PalFacts = whereUsed(() =>
  z.object(
    {
      /** Opening hours in the PAL's `timezone`. On a day without an entry the place is closed. */
      opening_hours: z.optional(
        z.nullable(
          z.object({
            regular: list(RegularHours, 50),
            /** Holidays replace the regular hours; the first entry that includes a day applies. */
            holidays: z._default(list(Holiday, 100), []),
          }),
        ),
      ),
      telephone: z.optional(z.nullable(text(50))),
      email: z.optional(z.nullable(text(200))),
      address: z.optional(z.nullable(text(300))),
      /** Prices; `price` is spoken as written. */
      prices: z._default(list(z.object({ name: text(100), price: text(100) }), 100), []),
      /** Statements of any kind, one or two sentences each. */
      lines: z._default(list(text(MAX_ANSWER_LENGTH), MAX_ANSWERS), []),
    },
    'must be an object with opening_hours, telephone, email, address, prices or lines',
  ),
);
export type PalFacts = z.output<typeof PalFacts>;
export type OpeningHours = NonNullable<PalFacts['opening_hours']>;
