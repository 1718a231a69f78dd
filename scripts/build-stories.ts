/** Builds the static Storybook in dist/storybook: `npm run build:storybook`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { writeManifest } from './write-manifest.ts';

writeManifest();
execFileSync(
  process.execPath,
  [
    path.join('node_modules', 'storybook', 'dist', 'bin', 'dispatcher.js'),
    'build',
    '-o',
    path.join('dist', 'storybook'),
    '--quiet',
    '--disable-telemetry',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
  },
);
