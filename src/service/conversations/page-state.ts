/** Stores the page's context with the conversation, so that it survives a restart. */
import { sql } from 'kysely';
import type { PageState } from '@palkit/agent';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { storableText } from '@palkit/runtime/storable-text';
import type { Store } from '../store/store.ts';
import type { TranscriptWriter } from './transcript.ts';

/**
 * Stores the latest page context between two lines of the transcript; of several contexts in a row, only the last
 * is written. A failed write is retried like that of a line. If the retries fail too, it is logged, and the call
 * continues.
 */
export function pageStateWriter(
  { store, log }: { store: Store; log: Log },
  conversation: string,
  transcript: Pick<TranscriptWriter, 'keepPage'>,
): (context: PageState) => void {
  let newest: PageState | null = null;
  return (context) => {
    const isWriteQueued = newest !== null;
    newest = context;
    if (isWriteQueued) return;
    /** The context that is being written; a later one waits for the next write. */
    let writing: PageState | null = null;
    transcript.keepPage(
      async () => {
        if (writing === null) {
          writing = storable(newest!);
          newest = null;
        }
        await store.db
          .updateTable('conversations')
          .set({ document: sql`document || ${JSON.stringify({ page: writing })}::jsonb` })
          .where('id', '=', conversation)
          .execute();
      },
      (error) => log.error({ conversation, ...describe(error) }, "the page's state could not be stored"),
    );
  };
}

function storable({ context, variables, names = [] }: PageState): PageState {
  return {
    names,
    context: storableText(context),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, storableText(value)]),
    ),
  };
}
