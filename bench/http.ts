/**
 * Measures the cost of the HTTP layer: reads and starts per second, compared with a bare `node:http` handler that
 * does the same work on the same database. Prints ratios of medians; the load comes from another process.
 *
 *   node --import tsx bench/http.ts [rounds]      DATABASE_URL=postgres://… selects PostgreSQL
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { readConfig } from '../src/service/config/config.ts';
import { createClient } from '../src/contract/client.ts';
import { openKey } from '../src/service/store/accounts.ts';
import * as deployments from '../src/service/resources/deployments.ts';
import * as publicEndpoints from '../src/service/resources/public-endpoints.ts';
import { createService } from '../src/service/compose/service.ts';
import { activeDeployment, KEY, UNBOUNDED_LIMITS } from './own-service.ts';
import { report } from './results.ts';

const SECONDS = 3;
const CONNECTIONS = 20;

/** Runs in a separate process: sends requests as fast as possible and reports the rate per second. */
async function load(url: string, method: string): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const deadline = performance.now() + SECONDS * 1000;
  let answerCount = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const request = http.request(
        url,
        {
          method,
          agent,
          headers: { 'x-api-key': KEY, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${url} answers ${answer.statusCode}`));
          answer.resume().on('end', () => (answerCount++, resolve()));
        },
      );
      request.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < deadline) await ask();
    }),
  );
  process.send!(answerCount / SECONDS, () => process.exit(0));
}

async function bench(rounds: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
  const settings = readConfig({
    ...UNBOUNDED_LIMITS,
    DATA_DIR: folder,
    ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  });
  // Calls without a visitor would otherwise reach the process's limit of calls.
  const config = { ...settings, room: { ...settings.room, maximumCalls: Infinity } };
  const media = {
    join: async () => ({ answer: '' }),
    leave() {},
    say() {},
    hush() {},
    send() {},
    listen() {},
    subscribe: () => () => {},
  };
  const service = await createService(config, {
    media,
    engines: { voice: null, ears: null },
    log: pino({ level: 'silent' }),
  });
  const { context } = service;
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const client = createClient<AbortSignal>(base, (url, init) => fetch(url, init));
  const deployment_id = await activeDeployment(client);

  const call = {
    params: { deployment_id },
    query: undefined,
    token: '',
    key: undefined,
    origin: undefined,
    address: '127.0.0.1',
    scope: 'all' as const,
    ifMatch: undefined,
    text: '',
    header: () => undefined,
    signal: new AbortController().signal,
    answer() {},
    warn() {},
  };
  const bareServer = http
    .createServer((request, response) => {
      const work =
        request.method === 'GET'
          ? openKey(context.store.db, request.headers['x-api-key'] as string).then(({ account }) =>
              deployments.get({ ...call, account, session: null, body: undefined }, context),
            )
          : publicEndpoints.start({ ...call, account: 0, session: null, body: {} }, context);
      request.resume();
      void work.then(
        (result) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)),
        () => response.writeHead(500).end(),
      );
    })
    .listen(0, '127.0.0.1');
  await once(bareServer, 'listening');
  const bareUrl = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`;

  const measure = async (url: string, method: string) => {
    const child = fork(fileURLToPath(import.meta.url), ['load', url, method], {
      execArgv: ['--import', 'tsx'],
    });
    return ((await once(child, 'message')) as [number])[0];
  };
  const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
  for (const [name, method, path] of [
    ['keyed read', 'GET', `/v2/deployments/${deployment_id}`],
    ['start', 'POST', `/v2/deployments/${deployment_id}/start`],
  ] as const) {
    const serviceTimes: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const [palkit, node] = [await measure(base + path, method), await measure(bareUrl, method)];
      if (round > 0) {
        serviceTimes.push(palkit);
        theirs.push(node);
      }
    }
    report(
      `${name}: ${median(serviceTimes).toFixed(0)} a second, bare node:http ${median(theirs).toFixed(0)}: ` +
        `ratio ${(median(serviceTimes) / median(theirs)).toFixed(2)}\n`,
    );
  }
  bareServer.close();
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

if (process.argv[2] === 'load') await load(process.argv[3]!, process.argv[4]!);
else await bench(Number(process.argv[2] ?? 5));
