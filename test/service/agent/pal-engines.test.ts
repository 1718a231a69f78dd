import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import type { Layers } from '../../../src/contract/layers.ts';
import { createPal } from '../../../src/contract/pals.ts';
import type { Speech, TextToSpeech } from '../../../src/service/speech/engines.ts';
import { SynthesisPool } from '../../../src/service/speech/synthesis-pool.ts';
import { createFliteTextToSpeech } from '../../../src/service/speech/flite-text-to-speech.ts';
import { voiceOfFace } from '../../../src/service/seed/system-faces.ts';
import { palEngines, voiceFor, withFallback } from '../../../src/service/agent/pal-engines.ts';
import { ManualClock } from '../../../src/service/platform/clock.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, heard, openWorld, talk, type World } from '../world.ts';
import { answersWith, EngineHouse, refuses, stalls, streams, tone } from './engine-house.ts';

const KEY = 'sk-of-the-pal';
let house: EngineHouse;
let operator: EngineHouse;
let world: World;
const pool = new SynthesisPool({ size: 1 });
const embedded = createFliteTextToSpeech(pool);
before(async () => {
  house = await EngineHouse.open();
  operator = await EngineHouse.open();
  world = await openWorld({
    environment: {
      LLM_BASE_URL: operator.url,
      LLM_API_KEY: 'sk-of-the-operator',
      LLM_MODEL: 'theirs',
      OUTBOUND_ALLOWED_HOSTS: house.host,
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
  house.close();
  operator.close();
});
afterEach(() => {
  house.forget();
  operator.forget();
});

const conversation = async (layers: object, fields: object = {}) =>
  (
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id: await world.pal({ layers, custom_greeting: 'Hi.', ...fields } as never) },
    })
  ).result;
const ready = async (made: Awaited<ReturnType<typeof conversation>>) =>
  (await heard(world, made)).flatMap((event) =>
    event.event_type === 'conversation.ready' ? [event.properties.capabilities] : [],
  )[0]!;
async function all(speeches: AsyncIterable<Speech>): Promise<Speech[]> {
  const found: Speech[] = [];
  for await (const speech of speeches) found.push(speech);
  return found;
}
/** The engines of a PAL with these layers, in a service whose only endpoint is the operator's model. */
const enginesOf = (layers: Layers, languages: string[] = [], config: object = {}) =>
  palEngines({
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
  });
const words = async (ears: NonNullable<ReturnType<typeof enginesOf>['ears']>, options: object) => {
  const hearing = ears.listen(options);
  hearing.write(new Int16Array(1600));
  return [await hearing.finish(), hearing.language];
};

describe("a PAL's own model", () => {
  test("answers with its key, its name and what else was set; the operator's is not asked", async () => {
    house.script.completions = [streams("From the PAL's own.")];
    const made = await conversation({
      llm: {
        base_url: `${house.url}/`,
        api_key: KEY,
        model: 'mine',
        temperature: 0,
        extra_body: { seed: 7 },
        headers: { 'x-team': 'red' },
      },
    });
    assert.equal(await talk(world, made, 'Hello?'), "From the PAL's own.");
    const { headers, body } = house.last('completions');
    const { model, temperature, seed } = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual(
      [headers.authorization, headers['x-team'], model, temperature, seed],
      [`Bearer ${KEY}`, 'red', 'mine', 0, 7],
    );
    assert.equal(operator.asked.length, 0);
    assert.equal((await ready(made)).answering, 'model');
  });

  test("without a key of its own gets none, never the operator's", async () => {
    house.script.completions = [streams('Yes.')];
    await talk(world, await conversation({ llm: { base_url: house.url } }), 'Hello?');
    assert.equal(house.last('completions').headers.authorization, undefined);
  });

  test("only a model's name is asked for at the service's endpoint", async () => {
    operator.script.completions = [streams('Yes.')];
    await talk(world, await conversation({ llm: { model: 'bigger' } }), 'Hello?');
    const { headers, body } = operator.last('completions');
    assert.deepEqual(
      [headers.authorization, (JSON.parse(body) as { model: string }).model],
      ['Bearer sk-of-the-operator', 'bigger'],
    );
  });

  test('at an address that is not public is never reached, and the documents answer', async () => {
    const made = await conversation({
      llm: { base_url: operator.url.replace('127.0.0.1', 'models.example'), api_key: KEY },
    });
    const answer = talk(world, made, 'Hello?');
    const tick = setInterval(() => world.clock.move(300), 5);
    assert.match(await answer, /^I am having trouble answering right now\. /);
    clearInterval(tick);
    assert.equal(operator.asked.length, 0);
  });

  test('that stops in the middle is given up in the middle of the call', async () => {
    house.script.completions = [stalls('We open at ten. And ')];
    const made = await conversation({ llm: { base_url: house.url } });
    const answer = talk(world, made, 'When?');
    await house.until('completions', 1);
    const tick = setInterval(() => world.clock.move(2000), 5);
    const line = await answer;
    clearInterval(tick);
    assert.match(line, /Sorry, I lost my thread\. Where were we\?$/);
  });
});

