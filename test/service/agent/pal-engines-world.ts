/** A service with an operator's engines and a PAL's own engines, for tests of both. */
import { after, afterEach, before } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import type { Layers } from '../../../src/contract/layers.ts';
import { SynthesisPool } from '../../../src/agent/speech/synthesis-pool.ts';
import { createFliteTextToSpeech } from '../../../src/agent/speech/flite-text-to-speech.ts';
import { palEngines } from '../../../src/service/engines/pal-engines.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { ALICE, openWorld, type World } from '../world.ts';
import { EngineServer } from '../../agent/engine-server.ts';

export const KEY = 'sk-of-the-pal';
export let server: EngineServer;
export let operator: EngineServer;
export let world: World;
export const pool = new SynthesisPool({ size: 1 });
export const embedded = createFliteTextToSpeech(pool);
before(async () => {
  server = await EngineServer.open();
  operator = await EngineServer.open();
  world = await openWorld({
    environment: {
      LLM_BASE_URL: operator.url,
      LLM_API_KEY: 'sk-of-the-operator',
      LLM_MODEL: 'theirs',
      OUTBOUND_ALLOWED_HOSTS: server.host,
    },
    engines: {
      voice: embedded,
      ears: null,
      embedded: {
        voice: embedded,
        ears: () => ({ languages: ['en'], listen: () => ({ write() {}, finish: async () => '' }) }),
      },
      speech: pool,
    },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
});
after(async () => {
  await world.close();
  await pool.close();
  server.close();
  operator.close();
});
afterEach(() => {
  server.forget();
  operator.forget();
  warnings.length = 0;
});

export const conversation = async (layers: object, fields: object = {}) =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ layers, custom_greeting: 'Hi.', ...fields } as never) },
    })
  ).result;
/** The fields of the warnings that the engines logged. */
export const warnings: object[] = [];
/** Creates the engines of a PAL with these layers, in a service whose only endpoint is the operator's model. */
export const enginesOf = (layers: Layers, languages: string[] = [], config: object = {}) =>
  palEngines({
    account: 1,
    layers,
    languages,
    engines: {
      voice: embedded,
      ears: null,
      embedded: {
        voice: embedded,
        ears: () => ({ languages: ['en'], listen: () => ({ write() {}, finish: async () => 'english' }) }),
      },
      speech: pool,
    },
    config: { llm: null, stt: null, tts: null, ...config },
    outbound: world.service.context.outbound,
    clock: new ManualClock(),
    log: { warn: (fields: object) => void warnings.push(fields) },
  });
