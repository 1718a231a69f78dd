/** An agent recognises and answers speech in the right language, and reports a missing or failing engine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EngineError } from '../../src/agent/language/engine-error.ts';
import type { SpeechToText, TextToSpeech } from '../../src/agent/speech/engines.ts';
import type { Responder } from '../../src/agent/replies/responder.ts';
import { answers, begin, createRecogniser, event, settle, voice, joinInput } from './stage.ts';

describe('the agent', () => {
  test('shows the recognised line, and answers sentence by sentence', async () => {
    const { agent, stage, clock, entries } = begin({ speechToText: createRecogniser(['when do you open']) });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    clock.move(1500);
    agent.take({ type: 'voice-ended' });
    await settle();
    clock.move(440);
    await stage.play();
    assert.deepEqual(stage.lines().slice(1), [
      ['user', 'when do you open'],
      ['pal', 'We open at ten. We close at seven.'],
    ]);
    assert.equal(entries[1]!.duration, 1.5);
    const streaming = stage.sentEvents
      .filter(({ type, properties }) => type === 'utterance.streaming' && properties['role'] === 'pal')
      .map(({ properties }) => properties['speech']);
    assert.deepEqual(streaming.slice(1), ['We open at ten.', 'We open at ten. We close at seven.']);
  });

  test('leaves no listener on the signal of a call after each line', async (context) => {
    const warnings: string[] = [];
    const recordWarning = ({ message }: Error): number => warnings.push(message);
    process.on('warning', recordWarning);
    context.after(() => process.off('warning', recordWarning));
    const lines = Array.from({ length: 30 }, (_, index) => `when do you open on day ${index}`);
    const { agent, stage, clock } = begin({ speechToText: createRecogniser(lines) });
    agent.take(joinInput());
    await stage.play();
    for (const _ of lines) {
      agent.take({ type: 'voice-began' });
      clock.move(1500);
      agent.take({ type: 'voice-ended' });
      await settle();
      clock.move(440);
      await stage.play();
    }
    assert.equal(stage.lines().filter(([role]) => role === 'user').length, lines.length);
    // Node warns when a signal has more than ten listeners.
    assert.deepEqual(warnings, []);
  });

  test('loads the vocabulary when the microphone opens, and not for a visitor who types', async () => {
    const vocabularies: unknown[] = [];
    const { agent, stage } = begin({
      speechToText: {
        languages: ['en'],
        listen({ vocabulary }) {
          vocabularies.push(vocabulary);
          return { write() {}, finish: () => Promise.resolve('') };
        },
      },
    });
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When do you open?' }));
    await stage.play();
    assert.deepEqual(vocabularies, []);
    agent.take({ type: 'microphone-opened' });
    assert.deepEqual(vocabularies, [{ id: 'v', texts: [] }]);
  });

  test('shows partial words, except a single one, which may be a noise', async () => {
    let reportText: (text: string) => void = () => {};
    const { agent, stage } = begin({
      speechToText: {
        languages: ['en'],
        listen({ partial = () => {} }) {
          reportText = partial;
          return { write() {}, finish: () => Promise.resolve('when do you open') };
        },
      },
    });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    for (const interimText of ['when', 'when do', 'when do you']) reportText(interimText);
    const shownTexts = stage.sentEvents
      .filter(({ type, properties }) => type === 'utterance.streaming' && properties['role'] === 'user')
      .map(({ properties }) => properties['speech']);
    assert.deepEqual(shownTexts, ['when do', 'when do you']);
  });

  test('removes partial words that turn out to be a noise', async () => {
    let reportText: (text: string) => void = () => {};
    const { agent, stage } = begin({
      speechToText: {
        languages: ['en'],
        listen({ partial = () => {} }) {
          reportText = partial;
          return { write() {}, finish: () => Promise.resolve('') };
        },
      },
    });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    reportText('in the');
    agent.take({ type: 'voice-ended' });
    await stage.play();
    const events = stage.sentEvents
      .filter(({ type, properties }) => type === 'utterance.streaming' && properties['role'] === 'user')
      .map(({ properties }) => [properties['speech'], properties['final']]);
    assert.deepEqual(events, [
      ['in the', false],
      ['', true],
    ]);
  });

  test('drops the answer to an older question when a newer one comes', async () => {
    const { agent, stage, entries } = begin();
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'First?' }));
    agent.take(event('conversation.respond', { text: 'Second?' }));
    await stage.play();
    assert.deepEqual(
      entries.map((line) => line.role),
      ['assistant', 'user', 'user', 'assistant'],
    );
  });

  test('reports a failed recognition at once, and offers typing', async () => {
    const silentRecogniser: SpeechToText = {
      languages: ['en'],
      listen: () => ({
        write() {},
        finish: async () => {
          throw new EngineError('busy', 'too many people are speaking at the same time');
        },
      }),
    };
    const { agent, stage } = begin({ speechToText: silentRecogniser });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    agent.take({ type: 'voice-ended' });
    await stage.play();
    assert.match(String(stage.lines().at(-1)![1]), /did not catch that.*type it/);
  });

  test('says once that it did not understand, after the second failure', async () => {
    const { agent, stage } = begin({ speechToText: createRecogniser(['', '']) });
    agent.take(joinInput());
    await stage.play();
    for (let time = 0; time < 2; time++) {
      agent.take({ type: 'voice-began' });
      agent.take({ type: 'voice-ended' });
      await stage.play();
    }
    assert.match(String(stage.lines().at(-1)![1]), /did not catch that/);
    assert.equal(stage.lines().length, 2);
  });

  // Proves resources-37.
  test('uses the only language of a PAL for both recognition and speech', async () => {
    const calls: [string, string | undefined][] = [];
    const { agent, stage } = begin({
      languages: ['de'],
      voice: {
        languages: ['de'],
        speak: (text, options) => (calls.push(['speak', options.language]), voice.speak(text, options)),
      },
      speechToText: {
        languages: ['de'],
        listen: (options) => (calls.push(['listen', options.language]), createRecogniser([]).listen(options)),
      },
    });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    assert.deepEqual(
      calls.filter(([, language]) => language !== undefined),
      [
        ['speak', 'de'],
        ['listen', 'de'],
      ],
    );
  });

  test('with several languages answers in the language of each line, as recognised or as written', async () => {
    const spokenTexts: [string, string | undefined][] = [];
    const { agent, stage, clock } = begin({
      languages: ['en', 'de'],
      responder: answers({ text: 'Museum 42.' }),
      voice: {
        languages: ['en', 'de'],
        speak: (text, options) => (spokenTexts.push([text, options.language]), voice.speak(text, options)),
      },
      speechToText: {
        languages: ['en', 'de'],
        listen: (options) => ({
          write() {},
          language: options.languages ? 'de' : undefined,
          finish: async () => (options.languages ? 'Museum' : ''),
        }),
      },
    });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    agent.take({ type: 'voice-ended' });
    await settle();
    clock.move(440);
    await stage.play();
    agent.take(event('conversation.respond', { text: 'And when do you open?' }));
    await stage.play();
    assert.deepEqual(spokenTexts, [
      ['Welcome.', 'en'],
      ['Museum 42.', 'de'],
      ['Museum 42.', 'en'],
    ]);
  });

  test('without a recogniser reports that it cannot hear', async () => {
    const { agent, stage } = begin({ speechToText: null });
    agent.take(joinInput());
    await stage.play();
    agent.take({ type: 'voice-began' });
    agent.take({ type: 'voice-ended' });
    await stage.play();
    assert.match(String(stage.lines().at(-1)![1]), /cannot hear.*type/i);
  });

  test('without speech recognition writes its lines and does not speak', async () => {
    const { agent, stage } = begin();
    stage.audible = false;
    agent.take(joinInput());
    await settle();
    assert.deepEqual(stage.lines(), [['pal', 'Welcome.']]);
    assert.equal(stage.queue.length, 0);
  });

  test('shows the text if the voice fails, and keeps the words out of the log', async () => {
    const failingVoice: TextToSpeech = {
      languages: ['en'],
      async *speak() {
        throw new Error('no voice for: Welcome.');
      },
    };
    const { agent, stage, warnings } = begin({ voice: failingVoice });
    agent.take(joinInput());
    await settle();
    assert.deepEqual(stage.lines(), [['pal', 'Welcome.']]);
    assert.ok(warnings.length > 0 && !JSON.stringify(warnings).includes('Welcome'));
  });

  test('reports a failing model, and answers from the documents', async () => {
    const failing: Responder = {
      kind: 'model',
      async *think() {
        throw new Error('down');
      },
    };
    const { agent, stage } = begin({ responder: failing, fallback: answers({ text: 'We open at ten.' }) });
    agent.take(joinInput());
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When?' }));
    await stage.play();
    assert.equal(stage.lines().at(-1)![1], 'I am having trouble answering right now. We open at ten.');
  });
});
