import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnd, MOVES, Turn, TURN_MOVES, TURN_STATES } from '../../src/agent/turns/turn.ts';

const ENDS = ['said', 'cut', 'given_up'];

/** Returns a turn in this state, reached by the shortest path in the table of moves. */
function turnIn(state: string): { turn: Turn; ends: () => number } {
  const ways = new Map<string, (typeof TURN_MOVES)[number][]>([['heard', []]]);
  for (const [startState, steps] of ways)
    for (const move of TURN_MOVES) {
      const nextState = MOVES[startState as (typeof TURN_STATES)[number]][move];
      if (nextState && !ways.has(nextState)) ways.set(nextState, [...steps, move]);
    }
  let endCount = 0;
  const turn = new Turn(() => endCount++);
  const way = ways.get(state);
  assert.ok(way, `no way leads to ${state}`);
  for (const move of way) turn.move(move);
  assert.equal(turn.state, state);
  return { turn, ends: () => endCount };
}

for (const state of TURN_STATES)
  for (const move of TURN_MOVES)
    test(`${state}, ${move}: ${MOVES[state][move] ?? 'refused'}`, () => {
      const { turn, ends } = turnIn(state);
      const next = MOVES[state][move];
      assert.equal(turn.move(move), next !== undefined);
      assert.equal(turn.state, next ?? state);
      assert.equal(ends(), ENDS.includes(turn.state) ? 1 : 0);
    });

test('no move leads from a final state, and every other state is reachable', () => {
  for (const state of TURN_STATES) {
    assert.equal(isEnd(state), ENDS.includes(state));
    if (!isEnd(state)) assert.deepEqual([MOVES[state].cut, MOVES[state].give_up], ['cut', 'given_up']);
  }
});

test('a turn ends once, however its work ends', async () => {
  const abortedSignal = AbortSignal.abort();
  const open = new AbortController().signal;
  const cases: [string, (turn: Turn) => void, AbortSignal, string][] = [
    ['all was said', (turn) => turn.move('think') && turn.move('say'), open, 'said'],
    ['nothing was said', (turn) => turn.move('think'), open, 'given_up'],
    ['it was dropped', (turn) => turn.move('think') && turn.move('say'), abortedSignal, 'cut'],
    ['it was given up before', (turn) => turn.move('give_up'), open, 'given_up'],
  ];
  for (const [name, work, signal, end] of cases) {
    let endCount = 0;
    const turn = new Turn(() => endCount++);
    await turn.run(async () => work(turn), signal);
    assert.deepEqual([turn.state, endCount], [end, 1], name);
  }
  const turn = new Turn();
  await assert.rejects(
    turn.run(async () => {
      throw new Error('broken');
    }, open),
    /broken/,
  );
  assert.equal(turn.state, 'given_up');
});
