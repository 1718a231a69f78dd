import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConversation } from '../../../src/contract/conversations.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { SYSTEM_FACE } from '../../../src/service/seed/seed.ts';
import { ALICE, ask, waitUntilConnected, visitorEvents, talk } from '../world.ts';
import { answersWith, refuses, stalls, streams } from '../../agent/engine-server.ts';
import { KEY, conversation, enginesOf, server, operator, world } from './pal-engines-world.ts';

const readyProperties = async (call: Awaited<ReturnType<typeof conversation>>) =>
  (await visitorEvents(world, call)).flatMap((event) =>
    event.event_type === 'conversation.ready' ? [event.properties.capabilities] : [],
  )[0]!;

const transcribe = async (recogniser: NonNullable<ReturnType<typeof enginesOf>['ears']>, options: object) => {
  const hearing = recogniser.listen(options);
  hearing.write(new Int16Array(1600));
  return [await hearing.finish(), hearing.language];
};

describe("a PAL's own model", () => {
  // Proves resources-46.
  test("a PAL with its own model uses its key, name and options, and never the operator's model", async () => {
    server.script.completions = [streams("From the PAL's own.")];
    const call = await conversation({
      llm: {
        base_url: `${server.url}/`,
        api_key: KEY,
        model: 'mine',
        temperature: 0,
        extra_body: { seed: 7 },
        headers: { 'x-team': 'red' },
      },
    });
    assert.equal(await talk(world, call, 'Hello?'), "From the PAL's own.");
    const { headers, body } = server.last('completions');
    const { model, temperature, seed } = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual(
      [headers.authorization, headers['x-team'], model, temperature, seed],
      [`Bearer ${KEY}`, 'red', 'mine', 0, 7],
    );
    assert.equal(operator.requests.length, 0);
    assert.equal((await readyProperties(call)).answering, 'model');
  });

  test("without a key of its own sends no key, in particular not the operator's", async () => {
    server.script.completions = [streams('Yes.')];
    await talk(world, await conversation({ llm: { base_url: server.url } }), 'Hello?');
    assert.equal(server.last('completions').headers.authorization, undefined);
  });

  test("can change only the name of the model at the service's endpoint", async () => {
    operator.script.completions = [streams('Yes.')];
    await talk(world, await conversation({ llm: { model: 'bigger' } }), 'Hello?');
    const { headers, body } = operator.last('completions');
    assert.deepEqual(
      [headers.authorization, (JSON.parse(body) as { model: string }).model],
      ['Bearer sk-of-the-operator', 'bigger'],
    );
  });

  test('at an address that is not public is never called, and the agent answers from documents', async () => {
    const call = await conversation({
      llm: { base_url: operator.url.replace('127.0.0.1', 'models.example'), api_key: KEY },
    });
    const answer = await ask(world, call, 'Hello?');
    const tick = setInterval(() => world.clock.move(300), 5);
    assert.match(await answer(), /^I am having trouble answering right now\. /);
    clearInterval(tick);
    assert.equal(operator.requests.length, 0);
  });

  test('that stops during an answer is abandoned during the call', async () => {
    server.script.completions = [stalls('We open at ten. And ')];
    const call = await conversation({ llm: { base_url: server.url } });
    const answer = await ask(world, call, 'When?');
    await server.until('completions', 1);
    const tick = setInterval(() => world.clock.move(2000), 5);
    const line = await answer();
    clearInterval(tick);
    assert.match(line, /Sorry, I lost my thread\. Where were we\?$/);
  });
});

