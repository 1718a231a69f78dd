/** Turn taking as a table: each row has an input and its expected effects; the inputs are applied in order. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Floor } from '../../src/agent/turns/floor.ts';
import { turnDuration, turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { NO_TURN, type TurnInput, type TurnView } from '../../src/agent/turns/turn-state.ts';
import { takeTurn } from '../../src/agent/turns/turn-taking.ts';

const VIEW: TurnView = {
  now: 0,
  turnOptions: turnOptionsOf(undefined, { hurried: true }),
  floor: 'free',
  silence: 600,
  language: 'en',
  openLine: null,
};
type Turn = readonly [at: number, floor: Floor, input: TurnInput];

/** Returns the effects of each input, without those that only discard a speculative answer. */
function play(turns: readonly Turn[], options: Partial<TurnView> = {}) {
  let state = NO_TURN;
  const effects = turns.map(([now, floor, input]) => {
    const [next, step] = takeTurn(state, input, { ...VIEW, ...options, now, floor });
    state = next;
    return step.filter((effect) => effect.type !== 'speculate' || effect.line !== null);
  });
  return { state, effects, types: effects.map((step) => step.map(({ type }) => type)) };
}
const wordsInput = (utterance: number, text: string): TurnInput => ({
  type: 'words',
  utterance,
  text,
  language: undefined,
});

describe('the state machine of a turn', () => {
  test("makes a voice during the agent's silence a line", () => {
    const { effects, types, state } = play([
      [0, 'free', { type: 'voice-began' }],
      [900, 'free', { type: 'voice-paused' }],
      [1500, 'free', { type: 'voice-ended' }],
      [1550, 'free', wordsInput(1, 'When do you open?')],
    ]);
    assert.deepEqual(types, [
      ['speech-began', 'listen'],
      ['read-pause'],
      ['speech-ended', 'finish-listening'],
      ['take-line'],
    ]);
    assert.deepEqual(effects[3], [
      {
        type: 'take-line',
        line: {
          text: 'When do you open?',
          startedAt: 0,
          duration: 1500,
          certainEnd: 900 + 360,
          language: undefined,
        },
      },
    ]);
    assert.deepEqual([state.current, state.ended, state.pausingUtterances], [null, [], []]);
  });

  test('computes the end of a voice from the silence that the room reports', () => {
    const { effects } = play([
      [0, 'free', { type: 'voice-began' }],
      [1900, 'free', { type: 'voice-ended', silence: 900 }],
      [1950, 'free', wordsInput(1, 'When do you open?')],
    ]);
    const [lineEffect] = effects[2]!;
    assert.equal(lineEffect?.type === 'take-line' && lineEffect.line.certainEnd, 1000 + 360);
  });

  test('pauses the agent for a voice over it, and resumes it after a "go on"', () => {
    const { types } = play([
      [0, 'speaking', { type: 'voice-began' }],
      [900, 'speaking', { type: 'voice-ended' }],
      [950, 'speaking', wordsInput(1, 'mhm')],
      [4000, 'speaking', { type: 'hold-expired', utterance: 1 }],
    ]);
    assert.deepEqual(types, [
      ['hold', 'wait', 'wait', 'speech-began', 'listen'],
      ['speech-ended', 'wait', 'finish-listening'],
      ['hold'],
      [],
    ]);
  });

  test('reports words that arrive after the next voice has begun together with it', () => {
    const { effects } = play([
      [0, 'free', { type: 'voice-began' }],
      [1000, 'free', { type: 'voice-ended' }],
      [1100, 'free', { type: 'voice-began' }],
      [1200, 'free', wordsInput(1, 'I would like')],
      [2500, 'free', { type: 'voice-ended' }],
      [2600, 'free', wordsInput(2, 'two croissants')],
      [9000, 'free', { type: 'voice-began' }],
      [9900, 'free', { type: 'voice-ended' }],
      [10000, 'free', wordsInput(3, 'and a large tea')],
    ]);
    assert.deepEqual(effects[3], []);
    const [line] = effects[5]!;
    assert.deepEqual(line?.type === 'take-line' && [line.line.text, line.line.startedAt], [
      'I would like two croissants',
      0,
    ]);
    const [laterEffect] = effects[8]!;
    assert.equal(laterEffect?.type === 'take-line' && laterEffect.line.text, 'and a large tea');
  });

  test('begins a dropped answer again after a voice without words', () => {
    const { types } = play([
      [0, 'begun', { type: 'voice-began' }],
      [700, 'begun', { type: 'voice-ended' }],
      [750, 'begun', wordsInput(1, '')],
    ]);
    assert.deepEqual(types, [
      ['drop-answer', 'speech-began', 'listen'],
      ['speech-ended', 'finish-listening'],
      ['answer-again'],
    ]);
  });

  test('does not wait for a lost voice, whose late words change nothing', () => {
    const { types, state } = play([
      [0, 'free', { type: 'voice-began' }],
      [300, 'free', { type: 'lost' }],
      [400, 'free', wordsInput(1, 'hello')],
      [400, 'free', { type: 'words-so-far', utterance: 1, pause: 2, text: 'hello' }],
    ]);
    assert.deepEqual(types, [['speech-began', 'listen'], ['speech-ended', 'stop-listening'], [], []]);
    assert.deepEqual([state.current, state.ended], [null, []]);
    const cancelled = play([
      [0, 'speaking', { type: 'voice-began' }],
      [300, 'speaking', { type: 'lost' }],
    ]);
    assert.deepEqual(
      cancelled.types[1],
      ['speech-ended', 'stop-listening', 'hold'],
      'an agent that it held goes on',
    );
  });
});

