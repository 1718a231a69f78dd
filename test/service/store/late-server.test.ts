/** A service that is started while its PostgreSQL server is unreachable or still starting. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { needsPostgres } from '../../surroundings.ts';
import { freePort } from '../../free-port.ts';
import { createFreshDatabase } from '../fresh-database.ts';
import { until } from '../until.ts';
import { ALICE } from '../world.ts';

const { DATABASE_URL: _, TEST_DATABASE_URL: server, ...INHERITED } = process.env;
const running: ChildProcess[] = [];
const listening: net.Server[] = [];
const folders: string[] = [];
after(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const entry of listening) entry.close();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-late-'));
  folders.push(folder);
  const child = spawn(process.execPath, ['src/service/dist/supervise.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...INHERITED,
      PORT: String(await freePort()),
      ROOM_UDP_PORT: '0',
      DATA_DIR: folder,
      API_KEYS: `1:${ALICE}`,
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    child,
    ended: exit,
    output: () => output,
    says: (expectedText: string) =>
      until(
        `the service to say ${expectedText}`,
        () => {
          assert.equal(child.exitCode, null, output);
          return output.includes(expectedText);
        },
        120_000,
      ),
  };
}

/** Builds the ErrorResponse with which PostgreSQL rejects a connection. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const messageHeader = Buffer.alloc(5, 'E');
  messageHeader.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([messageHeader, fields]);
}

/** Starts a server that rejects each connection with the next of these codes; the last code is repeated. */
async function openRejectingServer(
  port: number,
  codes: readonly string[],
): Promise<{ attempts: () => number }> {
  let attempts = 0;
  const rejectingServer = net.createServer((socket) => {
    const code = codes[Math.min(attempts++, codes.length - 1)]!;
    socket.on('error', () => {}).once('data', () => socket.end(refusal(code)));
  });
  listening.push(rejectingServer);
  await once(rejectingServer.listen(port, '127.0.0.1'), 'listening');
  return { attempts: () => attempts };
}

const environmentFor = (port: number) => ({ DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` });
const WAITS = 'waits for it';

/** Returns the address of a database behind a relay. */
function relayedUrl(port: number, database: string): string {
  const url = new URL(database);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

/** Forwards data to and from a database. When `cut` first occurs in the data, the relay ends every connection. */
async function openRelay(port: number, database: string, cutText?: string): Promise<{ cuts: number }> {
  const { hostname, port: behind } = new URL(database);
  const counters = { cuts: 0 };
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const parent = net.connect(Number(behind || 5432), hostname);
    for (const end of [socket, parent]) {
      open.add(end);
      end.on('error', () => {}).on('close', () => open.delete(end));
    }
    if (cutText)
      socket.on('data', (bytes) => {
        if (counters.cuts > 0 || !bytes.includes(cutText)) return;
        counters.cuts += 1;
        for (const end of open) end.destroy();
      });
    socket.pipe(parent).pipe(socket);
  });
  listening.push(server);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return counters;
}

describe('a start without a database', () => {
  test('waits for a server that does not listen yet or is starting, but not for one that refuses', async () => {
    const port = await freePort();
    const service = await start(environmentFor(port));
    await service.says(WAITS);
    const { attempts } = await openRejectingServer(port, ['57P03', '57P03', '28P01']);
    assert.deepEqual(await service.ended, [1, null], service.output());
    assert.equal(attempts(), 3);
    const lines = service.output().trimEnd().split('\n');
    assert.equal(lines.length, 2, service.output());
    assert.match(lines[0]!, /^palkit: .*\(ECONNREFUSED\).* 60 seconds/);
    assert.match(lines[1]!, /^palkit: .*rejects the user or the password \(28P01\)\.$/);
  });

  test('waits for DATABASE_WAIT_SECONDS, and ends with a message', async () => {
    const service = await start({ ...environmentFor(await freePort()), DATABASE_WAIT_SECONDS: '1' });
    assert.deepEqual(await service.ended, [1, null], service.output());
    const lines = service.output().trimEnd().split('\n');
    assert.equal(lines.length, 2, service.output());
    assert.match(lines[0]!, /^palkit: .* 1 second at most\.$/);
    assert.equal(lines[1], 'palkit: No server listens at the address of DATABASE_URL (ECONNREFUSED).');
  });

  test('does not wait if a user, a password or a database is refused', async () => {
    for (const code of ['28000', '28P01', '3D000']) {
      const port = await freePort();
      const { attempts } = await openRejectingServer(port, [code]);
      const service = await start(environmentFor(port));
      assert.deepEqual(await service.ended, [1, null], service.output());
      assert.match(service.output(), new RegExp(`^palkit: [^\n]*\\(${code}\\)\\.\n$`));
      assert.equal(attempts(), 1);
    }
  });

  test('ends cleanly at once after a stop', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await start(environmentFor(await freePort()));
      await service.says(WAITS);
      service.child.kill(signal);
      assert.deepEqual(await service.ended, [0, null], service.output());
    }
  });

  test('ends when its supervisor is gone', async () => {
    const service = await start({ ...environmentFor(await freePort()), DATABASE_WAIT_SECONDS: '99999' });
    await service.says(WAITS);
    // The event `close` means that all processes that write to the pipe have ended.
    const exit = once(service.child, 'close');
    service.child.kill('SIGKILL');
    await exit;
  });

  test('is ready once the database is', { skip: needsPostgres }, async () => {
    const port = await freePort();
    const database = await createFreshDatabase(server!);
    const service = await start({ DATABASE_URL: relayedUrl(port, database.url) });
    await service.says(WAITS);
    await openRelay(port, database.url);
    await service.says('Palkit is ready');
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.ended, [0, null], service.output());
    await database.drop();
  });

  test('begins again if the database disappears during it', { skip: needsPostgres }, async () => {
    const port = await freePort();
    const database = await createFreshDatabase(server!);
    // Cut the connection when the installation's secret is stored, after the tables and the demo were created.
    const proxy = await openRelay(port, database.url, 'insert into "settings"');
    const service = await start({ DATABASE_URL: relayedUrl(port, database.url) });
    await service.says('The database went away while the service started.');
    await service.says('Palkit is ready');
    assert.equal(proxy.cuts, 1);
    service.child.kill('SIGTERM');
    assert.deepEqual(await service.ended, [0, null], service.output());
    await database.drop();
  });
});
