/** A migration of plain SQL. It imports no running code, so that a migration that has landed never changes. */
import { sql, type Migration } from 'kysely';

/** Runs statements that each end with a semicolon at the end of a line. */
export function statements(text: string): Migration {
  const each = text
    .split(/;\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
  return {
    async up(db) {
      for (const statement of each) await sql.raw(statement).execute(db);
    },
  };
}
