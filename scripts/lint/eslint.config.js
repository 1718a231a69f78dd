/** What the compiler and Prettier do not hold: promises, unsafe values, length and complexity, Lit and access. */
import { configs as lit } from 'eslint-plugin-lit';
import litAccess from 'eslint-plugin-lit-a11y';
import { configs as components } from 'eslint-plugin-wc';
import { globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const LONGEST_FILE = 400;
const LONGEST_FUNCTION = 80;
const MOST_COMPLEX = 15;

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
      // A handler, a fake or a port may be async without a word to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Templates take methods of the element itself.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // A describe is a function, too.
  { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  ...[lit['flat/recommended'], components['flat/recommended'], access].map((config) => ({
    ...config,
    files: ['src/elements/**/*.ts'],
  })),
);
