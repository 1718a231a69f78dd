/** Tools of an account. Headers and credentials are stored sealed. */
import { sql } from 'kysely';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import {
  ToolFields,
  TOOLS_PER_ACCOUNT,
  type changeTool,
  type createTool,
  type deleteTool,
  type getTool,
  type listTools,
  type Tool,
  type ToolDelivery,
  visualTool,
} from '@palkit/contract/tools';
import { VisualTools } from '@palkit/contract/llm-tools';
import { toIso } from '@palkit/runtime/clock';
import { toolWithoutSecrets, openTool, sealTool, withStoredSecrets } from '../connectors/tool-secrets.ts';
import type { Handler } from '../http/binder.ts';
import { issueMessage } from '../http/words.ts';
import type { Context } from '../http/context.ts';
import { isPlainlyPrivate } from '@palkit/outbound/plainly-private';
import { newId } from '@palkit/runtime/ids';
import { lockAccount } from '../store/accounts.ts';
import { applyFilters } from '../store/list-filters.ts';
import { countRows, readPage } from '../store/page.ts';
import type { Database } from '../store/store.ts';
import { toolsById, type ToolRow } from '../store/tools.ts';

export const create: Handler<typeof createTool> = async ({ account, body }, context) => {
  checkAddress(body, context);
  const { store, clock, seal } = context;
  const id = newId('tool');
  const now = toIso(clock.now());
  return store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const count = await countRows(trx.selectFrom('tools').where('account_id', '=', account));
    if (count >= TOOLS_PER_ACCOUNT)
      throw new ServiceError('account_limit', `An account has at most ${TOOLS_PER_ACCOUNT} tools.`, {
        retryAfter: 60,
      });
    const row = await trx
      .insertInto('tools')
      .values({
        id,
        account_id: account,
        document: JSON.stringify(toolWithoutSecrets(body)),
        sealed: sealTool(body, id, seal),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(row, context);
  });
};

export const list: Handler<typeof listTools> = async ({ account, query }, context) => {
  const accountTools = context.store.db
    .selectFrom('tools')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql`document->>'name'` }));
  const { rows, total_count } = await readPage(
    accountTools.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row, context)), total_count };
};

export const get: Handler<typeof getTool> = async ({ account, params }, context) =>
  show(await find(context.store.db, params.tool_id, account), context);

export const change: Handler<typeof changeTool> = async ({ account, params, body }, context) => {
  const { store, clock, seal } = context;
  return store.db.transaction().execute(async (trx) => {
    const storedRow = await find(trx, params.tool_id, account, 'lock');
    const changedTool = withStoredSecrets(openTool(storedRow, seal), body);
    const check = z.safeParse(ToolFields, changedTool, { reportInput: true });
    if (!check.success) throw new ServiceError('invalid_request', issueMessage(check.error.issues[0]));
    checkAddress(check.data, context);
    const row = await trx
      .updateTable('tools')
      .set({
        document: JSON.stringify(toolWithoutSecrets(check.data)),
        sealed: sealTool(check.data, storedRow.id, seal),
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', storedRow.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(row, context);
  });
};

export const remove: Handler<typeof deleteTool> = async ({ account, params }, { store, clock }) => {
  await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await find(trx, params.tool_id, account, 'lock');
    await trx
      .updateTable('pals')
      .set((update) => ({
        document: sql<string>`jsonb_set(document, '{tool_ids}', (document->'tool_ids') - ${params.tool_id}::text)`,
        version: update('version', '+', 1),
        updated_at: toIso(clock.now()),
      }))
      .where('account_id', '=', account)
      .where(sql<boolean>`document->'tool_ids' ? ${params.tool_id}::text`)
      .execute();
    await trx.deleteFrom('tools').where('id', '=', params.tool_id).execute();
  });
};

/**
 * Checks the tools that a body refers to. Throws a `ServiceError` for an unknown tool, for two tools with the
 * same name, and for invalid tools of the origin `vision`. A tool of another account causes the same error as
 * an unknown one.
 */
export async function checkTools(
  db: Database,
  ids: readonly string[] | undefined,
  account: number,
): Promise<void> {
  const rows = await toolsById(db, account, ids);
  const unknown = ids?.find((id) => !rows.some((row) => row.id === id));
  if (unknown) throw new ServiceError('unknown_reference', `Unknown tool ${unknown}.`);
  const names = rows.map(({ document }) => document.name);
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index);
  if (repeatedName)
    throw new ServiceError('invalid_request', `Two of the tools have the name ${repeatedName}.`);
  const visualTools = rows.flatMap(({ document }) =>
    document.origin === 'vision' ? [visualTool(document)] : [],
  );
  const check = z.safeParse(VisualTools, visualTools);
  if (!check.success)
    throw new ServiceError(
      'invalid_request',
      `The tools of the origin vision ${check.error.issues[0]!.message}.`,
    );
}

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<ToolRow> {
  const select = db.selectFrom('tools').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('tool_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

/** Rejects private hosts early; each call checks the address again after DNS resolution. */
function checkAddress({ delivery }: ToolFields, { config }: Pick<Context, 'config'>): void {
  if (delivery.api && isPlainlyPrivate(delivery.api.url, config.outboundAllowedHosts))
    throw new ServiceError(
      'invalid_request',
      'delivery.api.url must not be on a private, loopback, link-local or metadata host.',
    );
}

const ON_RESOLVE = { llm: 'generate_response', vision: 'fire_and_forget' } as const;

const withoutSecrets = ({ auth: _auth, headers: _headers, ...api }: NonNullable<ToolDelivery['api']>) => api;

export function show(row: ToolRow, { seal }: Pick<Context, 'seal'>): Tool {
  const auth = openTool(row, seal).delivery.api?.auth;
  const { app_message, api } = row.document.delivery;
  return {
    tool_id: row.id,
    ...row.document,
    on_resolve: row.document.on_resolve ?? ON_RESOLVE[row.document.origin],
    delivery: {
      ...(app_message === undefined ? {} : { app_message }),
      ...(api ? { api: { ...withoutSecrets(api), ...(auth ? { auth } : {}) } } : {}),
    },
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
