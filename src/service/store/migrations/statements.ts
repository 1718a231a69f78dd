/** A migration in plain SQL. It imports no application code, so that a migration that has landed cannot change. */
import { sql, type Migration } from 'kysely';

/** Splits the text into statements, each of which ends with a semicolon at the end of a line, and runs them. */
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