describe("a PAL's own ears", () => {
  test('transcribe by its endpoint, and retry a failure once', async () => {
    server.script.transcriptions = [refuses(429), answersWith('{"text":"when do you open"}')];
    const { ears: recogniser, kinds } = enginesOf(
      { stt: { base_url: server.url, api_key: KEY, model: 'keen' } },
      ['de'],
    );
    assert.deepEqual(await transcribe(recogniser!, { language: 'de' }), ['when do you open', undefined]);
    assert.match(server.last('transcriptions').body, /name="model"\r\n\r\nkeen[^]*name="language"\r\n\r\nde/);
    assert.deepEqual(
      [server.last('transcriptions').headers.authorization, kinds.hearing],
      [`Bearer ${KEY}`, 'endpoint'],
    );
  });

  // Proves resources-37.
  test("recognition is limited to the conversation's languages, and repeated if it detects another", async () => {
    const { ears: recogniser } = enginesOf({ stt: { base_url: server.url } }, ['en', 'de']);
    server.script.transcriptions = [answersWith('{"text":"guten tag","language":"german"}')];
    assert.deepEqual(await transcribe(recogniser!, { languages: ['en', 'de'], language: 'en' }), [
      'guten tag',
      'de',
    ]);
    assert.equal(server.count('transcriptions'), 1);
    server.script.transcriptions = [
      answersWith('{"text":"goeden dag","language":"dutch"}'),
      answersWith('{"text":"guten tag"}'),
    ];
    assert.deepEqual(await transcribe(recogniser!, { languages: ['en', 'de'], language: 'de' }), [
      'guten tag',
      'de',
    ]);
    assert.match(server.last('transcriptions').body, /name="language"\r\n\r\nde/);
    // A model that cannot return verbose responses receives a plain request.
    server.script.transcriptions = [refuses(400), answersWith('{"text":"hello"}')];
    assert.deepEqual(await transcribe(recogniser!, { languages: ['en', 'de'] }), ['hello', undefined]);
  });

  test('of the embedded kind know only English: other conversations are typed, and the page shows it', async () => {
    assert.deepEqual(enginesOf({}, ['de', 'fr']).kinds.hearing, 'none');
    assert.deepEqual(
      enginesOf({ stt: { stt_engine: 'embedded' } }, ['de', 'en-GB']).kinds.hearing,
      'embedded',
    );
    const call = await conversation(
      { tts: { base_url: server.url }, llm: { base_url: server.url } },
      { languages: ['de'] },
    );
    const readiness = await readyProperties(call);
    assert.deepEqual([readiness.hearing, readiness.languages], ['none', ['de']]);
  });

  // Proves resources-46.
  test('recognition prompts begin with the hotwords', async () => {
    server.script.transcriptions = [answersWith('{"text":"x"}')];
    for (const hotwords of ['Palkit, Mira', ['Palkit', 'Mira']]) {
      server.forget();
      server.script.transcriptions = [answersWith('{"text":"x"}')];
      const call = await conversation({ stt: { base_url: server.url, hotwords } });
      const callId = call.conversation_id;
      await waitUntilConnected(world, callId);
      world.media.emit({ is: 'voice-began', callId });
      world.media.emit({ is: 'voice', callId, samples: new Int16Array(1600) });
      world.media.emit({ is: 'voice-ended', callId, silence: 600 });
      await server.until('transcriptions', 1);
      assert.match(server.last('transcriptions').body, /name="prompt"\r\n\r\nPalkit Mira Hi\./);
    }
  });
});

describe('languages', () => {
  const create = (fields: object) =>
    world.refusal(createPal, {
      credential: ALICE,
      body: { system_prompt: 'x', default_face_id: SYSTEM_FACE.id, ...fields },
    });
  // Proves resources-35.
  test('a language that the voice cannot speak is refused by name, unless the PAL has its own endpoint', async () => {
    assert.match((await create({ languages: ['en', 'de'] })).text, /cannot speak de\. It can speak: en\./);
    assert.equal(
      (await create({ languages: ['de'], layers: { tts: { tts_engine: 'embedded', base_url: server.url } } }))
        .code,
      'language_unsupported',
    );
    const pal_id = await world.pal({ languages: ['de'], layers: { tts: { base_url: server.url } } });
    await world.call(createConversation, {
      credential: ALICE,
      body: { pal_id, properties: { languages: ['fr'] } },
    });
    const english = await world.pal({});
    assert.equal(
      (
        await world.refusal(createConversation, {
          credential: ALICE,
          body: { pal_id: english, properties: { languages: ['fr'] } },
        })
      ).code,
      'language_unsupported',
    );
  });

  test("of a conversation apply to the agent's built-in sentences", async () => {
    const call = await conversation(
      { tts: { base_url: server.url } },
      { languages: ['de-AT'], custom_greeting: '', pal_name: 'Mira', disclosure_type: 'always' },
    );
    server.script.speech = [refuses(404)];
    operator.script.completions = [refuses(401)];
    assert.match(await talk(world, call, 'Hallo?'), /^Ich kann gerade nicht gut antworten\./);
    const lines = (await visitorEvents(world, call)).flatMap((event) =>
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
