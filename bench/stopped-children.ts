/**
 * Stops each child process of the service in turn (SIGSTOP), during ten calls with sound and picture, while a
 * document is read and a question is asked. Limits:
 *
 * - no call ends, and pictures return within 6 s in every call;
 * - `/readyz` returns 200 for at most 3 s while the media process is stopped;
 * - the document is read and the question is answered.
 *
 *   npm run build && node --import tsx bench/stopped-children.ts [calls]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '../src/contract/client.ts';
import { createConversation, getConversation } from '../src/contract/conversations.ts';
import { getDocument } from '../src/contract/documents.ts';
import { askPal } from '../src/contract/pal-questions.ts';
import { createPal } from '../src/contract/pals.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { openService } from './game-day/service.ts';
import { pause, Watcher, type BenchClient, type Call } from './game-day/visitors.ts';
import { report } from './results.ts';

const KEY = 'key-of-the-stopped-children';
const CALLS = Number(process.argv[2] ?? 10);
const PORT = 22_000 + (process.pid % 5000);
/** Milliseconds that are observed after each stop. */
const WATCHED_MS = 20_000;
const CHECK_INTERVAL_MS = 50;
/** Maximum milliseconds after which pictures arrive again, and after which the service is ready again. */
const MAX_PICTURES_MS = 6000;
const MAX_READY_MS = 3000;

interface Child {
  pid: number;
  name: string;
}
function childrenOf(pid: number): Child[] {
  return fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .map((child) => {
      const [, program = ''] = fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
      return { pid: child, name: path.basename(program, '.js') };
    });
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-stopped-'));
const service = await openService(
  PORT,
  {
    DATA_DIR: folder,
    API_KEYS: `1:${KEY}`,
    LOG_LEVEL: 'error',
    OVERLOAD_REFUSALS: 'off',
    VISITOR_STARTS_PER_MINUTE: '100000',
    VISITOR_OPEN_CALLS: '100000',
  },
  null,
);
const client: BenchClient = createClient<AbortSignal>(service.url, (address, init) =>
  fetch(address, { ...init, signal: AbortSignal.timeout(30_000) }),
);

const TEXT =
  '# Opening hours\n\nThe shop is open from nine to five on weekdays.\n\n# Repairs\n\nA tube costs 12 euros.';

async function createAgent(): Promise<string> {
  const body = { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, custom_greeting: 'Hello. '.repeat(20) };
  return (await client(createPal, { credential: KEY, body })).result.pal_id;
}

/** Returns the milliseconds until a new document is used in answers. */
async function measureLearning(name: string): Promise<number> {
  const startedAt = performance.now();
  const form = new FormData();
  form.set('file', new Blob([`${TEXT}\n\n${name}.`]), `${name}.md`);
  form.set('document_name', name);
  const response = await fetch(`${service.url}/v2/documents`, {
    method: 'POST',
    headers: { 'x-api-key': KEY },
    body: form,
  });
  const { document_id } = (await response.json()) as { document_id: string };
  for (;;) {
    const { status, error_message } = (
      await client(getDocument, { credential: KEY, params: { document_id } })
    ).result;
    if (status === 'ready') return performance.now() - startedAt;
    if (status === 'error') throw new Error(`a document of ${name} failed: ${error_message}`);
    await pause(CHECK_INTERVAL_MS);
  }
}

/** Returns the milliseconds until a question is answered. */
async function measureAnswer(pal_id: string): Promise<number> {
  const startedAt = performance.now();
  const body = { question: 'When do you open?' };
  await client(askPal, { credential: KEY, params: { pal_id }, body });
  return performance.now() - startedAt;
}

async function openCalls(pal_id: string): Promise<Call[]> {
  const calls: Call[] = [];
  for (let number = 0; number < CALLS; number++) {
    const created = (await client(createConversation, { credential: KEY, body: { pal_id } })).result;
    const { conversation_id: id, conversation_url: url, meeting_token: token } = created;
    calls.push({ id, url, token: token ?? '', client });
  }
  return calls;
}

/**
 * Returns milliseconds: the longest time without a picture in any call, and how long `/readyz` returned 200 while the
 * media process was stopped. The visitors are native clients, which notice a lost connection later than a page does.
 */
async function measureOutages(
  watchers: readonly Watcher[],
  child: Child,
): Promise<{ pictures: number; ready: number }> {
  const startedAt = performance.now();
  const last = watchers.map(({ pictures }) => ({ pictures, at: startedAt }));
  let longest = 0;
  let ready = 0;
  while (performance.now() - startedAt < WATCHED_MS) {
    await pause(CHECK_INTERVAL_MS);
    const isReady = await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    const now = performance.now();
    for (const [index, { pictures }] of watchers.entries()) {
      const entry = last[index]!;
      if (pictures > entry.pictures) Object.assign(entry, { pictures, at: now });
      longest = Math.max(longest, now - entry.at);
    }
    if (isReady && child.name === 'media-process' && fs.existsSync(`/proc/${child.pid}`))
      ready = now - startedAt;
  }
  return { pictures: longest, ready };
}

const agent = await createAgent();
await measureLearning('first');
await measureAnswer(agent);
const calls = await openCalls(agent);
const watchers = calls.map((call) => new Watcher(call));
for (const [index, watcher] of watchers.entries()) void watcher.stay(1000 + index);
while (watchers.some(({ pictures }) => pictures < 50)) await pause(100);
let hasPassed = true;
for (const child of childrenOf(service.pid()!)) {
  const { pid, name } = child;
  process.kill(pid, 'SIGSTOP');
  const answers = Promise.all([measureLearning(name), measureAnswer(agent)]);
  const { pictures, ready } = await measureOutages(watchers, child);
  const [learnt, answerTime] = await answers;
  const isBack = !fs.existsSync(`/proc/${pid}`);
  hasPassed &&= pictures <= MAX_PICTURES_MS && ready <= MAX_READY_MS;
  report(
    `${name}: longest time without pictures ${(pictures / 1000).toFixed(1)} s, /readyz untrue for ` +
      `${(ready / 1000).toFixed(1)} s, a document ready after ${(learnt / 1000).toFixed(1)} s, a question answered ` +
      `after ${(answerTime / 1000).toFixed(1)} s, ${isBack ? 'replaced' : 'not replaced'}\n`,
  );
  if (!isBack) process.kill(pid, 'SIGCONT');
}
let endedCalls = 0;
for (const { id } of calls) {
  const answer = await client(getConversation, { credential: KEY, params: { conversation_id: id } });
  if (answer.result.status !== 'active') endedCalls++;
}
report(`${CALLS} calls, ${endedCalls} ended, load ${os.loadavg()[0]!.toFixed(1)}\n`);
for (const watcher of watchers) watcher.leave();
await service.close();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(hasPassed && endedCalls === 0 ? 0 : 1);
