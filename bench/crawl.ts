/**
 * Measures how long a crawl of a hundred pages takes (limit: 15 s). Meanwhile another process sends reads with an
 * API key at a constant rate; their p95 must be below 60 ms.
 *
 *   node --import tsx bench/crawl.ts [rounds]      DATABASE_URL=postgres://… selects PostgreSQL
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
import { createClient } from '../src/contract/client.ts';
import { createDocument, getDocument } from '../src/contract/documents.ts';
import { readConfig } from '../src/service/config/config.ts';
import { createService } from '../src/service/compose/service.ts';
import { report } from './results.ts';

const PAGES = 100;
const PARAGRAPHS = 40;
/** Reads per second. */
const RATE = 25;
const KEY = 'key-for-the-bench';

/**
 * Runs in a separate process: a site with a hundred pages of about 20 kB that link to each other, and the client that
 * reads during the crawl.
 */
async function serveAndRead(address: string): Promise<void> {
  const vocabulary = (
    'the shop opens at nine and closes at seven a repair of a bicycle takes two days and costs ' +
    'what the list says bring it in the morning'
  ).split(' ');
  const paragraph = (page: number, index: number) => {
    const chosenWords = Array.from({ length: 60 }, (_, word) => {
      const wordIndex = page * 7 + index * 13 + word * (1 + (index % 5));
      return vocabulary[wordIndex % vocabulary.length];
    });
    return `<p>${chosenWords.join(' ')} ${page}.${index}</p>`;
  };
  const site = http
    .createServer((request, response) => {
      const page = request.url === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(request.url!)?.[1] ?? -1);
      if (page < 0 || page >= PAGES) return void response.writeHead(404).end();
      const links = Array.from(
        { length: 12 },
        (_, index) => `<a href="/page/${(page * 10 + index) % PAGES}">more</a>`,
      ).join(' ');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><title>Page ${page}</title><nav>${links}</nav><main><h1>Page ` +
            `${page}</h1>${Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(page, index)).join('')}` +
            `${links}</main>`,
        );
    })
    .listen(0, '127.0.0.1');
  await once(site, 'listening');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
  const durations: number[] = [];
  const ask = () => {
    const startedAt = performance.now();
    http.get(address, { agent, headers: { 'x-api-key': KEY } }, (answer) =>
      answer.resume().on('end', () => durations.push(performance.now() - startedAt)),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  process.on('message', (message) => {
    if (message === 'begin') {
      durations.splice(0);
      timer = setInterval(ask, 1000 / RATE);
    } else {
      clearInterval(timer);
      process.send!(durations);
    }
  });
  process.send!((site.address() as AddressInfo).port);
}

async function bench(rounds: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
  const port = 30_000 + (process.pid % 10_000);
  const address = `http://127.0.0.1:${port}/v2/pals?limit=1`;
  const child = fork(fileURLToPath(import.meta.url), ['visitor', address], { execArgv: ['--import', 'tsx'] });
  const [site] = (await once(child, 'message')) as [number];
  const config = readConfig({
    API_KEYS: `1:${KEY}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${site}`,
    ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  });
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
  await service.app.listen({ port, host: '127.0.0.1' });
  const client = createClient<AbortSignal>(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
  const median = (list: number[], share = 0.5) =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN;
  const measure = async (work: () => Promise<unknown>) => {
    child.send('begin');
    await work();
    child.send('end');
    return ((await once(child, 'message')) as [number[]])[0];
  };
  const seconds: number[] = [];
  const p95: number[] = [];
  const idleTimes = await measure(() => new Promise((resolve) => setTimeout(resolve, 3000)));
  // The first round is a warm-up, with which the extraction process starts.
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    let crawledPages = 0;
    const readTime = await measure(async () => {
      const { document_id } = (
        await client(createDocument, {
          credential: KEY,
          body: { document_url: `http://127.0.0.1:${site}/`, crawl: { depth: 10, max_pages: 100 } },
        })
      ).result;
      await service.context.jobs.idle();
      const { result } = await client(getDocument, { credential: KEY, params: { document_id } });
      if (result.status !== 'ready') throw new Error(`${result.status}: ${result.error_message}`);
      crawledPages = result.crawled_urls!.length;
    });
    const duration = (performance.now() - startedAt) / 1000;
    if (round > 0) {
      seconds.push(duration);
      p95.push(median(readTime, 0.95));
    }
    report(
      `${round === 0 ? 'warming up: ' : ''}${crawledPages} pages in ${duration.toFixed(1)} s; ${readTime.length} ` +
        `reads, p50 ${median(readTime).toFixed(0)} ms, p95 ${median(readTime, 0.95).toFixed(0)} ms\n`,
    );
  }
  report(
    `crawl of ${PAGES} pages: ${median(seconds).toFixed(1)} s (limit 15); keyed reads beside it: p95 ` +
      `${median(p95).toFixed(0)} ms (limit 60), without it ${median(idleTimes, 0.95).toFixed(0)} ms\n`,
  );
  child.kill();
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}

if (process.argv[2] === 'visitor') await serveAndRead(process.argv[3]!);
else await bench(Number(process.argv[2] ?? 3));
