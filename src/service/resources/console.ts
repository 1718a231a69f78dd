/** Sign-in to the owner's console, and its sessions. */
import { hash } from '@node-rs/argon2';
import {
  CONSOLE_PEOPLE,
  type ConsoleSession,
  type createConsoleLink,
  type endConsoleSession,
  type listConsolePeople,
  type listConsoleSessions,
  type removeConsolePerson,
  type signIn,
  type useConsoleLink,
} from '@palkit/contract/console';
import { ServiceError } from '@palkit/contract/service-error';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { toIso } from '@palkit/runtime/clock';
import { cookieOf, isOwnPage, setCookie, type Header } from '../console/cookie.ts';
import { createLink, isOpenLink, useLink } from '../console/links.ts';
import { ensureLocalKey, isLocalKey } from '../console/local-key.ts';
import { endSessions, findSession, openSession, openSessions, type SessionRow } from '../console/sessions.ts';
import { consumeNetwork } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { newId } from '@palkit/runtime/ids';
import { lockAccount } from '../store/accounts.ts';
import { countRows, readPage } from '../store/page.ts';
import type { Database } from '../store/store.ts';

/** Hash of a random password, checked for an unknown name, so that the response takes as long as for a known one. */
const unknownHash = hash(newId('consolePerson'));

const keyOf = (name: string) => name.normalize('NFC').trim().toLowerCase();

function checkPage(header: Header, { config }: Context): void {
  if (!config.console) throw new ServiceError('not_found');
  if (!isOwnPage(header, config.publicUrl))
    throw new ServiceError('origin_not_allowed', "Only the console's own pages may sign in.");
}

export const link =
  (limiter: RateLimiterAbstract): Handler<typeof createConsoleLink> =>
  async ({ body, address, header }, { store, clock, config }) => {
    if (!config.console) throw new ServiceError('not_found');
    await consumeNetwork(limiter, address, 'too_many_attempts');
    const bearer = /^Bearer ([\w-]{1,200})$/.exec(header('authorization') ?? '')?.[1];
    const key = await ensureLocalKey(config.dataDir);
    if (!bearer || key === null || !isLocalKey(bearer, key))
      throw new ServiceError('invalid_token', 'Invalid or missing key of the command line.');
    const created = await createLink(store.db, clock, config.publicUrl, body.account_id);
    if (!created) throw new ServiceError('unknown_reference', 'There is no such account.');
    return created;
  };

export const redeem =
  (limiter: RateLimiterAbstract): Handler<typeof useConsoleLink> =>
  async ({ body, address, header, answer }, context) => {
    const { store, clock, passwords } = context;
    checkPage(header, context);
    await consumeNetwork(limiter, address, 'too_many_attempts');
    if (!(await isOpenLink(store.db, clock, body.link))) throw new ServiceError('invalid_console_link');
    const password_hash = await passwords.hash(body.password);
    return store.db.transaction().execute(async (trx) => {
      const account = await useLink(trx, clock, body.link);
      if (account === undefined) throw new ServiceError('invalid_console_link');
      const person = await admit(trx, context, account, body.name, password_hash);
      return enter(trx, context, person, header, answer);
    });
  };

/** Adds a person, or changes the password of an existing one, whose sessions then end. */
async function admit(
  trx: Database,
  { clock }: Context,
  account: number,
  name: string,
  password_hash: string,
): Promise<string> {
  await lockAccount(trx, account);
  const now = toIso(clock.now());
  const name_key = keyOf(name);
  const person = await trx
    .selectFrom('console_people')
    .select(['id', 'account_id'])
    .where('name_key', '=', name_key)
    .executeTakeFirst();
  if (person && person.account_id !== account)
    throw new ServiceError('conflict', 'This name is already in use. Choose another one.');
  if (person) {
    await trx
      .updateTable('console_people')
      .set({ name, password_hash, updated_at: now })
      .where('id', '=', person.id)
      .execute();
    await endSessions(trx, person.id);
    return person.id;
  }
  const count = await countRows(trx.selectFrom('console_people').where('account_id', '=', account));
  if (count >= CONSOLE_PEOPLE)
    throw new ServiceError('conflict', `At most ${CONSOLE_PEOPLE} people can sign in. Remove one first.`);
  const id = newId('consolePerson');
  await trx
    .insertInto('console_people')
    .values({ id, account_id: account, name, name_key, password_hash, created_at: now, updated_at: now })
    .execute();
  return id;
}

