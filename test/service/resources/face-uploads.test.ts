/** Films that are uploaded with the request or in chunks: accepted and rejected ones, and the remaining files. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createFace, deleteFace, TRAINING_VIDEO } from '../../../src/contract/faces.ts';
import { MAX_UPLOADS, UPLOAD_LIFETIME } from '../../../src/service/uploads/uploads.ts';
import { mira } from '../media/films.ts';
import { ALICE, BOB } from '../world.ts';
import { until } from '../until.ts';
import { files, media, read, receiver, world } from './faces-world.ts';

let url = '';
const listen = async () => {
  if (!url) {
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(world.service.app.server.address() as AddressInfo).port}`;
  }
};
const form = (fields: Record<string, string>, file: Blob | null, name = 'me talking.mov') => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  if (file) body.append('file', file, name);
  return body;
};
const send = async (body: FormData, uploadPath = '/v2/faces') => {
  await listen();
  const answer = await fetch(url + uploadPath, { method: 'POST', headers: { 'x-api-key': ALICE }, body });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
};

describe('films sent as a form', () => {
  test('are trained like those at an address, on both paths, and deleted afterwards', async () => {
    for (const [path, id, name] of [
      ['/v2/faces', 'face_id', 'face_name'],
      ['/v2/replicas', 'replica_id', 'replica_name'],
    ] as const) {
      const previousCount = receiver.received.length;
      const answer = await send(
        form({ [name]: 'Ada', callback_url: receiver.url('/sent') }, new Blob([Buffer.from(mira())])),
        path,
      );
      assert.deepEqual(
        [answer.status, answer.json['status']],
        [200, 'training'],
        JSON.stringify(answer.json),
      );
      await world.service.context.jobs.idle();
      const face = await read(answer.json[id]!);
      assert.deepEqual([face.face_name, face.status, face.error_message], ['Ada', 'completed', null]);
      await receiver.count(previousCount + 2);
      assert.deepEqual([files('films'), files('work')], [[], []]);
    }
  });

  test('that are malformed are refused with a message and leave no files', async () => {
    const film = new Blob([Buffer.from(mira())]);
    for (const [body, text] of [
      [form({}, null), /^file is required/],
      [form({ file: 'x' }, null), /^file must be a file/],
      [form({ train_video_url: 'https://a.example/' }, film), /train_video_url/],
      [form({ consent_name: 'Ada' }, film), /consent_statement_url is needed together with consent_name/],
      [form({ consent_statement_url: 'https://a.example/' }, film), /is needed together with consent_name/],
      [form({ consent_name: 'Ada', consent_statement_url: 'x' }, film), /must be an http or https address/],
    ] as const) {
      const { status, json } = await send(body);
      assert.equal(status, 400);
      assert.match(json['error']!, text);
    }
    assert.deepEqual([files('films'), files('work')], [[], []]);
  });

  test('are deleted with their face before its training', async () => {
    const { face_id } = await startHeldTraining();
    await world.call(deleteFace, { credential: ALICE, params: { face_id } });
    await world.service.context.jobs.idle();
    assert.deepEqual(files('films'), []);
  });
});

/** Creates a face from an uploaded file that is no film, so that its training fails immediately. */
async function startHeldTraining(): Promise<{ face_id: string }> {
  const { json } = await send(form({}, new Blob(['no film'])));
  return { face_id: json['face_id']! };
}

const tus = (
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  payload?: Buffer,
  key = ALICE,
) =>
  world.service.app.inject({
    method: method as 'POST',
    url: path,
    headers: {
      'x-api-key': key,
      'tus-resumable': '1.0.0',
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    },
    ...(payload ? { payload } : {}),
  });
