/** The deployment files contain only settings that the service supports, and their own programs accept the files. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { unless } from '../../surroundings.ts';
import { readConfig } from '../../../src/service/config/config.ts';

const FOLDER = 'integrations/deploy';
const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8');
const programPath = (name: string) =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin']
    .map((folder) => path.join(folder, name))
    .find((program) => fs.existsSync(program));

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      environment: z.optional(z.record(z.string(), z.string())),
      ports: z.optional(z.array(z.string())),
      read_only: z.optional(z.boolean()),
      cap_drop: z.optional(z.array(z.string())),
    }),
  ),
});
/** Variables that `.env` may set, with valid values. */
const GIVEN: Record<string, string> = {
  DOMAIN: 'pal.example.com',
  PUBLIC_ADDRESS: '203.0.113.7',
  DATABASE_PASSWORD: 'word',
  TURN_SECRET: 'sixteen characters at least',
};
const HOLE = /\$\{(\w+)(?::[?-]([^}]*))?\}/g;
const fillVariables = (text: string) =>
  text.replace(HOLE, (_match, name: string, fallback: string | undefined) => GIVEN[name] ?? fallback ?? '');
const compose = (name: string) => Compose.parse(parse(read(name))).services;

/** Runs a program on a copy of a file; an error contains the program's output. */
function checkFile(text: string, name: string, run: (file: string, folder: string) => void): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-deploy-'));
  try {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    run(file, folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe('deployment files', () => {
  for (const name of ['compose.yaml', 'compose.engines.yaml'])
    test(`${name}: the service accepts every setting and value`, () => {
      const settings = Object.entries(compose(name)['palkit']!.environment!);
      assert.ok(settings.length > 4);
      const config = readConfig(
        Object.fromEntries(settings.map(([key, value]) => [key, fillVariables(value)])),
      );
      if (name === 'compose.yaml')
        assert.deepEqual(config.room.iceServers, [
          'turn:pal.example.com:3478',
          'turn:pal.example.com:3478?transport=tcp',
        ]);
      else
        assert.deepEqual(
          [config.llm, config.stt, config.tts].map((engine) => engine !== null),
          [true, true, true],
        );
    });

  test('example.env contains exactly the settings that compose.yaml uses', () => {
    const names = new Set([...read('compose.yaml').matchAll(HOLE)].map(([, name]) => name));
    const offeredSettings = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    assert.deepEqual([...names].sort(), offeredSettings.sort());
  });

  test('the service has a read-only root and no capabilities, and the database no public port', () => {
    const { palkit, database } = compose('compose.yaml');
    assert.equal(palkit!.read_only, true);
    assert.deepEqual(palkit!.cap_drop, ['ALL']);
    assert.equal(database!.ports, undefined);
    assert.match(read('Dockerfile'), /^USER 1000:1000$/m);
    assert.match(read('Dockerfile'), /^HEALTHCHECK /m);
  });

  test('systemd accepts the unit', { skip: unless(programPath('systemd-analyze'), 'systemd') }, () => {
    const [, settings] = /^Environment=(.*)$/m.exec(read('palkit.service'))!;
    const values: Record<string, string> = {};
    for (const item of settings!.split(' ')) {
      const [name = '', value = ''] = item.split('=');
      if (name !== 'NODE_ENV') values[name] = value;
    }
    assert.equal(readConfig(values).dataDir, '/var/lib/palkit');
    const unitFile = read('palkit.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
    checkFile(unitFile, 'palkit.service', (file) => {
      execFileSync(programPath('systemd-analyze')!, ['verify', '--man=no', file], { stdio: 'pipe' });
    });
  });

  test('nginx accepts its file', { skip: unless(programPath('nginx'), 'nginx') }, () => {
    checkFile(read('nginx.conf'), 'site.conf', (file, folder) => {
      const main = `pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; include ${file}; }`;
      const mainFile = path.join(folder, 'nginx.conf');
      fs.writeFileSync(mainFile, main);
      // Debian installs nginx outside the PATH of ordinary users.
      const nginx = programPath('nginx')!;
      execFileSync(nginx, ['-t', '-c', mainFile, '-e', `${folder}/log`], { stdio: 'pipe' });
    });
  });

  for (const name of ['Caddyfile', 'Caddyfile.path'])
    test(`Caddy accepts ${name}`, { skip: unless(programPath('caddy'), 'caddy') }, () => {
      checkFile(read(name), 'Caddyfile', (file, folder) => {
        execFileSync(programPath('caddy')!, ['validate', '--config', file, '--adapter', 'caddyfile'], {
          stdio: 'pipe',
          env: { ...process.env, ...GIVEN, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        });
      });
    });
});
