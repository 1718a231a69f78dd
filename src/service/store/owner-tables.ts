/** Tables and columns for owners: accounts, API keys, handovers and the search of conversations. */
import type { TurnOutcome } from '@palkit/contract/conversation-outcomes';
import type { KeyScope } from '@palkit/contract/endpoint';
import type { ColumnType, RawBuilder } from 'kysely';

/** Columns by which a list of conversations is sorted and filtered. */
export interface ConversationListColumns {
  rating: ColumnType<number | null, number | undefined, number>;
  /** Filled after the end of the conversation, like `outcomes`; `indexed_at` has the time. */
  language: ColumnType<string | null, string | undefined, string | null>;
  outcomes: ColumnType<TurnOutcome[], TurnOutcome[] | undefined, TurnOutcome[]>;
  indexed_at: ColumnType<Date | null, string | undefined, string>;
}

export interface OwnerTables {
  accounts: {
    id: number;
    callback_url: ColumnType<string | null, string | undefined, string | null>;
    /** Days for which an ended conversation is kept; null means no limit. */
    retention_days: ColumnType<number | null, number | undefined, number | null>;
    /** The number in the account's consent sentence; created when the sentence is first read. */
    consent_number: ColumnType<string | null, never, string>;
    created_at: ColumnType<Date, string, never>;
  };
  api_keys: {
    id: string;
    hash: string;
    account_id: number;
    name: ColumnType<string, string | undefined, string>;
    scope: ColumnType<KeyScope, KeyScope | undefined, KeyScope>;
    /** The first and last characters of the key. */
    // oxlint-disable-next-line plain-english/noun-names -- a column of an earlier migration
    shown: string;
    created_at: ColumnType<Date, string, never>;
    /** Accurate to the minute (`key-uses.ts`). */
    last_used_at: ColumnType<Date | null, never, string>;
    revoked_at: ColumnType<Date | null, string | null, string | null>;
  };
  /** Orders of people who take over calls; they are kept after they were carried out. */
  handover_orders: {
    id: ColumnType<number, never, never>;
    conversation_id: string;
    kind: 'take' | 'line' | 'return';
    name: string;
    content: string;
    line_id: string | null;
    created_at: ColumnType<Date, string, never>;
    done_at: ColumnType<Date | null, never, string | Date>;
  };
  /** The words of ended conversations, each prefixed with the account (`src/contract/search-words.ts`). */
  conversation_words: {
    conversation_id: string;
    words: ColumnType<never, RawBuilder<string>, RawBuilder<string>>;
  };
}
