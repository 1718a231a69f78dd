/** The sentence of consent in a film is recognised, stored, and required for moving lips. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { RecognitionStream, SpeechToText } from '../../../src/agent/speech/engines.ts';
import { listConsentEvents } from '../../../src/contract/face-consent.ts';
import { createFace, getFace } from '../../../src/contract/faces.ts';
import { chunksOf, recogniseConsent } from '../../../src/service/consent/film-consent.ts';
import { FileServer, mira } from '../media/films.ts';
import { ALICE, openWorld, type World } from '../world.ts';

const sentence =
  'i agree that a talking face is made of me from this film my number is four seven two nine one six';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-consent-'));
const server = new FileServer();
/** Texts that the scripted speech-to-text returns for the segments, in order. */
let script: (string | Error)[] = [];
let chunks = 0;
const recogniser: SpeechToText = {
  languages: ['en'],
  listen: (): RecognitionStream => ({
    write: () => void chunks++,
    finish: async () => {
      const scriptedText = script.shift() ?? '';
      if (scriptedText instanceof Error) throw scriptedText;
      return scriptedText;
    },
  }),
};
let world: World;
before(async () => {
  await server.open();
  const engines = { voice: null, ears: null, embedded: { voice: null as never, ears: () => recogniser } };
  world = await openWorld({
    engines,
    environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
    runMediaJob: async (task) => {
      if (task.do === 'examine') {
        fs.writeFileSync(path.join(task.folder, 'sound'), new Uint8Array(16_000 * 2 * 40));
        return { seconds: 40, hasStill: false, hasSound: true };
      }
      assert.ok(task.do === 'train');
      consents.push(task.consent);
      for (const ending of ['face', 'webm', 'webp']) fs.writeFileSync(path.join(task.folder, ending), ending);
      return { seconds: 2 };
    },
  });
});
after(async () => {
  await world.close();
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
const consents: boolean[] = [];
const train = async (scriptedTexts: (string | Error)[]) => {
  script = scriptedTexts;
  const { result } = await world.call(createFace, {
    credential: ALICE,
    body: { train_video_url: server.serve('/film', mira()) },
  });
  await world.service.context.jobs.idle();
  const face = await world.call(getFace, {
    credential: ALICE,
    params: { face_id: result.face_id },
    query: { verbose: 'true' } as never,
  });
  const events = await world
    .call(listConsentEvents, {
      credential: ALICE,
      params: { face_id: result.face_id },
    })
    .catch(() => ({ result: { data: [] } }));
  return { face: face.result, events: events.result.data };
};

test('a recognised sentence counts as consent, and its words are in the audit log', async () => {
  await world.service.context.store.db.updateTable('accounts').set({ consent_number: '472916' }).execute();
  const { face, events } = await train(['hello my name is ada', sentence, 'and so on']);
  assert.deepEqual([face.consent?.by, consents.at(-1)], ['film', true]);
  assert.deepEqual(
    events.map(({ event, recognised_words }) => [event, recognised_words]),
    [['film', sentence]],
  );
});

test('another account’s number, other words and a failing recogniser give no consent', async () => {
  for (const spokenText of [
    [sentence.replace('seven two', 'eight three')],
    ['hello'],
    [],
    [new Error('broken')],
  ]) {
    const { face, events } = await train(spokenText);
    assert.deepEqual(
      [face.status, face.consent, face.lips?.code, consents.at(-1), events],
      ['completed', null, 'consent_missing', false, []],
    );
  }
});

test('a sentence across two pieces is recognised, and the rest is not transcribed', async () => {
  const file = path.join(folder, 'sound');
  fs.writeFileSync(file, new Uint8Array(16_000 * 2 * 120));
  chunks = 0;
  script = ['and i agree that a talking face is', sentence.slice(sentence.indexOf('made')), 'never', 'asked'];
  const { signal } = new AbortController();
  assert.equal(await recogniseConsent(file, '472916', { ears: recogniser, signal }), sentence);
  assert.equal(chunks, 2);
});

test('pieces are cut at quiet places, and contain all of the sound', () => {
  const samples = Int16Array.from({ length: 16_000 * 40 }, (_, index) => (index % 7) * 1000 - 3000);
  samples.fill(0, 16_000 * 12, 16_000 * 12.2);
  const lengths = [...chunksOf(samples)].map(({ length }) => length / 16_000);
  assert.ok(Math.abs(lengths[0]! - 12.1) < 0.2, String(lengths[0]));
  assert.equal(
    lengths.reduce((sum, length) => sum + length),
    40,
  );
  assert.ok(lengths.every((length) => length <= 16));
});
