/** Tables and columns of the owner's rows: how conversations are found. */
import type { TurnOutcome } from '@palkit/contract/conversation-outcomes';
import type { ColumnType, RawBuilder } from 'kysely';

/** By which conversations are listed. */
export interface ConversationListColumns {
  rating: ColumnType<number | null, number | undefined, number>;
  /** Found after the end, at `indexed_at`, as the outcomes are. */
  language: ColumnType<string | null, string | undefined, string | null>;
  outcomes: ColumnType<TurnOutcome[], TurnOutcome[] | undefined, TurnOutcome[]>;
  indexed_at: ColumnType<Date | null, string | undefined, string>;
}

export interface OwnerTables {
  /** Words of ended conversations, with the account before each (`../conversations/search-words.ts`). */
  conversation_words: {
    conversation_id: string;
    words: ColumnType<never, RawBuilder<string>, RawBuilder<string>>;
  };
}
