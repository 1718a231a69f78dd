/**
 * Measures each list, filter and search of conversations over HTTP: the p95 of sequential requests, in an account
 * with nearly all of the conversations.
 *
 *   node --import tsx bench/conversation-lists.ts [conversations] [lines of each]
 *
 * DATABASE_URL=postgres://… selects PostgreSQL; the database must be empty or filled by an earlier run of the same
 * size. The results are valid only on an otherwise idle machine.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/service/config/config.ts';
import { createService } from '../src/service/compose/service.ts';
import { fill, reopenSome, VOCABULARY } from './many-conversations.ts';
import { KEY, UNBOUNDED_LIMITS } from './own-service.ts';
import { report } from './results.ts';

const CONVERSATIONS = Number(process.argv[2] ?? 10_000);
const LINES = Number(process.argv[3] ?? 20);
const REQUESTS = 40;

const QUERIES: Record<string, string> = {
  'first page': '',
  'last page': `page=${Math.floor((CONVERSATIONS * 0.98) / 10)}`,
  'page of 200': 'limit=200',
  'status, few': 'status=active',
  'status, most': 'status=ended',
  deployment: 'deployment_id=d3',
  PAL: 'pal_id=p2',
  dates: 'created_after=2026-02-01&created_before=2026-02-05',
  reason: 'shutdown_reason=max_call_duration+reached',
  rating: 'rating=1,2',
  language: 'language=de',
  outcome: 'outcome=declined',
  'six filters': 'status=ended&pal_id=p2&rating=3&language=de&outcome=answered&created_after=2026-01-02',
  'no result': 'deployment_id=d99',
  'search, frequent word': 'search=word1x',
  'search, beginning of many words': 'search=word12',
  'search, rare word': `search=word${VOCABULARY - 17}x`,
  'search, two words': 'search=word12x+word345x',
  'search, no result': 'search=zebra',
  'search and filters': 'search=word12x&rating=1,2&language=de',
  'search and a filter of most': 'search=word12x&status=ended',
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const config = readConfig({
  ...UNBOUNDED_LIMITS,
  DATA_DIR: folder,
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  API_KEYS: `1:${KEY},2:${KEY}-of-another`,
});
const service = await createService(config, {
  media: {
    join: async () => ({ answer: '' }),
    leave() {},
    say() {},
    hush() {},
    send() {},
    listen() {},
    subscribe: () => () => {},
  },
  engines: { voice: null, ears: null },
  log: pino({ level: 'silent' }),
});
try {
  const { db } = service.context.store;
  const existingRows = await db.selectFrom('conversations').select('id').limit(1).execute();
  if (existingRows.length === 0) await fill(db, CONVERSATIONS, LINES);
  report(`${CONVERSATIONS} conversations, ${CONVERSATIONS * LINES} lines\n`);
  let worst = 0;
  for (const [name, query] of Object.entries(QUERIES)) {
    if (name === 'status, few') await reopenSome(db);
    const times: number[] = [];
    let count = 0;
    for (let request = 0; request < REQUESTS; request++) {
      const startedAt = performance.now();
      const answer = await service.app.inject({
        url: `/v2/conversations?${query}`,
        headers: { 'x-api-key': KEY },
      });
      times.push(performance.now() - startedAt);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      count = answer.json<{ total_count: number }>().total_count;
    }
    times.sort((a, b) => a - b);
    const percentile95 = times[Math.ceil(REQUESTS * 0.95) - 1]!;
    worst = Math.max(worst, percentile95);
    report(
      `${name}: p95 ${percentile95.toFixed(1)} ms, median ${times[REQUESTS / 2]!.toFixed(1)} ms, ${count} found\n`,
    );
  }
  report(`worst p95: ${worst.toFixed(1)} ms\n`);
} finally {
  await service.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
