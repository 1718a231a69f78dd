/**
 * Floods the service as an attacker: in turn with starts, joins, messages, bytes, patches, slow bodies, large
 * bodies, hanging callbacks and slow documents. Meanwhile visitors of another account and other addresses
 * (`X-Forwarded-For`) start calls, ask and leave.
 *
 *   npm run build && node --import tsx bench/floods.ts [--seconds 60] [--at-once 32] [--only starts]
 *     [--calls 30]
 *
 * Limits: a p95 of 500 ms for a visitor's start and of 200 ms for `/healthz`; each visitor gets an answer;
 * parallel calls with picture and voice (`--calls`) receive nine pictures of ten. The exit code is 1 if a limit is
 * missed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../src/contract/client.ts';
import { createDeployment, patchDeployment, startDeployment } from '../src/contract/deployments.ts';
import { endConversation } from '../src/contract/conversations.ts';
import { createPal } from '../src/contract/pals.ts';
import { readRoom, writeRoom } from '../src/contract/rooms.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { HeldCalls, inWords, RATE } from './held-calls.ts';
import { Times } from './game-day/ledger.ts';
import { pause, type BenchClient } from './game-day/visitors.ts';
import { report } from './results.ts';

const ATTACKER = { key: 'key-of-the-attacker', address: '203.0.113.66' };
const VICTIM = { key: 'key-of-the-victim-1', address: '198.51.100.7' };
const PORT = 26_000 + (process.pid % 3000);
const BASE = `http://127.0.0.1:${PORT}`;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'at-once': { type: 'string', default: '32' },
    only: { type: 'string' },
    calls: { type: 'string', default: '0' },
  },
});
/** Minimum fraction of its pictures that a call must receive. */
const PICTURES = 0.9;
const say = report;

/** Creates a client with its own address. */
const clientFrom = (address: string): BenchClient =>
  createClient<AbortSignal>(BASE, (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...init.headers, 'x-forwarded-for': address },
      signal: AbortSignal.timeout(30_000),
    }),
  );

/** Sends a request and ignores the result. */
async function send(
  method: string,
  target: string,
  body: string,
  headers: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${BASE}${target}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ATTACKER.address, ...headers },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  await response.arrayBuffer();
}

interface Target {
  deployment: string;
  pal: string;
}

async function targetOf(key: string, address: string, modality: 'chat' | 'video' = 'chat'): Promise<Target> {
  const client = clientFrom(address);
  const { pal_id } = (
    await client(createPal, {
      credential: key,
      body: { system_prompt: 'You answer.', default_face_id: SYSTEM_FACE.id },
    })
  ).result;
  const { deployment_id } = (
    await client(createDeployment, {
      credential: key,
      body: { pal_id, channel: 'widget', customization: { modality } } as never,
    })
  ).result;
  await client(patchDeployment, {
    credential: key,
    params: { deployment_id },
    body: [{ op: 'replace', path: '/status', value: 'active' }],
  });
  return { deployment: deployment_id, pal: pal_id };
}

