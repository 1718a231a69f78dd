import type { Speech } from './engines.ts';

/**
 * Synthesises each piece in order, in as many parts as `make` yields; the next piece begins as soon as the previous
 * one is complete. `make`'s signal aborts when `signal` does and when the caller stops iterating. Throws `signal`'s
 * reason after an abort.
 */
export async function* oneAhead(
  pieces: readonly string[],
  make: (piece: string, signal: AbortSignal) => AsyncIterable<Speech>,
  signal?: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  const abandoned = new AbortController();
  const either = signal ? AbortSignal.any([signal, abandoned.signal]) : abandoned.signal;
  const start = (piece: string | undefined): Promise<Making> | undefined => {
    if (piece === undefined) return undefined;
    const parts = make(piece, either)[Symbol.asyncIterator]();
    const first = parts.next();
    // A failure before the first part is requested must not be reported as unhandled.
    first.catch(() => undefined);
    return Promise.resolve({ parts, first });
  };
  try {
    signal?.throwIfAborted();
    let now = await start(pieces[0]);
    for (let i = 1; now; i += 1) {
      let next: Promise<Making> | undefined;
      let coming = now.first;
      for (let part = await coming; !part.done; part = await coming) {
        signal?.throwIfAborted();
        // The next part is requested while this one is in use.
        coming = now.parts.next();
        coming
          .then(({ done }) => (done && !either.aborted ? (next ??= start(pieces[i])) : undefined))
          .catch(() => undefined);
        yield part.value;
        signal?.throwIfAborted();
      }
      next ??= start(pieces[i]);
      now = await next;
    }
  } finally {
    abandoned.abort();
  }
}

interface Making {
  parts: AsyncIterator<Speech>;
  first: Promise<IteratorResult<Speech>>;
}
