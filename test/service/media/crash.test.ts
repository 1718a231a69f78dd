import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Video } from '../../../src/contract/videos.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { FileServer, mira } from './films.ts';
import { until } from '../until.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE } from '../world.ts';

let dataDir: string;
let port: number;
let server: FileServer;
let running: ChildProcess | null = null;

before(async () => {
  dataDir = await createFreshFolder();
  server = await new FileServer().open();
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  port = (probe.address() as AddressInfo).port;
  probe.close();
});
after(async () => {
  running?.kill('SIGKILL');
  await server.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the complete service, as its owner does. */
async function start(): Promise<void> {
  const { DATABASE_URL: _, ...environment } = process.env;
  running = spawn(process.execPath, ['src/service/dist/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
      API_KEYS: `1:${ALICE}`,
      ROOM_UDP_PORT: '0',
      OVERLOAD_REFUSALS: 'off',
      LOG_LEVEL: 'silent',
      OUTBOUND_ALLOWED_HOSTS: server.host,
    },
  });
  for await (const chunk of running.stdout!) if (/ready/.test(String(chunk))) return;
  throw new Error('the service did not start');
}

/** Kills the process, so that it can write nothing more. */
async function kill(): Promise<void> {
  const exit = once(running!, 'exit');
  running!.kill('SIGKILL');
  await exit;
}

const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'x-api-key': ALICE, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
};

function waitForVideo(id: string, isEnough: (video: Video) => boolean): Promise<Video> {
  return until('the video to be made so far', async () => {
    const video = await ask<Video>('GET', `/v2/videos/${id}`);
    return isEnough(video) && video;
  });
}

test('a video and a face in progress survive a crash of the service', { timeout: 120_000 }, async () => {
  await start();
  const script = Array.from(
    { length: 40 },
    (_, index) => `This is sentence number ${index + 1} of a long script.`,
  ).join(' ');
  const { face_id } = await ask<{ face_id: string }>('POST', '/v2/faces', {
    face_name: 'Ada',
    train_video_url: server.serve('/film', 'silence'),
  });
  const { video_id } = await ask<Video>('POST', '/v2/videos', { face_id: SYSTEM_FACE.id, script });
  await waitForVideo(video_id, ({ generation_progress }) => Number.parseInt(generation_progress) > 10);
  await server.count(1);
  await kill();
  const remainingFiles = fs.readdirSync(path.join(dataDir, 'media', 'work'));
  assert.ok(remainingFiles.length > 0);
  server.serve('/film', mira());
  await start();
  const video = await waitForVideo(video_id, ({ status }) => status !== 'generating');
  assert.deepEqual([video.status, video.error_details], ['ready', null]);
  const download = await fetch(`http://127.0.0.1:${port}${new URL(video.stream_url!).pathname}`);
  assert.ok(Number(download.headers.get('content-length')) > 1e6);
  await download.arrayBuffer();
  let face = await ask<{ status: string }>('GET', `/v2/faces/${face_id}`);
  while (face.status === 'started') face = await ask('GET', `/v2/faces/${face_id}`);
  assert.equal(face.status, 'completed');
  assert.deepEqual(
    fs.readdirSync(path.join(dataDir, 'media', 'work')).filter((folder) => remainingFiles.includes(folder)),
    [],
  );
  await kill();
});