const begin = async (length: number) => {
  const answer = await tus('POST', '/v2/uploads', {
    'upload-length': length,
    'upload-metadata': `filename ${Buffer.from('me.mov').toString('base64')}`,
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return {
    location: String(answer.headers['location']),
    path: new URL(String(answer.headers['location'])).pathname,
  };
};
const chunk = (path: string, offset: number, bytes: Buffer, extraFields: Record<string, string> = {}) =>
  tus(
    'PATCH',
    path,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset, ...extraFields },
    bytes,
  );
const code = (answer: { statusCode: number; headers: Record<string, unknown> }) => [
  answer.statusCode,
  answer.headers['x-error-code'],
];

describe('films sent in pieces', () => {
  test('continue where they stopped, and are trained once they are complete', async () => {
    const film = Buffer.from(mira());
    const { location, path } = await begin(film.length);
    const half = film.length >> 1;
    assert.equal((await chunk(path, 0, film.subarray(0, half))).headers['upload-offset'], String(half));
    const refusal = await world.refusal(createFace, {
      credential: ALICE,
      body: { train_video_url: location },
    });
    assert.deepEqual(
      [refusal.code, refusal.text],
      ['upload_conflict', `The upload has ${half} of ${film.length} bytes. Send the remaining bytes first.`],
    );
    const state = await tus('HEAD', path);
    assert.deepEqual(
      [state.statusCode, state.headers['upload-offset'], state.headers['upload-length']],
      [200, String(half), String(film.length)],
    );
    assert.deepEqual(code(await chunk(path, 0, film)), [409, 'upload_conflict']);
    assert.equal((await chunk(path, half, film.subarray(half))).statusCode, 204);
    const { result } = await world.call(createFace, {
      credential: ALICE,
      body: { train_video_url: location, face_name: 'Ada' },
    });
    await world.service.context.jobs.idle();
    assert.equal((await read(result.face_id)).status, 'completed');
    assert.deepEqual(code(await tus('HEAD', path)), [404, 'upload_not_found']);
    assert.deepEqual(files('films'), []);
    // The address of the upload cannot be used again.
    assert.equal(
      (await world.refusal(createFace, { credential: ALICE, body: { train_video_url: location } })).code,
      'unknown_reference',
    );
  });

  test('keep the received part of an interrupted piece', async () => {
    await listen();
    const { path: uploadPath } = await begin(1000);
    const stop = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(400));
      },
    });
    const brokenUpload = fetch(url + uploadPath, {
      method: 'PATCH',
      headers: {
        'x-api-key': ALICE,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body,
      duplex: 'half',
      signal: stop.signal,
    } as RequestInit);
    const name = files('films')[0]!;
    await until('the bytes on the disk', () => fs.statSync(path.join(media(), 'films', name)).size === 400);
    stop.abort();
    await assert.rejects(brokenUpload);
    await until('the offset', async () => (await tus('HEAD', uploadPath)).headers['upload-offset'] === '400');
    assert.equal((await chunk(uploadPath, 400, Buffer.alloc(600))).statusCode, 204);
    assert.equal((await tus('DELETE', uploadPath)).statusCode, 204);
    await world.service.context.jobs.idle();
    assert.deepEqual(files('films'), []);
  });

  test('are bounded in length, number and time, and belong to their account', async () => {
    assert.deepEqual(
      code(await tus('POST', '/v2/uploads', { 'upload-length': TRAINING_VIDEO.maxBytes + 1 })),
      [413, 'body_too_large'],
    );
    assert.deepEqual(code(await tus('POST', '/v2/uploads', { 'upload-length': '1e3' })), [
      400,
      'invalid_request',
    ]);
    assert.deepEqual(code(await tus('POST', '/v2/uploads', { 'tus-resumable': '0.2' })), [
      412,
      'version_conflict',
    ]);
    const open = await Promise.all(Array.from({ length: MAX_UPLOADS }, () => begin(10)));
    assert.deepEqual(code(await tus('POST', '/v2/uploads', { 'upload-length': 10 })), [
      429,
      'too_many_requests',
    ]);
    const { path } = open[0]!;
    assert.deepEqual(code(await tus('HEAD', path, {}, undefined, BOB)), [403, 'forbidden']);
    assert.deepEqual(code(await chunk(path, 0, Buffer.alloc(11))), [413, 'body_too_large']);
    assert.deepEqual(code(await chunk(path, 0, Buffer.alloc(1), { 'content-type': 'application/json' })), [
      400,
      'invalid_json',
    ]);
    world.clock.move(UPLOAD_LIFETIME + 1);
    await world.service.context.jobs.idle();
    assert.deepEqual(code(await tus('HEAD', path)), [404, 'upload_not_found']);
    assert.deepEqual(files('films'), []);
    const options = await world.service.app.inject({ method: 'OPTIONS', url: '/v2/uploads' });
    assert.deepEqual([options.statusCode, options.headers['tus-version']], [204, '1.0.0']);
  });

  test('accept one sender at a time', async () => {
    const { path } = await begin(6);
    const answers = await Promise.all([1, 2, 3].map((byte) => chunk(path, 0, Buffer.alloc(6, byte))));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 409, 409]);
    await tus('DELETE', path);
  });
});
