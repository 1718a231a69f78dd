import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { byteRange } from '../../../src/runtime/byte-range.ts';
import { locateOwn } from '../../../src/service/media/locate.ts';
import { MediaFiles } from '../../../src/service/media/media-files.ts';
import { createSpeech } from '../../../src/contract/speech.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, openWorld, type World } from '../world.ts';

test('a range is read as the standard defines', () => {
  const cases: [string | undefined, unknown][] = [
    [undefined, null],
    ['', null],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=50-1000', { first: 50, last: 99 }],
    ['BYTES=0-0', { first: 0, last: 0 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['lines=0-9', null],
    ['bytes=a-b', null],
    ['bytes=99999999999999999999-', null],
  ];
  for (const [header, expected] of cases) assert.deepEqual(byteRange(header, 100), expected, String(header));
});

test('an address of the service itself leads to its file and to no other', () => {
  const media = new MediaFiles('/data');
  const name = 'a'.repeat(48);
  const ownPath = (url: string) => locateOwn(media, 'https://palkit.example', url)?.path ?? null;
  for (const query of ['', '?download=1'])
    assert.equal(
      ownPath(`https://palkit.example/media/videos/${name}.webm${query}`),
      path.join('/data', 'media', 'videos', `${name}.webm`),
    );
  for (const otherRange of [
    'https://palkit.example/media/faces/../../database/PG_VERSION',
    `https://palkit.example/media/faces/${name}.face`,
    `https://palkit.example.org/media/videos/${name}.webm`,
    `http://palkit.example/media/videos/${name}.webm`,
    `https://palkit.example/media/videos/${name}.webm#x`,
    `https://palkit.example/media/work/${name}.webm`,
    `https://palkit.example/media/videos/%2e%2e/${name}.webm`,
  ])
    assert.equal(ownPath(otherRange), null, otherRange);
});

describe('media files', () => {
  let world: World;
  let url: string;
  let completeFile: Buffer;
  before(async () => {
    world = await openWorld({ engines: { voice: toneVoice(), ears: null } });
    url = new URL(
      (
        await world.call(createSpeech, {
          credential: ALICE,
          body: { face_id: SYSTEM_FACE.id, script: 'One. Two.' },
        })
      ).result.speech_file_url,
    ).pathname;
    completeFile = (await get({})).rawPayload;
  });
  after(() => world.close());
  const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', address = url) =>
    world.service.app.inject({ method, url: address, headers });

  test('a part is answered with 206 and exactly its bytes', async () => {
    for (const [range, firstByte, lastByte] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      [`bytes=${completeFile.length - 5}-`, completeFile.length - 5, completeFile.length - 1],
      ['bytes=-5', completeFile.length - 5, completeFile.length - 1],
    ] as const) {
      const answer = await get({ range });
      assert.deepEqual(
        [answer.statusCode, answer.headers['content-range'], answer.headers['content-length']],
        [206, `bytes ${firstByte}-${lastByte}/${completeFile.length}`, String(lastByte - firstByte + 1)],
      );
      assert.deepEqual(answer.rawPayload, completeFile.subarray(firstByte, lastByte + 1));
    }
  });

  test('a missing part is 416', async () => {
    const answer = await get({ range: `bytes=${completeFile.length}-` });
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-range'], answer.headers['x-error-code'], answer.json()],
      [
        416,
        `bytes */${completeFile.length}`,
        'range_unsatisfiable',
        { error: 'The requested byte range is outside the file.' },
      ],
    );
  });

  test('a part of an older file returns the whole new one', async () => {
    const { etag } = (await get({})).headers;
    assert.equal((await get({ range: 'bytes=0-1', 'if-range': etag as string })).statusCode, 206);
    assert.deepEqual((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).rawPayload, completeFile);
    assert.equal((await get({ 'if-none-match': `"x", W/${etag as string}` })).statusCode, 304);
  });

  test('HEAD returns the same headers without the bytes', async () => {
    const answer = await get({}, 'HEAD');
    assert.deepEqual(
      [
        answer.statusCode,
        answer.headers['content-length'],
        answer.headers['content-type'],
        answer.rawPayload.length,
      ],
      [200, String(completeFile.length), 'audio/ogg', 0],
    );
    assert.deepEqual(
      [
        (await get({ range: 'bytes=2-4' }, 'HEAD')).statusCode,
        (await get({ range: 'bytes=2-4' }, 'HEAD')).headers['content-length'],
      ],
      [206, '3'],
    );
  });

  test('any page may play it, no cache may store it, a download is an attachment', async () => {
    const { headers } = await get({});
    assert.deepEqual(
      [
        headers['access-control-allow-origin'],
        headers['cache-control'],
        headers['content-disposition'],
        headers['x-content-type-options'],
      ],
      ['*', 'no-cache', undefined, 'nosniff'],
    );
    assert.equal(
      (await get({}, 'GET', `${url}?download=1`)).headers['content-disposition'],
      'attachment; filename="palkit-speech.ogg"',
    );
  });

  test('other files are not served', async () => {
    const name = 'a'.repeat(48);
    for (const time of [
      `/media/speech/${name}.ogg`,
      `/media/faces/${name}.face`,
      `/media/faces/mira.face`,
      '/media/faces/mira.draw.js',
      '/media/work/x.ogg',
      '/media/speech/..%2f..%2fdatabase%2fPG_VERSION',
      '/media/constructor/x.ogg',
      '/media/speech/toString.ogg',
      `/media/videos/${name}.ogg`,
      '/media/faces/%00.jpg',
      '/media/speech/mira.jpg',
      `/media/faces/${name}.constructor`,
    ]) {
      const answer = await get({}, 'GET', time);
      assert.deepEqual([answer.statusCode, answer.headers['x-error-code']], [404, 'not_found'], time);
    }
  });

  test('the pictures that ship with the service are served in parts too', async () => {
    const answer = await get({ range: 'bytes=0-3' }, 'GET', '/media/faces/mira.webm');
    assert.deepEqual(
      [
        answer.statusCode,
        answer.headers['content-type'],
        answer.rawPayload.toString('latin1'),
        answer.headers['cache-control'],
      ],
      [206, 'video/webm', '\x1aE\xdf\xa3', 'public, max-age=3600'],
    );
    assert.equal((await get({}, 'GET', '/media/faces/mira.jpg')).headers['content-type'], 'image/jpeg');
  });
});
