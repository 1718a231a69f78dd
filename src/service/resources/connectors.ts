/**
 * Connectors: create, list, read, change, delete and link. Their tools are imported whenever the address or the
 * credentials change. Specification: resources-14.
 */
import { sql } from 'kysely';
import {
  CLIENT_PATH,
  type changeConnector,
  type Connector,
  type connectorCallback,
  type connectorClient,
  type createConnector,
  type deleteConnector,
  type getConnector,
  type indexConnector,
  type listConnectors,
  type listConnectorTools,
  type reconnectConnector,
} from '@palkit/contract/connectors';
import { ServiceError } from '@palkit/contract/service-error';
import { clientMetadata } from '@palkit/tool-servers/oauth';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import { newId } from '@palkit/runtime/ids';
import type { Database } from '../store/store.ts';
import { lockAccount } from '../store/accounts.ts';
import {
  complete,
  link,
  open,
  redirectUrl,
  seal,
  unlink,
  type ConnectorContext,
  type ConnectorRow,
} from '../connectors/linking.ts';
import { index } from '../connectors/tool-use.ts';
import { changedAuth, split } from '../connectors/credentials.ts';
import { escapeHtml } from '@palkit/runtime/escape-html';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

export const create: Handler<typeof createConnector> = async ({ account, body }, context) => {
  const { store, clock } = context;
  const now = toIso(clock.now());
  const id = newId('connector');
  const { auth, secrets } = split(body.auth_config, null);
  const row = await store.db
    .insertInto('connectors')
    .values({
      id,
      account_id: account,
      name: body.name,
      server_url: body.server_url,
      auth: JSON.stringify(auth),
      sealed: seal(context, id, secrets),
      oauth_status: 'none',
      oauth_scopes: '[]',
      access_token_expires_at: null,
      last_indexed_at: null,
      last_index_error: null,
      tools: '[]',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return connectOrIndex(context, row);
};

export const list: Handler<typeof listConnectors> = async ({ account, query }, { store }) => {
  const own = store.db
    .selectFrom('connectors')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }));
  const { rows, total_count } = await readPage(
    own.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row)), total_count };
};

export const get: Handler<typeof getConnector> = async ({ account, params }, { store }) =>
  show(await find(store.db, params.connector_id, account));

export const change: Handler<typeof changeConnector> = async ({ account, params, body }, context) => {
  const { store, clock } = context;
  const { row, isMoved, isBare } = await store.db.transaction().execute(async (trx) => {
    const storedRow = await find(trx, params.connector_id, account, 'lock');
    const { auth, secrets, isMoved, isBare } = changedAuth(storedRow, open(context, storedRow), body);
    const row = await trx
      .updateTable('connectors')
      .set({
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.server_url === undefined ? {} : { server_url: body.server_url }),
        ...(isMoved
          ? {
              auth: JSON.stringify(auth),
              sealed: seal(context, storedRow.id, secrets),
              oauth_status: 'none' as const,
              oauth_scopes: '[]',
              access_token_expires_at: null,
            }
          : {}),
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', storedRow.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (isMoved)
      await trx.deleteFrom('connector_authorizations').where('connector_id', '=', storedRow.id).execute();
    return { row, isMoved, isBare };
  });
  if (isBare) return show(await unlink(context, row));
  return isMoved ? connectOrIndex(context, row) : show(row);
};

export const remove: Handler<typeof deleteConnector> = async ({ account, params }, { store, clock }) => {
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await find(trx, params.connector_id, account, 'lock');
    await trx.deleteFrom('connectors').where('id', '=', params.connector_id).execute();
    await removeFromPals(trx, account, params.connector_id, toIso(clock.now()));
  });
};

export const tools: Handler<typeof listConnectorTools> = async ({ account, params }, { store }) => {
  const row = await find(store.db, params.connector_id, account);
  return { data: row.tools, total_count: row.tools.length };
};

export const reindex: Handler<typeof indexConnector> = async ({ account, params }, context) => {
  const row = await find(context.store.db, params.connector_id, account);
  return show(await index(context, row));
};

export const reconnect: Handler<typeof reconnectConnector> = async ({ account, params }, context) => {
  const row = await find(context.store.db, params.connector_id, account);
  if (row.auth.type !== 'oauth2') throw new ServiceError('conflict', 'This connector does not use OAuth.');
  const linkResult = await link(context, row);
  return show(linkResult.row, linkResult.authorizeUrl);
};

