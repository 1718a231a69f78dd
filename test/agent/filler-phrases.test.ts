/** While an answer is delayed, each filler phrase is spoken at most once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentSentences } from '../../src/agent/replies/agent-sentences.ts';
import { withFillerPhrases } from '../../src/agent/replies/filler-phrases.ts';
import type { ReplyChunk } from '../../src/agent/replies/responder.ts';
import { Turn } from '../../src/agent/turns/turn.ts';
import { turnDuration } from '../../src/agent/turns/turn-options.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import { settle } from './stage.ts';

const WORDS = agentSentences('en');

/** Starts a turn whose responder sends these chunks and then stays silent. */
function createSilentResponder(...chunks: ReplyChunk[]) {
  let started = false;
  const clock = new ManualClock();
  const asides: string[] = [];
  const stop = new AbortController();
  let gaveUp = false;
  const turn = new Turn();
  turn.move('think');
  async function* thinking(): AsyncIterable<ReplyChunk> {
    yield* chunks;
    await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  }
  const finished = (async () => {
    for await (const chunk of withFillerPhrases(thinking(), {
      clock,
      turn,
      turnEnd: undefined,
      words: () => WORDS,
      hasBegun: () => started,
      count: () => 0,
      giveUp: () => {
        gaveUp = true;
        stop.abort();
      },
      signal: new AbortController().signal,
    }))
      if ('aside' in chunk) asides.push(chunk.aside);
      else if ('text' in chunk && chunk.text) {
        // The answer begins with its first complete sentence, because the voice speaks only complete
        // sentences.
        started ||= /[.!?]/.test(chunk.text);
        asides.push(chunk.text);
      }
  })();
  return {
    over: finished,
    turn,
    gaveUp: () => gaveUp,
    /** Moves the clock by `milliseconds`, and returns all that was spoken since the turn began. */
    async after(milliseconds: number) {
      for (let round = 0; round < 5; round++) await settle();
      clock.move(milliseconds);
      for (let round = 0; round < 5; round++) await settle();
      return asides;
    },
  };
}

test('a slow model is announced after a moment, once more later, and then given up', async () => {
  const silentResponder = createSilentResponder({ doing: 'asking' });
  assert.deepEqual(await silentResponder.after(turnDuration('fillerDelay') - 1), []);
  assert.deepEqual(await silentResponder.after(1), [WORDS.think]);
  assert.equal(silentResponder.turn.state, 'waiting');
  assert.deepEqual(await silentResponder.after(turnDuration('secondFillerDelay')), [
    WORDS.think,
    WORDS.still,
  ]);
  assert.deepEqual(
    await silentResponder.after(
      turnDuration('answerTimeout') - turnDuration('fillerDelay') - turnDuration('secondFillerDelay') - 1,
    ),
    [WORDS.think, WORDS.still],
  );
  assert.equal(silentResponder.gaveUp(), false);
  assert.deepEqual(await silentResponder.after(1), [WORDS.think, WORDS.still, WORDS.tooLong]);
  await silentResponder.over;
  assert.deepEqual([silentResponder.gaveUp(), silentResponder.turn.state], [true, 'given_up']);
});

test('a model that reports reasoning has four seconds before a filler phrase', async () => {
  assert.equal(turnDuration('reasoningFillerDelay'), 4000);
  const reasoning = createSilentResponder({ doing: 'asking' }, { doing: 'reasoning' });
  assert.deepEqual(await reasoning.after(turnDuration('reasoningFillerDelay') - 1), []);
  assert.deepEqual(await reasoning.after(1), [WORDS.think]);
  await reasoning.after(turnDuration('answerTimeout'));
  await reasoning.over;
});

test('a slow tool has its own filler phrase, later if the model announced it', async () => {
  const calling = createSilentResponder({ doing: 'calling' });
  assert.deepEqual(await calling.after(turnDuration('fillerDelay')), [WORDS.lookUp]);
  const responder = createSilentResponder({ text: 'I will look.' }, { doing: 'calling' });
  assert.deepEqual(await responder.after(turnDuration('secondFillerDelay') - 1), ['I will look.']);
  assert.deepEqual(await responder.after(1), ['I will look.', WORDS.lookUp]);
  for (const entry of [calling, responder]) {
    await entry.after(turnDuration('answerTimeout'));
    await entry.over;
  }
});

test('words without a complete sentence do not end the wait, because the visitor hears none of them', async () => {
  const slowResponder = createSilentResponder({ text: 'Our' }, { text: ' shop' });
  assert.deepEqual(await slowResponder.after(turnDuration('fillerDelay') - 1), ['Our', ' shop']);
  assert.deepEqual(await slowResponder.after(1), ['Our', ' shop', WORDS.think]);
  const quick = createSilentResponder({ text: 'Our shop opens at ten.' }, { text: ' It' });
  assert.deepEqual(await quick.after(turnDuration('secondFillerDelay')), ['Our shop opens at ten.', ' It']);
});
