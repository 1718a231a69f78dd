/** `npm run lint`: Prettier's form and ESLint's rules; `--update` forgets suppressions that are no longer needed. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const SUPPRESSIONS = path.join('scripts', 'lint', 'suppressions.json');

function run(tool: string, ...parameters: string[]): boolean {
  const { status } = spawnSync(
    process.execPath,
    [path.join('node_modules', ...tool.split('/')), ...parameters],
    {
      stdio: 'inherit',
    },
  );
  return status === 0;
}

const formed = run('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.');
// What stands in the list was there before the rule; the list may only become shorter.
const ruled = run(
  'eslint/bin/eslint.js',
  '--config',
  path.join('scripts', 'lint', 'eslint.config.js'),
  '--suppressions-location',
  SUPPRESSIONS,
  ...(process.argv.includes('--update') ? ['--prune-suppressions'] : []),
  '--max-warnings',
  '0',
  '.',
);
process.exit(formed && ruled ? 0 : 1);
