/** Finds the objectives that a conversation can reach, without creating them. */
import type { validateObjectives } from '@palkit/contract/objective-checks';
import { successorIndexes } from '@palkit/contract/objectives';
import type { Handler } from '../http/binder.ts';

export const validate: Handler<typeof validateObjectives> = ({ body: { data } }) => {
  const visited = new Set([0]);
  const queue = [0];
  for (let current = queue.pop(); current !== undefined; current = queue.pop())
    for (const next of successorIndexes(data, current)) {
      if (visited.has(next)) continue;
      visited.add(next);
      queue.push(next);
    }
  const names = (indexes: number[]) => indexes.map((index) => data[index]!.objective_name);
  const all = data.map((_, index) => index);
  return Promise.resolve({
    valid: true as const,
    first_objective: data[0]!.objective_name,
    unreachable: names(all.filter((index) => !visited.has(index))),
    last: names(all.filter((index) => visited.has(index) && successorIndexes(data, index).length === 0)),
  });
};
