/** Types of cheerio's tree, which cheerio does not export. */
import type { contains } from 'cheerio';

export type AnyNode = Parameters<typeof contains>[0];
export type Element = Extract<AnyNode, { tagName: string }>;
export type ParentNode = NonNullable<AnyNode['parent']>;
