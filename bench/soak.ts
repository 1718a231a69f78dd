/**
 * Simulates hours of conversation in minutes: calls start and end, and many turns pass through the complete
 * service (HTTP, room, agent, database). The room plays every sentence immediately, and the clock is a hundred
 * times faster. Reports the memory after garbage collections as the turns proceed.
 *
 *   node --expose-gc --import tsx bench/soak.ts [turns]
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createClient } from '../src/contract/client.ts';
import { endConversation } from '../src/contract/conversations.ts';
import { startDeployment } from '../src/contract/deployments.ts';
import { joinRoom } from '../src/contract/rooms.ts';
import { systemClock, type Clock } from '../src/runtime/clock.ts';
import { readConfig } from '../src/service/config/config.ts';
import type { MediaEvent } from '../src/rooms/embedded/media-messages.ts';
import { createService } from '../src/service/compose/service.ts';
import { activeDeployment, KEY, UNBOUNDED_LIMITS } from './own-service.ts';
import { toneVoice } from '../test/service/tone.ts';
import { report } from './results.ts';

const TURNS = Number(process.argv[2] ?? 10_000);
const CALLS = 20;
/** Number of turns of a call before it ends and another starts. */
const TURNS_OF_A_CALL = 50;
const FASTER = 100;
const since = Date.now();
const clock: Clock = {
  now: () => since + (Date.now() - since) * FASTER,
  after: (milliseconds, callback, signal) => systemClock.after(milliseconds / FASTER, callback, signal),
};

const listeners = new Set<(event: MediaEvent) => void>();
const emit = (event: MediaEvent) => listeners.forEach((listener) => listener(event));
let answerCount = 0;
const waiters = new Map<string, () => void>();
const media = {
  join: async () => ({ answer: 'v=0\r\n' }),
  leave() {},
  hush() {},
  listen() {},
  say(callId: string, utteranceId: string, speech: { duration: number }) {
    setImmediate(() => {
      emit({ is: 'saying', callId, utteranceId });
      emit({ is: 'said', callId, utteranceId, seconds: speech.duration, interrupted: false });
    });
  },
  send(callId: string, message: string) {
    const { event_type, properties } = JSON.parse(message) as {
      event_type: string;
      properties: { role?: string };
    };
    if (event_type !== 'conversation.utterance' || properties.role !== 'pal') return;
    waiters.get(callId)?.();
  },
  subscribe: (listener: (event: MediaEvent) => void) => (
    listeners.add(listener),
    () => listeners.delete(listener)
  ),
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
const config = readConfig({
  ...UNBOUNDED_LIMITS,
  DATA_DIR: folder,
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
});
const service = await createService(config, {
  clock,
  media,
  engines: { voice: toneVoice(5), ears: null },
  log: pino({ level: 'error' }),
});
const client = createClient<AbortSignal>('', async (url, init) => {
  const answer = await service.app.inject({
    url,
    method: init.method as 'GET',
    headers: init.headers,
    ...(init.body === undefined ? {} : { payload: init.body }),
  });
  return {
    ok: answer.statusCode < 400,
    status: answer.statusCode,
    headers: {
      get: (name) =>
        answer.headers[name.toLowerCase()] === undefined ? null : String(answer.headers[name.toLowerCase()]),
    },
    text: async () => answer.body,
  };
});
const deployment_id = await activeDeployment(client, { custom_greeting: 'Hello.' });

const nextAnswer = (callId: string) => new Promise<void>((resolve) => waiters.set(callId, resolve));
async function call(): Promise<void> {
  const { result } = await client(startDeployment, { params: { deployment_id } });
  const params = { conversation_id: result.conversation_id };
  const credential = result.meeting_token;
  await client(joinRoom, { params, credential, body: 'v=0\r\n' });
  let next = nextAnswer(result.conversation_id);
  emit({ is: 'connected', callId: result.conversation_id });
  await next;
  for (let turn = 0; turn < TURNS_OF_A_CALL && answerCount < TURNS; turn++) {
    next = nextAnswer(result.conversation_id);
    // Emit the event directly, because requests would reach the rate limit of one address.
    emit({
      is: 'message',
      callId: result.conversation_id,
      data: JSON.stringify({
        message_type: 'conversation',
        event_type: 'conversation.respond',
        properties: { text: `Question number ${answerCount}?` },
      }),
    });
    await next;
    answerCount++;
  }
  waiters.delete(result.conversation_id);
  await client(endConversation, { credential: KEY, params });
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
const samples: { turns: number; heap: number }[] = [];
const startedAt = performance.now();
let noted = 0;
const note = () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  samples.push({ turns: answerCount, heap: heapUsed + external });
  report(
    `${String(answerCount).padStart(6)} turns, ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ` +
      `${megabytes(heapUsed)} MB in use, ${megabytes(external)} MB outside, ${megabytes(rss)} MB of ` +
      'the process\n',
  );
};
const watch = setInterval(() => {
  if (answerCount - noted < TURNS / 10) return;
  noted = answerCount;
  note();
}, 200);
await Promise.all(
  Array.from({ length: CALLS }, async () => {
    while (answerCount < TURNS) await call();
  }),
);
clearInterval(watch);
await service.context.jobs.idle();
note();
// The first fifth warms up caches; only the growth after it counts.
const after = samples.filter(({ turns }) => turns >= TURNS / 5);
const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const [x, y] = [mean(after.map(({ turns }) => turns)), mean(after.map(({ heap }) => heap))];
const slope =
  after.reduce((sum, { turns, heap }) => sum + (turns - x) * (heap - y), 0) /
  after.reduce((sum, { turns }) => sum + (turns - x) ** 2, 0);
report(`growth: ${slope.toFixed(0)} bytes a turn over the last four fifths\n`);
await service.close();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(0);
