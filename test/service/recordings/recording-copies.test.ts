/** A failed copy to the customer's storage is retried; private addresses of a storage are refused. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { createConversation, endConversation, getConversation } from '../../../src/contract/conversations.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { COPY_RETRIES } from '../../../src/service/recordings/recordings.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { createFreshFolder } from '../fresh-database.ts';
import { ALICE, openWorld } from '../world.ts';
import {
  OFFER,
  at,
  failingServer,
  create,
  hold,
  untilIdle,
  perform,
  read,
  receiver,
  s3Address,
  s3Storage,
  recordingEvents,
  world,
} from './recordings-world.ts';

const DAY = 24 * 3600_000;
describe('recordings', () => {
  // Proves events-16.
  test('a refused copy is retried for hours, then reported; the service keeps the original for 30 days', async () => {
    const conversation = await create({ recording_storage: s3Storage(at(failingServer)) });
    await hold(conversation);
    assert.equal((await read(conversation)).copy_status, 'pending');
    for (const delay of COPY_RETRIES) {
      assert.deepEqual(await recordingEvents(conversation), []);
      world.clock.move(delay + 2000);
      await untilIdle();
    }
    const recording = await read(conversation);
    assert.equal(recording.copy_status, 'failed');
    assert.equal(recording.status, 'ready');
    const [event] = await recordingEvents(conversation);
    assert.deepEqual(
      [event!.event_type, event!.properties],
      [
        'application.recording_copy_failed',
        {
          recording_id: recording.recording_id,
          s3_key: `${conversation.conversation_id}/${recording.recording_id}.webm`,
          duration: recording.duration,
          storage_provider: 's3',
          error_code: 'AccessDenied',
          error_message: 'Not yours.',
        },
      ],
    );
    const url = new URL(recording.recording_url!).pathname;
    world.clock.move(29 * DAY);
    await untilIdle();
    assert.equal((await world.service.app.inject({ url })).statusCode, 200);
    world.clock.move(DAY + 2000);
    await untilIdle();
    assert.equal((await read(conversation)).status, 'expired');
    assert.equal((await world.service.app.inject({ url })).statusCode, 404);
  });

  test('storage at an address that is not public is refused like any outbound request', async () => {
    const conversation = await create({ recording_storage: s3Storage('10.0.0.1') });
    const gcs = await create({
      recording_storage: {
        provider: 'gcs',
        bucket_name: 'calls',
        client_email: 'a@b.example',
        private_key: 'k',
        endpoint: 'http://127.0.0.1:1',
      },
    });
    await hold(conversation);
    await hold(gcs);
    for (const delay of COPY_RETRIES) {
      world.clock.move(delay + 2000);
      await untilIdle();
    }
    for (const entry of [conversation, gcs])
      assert.equal((await recordingEvents(entry))[0]!.properties['error_code'], 'address_refused');
  });

  test("without the customer's storage a recording stays in the service, and no callback is sent", async () => {
    const conversation = await create();
    await hold(conversation, 2);
    const { recording } = (
      await world.call(getConversation, {
        credential: ALICE,
        params: { conversation_id: conversation.conversation_id },
        query: { verbose: 'true' },
      })
    ).result;
    assert.equal(recording!.status, 'ready');
    assert.deepEqual([recording!.storage_provider, recording!.copy_status], [null, null]);
    assert.deepEqual(await recordingEvents(conversation), []);
  });

  test('a service that stops during a recording or a storage outage continues after the restart', async () => {
    const dataDir = await createFreshFolder();
    const environment = { OUTBOUND_ALLOWED_HOSTS: `${receiver.host},${s3Address}` };
    let reportArrival!: () => void;
    const working = new Promise<void>((resolve) => (reportArrival = resolve));
    // The first service dies while it is processing the film.
    const firstWorld = await openWorld({
      dataDir,
      environment,
      runMediaJob: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          reportArrival();
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    const conversation = (
      await firstWorld.call(createConversation, {
        credential: ALICE,
        body: {
          pal_id: await firstWorld.pal(),
          callback_url: receiver.url(),
          properties: { enable_recording: true, recording_storage: s3Storage(s3Address) },
        } as never,
      })
    ).result;
    const params = { conversation_id: conversation.conversation_id };
    await firstWorld.call(joinRoom, { params, credential: conversation.meeting_token, body: OFFER });
    firstWorld.media.emit({ is: 'connected', callId: conversation.conversation_id });
    await perform(firstWorld.media.callLogs.get(conversation.conversation_id)!, firstWorld.clock.now(), 2);
    await firstWorld.call(endConversation, { credential: ALICE, params });
    await firstWorld.service.context.jobs.idle();
    firstWorld.clock.move(5000);
    await working;
    const now = firstWorld.clock.now();
    await firstWorld.close();
    const secondWorld = await openWorld({ dataDir, environment, clock: new ManualClock(now + 1000) });
    await secondWorld.service.context.jobs.idle();
    const { recording, events } = (
      await secondWorld.call(getConversation, { credential: ALICE, params, query: { verbose: 'true' } })
    ).result;
    assert.deepEqual([recording!.status, recording!.copy_status], ['ready', 'copied']);
    assert.equal(events!.filter(({ event_type }) => event_type === 'application.recording_ready').length, 1);
    await secondWorld.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
});
