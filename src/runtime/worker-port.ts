/** The worker's side of the messages between it and its owner. */
import type { MessagePort } from 'node:worker_threads';

/** A ping for a worker. */
export interface Ping {
  ping: true;
}
/** The answer to a `Ping`. */
export interface Pong {
  alive: true;
}

const isPing = (message: object): message is Ping => 'ping' in message;

/** Calls `handle` with each message except pings. Pings are answered here in order, so a busy worker answers late. */
export function handleRequests<Request extends object>(
  port: MessagePort,
  handle: (request: Request) => void,
): void {
  port.on('message', (message: Request | Ping) => {
    if (isPing(message)) port.postMessage({ alive: true } satisfies Pong);
    else handle(message);
  });
}
