/** A queue for many owners, for example accounts, in which a long queue of one owner does not delay others. */

/**
 * True if another task of `owner` must be refused: at least `limit` tasks wait, and `owner` already has its
 * equal share of them. An owner with fewer tasks is accepted, so that others cannot fill the queue. With n
 * owners, up to `limit` × (1 + 1/2 + … + 1/n) tasks may wait, which is about five times `limit` for a hundred
 * owners.
 */
export function isFullFor<Owner>(waitingOwners: Iterable<Owner>, owner: Owner, limit: number): boolean {
  const counts = new Map<Owner, number>();
  let size = 0;
  for (const each of waitingOwners) {
    counts.set(each, (counts.get(each) ?? 0) + 1);
    size += 1;
  }
  const ownCount = counts.get(owner) ?? 0;
  return size >= limit && ownCount >= limit / Math.max(1, counts.size);
}

/** Serves the owners in turn; the tasks of one owner are served in order. */
export class FairQueue<Task> {
  /**
   * The tasks by owner, in the order in which the owners take turns. Each owner in the map has at least one
   * task.
   */
  readonly #tasks = new Map<unknown, Task[]>();

  get size(): number {
    return [...this.#tasks.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** True if another task of the owner is refused, as in the function `isFullFor`. */
  isFullFor(owner: unknown, limit: number): boolean {
    const owners = [...this.#tasks].flatMap(([each, tasks]) => tasks.map(() => each));
    return isFullFor(owners, owner, limit);
  }

  push(owner: unknown, task: Task): void {
    const own = this.#tasks.get(owner);
    if (own) own.push(task);
    else this.#tasks.set(owner, [task]);
  }

  /**
   * Removes and returns the first task of the next owner. Owners for which `isAllowed` returns false have to
   * wait. Returns undefined if no task may start.
   */
  shift(isAllowed: (owner: unknown) => boolean = () => true): Task | undefined {
    for (const [owner, tasks] of this.#tasks) {
      if (!isAllowed(owner)) continue;
      const task = tasks.shift();
      this.#tasks.delete(owner);
      if (tasks.length > 0) this.#tasks.set(owner, tasks);
      return task;
    }
    return undefined;
  }

  /** Removes a task; returns false if it is not in the queue. */
  remove(task: Task): boolean {
    for (const [owner, tasks] of this.#tasks) {
      const at = tasks.indexOf(task);
      if (at < 0) continue;
      tasks.splice(at, 1);
      if (tasks.length === 0) this.#tasks.delete(owner);
      return true;
    }
    return false;
  }

  /** Removes and returns all tasks. */
  clear(): Task[] {
    const tasks = [...this.#tasks.values()].flat();
    this.#tasks.clear();
    return tasks;
  }
}
