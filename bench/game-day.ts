/**
 * Simulates a day of failures in a short time: the database, the media process and the service are killed in turn.
 * Meanwhile two supervised processes on one PostgreSQL serve long and short calls, writes with a key, and
 * callbacks. Prints how much was acknowledged, and how much of it was lost, duplicated or out of order.
 *
 *   npm run build && node --import tsx bench/game-day.ts [--seconds 3600] [--calls 10] [--every 20] [--pace 100]
 *   npm run build && node --import tsx bench/game-day.ts --restarts 5     restarts only the database, 5 times
 *
 * - `--kinds media,service`: the kinds of failures, in turn.
 * - `--every`: seconds between two failures. `--away`: seconds for which the database is down.
 * - `--pace`: milliseconds between two writes with a key, and between two short calls.
 * - `--log FILE`: the services' output at LOG_LEVEL (`warn`).
 *
 * Needs PostgreSQL's programs (Debian's `postgresql`). The exit code is 1 if something was lost.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../src/contract/client.ts';
import { createConversation, endConversation, getConversation } from '../src/contract/conversations.ts';
import { listCallbacks } from '../src/contract/callbacks.ts';
import { createPal, listPals } from '../src/contract/pals.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { openCluster, type Cluster } from './game-day/cluster.ts';
import { CallbackReceiver, Times } from './game-day/ledger.ts';
import { openService, type ServiceProcess } from './game-day/service.ts';
import { pause, Watcher, Writer, type BenchClient, type Call } from './game-day/visitors.ts';
import { report } from './results.ts';

const KEY = 'key-of-the-game-day';
/** Number of visitors who write. */
const WRITERS = 4;
const PORT = 21_000 + (process.pid % 5000);
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3600' },
    calls: { type: 'string', default: '10' },
    every: { type: 'string', default: '20' },
    pace: { type: 'string', default: '100' },
    restarts: { type: 'string' },
    kinds: { type: 'string', default: 'database,media,service' },
    away: { type: 'string', default: '0' },
    log: { type: 'string' },
  },
});
const every = Number(values.every) * 1000;
const restarts = values.restarts === undefined ? null : Number(values.restarts);
const kinds = restarts === null ? values.kinds.split(',') : ['database'];
const seconds = restarts === null ? Number(values.seconds) : (restarts * every) / 1000 + 10;
const log = values.log ?? null;
const say = report;
const clientOf = (url: string): BenchClient =>
  createClient<AbortSignal>(url, (address, init) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(30_000) }),
  );

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-game-day-data-'));
const receiver = new CallbackReceiver();
const host = await receiver.open();
const cluster = await openCluster(PORT + 5000);
const services: ServiceProcess[] = [];
let isOver = false;
const refusals = new Map<string, number>();
const countRefusal = (error: unknown) => {
  const code = (error as { code?: string }).code ?? (error as Error).name;
  refusals.set(code, (refusals.get(code) ?? 0) + 1);
};

/** Creates PALs with unique names through both processes. */
async function makePals(clients: readonly BenchClient[], names: string[], times: Times): Promise<void> {
  for (let number = 0; !isOver; number++) {
    const pal_name = `pal number ${number}`;
    const startedAt = performance.now();
    try {
      await clients[number % clients.length]!(createPal, {
        credential: KEY,
        body: { pal_name, system_prompt: 'x', default_face_id: SYSTEM_FACE.id },
      });
      names.push(pal_name);
      times.add(performance.now() - startedAt);
    } catch (error) {
      countRefusal(error);
    }
    await pause(Number(values.pace));
  }
}

interface CallRecord {
  begun: Set<string>;
  ended: Set<string>;
}

/** Starts and ends calls continuously. */
async function startAndEndCalls(
  clients: readonly BenchClient[],
  pal: string,
  received: CallRecord,
  times: Times,
): Promise<void> {
  for (let number = 0; !isOver; number++) {
    const client = clients[number % clients.length]!;
    const startedAt = performance.now();
    try {
      const { conversation_id } = await begin(client, pal);
      received.begun.add(conversation_id);
      times.add(performance.now() - startedAt);
      await pause(200);
      // End the call through the other process, which has to ask the one that runs it.
      const otherClient = clients[(number + 1) % clients.length]!;
      await otherClient(endConversation, { credential: KEY, params: { conversation_id } });
      received.ended.add(conversation_id);
    } catch (error) {
      countRefusal(error);
    }
    await pause(Number(values.pace));
  }
}

const begin = async (client: BenchClient, pal_id: string) =>
  (
    await client(createConversation, {
      credential: KEY,
      body: { pal_id, callback_url: `http://${host}/callbacks` },
    })
  ).result;

