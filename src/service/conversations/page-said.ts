/** What a page says of itself and its visitor is stored with the conversation, so that a restart forgets none of it. */
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
): (said: PageSaid) => void {
  let newest: PageSaid | null = null;
  return (said) => {
    const waiting = newest !== null;
    newest = said;
    if (waiting) return;
    /** What is written: what is said while it is tried again waits for the next write. */
    let taken: PageSaid | null = null;
    transcript.keepPage(
      async () => {
        if (taken === null) {
          taken = storable(newest!);
          newest = null;
        }
        await store.db
          .updateTable('conversations')
          .set({ document: sql`document || ${JSON.stringify({ page: taken })}::jsonb` })
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
