/**
 * Runs 30 simultaneous calls. Measures each client's frames, the API's p95 and the service's resources.
 *
 *   npm run build && node --import tsx bench/calls.ts [calls] [ratio] [drawn | trained]
 *
 * - `ratio`: device pixels per CSS pixel of the visitors' screens. With 2, a picture has 720 px a side,
 *   otherwise 512.
 * - `drawn`: the visitors' browsers draw the face, so packets of the voice are counted instead of pictures.
 * - `trained`: the face is first trained from a film.
 *
 * The clients are node-datachannel peers in separate processes. The agent speaks its greeting in each call.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listDeployments, startDeployment } from '../src/contract/deployments.ts';
import { getFace } from '../src/contract/faces.ts';
import { createTalkingFilm } from '../test/face-training/drawn-film.ts';
import { pause } from './game-day/visitors.ts';
import { HeldCalls, inWords, VOICE_RATE } from './held-calls.ts';
import { activeDeployment, KEY, openService, type OwnService } from './own-service.ts';
import { report } from './results.ts';

const SECONDS = 12;

/** Returns the id of a face that speaks, trained from a film of a drawn face. */
async function trainFace({ base, client }: Pick<OwnService, 'base' | 'client'>): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-calls-'));
  const form = new FormData();
  form.set('face_name', 'Mira');
  form.set('consent_name', 'Mira');
  form.set('consent_statement_url', 'https://example.com/statement.pdf');
  form.set(
    'file',
    new Blob([Uint8Array.from(await createTalkingFilm(folder))], { type: 'video/webm' }),
    'film.webm',
  );
  fs.rmSync(folder, { recursive: true });
  const headers = { 'x-api-key': KEY };
  const response = await fetch(`${base}/v2/faces`, { method: 'POST', headers, body: form });
  const { face_id } = (await response.json()) as { face_id: string };
  for (;;) {
    const { status } = (await client(getFace, { credential: KEY, params: { face_id } })).result;
    if (status === 'completed') return face_id;
    if (status === 'error') throw new Error('The training failed.');
    await pause(500);
  }
}

async function bench(count: number, ratio: number, kind: string | undefined): Promise<void> {
  const drawn = kind === 'drawn';
  const service = await openService();
  const { client } = service;
  const custom_greeting = 'This is a long greeting. '.repeat(40);
  const face = kind === 'trained' ? { default_face_id: await trainFace(service) } : {};
  const deployment_id = await activeDeployment(client, { custom_greeting, ...face });
  const calls = await Promise.all(
    Array.from({ length: count }, async () => {
      const { result } = await client(startDeployment, { params: { deployment_id } });
      return { url: result.conversation_url, token: result.meeting_token };
    }),
  );
  const heldCalls = new HeldCalls(ratio, { drawn });
  for (const call of calls) await heldCalls.add(call);
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
  const ticksBefore = [service.pid, ...children].map(ticks);
  await heldCalls.rates();
  const startedAt = performance.now();
  const latencies: number[] = [];
  while (performance.now() - startedAt < SECONDS * 1000) {
    const startTime = performance.now();
    await client(listDeployments, { credential: KEY });
    latencies.push(performance.now() - startTime);
    await pause(20);
  }
  const elapsed = (performance.now() - startedAt) / 1000;
  const usedTicks = [service.pid, ...children].map((pid, index) => ticks(pid) - ticksBefore[index]!);
  const rates = await heldCalls.rates();
  heldCalls.close();
  latencies.sort((a, b) => a - b);
  const quantileOf = (list: number[], share: number) =>
    list[Math.min(list.length - 1, Math.floor(list.length * share))]!;
  report(
    `${count} calls for ${elapsed.toFixed(1)} s\n` +
      `${drawn ? inWords(rates, 'packets of the voice', VOICE_RATE) : inWords(rates)}\n` +
      `${heldCalls.kilobits.toFixed(0)} kbit/s a call; load ${os.loadavg()[0]!.toFixed(1)}\n` +
      `GET /v2/deployments: median ${quantileOf(latencies, 0.5).toFixed(1)} ms, p95 ` +
      `${quantileOf(latencies, 0.95).toFixed(1)} ms (${latencies.length} asked)\n` +
      `CPU of one core: API ${(usedTicks[0]! / elapsed) | 0} %, media ` +
      `${(usedTicks.slice(1).reduce((a, b) => a + b, 0) / elapsed) | 0} %; memory: API ` +
      `${memory(service.pid).toFixed(0)} MB, media ` +
      `${children.map((pid) => memory(pid).toFixed(0)).join('+')} MB\n`,
  );
  await service.close();
}

await bench(Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 1), process.argv[4]);
