/** What the compiler and Prettier do not hold: promises, unsafe values, length and complexity, Lit and access. */
import { configs as lit } from 'eslint-plugin-lit';
import litAccess from 'eslint-plugin-lit-a11y';
import { configs as components } from 'eslint-plugin-wc';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { plainEnglish } from './plain-english.js';

const LONGEST_FILE = 400;
const LONGEST_FUNCTION = 80;
const MOST_COMPLEX = 15;

/** Folders that are rewritten in plain English; others join the list as they are rewritten. */
const PLAIN_FOLDERS = ['src/elements', 'src/contract'];

const access = { plugins: { 'lit-a11y': litAccess }, rules: litAccess.configs.recommended.rules };
const asTypeScript = { files: ['**/*.ts', '**/*.tsx'] };

export default tseslint.config(
  globalIgnores([
    '**/dist',
    '**/node_modules',
    'src/assets',
    '.cache',
    'data',
    'scripts/faces',
    // Applications with tools and types of their own.
    'test/frameworks/apps/matrix',
    '**/*.js',
    '**/*.mjs',
  ]),
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, ...asTypeScript })),
  {
    ...asTypeScript,
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vite.config.ts'] },
        tsconfigRootDir: process.cwd(),
      },
    },
    rules: {
      complexity: ['error', MOST_COMPLEX],
      'max-lines': ['error', LONGEST_FILE],
      'max-lines-per-function': [
        'error',
        { max: LONGEST_FUNCTION, skipBlankLines: true, skipComments: true },
      ],
      // Node's test runner waits for its own tests.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test', 'suite'] },
            // Typed as a promise by a plugin that compares markup, and none.
            { from: 'package', package: '@types/chai', name: 'Equal' },
          ],
        },
      ],
      // What was caught is thrown again, and a signal's reason is whatever it was aborted with.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // A table of the platform's, or of a framework's, is added to.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // A handler, a fake or a port may be async without a word to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Templates take methods of the element itself.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: PLAIN_FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
    plugins: { 'plain-english': plainEnglish },
    rules: { 'plain-english/comment-opening': 'error', 'plain-english/noun-names': 'error' },
  },
  // A describe is a function, too.
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // A test's server that fails ends its test.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  ...[lit['flat/recommended'], components['flat/recommended'], access].map((config) => ({
    ...config,
    files: ['src/elements/**/*.ts'],
  })),
  {
    files: ['src/elements/pal-widget.ts'],
    rules: {
      // The slot is no button: what is in it is one, and its click comes by here.
      'lit-a11y/click-events-have-key-events': 'off',
      // A dialog that takes the focus itself, so that no control is chosen for the visitor.
      'lit-a11y/no-autofocus': 'off',
    },
  },
);
