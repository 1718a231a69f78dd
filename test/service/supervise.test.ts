/** `npm start` as its owner uses it: which events end the service, and which restart it. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unless } from '../surroundings.ts';
import { until } from './until.ts';
import { createFreshFolder } from './fresh-database.ts';
import { ALICE } from './world.ts';
import { freePort } from '../free-port.ts';

const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...INHERITED } = process.env;
const SUPERVISOR = 'src/service/dist/supervise.js';
const running: ChildProcess[] = [];
const folders: string[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

function supervise(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [SUPERVISOR], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...INHERITED,
      ROOM_UDP_PORT: '0',
      OVERLOAD_REFUSALS: 'off',
      API_KEYS: `1:${ALICE}`,
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

describe('a supervised service', { skip: unless(process.platform === 'linux', 'linux') }, () => {
  let port: number;
  let supervised: ReturnType<typeof supervise>;
  before(async () => {
    port = await freePort();
    const dataDir = await createFreshFolder();
    folders.push(dataDir);
    // Cause an uncaught exception on a signal.
    const fault = path.join(dataDir, 'fault.mjs');
    fs.writeFileSync(
      fault,
      "process.on('SIGUSR2', () => setImmediate(() => { throw new TypeError('what a visitor said'); }));",
    );
    supervised = supervise({
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import ${fault}`,
    });
    await until(
      'the service to be ready',
      () => {
        assert.equal(supervised.child.exitCode, null, supervised.output());
        return supervised.output().includes('Palkit is ready');
      },
      120_000,
    );
  });

  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': ALICE, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}`);
    return (await answer.json()) as Record<string, string>;
  };
  /** Returns the id of the supervised process. */
  const service = () => {
    const children = fs.readFileSync(
      `/proc/${supervised.child.pid}/task/${supervised.child.pid}/children`,
      'utf8',
    );
    return children
      .trim()
      .split(' ')
      .map(Number)
      .find((pid) => pid > 0 && commandOf(pid).includes('main.js'));
  };
  const waitForRestart = async (times: number, pidBefore: number) => {
    await until('the service to be started again', () => {
      const now = service();
      return now !== undefined && now !== pidBefore;
    });
    await until(
      'it to be ready again',
      () => supervised.output().split('Palkit is ready').length === times + 1,
      120_000,
    );
  };

  test('logs an uncaught error in one line without its message, restarts and resumes its calls', async () => {
    const { pal_id } = await ask('POST', '/v2/pals', { system_prompt: 'Be kind.', default_face_id: FACE });
    const conversation = await ask('POST', '/v2/conversations', { pal_id });
    const { conversation_id, meeting_token } = conversation as {
      conversation_id: string;
      meeting_token: string;
    };
    const room = `/rooms/${conversation_id}/messages`;
    const token = { authorization: `Bearer ${meeting_token}` };
    await ask('GET', room, undefined, token);
    const pid = service()!;
    process.kill(pid, 'SIGUSR2');
    await waitForRestart(2, pid);
    const lines = supervised
      .output()
      .split('\n')
      .filter((line) => line.includes('uncaught fault'));
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /TypeError/);
    assert.doesNotMatch(supervised.output(), /what a visitor said/);
    // The call continues after the restart.
    await ask('GET', room, undefined, token);
    assert.equal((await ask('GET', `/v2/conversations/${conversation_id}`))['status'], 'active');
    const next = service()!;
    process.kill(next, 'SIGKILL');
    await waitForRestart(3, next);
    await ask('GET', room, undefined, token);
  });

  test('is stopped and restarted if it hangs', async () => {
    const pidBefore = service()!;
    process.kill(pidBefore, 'SIGSTOP');
    await waitForRestart(4, pidBefore);
    assert.match(supervised.output(), /hangs and is ended/);
  });

  test('stays stopped after a stop', async () => {
    const exit = once(supervised.child, 'exit');
    supervised.child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
  });
});

test(
  'stops with `npm start`: its port is free and no process is left',
  { skip: unless(process.platform === 'linux', 'linux') },
  async () => {
    const port = await freePort();
    const dataDir = await createFreshFolder();
    folders.push(dataDir);
    const child = spawn('npm', ['start'], {
      stdio: 'ignore',
      env: {
        ...INHERITED,
        PORT: String(port),
        ROOM_UDP_PORT: '0',
        DATA_DIR: dataDir,
        API_KEYS: `1:${ALICE}`,
      },
    });
    running.push(child);
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      );
    await until('the service to answer', answers, 120_000);
    const processes = descendantsOf(child.pid!);
    try {
      assert.ok(processes.some((pid) => commandOf(pid).includes('main.js')));
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await until('every process of it to end', () => processes.every((pid) => commandOf(pid) === ''));
      assert.equal(await answers(), false);
    } finally {
      for (const pid of processes) if (commandOf(pid) !== '') process.kill(pid, 'SIGKILL');
    }
  },
);

function descendantsOf(pid: number): number[] {
  const tasks = fs.readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Returns a process's command line; empty if the process has ended since it was listed. */
function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const FACE = 'r5f2a9c81d04e7b36a1c2';

test('stops during its start', { skip: unless(process.platform === 'linux', 'linux') }, async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-start-'));
  folders.push(dataDir);
  const { child, output } = supervise({ PORT: String(await freePort()), DATA_DIR: dataDir });
  const exit = once(child, 'exit');
  await until('the service to be begun', () =>
    fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'),
  );
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null], output());
});

describe('an impossible start', () => {
  const refusal = async (environment: Record<string, string>): Promise<string> => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-start-'));
    folders.push(folder);
    const { child, output } = supervise({ PORT: String(await freePort()), DATA_DIR: folder, ...environment });
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 1, output());
    return output();
  };
  const assertOneLine = (text: string, pattern: RegExp) => {
    assert.match(text, pattern);
    assert.match(text, /^palkit: [^\n]+\n$/, 'one line and no stack');
  };

  test('explains in one line that DATA_DIR is a file', async () => {
    const file = path.join(os.tmpdir(), `palkit-file-${process.pid}`);
    fs.writeFileSync(file, '');
    folders.push(file);
    assertOneLine(await refusal({ DATA_DIR: file }), /DATA_DIR, or a folder above it, is a file/);
    assertOneLine(
      await refusal({ DATA_DIR: path.join(file, 'below') }),
      /DATA_DIR, or a folder above it, is a file/,
    );
  });

  test('explains in one line that the UDP port is in use', async () => {
    const socket = dgram.createSocket('udp4').bind(0);
    await once(socket, 'listening');
    const { port } = socket.address();
    assertOneLine(
      await refusal({ ROOM_UDP_PORT: String(port) }),
      new RegExp(`UDP port ${port}.*ROOM_UDP_PORT`),
    );
    socket.close();
  });

  test(
    'explains in one line that too few files may be open',
    { skip: unless(process.platform !== 'win32', 'ulimit') },
    async () => {
      const child = spawn('/bin/sh', ['-c', `ulimit -n 256 && exec "${process.execPath}" ${SUPERVISOR}`]);
      running.push(child);
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 1, output);
      assertOneLine(output, /may open 256 files and needs 512 at least\. Raise it: `ulimit -n 4096`/);
    },
  );

  test('explains in one line that no server listens at DATABASE_URL', async () => {
    const DATABASE_URL = `postgres://x@127.0.0.1:${await freePort()}/x`;
    assertOneLine(await refusal({ DATABASE_URL, DATABASE_WAIT_SECONDS: '0' }), /DATABASE_URL/);
  });
});
