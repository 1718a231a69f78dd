/** The packages as npm would publish them, installed in empty folders. Requires the npm registry. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The packages of the project by their folders below `src/`. */
export const REALMS = [
  'contract',
  'elements',
  'assets',
  'console',
  'runtime',
  'agent',
  'outbound',
  'extraction',
  'face-training',
  'developer-tools',
  'tool-servers',
  'models',
  'testing',
  'rooms',
  'service',
] as const;
export type Realm = (typeof REALMS)[number];

export class PackedPackages {
  /** The folder in which all installations are. */
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-packages-'));
  readonly #tarballs = new Map<Realm, string>();

  constructor() {
    for (const realm of REALMS) {
      const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', this.folder], {
        cwd: path.resolve('src', realm),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      this.#tarballs.set(realm, path.join(this.folder, name.trim()));
    }
  }

  tarball(realm: Realm): string {
    return this.#tarballs.get(realm)!;
  }

  /** Installs exactly these packages in a new folder and returns it; npm's warnings are written to `warnings.txt`. */
  install(name: string, ...packages: string[]): string {
    const directory = path.join(this.folder, name);
    fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=warn', ...packages], {
      cwd: directory,
      stdio: ['ignore', 'ignore', fs.openSync(path.join(directory, 'warnings.txt'), 'w')],
    });
    return directory;
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