export const callback: Handler<typeof connectorCallback> = async ({ query }, context) => {
  const row = await index(context, await complete(context, query));
  return page(
    row.last_index_error ? 'Connected, but its tools could not be imported' : 'Connected',
    `${row.name} is linked. You can close this window.`,
  );
};

export const client: Handler<typeof connectorClient> = (_call, { config }) =>
  Promise.resolve({ client_id: config.publicUrl + CLIENT_PATH, ...clientMetadata(redirectUrl(config)) });

export async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<ConnectorRow> {
  const select = db.selectFrom('connectors').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('connector_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

/**
 * Checks the connectors in `layers.mcp`. Throws a `ServiceError` for an unknown connector; a connector of
 * another account causes the same error.
 */
export async function checkConnectors(
  db: Database,
  layer:
    | { connectors?: string[] | undefined; connector_tools?: Record<string, string[]> | undefined }
    | undefined,
  account: number,
): Promise<void> {
  const connectorIds = new Set([...(layer?.connectors ?? []), ...Object.keys(layer?.connector_tools ?? {})]);
  if (connectorIds.size === 0) return;
  const ids = new Set(
    (
      await db
        .selectFrom('connectors')
        .select('id')
        .where('account_id', '=', account)
        .where('id', 'in', [...connectorIds])
        .execute()
    ).map(({ id }) => id),
  );
  const unknown = [...connectorIds].find((id) => !ids.has(id));
  if (unknown) throw new ServiceError('unknown_reference', `Unknown connector ${unknown}.`);
}

/** Starts the OAuth flow, or imports the tools immediately. The connector is stored even if this fails. */
async function connectOrIndex(context: ConnectorContext, row: ConnectorRow): Promise<Connector> {
  if (row.auth.type !== 'oauth2') return show(await index(context, row));
  const linkResult = await link(context, row);
  return show(linkResult.row, linkResult.authorizeUrl);
}

/** Removes the connector from the account's PALs. The caller holds the account's lock. */
async function removeFromPals(trx: Database, account: number, connector: string, now: string): Promise<void> {
  for (const pal of await trx
    .selectFrom('pals')
    .selectAll()
    .where('account_id', '=', account)
    .forUpdate()
    .execute()) {
    const mcp = pal.document.layers.mcp;
    if (
      !mcp?.connectors?.includes(connector) &&
      !(mcp?.connector_tools && Object.hasOwn(mcp.connector_tools, connector))
    )
      continue;
    const { [connector]: _removed, ...connector_tools } = mcp.connector_tools ?? {};
    const layers = {
      ...pal.document.layers,
      mcp: {
        ...mcp,
        ...(mcp.connectors ? { connectors: mcp.connectors.filter((id) => id !== connector) } : {}),
        ...(mcp.connector_tools ? { connector_tools } : {}),
      },
    };
    await trx
      .updateTable('pals')
      .set({
        document: JSON.stringify({ ...pal.document, layers }),
        version: pal.version + 1,
        updated_at: now,
      })
      .where('id', '=', pal.id)
      .execute();
  }
}

/** Formats a time as UTC with microseconds and without a zone suffix (specification: resources-16). */
const formatPlainTime = (time: Date | null) => (time === null ? null : toIso(time).replace('Z', '000'));

function show(row: ConnectorRow, authorizeUrl?: string | null): Connector {
  return {
    connector_id: row.id,
    owner_id: row.account_id,
    team_id: null,
    name: row.name,
    source: 'mcp',
    server_url: row.server_url,
    auth_config: row.auth,
    selected_tool_names: null,
    oauth_status: row.oauth_status,
    oauth_scopes: row.oauth_scopes,
    access_token_expires_at: formatPlainTime(row.access_token_expires_at),
    last_indexed_at: formatPlainTime(row.last_indexed_at),
    last_index_error: row.last_index_error,
    ...(authorizeUrl ? { authorize_url: authorizeUrl } : {}),
    created_at: formatPlainTime(row.created_at)!,
    updated_at: formatPlainTime(row.updated_at)!,
  };
}

function page(title: string, text: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)}</title></head><body><main>` +
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>\n`
  );
}
