import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { MODELS } from '../../src/models/catalogue.ts';
import { FIRST_VOICE, offerFirstVoice } from '../../src/models/first-voice.ts';
import { SYSTEM_FACE, SYSTEM_FACES } from '../../src/service/seed/system-faces.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-first-voice-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));

async function offer(dataDir: string, answer: boolean | null, hasVoice = false) {
  const addedModels: string[] = [];
  let printed = '';
  await offerFirstVoice({
    dataDir,
    catalogue: MODELS,
    faces: SYSTEM_FACES,
    hasVoice,
    confirm: answer === null ? null : async () => answer,
    out: (text) => (printed += text),
    add: async (name) => addedModels.push(name),
  });
  return { added: addedModels, printed };
}

test('a first start on a terminal offers a voice for the first face, with its card, once', async () => {
  const dataDir = path.join(root, 'new');
  const firstOffer = await offer(dataDir, true);
  assert.deepEqual(firstOffer.added, [FIRST_VOICE]);
  assert.match(firstOffer.printed, /public domain[^]*from scratch[^]*Mira/);
  assert.deepEqual(await offer(dataDir, true), { added: [], printed: '' });
});

test('a refusal is stored, and the command is named for later', async () => {
  const dataDir = path.join(root, 'no');
  const firstOffer = await offer(dataDir, false);
  assert.deepEqual(firstOffer.added, []);
  assert.match(firstOffer.printed, /Later: palkit models add piper-en/);
  assert.equal((await offer(dataDir, true)).printed, '');
});

test('no offer is made without a terminal or if a voice is installed', async () => {
  const dataDir = path.join(root, 'quiet');
  assert.equal((await offer(dataDir, null)).printed, '');
  assert.equal((await offer(dataDir, true, true)).printed, '');
  assert.notEqual((await offer(dataDir, true)).printed, '');
});

test('the offered voice fits the first face and has no research-only ancestry', () => {
  const row = MODELS.find(({ name }) => name === FIRST_VOICE)!;
  assert.ok(Object.hasOwn(row.speakers!, SYSTEM_FACE.voice));
  assert.equal(row.card!.research, null);
  assert.ok(row.sources.every(({ sha256, bytes }) => sha256 !== null && bytes !== null));
});
