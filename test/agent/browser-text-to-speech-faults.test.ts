/** Faults while the browser speaks: the page reconnects, sends wrong reports, or recognises its own voice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { areOwnWords } from '../../src/agent/turns/own-words.ts';
import {
  startAnsweringCall,
  controls,
  joinedCall,
  LANGUAGES,
  report,
  sentences,
  speakingCall,
  type Play,
} from './browser-speaking.ts';
import { createRecogniser, event, joinInput, settle } from './stage.ts';

describe('another connection', () => {
  test('the line of a lost visitor is shown as text, and no word of it is spoken again', async () => {
    const play = await startAnsweringCall();
    const count = sentences(play).length;
    play.agent.take({ type: 'lost' });
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
    play.agent.take({ ...joinInput(), again: true } as ReturnType<typeof joinInput>);
    play.agent.take(event('conversation.speaking', LANGUAGES));
    play.clock.move(10_000);
    await settle();
    assert.deepEqual([sentences(play).length, play.served], [count, []]);
  });

  test('a connection that replaces one within a sentence gets the rest from the service', async () => {
    const play = await startAnsweringCall();
    await report(play, 'word', 8, play.first);
    play.agent.take({ ...joinInput(), again: true } as ReturnType<typeof joinInput>);
    await play.stage.play();
    assert.deepEqual(play.served, ['at ten.', 'We close at seven.']);
    assert.equal(play.stage.lines().at(-1)?.[1], 'We open at ten. We close at seven.');
  });

  test('a connection in text shows the line', async () => {
    const play = speakingCall();
    play.stage.audible = false;
    play.agent.take(joinInput('text'));
    play.agent.take(event('conversation.speaking', LANGUAGES));
    await settle();
    assert.deepEqual([play.stage.lines(), sentences(play)], [[['pal', 'Welcome.']], []]);
  });
});

describe('a hostile page', () => {
  test('a page that names other sentences, floods, or goes back has no effect on the line', async () => {
    const play = await startAnsweringCall();
    play.agent.take(event('conversation.spoken', { id: 'other', state: 'failed' }));
    await report(play, 'ended', undefined, play.second);
    await report(play, 'word', 11, play.first);
    await report(play, 'word', 3, play.first);
    for (let count = 0; count < 200; count++) await report(play, 'word', 4000, play.first);
    await report(play, 'failed', undefined, play.first);
    assert.deepEqual(play.served, [], 'a message too many');
    assert.equal(play.warnings.length, 1);
  });

  test('in random calls every line has an end and contains only words of its sentences', async () => {
    const states = fc.constantFrom('began', 'word', 'ended', 'cut', 'failed');
    const step = fc.oneof(
      fc.record({ state: states, which: fc.nat(3), at: fc.option(fc.nat(40), { nil: undefined }) }),
      fc.constantFrom('hush', 'hold', 'lost', 'join', 'play', 'wait', 'ask', 'withdraw'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const play = await joinedCall();
        const { agent, stage, clock } = play;
        const carryOut: Record<string, () => void | Promise<void>> = {
          hush: () => agent.take(event('conversation.interrupt')),
          hold: () => agent.take({ type: 'voice-began' }),
          lost: () => agent.take({ type: 'lost' }),
          join: () => {
            agent.take({ ...joinInput(), again: true } as ReturnType<typeof joinInput>);
            agent.take(event('conversation.speaking', LANGUAGES));
          },
          play: () => stage.play(),
          wait: () => clock.move(2000),
          ask: () => agent.take(event('conversation.respond', { text: 'When do you open?' })),
          withdraw: () => agent.take(event('conversation.speaking', { languages: [] })),
        };
        for (const entry of steps) {
          if (typeof entry === 'string') await carryOut[entry]!();
          else {
            const id = sentences(play).at(-1 - entry.which)?.id ?? 'none';
            agent.take(
              event('conversation.spoken', {
                id,
                state: entry.state,
                ...(entry.at === undefined ? {} : { at: entry.at }),
              }),
            );
          }
          await settle();
        }
        agent.take(event('conversation.interrupt'));
        clock.move(1000);
        await settle();
        agent.close();
        const startEvents = stage.sentEvents.filter(
          ({ type, properties }) => type === 'started_speaking' && properties['role'] === 'pal',
        ).length;
        const stopEvents = stage.sentEvents.filter(
          ({ type, properties }) => type === 'stopped_speaking' && properties['role'] === 'pal',
        ).length;
        assert.equal(startEvents, stopEvents);
        for (const [role, speech] of stage.lines())
          if (role === 'pal')
            assert.ok('Welcome. We open at ten. We close at seven.'.includes(String(speech)), String(speech));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the echo of the page in the microphone', () => {
  const playOverheardVoice = async (play: Play) => {
    play.agent.take({ type: 'voice-began' });
    play.agent.take({ type: 'voice', samples: new Int16Array(16_000) });
    play.agent.take({ type: 'voice-ended' });
    await settle();
  };

  test("echo does not interrupt the page's voice; after the second echo the service speaks", async () => {
    const play = await startAnsweringCall({ speechToText: createRecogniser(['We open at', 'open at ten']) });
    await report(play, 'word', 8, play.first);
    await playOverheardVoice(play);
    assert.deepEqual([controls(play), play.served], [['pause', 'resume'], []]);
    await playOverheardVoice(play);
    await play.stage.play();
    assert.deepEqual(play.served, ['at ten.', 'We close at seven.']);
    assert.deepEqual(play.stage.lines().at(-1), ['pal', 'We open at ten. We close at seven.']);
  });

  test("the visitor's own words interrupt it", async () => {
    const play = await startAnsweringCall({ speechToText: createRecogniser(['how much is a ticket']) });
    await playOverheardVoice(play);
    assert.equal(controls(play).at(-1), 'stop');
    const answerText = 'We are open on Saturday from ten to four. A day ticket costs five euros.';
    for (const [text, isOwn] of [
      ['open on saturday from ten', true],
      ['Saturday from tent to four', true],
      ['four', true],
      ['five four', false],
      ['how much is a ticket', false],
      ['and on Sunday', false],
      ['stop', false],
      ['', false],
    ] as const)
      assert.equal(areOwnWords(text, answerText), isOwn, text);
  });
});