/** Returns the floods. Each is repeated by many clients at the same time. */
function floodsOf({ deployment, pal }: Target, slow: string): Record<string, () => Promise<unknown>> {
  const keyHeaders = { 'x-api-key': ATTACKER.key };
  const start = () => send('POST', `/v2/deployments/${deployment}/start`, '{}', {});
  const object = JSON.stringify({
    system_prompt: 'x',
    more: Array.from({ length: 90_000 }, () => ({ a: 1 })),
  });
  const copies = JSON.stringify(
    Array.from({ length: 2000 }, () => ({
      op: 'copy',
      from: '/customization',
      path: '/customization/again',
    })),
  );
  let room: Promise<{ id: string; token: string }> | null = null;
  const message = (body: string) => async () => {
    room ??= clientFrom(ATTACKER.address)(startDeployment, { params: { deployment_id: deployment } }).then(
      ({ result }) => ({ id: result.conversation_id, token: result.meeting_token }),
    );
    room.catch(() => (room = null));
    const { id, token } = await room;
    await send('POST', `/rooms/${id}/messages`, body, { authorization: `Bearer ${token}` });
  };
  const line = { message_type: 'conversation', event_type: 'conversation.respond' };
  return {
    // Send messages and bytes first: they need a call, and the flood of starts would make the service refuse
    // it.
    messages: message(JSON.stringify({ ...line, properties: { text: 'Are you there?' } })),
    bytes: message(JSON.stringify({ ...line, properties: { text: 'x'.repeat(60_000) } })),
    starts: start,
    joins: () =>
      send('POST', `/rooms/c00000000000000000000/session`, 'v=0\r\n', {
        'content-type': 'application/sdp',
        authorization: 'Bearer none',
      }),
    patches: () => send('PATCH', `/v2/deployments/${deployment}`, copies, keyHeaders),
    'slow bodies': sendSlowBody,
    'large bodies': () => send('POST', '/v2/pals', object, keyHeaders),
    'hanging callbacks': () =>
      send(
        'POST',
        '/v2/conversations',
        JSON.stringify({ pal_id: pal, callback_url: `${slow}/hang`, test_mode: true }),
        keyHeaders,
      ),
    'slow documents': () =>
      send(
        'POST',
        '/v2/documents',
        JSON.stringify({ document_name: 'slow', document_url: `${slow}/drip.txt` }),
        keyHeaders,
      ),
  };
}

/** Sends a request body byte by byte. */
function sendSlowBody(): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(PORT, '127.0.0.1', () => {
      socket.write('POST /v2/pals HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\n');
      socket.write(`x-api-key: ${ATTACKER.key}\r\ncontent-length: 1000\r\n\r\n`);
      const drip = setInterval(() => socket.write(' '), 200);
      const endFlood = () => {
        clearInterval(drip);
        socket.destroy();
        resolve();
      };
      setTimeout(endFlood, 5000);
      socket.on('close', endFlood);
    });
    socket.on('error', () => resolve());
  });
}

/** Starts a server that never answers, or sends single bytes. */
async function openSlowServer(): Promise<{ url: string; host: string; close(): void }> {
  const server = http.createServer((request, response) => {
    if (!request.url?.startsWith('/drip')) return;
    response.writeHead(200, { 'content-type': 'text/plain' });
    const drip = setInterval(() => response.write('a word '), 500);
    response.on('close', () => clearInterval(drip));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    close: () => (server.closeAllConnections(), void server.close()),
  };
}

interface Timings {
  starts: Times;
  answers: Times;
  health: Times;
  faults: string[];
}

/** Starts a call as a visitor of another account, asks, reads the answer and leaves. */
async function visit(victim: Target, timings: Timings): Promise<void> {
  const client = clientFrom(VICTIM.address);
  let startedAt = performance.now();
  const { result } = await client(startDeployment, { params: { deployment_id: victim.deployment } });
  timings.starts.add(performance.now() - startedAt);
  const room = { params: { conversation_id: result.conversation_id }, credential: result.meeting_token };
  const countAgentLines = async () =>
    (await client(readRoom, room)).result.data.filter(
      (event) =>
        event['event_type'] === 'conversation.utterance' &&
        (event['properties'] as { role?: string }).role === 'pal',
    ).length;
  const waitForLines = async (count: number) => {
    for (let attempts = 0; (await countAgentLines()) < count; attempts++) {
      if (attempts > 200) throw new Error('no answer');
      await pause(50);
    }
  };
  await waitForLines(1);
  startedAt = performance.now();
  await client(writeRoom, {
    ...room,
    body: {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text: 'Are you there?' },
    },
  });
  await waitForLines(2);
  timings.answers.add(performance.now() - startedAt);
  await client(endConversation, {
    credential: VICTIM.key,
    params: { conversation_id: result.conversation_id },
  });
}

