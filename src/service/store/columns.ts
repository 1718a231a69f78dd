/** The types of columns as kysely reads and writes them. */
import type { ColumnType } from 'kysely';

/** jsonb: read as the value, written as JSON text. */
export type Json<Value> = ColumnType<Value, string, string>;
export type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
export type Time = ColumnType<Date, string | Date, string | Date>;
export type MaybeTime = ColumnType<Date | null, string | Date | null, string | Date | null>;
