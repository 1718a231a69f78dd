/**
 * 30 calls at once: frames that each client gets, the API's p95 meanwhile, what the service uses.
 *
 *   npm run build && node --import tsx bench/calls.ts [calls]
 *
 * Clients are node-datachannel peers in processes of their own; each call gets its greeting spoken and the
 * face all the time.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '../src/contract/client.ts';
import {
  createDeployment,
  listDeployments,
  patchDeployment,
  startDeployment,
} from '../src/contract/deployments.ts';
import { createPal } from '../src/contract/pals.ts';
import { SYSTEM_FACE } from '../src/service/seed/seed.ts';
import { join } from './client.ts';

const SECONDS = 12;
const RATE = 25;
const PER_PROCESS = 10;
const KEY = 'key-for-the-bench';
const PORT = 28_787;

async function clients(): Promise<void> {
  const { default: rtc } = await import('node-datachannel');
  const calls = JSON.parse(process.argv[3]!) as { url: string; token: string }[];
  const counts = calls.map(() => 0);
  let counting = false;
  // A collected object of the native module hears nothing more.
  const held: unknown[] = [];
  await Promise.all(
    calls.map(async (call, index) => {
      const joined = await join(call, 1000 + index, (peer) => {
        const video = new rtc.Video('1', 'RecvOnly');
        video.addVP8Codec(96);
        const face = peer.addTrack(video);
        face.setMediaHandler(new rtc.RtcpReceivingSession());
        face.onMessage((packet) => {
          // The marker ends a picture.
          if (counting && (packet[1]! & 0x80) !== 0 && (packet[1]! & 0x7f) === 96) counts[index]!++;
        });
        return [video, face];
      });
      joined.voice.onMessage(() => {});
      held.push(joined);
      const { channel } = joined;
      setInterval(
        () =>
          channel.isOpen() &&
          channel.sendMessage(
            JSON.stringify({ message_type: 'conversation', event_type: 'conversation.ping', properties: {} }),
          ),
        2000,
      );
    }),
  );
  process.send!('joined');
  process.on('message', (message) => {
    if (message === 'count') counting = true;
    else process.send!(counts, () => process.exit(0));
  });
}

async function bench(count: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-bench-'));
  const service = spawn(process.execPath, ['src/service/dist/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      API_KEYS: `1:${KEY}`,
      ROOM_UDP_PORT: '40777',
      LOG_LEVEL: 'error',
      OVERLOAD_REFUSALS: 'off',
      VISITOR_STARTS_PER_MINUTE: '100000',
      VISITOR_OPEN_CALLS: '100000',
    },
  });
  await once(service.stdout, 'data');
  const client = createClient<AbortSignal>(`http://127.0.0.1:${PORT}`, (url, init) => fetch(url, init));
  for (;;)
    if (
      await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
        () => true,
        () => false,
      )
    )
      break;
  const { pal_id } = (
    await client(createPal, {
      credential: KEY,
      body: {
        system_prompt: 'x',
        default_face_id: SYSTEM_FACE.id,
        custom_greeting: 'This is a long greeting. '.repeat(40),
      },
    })
  ).result;
  const { deployment_id } = (
    await client(createDeployment, { credential: KEY, body: { pal_id, channel: 'widget' } })
  ).result;
  await client(patchDeployment, {
    credential: KEY,
    params: { deployment_id },
    body: [{ op: 'replace', path: '/status', value: 'active' }],
  });
  const calls = await Promise.all(
    Array.from({ length: count }, async () => {
      const { result } = await client(startDeployment, { params: { deployment_id } });
      return { url: result.conversation_url, token: result.meeting_token };
    }),
  );
  const processes = Array.from({ length: Math.ceil(count / PER_PROCESS) }, (_, index) =>
    fork(
      fileURLToPath(import.meta.url),
      ['clients', JSON.stringify(calls.slice(index * PER_PROCESS, (index + 1) * PER_PROCESS))],
      { execArgv: ['--import', 'tsx'] },
    ),
  );
  await Promise.all(processes.map((child) => once(child, 'message')));
  const children = fs
    .readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const ticks = (pid: number) =>
    fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 13)
      .reduce((sum, part) => sum + Number(part), 0);
  const memory = (pid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  const before = [service.pid!, ...children].map(ticks);
  for (const child of processes) child.send('count');
  const started = performance.now();
  const latencies: number[] = [];
  while (performance.now() - started < SECONDS * 1000) {
    const asked = performance.now();
    await client(listDeployments, { credential: KEY });
    latencies.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const elapsed = (performance.now() - started) / 1000;
  const used = [service.pid!, ...children].map((pid, index) => ticks(pid) - before[index]!);
  const counts = (
    await Promise.all(
      processes.map(async (child) => {
        child.send('stop');
        return ((await once(child, 'message')) as [number[]])[0];
      }),
    )
  ).flat();
  latencies.sort((a, b) => a - b);
  const rates = counts.map((frames) => frames / elapsed).sort((a, b) => a - b);
  const at = (list: number[], share: number) =>
    list[Math.min(list.length - 1, Math.floor(list.length * share))]!;
  process.stdout.write(
    `${count} calls for ${elapsed.toFixed(1)} s\n` +
      `frames a second: least ${rates[0]!.toFixed(1)}, median ${at(rates, 0.5).toFixed(1)} of ${RATE} ` +
      `(least is ${((rates[0]! / RATE) * 100).toFixed(0)} %)\n` +
      `GET /v2/deployments: median ${at(latencies, 0.5).toFixed(1)} ms, p95 ` +
      `${at(latencies, 0.95).toFixed(1)} ms (${latencies.length} asked)\n` +
      `CPU of one core: API ${(used[0]! / elapsed) | 0} %, media ` +
      `${(used.slice(1).reduce((a, b) => a + b, 0) / elapsed) | 0} %; memory: API ` +
      `${memory(service.pid!).toFixed(0)} MB, media ` +
      `${children.map((pid) => memory(pid).toFixed(0)).join('+')} MB\n`,
  );
  service.kill('SIGTERM');
  await once(service, 'exit');
  fs.rmSync(folder, { recursive: true, force: true });
}

if (process.argv[2] === 'clients') await clients();
else await bench(Number(process.argv[2] ?? 30));
