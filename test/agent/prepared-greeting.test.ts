/** The first line of a call is synthesised while the visitor's browser is still connecting. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { Speech, TextToSpeech } from '../../src/agent/speech/engines.ts';
import { begin, event, joinInput, settle } from './stage.ts';

const DISCLOSURE = { verbal: 'I am an AI.', visual: 'AI' };

interface Request {
  text: string;
  signal: AbortSignal | undefined;
  finish(): void;
  fail(): void;
}

/** Creates a voice whose sound is available when the test finishes the request for it. */
function slowVoice() {
  const requests: Request[] = [];
  const voice: TextToSpeech = {
    languages: ['en'],
    async *speak(text, { signal }) {
      yield await new Promise<Speech>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('given up')));
        requests.push({
          text,
          signal,
          finish: () => resolve({ text, packets: [], mouths: new Uint8Array(), duration: 1 }),
          fail: () => reject(new Error('no voice')),
        });
      });
    },
  };
  return { requests, voice, texts: () => requests.map(({ text }) => text) };
}

function startConnecting(options: Partial<AgentOptions> = {}) {
  const pendingVoice = slowVoice();
  const play = begin({ disclosure: DISCLOSURE, voice: pendingVoice.voice, ...options });
  play.agent.take({ type: 'connecting' });
  return { ...play, ...pendingVoice };
}

describe('a greeting that is prepared while the browser connects', () => {
  test('is spoken as soon as the visitor is present, and is synthesised once', async () => {
    const { agent, stage, requests, texts } = startConnecting();
    await settle();
    assert.deepEqual(texts(), ['I am an AI.']);
    requests[0]!.finish();
    await settle();
    assert.equal(stage.queue.length, 0, 'nobody is there');
    agent.take(joinInput());
    await settle();
    assert.deepEqual(
      stage.queue.map(({ speech }) => speech.text),
      ['I am an AI.'],
    );
    await stage.play();
    assert.deepEqual(texts(), ['I am an AI.', 'Welcome.']);
  });

  test('is the greeting if no disclosure is needed', async () => {
    const { texts } = startConnecting({ disclosure: null });
    await settle();
    assert.deepEqual(texts(), ['Welcome.']);
  });

  test('is not prepared if an earlier connection spoke it, or in echo mode', async () => {
    const secondCall = startConnecting({ history: [{ role: 'assistant', content: 'Welcome.' }] });
    const echo = startConnecting({ disclosure: null, responder: null });
    await settle();
    assert.deepEqual([secondCall.texts(), echo.texts()], [[], []]);
  });

  test('is dropped if the visitor writes first', async () => {
    const { agent, requests } = startConnecting();
    await settle();
    agent.take(joinInput());
    await settle();
    agent.take(event('conversation.respond', { text: 'When?' }));
    await settle();
    assert.equal(requests[0]!.signal?.aborted, true);
    assert.equal(requests[1]!.text, 'We open at ten.');
  });

  test('is dropped if the call ends before the visitor joins', async () => {
    const { agent, requests } = startConnecting();
    await settle();
    agent.close();
    assert.equal(requests[0]!.signal?.aborted, true);
  });

  test('is written if the voice fails', async () => {
    const { agent, stage, requests } = startConnecting();
    await settle();
    requests[0]!.fail();
    await settle();
    agent.take(joinInput());
    await settle();
    assert.deepEqual(stage.lines(), [], 'the voice is asked again');
    requests[1]!.fail();
    await settle();
    assert.deepEqual(stage.lines(), [['pal', 'I am an AI.']]);
  });

  test('is synthesised once for several attempts to connect', async () => {
    const { agent, requests, texts } = startConnecting();
    await settle();
    agent.take({ type: 'connecting' });
    await settle();
    assert.deepEqual(texts(), ['I am an AI.']);
    assert.equal(requests[0]!.signal?.aborted, false);
  });
});
