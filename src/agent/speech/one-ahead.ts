import type { Speech } from './engines.ts';

/**
 * Synthesises the pieces in order, in as many parts as `make` yields. The next piece starts when the previous one is
 * complete. The signal passed to `make` aborts when `signal` does or the caller stops iterating. Throws `signal`'s
 * reason after an abort.
 */
export async function* synthesiseAhead(
  pieces: readonly string[],
  make: (piece: string, signal: AbortSignal) => AsyncIterable<Speech>,
  signal?: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  const abandonment = new AbortController();
  const either = signal ? AbortSignal.any([signal, abandonment.signal]) : abandonment.signal;
  const start = (piece: string | undefined): Promise<PreparedPiece> | undefined => {
    if (piece === undefined) return undefined;
    const parts = make(piece, either)[Symbol.asyncIterator]();
    const first = parts.next();
    // A failure before the first part is requested must not become an unhandled rejection.
    first.catch(() => undefined);
    return Promise.resolve({ parts, first });
  };
  try {
    signal?.throwIfAborted();
    let now = await start(pieces[0]);
    for (let i = 1; now; i += 1) {
      let next: Promise<PreparedPiece> | undefined;
      let coming = now.first;
      for (let part = await coming; !part.done; part = await coming) {
        signal?.throwIfAborted();
        // Requests the next part while this one is in use.
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
    abandonment.abort();
  }
}

interface PreparedPiece {
  parts: AsyncIterator<Speech>;
  first: Promise<IteratorResult<Speech>>;
}
