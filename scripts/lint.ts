/** `npm run lint` checks oxfmt's formatting and oxlint's rules. */
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

const formatted = run('oxfmt/bin/oxfmt', '--check');
const linted = run('oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives');
process.exit(formatted && linted ? 0 : 1);
