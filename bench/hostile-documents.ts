/**
 * Sends malicious files and pages to the real service and starts calls with them. Meanwhile another process
 * requests `/healthz`. Limits: a p95 of 100 ms, and the service's process is never replaced.
 *
 *   npm run build && node --import tsx bench/hostile-documents.ts [count] [seed] [--own-vectors] [--small]
 *
 * Documents have up to a megabyte, or 100 kB with `--small`. An endpoint of the benchmark returns the vectors,
 * because the sentence model would take hours for 10,000 documents; `--own-vectors` uses the model.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startDeployment } from '../src/contract/deployments.ts';
import { createDocument, deleteDocument, getDocument } from '../src/contract/documents.ts';
import { pause } from './game-day/visitors.ts';
import { hostileText } from './hostile-texts.ts';
import { activeDeployment, KEY, openService, type OwnService } from './own-service.ts';
import { report } from './results.ts';

/** Number of documents that are read at the same time, and number of documents per start of a call. */
const AT_ONCE = 4;
const CALL_EVERY = 40;
/** Number of characters of the largest document. */
const MAX_CHARACTERS = process.argv.includes('--small') ? 100_000 : 1_000_000;
/** Milliseconds between two requests to `/healthz`, and maximum milliseconds for a document. */
const INTERVAL = 50;
const MAX_MS = 150_000;
/** Number of slowest documents that are printed. */
const SLOWEST = 10;

/** Runs in a separate process and measures `/healthz` until it is stopped. */
async function probe(address: string): Promise<void> {
  const times: number[] = [];
  let isOver = false;
  process.on('message', () => (isOver = true));
  while (!isOver) {
    const startedAt = performance.now();
    const answer = await fetch(address).catch(() => null);
    await answer?.text();
    times.push(answer?.ok ? performance.now() - startedAt : Infinity);
    await pause(INTERVAL);
  }
  process.send!(times.map((time) => (Number.isFinite(time) ? time : 1e9)));
  process.disconnect();
}

/** Answers with vectors of eight numbers in the format of OpenAI's API. */
async function answerVectors(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece as string;
  const { input } = JSON.parse(body) as { input: string[] };
  const vector = (text: string) =>
    Array.from({ length: 8 }, (_, index) => Math.sin(text.length * (index + 1)));
  const data = input.map((text, index) => ({ index, embedding: vector(text) }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
}

/** Serves pages that are generated from the number in their path, and an embeddings endpoint. */
async function openHostileSite(): Promise<{ host: string; close(): void }> {
  const server = http
    .createServer((request, response) => {
      if (request.url === '/embeddings') return void answerVectors(request, response);
      const seed = /^\/(\d+)$/.exec(request.url ?? '')?.[1];
      if (seed === undefined) return void response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(hostileText(Number(seed), MAX_CHARACTERS).bytes);
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function send(service: OwnService, host: string, seed: number): Promise<string> {
  const { bytes, isPage } = hostileText(seed, MAX_CHARACTERS);
  if (isPage) {
    const body = { document_url: `http://${host}/${seed}`, crawl: { depth: 1, max_pages: 3 } };
    return (await service.client(createDocument, { credential: KEY, body })).result.document_id;
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/plain' }), 'hostile.md');
  const headers = { 'x-api-key': KEY };
  const answer = await fetch(`${service.base}/v2/documents`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { document_id: string }).document_id;
}

/** Waits until a document was read; returns its status and error. */
async function waitForOutcome(service: OwnService, document_id: string): Promise<string> {
  for (const startedAt = performance.now(); performance.now() - startedAt < MAX_MS; await pause(30)) {
    const { result } = await service.client(getDocument, { credential: KEY, params: { document_id } });
    if (result.status === 'ready') return 'ready';
    if (result.status === 'error') return `error ${result.error_message ?? ''}`;
  }
  return 'no end';
}

async function processDocument(
  service: OwnService,
  host: string,
  seed: number,
  number: number,
): Promise<string> {
  const document_id = await send(service, host, seed);
  const outcome = await waitForOutcome(service, document_id);
  if (outcome === 'ready' && number % CALL_EVERY === 0) {
    const deployment_id = await activeDeployment(service.client, { document_ids: [document_id] });
    await service.client(startDeployment, { params: { deployment_id }, body: {} });
  }
  await service.client(deleteDocument, { credential: KEY, params: { document_id } });
  return outcome;
}

async function bench(count: number, seed: number, ownVectors: boolean): Promise<void> {
  const site = await openHostileSite();
  const service = await openService({
    OUTBOUND_ALLOWED_HOSTS: site.host,
    LOCAL_ENGINES: 'off',
    ...(ownVectors ? {} : { EMBEDDINGS_BASE_URL: `http://${site.host}`, EMBEDDINGS_MODEL: 'bench' }),
  });
  const address = `${service.base}/healthz`;
  const child = fork(fileURLToPath(import.meta.url), ['probe', address], { execArgv: ['--import', 'tsx'] });
  const outcomes = new Map<string, number>();
  let next = 0;
  const slowest: [seconds: number, document: string][] = [];
  const startedAt = performance.now();
  const worker = async () => {
    while (next < count) {
      const number = next++;
      const sentAt = performance.now();
      const kind = await processDocument(service, site.host, seed + number, number);
      outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      const document = `${hostileText(seed + number, MAX_CHARACTERS).kind} (seed ${seed + number}): ${kind}`;
      slowest.push([Math.round((performance.now() - sentAt) / 100) / 10, document]);
      slowest.sort(([one], [other]) => other - one).splice(SLOWEST);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    const answer = once(child, 'message');
    child.send('over');
    const [times] = (await answer) as [number[]];
    times.sort((a, b) => a - b);
    const quantile = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? NaN);
    for (const [time, document] of slowest) console.log(`  ${time} s: ${document}`);
    const alive = isAlive(service.pid);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const endTexts = [...outcomes].map(([end, times]) => `${end} ${times}`).join(', ');
    report(`${next} documents in ${seconds} s: ${endTexts}`);
    report(
      `/healthz: p50 ${quantile(0.5)}, p95 ${quantile(0.95)}, p99 ${quantile(0.99)}, ` +
        `worst ${quantile(1)} ms of ${times.length}`,
    );
    report(alive ? 'the same process to the end' : 'THE PROCESS ENDED');
    site.close();
    if (alive) await service.close();
    process.exitCode = alive && quantile(0.95) <= 100 ? 0 : 1;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const parameters = process.argv.slice(2);
const [countText = '1000', seedText = '1'] = parameters.filter((parameter) => !parameter.startsWith('--'));
const ownVectors = parameters.includes('--own-vectors');
await (countText === 'probe' ? probe(seedText) : bench(Number(countText), Number(seedText), ownVectors));
process.exit();
