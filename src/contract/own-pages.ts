/**
 * Pages of the owner that a PAL may open for a visitor: settings of `layers.conversational_flow`. An extension of
 * Palkit.
 */
import * as z from 'zod/mini';

/** Maximum number of pages per PAL. */
export const MAX_PAGES = 50;
/** Maximum number of characters of a path, including query and fragment. */
const MAX_PATH = 500;

const line = (maximum: number) =>
  z
    .string('must be a string')
    .check(
      z.maxLength(maximum, `must be at most ${maximum} characters`),
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be a single line without control characters'),
    );

const OwnPage = z.strictObject(
  {
    /** A path on the site that contains the element. Browsers interpret `//` and `/\` as another host. */
    path: line(MAX_PATH).check(
      z.regex(/^\/(?!\/)[^\\]*$/, 'must be a path that begins with exactly one / and contains no backslash'),
    ),
    title: line(200).check(z.regex(/\S/, 'must not be empty')),
    description: z.optional(z.nullable(line(500))),
  },
  'must be an object with path, title and description, and nothing else',
);
export type OwnPage = z.output<typeof OwnPage>;

const OwnPages = z.array(OwnPage, 'must be a list').check(
  z.maxLength(MAX_PAGES, `must hold at most ${MAX_PAGES} entries`),
  z.refine(
    (pages) => new Set(pages.map(({ path }) => path)).size === pages.length,
    'must name each path once',
  ),
);

/** Settings in the format of `LAYER_SETTINGS`. */
export const PAGE_SETTINGS = {
  go_to_page: {
    schema: z.boolean('must be true or false'),
    default: false,
    bounds: '`true`, `false`',
    description:
      'Lets the PAL take the visitor to one of `pages`: it says so, and the page opens after its last word ' +
      '(`pal-navigate`). Only a model can do this, with the tool `go_to_page`.',
  },
  pages: {
    schema: OwnPages,
    default: null,
    bounds: `at most ${MAX_PAGES}, a path of ${MAX_PATH} characters`,
    description:
      'The only pages that `go_to_page` may open: ' +
      '`[{"path": "/prices", "title": "Prices", "description": "Prices of all bells."}]`; `description` is ' +
      "optional. A path begins with one `/` and stays on the element's site.",
  },
} as const;
