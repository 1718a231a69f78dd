/** Tables and columns of the owner's rows: the search of conversations, and the account's keys. */
import type { TurnOutcome } from '@palkit/contract/conversation-outcomes';
import type { KeyScope } from '@palkit/contract/endpoint';
import type { ColumnType, RawBuilder } from 'kysely';

/** The order of the conversations in a list. */
export interface ConversationListColumns {
  rating: ColumnType<number | null, number | undefined, number>;
  /** Searchable after the end, at `indexed_at`, like the outcomes. */
  language: ColumnType<string | null, string | undefined, string | null>;
  outcomes: ColumnType<TurnOutcome[], TurnOutcome[] | undefined, TurnOutcome[]>;
  indexed_at: ColumnType<Date | null, string | undefined, string>;
}

export interface OwnerTables {
  accounts: {
    id: number;
    callback_url: ColumnType<string | null, string | undefined, string | null>;
    /** Days after the end of a conversation; null means no limit. */
    retention_days: ColumnType<number | null, number | undefined, number | null>;
    /** The digits of the account's sentence of consent; created when the sentence is first read. */
    consent_number: ColumnType<string | null, never, string>;
    created_at: ColumnType<Date, string, never>;
  };
  api_keys: {
    id: string;
    hash: string;
    account_id: number;
    name: ColumnType<string, string | undefined, string>;
    scope: ColumnType<KeyScope, KeyScope | undefined, KeyScope>;
    /** The first and the last characters of the key. */
    // oxlint-disable-next-line plain-english/noun-names -- a column of an earlier migration
    shown: string;
    created_at: ColumnType<Date, string, never>;
    /** To the minute (`key-uses.ts`). */
    last_used_at: ColumnType<Date | null, never, string>;
    revoked_at: ColumnType<Date | null, string | null, string | null>;
  };
  /** Orders of people who take calls over, until they are carried out and after. */
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
  /** Words of ended conversations, with the account before each (`../conversations/search-words.ts`). */
  conversation_words: {
    conversation_id: string;
    words: ColumnType<never, RawBuilder<string>, RawBuilder<string>>;
  };
}
