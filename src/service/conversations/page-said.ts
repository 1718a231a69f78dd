/** What a page says of itself and its visitor is stored with the conversation, so that a restart forgets none of it. */
import { sql } from 'kysely';
import type { PageSaid } from '../agent/turns/page-messages.ts';
import type { Log } from '../platform/log.ts';
import { describe } from '../platform/describe.ts';
import { storableText } from '../platform/storable-text.ts';
import type { Store } from '../store/store.ts';
import type { TranscriptWriter } from './transcript.ts';

/**
 * Stores what is said last, between the lines of the transcript: a page that says one thing after another waits for
 * one write, whatever it says meanwhile.
 */
export function pageKeeper(
  { store, log }: { store: Store; log: Log },
  conversation: string,
  transcript: Pick<TranscriptWriter, 'between'>,
): (said: PageSaid) => void {
  let newest: PageSaid | null = null;
  return (said) => {
    const waiting = newest !== null;
    newest = said;
    if (waiting) return;
    transcript.between(async () => {
      const page = storable(newest!);
      newest = null;
      await store.db
        .updateTable('conversations')
        .set({ document: sql`document || ${JSON.stringify({ page })}::jsonb` })
        .where('id', '=', conversation)
        .execute()
        .catch((error: unknown) =>
          log.error({ conversation, ...describe(error) }, 'what the page said could not be stored'),
        );
    });
  };
}

function storable({ context, variables }: PageSaid): PageSaid {
  return {
    context: storableText(context),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, storableText(value)]),
    ),
  };
}
