/** The tables of the people who use the console, and of their sessions. */
import type { ColumnType } from 'kysely';

type Time = ColumnType<Date, string | Date, string | Date>;

export interface ConsoleTables {
  console_people: {
    id: string;
    account_id: number;
    name: string;
    /** The name in lower case. It is unique in the service, because people sign in without an account id. */
    name_key: string;
    password_hash: string;
    created_at: Time;
    updated_at: Time;
  };
  console_sessions: {
    id: string;
    hash: string;
    person_id: string;
    browser: string;
    created_at: Time;
    seen_at: Time;
    expires_at: Time;
  };
  console_links: { hash: string; account_id: number; created_at: Time; expires_at: Time };
}
