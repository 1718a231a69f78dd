/** Serves the pages and files of a folder as a website, for benchmarks that crawl. */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export async function serveFolder(folder: string): Promise<{ host: string; close(): void }> {
  const server = http
    .createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      const file = path.join(
        folder,
        path.normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname),
      );
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      const type = path.extname(file) === '.html' ? 'text/html' : 'application/octet-stream';
      return response.writeHead(200, { 'content-type': type }).end(fs.readFileSync(file));
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
