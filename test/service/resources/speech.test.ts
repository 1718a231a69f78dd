import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { Decoder } from '@evan/opus';
import { needsEmbeddedDatabase } from '../../surroundings.ts';
import {
  createSpeech,
  deleteSpeech,
  getSpeech,
  listSpeech,
  MAX_SCRIPT_CHARACTERS,
  renameSpeech,
} from '../../../src/contract/speech.ts';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { createFliteTextToSpeech } from '../../../src/agent/speech/flite-text-to-speech.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { toneVoice } from '../tone.ts';
import { until } from '../until.ts';
import { ALICE, BOB, openWorld, type World } from '../world.ts';

const face_id = SYSTEM_FACE.id;

describe('speech', () => {
  let world: World;
  before(async () => {
    world = await openWorld({ engines: { voice: toneVoice(), ears: null } });
  });
  after(() => world.close());

  const say = async (script: string, extraFields: Record<string, unknown> = {}, key = ALICE) =>
    (await world.call(createSpeech, { credential: key, body: { face_id, script, ...extraFields } })).result;
  const files = () => fs.readdirSync(path.join(world.service.context.config.dataDir, 'media', 'speech'));

  test('the voice speaks a script into a file', async () => {
    const pool = new SynthesisPool({ size: 1 });
    const speakingWorld = await openWorld({ engines: { voice: createFliteTextToSpeech(pool), ears: null } });
    const { result } = await speakingWorld.call(createSpeech, {
      credential: ALICE,
      body: { face_id, script: 'Good morning. We open at nine.', speech_name: 'Morning' },
    });
    assert.match(result.speech_id, /^s[0-9a-f]{16,}$/);
    assert.deepEqual(
      [result.speech_name, result.face_id, result.script],
      ['Morning', face_id, 'Good morning. We open at nine.'],
    );
    assert.match(result.speech_file_url, /^https:\/\/palkit\.example\/media\/speech\/[0-9a-f]{48}\.ogg$/);
    const answer = await speakingWorld.service.app.inject({ url: new URL(result.speech_file_url).pathname });
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-type'], answer.headers['accept-ranges']],
      [200, 'audio/ogg', 'bytes'],
    );
    const track = (await new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(new Uint8Array(answer.rawPayload)),
    }).getPrimaryAudioTrack())!;
    assert.deepEqual([await track.getCodec(), await track.getNumberOfChannels()], ['opus', 1]);
    const seconds = await track.computeDuration();
    assert.ok(
      Math.abs(seconds - result.duration) < 0.03 && seconds > 1.5 && seconds < 6,
      `${seconds} s, said to be ${result.duration} s`,
    );
    const decoder = new Decoder({ channels: 1, sample_rate: 16_000 });
    let loudest = 0;
    for await (const packet of new EncodedPacketSink(track).packets())
      for (const sample of new Int16Array(decoder.decode(packet.data).slice().buffer))
        loudest = Math.max(loudest, Math.abs(sample));
    assert.ok(loudest > 3000);
    await speakingWorld.close();
    await pool.close();
  });

  test('the older field name of the face is accepted, and a missing name gets a default', async () => {
    const answer = await world.service.app.inject({
      method: 'POST',
      url: '/v2/speech',
      headers: { 'x-api-key': ALICE },
      payload: { script: `One. ${'word '.repeat(40)}`, replica_id: face_id },
    });
    const { speech_name, face_id: faceId } = answer.json<{ speech_name: string; face_id: string }>();
    assert.equal(faceId, face_id);
    assert.ok(speech_name.startsWith('One. word') && speech_name.length <= 60 && speech_name.endsWith('…'));
  });

  // Proves endpoints-21.
  test('speech can be listed, read, renamed, and deleted together with its file', async () => {
    const speeches = [
      await say('One.', { speech_name: 'First' }, BOB),
      await say('Two. Three.', { speech_name: 'Second' }, BOB),
    ];
    assert.ok(speeches[1]!.duration > speeches[0]!.duration);
    const page = (await world.call(listSpeech, { credential: BOB, query: { limit: '1', page: '2' } })).result;
    assert.deepEqual([page.total_count, page.data.length], [2, 1]);
    const params = { speech_id: speeches[0]!.speech_id };
    assert.equal(
      (await world.call(renameSpeech, { credential: BOB, params, body: { speech_name: 'Other' } })).result
        .speech_name,
      'Other',
    );
    assert.equal((await world.call(getSpeech, { credential: BOB, params })).result.speech_name, 'Other');
    const url = new URL(speeches[0]!.speech_file_url).pathname;
    const file = path.basename(url);
    assert.ok(files().includes(file));
    await world.call(deleteSpeech, { credential: BOB, params });
    assert.ok(!files().includes(file));
    const answer = await world.service.app.inject({ url });
    assert.deepEqual([answer.statusCode, answer.headers['x-error-code']], [404, 'not_found']);
    assert.equal((await world.refusal(getSpeech, { credential: BOB, params })).code, 'speech_not_found');
    assert.equal((await world.call(listSpeech, { credential: BOB })).result.total_count, 1);
  });

  test('invalid bodies are refused with a message', async () => {
    for (const [body, text] of [
      [{ face_id }, /^script is required/],
      [{ face_id, script: ' \n' }, /^script must not be empty/],
      [{ script: 'A.' }, /^face_id is required/],
      [{ face_id, script: 'x'.repeat(MAX_SCRIPT_CHARACTERS + 1) }, /^script must be at most 5000 characters/],
      [{ face_id: 'r0', script: 'A.' }, /^Unknown face r0/],
      [{ face_id, script: 'A.', speech_name: '' }, /^speech_name must not be empty/],
      [{ face_id, script: '...' }, /^script contains nothing that the voice can speak/],
    ] as const) {
      const answer = await world.service.app.inject({
        method: 'POST',
        url: '/v2/speech',
        headers: { 'x-api-key': ALICE },
        payload: body,
      });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.json<{ error: string }>().error, text);
    }
  });

  test('speech without a voice, or with a failing voice, ends with an error', async () => {
    const voicelessWorld = await openWorld();
    assert.equal(
      (await voicelessWorld.refusal(createSpeech, { credential: ALICE, body: { face_id, script: 'A.' } }))
        .code,
      'voice_unavailable',
    );
    await voicelessWorld.close();
    const failingWorld = await openWorld({
      engines: {
        ears: null,
        voice: {
          languages: ['en'],
          async *speak() {
            throw new EngineError('unreachable', '/audio/speech could not be reached');
          },
        },
      },
    });
    const refusal = await failingWorld.refusal(createSpeech, {
      credential: ALICE,
      body: { face_id, script: 'A.' },
    });
    assert.deepEqual(
      [refusal.code, refusal.text],
      ['voice_unavailable', 'Text to speech is not available right now. Try again in a moment.'],
    );
    assert.deepEqual(
      fs.existsSync(path.join(failingWorld.service.context.config.dataDir, 'media', 'speech')),
      false,
    );
    await failingWorld.close();
  });

  test('two scripts are spoken at once, twenty wait, and one more is refused with a retry time', async () => {
    let speaking = 0;
    let maximum = 0;
    const finish: (() => void)[] = [];
    const voice = toneVoice();
    const slowWorld = await openWorld({
      engines: {
        ears: null,
        voice: {
          languages: ['en'],
          async *speak(text, options) {
            maximum = Math.max(maximum, ++speaking);
            await new Promise<void>((resolve) => finish.push(resolve));
            yield* voice.speak(text, options);
            speaking--;
          },
        },
      },
      runMediaJob: async (task) => {
        fs.writeFileSync(path.join(task.folder, 'ogg'), 'x');
        return { seconds: 1 };
      },
    });
    const requests = Array.from({ length: 23 }, () =>
      slowWorld.call(createSpeech, { credential: ALICE, body: { face_id, script: 'A.' } }).then(
        () => 'spoken',
        (error: { code: string }) => error.code,
      ),
    );
    const firstRefusal = await Promise.race(requests);
    assert.equal(firstRefusal, 'too_many_requests');
    let isDone = false;
    void Promise.all(requests).then(() => (isDone = true));
    await until('all scripts to be spoken', () => {
      finish.shift()?.();
      return isDone;
    });
    assert.deepEqual(
      [(await Promise.all(requests)).filter((outcome) => outcome === 'spoken').length, maximum],
      [22, 2],
    );
    await slowWorld.close();
  });

  test('orphaned files are deleted at the next start', { skip: needsEmbeddedDatabase }, async () => {
    const firstWorld = await openWorld({ engines: { voice: toneVoice(), ears: null } });
    const { dataDir } = firstWorld.service.context.config;
    const { result } = await firstWorld.call(createSpeech, {
      credential: ALICE,
      body: { face_id, script: 'A.' },
    });
    const folder = path.join(dataDir, 'media', 'speech');
    const orphan = `${'0'.repeat(48)}.ogg`;
    fs.writeFileSync(path.join(folder, orphan), 'x');
    fs.writeFileSync(path.join(folder, 'README'), 'mine');
    fs.mkdirSync(path.join(dataDir, 'media', 'work', 'left'), { recursive: true });
    await firstWorld.service.close();
    const secondWorld = await openWorld({ dataDir });
    assert.deepEqual(fs.readdirSync(folder).sort(), ['README', path.basename(result.speech_file_url)].sort());
    assert.deepEqual(fs.readdirSync(path.join(dataDir, 'media', 'work')), []);
    await secondWorld.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
});
