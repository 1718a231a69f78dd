/** Stores the page's context with the conversation, so that a restart loses none of it. */
import { sql } from 'kysely';
import type { PageSaid } from '@palkit/agent';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { storableText } from '@palkit/runtime/storable-text';
import type { Store } from '../store/store.ts';
import type { TranscriptWriter } from './transcript.ts';

/**
 * Stores what is said last, between the lines of the transcript: a page that says one thing after another waits for
 * one write, whatever it says meanwhile. What the database does not take is tried again, as a line is, and left out in
 * the end: the call goes on, and whoever sent it knows that it was not stored.
 */
export function pageKeeper(
  { store, log }: { store: Store; log: Log },
  conversation: string,
  transcript: Pick<TranscriptWriter, 'keepPage'>,
): (context: PageSaid) => void {
  let newest: PageSaid | null = null;
  return (context) => {
    const waiting = newest !== null;
    newest = context;
    if (waiting) return;
    /** The state of the write in progress; later context waits for the next write. */
    let writing: PageSaid | null = null;
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
      (error) => log.error({ conversation, ...describe(error) }, 'what the page said could not be stored'),
    );
  };
}

function storable({ context, variables, names = [] }: PageSaid): PageSaid {
  return {
    names,
    context: storableText(context),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, storableText(value)]),
    ),
  };
}