test('ends each recognition once and leaves no pause behind, in any order of inputs', () => {
  const floor = fc.constantFrom<Floor>('free', 'begun', 'speaking');
  const event = fc.constantFrom(
    'began',
    'voice',
    'paused',
    'resumed',
    'ended',
    'silent',
    'lost',
    'words',
    'time',
  );
  const text = fc.constantFrom('', 'mhm', 'When do you open?', 'I would like');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), floor, event, text), {
        maxLength: 60,
        size: 'max',
      }),
      fc.constantFrom('low', 'medium', 'high'),
      (moves, level) => {
        const turnOptions = turnOptionsOf({ pal_interruptibility: level }, { hurried: true });
        let state = NO_TURN;
        let now = 0;
        let isHeld = false;
        const listening = new Set<number>();
        const awaitedPauses: number[] = [];
        const lines: string[] = [];
        const timers: { at: number; input: TurnInput }[] = [];
        const step = (input: TurnInput, expectedFloor: Floor): void => {
          const [next, effects] = takeTurn(state, input, { ...VIEW, turnOptions, now, floor: expectedFloor });
          state = next;
          for (const effect of effects) {
            if (effect.type === 'listen') listening.add(effect.utterance);
            if (effect.type === 'finish-listening' || effect.type === 'stop-listening')
              assert.ok(listening.delete(effect.utterance), 'it ends once');
            if (effect.type === 'finish-listening') awaitedPauses.push(effect.utterance);
            if (effect.type === 'wait') timers.push({ at: now + effect.milliseconds, input: effect.then });
            if (effect.type === 'hold') isHeld = effect.isHeld;
            if (effect.type === 'take-line') lines.push(effect.line.text);
          }
        };
        const inputs: Record<string, () => TurnInput | null> = {
          // A room reports the end of a voice before the start of the next.
          began: () => (state.current ? null : { type: 'voice-began' }),
          voice: () => ({ type: 'voice', samples: 1600 }),
          paused: () => ({ type: 'voice-paused' }),
          resumed: () => ({ type: 'voice-resumed' }),
          ended: () => ({ type: 'voice-ended' }),
          silent: () => ({ type: 'agent-silent' }),
          lost: () => ({ type: 'lost' }),
        };
        const pass = (milliseconds: number, expectedFloor: Floor): void => {
          now += milliseconds;
          for (const timer of timers.splice(0))
            if (timer.at <= now) step(timer.input, expectedFloor);
            else timers.push(timer);
        };
        for (const [milliseconds, expectedFloor, kind, text] of moves) {
          pass(milliseconds, expectedFloor);
          if (kind === 'words') {
            const utterance = awaitedPauses.shift();
            if (utterance === undefined) continue;
            // The number makes the words of each utterance unique.
            step(wordsInput(utterance, text && `${text} ${utterance}`), expectedFloor);
          } else {
            const input = inputs[kind]?.();
            if (input) step(input, expectedFloor);
          }
        }
        // The visitor falls silent, the recogniser reads the rest, and time passes.
        step({ type: 'voice-ended' }, 'free');
        for (const utterance of awaitedPauses.splice(0)) step(wordsInput(utterance, ''), 'free');
        for (let round = 0; round < 3; round++) pass(turnDuration('falseInterruptionTimeout') + 5000, 'free');
        assert.deepEqual([listening.size, state.ended.length, state.pausingUtterances], [0, 0, []]);
        assert.equal(isHeld, false);
        assert.equal(state.earlierWords, null, 'no words wait for ever');
        const numbers = lines.join(' ').match(/\d+/g) ?? [];
        assert.equal(new Set(numbers).size, numbers.length, 'no words are in two lines');
      },
    ),
    { numRuns: 2000 },
  );
});
