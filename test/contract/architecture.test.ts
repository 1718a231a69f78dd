/** Rules of the project that the compiler does not check. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { ERRORS, isErrorCode } from '../../src/contract/errors.ts';

const sources = fs
  .readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\/dist(\/|$)/.test(entry.parentPath))
  .map((entry) => path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name));
const imports = (file: string) =>
  [...fs.readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(
    ([, name]) => name!,
  );
const realm = (file: string) => file.split('/')[1]!;

/** For each package below `src`, the packages that it may import. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  runtime: ['@palkit/contract/'],
  elements: ['@palkit/contract/'],
  agent: ['@palkit/contract/', '@palkit/runtime/'],
  console: ['@palkit/contract/'],
  outbound: ['@palkit/contract/', '@palkit/runtime/'],
  models: ['@palkit/runtime/', '@palkit/outbound/'],
  extraction: ['@palkit/contract/', '@palkit/runtime/', '@palkit/outbound/'],
  'face-training': ['@palkit/contract/', '@palkit/runtime/'],
  'developer-tools': ['@palkit/contract/', '@palkit/runtime/'],
  'tool-servers': ['@palkit/contract/', '@palkit/runtime/', '@palkit/outbound/'],
  testing: ['@palkit/contract/', '@palkit/runtime/', '@palkit/agent'],
  rooms: [
    ...['contract', 'runtime', 'outbound', 'face-training'].map((name) => `@palkit/${name}/`),
    '@palkit/agent',
  ],
  service: [
    ...['contract', 'runtime', 'outbound', 'models', 'extraction', 'face-training'].map(
      (name) => `@palkit/${name}/`,
    ),
    ...['developer-tools', 'tool-servers', 'testing', 'rooms'].map((name) => `@palkit/${name}/`),
    '@palkit/agent',
  ],
};

test('a realm imports the realms below it by their packages, and the agent by its single entry', () => {
  for (const file of sources) {
    for (const name of imports(file)) {
      const target = name.startsWith('.') && realm(path.posix.join(path.posix.dirname(file), name));
      assert.ok(!target || target === realm(file), `${file} imports ${name}`);
      const isBelow = BELOW[realm(file)]!.some((allowedRealm) =>
        allowedRealm.endsWith('/') ? name.startsWith(allowedRealm) : name === allowedRealm,
      );
      assert.ok(isBelow || !/^(palkit\b|@palkit\/)/.test(name), `${file} imports ${name}`);
    }
  }
});

/** Maximum number of lines of the service. Code that implements no rule of a resource belongs in another package. */
const SERVICE_LINES = 25_000;

test('the service stays below its limit of lines', () => {
  const lines = sources
    .filter((file) => realm(file) === 'service')
    .reduce((sum, file) => sum + fs.readFileSync(file, 'utf8').split('\n').length - 1, 0);
  assert.ok(lines <= SERVICE_LINES, `${lines} lines`);
});

