/**
 * Kills the service with SIGKILL at a random moment of a training and restarts it on the same folder. Each training
 * must end with a face or an error, and only the files of the faces may remain on the disk.
 *
 *   npm run build && node --import tsx bench/killed-trainings.ts [COUNT]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '../src/contract/client.ts';
import { createFace, deleteFace, getFace, type Face } from '../src/contract/faces.ts';
import { seededRandom } from '../src/contract/face/random.ts';
import { createTalkingFilm } from '../test/face-training/drawn-film.ts';
import { pause } from './game-day/visitors.ts';
import { KEY, UNBOUNDED_LIMITS } from './own-service.ts';
import { report } from './results.ts';

const COUNT = Number(process.argv[2] ?? 20);
const PORT = 26_000 + (process.pid % 3000);
const BASE = `http://127.0.0.1:${PORT}`;
/** Maximum milliseconds for a start, and for a training. */
const PATIENCE = 300_000;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-killed-'));
const [dataDir, temporary] = ['data', 'temporary'].map((name) => {
  const folder = path.join(root, name);
  fs.mkdirSync(folder);
  return folder;
}) as [string, string];
const film = await createTalkingFilm(root);
const films = http.createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'video/webm', 'content-length': film.length }).end(film),
);
await once(films.listen(0, '127.0.0.1'), 'listening');
const host = `127.0.0.1:${(films.address() as AddressInfo).port}`;
const client = createClient<AbortSignal>(BASE, (address, init) => fetch(address, init));

async function waitUntil(isTrue: () => Promise<boolean>, description: string): Promise<void> {
  for (const end = performance.now() + PATIENCE; !(await isTrue()); await pause(100))
    if (performance.now() > end) throw new Error(`${description} took longer than ${PATIENCE} ms.`);
}

async function start(): Promise<ChildProcess> {
  const service = spawn(process.execPath, ['src/service/dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...UNBOUNDED_LIMITS,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      TMPDIR: temporary,
      ROOM_UDP_PORT: String(PORT - 10_000),
      OUTBOUND_ALLOWED_HOSTS: host,
      LOG_LEVEL: 'error',
    },
  });
  const isReady = () =>
    fetch(`${BASE}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(isReady, 'A start');
  return service;
}

async function train(): Promise<string> {
  const consent = { name: 'Mira', statement_url: 'https://example.com/statement.pdf' };
  const body = { face_name: 'Mira', train_video_url: `http://${host}/film.webm`, consent };
  return (await client(createFace, { credential: KEY, body })).result.face_id;
}

const read = async (face_id: string): Promise<Face> =>
  (await client(getFace, { credential: KEY, params: { face_id } })).result;

async function waitForEnd(face_id: string): Promise<Face> {
  let face = await read(face_id);
  await waitUntil(async () => {
    face = await read(face_id);
    return face.status === 'completed' || face.status === 'error';
  }, 'A training');
  return face;
}

function filesIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

let service = await start();
const startedAt = performance.now();
const faces = [await train()];
const firstEnd = await waitForEnd(faces[0]!);
const totalDuration = performance.now() - startedAt;
report(`undisturbed: ${firstEnd.status} after ${(totalDuration / 1000).toFixed(1)} s\n`);

const random = seededRandom(42);
const endCounts: Record<string, number> = {};
for (let round = 0; round < COUNT; round++) {
  const face_id = await train();
  faces.push(face_id);
  const moment = random() * totalDuration;
  await pause(moment);
  service.kill('SIGKILL');
  await once(service, 'exit');
  service = await start();
  const { status, error_message } = await waitForEnd(face_id);
  const end = status === 'error' ? `error: ${error_message}` : status;
  endCounts[end] = (endCounts[end] ?? 0) + 1;
  process.stdout.write(`  ${round + 1}: killed after ${(moment / 1000).toFixed(1)} s, ${end}\n`);
}

for (const face_id of faces) await client(deleteFace, { credential: KEY, params: { face_id } });
const leftOf = () => [...filesIn(path.join(dataDir, 'media')), ...filesIn(temporary)];
await waitUntil(async () => leftOf().length === 0, 'Removing the files').catch(() => undefined);
const remainingFiles = leftOf();
service.kill('SIGTERM');
await once(service, 'exit');
films.close();
fs.rmSync(root, { recursive: true, force: true });
const list = Object.entries(endCounts).map(([end, count]) => `${count} ${end}`);
report(`${COUNT} killed: ${list.join(', ')}; files left after their deletion: ${remainingFiles.length}\n`);
for (const file of remainingFiles.slice(0, 10)) report(`  ${file}\n`);
process.exit(remainingFiles.length > 0 || list.some((end) => !/completed|error: ./.test(end)) ? 1 : 0);