/** Causes one failure after another: of the parts in `--kinds` in turn, or only of the database with `--restarts`. */
async function causeFailures(): Promise<Record<string, number>> {
  const failureCounts: Record<string, number> = { database: 0, media: 0, service: 0 };
  const kill = (pid: number | null) => void (pid !== null && process.kill(pid, 'SIGKILL'));
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() + every < end; turn++) {
    await pause(every);
    const kind = kinds[turn % kinds.length]!;
    if (restarts !== null && turn >= restarts) break;
    say(`${new Date().toISOString()} ${kind}`);
    if (kind === 'database') await cluster.restart(Number(values.away) * 1000);
    else if (kind === 'media') kill(services[turn % services.length]!.media());
    else if (kind === 'service') kill(services[turn % services.length]!.pid());
    else throw new Error(`There is no trouble named ${kind}.`);
    failureCounts[kind]!++;
  }
  await pause(Math.max(0, end - performance.now()));
  return failureCounts;
}

/** Retries for a while, because the service may be restarting. */
async function retry<Found>(ask: () => Promise<Found>): Promise<Found> {
  for (let attempts = 0; ; attempts++)
    try {
      return await ask();
    } catch (error) {
      if (attempts > 30) throw error;
      await pause(1000);
    }
}

async function namesOf(client: BenchClient): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { data } = (
      await retry(() => client(listPals, { credential: KEY, query: { limit: '100', page: String(page) } }))
    ).result;
    for (const { pal_name } of data) ids.set(pal_name ?? '', (ids.get(pal_name ?? '') ?? 0) + 1);
    if (data.length < 100) return ids;
  }
}

/** Ends the call, and returns the lines of its transcript from the conversation's events. */
async function transcriptOf({ client, id }: Call): Promise<string[]> {
  const params = { conversation_id: id };
  await retry(() => client(endConversation, { credential: KEY, params }));
  const { events = [] } = (
    await retry(() => client(getConversation, { credential: KEY, params, query: { verbose: 'true' } }))
  ).result;
  const transcription = events.find(({ event_type }) => event_type === 'application.transcription_ready');
  return ((transcription?.properties['transcript'] ?? []) as { content: string }[]).map(
    ({ content }) => content,
  );
}

/** Counts acknowledged lines that are missing in the transcript of their call or occur more than once. */
async function countLineFaults(
  writers: readonly Writer[],
): Promise<{ losses: number; doublings: number; ends: number }> {
  const sum = { losses: 0, doublings: 0, ends: await countEarlyEnds(writers) };
  for (const { call, acknowledgedLines } of writers) {
    const lines = await transcriptOf(call);
    for (const line of acknowledgedLines) {
      const times = lines.filter((content) => content === line).length;
      if (times === 0) sum.losses++;
      if (times > 1) sum.doublings++;
      if (times !== 1) say(`${line}: ${times} times in its transcript`);
    }
  }
  return sum;
}

/** Starts both processes, and creates the PAL for all calls. */
async function prepare(open: Cluster): Promise<{ clients: BenchClient[]; pal: string }> {
  const environment = {
    DATABASE_URL: open.url,
    DATA_DIR: folder,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    API_KEYS: `1:${KEY}`,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? (log === null ? 'silent' : 'warn'),
    OUTBOUND_ALLOWED_HOSTS: host,
    VISITOR_STARTS_PER_MINUTE: '100000',
    VISITOR_OPEN_CALLS: '100000',
    ROOM_MAXIMUM_CALLS: '500',
  };
  services.push(await openService(PORT, environment, log), await openService(PORT + 1, environment, log));
  const clients = services.map(({ url }) => clientOf(url));
  const { pal_id } = (
    await clients[0]!(createPal, {
      credential: KEY,
      body: {
        pal_name: 'the one that talks',
        system_prompt: 'x',
        default_face_id: SYSTEM_FACE.id,
        custom_greeting: 'This is a long greeting. '.repeat(10),
      },
    })
  ).result;
  return { clients, pal: pal_id };
}

const readCall = (client: BenchClient, conversation_id: string) =>
  retry(() =>
    client(getConversation, { credential: KEY, params: { conversation_id }, query: { verbose: 'true' } }),
  );

/** Counts acknowledged calls that are missing, and calls that are still active although their end was acknowledged. */
async function countLostCalls(
  { begun: startedCalls, ended }: CallRecord,
  client: BenchClient,
): Promise<number> {
  let losses = 0;
  for (const id of startedCalls) {
    const answer = await readCall(client, id).catch(() => null);
    if (!answer || (ended.has(id) && answer.result.status !== 'ended')) losses++;
  }
  return losses;
}

/** Counts ends without a callback, and prints the delivery attempts for them. */
async function reportMissing(ids: readonly string[], client: BenchClient): Promise<number> {
  for (const conversation_id of ids) {
    const { result } = await client(listCallbacks, { credential: KEY, query: { conversation_id } });
    say(`${conversation_id} has no callback of its end: ${JSON.stringify(result.data)}`);
  }
  return ids.length;
}

