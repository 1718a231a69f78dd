/** A language model on this machine answers for PALs without their own; if it fails, the documents answer. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { LocalModel } from '../../../src/agent/local-model/local-model.ts';
import type { InstalledModel } from '../../../src/models/installed.ts';
import { installedLanguageModel } from '../../../src/service/compose/installed-engines.ts';
import { ManualClock, systemClock } from '../../../src/runtime/clock.ts';
import { writeToyEngine } from '../../agent/local-model/toy-engine.ts';
import { streams, EngineServer } from '../../agent/engine-server.ts';
import { toneVoice } from '../tone.ts';
import { ALICE, ask, openWorld, talk, visitorEvents, type World } from '../world.ts';

const folder = mkdtempSync(join(tmpdir(), 'palkit-installed-model-'));
const model = new LocalModel({ name: 'toy', clock: systemClock, ...writeToyEngine(folder) });
let server: EngineServer;
let world: World;
before(async () => {
  server = await EngineServer.open();
  world = await openWorld({
    environment: { OUTBOUND_ALLOWED_HOSTS: server.host },
    engines: { voice: toneVoice(), ears: null, model },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
});
after(async () => {
  model.close();
  await world.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const conversation = async (fields: object = {}) =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ custom_greeting: 'Hi.', ...fields }) },
    })
  ).result;

test('a PAL without its own model is answered by the one on this machine', async () => {
  const call = await conversation();
  assert.equal(await talk(world, call, 'Are you there?'), 'We are open.');
  const events = await visitorEvents(world, call);
  const readyProperties = events.flatMap((event) =>
    event.event_type === 'conversation.ready' ? [event.properties] : [],
  );
  assert.equal(readyProperties[0]?.capabilities.answering, 'model');
});

test("a PAL's own model takes precedence", async () => {
  server.script.completions = [streams('From its own.')];
  const call = await conversation({ layers: { llm: { base_url: server.url } } });
  assert.equal(await talk(world, call, 'Are you there?'), 'From its own.');
});

test('a crash of the model ends no call: the agent answers without it', async () => {
  const call = await conversation();
  const answer = await ask(world, call, 'Will you die?');
  const tick = setInterval(() => world.clock.move(300), 5);
  assert.doesNotMatch(await answer(), /We are open/);
  clearInterval(tick);
  assert.equal(await talk(world, call, 'Are you there?'), 'We are open.');
});

test('the newest installed model is used, with the engine in the data folder', () => {
  const row: InstalledModel = {
    name: 'mine',
    for: 'language_model',
    family: 'gguf',
    engine: 'node-llama-cpp',
    languages: ['en'],
    licence: 'MIT',
    parts: { model: 'model.gguf' },
    sources: [],
    installed_at: '2026-11-28T00:00:00.000Z',
    folder: '/models/mine',
  };
  const options = { dataDir: '/data', clock: new ManualClock() };
  assert.equal(installedLanguageModel([row], options)?.name, 'mine');
  assert.equal(installedLanguageModel([], options), undefined);
});
