/** Column types for kysely. */
import type { ColumnType } from 'kysely';

/** A jsonb column, which is read as a value and written as JSON text. */
export type Json<Value> = ColumnType<Value, string, string>;
export type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
export type Time = ColumnType<Date, string | Date, string | Date>;
export type MaybeTime = ColumnType<Date | null, string | Date | null, string | Date | null>;
