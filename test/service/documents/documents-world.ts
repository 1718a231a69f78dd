/** A service, a website and a receiver, for tests of documents. */
import fs from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import {
  createDocument,
  getDocument,
  listDocuments,
  recrawlDocument,
} from '../../../src/contract/documents.ts';
import { readRoom, writeRoom } from '../../../src/contract/rooms.ts';
import { Receiver } from '../receiver.ts';
import { html, Website } from '../website.ts';
import { ALICE, openWorld, type World } from '../world.ts';

export let world: World;
export let website: Website;
export let receiver: Receiver;
before(async () => {
  website = await Website.open();
  receiver = await Receiver.open();
  world = await openWorld({ environment: { OUTBOUND_ALLOWED_HOSTS: `${website.host},${receiver.host}` } });
});
afterEach(async () => {
  website.release();
  await untilIdle();
  await world.service.context.store.db.deleteFrom('documents').execute();
  await fs.promises.rm(world.service.context.media.folder('slides'), { recursive: true, force: true });
  receiver.received.length = 0;
  website.requests.length = 0;
  website.pages = {};
});
after(async () => {
  await world.close();
  await website.close();
  await receiver.close();
});

export const untilIdle = () => world.service.context.jobs.idle();
export const create = async (path: string, extraFields: Record<string, unknown> = {}, credential = ALICE) =>
  (
    await world.call(createDocument, {
      credential,
      body: { document_url: website.url(path), ...extraFields },
    })
  ).result;
export const read = async ({ document_id }: { document_id: string }) =>
  (await world.call(getDocument, { credential: ALICE, params: { document_id } })).result;
export const createReady = async (path: string, extraFields: Record<string, unknown> = {}) => {
  const document = await create(path, extraFields);
  await untilIdle();
  return read(document);
};
export const recrawl = ({ document_id }: { document_id: string }, crawl?: Record<string, number>) =>
  world.call(recrawlDocument, {
    credential: ALICE,
    params: { document_id },
    body: (crawl ? { crawl } : undefined) as never,
  });
export const list = async (query: Record<string, string>) =>
  (await world.call(listDocuments, { credential: ALICE, query: query })).result;
export const ask = async (document: { document_id: string }, question: string) => {
  const pal_id = await world.pal({ pal_name: 'Nora', document_ids: [document.document_id] });
  const { result } = await world.call(createConversation, { credential: ALICE, body: { pal_id } });
  const room = { params: { conversation_id: result.conversation_id }, credential: result.meeting_token };
  await world.call(readRoom, room);
  await world.call(writeRoom, {
    ...room,
    body: {
      message_type: 'conversation',
      event_type: 'conversation.respond',
      properties: { text: question },
    },
  });
  const { data } = (await world.call(readRoom, room)).result;
  return String(
    (
      data.filter((event) => event['event_type'] === 'conversation.utterance').at(-1)![
        'properties'
      ] as Record<string, unknown>
    )['speech'],
  );
};

export const serveSite = (text: string) => {
  website.pages = {
    ...website.pages,
    '/': html('Home', `Welcome, ${text}.`, ['/hours', '/deep']),
    '/hours': html('Hours', `We open at ${text}.`),
    '/deep': html('Deep', 'Deep below.', ['/deeper']),
    '/deeper': html('Deeper', 'Deeper below.'),
  };
};
