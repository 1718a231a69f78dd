/** A proxy that removes a path in front of a service; visitors use the address with the path. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PathProxy {
  /** The public address without a trailing slash. */
  url: string;
  /** Requests without the path, which a page must not send. */
  beside: string[];
  /** Sets the address of the service. */
  leadTo(service: string): void;
  close(): void;
}

/** Starts a proxy for this path. `first` is a script that each page runs before its own scripts. */
export async function startPathProxy(path: string, initialScript = ''): Promise<PathProxy> {
  const firstScript = initialScript ? `<script src="${path}/first.js"></script>` : '';
  let service: URL | null = null;
  const otherPaths: string[] = [];
  const proxy = http.createServer((request, response) => {
    if (!request.url!.startsWith(`${path}/`)) {
      otherPaths.push(request.url!);
      return void response.writeHead(404).end();
    }
    const { pathname, search } = new URL(request.url!.slice(path.length), 'http://inside');
    if (initialScript && pathname === '/first.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(initialScript);
    const { host, port } = service!;
    const upstream = http.request(
      {
        host: '127.0.0.1',
        port,
        path: pathname + search,
        method: request.method,
        headers: {
          ...request.headers,
          'x-forwarded-host': host,
          ...(initialScript ? { 'accept-encoding': 'identity' } : {}),
        },
      },
      (answer) => {
        const { 'content-length': _length, ...headers } = answer.headers;
        if (firstScript && headers['content-type']?.startsWith('text/html')) {
          response.writeHead(answer.statusCode!, headers);
          void text(answer).then(
            (page) => response.end(page.replace(/^<!doctype html>/i, `$&${firstScript}`)),
            () => response.destroy(),
          );
          return;
        }
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}${path}`,
    beside: otherPaths,
    leadTo: (address) => (service = new URL(address)),
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
