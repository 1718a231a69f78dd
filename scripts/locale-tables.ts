/**
 * Generates the tables of languages from src/contract/locales (`npm run docs`): complete locales for the service, a
 * page's texts before a call, and texts that are fetched for a call.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '../src/contract/locales/locale.ts';

const FOLDER = path.join('src', 'contract', 'locales');
/** Files in the folder that are not locales. */
const OTHERS = ['all.ts', 'locale.ts', 'tags.ts'];
const HEAD = '/** Written by "npm run docs" from the files of src/contract/locales. */';

/** BCP 47 tags of all locales, English first. */
export const TAGS: readonly string[] = fs
  .readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !OTHERS.includes(file))
  .map((file) => path.basename(file, '.ts'))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const key = (tag: string) => (/^\w+$/.test(tag) ? tag : quote(tag));
const identifier = (tag: string) => tag.replace(/-/g, '');

/** Generates the table of complete locales for the service. */
function all(): string {
  return `${HEAD}
import type { Locale } from './locale.ts';
${TAGS.map((tag) => `import * as ${identifier(tag)} from './${tag}.ts';`).join('\n')}

/** All locales by BCP 47 tag. */
export const LOCALES: Readonly<Record<string, Locale>> = {
${TAGS.map((tag) => `  ${key(tag) === identifier(tag) ? tag : `${key(tag)}: ${identifier(tag)}`},`).join('\n')}
};
`;
}

/** Generates the list of tags, for code that only names a language. */
function tags(): string {
  return `${HEAD}

/** BCP 47 tags of all languages with a file. */
export const LOCALE_TAGS = [
${TAGS.map((tag) => `  ${quote(tag)},`).join('\n')}
] as const;
`;
}

/** Generates the few texts that a page has before a call, with one short line per language to save bytes. */
async function facade(): Promise<string> {
  const locales = await Promise.all(TAGS.map(async (tag) => [tag, await read(tag)] as const));
  const names = Object.keys(locales[0]?.[1].facade ?? {}) as (keyof Locale['facade'])[];
  for (const [tag, locale] of locales)
    for (const name of names)
      if (locale.facade[name].includes('|')) throw new Error(`${tag}.facade.${name} holds a |`);
  return `${HEAD}

/** Keys of the texts, in the order of each line. */
export const FACADE_KEYS = [${names.map(quote).join(', ')}] as const;
export const FACADE: Readonly<Record<string, string>> = {
${locales
  .map(([tag, locale]) => `  ${key(tag)}: ${quote(names.map((name) => locale.facade[name]).join('|'))},`)
  .join('\n')}
};
export const RIGHT_TO_LEFT: readonly string[] = [${locales
    .filter(([, locale]) => locale.facts.direction === 'rtl')
    .map(([tag]) => quote(tag))
    .join(', ')}];
`;
}

/** Generates the texts of the form outside opening hours. They are few, so one table has all languages. */
async function closed(): Promise<string> {
  const locales = await Promise.all(TAGS.map(async (tag) => [tag, (await read(tag)).closed] as const));
  return `${HEAD}
import type { ClosedWords } from '@palkit/contract/locales/locale';

/** By BCP 47 tag. */
export const CLOSED: Readonly<Record<string, ClosedWords>> = {
${locales
  .map(
    ([tag, texts]) =>
      `  ${key(tag)}: {\n${Object.entries(texts)
        .map(([name, word]) => `    ${name}: ${quote(word)},`)
        .join('\n')}\n  },`,
  )
  .join('\n')}
};
`;
}

/** Generates the texts of a wide embed before a call: the two sentences of the first screen. */
async function invitations(): Promise<string> {
  const locales = await Promise.all(TAGS.map(async (tag) => [tag, (await read(tag)).screen] as const));
  return `${HEAD}
import type { ScreenWords } from '@palkit/contract/locales/locale';

/** By BCP 47 tag. */
export const INVITATIONS: Readonly<Record<string, Pick<ScreenWords, 'firstTitle' | 'firstText'>>> = {
${locales
  .map(
    ([tag, { firstTitle, firstText }]) =>
      `  ${key(tag)}: {\n    firstTitle: ${quote(firstTitle)},\n    firstText: ${quote(firstText)},\n  },`,
  )
  .join('\n')}
};
`;
}

/** Generates the texts of a call's screens, which are fetched on demand. */
function screens(): string {
  return `${HEAD}
import type { ScreenWords } from '@palkit/contract/locales/locale';

/** Loaders by BCP 47 tag; English is part of the main chunk. */
export const SCREENS: Readonly<Record<string, () => Promise<ScreenWords>>> = {
${TAGS.filter((tag) => tag !== 'en')
  .map(
    (tag) => `  ${key(tag)}: () => import('@palkit/contract/locales/${tag}').then(({ screen }) => screen),`,
  )
  .join('\n')}
};
`;
}

async function read(tag: string): Promise<Locale> {
  return (await import(pathToFileURL(path.resolve(FOLDER, `${tag}.ts`)).href)) as Locale;
}

export async function localeTables(): Promise<[file: string, text: string][]> {
  return [
    ['src/contract/locales/all.ts', all()],
    ['src/contract/locales/tags.ts', tags()],
    ['src/elements/text/closed-table.ts', await closed()],
    ['src/elements/text/facade-table.ts', await facade()],
    ['src/elements/text/invitation-table.ts', await invitations()],
    ['src/elements/text/screen-table.ts', screens()],
  ];
}
