/**
 * Measures how long a site of 300 pages with 40 PDFs takes until it is read and embedded (limit: 6 minutes), and
 * the CPU time of the service and its processes. Meanwhile the bench sends reads with an API key at a constant
 * rate; the limit of their p95 is 50 ms.
 *
 *   npm run build && node --import tsx bench/large-site.ts [--sections 4]
 *
 * A document has at most 100 pages, so the site has four sections, each a document; all are created at once.
 * Each page has 20 different sentences, and each PDF about two pages of text.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { createDocument, getDocument } from '../src/contract/documents.ts';
import { pause } from './game-day/visitors.ts';
import { pdfOf } from './organisations/files.ts';
import { KEY, openService } from './own-service.ts';
import { report } from './results.ts';

const PAGES = 75;
const PDFS = 10;
const PAGE_SENTENCES = 20;
const PDF_SENTENCES = 60;
/** Milliseconds between reads. */
const READ_EVERY = 40;
/** Clock ticks per second in `/proc`. */
const TICKS = 100;

const { values } = parseArgs({ options: { sections: { type: 'string', default: '4' } } });

const SUBJECTS = ['The workshop', 'The small hall', 'Our swimming course', 'The boat trip', 'A guided tour'];
const FACTS = ['begins at', 'costs less before', 'is closed for visitors after', 'has its last entry at'];
const PLACES = ['near the north gate', 'beside the old mill', 'on the second floor', 'in the visitor centre'];

/** Returns different sentences for each seed. */
const sentences = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const wordIndex = seed * 31 + index * 17;
    const pick = (list: readonly string[], step: number) => list[Math.floor(wordIndex / step) % list.length]!;
    const time = `${8 + (wordIndex % 12)}:${String((wordIndex * 7) % 60).padStart(2, '0')}`;
    const group = `for groups of ${2 + (wordIndex % 40)} people`;
    return `${pick(SUBJECTS, 1)} number ${wordIndex} ${pick(FACTS, 5)} ${time} ${pick(PLACES, 20)}, ${group}.`;
  });

const pdfs = new Map<string, Uint8Array>();
for (let section = 0; section < Number(values.sections); section += 1)
  for (let index = 0; index < PDFS; index += 1) {
    const seed = 10_000 + section * PDFS + index;
    const text = sentences(seed, PDF_SENTENCES);
    const blocks = [`# Leaflet ${seed}`];
    for (let from = 0; from < text.length; from += 10)
      blocks.push(`## Part ${from / 10 + 1}`, text.slice(from, from + 10).join(' '));
    pdfs.set(`/${section}/leaflet-${index}.pdf`, pdfOf(blocks.join('\n\n'), 'Page foot'));
  }

function pageOf(section: number, page: number): string {
  const links = Array.from({ length: 12 }, (_, index) => (page * 10 + index) % PAGES)
    .map((next) => `<a href="/${section}/page-${next}.html">Page ${next}</a>`)
    .join(' ');
  const leaflets = Array.from(
    { length: PDFS },
    (_, index) => `<a href="/${section}/leaflet-${index}.pdf">Leaflet</a>`,
  );
  const text = sentences(section * PAGES + page, PAGE_SENTENCES);
  const parts = [0, 5, 10, 15].map(
    (from) => `<h2>Part ${from}</h2><p>${text.slice(from, from + 5).join(' ')}</p>`,
  );
  return (
    `<!doctype html><title>Page ${page}</title><nav>${links}</nav><main><h1>Page ${section}.${page}</h1>` +
    `${parts.join('')}${page === 0 ? leaflets.join(' ') : ''}</main>`
  );
}

const site = http
  .createServer((request, response) => {
    const pdf = pdfs.get(request.url!);
    if (pdf) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    const [, section, page] = /^\/(\d+)\/page-(\d+)\.html$/.exec(request.url!) ?? [];
    if (page === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(Number(section), Number(page)));
  })
  .listen(0, '127.0.0.1');
await once(site, 'listening');
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;

/** Returns the CPU seconds of a process and its descendants, with those that have ended. */
function cpuSeconds(root: number): number {
  const fields = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
        const statFields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        return [
          { pid: Number(name), parent: Number(statFields[1]), ticks: statFields.slice(11, 15).map(Number) },
        ];
      } catch {
        return [];
      }
    });
  const ticksOf = (pid: number): number =>
    fields
      .filter(({ parent }) => parent === pid)
      .reduce(
        (sum, child) => sum + ticksOf(child.pid),
        fields.find((each) => each.pid === pid)?.ticks.reduce((a, b) => a + b) ?? 0,
      );
  return ticksOf(root) / TICKS;
}

const service = await openService({ OUTBOUND_ALLOWED_HOSTS: host });
const durations: number[] = [];
const read = async () => {
  const startedAt = performance.now();
  const response = await fetch(`${service.base}/v2/pals?limit=1`, { headers: { 'x-api-key': KEY } });
  await response.text();
  durations.push(performance.now() - startedAt);
};
const p95 = () => [...durations].sort((a, b) => a - b)[Math.floor(durations.length * 0.95)]!.toFixed(0);
const timer = setInterval(() => void read(), READ_EVERY);
try {
  await pause(3000);
  const p95Alone = p95();
  durations.splice(0);
  const startedAt = performance.now();
  const cpuBefore = cpuSeconds(service.pid);
  const ids = await Promise.all(
    Array.from({ length: Number(values.sections) }, async (_, section) => {
      const body = {
        document_url: `http://${host}/${section}/page-0.html`,
        crawl: { depth: 10, max_pages: 100 },
      };
      return (await service.client(createDocument, { credential: KEY, body })).result.document_id;
    }),
  );
  let pages = 0;
  for (const document_id of ids)
    for (;;) {
      const { result } = await service.client(getDocument, { credential: KEY, params: { document_id } });
      if (result.status === 'error') throw new Error(`The site is not ready: ${result.error_message}`);
      if (result.status === 'ready') {
        pages += result.crawled_urls?.length ?? 0;
        break;
      }
      await pause(200);
    }
  const seconds = (performance.now() - startedAt) / 1000;
  report(
    `${pages} pages and PDFs crawled, read and embedded in ${seconds.toFixed(0)} s (bar 360), ` +
      `${(cpuSeconds(service.pid) - cpuBefore).toFixed(0)} s of CPU time; keyed reads beside it: ` +
      `${durations.length}, p95 ${p95()} ms (bar 50), ` +
      `without it ${p95Alone} ms; load ${os.loadavg()[0]!.toFixed(1)}\n`,
  );
} finally {
  clearInterval(timer);
  await service.close();
  site.close();
}
