/** The voices of the visitor's device in a call: the choice of the voice, its reports, pauses and errors. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VisitorEvent, type VisitorMessage } from '../../src/contract/room-events.ts';
import { BrowserTextToSpeech } from '../../src/elements/session/browser-text-to-speech.ts';
import { chooseVoice } from '../../src/elements/session/device-voices.ts';
import type { FaceCue, FaceSink } from '../../src/elements/session/face-feed.ts';
import { agentEvent, MovedClock, settle } from './world.ts';
import { deviceVoice, SAMANTHA, ScriptedSpeech } from './scripted-speech.ts';

const SENTENCE = {
  id: 's1',
  text: 'We open at ten.',
  language: 'en',
  mouths: '55335511223344',
  stresses: [2, 8],
  words: [
    { at: 0, mouth: 0 },
    { at: 3, mouth: 2 },
    { at: 8, mouth: 6 },
    { at: 11, mouth: 8 },
  ],
};

async function openVoices({
  speech = new ScriptedSpeech(),
  spokenLanguages = ['en'],
  face = 'mira',
  modality = 'video',
  clockOf = () => null,
}: {
  speech?: ScriptedSpeech;
  spokenLanguages?: string[];
  face?: FaceSink['drawing'] | null;
  modality?: 'video' | 'audio';
  clockOf?: FaceSink['clock'];
} = {}) {
  const clock = new MovedClock();
  const messages: VisitorMessage[] = [];
  const cues: FaceCue[] = [];
  const callEnd = new AbortController();
  const voice = new BrowserTextToSpeech({
    clock,
    speech: speech.port,
    modality,
    languages: { spoken: spokenLanguages, browser: ['en-US'] },
    signal: callEnd.signal,
  });
  const sink: FaceSink | null = face && {
    drawing: face,
    follow() {},
    clock: clockOf,
    cue: (cue) => void cues.push(cue),
  };
  const feed = await voice.prepareFace(
    async () => sink,
    'mira',
    () => undefined,
  );
  feed?.cue({ at: 48_000, seed: 1, mood: 'idle' });
  await settle();
  voice.connect((message) => messages.push(message));
  await settle();
  return {
    voice,
    speech,
    clock,
    cues,
    over: callEnd,
    sent: messages,
    say: (extraFields: object = {}) =>
      voice.take(agentEvent('conversation.speak', { ...SENTENCE, ...extraFields })),
    control: (action: 'stop' | 'pause' | 'resume') =>
      voice.take(agentEvent('conversation.speak.control', { action })),
    /** Returns the page's messages, after checking that the service accepts each of them. */
    reports: () =>
      messages.map((message) => {
        assert.ok(VisitorEvent.safeParse(message).success, JSON.stringify(message));
        if (message.event_type === 'conversation.speaking') return message.properties.languages.join();
        assert.ok(message.event_type === 'conversation.spoken');
        const { id, state, at: position } = message.properties;
        return `${id} ${state}${position === undefined ? '' : ` ${position}`}`;
      }),
    lips: () => cues.slice(1).map(({ mouths }) => mouths),
  };
}

describe('the chosen voice', () => {
  const choose = (
    voices: SpeechSynthesisVoice[],
    language = 'en',
    face: FaceSink['drawing'] | null = 'mira',
    regions: string[] = [],
  ) => chooseVoice(voices, language, { face, regions })?.name;

  test('speaks on the device, in the language, and is not a robotic one', () => {
    const remote = deviceVoice('Google US English', 'en-US', false);
    assert.equal(choose([remote]), undefined);
    assert.equal(choose([remote, SAMANTHA]), 'Samantha');
    assert.equal(choose([SAMANTHA], 'de'), undefined);
    assert.equal(choose([deviceVoice('English (America)+espeak-ng', 'en-US')]), undefined);
    assert.equal(choose([deviceVoice('Zarvox', 'en-US'), deviceVoice('Bad News', 'en-US')]), undefined);
    assert.equal(choose([deviceVoice('Portuguese Brazil', 'pt_BR')], 'pt'), 'Portuguese Brazil');
  });

  test('fits the face, and is the natural one of the right region', () => {
    const daniel = deviceVoice('Daniel', 'en-GB');
    const ava = deviceVoice('Ava (Premium)', 'en-US');
    const android = deviceVoice('English United States', 'en_US');
    assert.equal(choose([daniel]), undefined);
    assert.equal(choose([daniel], 'en', 'tomas'), 'Daniel');
    assert.equal(choose([SAMANTHA], 'en', 'tomas'), undefined);
    assert.equal(choose([daniel], 'en', 'pip'), 'Daniel');
    assert.equal(choose([daniel], 'en', null), 'Daniel');
    assert.equal(choose([android], 'en', 'tomas'), 'English United States');
    assert.equal(choose([SAMANTHA, ava]), 'Ava (Premium)');
    const karen = deviceVoice('Karen', 'en-AU');
    assert.equal(choose([karen, SAMANTHA], 'en', 'mira', ['en-US']), 'Samantha');
    assert.equal(choose([SAMANTHA, karen], 'en', 'mira', ['en-AU', 'en-US']), 'Karen');
  });
});

