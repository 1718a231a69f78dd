/** Builds everything. `npm run build` always builds; `--if-needed` only if a source is newer than the last build. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildConsole } from './build-console.ts';
import { bundleWorkers } from './bundle-worker.ts';
import { copyDocumentation } from './copy-documentation.ts';
import { publishScript } from './publish-script.ts';
import { writeManifest } from './write-manifest.ts';

const STAMP = path.join('.cache', 'built');
const SOURCES = ['src', 'demo', 'docs', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];
const REALMS = [
  'src/contract',
  'src/elements',
  'src/runtime',
  'src/agent',
  'src/outbound',
  'src/models',
  'src/extraction',
  'src/face-training',
  'src/developer-tools',
  'src/tool-servers',
  'src/testing',
  'src/rooms',
  'src/service',
];
/** Folders whose `dist` exists after a complete build. */
const BUILT_FOLDERS = [...REALMS, 'src/console'];
const SERVICE = path.join('src', 'service', 'dist');

function newest(entry: string): number {
  if (path.basename(entry) === 'dist') return 0;
  const stat = fs.statSync(entry);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...fs.readdirSync(entry).map((name) => newest(path.join(entry, name))));
}

function run(tool: string, ...parameters: string[]): void {
  execFileSync(process.execPath, [path.join('node_modules', ...tool.split('/')), ...parameters], {
    stdio: 'inherit',
  });
}

/** Copies the demo pages into the service, which serves them. */
function copyDemo(): void {
  const target = path.join(SERVICE, 'demo');
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(path.join('demo', 'assets'), path.join(target, 'assets'), { recursive: true });
  for (const file of fs.readdirSync('demo').filter((name) => name.endsWith('.html')))
    fs.copyFileSync(path.join('demo', file), path.join(target, file));
}

/** Returns generated sources that differ from the present output of their generators. */
async function staleFiles(): Promise<string[]> {
  const generatedFiles = [
    ...(await (await import('./card-tables.ts')).cardTables()),
    ...(await (await import('./locale-tables.ts')).localeTables()),
  ];
  return generatedFiles
    .filter(([file, text]) => fs.readFileSync(file, 'utf8') !== text)
    .map(([file]) => file);
}

const whole = [...BUILT_FOLDERS.map((realm) => path.join(realm, 'dist')), STAMP].every((file) =>
  fs.existsSync(file),
);
const builtAt = whole ? fs.statSync(STAMP).mtimeMs : 0;
if (process.argv.includes('--if-needed') && builtAt > Math.max(...SOURCES.map(newest))) process.exit(0);
if (!fs.existsSync(path.join('node_modules', '@palkit', 'contract'))) {
  process.stderr.write('The workspaces are not linked. Run `npm ci` first.\n');
  process.exit(1);
}

process.stdout.write('Building …\n');
try {
  // If the last build is missing, the compiler's cache may list deleted files, so compile everything.
  run('typescript/bin/tsc', '-b', ...REALMS, ...(builtAt ? [] : ['--force']));
  // The compiler omits the executable bit, which the package's command needs.
  fs.chmodSync(path.join(SERVICE, 'palkit.js'), 0o755);
  await bundleWorkers();
  writeManifest();
  run('vite/bin/vite.js', 'build', '--mode', 'script', '--logLevel', 'warn');
  publishScript();
  run('typescript/bin/tsc', '-b', 'src/console');
  await buildConsole();
  copyDemo();
  copyDocumentation(path.join('src', 'developer-tools', 'dist', 'documentation'));
} catch {
  const stale = await staleFiles();
  process.stderr.write(
    stale.length > 0
      ? `The build failed, perhaps for ${stale.join(', ')}: \`npm run docs\` writes these anew.\n`
      : 'The build failed; the lines above say where.\n',
  );
  process.exit(1);
}
fs.mkdirSync(path.dirname(STAMP), { recursive: true });
fs.writeFileSync(STAMP, '');
