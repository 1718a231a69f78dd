/**
 * The packages as npm would publish them: packed, installed alone in an empty folder, and used. Needs the npm
 * registry for what they depend on.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import { freePort } from '../free-port.ts';

const MEBIBYTE = 1024 * 1024;
/** What a front-end developer gets for a launcher: packages, and megabytes on the disk. */
const MOST_PACKAGES = 25;
const MOST_INSTALLED = 40 * MEBIBYTE;
const MOST_TARBALL = 1.5 * MEBIBYTE;
/** Milliseconds until the service answers; generous, for a database is made first. */
const START_TIME = 60_000;

const npm = (folder: string, ...words: string[]) =>
  execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('packages', () => {
  let folder: string;
  const tarball = new Map<string, string>();
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-packages-'));
    for (const realm of ['contract', 'elements', 'assets', 'service']) {
      const name = npm(path.resolve('src', realm), 'pack', '--silent', '--pack-destination', folder).trim();
      tarball.set(realm, path.join(folder, name));
    }
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const install = (name: string, ...realms: string[]) => {
    const place = path.join(folder, name);
    fs.mkdirSync(place);
    fs.writeFileSync(path.join(place, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const files = realms.map((realm) => tarball.get(realm)!);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=warn', ...files], {
      cwd: place,
      stdio: ['ignore', 'ignore', fs.openSync(path.join(place, 'warnings.txt'), 'w')],
    });
    return place;
  };

  test('palkit alone is small, has no word of warning on this Node, and makes a page', async () => {
    assert.ok(fs.statSync(tarball.get('elements')!).size < MOST_TARBALL);
    const place = install('page', 'contract', 'elements');
    const warnings = fs.readFileSync(path.join(place, 'warnings.txt'), 'utf8');
    assert.doesNotMatch(warnings, /EBADENGINE|deprecated/);
    const lock = JSON.parse(fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { optional?: boolean }>;
    };
    const installed = Object.keys(lock.packages).filter((name) =>
      fs.existsSync(path.join(place, name, 'package.json')),
    );
    assert.ok(installed.length - 1 <= MOST_PACKAGES, `${installed.length - 1} packages`);
    const bytes = size(path.join(place, 'node_modules'));
    assert.ok(bytes <= MOST_INSTALLED, `${(bytes / MEBIBYTE).toFixed(1)} MB`);
    fs.writeFileSync(
      path.join(place, 'index.html'),
      '<!doctype html><pal-widget deployment-id="d"></pal-widget><script type="module" src="/main.js"></script>',
    );
    fs.writeFileSync(path.join(place, 'main.js'), "import 'palkit/define';");
    await build({ configFile: false, root: place, logLevel: 'error' });
    assert.ok(fs.readdirSync(path.join(place, 'dist', 'assets')).some((file) => file.endsWith('.js')));
  });

  test('@palkit/service is started by npx palkit start', async () => {
    const place = install('service', 'contract', 'elements', 'assets', 'service');
    const port = await freePort();
    const service = spawn(process.execPath, [path.join('node_modules', '.bin', 'palkit'), 'start'], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: path.join(place, 'data'),
        ROOM_UDP_PORT: '0',
        OVERLOAD_REFUSALS: 'off',
      },
    });
    try {
      let output = '';
      const ready = AbortSignal.timeout(START_TIME);
      for await (const [text] of on(service.stdout.setEncoding('utf8'), ready)) {
        output += text;
        if (output.includes('Palkit is ready')) break;
      }
      const base = `http://127.0.0.1:${port}`;
      for (const address of ['/', '/palkit/palkit.js', '/embed', '/api', '/media/faces/mira.jpg'])
        assert.equal((await fetch(`${base}${address}`)).status, 200, address);
    } finally {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
  });
});

async function* on(stream: NodeJS.ReadableStream, signal: AbortSignal): AsyncIterable<[string]> {
  while (true) yield (await once(stream, 'data', { signal })) as [string];
}

function size(entry: string): number {
  const stat = fs.lstatSync(entry);
  if (!stat.isDirectory()) return stat.size;
  return fs.readdirSync(entry).reduce((sum, name) => sum + size(path.join(entry, name)), 0);
}