export const enterByPassword =
  (limiter: RateLimiterAbstract): Handler<typeof signIn> =>
  async ({ body, address, header, answer }, context) => {
    const { store, passwords } = context;
    checkPage(header, context);
    await consumeNetwork(limiter, address, 'too_many_attempts');
    const name_key = keyOf(body.name);
    const person = await store.db
      .selectFrom('console_people')
      .select(['id', 'password_hash'])
      .where('name_key', '=', name_key)
      .executeTakeFirst();
    const digest = person?.password_hash ?? (await unknownHash);
    await passwords.check(`console ${name_key}`, address, body.password, digest).catch((error: unknown) => {
      const isWrong = error instanceof ServiceError && error.code === 'wrong_password';
      throw isWrong ? new ServiceError('wrong_password', 'The name or the password is wrong.') : error;
    });
    if (!person) throw new ServiceError('wrong_password', 'The name or the password is wrong.');
    return store.db.transaction().execute((trx) => enter(trx, context, person.id, header, answer));
  };

/** Opens a session and sets its cookie; the browser's previous session ends. */
async function enter(
  trx: Database,
  { clock, config }: Context,
  personId: string,
  header: Header,
  answer: (headers: { 'set-cookie': string }) => void,
): Promise<ConsoleSession> {
  const oldSecret = cookieOf(header, config.publicUrl);
  const oldSession = oldSecret === null ? undefined : await findSession(trx, clock, oldSecret);
  if (oldSession) await trx.deleteFrom('console_sessions').where('id', '=', oldSession.id).execute();
  const { id, secret } = await openSession(trx, clock, personId, header('user-agent') ?? '');
  const row = await openSessions(trx, clock).where('console_sessions.id', '=', id).executeTakeFirstOrThrow();
  answer({ 'set-cookie': setCookie(secret, config.publicUrl) });
  return sessionOf(row, id);
}

export const sessions: Handler<typeof listConsoleSessions> = async (
  { account, session, query },
  { store, clock },
) => {
  const { rows, total_count } = await readPage(
    openSessions(store.db, clock)
      .where('console_people.account_id', '=', account)
      .orderBy('console_sessions.created_at', 'desc')
      .orderBy('console_sessions.id'),
    query,
  );
  return { data: rows.map((row) => sessionOf(row, session)), total_count };
};

export const endSession: Handler<typeof endConsoleSession> = async (
  { account, session, params, answer },
  { store, clock, config },
) => {
  const row = await openSessions(store.db, clock)
    .where('console_sessions.id', '=', params.session_id)
    .executeTakeFirst();
  if (!row) throw new ServiceError('console_session_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  await store.db.deleteFrom('console_sessions').where('id', '=', row.id).execute();
  if (row.id === session) answer({ 'set-cookie': setCookie(null, config.publicUrl) });
};

export const people: Handler<typeof listConsolePeople> = async ({ account, query }, { store, clock }) => {
  const { rows, total_count } = await readPage(
    store.db
      .selectFrom('console_people')
      .select(['id', 'name', 'created_at'])
      .where('account_id', '=', account)
      .orderBy('created_at')
      .orderBy('id'),
    query,
  );
  const open = await openSessions(store.db, clock).where('console_people.account_id', '=', account).execute();
  return {
    data: rows.map(({ id, name, created_at }) => ({
      person_id: id,
      name,
      created_at: created_at.toISOString(),
      session_count: open.filter(({ person_id }) => person_id === id).length,
    })),
    total_count,
  };
};

export const removePerson: Handler<typeof removeConsolePerson> = async ({ account, params }, { store }) => {
  const person = await store.db
    .selectFrom('console_people')
    .select(['id', 'account_id'])
    .where('id', '=', params.person_id)
    .executeTakeFirst();
  if (!person) throw new ServiceError('console_person_not_found');
  if (person.account_id !== account) throw new ServiceError('forbidden');
  await store.db.deleteFrom('console_people').where('id', '=', person.id).execute();
};

const sessionOf = (row: SessionRow, current: string | null): ConsoleSession => ({
  session_id: row.id,
  account_id: row.account_id,
  person_id: row.person_id,
  name: row.name,
  browser: row.browser,
  current: row.id === current,
  created_at: row.created_at.toISOString(),
  seen_at: row.seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