describe("a PAL's own voice", () => {
  test('speaks by its endpoint, with its voice, speed and instructions', async () => {
    house.script.speech = [answersWith(tone())];
    const { voice, kinds } = enginesOf({
      tts: {
        base_url: house.url,
        api_key: KEY,
        model: 'loud',
        external_voice_id: 'amy',
        voice: 'other',
        speed: 1.5,
        instructions: 'Whisper.',
      },
    });
    const parts = await all(voice!.speak('Hello there.', {}));
    assert.ok(
      parts.flatMap(({ packets }) => packets).length > 40 &&
        parts.some(({ mouths }) => mouths.some((mouth) => mouth > 0)),
    );
    assert.deepEqual(JSON.parse(house.last('speech').body), {
      model: 'loud',
      voice: 'amy',
      response_format: 'pcm',
      speed: 1.5,
      instructions: 'Whisper.',
      input: 'Hello there.',
    });
    assert.deepEqual(
      [house.last('speech').headers.authorization, kinds.voice],
      [`Bearer ${KEY}`, 'endpoint'],
    );
  });

  test('is the embedded one of its face where it names none', async () => {
    const asked: (string | undefined)[] = [];
    const listening: typeof embedded = {
      languages: ['en'],
      speak: (_text, { voice }) => (asked.push(voice), (async function* () {})()),
    };
    const speak = (layers: Layers, standard?: string) =>
      all(
        palEngines({
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
        }).voice!.speak('Hello.', {}),
      );
    await speak({}, voiceOfFace('r8c41e07b92d35fa6e013'));
    await speak({ tts: { tts_engine: 'embedded' } }, voiceOfFace('ra07d3f6512be98c47e5f'));
    await speak({ tts: { external_voice_id: 'awb' } }, 'rms');
    await speak({}, voiceOfFace('r-trained'));
    assert.deepEqual(asked, ['rms', 'awb', 'awb', undefined]);
    house.script.speech = [answersWith(tone())];
    const own = palEngines({
      layers: { tts: { base_url: house.url } },
      languages: [],
      standard: 'rms',
      engines: { voice: embedded, ears: null, speech: pool },
      config: { llm: null, stt: null, tts: null },
      outbound: world.service.context.outbound,
      clock: new ManualClock(),
    });
    await all(own.voice!.speak('Hello.', {}));
    assert.equal(
      (JSON.parse(house.last('speech').body) as { voice: string }).voice,
      'alloy',
      'an endpoint is not asked for an embedded voice',
    );
  });

  test('is the one of the language that is spoken', async () => {
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
    house.script.speech = [answersWith(tone())];
    await all(
      enginesOf({ tts: { ...tts, base_url: house.url } }).voice!.speak('Guten Tag.', { language: 'de-AT' }),
    );
    assert.equal((JSON.parse(house.last('speech').body) as { voice: string }).voice, 'anna');
  });

  test('changes with the language of each answer in a call', async () => {
    house.script.completions = [
      streams('Wir haben von zehn bis sieben geöffnet.'),
      streams('We open at ten and close at seven.'),
    ];
    house.script.speech = [answersWith(tone())];
    const made = await conversation(
      { llm: { base_url: house.url }, tts: { base_url: house.url, voices: { de: 'anna', en: 'amy' } } },
      { languages: ['en', 'de'] },
    );
    const respond = (text: string) =>
      world.media.emit({
        is: 'message',
        callId: made.conversation_id,
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
        .where('id', '=', made.conversation_id)
        .executeTakeFirstOrThrow(),
    );
    world.media.emit({ is: 'connected', callId: made.conversation_id });
    await house.until('speech', 1);
    respond('Wann haben Sie geöffnet?');
    await house.until('speech', 2);
    respond('And in English, when do you open?');
    await house.until('speech', 3);
    assert.deepEqual(
      house.asked
        .filter(({ path }) => path.endsWith('speech'))
        .map(({ body }) => (JSON.parse(body) as { voice: string; input: string }).voice)
        .slice(0, 3),
      ['amy', 'anna', 'amy'],
    );
  });

  test('that fails is followed by the embedded one from where it failed, and is not asked for a while', async () => {
    const clock = new ManualClock();
    let asked = 0;
    const failing: TextToSpeech = {
      languages: ['en', 'de'],
      async *speak(text) {
        asked++;
        yield { text: `${text.split('.')[0]!}.`, packets: [], mouths: new Uint8Array(), duration: 1 };
        throw new Error('gone');
      },
    };
    const spoken: string[] = [];
    const second: TextToSpeech = {
      languages: ['en'],
      async *speak(text) {
        spoken.push(text);
        yield { text, packets: [], mouths: new Uint8Array(), duration: 1 };
      },
    };
    const voice = withFallback(failing, second, clock);
    assert.deepEqual(
      (await all(voice.speak('One is here. Two is there.', {}))).map(({ text }) => text),
      ['One is here.', 'Two is there.'],
    );
    await all(voice.speak('Three.', { language: 'en-GB' }));
    assert.deepEqual([asked, spoken], [1, ['Two is there.', 'Three.']]);
    await assert.rejects(all(voice.speak('Drei. Vier.', { language: 'de' })), /gone/);
    clock.move(30_000);
    await all(voice.speak('Four. Five.', {}));
    assert.equal(asked, 3);
  });

  test('a refusal of the endpoint is heard as the embedded voice', async () => {
    house.script.speech = [refuses(500)];
    const [speech] = await all(enginesOf({ tts: { base_url: house.url } }).voice!.speak('Hello there.', {}));
    assert.ok(speech!.packets.length > 10);
    assert.equal(house.count('speech'), 2, 'one more try before it');
  });

  test('embedded is the embedded one, whatever the service has', async () => {
    const { voice, kinds } = enginesOf({ tts: { tts_engine: 'embedded', base_url: house.url } }, [], {
      tts: { baseUrl: operator.url, apiKey: null, model: null, voice: null },
    });
    await all(voice!.speak('Hello.', {}));
    assert.deepEqual([kinds.voice, house.asked.length, operator.asked.length], ['embedded', 0, 0]);
  });
});

describe("a PAL's own ears", () => {
  test('hear by its endpoint; a failure is tried once more', async () => {
    house.script.transcriptions = [refuses(429), answersWith('{"text":"when do you open"}')];
    const { ears, kinds } = enginesOf({ stt: { base_url: house.url, api_key: KEY, model: 'keen' } }, ['de']);
    assert.deepEqual(await words(ears!, { language: 'de' }), ['when do you open', undefined]);
    assert.match(house.last('transcriptions').body, /name="model"\r\n\r\nkeen[^]*name="language"\r\n\r\nde/);
    assert.deepEqual(
      [house.last('transcriptions').headers.authorization, kinds.hearing],
      [`Bearer ${KEY}`, 'endpoint'],
    );
  });

  test("are restricted to the conversation's languages: a stranger is heard again as one of them", async () => {
    const { ears } = enginesOf({ stt: { base_url: house.url } }, ['en', 'de']);
    house.script.transcriptions = [answersWith('{"text":"guten tag","language":"german"}')];
    assert.deepEqual(await words(ears!, { languages: ['en', 'de'], language: 'en' }), ['guten tag', 'de']);
    assert.equal(house.count('transcriptions'), 1);
    house.script.transcriptions = [
      answersWith('{"text":"goeden dag","language":"dutch"}'),
      answersWith('{"text":"guten tag"}'),
    ];
    assert.deepEqual(await words(ears!, { languages: ['en', 'de'], language: 'de' }), ['guten tag', 'de']);
    assert.match(house.last('transcriptions').body, /name="language"\r\n\r\nde/);
    // A model without verbose answers is asked plainly.
    house.script.transcriptions = [refuses(400), answersWith('{"text":"hello"}')];
    assert.deepEqual(await words(ears!, { languages: ['en', 'de'] }), ['hello', undefined]);
  });

  test('embedded ones hear English only: a conversation without it is typed, and the page is told', async () => {
    assert.deepEqual(enginesOf({}, ['de', 'fr']).kinds.hearing, 'none');
    assert.deepEqual(
      enginesOf({ stt: { stt_engine: 'embedded' } }, ['de', 'en-GB']).kinds.hearing,
      'embedded',
    );
    const made = await conversation(
      { tts: { base_url: house.url }, llm: { base_url: house.url } },
      { languages: ['de'] },
    );
    const told = await ready(made);
    assert.deepEqual([told.hearing, told.languages], ['none', ['de']]);
  });

  test('expect the hotwords first', async () => {
    house.script.transcriptions = [answersWith('{"text":"x"}')];
    for (const hotwords of ['Palkit, Mira', ['Palkit', 'Mira']]) {
      house.forget();
      house.script.transcriptions = [answersWith('{"text":"x"}')];
      const made = await conversation({ stt: { base_url: house.url, hotwords } });
      const row = await world.service.context.store.db
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', made.conversation_id)
        .executeTakeFirstOrThrow();
      await world.service.context.conversations.room(row);
      const callId = made.conversation_id;
      world.media.emit({ is: 'connected', callId });
      world.media.emit({ is: 'voice-began', callId });
      world.media.emit({ is: 'voice', callId, samples: new Int16Array(1600) });
      world.media.emit({ is: 'voice-ended', callId });
      await house.until('transcriptions', 1);
      assert.match(house.last('transcriptions').body, /name="prompt"\r\n\r\nPalkit Mira Hi\./);
    }
  });
});

describe('languages', () => {
  const create = (fields: object) =>
    world.refused(createPal, {
      credential: ALICE,
      body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, ...fields },
    });
  test('that the voice cannot speak are refused by name; an own endpoint counts as a voice', async () => {
    assert.match((await create({ languages: ['en', 'de'] })).text, /cannot speak de\. It can speak: en\./);
    assert.equal(
      (await create({ languages: ['de'], layers: { tts: { tts_engine: 'embedded', base_url: house.url } } }))
        .code,
      'language_unsupported',
    );
    const pal_id = await world.pal({ languages: ['de'], layers: { tts: { base_url: house.url } } });
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id, properties: { languages: ['fr'] } },
    });
    const english = await world.pal({});
    assert.equal(
      (
        await world.refused(createConversation, {
          credential: ALICE,
          body: { pal_id: english, properties: { languages: ['fr'] } },
        })
      ).code,
      'language_unsupported',
    );
  });

  test("what the agent says by itself is in the conversation's language", async () => {
    const made = await conversation(
      { tts: { base_url: house.url } },
      { languages: ['de-AT'], custom_greeting: '', pal_name: 'Mira', disclosure_type: 'always' },
    );
    house.script.speech = [refuses(404)];
    operator.script.completions = [refuses(401)];
    assert.match(await talk(world, made, 'Hallo?'), /^Ich kann gerade nicht gut antworten\./);
    const lines = (await heard(world, made)).flatMap((event) =>
      event.event_type === 'conversation.utterance' && event.properties.role === 'pal'
        ? [event.properties.speech]
        : [],
    );
    assert.deepEqual(lines.slice(0, 2), [
      'Bevor wir anfangen: Ich bin ein KI-System, kein Mensch.',
      'Guten Tag, ich bin Mira. Wie kann ich Ihnen helfen?',
    ]);
  });
});
