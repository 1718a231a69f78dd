/** Checks that the UDP port that all calls share is free before the service reports that it is ready. */
import dgram from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingError } from './config.ts';

/** Milliseconds that the media process of a crashed service may need to release its port. */
const PORT_RELEASE_TIMEOUT_MS = 5000;

/** Throws a `SettingError` if another program still uses the port after `timeoutMs`. */
export async function checkUdpPort(port: number, timeoutMs = PORT_RELEASE_TIMEOUT_MS): Promise<void> {
  if (port === 0) return;
  const deadline = performance.now() + timeoutMs;
  while (!(await isFree(port))) {
    if (performance.now() > deadline)
      throw new SettingError(
        `Another program uses the UDP port ${port}. Stop it, or set ROOM_UDP_PORT to another port.`,
      );
    await pause(200);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind(port, () => socket.close(() => resolve(true)));
  });
}
