/** An agent in a noisy room: consecutive voices without words must not prevent it from speaking. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Floor } from '../../src/agent/turns/floor.ts';
import { turnDuration, turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { NO_TURN, type TurnInput, type TurnView } from '../../src/agent/turns/turn-state.ts';
import { takeTurn } from '../../src/agent/turns/turn-taking.ts';
import { speak } from './spoken-turns.ts';
import { begin, createRecogniser, event, joinInput, settle } from './stage.ts';

const VIEW: Omit<TurnView, 'now' | 'floor' | 'turnOptions'> = {
  silence: 600,
  language: 'en',
  openLine: null,
};
type Level = 'low' | 'medium' | 'high';

interface TimedInput {
  /** Milliseconds since the start of the simulation. */
  at: number;
  input: () => TurnInput;
}

/** A turn state with a clock; inputs and timers are processed in the order of their times. */
class NoisyRoom {
  now = 0;
  /** Milliseconds for which the agent was paused. */
  paused = 0;
  isHeld = false;
  readonly effects: string[] = [];
  floor: Floor = 'speaking';
  #state = NO_TURN;
  readonly #turnOptions;
  readonly #queue: TimedInput[] = [];

  constructor(level: Level = 'medium') {
    this.#turnOptions = turnOptionsOf({ pal_interruptibility: level }, { hurried: true });
  }

  at(time: number, input: TurnInput | (() => TurnInput)): void {
    this.#queue.push({ at: time, input: typeof input === 'function' ? input : () => input });
  }

  /** Plans a voice of `duration` ms; its words are available `latency` ms after its end was detected. */
  playVoice(time: number, duration: number, { latency = 100, text = '' } = {}): void {
    let utterance = 0;
    this.at(time, () => ((utterance = this.#state.nextId), { type: 'voice-began' }));
    this.at(time + duration, () => ({ type: 'voice-paused' }));
    this.at(time + duration + VIEW.silence, () => ({ type: 'voice-ended' }));
    this.at(time + duration + VIEW.silence + latency, () => ({
      type: 'words',
      utterance,
      text,
      language: undefined,
    }));
  }

  get nextId(): number {
    return this.#state.nextId;
  }

  play(endTime: number): void {
    for (;;) {
      const next = this.#queue.reduce<TimedInput | null>(
        (earliest, input) => (earliest && earliest.at <= input.at ? earliest : input),
        null,
      );
      if (!next || next.at > endTime) return this.#pass(endTime);
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#pass(next.at);
      this.#step(next.input());
    }
  }

  #pass(time: number): void {
    if (this.isHeld) this.paused += time - this.now;
    this.now = time;
  }

  #step(input: TurnInput): void {
    const view = { ...VIEW, now: this.now, floor: this.floor, turnOptions: this.#turnOptions };
    const [state, effects] = takeTurn(this.#state, input, view);
    this.#state = state;
    for (const effect of effects) {
      this.effects.push(effect.type);
      if (effect.type === 'hold') this.isHeld = effect.isHeld;
      if (effect.type === 'wait') this.at(this.now + effect.milliseconds, effect.then);
    }
  }
}

describe('the agent beside noise', () => {
  test("continues to speak, whatever the rhythm of the noise and the recogniser's delay", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Level>('low', 'medium', 'high'),
        fc.integer({ min: 100, max: 4000 }),
        fc.integer({ min: 700, max: 3000 }),
        fc.integer({ min: 20, max: 6000 }),
        (level, duration, gap, latency) => {
          const room = new NoisyRoom(level);
          for (let time = 0; time < 120_000; time += duration + gap)
            room.playVoice(time, duration, { latency });
          room.play(60_000);
          const pausedBefore = room.paused;
          room.play(120_000);
          assert.ok(
            room.paused - pausedBefore <= 6000,
            `paused for ${room.paused - pausedBefore} of 60,000 ms`,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is paused once, not forever, by a voice without words or end', () => {
    for (const level of ['low', 'medium'] as const) {
      const room = new NoisyRoom(level);
      room.at(0, { type: 'voice-began' });
      room.play(60_000);
      assert.equal(room.paused, turnDuration('wordlessInterruptionTimeout'));
    }
  });

  test('begins an answer that it dropped for noise again, and keeps it beside the next one', () => {
    const room = new NoisyRoom();
    room.floor = 'begun';
    for (let time = 0; time < 30_000; time += 1000) room.playVoice(time, 200, { latency: 1500 });
    room.play(10_000);
    assert.equal(room.effects.at(-1) === 'drop-answer', false);
    const dropCount = room.effects.filter((type) => type === 'drop-answer').length;
    assert.equal(room.effects.filter((type) => type === 'answer-again').length > 0, true);
    room.play(30_000);
    assert.equal(room.effects.filter((type) => type === 'drop-answer').length, dropCount);
  });
});

describe('a visitor in a noisy room', () => {
  const noisy = () => {
    const room = new NoisyRoom();
    room.playVoice(0, 200);
    room.playVoice(1500, 200);
    room.play(3000);
    return room;
  };

  test('pauses the agent with a voice as long as an interruption, and ends its line with words', () => {
    const room = noisy();
    room.playVoice(4000, 2500, { text: 'No wait, what about Sundays?' });
    room.play(4000 + turnDuration('interruptionDurationMedium') - 1);
    assert.equal(room.isHeld, false);
    room.play(4000 + turnDuration('interruptionDurationMedium'));
    assert.equal(room.isHeld, true);
    room.play(8000);
    assert.equal(room.effects.at(-1), 'take-line');
  });

  test('pauses the agent at once with recognised words, as long as they speak', () => {
    const room = noisy();
    let utterance = 0;
    room.at(4000, () => ((utterance = room.nextId), { type: 'voice-began' }));
    room.at(4400, () => ({ type: 'words-began', utterance }));
    room.play(4399);
    assert.equal(room.isHeld, false);
    room.play(30_000);
    assert.equal(room.isHeld, true);
  });

  test('pauses the agent again with the first sound after a while without noise', () => {
    const room = noisy();
    room.playVoice(3000 + turnDuration('noiseMemory'), 300);
    room.play(3000 + turnDuration('noiseMemory') + 1);
    assert.equal(room.isHeld, true);
  });
});

test('hears the answer to a typed question beside noise that is not recognised yet', async () => {
  const play = begin({ speechToText: createRecogniser(['', '', '', 'No, on Sundays?']) });
  play.agent.take(joinInput());
  await play.stage.play();
  await speak(play, 300);
  play.agent.take(event('conversation.respond', { text: 'When?' }));
  await settle();
  play.stage.begin();
  await speak(play, 300);
  await speak(play, 300);
  play.agent.take({ type: 'voice-began' });
  assert.equal(play.stage.isHeld, false, 'after two noises over its speech a third one does not pause it');
  play.clock.move(900);
  play.agent.take({ type: 'voice-ended' });
  await settle();
  assert.equal(play.stage.hushed, 1, 'words still interrupt it');
});