test('each realm imports only its own libraries', () => {
  const rules: [RegExp, RegExp, string][] = [
    [
      /^src\/contract\//,
      /^(node:|lit|fastify|kysely|pg$|zod$)/,
      'the contract knows no platform, no HTTP library, and zod in its small form',
    ],
    [/^src\/elements\//, /^(node:|zod$|fastify|kysely)/, 'elements know no Node, and zod in its small form'],
    [/^src\/console\//, /^(node:|zod$|fastify|kysely|palkit)/, 'the console is a client like every other'],
    [/^src\/elements\/session\//, /^lit/, 'the session draws nothing'],
    [/^src\/elements\/(?!session\/daily-room)/, /^@daily-co/, 'Daily is loaded in one place'],
    [/^src\/service\//, /^lit/, 'the service draws nothing'],
    [
      /^src\/(agent|runtime)\//,
      /^(fastify|undici|kysely|pg$|node-datachannel|node:https?$|lit)/,
      'the agent knows no HTTP, database or WebRTC',
    ],
    [
      /^src\/(service|rooms)\/(?!embedded\/(peer|outgoing|media-process))/,
      /^node-datachannel$/,
      'the native module lives in the media process',
    ],
  ];
  for (const file of sources)
    for (const [folderPattern, forbiddenPattern, reason] of rules)
      if (folderPattern.test(file))
        for (const name of imports(file))
          assert.ok(!forbiddenPattern.test(name), `${file} imports ${name}: ${reason}`);
});

test('no file of the service or the agent imports itself through others, not even for types', () => {
  const packagesBelow = new Map(
    sources
      .filter((file) => !['elements', 'console'].includes(realm(file)))
      .map((file) => [
        file,
        imports(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => path.posix.join(path.posix.dirname(file), name)),
      ]),
  );
  const visitedFiles = new Set<string>();
  const follow = (file: string, importPath: readonly string[]): void => {
    assert.ok(!importPath.includes(file), [...importPath.slice(importPath.indexOf(file)), file].join(' → '));
    if (visitedFiles.has(file)) return;
    for (const next of packagesBelow.get(file) ?? []) follow(next, [...importPath, file]);
    visitedFiles.add(file);
  };
  for (const file of packagesBelow.keys()) follow(file, []);
});

/** Two ways to group files: by folder, and by top folder within the realm (or by the realm itself). */
const FOLDERS = {
  folders: path.posix.dirname,
  'top folders': (file: string) => path.posix.dirname(file).split('/').slice(0, 3).join('/'),
};
for (const [unit, level] of [
  ['service', 'folders'],
  ['service', 'top folders'],
  ['agent', 'folders'],
  ['agent', 'top folders'],
  ['elements', 'folders'],
] as const)
  test(`no two ${level} of ${unit} depend on each other, and no cycle exists`, () => {
    const folderOf = FOLDERS[level];
    const filesBelow = new Map<string, Map<string, string>>();
    for (const file of sources.filter((source) => realm(source) === unit)) {
      const folder = folderOf(file);
      const targets = filesBelow.get(folder) ?? new Map<string, string>();
      filesBelow.set(folder, targets);
      for (const name of imports(file).filter((specifier) => specifier.startsWith('.'))) {
        const target = folderOf(path.posix.join(path.posix.dirname(file), name));
        if (target !== folder && realm(`${target}/`) === unit) targets.set(target, `${file} imports ${name}`);
      }
    }
    assert.ok(
      [...filesBelow.values()].some((folders) => folders.size > 2),
      'arrows are found',
    );
    const visitedUnits = new Set<string>();
    const follow = (folder: string, way: readonly string[]): void => {
      const ring = [...way.slice(way.indexOf(folder)), folder];
      const arrows = ring.slice(1).map((next, index) => filesBelow.get(ring[index]!)?.get(next));
      assert.ok(!way.includes(folder), arrows.join('\n'));
      if (visitedUnits.has(folder)) return;
      for (const next of filesBelow.get(folder)?.keys() ?? []) follow(next, [...way, folder]);
      visitedUnits.add(folder);
    };
    for (const folder of filesBelow.keys()) follow(folder, []);
  });

test('no folder is a catch-all', () => {
  for (const file of sources)
    assert.ok(!/\/(utils?|shared|types|helpers?|common|misc)(\.ts|\/)/.test(file), file);
});

test('every endpoint is documented once and refuses with known codes', () => {
  const rows: readonly Endpoint[] = endpoints;
  assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
  assert.equal(new Set(rows.map((row) => `${row.method} ${row.path}`)).size, rows.length);
  for (const row of rows) {
    for (const code of row.errors) assert.ok(isErrorCode(code), `${row.name}: ${code}`);
    assert.equal(
      row.status === 204,
      row.result === undefined,
      `${row.name}: 204 has no body, the others have one`,
    );
    if (row.aliasOf)
      assert.ok(
        rows.some((candidate) => candidate.name === row.aliasOf),
        row.name,
      );
  }
});

// Proves errors-1.
test('each error has the code format, field and status that the specification requires', () => {
  for (const [code, row] of Object.entries(ERRORS)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    const message =
      row.status === 401 || (row.status === 404 && /^(document|pal|face|video|speech)_/.test(code));
    assert.equal(row.field, message ? 'message' : 'error', code);
  }
});

test('no file names this machine or a registry', () => {
  const trackedFiles = [
    ...sources,
    ...[...Object.keys(BELOW), 'assets'].map((name) => `src/${name}/package.json`),
    'package.json',
    'package-lock.json',
    'README.md',
    '.ci/run',
    'vite.config.ts',
  ];
  for (const file of trackedFiles) {
    if (!fs.existsSync(file)) continue;
    const text = fs.readFileSync(file, 'utf8');
    assert.ok(!/"resolved": "https?:/.test(text), `${file} names a registry`);
    assert.ok(!/(\/root\/|\/home\/\w|\/work\/main)/.test(text), `${file} names a folder of a machine`);
  }
});
