import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FairQueue } from '../../src/runtime/fair-queue.ts';

describe('a fair queue', () => {
  test('gives each owner a turn, however many tasks another has', () => {
    const queue = new FairQueue<string>();
    for (let index = 1; index <= 100; index++) queue.push('one', `one ${index}`);
    queue.push('two', 'two 1');
    queue.push('three', 'three 1');
    queue.push('two', 'two 2');
    const order = Array.from({ length: 6 }, () => queue.shift());
    assert.deepEqual(order, ['one 1', 'two 1', 'three 1', 'one 2', 'two 2', 'one 3']);
  });

  test('is full for the owner that filled it, and accepts the tasks of others', () => {
    const queue = new FairQueue<number>();
    for (let index = 0; index < 20; index++) {
      assert.equal(queue.isFullFor('one', 20), false);
      queue.push('one', index);
    }
    assert.equal(queue.isFullFor('one', 20), true);
    for (let index = 0; index < 10; index++) {
      assert.equal(queue.isFullFor('two', 20), false);
      queue.push('two', index);
    }
    assert.equal(queue.isFullFor('two', 20), true, 'two has half of the places');
    assert.equal(queue.isFullFor('three', 20), false);
  });

  test('leaves out owners that have to wait', () => {
    const queue = new FairQueue<string>();
    queue.push('one', 'one 1');
    queue.push('two', 'two 1');
    assert.equal(
      queue.shift((owner) => owner !== 'one'),
      'two 1',
    );
    assert.equal(
      queue.shift((owner) => owner !== 'one'),
      undefined,
    );
    assert.equal(queue.shift(), 'one 1');
  });

  test("neither loses nor repeats a task, keeps each owner's order, and no owner waits two rounds", () => {
    const step = fc.oneof(
      fc.record({ is: fc.constant('push' as const), owner: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ is: fc.constant('shift' as const) }),
      fc.record({ is: fc.constant('remove' as const), at: fc.nat(30) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<{ owner: number; number: number }>();
        const waitingItems: { owner: number; number: number }[] = [];
        const skipCounts = new Map<number, Map<number, number>>();
        let number = 0;
        const leave = (task: { owner: number; number: number }) => {
          waitingItems.splice(waitingItems.indexOf(task), 1);
          if (!waitingItems.some(({ owner }) => owner === task.owner)) skipCounts.delete(task.owner);
        };
        for (const entry of steps) {
          if (entry.is === 'push') {
            const task = { owner: entry.owner, number: (number += 1) };
            queue.push(entry.owner, task);
            waitingItems.push(task);
          } else if (entry.is === 'remove') {
            const task = waitingItems[entry.at];
            if (!task) continue;
            assert.equal(queue.remove(task), true);
            assert.equal(queue.remove(task), false);
            leave(task);
          } else {
            const task = queue.shift();
            assert.equal(task === undefined, waitingItems.length === 0);
            if (!task) continue;
            assert.equal(
              task,
              waitingItems.find(({ owner }) => owner === task.owner),
            );
            leave(task);
            skipCounts.delete(task.owner);
            for (const owner of new Set(waitingItems.map((item) => item.owner))) {
              if (owner === task.owner) continue;
              const turns = skipCounts.get(owner) ?? new Map<number, number>();
              skipCounts.set(owner, turns.set(task.owner, (turns.get(task.owner) ?? 0) + 1));
              assert.ok((turns.get(task.owner) ?? 0) <= 1, 'another owner had two turns in between');
            }
          }
          assert.equal(queue.size, waitingItems.length);
        }
      }),
    );
  });
});
