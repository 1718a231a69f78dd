/** Serves a customer's page with the widget for the walks. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WalkSite {
  url: string;
  close(): void;
}

export async function openWalkSite(service: string, deployment: string): Promise<WalkSite> {
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A shop</title><link rel="icon" href="data:,">' +
    `<script type="module" src="${service}/palkit/palkit.js"></script></head><body><main><h1>A shop</h1></main>` +
    `<pal-widget deployment-id="${deployment}" text="Ask us"></pal-widget></body></html>`;
  const server = http.createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
