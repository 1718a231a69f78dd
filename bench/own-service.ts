/** Starts the built service for a benchmark, in a separate process and folder, with one account. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '../src/contract/client.ts';
import { createDeployment, patchDeployment } from '../src/contract/deployments.ts';
import { createDocument, getDocument } from '../src/contract/documents.ts';
import type { Layers } from '../src/contract/layers.ts';
import { createPal } from '../src/contract/pals.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { pause } from './game-day/visitors.ts';

export const KEY = 'key-for-the-bench';
const TRIES = 300;

type OwnClient = ReturnType<typeof createClient<AbortSignal>>;

export interface OwnService {
  base: string;
  pid: number;
  client: OwnClient;
  /** Creates an active deployment of this service whose PAL has this greeting; returns its id. */
  createDeployment(custom_greeting: string): Promise<string>;
  /** Creates a Markdown document and waits until it is ready; returns its id. */
  uploadDocument(text: string): Promise<string>;
  close(): Promise<void>;
}

/** Settings for a service without limits on visitors who share one address. */
export const UNBOUNDED_LIMITS = {
  API_KEYS: `1:${KEY}`,
  LOG_LEVEL: 'error',
  OVERLOAD_REFUSALS: 'off',
  VISITOR_STARTS_PER_MINUTE: '100000',
  VISITOR_OPEN_CALLS: '100000',
};

/** Creates a PAL with these settings and an active deployment of it; returns the id of the deployment. */
export async function activeDeployment(
  client: OwnClient,
  pal: { custom_greeting?: string; document_ids?: string[]; layers?: Layers; default_face_id?: string } = {},
  channel: 'widget' | 'embed' = 'widget',
): Promise<string> {
  const body = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, ...pal };
  const { pal_id } = (await client(createPal, { credential: KEY, body })).result;
  const { deployment_id } = (await client(createDeployment, { credential: KEY, body: { pal_id, channel } }))
    .result;
  await client(patchDeployment, {
    credential: KEY,
    params: { deployment_id },
    body: [{ op: 'replace', path: '/status', value: 'active' }],
  });
  return deployment_id;
}

/** Starts a web server with one page, for documents. */
async function page(): Promise<{ host: string; show(text: string): void; close(): void }> {
  let content = '';
  const server = http
    .createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/markdown' }).end(content),
    )
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (text) => (content = text),
    close: () => server.close(),
  };
}

async function createReadyDocument(client: OwnClient, document_url: string): Promise<string> {
  const { document_id } = (
    await client(createDocument, { credential: KEY, body: { document_url, document_name: 'Shop' } })
  ).result;
  for (let attempts = 0; attempts < TRIES; attempts++) {
    const { status } = (await client(getDocument, { credential: KEY, params: { document_id } })).result;
    if (status === 'ready') return document_id;
    await pause(50);
  }
  throw new Error('The document does not get ready.');
}

/**
 * Starts a service with the settings of `UNBOUNDED_LIMITS`, which `environment` overrides. With `supervised` it has the
 * supervisor of `npm start`, which is another process.
 */
export async function openService(
  environment: Record<string, string> = {},
  { supervised = false }: { supervised?: boolean } = {},
): Promise<OwnService> {
  const site = await page();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
  const port = 26_000 + (process.pid % 3000);
  const base = `http://127.0.0.1:${port}`;
  const service = spawn(process.execPath, [`src/service/dist/${supervised ? 'supervise' : 'main'}.js`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ROOM_UDP_PORT: String(port - 10_000),
      ...UNBOUNDED_LIMITS,
      OUTBOUND_ALLOWED_HOSTS: site.host,
      ...environment,
    },
  });
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let attempts = 0; !(await isReady()); attempts++) {
    if (attempts > TRIES || service.exitCode !== null) throw new Error('The service does not start.');
    await pause(200);
  }
  const client = createClient<AbortSignal>(base, (url, init) => fetch(url, init));
  return {
    base,
    pid: service.pid!,
    client,
    createDeployment: (custom_greeting) => activeDeployment(client, { custom_greeting }),
    uploadDocument: (text) => {
      site.show(text);
      return createReadyDocument(client, `http://${site.host}/text.md`);
    },
    async close() {
      site.close();
      service.kill('SIGTERM');
      if (service.exitCode === null) await once(service, 'exit');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
