/**
 * Rules beyond the compiler and Prettier: promises, unsafe values, length, complexity, plain English, Lit and
 * accessibility.
 */
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
const PLAIN_FOLDERS = [
  'demo',
  'scripts',
  'src/agent',
  'src/console',
  'src/contract',
  'src/developer-tools',
  'src/tool-servers',
  'src/elements',
  'src/extraction',
  'src/face-training',
  'src/models',
  'src/outbound',
  'src/runtime',
  'src/service',
  'src/testing',
  'src/rooms',
  'stories',
];

const access = { plugins: { 'lit-a11y': litAccess }, rules: litAccess.configs.recommended.rules };
const asTypeScript = { files: ['**/*.ts', '**/*.tsx'] };

export default tseslint.config(
  globalIgnores([
    '**/dist',
    '**/node_modules',
    'src/assets',
    '.cache',
    'data',
    // Applications with their own tools and types.
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
      // Node's test runner waits for its tests itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['describe', 'it', 'test', 'suite'] },
            // A plugin that compares markup declares it as a promise, which it is not.
            { from: 'package', package: '@types/chai', name: 'Equal' },
          ],
        },
      ],
      // Caught errors are rethrown, and an abort signal's reason may be anything.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // Tables of the platform or of a framework are extended by declaration merging.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // Handlers, fakes and ports may be async without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Lit binds methods in templates to the element.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: PLAIN_FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`),
    ignores: ['scripts/test.ts'],
    plugins: { 'plain-english': plainEnglish },
    rules: { 'plain-english/comment-opening': 'error', 'plain-english/noun-names': 'error' },
  },
  // The callback of a `describe` counts as a function.
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      // An error in a test's server fails the test.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  ...[lit['flat/recommended'], components['flat/recommended'], access].map((config) => ({
    ...config,
    files: ['src/elements/**/*.ts', 'src/console/**/*.ts'],
  })),
  {
    files: ['src/elements/pal-widget.ts'],
    rules: {
      // The slot contains a button, whose click bubbles here.
      'lit-a11y/click-events-have-key-events': 'off',
      // The dialog itself takes the focus, so that the browser does not choose a control in it.
      'lit-a11y/no-autofocus': 'off',
    },
  },
);
