import type { Speech } from './engines.ts';

/**
 * Makes each piece audible in order, always one ahead of the one in use. `make`'s signal ends when `signal` does and
 * when the caller stops iterating. Throws `signal`'s reason after an abort.
 */
export async function* sentenceBySentence(
  pieces: readonly string[],
  make: (piece: string, signal: AbortSignal) => Promise<Omit<Speech, 'text'>>,
  signal?: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  const abandoned = new AbortController();
  const either = signal ? AbortSignal.any([signal, abandoned.signal]) : abandoned.signal;
  const start = (piece: string | undefined): Promise<Speech> | undefined => {
    if (piece === undefined) return undefined;
    const made = make(piece, either).then((sound) => ({ text: piece, ...sound }));
    // It may fail while nobody has asked for it yet.
    made.catch(() => undefined);
    return made;
  };
  try {
    signal?.throwIfAborted();
    let next = start(pieces[0]);
    for (let i = 1; next; i += 1) {
      const speech = await next;
      signal?.throwIfAborted();
      next = start(pieces[i]);
      yield speech;
      signal?.throwIfAborted();
    }
  } finally {
    abandoned.abort();
  }
}
