/** Lists: `limit` from 1 to 200 and `page`, with defaults for each list. Any other value is refused with 400. */
import * as z from 'zod/mini';

export const wholeNumber = /* @__NO_SIDE_EFFECTS__ */ (from: number, to: number, text: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, text)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(from, text), z.maximum(to, text)),
    ),
  );

/** Number of items on a page. */
export const Limit = wholeNumber(1, 200, 'must be a whole number from 1 to 200');

const Page = wholeNumber(0, 999_999_999, 'must be a whole number from 0');
/** Clients count pages from 0 or from 1, so both numbers mean the first page. */
const PageFromOne = z.pipe(
  Page,
  z.transform((page: number) => Math.max(1, page)),
);

/** Query of a list with pages of `limit` items; the first page has the number `firstPage`. */
/* @__NO_SIDE_EFFECTS__ */
export function paging(limit: number, firstPage: 0 | 1) {
  return {
    limit: z._default(Limit, limit),
    page: z._default(firstPage === 0 ? Page : PageFromOne, firstPage),
  };
}

export const SortOrder = z.pipe(
  z.enum(['asc', 'desc', 'ascending', 'descending'], 'must be asc, desc, ascending or descending'),
  z.transform((order): 'asc' | 'desc' => (order === 'asc' || order === 'ascending' ? 'asc' : 'desc')),
);
/** Order by time of creation; the long names are for older clients. */
export const Sort = z._default(SortOrder, 'desc');

const MAX_FILTER_LENGTH = 200;
const filterText = z.optional(
  z.string().check(z.maxLength(MAX_FILTER_LENGTH, `must be at most ${MAX_FILTER_LENGTH} characters`)),
);
const DATE_FAULT = 'must be a date (2026-11-26) or a time in ISO 8601 with its zone';
/** True for a valid day in the years that the database supports. */
function isMoment(text: string): boolean {
  const day = text.slice(0, 10);
  const [time, midnight] = [Date.parse(text), Date.parse(day)];
  const isInYears = time > Date.parse('0001-01-01') && time < Date.parse('9999-12-31');
  return isInYears && !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}
/** A date, which begins at midnight UTC, or a time with a zone. */
export const Moment = z
  .string(DATE_FAULT)
  .check(
    z.maxLength(40, DATE_FAULT),
    z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/, DATE_FAULT),
    z.refine(isMoment, DATE_FAULT),
  );
/** Filters by time of creation: at or after `created_after`, and before `created_before`. */
export const CREATED_FILTERS = { created_after: z.optional(Moment), created_before: z.optional(Moment) };
/** Filters by a part of the name, or by the complete id. Both parameters have the same meaning. */
export const NAME_FILTERS = { search: filterText, name_or_uuid: filterText };
/** Filters by owner: `user` items are the account's own, `system` items ship with the service. */
export const OwnerFilter = z.optional(z.enum(['user', 'system', 'all'], 'must be user, system or all'));

/** The response of most lists. */
/* @__NO_SIDE_EFFECTS__ */
export function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ data: z.array(item), total_count: z.int() });
}

/** Maximum number of characters of a list of tags or ids. */
const MAX_IN_LIST = 4000;
/** Maximum number of characters of a list of predefined words. */
const MAX_WORDS = 100;

/** Parses `a,b` as a list; empty parts are dropped. An empty filter would match everything, so it is refused. */
export const CommaList = z.pipe(
  z
    .string()
    .check(
      z.regex(/[^,\s]/, 'must not be empty'),
      z.maxLength(MAX_IN_LIST, `must be at most ${MAX_IN_LIST} characters`),
    ),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** `true` or `false` in a query. */
export const Flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.pipe(
    z.transform((text: 'true' | 'false') => text === 'true'),
    z.boolean(),
  ),
);

/** Parses `a,b` of predefined words without duplicates. */
export const commaListOf = /* @__NO_SIDE_EFFECTS__ */ <const Word extends string>(
  choices: readonly Word[],
) => {
  const text = `must be one or more of ${choices.join(', ')}, separated by commas`;
  const wordsOf = (list: string) => list.split(',').map((word) => word.trim());
  const isKnown = (word: string): word is Word => (choices as readonly string[]).includes(word);
  return z.pipe(
    z.string(text).check(
      z.maxLength(MAX_WORDS, text),
      z.refine((list: string) => wordsOf(list).every(isKnown), text),
    ),
    z.transform((list: string) => [...new Set(wordsOf(list).filter(isKnown))]),
  );
};
