/** The voice in calls of a deployment that uses the voices of the visitor's browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TextToSpeech } from '../../../src/agent/speech/engines.ts';
import { until } from '../until.ts';
import { waitUntilConnected, openWorld, type World } from '../world.ts';

const voice: TextToSpeech = {
  languages: ['en'],
  async *speak(text) {
    yield { text, packets: [new Uint8Array([1])], mouths: new Uint8Array(), duration: 0.02 };
  },
};

describe("a deployment with customization.voice 'browser'", () => {
  let world: World;
  before(async () => {
    world = await openWorld({ engines: { voice, ears: null } });
  });
  after(() => world.close());

  /** Returns the first sentence of a call and its speaker. */
  async function firstSentence({
    languages = ['en'],
    ...deployment
  }: Record<string, unknown> & { languages?: string[] } = {}) {
    const { conversation_id: id } = await world.start(
      await world.deployment({
        customization: { voice: 'browser' },
        ...deployment,
      }),
    );
    await waitUntilConnected(world, id);
    const data = JSON.stringify({ event_type: 'conversation.speaking', properties: { languages } });
    world.media.emit({ is: 'message', callId: id, data });
    const sentence = () =>
      world.media.sentEvents(id).find(({ event_type }) => event_type === 'conversation.speak');
    const sound = () => world.media.commands.find(([verb, call]) => verb === 'say' && call === id);
    await until('a sentence', () => sentence() !== undefined || sound() !== undefined);
    const { text, language } = sentence()?.properties ?? {};
    return sound() ? 'the service' : `${String(language)}: ${String(text)}`;
  }

  test('uses the voice of a device that has one for the language', async () => {
    assert.match(await firstSentence(), /^en: Hello, I am/);
  });

  test("uses the service's voice for other devices, other settings and in recorded calls", async () => {
    assert.equal(await firstSentence({ languages: [] }), 'the service');
    assert.equal(await firstSentence({ customization: {} }), 'the service');
    assert.equal(await firstSentence({ enable_recording: true }), 'the service');
    const customization = { voice: 'browser', face_rendering: 'service' };
    assert.equal(await firstSentence({ customization }), 'the service');
  });
});