describe('the announcement', () => {
  test('names the languages of the agent for which the device has a voice', async () => {
    const german = deviceVoice('Anna', 'de-DE');
    assert.deepEqual(
      (
        await openVoices({
          spokenLanguages: ['en-GB', 'fr', 'de'],
          speech: new ScriptedSpeech([SAMANTHA, german]),
        })
      ).reports(),
      ['en,de'],
    );
    assert.deepEqual(
      (await openVoices({ spokenLanguages: [], speech: new ScriptedSpeech([german]) })).reports(),
      ['de'],
    );
    assert.deepEqual((await openVoices({ spokenLanguages: ['fr'] })).reports(), ['']);
  });

  test('is empty beside a video of the service, but not in a call without a face', async () => {
    assert.deepEqual((await openVoices({ face: null })).reports(), ['']);
    assert.deepEqual((await openVoices({ face: null, modality: 'audio' })).reports(), ['en']);
  });

  test('waits for the voices of the system, two seconds at most', async () => {
    const lateVoices = await openVoices({ speech: new ScriptedSpeech([]) });
    assert.deepEqual(lateVoices.reports(), []);
    lateVoices.speech.load([SAMANTHA]);
    await settle();
    assert.deepEqual(lateVoices.reports(), ['en']);
    const emptyVoices = await openVoices({ speech: new ScriptedSpeech([]) });
    await emptyVoices.clock.advance(2000);
    assert.deepEqual(emptyVoices.reports(), ['']);
  });

  test('is sent once for each connection', async () => {
    const visitor = await openVoices();
    visitor.voice.connect(() => assert.fail());
    visitor.voice.disconnect();
    visitor.voice.connect((message) => visitor.sent.push(message));
    assert.deepEqual(visitor.reports(), ['en', 'en']);
  });
});

