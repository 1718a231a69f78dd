/** The visitor's device speaks, with the browser's own utterances and events, but a scripted synthesiser. */
import { expect } from '@open-wc/testing';
import { AgentEvent, type VisitorMessage } from '../../src/contract/room-events.ts';
import { BrowserTextToSpeech } from '../../src/elements/session/browser-text-to-speech.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import { deviceSpeech } from '../../src/elements/session/device-voices.ts';

const VOICE = { name: 'Samantha', lang: 'en-US', localService: true } as SpeechSynthesisVoice;
const SENTENCE = {
  id: 's1',
  text: 'We open at ten.',
  language: 'en',
  mouths: '5533',
  stresses: [],
  words: [{ at: 0, mouth: 0 }],
};
const speakEvent = AgentEvent.parse({
  message_type: 'conversation',
  event_type: 'conversation.speak',
  conversation_id: 'c',
  properties: SENTENCE,
});

/** WebKitGTK is built without speech synthesis. */
const inThisBrowser = typeof SpeechSynthesisUtterance === 'undefined' ? describe.skip : describe;

inThisBrowser('the voice of a device', () => {
  const utterances: SpeechSynthesisUtterance[] = [];
  let realVoice: PropertyDescriptor;

  before(() => {
    realVoice = Object.getOwnPropertyDescriptor(SpeechSynthesisUtterance.prototype, 'voice')!;
    // The browser rejects voices that are not from the system, and there are none here.
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', {
      writable: true,
      configurable: true,
    });
    const scriptedSynthesis = {
      getVoices: () => [VOICE],
      speak: (entry: SpeechSynthesisUtterance) => utterances.push(entry),
    };
    for (const [name, value] of Object.entries(scriptedSynthesis))
      Object.defineProperty(speechSynthesis, name, { value, configurable: true });
  });
  after(() => {
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', realVoice);
    for (const name of ['getVoices', 'speak']) Reflect.deleteProperty(speechSynthesis, name);
  });

  it('takes the words, the end and the errors from its events', async () => {
    const messages: unknown[] = [];
    const testEnd = new AbortController();
    const voice = new BrowserTextToSpeech({
      clock: browserClock,
      speech: deviceSpeech(),
      modality: 'audio',
      languages: { spoken: ['en'], browser: navigator.languages },
      signal: testEnd.signal,
    });
    await Promise.resolve();
    voice.connect((message: VisitorMessage) => messages.push(message.properties));
    voice.take(speakEvent);
    const [utterance] = utterances;
    const tell = (type: string, overrides: Partial<SpeechSynthesisEventInit> = {}) =>
      utterance!.dispatchEvent(new SpeechSynthesisEvent(type, { utterance: utterance!, ...overrides }));
    expect([utterance!.text, utterance!.lang]).to.deep.equal(['We open at ten.', 'en-US']);
    tell('start');
    tell('boundary', { name: 'word', charIndex: 8, charLength: 2 });
    tell('end');
    voice.take(speakEvent);
    const failure = { utterance: utterances[1]!, error: 'synthesis-failed' } as const;
    utterances[1]!.dispatchEvent(new SpeechSynthesisErrorEvent('error', failure));
    expect(messages).to.deep.equal([
      { languages: ['en'] },
      { id: 's1', state: 'began' },
      { id: 's1', state: 'word', at: 8 },
      { id: 's1', state: 'ended' },
      { id: 's1', state: 'failed' },
    ]);
    testEnd.abort();
  });
});
