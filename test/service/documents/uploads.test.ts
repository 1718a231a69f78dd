import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import net, { type AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  deleteDocument,
  getDocument,
  UPLOADS_WAITING,
  type Document,
} from '../../../src/contract/documents.ts';
import { UPLOADS_AT_ONCE } from '../../../src/service/http/binder.ts';
import { docx } from '../files.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const TEXT = 'Prices. A ticket costs nine euros.';
const MEBIBYTE = 1024 * 1024;

describe('documents sent as a form', () => {
  let world: World;
  let url: string;
  before(async () => {
    world = await openWorld();
    await world.service.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(world.service.app.server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await world.service.context.jobs.idle();
    await world.service.context.store.db.deleteFrom('documents').execute();
  });
  after(() => world.close());

  const form = (fields: Record<string, string | string[]>, file?: Blob, name = 'prices.txt') => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields))
      for (const item of [value].flat()) body.append(field, item);
    if (file) body.append('file', file, name);
    return body;
  };
  const send = (
    body: BodyInit,
    headers: Record<string, string> = { 'x-api-key': ALICE },
    path = '/v2/documents',
  ) => fetch(url + path, { method: 'POST', headers, body });
  const upload = async (body: FormData): Promise<Document> => {
    const answer = await send(body);
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Document;
  };
  const read = async (id: string) =>
    (await world.call(getDocument, { credential: ALICE, params: { document_id: id } })).result;
  const media = (kind: 'documents') =>
    fs.promises.readdir(world.service.context.media.folder(kind)).catch(() => []);
  const workFiles = () =>
    fs.promises.readdir(path.join(world.service.context.media.folder('documents'), '..', 'work'));
  const files = async () => {
    const root = path.join(world.service.context.media.folder('documents'), '..', 'work');
    const fileLists = await Promise.all(
      (await workFiles()).map((folder) => fs.promises.readdir(path.join(root, folder))),
    );
    return fileLists.flat();
  };
  const uploadRefusal = async (body: BodyInit, headers?: Record<string, string>, path?: string) => {
    const answer = await send(body, headers, path);
    return [
      answer.status,
      answer.headers.get('x-error-code'),
      ((await answer.json()) as { error: string }).error,
    ];
  };
  const chunks = async (id: string) =>
    (
      await world.service.context.store.db
        .selectFrom('document_chunks')
        .select('content')
        .where('document_id', '=', id)
        .execute()
    ).map(({ content }) => content);

  test('are read like those at an address, and stored no longer', async () => {
    const document = await upload(
      form({ document_name: 'Our prices', tags: 'shop, tickets' }, new Blob([TEXT])),
    );
    assert.deepEqual(
      [document.document_name, document.document_url, document.tags, document.status],
      ['Our prices', 'upload:prices.txt', ['shop', 'tickets'], 'started'],
    );
    await world.service.context.jobs.idle();
    assert.equal((await read(document.document_id)).status, 'ready');
    assert.match((await chunks(document.document_id)).join(' '), /nine euros/);
    assert.deepEqual(await media('documents'), []);
    assert.deepEqual(await workFiles(), []);
  });

  test('are named by their file, in any script; tags may be separate parts', async () => {
    const document = await upload(
      form(
        { tags: ['a', 'b'] },
        new Blob([Buffer.from(docx([{ text: 'Grüße' }]))]),
        'Preisliste – größer.docx',
      ),
    );
    assert.deepEqual([document.document_name, document.tags], ['Preisliste – größer.docx', ['a', 'b']]);
    await world.service.context.jobs.idle();
    assert.match((await chunks(document.document_id)).join(' '), /Grüße/);
  });

  test('report that they are unreadable, and are deleted', async () => {
    const document = await upload(form({}, new Blob([new Uint8Array(5000).fill(7)]), 'noise.bin'));
    await world.service.context.jobs.idle();
    const { status, error_message } = await read(document.document_id);
    assert.deepEqual([status, error_message], ['error', 'file_format_unsupported']);
    assert.deepEqual(await media('documents'), []);
    const emptyUpload = await upload(form({}, new Blob([])));
    await world.service.context.jobs.idle();
    assert.equal((await read(emptyUpload.document_id)).error_message, 'file_empty');
  });

  test('are refused with a message if malformed, and leave nothing behind', async () => {
    const blob = new Blob([TEXT]);
    const formWithTwoFiles = form({}, blob);
    formWithTwoFiles.append('file', blob, 'second.txt');
    const misnamed = new FormData();
    misnamed.append('document', blob, 'prices.txt');
    const rows: [BodyInit, number, string, RegExp][] = [
      [form({ document_name: 'x' }), 400, 'invalid_request', /^file is required/],
      [form({ file: 'words' }), 400, 'invalid_request', /^file must be a file/],
      [formWithTwoFiles, 400, 'invalid_request', /one file/],
      [misnamed, 400, 'invalid_request', /named file/],
      [form({ document_name: ' ' }, blob), 400, 'invalid_request', /document_name must not be empty/],
      [form({ callback_url: 'mailto:a@b' }, blob), 400, 'invalid_request', /callback_url/],
      [form({ document_name: 'x'.repeat(5000) }, blob), 400, 'invalid_request', /too long/],
      [form({ tags: Array.from({ length: 70 }, String) }, blob), 400, 'invalid_request', /too many/],
      [form({ __proto__x: 'x', document_name: 'a\0b' }, blob), 400, 'invalid_json', /not valid text/],
      [form({}, new Blob([new Uint8Array(51 * MEBIBYTE)])), 413, 'body_too_large', /larger than 50 MiB/],
      [form({}, new Blob([new Uint8Array(50 * MEBIBYTE + 1)])), 413, 'body_too_large', /larger than 50 MiB/],
    ];
    for (const [body, status, code, text] of rows) {
      const answer = await uploadRefusal(body);
      assert.deepEqual(answer.slice(0, 2), [status, code], String(answer[2]));
      assert.match(String(answer[2]), text);
    }
    const headers = { 'x-api-key': ALICE, 'content-type': 'multipart/form-data' };
    assert.deepEqual((await uploadRefusal('--x--', headers)).slice(0, 2), [400, 'invalid_request']);
    const cutHeaders = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nab',
      'no form',
      '--x\r\n',
    ])
      assert.deepEqual((await uploadRefusal(body, cutHeaders)).slice(0, 2), [400, 'invalid_request'], body);
    assert.deepEqual(await workFiles(), []);
    assert.deepEqual(await media('documents'), []);
    assert.equal(
      (await world.service.context.store.db.selectFrom('documents').selectAll().execute()).length,
      0,
    );
  });

  test('need a key, and are refused by other endpoints', async () => {
    assert.deepEqual((await uploadRefusal(form({}, new Blob([TEXT])), {})).slice(0, 2), [401, 'invalid_key']);
    assert.deepEqual((await uploadRefusal(form({}, new Blob([TEXT])), undefined, '/v2/pals')).slice(0, 2), [
      415,
      'wrong_content_type',
    ]);
  });

  test('are deleted with their document, and another account never sees them', async () => {
    const { jobs, store } = world.service.context;
    // The document is deleted before its file is read.
    const document = await upload(form({}, new Blob([TEXT])));
    await world.call(deleteDocument, { credential: ALICE, params: { document_id: document.document_id } });
    await jobs.idle();
    assert.deepEqual(await media('documents'), []);
    const otherUpload = await upload(form({}, new Blob([TEXT])));
    const { code } = await world.refusal(getDocument, {
      credential: BOB,
      params: { document_id: otherUpload.document_id },
    });
    assert.equal(code, 'forbidden');
    await jobs.idle();
    assert.equal(
      (await store.db.selectFrom('documents').select('file').executeTakeFirstOrThrow()).file,
      null,
    );
  });

  test('have a limited queue per account', async () => {
    const { store } = world.service.context;
    await upload(form({}, new Blob([TEXT])));
    await world.service.context.jobs.idle();
    const {
      id: _,
      position: __,
      ...row
    } = await store.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
    for (let count = 0; count < UPLOADS_WAITING; count++)
      await store.db
        .insertInto('documents')
        .values({
          ...row,
          id: `d${count}`,
          tags: '[]',
          participant_tags: '[]',
          crawl: null,
          run_crawl: null,
          crawled_urls: null,
          file: 'a',
        })
        .execute();
    assert.deepEqual((await uploadRefusal(form({}, new Blob([TEXT])))).slice(0, 2), [429, 'document_limit']);
    assert.deepEqual(await media('documents'), []);
    assert.equal((await send(form({}, new Blob([TEXT])), { 'x-api-key': BOB })).status, 200);
  });

  test('have a limit of simultaneous uploads per account', async () => {
    const half = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${TEXT}`;
    const sockets = await Promise.all(
      Array.from({ length: UPLOADS_AT_ONCE }, async () => {
        const socket = net.connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        socket.write(
          `POST /v2/documents HTTP/1.1\r\nhost: a\r\nx-api-key: ${ALICE}\r\ncontent-type: ` +
            `multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n${half}`,
        );
        return socket;
      }),
    );
    // The file of an upload is created after the first part of the form has arrived.
    await until('all of them to be read', async () => (await files()).length === UPLOADS_AT_ONCE);
    assert.deepEqual((await uploadRefusal(form({}, new Blob([TEXT])))).slice(0, 2), [
      429,
      'too_many_requests',
    ]);
    assert.equal((await send(form({}, new Blob([TEXT])), { 'x-api-key': BOB })).status, 200);
    for (const socket of sockets) socket.destroy();
    await until('them to be gone', async () => (await workFiles()).length === 0);
    assert.equal((await send(form({}, new Blob([TEXT])))).status, 200);
  });

  test('leave nothing behind if the caller disconnects', async () => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /v2/documents HTTP/1.1\r\nhost: a\r\nx-api-key: ${ALICE}\r\ncontent-type: ` +
        'multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\ncontent-disposition: ' +
        `form-data; name="file"; filename="a.txt"\r\n\r\n${TEXT}`,
    );
    await until('the form to be read', async () => (await workFiles()).length > 0);
    socket.destroy();
    await until('its folder to be gone', async () => (await workFiles()).length === 0);
    assert.equal(
      (await world.service.context.store.db.selectFrom('documents').selectAll().execute()).length,
      0,
    );
  });
});
