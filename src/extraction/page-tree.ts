/** The types of cheerio's tree, which it does not export itself. */
import type { contains } from 'cheerio';

export type AnyNode = Parameters<typeof contains>[0];
export type Element = Extract<AnyNode, { tagName: string }>;
export type ParentNode = NonNullable<AnyNode['parent']>;
