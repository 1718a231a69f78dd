/**
 * Finds free ports for servers that tests start as separate processes. The ports are below those that the system
 * assigns to outgoing connections (32,768 and up): otherwise a connection could take a port before the server
 * listens or while it restarts.
 */
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import { once, type EventEmitter } from 'node:events';
import net from 'node:net';

const ATTEMPTS = 100;

export const freePort = (host = '127.0.0.1'): Promise<number> =>
  findPort((port) => net.createServer().listen(port, host));

export const freeUdpPort = (host?: string): Promise<number> =>
  findPort((port) => dgram.createSocket('udp4').bind(port, host));

async function findPort(listen: (port: number) => EventEmitter & { close(): unknown }): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = crypto.randomInt(15_000, 32_000);
    const server = listen(port);
    try {
      await once(server, 'listening');
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`No port was free in ${ATTEMPTS} attempts.`);
}
