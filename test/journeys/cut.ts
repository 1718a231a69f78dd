/**
 * A network between a page and its room that can be interrupted. A forwarder of UDP packets interrupts the media; the
 * browser interrupts the requests.
 */
import dgram from 'node:dgram';
import { once } from 'node:events';
import os from 'node:os';
import type { Page } from 'playwright-core';

/** Firefox sends no WebRTC media to the loopback address, so use another address of this machine. */
const ADDRESS =
  Object.values(os.networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1';

export interface Forwarder {
  /** Stops all packets in both directions, or lets them pass again. */
  cut(off: boolean): Promise<void>;
  /** Number of packets that were forwarded in both directions. */
  readonly forwardedPackets: number;
  close(): void;
}

/** Makes the forwarder the only way from a page to its room. Call this before the page loads. */
export async function routeThroughForwarder(page: Page): Promise<Forwarder> {
  let off = false;
  let forwardedPackets = 0;
  let service: number | null = null;
  const browserSocket = dgram.createSocket('udp4').bind(0, ADDRESS);
  await once(browserSocket, 'listening');
  /** For each port of the browser, a socket to the service. */
  const ways = new Map<number, dgram.Socket>();
  browserSocket.on('message', (packet, sender) => {
    if (off || service === null) return;
    let serviceSocket = ways.get(sender.port);
    if (!serviceSocket) {
      serviceSocket = dgram.createSocket('udp4');
      serviceSocket.on('message', (answer) => {
        if (off) return;
        forwardedPackets++;
        browserSocket.send(answer, sender.port, sender.address);
      });
      ways.set(sender.port, serviceSocket);
    }
    forwardedPackets++;
    serviceSocket.send(packet, service, ADDRESS);
  });
  const { port } = browserSocket.address();
  await page.exposeFunction('roomIsAt', (port: number) => (service = port));
  await page.addInitScript((forwarder) => {
    const { prototype } = RTCPeerConnection;
    const originalMethod = prototype.setRemoteDescription;
    const { roomIsAt } = window as unknown as { roomIsAt(port: number): Promise<void> };
    prototype.setRemoteDescription = async function (
      this: RTCPeerConnection,
      { type, sdp }: RTCSessionDescriptionInit,
    ) {
      let port = 0;
      const forwardedSdp = sdp!.replace(
        /^(a=candidate:\S+ \d+ \S+ \d+) \S+ (\d+) (typ host.*)$/gim,
        (_line, beginning: string, candidatePort: string, ending: string) => {
          port = Number(candidatePort);
          return `${beginning} ${forwarder} ${ending}`;
        },
      );
      await roomIsAt(port);
      return Reflect.apply(originalMethod, this, [{ type, sdp: forwardedSdp }]) as Promise<void>;
    };
  }, `${ADDRESS} ${port}`);
  return {
    get forwardedPackets() {
      return forwardedPackets;
    },
    async cut(now) {
      off = now;
      await page.context().setOffline(now);
    },
    close() {
      browserSocket.close();
      for (const serviceSocket of ways.values()) serviceSocket.close();
    },
  };
}
