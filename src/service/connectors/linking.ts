/** The OAuth link of a connector: starts and completes the flow, and refreshes the token. */
import type { Selectable, Updateable } from 'kysely';
import * as z from 'zod';
import { CLIENT_PATH } from '@palkit/contract/connectors';
import { isPublicHost } from '@palkit/contract/public-host';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { boundedInterval } from '@palkit/runtime/outside-interval';
import type { Config } from '../config/config.ts';
import { hashSecret, newSecret } from '@palkit/runtime/ids';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbound } from '@palkit/outbound/outbound';
import type { Seal } from '../platform/sealing.ts';
import type { Tables } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import {
  AuthorizationMovedError,
  beginFlow,
  completeFlow,
  refreshTokens,
  type FlowOptions,
  type Secrets,
} from '@palkit/tool-servers/oauth';
import { faultWords } from '@palkit/tool-servers/tool-server';
import { isSameDocument } from '@palkit/runtime/same';

export type ConnectorRow = Selectable<Tables['connectors']>;

export interface ConnectorContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
  readonly outbound: Outbound;
  readonly jobs: Jobs;
  readonly seal: Seal;
}

/** Milliseconds within which the owner must complete the login. */
const FLOW_MS = 10 * 60_000;
/**
 * A token is renewed this many milliseconds before it expires, or half of its lifetime before if that is
 * less.
 */
const RENEW_BEFORE_MS = 5 * 60_000;
/** Minimum milliseconds between two renewals, also after a failed one or if the authorization server suggests less. */
export const RETRY_MS = 60_000;
const REFRESH_JOB = 'refresh connector';

export const seal = (context: Pick<ConnectorContext, 'seal'>, id: string, secrets: Secrets): string =>
  context.seal.close(JSON.stringify(secrets), `connector ${id}`);
export const open = (context: Pick<ConnectorContext, 'seal'>, row: ConnectorRow): Secrets =>
  row.sealed === null ? {} : (JSON.parse(context.seal.open(row.sealed, `connector ${row.id}`)) as Secrets);

/** Registers the job that renews the tokens of every linked connector, even if the connector is not used. */
export function registerConnectorJobs(context: ConnectorContext): void {
  context.jobs.register({
    name: REFRESH_JOB,
    payload: z.object({}),
    concurrency: 4,
    async run({ key }) {
      const row = await context.store.db
        .selectFrom('connectors')
        .selectAll()
        .where('id', '=', key!)
        .executeTakeFirst();
      if (!row || row.oauth_status !== 'linked') return;
      const dueAt = refreshTime(context, row);
      if (dueAt === null) return;
      if (dueAt > context.clock.now()) return { again: dueAt };
      try {
        const renewed = await refresh(context, row);
        const next = renewed.oauth_status === 'linked' ? refreshTime(context, renewed) : null;
        if (next !== null) return { again: Math.max(next, context.clock.now() + RETRY_MS) };
      } catch (error) {
        context.log.warn({ ...describe(error), connector: row.id }, 'a connector could not be refreshed');
        return { again: context.clock.now() + RETRY_MS };
      }
    },
  });
}

function refreshTime(context: ConnectorContext, row: ConnectorRow): number | null {
  if (row.access_token_expires_at === null) return null;
  const lifetime = boundedInterval(open(context, row).tokens?.expires_in);
  const end = row.access_token_expires_at.getTime();
  return Math.max(end - lifetime + RETRY_MS, end - Math.min(RENEW_BEFORE_MS, lifetime / 2));
}

/** Returns the address to which authorization servers redirect the owner's browser. */
export const redirectUrl = ({ publicUrl }: { publicUrl: string }): string =>
  `${publicUrl}/v2/connectors/oauth/callback`;

function flow(context: ConnectorContext, row: ConnectorRow, state: string): FlowOptions {
  const { publicUrl } = context.config;
  const isReachable = publicUrl.startsWith('https:') && isPublicHost(new URL(publicUrl).hostname);
  return {
    outbound: context.outbound,
    serverUrl: row.server_url,
    redirectUrl: redirectUrl(context.config),
    // A server on the internet can read the metadata only at a public address.
    metadataUrl: isReachable ? publicUrl + CLIENT_PATH : null,
    clientId: row.auth.client_id,
    scopes: row.auth.scopes,
    state,
  };
}

