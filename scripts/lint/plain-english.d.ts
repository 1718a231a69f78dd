import type { ESLint } from 'eslint';

export const plainEnglish: ESLint.Plugin;
