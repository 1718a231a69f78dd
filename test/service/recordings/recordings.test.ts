import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { Decoder } from '@evan/opus';
import { EncodedPacketSink, FilePathSource, Input, WEBM } from 'mediabunny';
import {
  createConversation,
  deleteConversation,
  endConversation,
} from '../../../src/contract/conversations.ts';
import { getDeployment, initDeployment, patchDeployment } from '../../../src/contract/deployments.ts';
import { getRecording } from '../../../src/contract/recordings.ts';
import { joinRoom } from '../../../src/contract/rooms.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { readFaceFile } from '../../../src/rooms/embedded/face-file.ts';
import { TONE_RATE } from '../tone.ts';
import { ALICE } from '../world.ts';
import {
  OFFER,
  type CameraPicture,
  create,
  folder,
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

/** Measures a recording: its duration in seconds, the number of pictures, and the loudness of each second. */
async function watch(file: string): Promise<{ seconds: number; pictures: number; loudness: number[] }> {
  const input = new Input({ formats: [WEBM], source: new FilePathSource(file) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  let pictures = 0;
  if (video)
    for await (const packet of new EncodedPacketSink(video).packets())
      pictures += packet.data.length > 0 ? 1 : 0;
  const decoder = new Decoder({ channels: 1, sample_rate: TONE_RATE });
  const loudness: number[] = [];
  for await (const { data, timestamp } of new EncodedPacketSink(audio!).packets()) {
    const bytes = decoder.decode(data);
    const isLoud =
      new Int16Array(bytes.slice().buffer).reduce((sum, sample) => sum + Math.abs(sample), 0) / 320;
    const second = Math.floor(timestamp + 1e-6);
    loudness[second] = Math.max(loudness[second] ?? 0, isLoud);
  }
  const seconds = await input.computeDuration();
  input.dispose();
  return { seconds, pictures, loudness };
}
describe('recordings', () => {
  const files = (name: string) =>
    fs
      .readdirSync(path.join(world.service.context.config.dataDir, 'media', 'recordings'))
      .filter((entry) => entry.startsWith(name));

  test('a deployment records its calls, and its visitors are informed before and during the call', async () => {
    const deployment_id = await world.deployment({ enable_recording: true });
    const params = { deployment_id };
    assert.equal((await world.call(initDeployment, { params })).result.recording, true);
    const conversation = await world.start(deployment_id);
    assert.equal((await read(conversation)).status, 'recording');
    await hold(conversation);
    assert.equal((await read(conversation)).status, 'ready');
    const ready = () =>
      world.media
        .sentEvents(conversation.conversation_id)
        .flatMap(({ event_type, properties }) =>
          event_type === 'conversation.ready' ? [properties['recording']] : [],
        );
    assert.deepEqual(ready(), [true]);
    await world.call(patchDeployment, {
      credential: ALICE,
      params,
      body: [{ op: 'replace', path: '/enable_recording', value: false }],
    });
    assert.equal(
      (await world.call(getDeployment, { credential: ALICE, params })).result.enable_recording,
      false,
    );
    assert.equal((await world.call(initDeployment, { params })).result.recording, false);
    const otherCall = await world.start(deployment_id);
    assert.equal(
      (
        await world.refusal(getRecording, {
          credential: ALICE,
          params: { conversation_id: otherCall.conversation_id },
        })
      ).code,
      'recording_not_found',
    );
    assert.equal(
      (
        await world.refusal(patchDeployment, {
          credential: ALICE,
          params,
          body: [{ op: 'replace', path: '/enable_recording', value: 'yes' }],
        })
      ).code,
      'invalid_patch',
    );
  });

  // Proves events-15.
  test("a call becomes a video with both voices and the face, and is copied to the customer's storage", async () => {
    const conversation = await create({ recording_storage: s3Storage(s3Address, { prefix: 'nora/' }) });
    assert.equal((await read(conversation)).status, 'recording');
    await hold(conversation);
    const recording = await read(conversation);
    assert.equal(recording.status, 'ready');
    assert.equal(recording.copy_status, 'copied');
    assert.ok(Math.abs(recording.duration! - 4) < 0.2);
    const key = `nora/${conversation.conversation_id}/${recording.recording_id}.webm`;
    const [event] = await recordingEvents(conversation);
    assert.deepEqual(
      [event!.event_type, event!.properties],
      [
        'application.recording_ready',
        {
          bucket_name: 'calls',
          s3_key: key,
          duration: recording.duration,
          storage_provider: 's3',
          storage_uri: `s3://calls/${key}`,
        },
      ],
    );
    await untilIdle();
    assert.equal(receiver.types().filter((type) => type === 'application.recording_ready').length, 1);
    const storedFile = path.join(folder, 'calls', `${key}._S3rver_object`);
    const playback = await watch(storedFile);
    assert.ok(Math.abs(playback.seconds - 4) < 0.2, `${playback.seconds} s`);
    assert.ok(playback.pictures > 20);
    assert.ok(
      playback.loudness.slice(0, 4).every((secondLoudness) => secondLoudness > 1000),
      `${playback.loudness}`,
    );
    // The service's own copy can be read in parts at its address.
    const url = new URL(recording.recording_url!).pathname;
    const partResponse = await world.service.app.inject({ url, headers: { range: 'bytes=0-3' } });
    assert.deepEqual(
      [
        partResponse.statusCode,
        partResponse.headers['content-type'],
        partResponse.rawPayload.toString('hex'),
      ],
      [206, 'video/webm', '1a45dfa3'],
    );
    assert.equal((await world.service.app.inject({ url })).rawPayload.length, fs.statSync(storedFile).size);
    const name = path.basename(url, '.webm');
    assert.deepEqual(files(name), [`${name}.webm`], 'what it was made of is gone');
    assert.ok(
      !(
        await world.service.context.store.db
          .selectFrom('recordings')
          .select('sealed')
          .where('id', '=', recording.recording_id)
          .executeTakeFirstOrThrow()
      ).sealed,
      'and so is the key to the storage',
    );
  });

  test('the camera is a second picture beside the face, in sync, and black while it is off', async () => {
    const face = readFaceFile(assetPath('faces/tomas.face'));
    assert.ok(face.kind === 'drawn');
    const key = face.frame(0, 0);
    const pictures: CameraPicture[] = [];
    const show = (from: number, to: number) => {
      for (let position = from, number = 0; position < to; position += 40, number++) {
        // Every second frame arrives 30 ms late.
        pictures.push({
          at: position,
          came: position + (number % 2) * 30,
          frame:
            number % 25 === 0 ? key : Buffer.concat([Buffer.from([1, number]), Buffer.alloc(200, number)]),
        });
      }
    };
    show(1000, 3000);
    show(9000, 11_000);
    const conversation = await create();
    await hold(conversation, 12, pictures);
    const recording = await read(conversation);
    assert.equal(recording.status, 'ready');
    const name = path.basename(recording.recording_url!, '.webm');
    const input = new Input({
      formats: [WEBM],
      source: new FilePathSource(
        path.join(world.service.context.config.dataDir, 'media', 'recordings', `${name}.webm`),
      ),
    });
    const [firstTrack, secondTrack, ...otherTracks] = await input.getVideoTracks();
    assert.equal(otherTracks.length, 0);
    assert.equal((await input.getPrimaryVideoTrack())!.id, firstTrack!.id);
    assert.equal(await secondTrack!.getName(), 'Visitor');
    const logEntries: { at: number; key: boolean; bytes: Buffer }[] = [];
    for await (const packet of new EncodedPacketSink(secondTrack!).packets())
      logEntries.push({ at: packet.timestamp, key: packet.type === 'key', bytes: Buffer.from(packet.data) });
    const seconds = await firstTrack!.computeDuration();
    input.dispose();
    const blackFrames = logEntries.filter(({ bytes }) => bytes.length < 30);
    assert.deepEqual(
      logEntries
        .filter((picture) => !blackFrames.includes(picture))
        .map(({ bytes }) => bytes.toString('hex')),
      pictures.map(({ frame }) => Buffer.from(frame).toString('hex')),
      'nothing is touched',
    );
    for (const [index, { at, key: isKeyFrame }] of logEntries
      .filter((picture) => !blackFrames.includes(picture))
      .entries()) {
      assert.ok(Math.abs(at - pictures[index]!.at / 1000) < 0.005, `${at} s, not ${pictures[index]!.at} ms`);
      assert.equal(isKeyFrame, index % 25 === 0);
    }
    assert.deepEqual(
      blackFrames.map(({ at, key: isKeyFrame }) => [Math.round(at), isKeyFrame]),
      [
        [0, true],
        [6, true],
        [9, true],
      ],
    );
    assert.ok(Math.abs(seconds - 12) < 0.2);
    assert.ok(logEntries.every(({ at }, index) => index === 0 || at > logEntries[index - 1]!.at));
  });

  test('a truncated call log keeps its complete part, and a second connection continues it', async () => {
    const conversation = await create();
    const params = { conversation_id: conversation.conversation_id };
    await world.call(joinRoom, { params, credential: conversation.meeting_token, body: OFFER });
    world.media.emit({ is: 'connected', callId: conversation.conversation_id });
    const logPath = world.media.callLogs.get(conversation.conversation_id)!;
    await perform(logPath, world.clock.now(), 4);
    const [firstTake] = files(logPath.name).filter((entry) => entry.endsWith('.take'));
    const file = path.join(logPath.folder, firstTake!);
    fs.truncateSync(file, Math.floor(fs.statSync(file).size * 0.75));
    await perform(logPath, world.clock.now() + 20_000, 4);
    await world.call(endConversation, { credential: ALICE, params });
    await untilIdle();
    world.clock.move(5000);
    await untilIdle();
    const { duration, status } = await read(conversation);
    assert.equal(status, 'ready');
    assert.ok(
      duration! > 6 && duration! < 9,
      `${duration} s: the time in which nobody was there is left out`,
    );
  });

  test('a call without a visitor has no recording; deleting a conversation deletes its recording', async () => {
    const emptyConversation = await create();
    await world.call(endConversation, {
      credential: ALICE,
      params: { conversation_id: emptyConversation.conversation_id },
    });
    await untilIdle();
    world.clock.move(5000);
    await untilIdle();
    assert.equal(
      (
        await world.refusal(getRecording, {
          credential: ALICE,
          params: { conversation_id: emptyConversation.conversation_id },
        })
      ).code,
      'recording_not_found',
    );
    const conversation = await create();
    await hold(conversation, 2);
    const { name } = world.media.callLogs.get(conversation.conversation_id)!;
    assert.equal(files(name).length, 1);
    await world.call(deleteConversation, {
      credential: ALICE,
      params: { conversation_id: conversation.conversation_id },
    });
    await untilIdle();
    assert.deepEqual(files(name), []);
  });

  test('invalid recording settings are refused with a message', async () => {
    const pal_id = await world.pal();
    const cases: [object, RegExp][] = [
      [{ recording_storage: s3Storage('x') }, /recording_storage needs properties\.enable_recording/],
      [{ enable_recording: 'yes' }, /^properties\.enable_recording must be true or false/],
      [
        { enable_recording: true, recording_storage: { provider: 'ftp' } },
        /recording_storage.* must be an object whose provider is s3, gcs or azure_blob/,
      ],
      [
        { enable_recording: true, recording_storage: { ...s3Storage('x'), bucket_name: '../x' } },
        /bucket_name must be the name of a bucket/,
      ],
      [
        { enable_recording: true, recording_storage: { ...s3Storage('x'), prefix: 'a?b' } },
        /prefix must be at most 200/,
      ],
      [
        {
          enable_recording: true,
          recording_storage: {
            provider: 'azure_blob',
            bucket_name: 'calls',
            account_name: 'evil.example/',
            account_key: 'k',
          },
        },
        /account_name must be the name of a storage account/,
      ],
    ];
    for (const [properties, message] of cases)
      assert.match(
        (
          await world.refusal(createConversation, {
            credential: ALICE,
            body: { pal_id, properties },
          })
        ).text,
        message,
      );
  });
});
