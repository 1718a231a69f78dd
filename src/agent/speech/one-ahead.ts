import type { Speech } from './engines.ts';

/**
 * Synthesises the pieces in order, each in as many parts as `synthesise` yields. The next piece is started as soon
 * as the current one is complete, before its last part is used. The signal passed to `synthesise` aborts when
 * `signal` does or when the caller stops iterating. Throws `signal`'s reason after an abort.
 */
export async function* synthesiseAhead(
  pieces: readonly string[],
  synthesise: (piece: string, signal: AbortSignal) => AsyncIterable<Speech>,
  signal?: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  const abandonment = new AbortController();
  const combinedSignal = signal ? AbortSignal.any([signal, abandonment.signal]) : abandonment.signal;
  const start = (piece: string | undefined): Promise<PreparedPiece> | undefined => {
    if (piece === undefined) return undefined;
    const parts = synthesise(piece, combinedSignal)[Symbol.asyncIterator]();
    const first = parts.next();
    // The first part is not awaited yet, so its failure must not become an unhandled rejection.
    first.catch(() => undefined);
    return Promise.resolve({ parts, first });
  };
  try {
    signal?.throwIfAborted();
    let now = await start(pieces[0]);
    for (let i = 1; now; i += 1) {
      let next: Promise<PreparedPiece> | undefined;
      let comingPart = now.first;
      for (let part = await comingPart; !part.done; part = await comingPart) {
        signal?.throwIfAborted();
        // Request the next part while this one is in use.
        comingPart = now.parts.next();
        comingPart
          .then(({ done }) => (done && !combinedSignal.aborted ? (next ??= start(pieces[i])) : undefined))
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
