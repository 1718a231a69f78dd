/**
 * Builds what is not built: `npm run build` always, `--if-needed` only where a source is newer than the last
 * build.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { publishScript } from './publish-script.ts';
import { writeManifest } from './write-manifest.ts';

const STAMP = path.join('dist', '.built');
const SOURCES = ['src', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];

function newest(entry: string): number {
  const stat = fs.statSync(entry);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...fs.readdirSync(entry).map((name) => newest(path.join(entry, name))));
}

function run(tool: string, ...parameters: string[]): void {
  execFileSync(process.execPath, [path.join('node_modules', ...tool.split('/')), ...parameters], {
    stdio: 'inherit',
  });
}

/** The compiler renames what is imported, but not the file of a worker. */
function namedAsBuilt(): void {
  const file = path.join('dist', 'elements', 'session', 'captcha.js');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(new URL\('[^']+)\.ts'/g, "$1.js'"));
}

const built = fs.existsSync(STAMP) ? fs.statSync(STAMP).mtimeMs : 0;
if (process.argv.includes('--if-needed') && built > Math.max(...SOURCES.map(newest))) process.exit(0);

process.stdout.write('Building …\n');
try {
  // Of a folder that was taken away the compiler remembers more than is there.
  run(
    'typescript/bin/tsc',
    '-b',
    'src/contract',
    'src/elements',
    'src/service',
    ...(built ? [] : ['--force']),
  );
  namedAsBuilt();
  // The compiler writes plain files; this one is the package's command.
  fs.chmodSync(path.join('dist', 'service', 'palkit.js'), 0o755);
  writeManifest();
  run('vite/bin/vite.js', 'build', '--mode', 'script', '--logLevel', 'warn');
  publishScript();
} catch {
  process.stderr.write('The build failed; the lines above say where.\n');
  process.exit(1);
}
fs.writeFileSync(STAMP, '');
