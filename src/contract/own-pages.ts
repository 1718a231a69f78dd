/**
 * The owner's own pages that a PAL may take a visitor to: settings of `layers.conversational_flow`. Palkit's
 * own.
 */
import * as z from 'zod/mini';

/** Pages that a PAL may know. */
export const MOST_PAGES = 50;
/** Characters of a page's path, with its query and fragment. */
const MOST_PATH = 500;

const line = (most: number) =>
  z
    .string('must be a string')
    .check(
      z.maxLength(most, `must be at most ${most} characters`),
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be on one line, without control characters'),
    );

const OwnPage = z.strictObject(
  {
    /** Within the site that the element stands on: a browser reads `//` and `/\` as another one's. */
    path: line(MOST_PATH).check(
      z.regex(/^\/(?!\/)[^\\]*$/, 'must be a path: begin with one /, and hold no backslash'),
    ),
    title: line(200).check(z.regex(/\S/, 'must not be empty')),
    description: z.optional(z.nullable(line(500))),
  },
  'must be an object with path, title and description, and nothing else',
);
export type OwnPage = z.output<typeof OwnPage>;

const OwnPages = z.array(OwnPage, 'must be a list').check(
  z.maxLength(MOST_PAGES, `must hold at most ${MOST_PAGES} entries`),
  z.refine(
    (pages) => new Set(pages.map(({ path }) => path)).size === pages.length,
    'must name each path once',
  ),
);

/** The settings, as `LAYER_SETTINGS` has them. */
export const PAGE_SETTINGS = {
  go_to_page: {
    schema: z.boolean('must be true or false'),
    default: false,
    bounds: '`true`, `false`',
    description:
      'Whether the PAL may take the visitor to one of `pages`: it says so, and the page opens after its ' +
      'last word (`pal-navigate`). A model has the tool `go_to_page`; without a model there is none.',
  },
  pages: {
    schema: OwnPages,
    default: null,
    bounds: `at most ${MOST_PAGES}, a path of ${MOST_PATH} characters`,
    description:
      'The pages that `go_to_page` may open, and no other: ' +
      '`[{"path": "/prices", "title": "Prices", "description": "What a bell costs."}]`; `description` may ' +
      'be left out. A path begins with one `/` and stays on the site that the element stands on.',
  },
} as const;