/** Counts calls that ended although their visitors stayed, and prints the reasons. */
async function countEarlyEnds(visitors: readonly { call: Call }[]): Promise<number> {
  const storedCalls = await Promise.all(visitors.map(({ call }) => readCall(call.client, call.id)));
  const endedConversations = storedCalls
    .map(({ result }) => result)
    .filter(({ status }) => status !== 'active');
  for (const { conversation_id, events = [] } of endedConversations) {
    const end = events.find(({ event_type }) => event_type === 'system.shutdown');
    say(
      `${conversation_id} ended at ${String(end?.['timestamp'])}: ${String(end?.properties['shutdown_reason'])}`,
    );
  }
  return endedConversations.length;
}

async function main(open: Cluster): Promise<boolean> {
  const { clients, pal } = await prepare(open);
  const calls: Call[] = [];
  for (let number = 0; number < Number(values.calls) + WRITERS; number++) {
    const client = clients[number % clients.length]!;
    const created = await begin(client, pal);
    calls.push({
      id: created.conversation_id,
      url: created.conversation_url,
      token: created.meeting_token,
      client,
    });
  }
  const watchers = calls.slice(WRITERS).map((call) => new Watcher(call));
  const writers = calls.slice(0, WRITERS).map((call) => new Writer(call));
  const remainingVisitors = [
    ...watchers.map((watcher, index) => watcher.stay(1000 + index)),
    ...writers.map((writer) => writer.stay(2000)),
  ];
  const names: string[] = [];
  const callbacks: CallRecord = { begun: new Set(), ended: new Set() };
  const [writing, starting] = [new Times(), new Times()];
  const startedAt = performance.now();
  const loads = [makePals(clients, names, writing), startAndEndCalls(clients, pal, callbacks, starting)];
  const failures = await causeFailures();
  const length = (performance.now() - startedAt) / 1000;
  const rates = watchers.map(({ pictures }) => pictures / length);
  isOver = true;
  await Promise.all(loads);
  for (const writer of writers) writer.leave();
  // Maximum time in which the service stores the last lines of a call.
  await pause(6000);
  const lines = await countLineFaults(writers);
  const storedNames = await namesOf(clients[0]!);
  const lostNames = names.filter((name) => !storedNames.has(name)).length;
  const doubledNames = [...storedNames.values()].filter((times) => times > 1).length;
  const lostCalls = await countLostCalls(callbacks, clients[0]!);
  const earlyEnds = await countEarlyEnds(watchers);
  for (const watcher of watchers) watcher.leave();
  for (let waited = 0; waited < 120 && receiver.missingIds(callbacks.ended).length > 0; waited++)
    await pause(1000);
  const misses = await reportMissing(receiver.missingIds(callbacks.ended), clients[0]!);
  const swaps = receiver.unorderedIds().length;
  const lineCount = writers.reduce((sum, { acknowledgedLines }) => sum + acknowledgedLines.length, 0);
  const returns = watchers.reduce((sum, watcher) => sum + watcher.returns, 0);
  const longestAbsence = Math.round(Math.max(0, ...watchers.map((watcher) => watcher.away)));
  const deaths = services.reduce((sum, service) => sum + service.deaths(), 0) - failures['service']!;
  say(
    `${length.toFixed(0)} s, load of the machine ${os.loadavg()[0]!.toFixed(1)}; killed: ${JSON.stringify(failures)}`,
  );
  say(`processes of the service that died beside those: ${deaths}`);
  say(
    `calls with picture: ${watchers.length}, ended ${earlyEnds}, came back ${returns} times, longest away ` +
      `${longestAbsence} ms; pictures a second, least ${Math.min(...rates).toFixed(1)}`,
  );
  say(
    `calls in text: ${writers.length}, ended ${lines.ends}; lines acknowledged ${lineCount}, lost ${lines.losses}, ` +
      `doubled ${lines.doublings}`,
  );
  say(
    `PALs acknowledged ${names.length}, lost ${lostNames}, doubled ${doubledNames}; p95 ${writing.at(0.95)} ms`,
  );
  say(
    `calls begun ${callbacks.begun.size}, ended ${callbacks.ended.size}, lost ${lostCalls}; p95 of a start ` +
      `${starting.at(0.95)} ms`,
  );
  say(
    `callbacks taken ${receiver.count}, lost ${misses}, out of order ${swaps}, sent again ${receiver.doubledCount}`,
  );
  say(`refusals: ${JSON.stringify(Object.fromEntries(refusals))}`);
  await Promise.race([Promise.all(remainingVisitors), pause(3000)]);
  const faultCount =
    lostNames + doubledNames + lostCalls + misses + swaps + lines.losses + lines.doublings + deaths;
  return faultCount === 0 && (restarts === null || earlyEnds + lines.ends === 0);
}

let isPassing = false;
try {
  isPassing = await main(cluster);
} finally {
  isOver = true;
  await Promise.all(services.map((service) => service.close()));
  await cluster.close();
  receiver.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
say(isPassing ? 'nothing was lost' : 'SOMETHING WAS LOST');
process.exit(isPassing ? 0 : 1);
