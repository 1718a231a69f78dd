/**
 * A network between a page and its room that can be cut: the media through a forwarder of UDP packets, the
 * requests by the browser's own hand.
 */
import dgram from 'node:dgram';
import { once } from 'node:events';
import type { Page } from 'playwright-core';

export interface Cuttable {
  /** Nothing comes through in either direction, or everything does. */
  cut(off: boolean): Promise<void>;
  /** Packets that came through in both directions. */
  readonly carried: number;
  close(): void;
}

/** To be called before the page loads anything. The page's room is reached through it alone. */
export async function cuttable(page: Page): Promise<Cuttable> {
  let off = false;
  let carried = 0;
  let service: number | null = null;
  const near = dgram.createSocket('udp4').bind(0, '127.0.0.1');
  await once(near, 'listening');
  /** The browser's ports, each with a way of its own to the service. */
  const ways = new Map<number, dgram.Socket>();
  near.on('message', (packet, from) => {
    if (off || service === null) return;
    let far = ways.get(from.port);
    if (!far) {
      far = dgram.createSocket('udp4');
      far.on('message', (answer) => {
        if (off) return;
        carried++;
        near.send(answer, from.port, from.address);
      });
      ways.set(from.port, far);
    }
    carried++;
    far.send(packet, service, '127.0.0.1');
  });
  const { port } = near.address();
  await page.route(/\/session$/, async (route) => {
    if (off) return route.abort('internetdisconnected');
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /^(a=candidate:\S+ \d+ \S+ \d+) \S+ (\d+) (typ host.*)$/gim,
      (_line, head: string, at: string, tail: string) => {
        service = Number(at);
        return `${head} 127.0.0.1 ${port} ${tail}`;
      },
    );
    await route.fulfill({ response, body });
  });
  return {
    get carried() {
      return carried;
    },
    async cut(now) {
      off = now;
      await page.context().setOffline(now);
    },
    close() {
      near.close();
      for (const far of ways.values()) far.close();
    },
  };
}