/**
 * Starts the flow. The result is `pending` with the address to open, or `needs_reauth` with the reason for the
 * failure. A working link stays valid until the new one exists.
 */
export async function link(
  context: ConnectorContext,
  row: ConnectorRow,
): Promise<{ row: ConnectorRow; authorizeUrl: string | null }> {
  const state = newSecret('');
  try {
    const flowStart = await beginFlow(flow(context, row, state), open(context, row));
    const updatedRow = await storeFlow(context, row, state, flowStart);
    // If the connector was changed in the meantime, that change started its own flow.
    return updatedRow
      ? { row: updatedRow, authorizeUrl: flowStart.authorizeUrl }
      : { row: await readCurrentRow(context, row), authorizeUrl: null };
  } catch (error) {
    const keepsLink = row.oauth_status === 'linked' && !(error instanceof AuthorizationMovedError);
    const change = {
      ...(keepsLink ? {} : { oauth_status: 'needs_reauth' as const }),
      last_index_error: linkFault(error),
    };
    return { row: await save(context, row, change), authorizeUrl: null };
  }
}

/** Stores the data that the end of the flow needs; null if the connector was changed in the meantime. */
async function storeFlow(
  context: ConnectorContext,
  row: ConnectorRow,
  state: string,
  { verifier, secrets }: { verifier: string; secrets: Secrets },
): Promise<ConnectorRow | null> {
  const { store, clock } = context;
  const now = clock.now();
  return store.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('connector_authorizations')
      .where((where) =>
        where.or([where('connector_id', '=', row.id), where('expires_at', '<', new Date(now))]),
      )
      .execute();
    const current = await trx
      .selectFrom('connectors')
      .selectAll()
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirst();
    if (!current || !isSameServer(current, row)) return null;
    const isLinked = current.oauth_status === 'linked';
    if (!isLinked && current.sealed !== row.sealed) return null;
    await trx
      .insertInto('connector_authorizations')
      .values({
        state_hash: hashSecret(state),
        connector_id: row.id,
        sealed: context.seal.close(JSON.stringify({ verifier, secrets }), `verifier ${row.id}`),
        expires_at: toIso(now + FLOW_MS),
      })
      .execute();
    const pendingFields = {
      sealed: seal(context, row.id, secrets),
      oauth_status: 'pending' as const,
      oauth_scopes: '[]',
      access_token_expires_at: null,
      last_index_error: null,
    };
    return trx
      .updateTable('connectors')
      .set({ ...(isLinked ? {} : pendingFields), updated_at: toIso(now) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** True if both rows use the same server, so that a flow that began with one can complete the other. */
const isSameServer = (one: ConnectorRow, other: ConnectorRow): boolean =>
  one.server_url === other.server_url && isSameDocument(one.auth, other.auth);

function linkFault(error: unknown): string {
  if (error instanceof AuthorizationMovedError)
    return 'The authorization server has moved to another origin. Send client_secret again.';
  return faultWords(error) === faultWords(null)
    ? 'The server does not name a usable authorization server.'
    : faultWords(error);
}

/** Prevents a connector whose secrets were removed from sending requests without credentials. */
export const unlink = (context: ConnectorContext, row: ConnectorRow): Promise<ConnectorRow> =>
  save(context, row, {
    oauth_status: row.auth.type === 'oauth2' ? 'needs_reauth' : 'none',
    last_index_error:
      'server_url has another origin now, so its credentials were removed. Send auth_config again.',
  });

/**
 * Handles the browser's return from the authorization server. Each state value is accepted once. Throws a
 * `ServiceError` if the login has expired, was rejected or failed.
 */
export async function complete(
  context: ConnectorContext,
  query: { state: string; code?: string | undefined; error?: string | undefined },
): Promise<ConnectorRow> {
  const { store, clock } = context;
  const authorization = await store.db
    .deleteFrom('connector_authorizations')
    .where('state_hash', '=', hashSecret(query.state))
    .returningAll()
    .executeTakeFirst();
  if (!authorization || authorization.expires_at.getTime() <= clock.now())
    throw new ServiceError('oauth_failed', 'This login has expired or was already used. Start it again.');
  if (!query.code) throw new ServiceError('oauth_failed', 'The login was rejected. Start it again.');
  const row = await store.db
    .selectFrom('connectors')
    .selectAll()
    .where('id', '=', authorization.connector_id)
    .executeTakeFirstOrThrow();
  try {
    const text = context.seal.open(authorization.sealed, `verifier ${row.id}`);
    const { verifier, secrets } = Link.parse(JSON.parse(text)) as { verifier: string; secrets: Secrets };
    const tokens = await completeFlow(flow(context, row, query.state), secrets, verifier, query.code);
    return await relink(context, row, tokens);
  } catch (error) {
    context.log.warn({ ...describe(error), connector: row.id }, 'a connector could not be linked');
    throw new ServiceError('oauth_failed');
  }
}

const Link = z.object({ verifier: z.string(), secrets: z.looseObject({}) });

/** Stores a new link, which replaces the old one even if that was renewed while the owner logged in. */
async function relink(context: ConnectorContext, row: ConnectorRow, secrets: Secrets): Promise<ConnectorRow> {
  try {
    return await storeTokens(context, row, secrets);
  } catch (error) {
    const current = await readCurrentRow(context, row);
    if (current.sealed === row.sealed || !isSameServer(current, row)) throw error;
    return storeTokens(context, current, secrets);
  }
}

/** Stores the tokens and schedules their renewal. */
async function storeTokens(
  context: ConnectorContext,
  row: ConnectorRow,
  secrets: Secrets,
): Promise<ConnectorRow> {
  const { store, clock, jobs } = context;
  const now = clock.now();
  const { expires_in, scope } = secrets.tokens!;
  return store.db.transaction().execute(async (trx) => {
    const linkedRow = await trx
      .updateTable('connectors')
      .set({
        sealed: seal(context, row.id, secrets),
        oauth_status: 'linked',
        updated_at: toIso(now),
        oauth_scopes: JSON.stringify(
          scope
            ? scope.split(' ').filter(Boolean)
            : row.oauth_scopes.length > 0
              ? row.oauth_scopes
              : (row.auth.scopes ?? []),
        ),
        access_token_expires_at: expires_in === undefined ? null : toIso(now + boundedInterval(expires_in)),
      })
      .where('id', '=', row.id)
      .where('sealed', 'is not distinct from', row.sealed)
      .returningAll()
      .executeTakeFirst();
    if (!linkedRow) throw new ServiceError('oauth_failed');
    const dueAt = refreshTime(context, linkedRow);
    if (dueAt !== null) {
      await trx
        .deleteFrom('jobs')
        .where('kind', '=', REFRESH_JOB)
        .where('key', '=', row.id)
        .where('owner', 'is', null)
        .execute();
      await jobs.enqueue(trx, REFRESH_JOB, {
        key: row.id,
        account: row.account_id,
        payload: {},
        runAt: Math.max(dueAt, now + RETRY_MS),
      });
    }
    return linkedRow;
  });
}

/**
 * Returns the renewed row, or a row with `needs_reauth`; throws if a later attempt may succeed. If several renewals
 * run at the same time, the tokens of the first one are stored.
 */
export async function refresh(
  context: ConnectorContext,
  row: ConnectorRow,
  secrets = open(context, row),
): Promise<ConnectorRow> {
  const renewed = await refreshTokens(flow(context, row, ''), secrets);
  if (renewed)
    return storeTokens(context, row, renewed).catch((error: unknown) =>
      error instanceof ServiceError ? readCurrentRow(context, row) : Promise.reject(error as Error),
    );
  return save(context, row, {
    oauth_status: 'needs_reauth',
    access_token_expires_at: null,
    last_index_error: 'The login is no longer valid. Reconnect it.',
  });
}

export async function save(
  context: ConnectorContext,
  row: ConnectorRow,
  change: Updateable<Tables['connectors']>,
): Promise<ConnectorRow> {
  // The update applies only while the row still points to the server that was asked.
  return (
    (await context.store.db
      .updateTable('connectors')
      .set(change)
      .where('id', '=', row.id)
      .where('server_url', '=', row.server_url)
      .returningAll()
      .executeTakeFirst()) ?? readCurrentRow(context, row)
  );
}

/** Returns the current row, or the given one if it was deleted in the meantime. */
async function readCurrentRow(context: ConnectorContext, row: ConnectorRow): Promise<ConnectorRow> {
  return (
    (await context.store.db
      .selectFrom('connectors')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirst()) ?? row
  );
}