/** Starts calls of the victim's visitors, each from a different address. */
async function holdCalls(count: number): Promise<HeldCalls> {
  const heldCalls = new HeldCalls();
  const { deployment } = await targetOf(VICTIM.key, VICTIM.address, 'video');
  while (heldCalls.count < count) {
    const client = clientFrom(`198.18.0.${heldCalls.count + 1}`);
    const { result } = await client(startDeployment, { params: { deployment_id: deployment } });
    await heldCalls.add({ url: result.conversation_url, token: result.meeting_token });
  }
  return heldCalls;
}

async function flood(
  name: string,
  sendOnce: () => Promise<unknown>,
  victim: Target,
  heldCalls: HeldCalls,
): Promise<boolean> {
  const timings: Timings = { starts: new Times(), answers: new Times(), health: new Times(), faults: [] };
  let isOver = false;
  let sentCount = 0;
  const attack = Array.from({ length: Number(values['at-once']) }, async () => {
    while (!isOver) {
      // A request that fails immediately would otherwise be repeated without a pause and starve the others.
      await sendOnce().catch(() => pause(10));
      sentCount++;
    }
  });
  const observation = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await fetch(`${BASE}/healthz`).then((answer) => answer.arrayBuffer());
      timings.health.add(performance.now() - startedAt);
      await pause(50);
    }
  })();
  await heldCalls.rates();
  const end = performance.now() + Number(values.seconds) * 1000;
  while (performance.now() < end) {
    await visit(victim, timings).catch((error: Error) =>
      timings.faults.push((error as { code?: string }).code ?? error.message),
    );
    // Stay below the number of starts per minute that one address may make.
    await pause(2200);
  }
  const rates = await heldCalls.rates();
  isOver = true;
  await Promise.all([...attack, observation]);
  const passed =
    timings.faults.length === 0 &&
    timings.starts.at(0.95) <= 500 &&
    timings.health.at(0.95) <= 200 &&
    (heldCalls.count === 0 || rates[0]! >= PICTURES * RATE);
  say(
    `${name.padEnd(18)} ${String(sentCount).padStart(6)} sent; ` +
      `start p95 ${timings.starts.at(0.95)} ms of ${timings.starts.count}; ` +
      `answer p95 ${timings.answers.at(0.95)} ms; healthz p95 ${timings.health.at(0.95)} ms; ` +
      `failed ${timings.faults.length}` +
      `${timings.faults.length > 0 ? ` (${[...new Set(timings.faults)].join(', ')})` : ''} ${passed ? '' : 'MISSED'}`,
  );
  if (heldCalls.count > 0) say(`${' '.repeat(18)} ${heldCalls.count} calls: ${inWords(rates)}`);
  return passed;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-floods-'));
const slowServer = await openSlowServer();
const service = spawn(process.execPath, ['src/service/dist/main.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(PORT),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    API_KEYS: `1:${ATTACKER.key},2:${VICTIM.key}`,
    ROOM_UDP_PORT: String(PORT + 10_000),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    TRUST_PROXY: '1',
    OUTBOUND_ALLOWED_HOSTS: slowServer.host,
  },
});
let isPassing = true;
let openCalls: HeldCalls | undefined;
try {
  for (let attempts = 0; ; attempts++) {
    if (
      await fetch(`${BASE}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (attempts > 300 || service.exitCode !== null) throw new Error('The service does not start.');
    await pause(200);
  }
  const attacker = await targetOf(ATTACKER.key, ATTACKER.address);
  const victim = await targetOf(VICTIM.key, VICTIM.address);
  say(
    `${values.seconds} s of each flood, ${values['at-once']} at once; ` +
      `load of the machine ${os.loadavg()[0]!.toFixed(1)}`,
  );
  openCalls = await holdCalls(Number(values.calls));
  isPassing = await flood('nothing', () => pause(1000), victim, openCalls);
  for (const [name, repeatedFlood] of Object.entries(floodsOf(attacker, slowServer.url)))
    if (values.only === undefined || values.only === name)
      isPassing = (await flood(name, repeatedFlood, victim, openCalls)) && isPassing;
} finally {
  openCalls?.close();
  service.kill('SIGKILL');
  slowServer.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(isPassing ? 0 : 1);
