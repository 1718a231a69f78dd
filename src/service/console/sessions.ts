/** Console sessions: created at sign-in and found by the hash of their secret. */
import { CONSOLE_SESSION_DAYS, CONSOLE_SESSIONS } from '@palkit/contract/console';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { hashSecret, newId, newSecret } from '@palkit/runtime/ids';
import type { Database } from '../store/store.ts';

const DAY = 86_400_000;
/** Minimum milliseconds between two updates of a session's last request, so that reads seldom cause a write. */
const UPDATE_INTERVAL_MS = 5 * 60_000;

export interface SessionRow {
  id: string;
  account_id: number;
  person_id: string;
  name: string;
  browser: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** Selects the sessions that have not expired, with the person who signed in. */
export function openSessions(db: Database, clock: Clock) {
  const idleSince = toIso(clock.now() - CONSOLE_SESSION_DAYS.idle * DAY);
  return db
    .selectFrom('console_sessions')
    .innerJoin('console_people', 'console_people.id', 'console_sessions.person_id')
    .where('console_sessions.expires_at', '>', new Date(clock.now()))
    .where('console_sessions.seen_at', '>', new Date(idleSince))
    .select([
      'console_sessions.id',
      'console_people.account_id',
      'console_sessions.person_id',
      'console_people.name',
      'console_sessions.browser',
      'console_sessions.created_at',
      'console_sessions.seen_at',
      'console_sessions.expires_at',
    ]);
}

/** Creates a session. Its secret is always new, so a secret that the browser sent before is never reused. */
export async function openSession(
  db: Database,
  clock: Clock,
  personId: string,
  browser: string,
): Promise<{ id: string; secret: string }> {
  const id = newId('consoleSession');
  const secret = newSecret('');
  const now = clock.now();
  await db
    .insertInto('console_sessions')
    .values({
      id,
      hash: hashSecret(secret),
      person_id: personId,
      browser: browser.slice(0, 200),
      created_at: toIso(now),
      seen_at: toIso(now),
      expires_at: toIso(now + CONSOLE_SESSION_DAYS.total * DAY),
    })
    .execute();
  const newest = db
    .selectFrom('console_sessions')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(CONSOLE_SESSIONS);
  await db
    .deleteFrom('console_sessions')
    .where('person_id', '=', personId)
    .where('id', '!=', id)
    .where('id', 'not in', newest)
    .execute();
  return { id, secret };
}

/**
 * Finds the session of a secret and records the time of this request; undefined if there is no such session
 * or it has expired.
 */
export async function findSession(
  db: Database,
  clock: Clock,
  secret: string,
): Promise<SessionRow | undefined> {
  const row = await openSessions(db, clock)
    .where('console_sessions.hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (row && clock.now() - row.seen_at.getTime() > UPDATE_INTERVAL_MS)
    await db
      .updateTable('console_sessions')
      .set({ seen_at: toIso(clock.now()) })
      .where('id', '=', row.id)
      .execute();
  return row;
}

export async function endSessions(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('person_id', '=', personId).execute();
}
