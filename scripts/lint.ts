/** `npm run lint`: Prettier's form and ESLint's rules. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

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
const ruled = run(
  'eslint/bin/eslint.js',
  '--config',
  path.join('scripts', 'lint', 'eslint.config.js'),
  '--max-warnings',
  '0',
  '.',
);
process.exit(formed && ruled ? 0 : 1);
