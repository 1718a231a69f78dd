import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { unless } from '../surroundings.ts';
import { launch, openPage } from '../browser.ts';
import { waitForVoice, startService, waitForFace, type RunningService } from './running-service.ts';
import { freeUdpPort } from '../free-port.ts';

const TURN = process.env['TURNSERVER_PATH'] ?? '/usr/bin/turnserver';
/** Browsers use no relay on the loopback address, so use another address of this machine. */
const ADDRESS = Object.values(os.networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
const SECRET = 'a secret that two servers share';

/** Starts coturn as in docs/guide/scaling.md, but without TLS. */
function startTurn(folder: string, port: number): ChildProcess {
  const parameters = [
    '-n',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--use-auth-secret',
    `--static-auth-secret=${SECRET}`,
    '--realm=pal.test',
    `--listening-ip=${ADDRESS}`,
    `--relay-ip=${ADDRESS}`,
    `--listening-port=${port}`,
    `--log-file=${path.join(folder, 'log')}`,
    `--pidfile=${path.join(folder, 'pid')}`,
    `--userdb=${path.join(folder, 'users')}`,
  ];
  return spawn(TURN, parameters, { stdio: 'ignore' });
}

/** Resolves when a STUN binding request (RFC 8489, section 5) is answered; rejects after ten seconds. */
async function waitForStun(port: number): Promise<void> {
  const request = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]);
  const socket = dgram.createSocket('udp4');
  const retryTimer = setInterval(() => socket.send(request, port, ADDRESS), 50);
  // Ignore errors, because the system reports a closed port until the server listens.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'message', { signal: AbortSignal.timeout(10_000) });
  } finally {
    clearInterval(retryTimer);
    socket.close();
  }
}

describe('behind a network that only lets the TURN server through', () => {
  let service: RunningService | undefined;
  let server: ChildProcess | undefined;
  let browser: Browser | undefined;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'palkit-turn-'));
  after(async () => {
    await browser?.close();
    await service?.close();
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'a call goes through it, with a temporary name that the service signed',
    {
      skip: unless(existsSync(TURN) && ADDRESS, 'coturn'),
      timeout: 60_000,
    },
    async () => {
      const port = await freeUdpPort(ADDRESS);
      server = startTurn(folder, port);
      await waitForStun(port);
      service = await startService({
        ROOM_ICE_SERVERS: `turn:${ADDRESS}:${port}`,
        ROOM_TURN_SECRET: SECRET,
      });
      browser = await launch();
      const page = await openPage(browser, { permissions: ['microphone'] });
      await page.addInitScript(() => {
        const Direct = RTCPeerConnection;
        const peers: RTCPeerConnection[] = [];
        Object.assign(window, { peers });
        // The direct path is blocked, so that only addresses of the relay work.
        window.RTCPeerConnection = class extends Direct {
          constructor(options?: RTCConfiguration) {
            super({ ...options, iceTransportPolicy: 'relay' });
            peers.push(this);
          }
        };
      });
      await page.goto(service.url);
      await page.getByRole('button', { name: 'Ask Mira' }).click();
      await page.getByRole('button', { name: 'Talk', exact: true }).click();
      const face = await waitForFace(page);
      assert.ok(face.moved > 0.3 && face.bright > 60, JSON.stringify(face));
      // The page draws the face before it is connected; the voice arrives through the connection.
      await waitForVoice(page);
      const selectedPair = await page.evaluate(async () => {
        const { peers } = window as unknown as { peers: RTCPeerConnection[] };
        const report = await peers.at(-1)!.getStats();
        const allEntries = [...report.values()] as Record<string, string>[];
        // Find the pair in use by its transport, because the state of a pair changes during a check.
        const transport = allEntries.find(({ type }) => type === 'transport');
        const pair = allEntries.find(({ id }) => id === transport?.['selectedCandidatePairId']);
        return (
          allEntries.find(({ id }) => id === pair?.['localCandidateId'])?.['candidateType'] ?? allEntries
        );
      });
      assert.equal(selectedPair, 'relay', JSON.stringify(selectedPair));
      await page.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    },
  );
});