describe('a sentence', () => {
  test('is spoken by the chosen voice, one after another, with a report of each word', async () => {
    const visitor = await openVoices();
    visitor.say();
    visitor.say({ id: 's2', text: 'Goodbye.' });
    assert.deepEqual(
      visitor.speech.log.filter((call) => call !== 'resume'),
      ['speak We open at ten.'],
    );
    assert.deepEqual([visitor.speech.last.voice, visitor.speech.last.lang], [SAMANTHA, 'en-US']);
    visitor.speech.begins();
    visitor.speech.reaches(0, 'sentence');
    visitor.speech.reaches(3);
    visitor.speech.ends();
    assert.equal(visitor.speech.last.text, 'Goodbye.');
    visitor.speech.begins();
    visitor.speech.ends();
    assert.deepEqual(visitor.reports().slice(1), [
      's1 began',
      's1 word 3',
      's1 ended',
      's2 began',
      's2 ended',
    ]);
  });

  test('is cut after its current word', async () => {
    const visitor = await openVoices();
    visitor.say();
    visitor.say({ id: 's2' });
    visitor.speech.begins();
    visitor.speech.reaches(8);
    visitor.control('stop');
    assert.deepEqual(visitor.speech.log.slice(-2), ['cancel', 'resume']);
    visitor.speech.fails('interrupted');
    visitor.speech.ends();
    assert.deepEqual(visitor.reports().slice(-1), ['s1 cut 8']);
    assert.equal(visitor.speech.utterances.length, 1);
  });

  test('pauses and continues at its position', async () => {
    const visitor = await openVoices();
    visitor.say();
    visitor.speech.begins();
    visitor.speech.reaches(3);
    visitor.control('pause');
    visitor.control('pause');
    assert.equal(visitor.lips().at(-1), '', 'closed lips');
    await visitor.clock.advance(5000);
    visitor.control('resume');
    assert.deepEqual(visitor.speech.log.slice(-2), ['pause', 'resume']);
    assert.match(visitor.lips().at(-1)!, /^33/);
    visitor.speech.reaches(8);
    visitor.speech.ends();
    assert.deepEqual(visitor.reports().slice(-2), ['s1 word 8', 's1 ended']);
  });

  test('continues at its last word if a system ends it instead of pausing', async () => {
    for (const stopKind of ['ends', 'fails'] as const) {
      const visitor = await openVoices();
      visitor.say();
      visitor.speech.begins();
      visitor.speech.reaches(8);
      visitor.control('pause');
      visitor.speech[stopKind]();
      visitor.control('resume');
      assert.equal(visitor.speech.last.text, 'at ten.');
      visitor.speech.begins();
      visitor.speech.reaches(3);
      visitor.speech.ends();
      assert.deepEqual(visitor.reports().slice(1), ['s1 began', 's1 word 8', 's1 word 11', 's1 ended']);
    }
  });

  test('continues at the estimated word if the voice reports none', async () => {
    const visitor = await openVoices();
    visitor.say();
    visitor.speech.begins();
    await visitor.clock.advance(300);
    visitor.control('pause');
    visitor.speech.ends();
    visitor.control('resume');
    assert.equal(visitor.speech.last.text, 'at ten.');
  });

  test('is returned if its voice does not begin, fails, or is stopped by other code', async () => {
    const lateVoices = await openVoices();
    lateVoices.say();
    await lateVoices.clock.advance(1500);
    assert.deepEqual(lateVoices.reports().slice(1), ['s1 failed']);
    lateVoices.say({ id: 's2' });
    assert.equal(lateVoices.speech.utterances.length, 1, 'the service speaks from now on');
    const failingVoices = await openVoices();
    failingVoices.say();
    failingVoices.speech.begins();
    failingVoices.speech.reaches(3);
    failingVoices.speech.fails('canceled');
    assert.deepEqual(failingVoices.reports().slice(1), ['s1 began', 's1 word 3', 's1 failed 3']);
    const voicelessPage = await openVoices();
    voicelessPage.say();
    voicelessPage.speech.ends();
    assert.deepEqual(voicelessPage.reports().slice(1), ['s1 failed']);
    const foreign = await openVoices();
    foreign.say({ language: 'fr' });
    assert.deepEqual(foreign.reports().slice(1), ['s1 failed']);
  });

  test('is silent after the connection and the call', async () => {
    for (const end of ['disconnect', 'abort'] as const) {
      const visitor = await openVoices();
      visitor.say();
      visitor.speech.begins();
      if (end === 'abort') visitor.over.abort();
      else visitor.voice.disconnect();
      assert.deepEqual(visitor.speech.log.slice(-2), ['cancel', 'resume']);
      visitor.speech.ends();
      visitor.say({ id: 's2' });
      assert.deepEqual(visitor.reports().slice(1), ['s1 began']);
      assert.equal(visitor.speech.utterances.length, 1);
    }
  });
});

describe('the lips', () => {
  test('follow the words at the pace of the voice', async () => {
    const visitor = await openVoices();
    visitor.say();
    visitor.speech.begins();
    assert.equal(visitor.lips().at(-1), SENTENCE.mouths);
    assert.deepEqual(visitor.cues.at(-1)!.stresses, [2, 8]);
    // The third word was expected after 240 ms, but the voice reaches it after 360 ms.
    await visitor.clock.advance(360);
    visitor.speech.reaches(8);
    assert.equal(visitor.lips().at(-1), '111222333444');
    assert.deepEqual(visitor.cues.at(-1)!.stresses, [3]);
    await visitor.clock.advance(480);
    visitor.speech.ends();
    assert.equal(visitor.lips().at(-1), '');
    visitor.say({ id: 's2' });
    visitor.speech.begins();
    assert.ok(visitor.lips().at(-1)!.length > SENTENCE.mouths.length, 'the next sentence keeps the pace');
  });

  test('have the time of the audio track', async () => {
    const start = await openVoices();
    await start.clock.advance(1000);
    start.say();
    start.speech.begins();
    // The face assumes that a cue takes 60 ms to arrive.
    assert.equal(start.cues.at(-1)!.at, 48_000 + (1000 - 60) * 48);
    const reading = { rtp: 2 ** 32 - 480, at: 0 };
    const live = await openVoices({ clockOf: () => reading });
    reading.at = live.clock.elapsed() - 20 + performance.timeOrigin;
    live.say();
    live.speech.begins();
    assert.equal(live.cues.at(-1)!.at, 480, 'wraps at 32 bits');
  });

  test("are the room's own while the service speaks", async () => {
    const visitor = await openVoices();
    assert.deepEqual(visitor.lips(), []);
    visitor.control('stop');
    visitor.control('resume');
    assert.deepEqual(visitor.lips(), []);
  });
});
