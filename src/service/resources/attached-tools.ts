/** The tools of an account that are attached to a PAL: its `tool_ids`. */
import { MAX_TOOLS } from '@palkit/contract/llm-tools';
import { ServiceError } from '@palkit/contract/service-error';
import type { attachPalTools, detachPalTool, listPalTools } from '@palkit/contract/tools';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { lockAccount } from '../store/accounts.ts';
import type { Database } from '../store/store.ts';
import { toolsById, type ToolRow } from '../store/tools.ts';
import { find as findPal, type PalRow } from './pals.ts';
import { checkTools, show } from './tools.ts';

export const list: Handler<typeof listPalTools> = async ({ account, params }, context) => {
  const { document } = await findPal(context.store.db, params.pal_id, account);
  return listOf(await toolsById(context.store.db, account, document.tool_ids), context);
};

export const attach: Handler<typeof attachPalTools> = async ({ account, params, body }, context) => {
  const rows = await context.store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const pal = await findPal(trx, params.pal_id, account, 'lock');
    const ids = [...new Set([...(pal.document.tool_ids ?? []), ...body.tool_ids])];
    if (ids.length > MAX_TOOLS)
      throw new ServiceError('invalid_request', `A PAL has at most ${MAX_TOOLS} tools.`);
    await checkTools(trx, ids, account);
    await attachTo(trx, pal, ids, context);
    return toolsById(trx, account, ids);
  });
  return listOf(rows, context);
};

export const detach: Handler<typeof detachPalTool> = async ({ account, params }, context) => {
  await context.store.db.transaction().execute(async (trx) => {
    const pal = await findPal(trx, params.pal_id, account, 'lock');
    const storedIds = pal.document.tool_ids ?? [];
    const remainingIds = storedIds.filter((id) => id !== params.tool_id);
    if (remainingIds.length === storedIds.length) throw new ServiceError('tool_not_attached');
    await attachTo(trx, pal, remainingIds, context);
  });
};

async function attachTo(
  trx: Database,
  pal: PalRow,
  ids: readonly string[],
  { clock }: Pick<Context, 'clock'>,
): Promise<void> {
  await trx
    .updateTable('pals')
    .set({
      document: JSON.stringify({ ...pal.document, tool_ids: ids }),
      version: pal.version + 1,
      updated_at: toIso(clock.now()),
    })
    .where('id', '=', pal.id)
    .execute();
}

const listOf = (rows: readonly ToolRow[], context: Pick<Context, 'seal'>) => ({
  data: rows.map((row) => show(row, context)),
  total_count: rows.length,
});
