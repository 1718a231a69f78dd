/** A PAL's own voice has an endpoint and settings, and the embedded voice replaces it if it fails. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Layers } from '../../../src/contract/layers.ts';
import type { SpeakOptions, Speech, TextToSpeech } from '../../../src/agent/speech/engines.ts';
import { voiceOfFace } from '../../../src/service/seed/system-faces.ts';
import { palEngines } from '../../../src/service/engines/pal-engines.ts';
import { voiceFor } from '../../../src/service/engines/pal-voice.ts';
import { withVoiceFallback } from '../../../src/agent/speech/fallback-text-to-speech.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { answersWith, refuses, streams, tone } from '../../agent/engine-server.ts';
import {
  KEY,
  conversation,
  embedded,
  enginesOf,
  server,
  operator,
  pool,
  world,
  warnings,
} from './pal-engines-world.ts';

async function collectSpeech(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const chunks: Speech[] = [];
  for await (const speech of speeches) chunks.push(speech);
  return chunks;
}

describe("a PAL's own voice", () => {
  // Proves resources-46.
  test('a PAL with its own voice sends the voice, speed and instructions to its endpoint', async () => {
    server.script.speech = [answersWith(tone())];
    const { voice, kinds } = enginesOf({
      tts: {
        base_url: server.url,
        api_key: KEY,
        model: 'loud',
        external_voice_id: 'amy',
        voice: 'other',
        speed: 1.5,
        instructions: 'Whisper.',
      },
    });
    const parts = await collectSpeech(voice!.speak('Hello there.', {}));
    assert.ok(
      parts.flatMap(({ packets }) => packets).length > 40 &&
        parts.some(({ mouths }) => mouths.some((mouth) => mouth > 0)),
    );
    assert.deepEqual(JSON.parse(server.last('speech').body), {
      model: 'loud',
      voice: 'amy',
      response_format: 'pcm',
      speed: 1.5,
      instructions: 'Whisper.',
      input: 'Hello there.',
    });
    assert.deepEqual(
      [server.last('speech').headers.authorization, kinds.voice],
      [`Bearer ${KEY}`, 'endpoint'],
    );
  });

  test('on this machine receives its pace, its pitch and the account', async () => {
    const options: Pick<SpeakOptions, 'speed' | 'pitch' | 'account'>[] = [];
    const listening: typeof embedded = {
      languages: ['en'],
      speak: (_text, { speed, pitch, account }) => (
        options.push({ speed, pitch, account }),
        (async function* () {})()
      ),
    };
    const { voice } = palEngines({
      account: 7,
      layers: { tts: { speed: 1.2, pitch: -2 } },
      languages: [],
      engines: { voice: listening, ears: null, speech: pool },
      config: { llm: null, stt: null, tts: null },
      outbound: world.service.context.outbound,
      clock: new ManualClock(),
      log: { warn: () => {} },
    });
    await collectSpeech(voice!.speak('Hello there.', {}));
    assert.deepEqual(options, [{ speed: 1.2, pitch: -2, account: 7 }]);
  });

  test('is the embedded voice of its face if the PAL names none', async () => {
    const voices: (string | undefined)[] = [];
    const listening: typeof embedded = {
      languages: ['en'],
      speak: (_text, { voice }) => (voices.push(voice), (async function* () {})()),
    };
    const speak = (layers: Layers, standard?: string) =>
      collectSpeech(
        palEngines({
          account: 1,
          layers,
          languages: [],
          standard,
          engines: {
            voice: listening,
            ears: null,
            embedded: { voice: listening, ears: () => assert.fail() },
            speech: pool,
          },
          config: { llm: null, stt: null, tts: null },
          outbound: world.service.context.outbound,
          clock: new ManualClock(),
          log: { warn: () => {} },
        }).voice!.speak('Hello.', {}),
      );
    await speak({}, voiceOfFace('r8c41e07b92d35fa6e013'));
    await speak({ tts: { tts_engine: 'embedded' } }, voiceOfFace('ra07d3f6512be98c47e5f'));
    await speak({ tts: { external_voice_id: 'awb' } }, 'rms');
    await speak({}, voiceOfFace('r-trained'));
    assert.deepEqual(voices, ['rms', 'awb', 'awb', undefined]);
    server.script.speech = [answersWith(tone())];
    const ownEngines = palEngines({
      account: 1,
      layers: { tts: { base_url: server.url } },
      languages: [],
      standard: 'rms',
      engines: { voice: embedded, ears: null, speech: pool },
      config: { llm: null, stt: null, tts: null },
      outbound: world.service.context.outbound,
      clock: new ManualClock(),
      log: { warn: () => {} },
    });
    await collectSpeech(ownEngines.voice!.speak('Hello.', {}));
    assert.equal(
      (JSON.parse(server.last('speech').body) as { voice: string }).voice,
      'alloy',
      'an endpoint is not asked for an embedded voice',
    );
  });

  // Proves resources-38.
  test('the voice depends on the spoken language, with a fallback', async () => {
    const tts = { voices: { en: 'amy', de: 'anna', 'pt-BR': 'rui' }, external_voice_id: 'any' };
    for (const [language, voice] of [
      ['en', 'amy'],
      ['en-GB', 'amy'],
      ['de', 'anna'],
      ['pt', 'rui'],
      ['fr', 'any'],
      [undefined, 'any'],
    ] as const)
      assert.equal(voiceFor(tts, language), voice);
    server.script.speech = [answersWith(tone())];
    await collectSpeech(
      enginesOf({ tts: { ...tts, base_url: server.url } }).voice!.speak('Guten Tag.', { language: 'de-AT' }),
    );
    assert.equal((JSON.parse(server.last('speech').body) as { voice: string }).voice, 'anna');
  });

  // Proves resources-38.
  test('the voice changes with the language of each answer in a call', async () => {
    server.script.completions = [
      streams('Wir haben von zehn bis sieben geöffnet.'),
      streams('We open at ten and close at seven.'),
    ];
    server.script.speech = [answersWith(tone())];
    const call = await conversation(
      { llm: { base_url: server.url }, tts: { base_url: server.url, voices: { de: 'anna', en: 'amy' } } },
      { languages: ['en', 'de'] },
    );
    const respond = (text: string) =>
      world.media.emit({
        is: 'message',
        callId: call.conversation_id,
        data: JSON.stringify({
          message_type: 'conversation',
          event_type: 'conversation.respond',
          properties: { text },
        }),
      });
    await world.service.context.conversations.room(
      await world.service.context.store.db
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', call.conversation_id)
        .executeTakeFirstOrThrow(),
    );
    world.media.emit({ is: 'connected', callId: call.conversation_id });
    await server.until('speech', 1);
    respond('Wann haben Sie geöffnet?');
    await server.until('speech', 2);
    respond('And in English, when do you open?');
    await server.until('speech', 3);
    assert.deepEqual(
      server.requests
        .filter(({ path }) => path.endsWith('speech'))
        .map(({ body }) => (JSON.parse(body) as { voice: string; input: string }).voice)
        .slice(0, 3),
      ['amy', 'anna', 'amy'],
    );
  });

  test('is replaced by the embedded voice from where it fails, and paused for a while', async () => {
    const clock = new ManualClock();
    let calls = 0;
    const failing: TextToSpeech = {
      languages: ['en', 'de'],
      async *speak(text) {
        calls++;
        yield { text: `${text.split('.')[0]!}.`, packets: [], mouths: new Uint8Array(), duration: 1 };
        throw new Error('gone');
      },
    };
    const spokenTexts: string[] = [];
    const secondVoice: TextToSpeech = {
      languages: ['en'],
      async *speak(text) {
        spokenTexts.push(text);
        yield { text, packets: [], mouths: new Uint8Array(), duration: 1 };
      },
    };
    const voice = withVoiceFallback(failing, secondVoice, clock, (error) => void loggedCauses.push(error));
    const loggedCauses: unknown[] = [];
    assert.deepEqual(
      (await collectSpeech(voice.speak('One is here. Two is there.', {}))).map(({ text }) => text),
      ['One is here.', 'Two is there.'],
    );
    await collectSpeech(voice.speak('Three.', { language: 'en-GB' }));
    assert.deepEqual([calls, spokenTexts], [1, ['Two is there.', 'Three.']]);
    await assert.rejects(collectSpeech(voice.speak('Drei. Vier.', { language: 'de' })), /gone/);
    clock.move(30_000);
    await collectSpeech(voice.speak('Four. Five.', {}));
    assert.equal(calls, 3);
    assert.deepEqual(
      loggedCauses.map((error) => (error as Error).message),
      ['gone', 'gone', 'gone'],
    );
  });

  test('is replaced by the embedded voice if the endpoint refuses', async () => {
    server.script.speech = [refuses(500)];
    const [speech] = await collectSpeech(
      enginesOf({ tts: { base_url: server.url } }).voice!.speak('Hello there.', {}),
    );
    assert.ok(speech!.packets.length > 10);
    assert.equal(server.count('speech'), 4, 'raw samples and WAV, each with one more try');
    const [warning] = warnings as { account: number; engine: string; fault: string }[];
    assert.deepEqual([warning?.account, warning?.engine], [1, 'voice']);
    assert.ok(warning?.fault, 'the log says what was wrong');
  });

  test('is the embedded voice if the PAL says so, whatever the service has', async () => {
    const { voice, kinds } = enginesOf({ tts: { tts_engine: 'embedded', base_url: server.url } }, [], {
      tts: { baseUrl: operator.url, apiKey: null, model: null, voice: null },
    });
    await collectSpeech(voice!.speak('Hello.', {}));
    assert.deepEqual([kinds.voice, server.requests.length, operator.requests.length], ['embedded', 0, 0]);
  });
});
