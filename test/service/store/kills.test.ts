import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { test } from 'node:test';
import { createClient } from '../../../src/contract/client.ts';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { createFace } from '../../../src/contract/faces.ts';
import {
  createDocument,
  getDocument,
  listDocuments,
  recrawlDocument,
  type Document,
} from '../../../src/contract/documents.ts';
import { ApiError } from '../../../src/contract/api-error.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { openEmbedded } from '../../../src/service/store/embedded.ts';
import { freePort } from '../../free-port.ts';
import { Receiver } from '../receiver.ts';
import { html, Website } from '../website.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { KEY, startKillable } from './killable-service.ts';

/** Number of kills; set `KILLS=20` or more for a longer run. */
const KILLS = Number(process.env['KILLS'] ?? 4);
/** Milliseconds. A job that was killed five times waits for half a minute and for the dead process's lease. */
const MAX_WAIT = 120_000;

// Proves events-24, states-4.
test(
  'kill -9 during crawls, trainings, actions and callbacks loses none and keeps the order',
  { timeout: 540_000 },
  async () => {
    const folder = await createFreshFolder();
    const port = await freePort();
    const website = await Website.open();
    const receiver = await Receiver.open();
    website.pages = {
      '/': html('Home', 'Welcome home.', ['/a', '/b', '/c']),
      '/a': html('A', 'Words of a.', ['/d']),
      '/b': html('B', 'Words of b.'),
      '/c': html('C', 'Words of c.'),
      '/d': html('D', 'Words of d.'),
      '/file.txt': { body: 'A plain file.' },
    };
    const client = createClient<AbortSignal>(`http://127.0.0.1:${port}`, (url, init) => fetch(url, init));
    const start = () =>
      startKillable(folder, port, {
        OUTBOUND_ALLOWED_HOSTS: `${website.host},${receiver.host}`,
        LOG_LEVEL: 'silent',
        // The calls use no voices, and the service starts faster without the built-in speech-to-text.
        STT_BASE_URL: 'http://127.0.0.1:1',
        TTS_BASE_URL: 'http://127.0.0.1:1',
      });

    /** Ids of acknowledged resources: all resources in a set must reach the same final state. */
    const documents = new Set<string>();
    const recrawled = new Set<string>();
    const trained = new Set<string>();
    const endedIds = new Set<string>();
    let service = await start();
    try {
      const { pal_id } = (
        await client(createPal, {
          credential: KEY,
          body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id },
        })
      ).result;
      const read = async (document_id: string) =>
        (await client(getDocument, { credential: KEY, params: { document_id } })).result;
      // Resources whose response was lost exist too, and must reach a final state like the others.
      const listAll = async () => {
        const documents: Document[] = [];
        for (let page = 0; ; page++) {
          const { data } = (
            await client(listDocuments, {
              credential: KEY,
              query: { limit: '100', page: String(page) },
            })
          ).result;
          documents.push(...data);
          if (data.length < 100) return documents;
        }
      };
      const lastStatus = (subject: string) =>
        receiver.received.filter(({ json }) => json['document_id'] === subject).at(-1)?.json['status'];
      /** Returns the work that has not finished, or whose callback has not arrived. */
      const unfinishedWork = async () => {
        const requestsFor = (name: 'face_id' | 'conversation_id', id: string) =>
          receiver.received.filter(({ json }) => json[name] === id).map(({ json }) => json.event_type);
        return [
          ...[...trained].filter((id) => requestsFor('face_id', id).length === 0),
          ...(await listAll())
            .filter(
              ({ document_id, status }) =>
                (status !== 'ready' && status !== 'error') || lastStatus(document_id) !== status,
            )
            .map(
              ({ document_id, status }) =>
                `${document_id} (${status}, callback ${String(lastStatus(document_id))})`,
            ),
          ...[...endedIds].filter(
            (id) => !requestsFor('conversation_id', id).includes('application.post_call_action_executed'),
          ),
        ];
      };
      /** Resolves when all work has finished and its callbacks have arrived. */
      const waitUntilFinished = async () => {
        receiver.answer = () => 200;
        for (;;) {
          const previousCount = receiver.received.length;
          const open = await unfinishedWork();
          if (open.length === 0) return;
          await receiver.count(previousCount + 1, MAX_WAIT).catch((error: unknown) => {
            throw new Error(`Unfinished: ${open.join(', ')}`, { cause: error });
          });
        }
      };
      const settledDocuments = new Map<string, Document>();
      const createCrawledDocument = async () => {
        const body = {
          document_url: website.url('/'),
          callback_url: receiver.url(),
          crawl: { depth: 2, max_pages: 5 },
        };
        documents.add((await client(createDocument, { credential: KEY, body })).result.document_id);
      };
      website.pages['/robots.txt'] = { status: 404 };
      // With a document that is ready before the first run, a run can interrupt a recrawl.
      await createCrawledDocument();
      await waitUntilFinished();
      for (const id of documents) settledDocuments.set(id, await read(id));
      for (let kill = 0; kill < KILLS; kill++) {
        let requests = 0;
        /**
         * Number of pages, callbacks and responses after which the service is killed; it is different each time, so
         * the kill interrupts other work.
         */
        const when = 5 + ((kill * 17) % 20);
        const step = () => void (++requests === when && service.kill('SIGKILL'));
        const push = website.requests.push.bind(website.requests);
        website.requests.push = (...paths) => (step(), push(...paths));
        receiver.answer = () => (step(), 200);
        const repeatUntilDead = async (work: () => Promise<void>) => {
          for (;;) {
            try {
              await work();
            } catch (error) {
              // An error response also counts as a response, because the number of running crawls is limited.
              if (!(error instanceof ApiError) || (await converse().catch(() => 'dead')) === 'dead') return;
            }
          }
        };
        let round = 0;
        const converse = async () => {
          const { conversation_id } = (
            await client(createConversation, {
              credential: KEY,
              body: {
                pal_id,
                callback_url: receiver.url(),
                properties: {
                  post_call_actions: [{ tool_name: 'Customer file', url: receiver.url('/action') }],
                },
              },
            })
          ).result;
          await client(endConversation, { credential: KEY, params: { conversation_id } });
          endedIds.add(conversation_id);
          step();
        };
        const writers = [
          async () => {
            const { face_id } = (
              await client(createFace, {
                credential: KEY,
                body: {
                  face_name: 'Film',
                  train_video_url: `http://127.0.0.1:${port}/media/faces/mira.webm`,
                  callback_url: receiver.url(),
                },
              })
            ).result;
            trained.add(face_id);
            step();
            return converse();
          },
          async () => {
            if (++round % 2) await createCrawledDocument();
            else {
              const body = { document_url: website.url('/file.txt'), callback_url: receiver.url() };
              documents.add((await client(createDocument, { credential: KEY, body })).result.document_id);
            }
            step();
          },
          converse,
          async () => {
            const ready = [...documents].find(
              (id) =>
                settledDocuments.get(id)?.status === 'ready' &&
                settledDocuments.get(id)?.crawl_config &&
                !recrawled.has(id),
            );
            if (!ready) return converse();
            await client(recrawlDocument, {
              credential: KEY,
              params: { document_id: ready },
              body: { crawl: { depth: 1, max_pages: 3 } },
            });
            recrawled.add(ready);
            step();
          },
        ];
        await Promise.all([...writers.map(repeatUntilDead), once(service, 'exit')]);
        website.requests.push = push;
        service = await start();
        // A document that fails five times in a row is given up, so every third run may finish undisturbed.
        if (kill % 3 === 2) await waitUntilFinished();
        for (const id of documents) settledDocuments.set(id, await read(id));
        for (const conversation_id of endedIds)
          assert.equal(
            (await client(getConversation, { credential: KEY, params: { conversation_id } })).result.status,
            'ended',
          );
        for (const id of recrawled)
          assert.ok(['recrawling', 'ready', 'error'].includes(settledDocuments.get(id)!.status));
      }
      await waitUntilFinished();
      const allDocuments = await listAll();
      assert.deepEqual(
        [...documents].filter((id) => !allDocuments.some(({ document_id }) => document_id === id)),
        [],
      );
      assert.deepEqual(
        allDocuments
          .filter(({ status }) => status !== 'ready')
          .map(({ document_url, error_message }) => [document_url, error_message]),
        [],
      );
      for (const id of recrawled)
        assert.ok(allDocuments.find(({ document_id }) => document_id === id)!.crawl_count! >= 1);
      // A recrawl counts even if its response was lost.
      const recrawls = new Set(
        receiver.received
          .filter(({ json }) => json['status'] === 'recrawling')
          .map(({ json }) => json['document_id']),
      );
      assert.ok(
        documents.size >= KILLS / 2 && endedIds.size >= KILLS / 4 && recrawls.size > 0,
        `${documents.size} documents, ${endedIds.size} conversations, ${recrawls.size} recrawls`,
      );
      service.kill('SIGTERM');
      await once(service, 'exit');

      /** Returns a resource's reported states in order; repeated callbacks, which have the same id, count once. */
      const statusesOf = (name: 'document_id' | 'conversation_id', id: string) => {
        const ownCallbacks = receiver.received.filter(
          ({ json, path }) => json[name] === id && path !== '/action',
        );
        return [
          ...new Map(ownCallbacks.map((request) => [request.headers['webhook-id'], request])).values(),
        ].map(({ json }) => String(json.event_type ?? json['status']));
      };
      for (const { document_id } of allDocuments) {
        const statuses = statusesOf('document_id', document_id);
        const recrawlStatuses = statuses.includes('recrawling') ? ['recrawling', 'ready'] : [];
        assert.deepEqual(statuses, ['processing', 'ready', ...recrawlStatuses], document_id);
      }
      for (const id of endedIds)
        assert.deepEqual(
          statusesOf('conversation_id', id),
          ['system.shutdown', 'application.post_call_action_executed'],
          id,
        );
      // The callback with the older name comes first; except for repeated callbacks, each name occurs once.
      for (const id of trained) {
        const callbacksOfJob = receiver.received.filter(
          ({ json }) => json['replica_id'] === id || json['face_id'] === id,
        );
        const names = [
          ...new Map(
            callbacksOfJob.map(({ headers, json }) => [
              headers['webhook-id'],
              [Object.hasOwn(json, 'face_id') ? 'face_id' : 'replica_id', json['status']],
            ]),
          ).values(),
        ];
        assert.deepEqual(
          names,
          [
            ['replica_id', 'ready'],
            ['face_id', 'ready'],
          ],
          id,
        );
      }
      assert.ok(trained.size >= KILLS / 4, `${trained.size} faces`);
      const store = await openEmbedded(folder);
      try {
        assert.deepEqual((await store.pool.query(`select kind, key from jobs where key <> 'all'`)).rows, []);
        assert.deepEqual(
          (await store.pool.query(`select id from callbacks where status <> 'delivered'`)).rows,
          [],
        );
        assert.deepEqual(
          (
            await store.pool.query(
              `select id from documents where crawling or progress is not null or run_crawl is not null`,
            )
          ).rows,
          [],
        );
      } finally {
        await store.close();
      }
    } finally {
      service.kill('SIGKILL');
      await website.close();
      await receiver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);
