/** Deployments in the API for owners: create, list, read, change by JSON Patch, delete. */
import { sql, type Selectable } from 'kysely';
import { currentDeploymentPatch } from '@palkit/contract/deployment-pointers';
import {
  DEPLOYMENT_MOVES,
  PatchableDeployment,
  type createDeployment,
  type deleteDeployment,
  type Deployment,
  type getDeployment,
  type listDeployments,
  type patchDeployment,
} from '@palkit/contract/deployments';
import { PostCallActions, type PostCallAction } from '@palkit/contract/post-call';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { withoutMovedSecrets } from '../platform/bound-secrets.ts';
import type { Context } from '../http/context.ts';
import type { Handler } from '../http/binder.ts';
import { checkIfMatch, etag } from '../http/etag.ts';
import { newId } from '@palkit/runtime/ids';
import type { Seal } from '../platform/sealing.ts';
import type { DeploymentDocument, Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { thumbnails, type FaceRow } from './faces.ts';
import { applyJsonPatch } from '../http/json-patch.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { runRetentionSoon } from './conversation-removal.ts';
import { findReferenced } from './pals.ts';
import { needlessKeys, storedIdentity, visitorKeysOf } from './visitor-identity.ts';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

export type DeploymentRow = Selectable<Tables['deployments']>;

export const create: Handler<typeof createDeployment> = async ({ account, body, answer, warn }, context) => {
  const { store, clock, passwords, seal } = context;
  const pal = await findReferenced(store.db, body.pal_id, account);
  const now = toIso(clock.now());
  const id = newId('deployment');
  const row = await store.db
    .insertInto('deployments')
    .values({
      id,
      account_id: account,
      pal_id: pal.id,
      channel: body.channel,
      status: body.status,
      name: body.name ?? pal.document.pal_name,
      password_hash: body.password ? await passwords.hash(body.password) : null,
      retention_days: body.retention_days ?? null,
      document: JSON.stringify({
        customization: body.customization,
        limits: body.limits,
        allowed_origins: body.allowed_origins,
        enable_recording: body.enable_recording,
        callback_url: body.callback_url ?? null,
        sealed_actions: sealActions(id, body.post_call_actions, seal),
        ...(await storedIdentity(id, body, seal)),
      } satisfies DeploymentDocument),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  warn(needlessKeys(body));
  answer({ etag: etag(row.id, row.version) });
  return show(row, await faceOf(store.db, row.pal_id), context);
};

export const list: Handler<typeof listDeployments> = async ({ account, query }, context) => {
  const { db } = context.store;
  let selection = db
    .selectFrom('deployments')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }));
  if (query.pal_id?.length) selection = selection.where('pal_id', 'in', query.pal_id);
  if (query.status) selection = selection.where('status', 'in', query.status);
  if (query.channel) selection = selection.where('channel', 'in', query.channel);
  const { rows, total_count } = await readPage(
    selection.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
    0,
  );
  const faces = await facesOf(
    db,
    rows.map((row) => row.pal_id),
  );
  return {
    deployments: rows.map((row) => show(row, faces.get(row.pal_id), context)),
    total: total_count,
    page: query.page,
    limit: query.limit,
  };
};

export const get: Handler<typeof getDeployment> = async ({ account, params, answer }, context) => {
  const row = await findOwn(context.store.db, params.deployment_id, account);
  answer({ etag: etag(row.id, row.version) });
  return show(row, await faceOf(context.store.db, row.pal_id), context);
};

export const patch: Handler<typeof patchDeployment> = async (
  { account, params, body, ifMatch, answer, warn },
  context,
) => {
  const { store, clock, passwords, seal } = context;
  const row = await store.db.transaction().execute(async (trx) => {
    const oldRow = await findOwn(trx, params.deployment_id, account, 'lock');
    checkIfMatch(ifMatch, oldRow.id, oldRow.version);
    const marker = `kept ${newId('session')}`;
    const document: PatchableDeployment = {
      name: oldRow.name,
      pal_id: oldRow.pal_id,
      status: oldRow.status,
      password: oldRow.password_hash === null ? null : marker,
      customization: oldRow.document.customization,
      limits: oldRow.document.limits,
      allowed_origins: oldRow.document.allowed_origins,
      enable_recording: oldRow.document.enable_recording ?? false,
      callback_url: oldRow.document.callback_url ?? null,
      retention_days: oldRow.retention_days,
      post_call_actions: actionsOf(oldRow, seal),
      visitor_identity: oldRow.document.visitor_identity ?? 'open',
      visitor_keys: visitorKeysOf(oldRow, seal),
    };
    const newFields = applyJsonPatch(document, currentDeploymentPatch(body), {
      schema: PatchableDeployment,
      patchable: Object.keys(PatchableDeployment.shape),
      writeOnly: ['password', 'post_call_actions', 'visitor_keys'],
      warn,
    });
    if (isSameDocument({ ...newFields, password: newFields.password ?? null }, document)) return oldRow;
    if (newFields.status !== oldRow.status && !DEPLOYMENT_MOVES[oldRow.status].includes(newFields.status)) {
      throw new ServiceError(
        'invalid_status',
        `A deployment cannot go from ${oldRow.status} to ${newFields.status}.`,
      );
    }
    if (newFields.pal_id !== oldRow.pal_id || (newFields.status === 'active' && oldRow.status !== 'active'))
      await findReferenced(trx, newFields.pal_id, account);
    const password_hash =
      newFields.password === marker
        ? oldRow.password_hash
        : newFields.password
          ? await passwords.hash(newFields.password)
          : null;
    const { customization, limits, allowed_origins, enable_recording, callback_url } = newFields;
    warn(needlessKeys(newFields, document.visitor_keys));
    const actions = withoutMovedSecrets(document.post_call_actions, newFields.post_call_actions, body);
    if (newFields.retention_days !== oldRow.retention_days) await runRetentionSoon(trx, context);
    return trx
      .updateTable('deployments')
      .set({
        name: newFields.name,
        pal_id: newFields.pal_id,
        status: newFields.status,
        password_hash,
        retention_days: newFields.retention_days,
        version: oldRow.version + 1,
        document: JSON.stringify({
          customization,
          limits,
          allowed_origins,
          enable_recording,
          callback_url,
          sealed_actions: sealActions(oldRow.id, actions, seal),
          ...(await storedIdentity(oldRow.id, newFields, seal)),
        } satisfies DeploymentDocument),
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', oldRow.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  answer({ etag: etag(row.id, row.version) });
  return show(row, await faceOf(store.db, row.pal_id), context);
};

export const remove: Handler<typeof deleteDeployment> = async ({ account, params }, { store }) => {
  await findOwn(store.db, params.deployment_id, account);
  await store.db.deleteFrom('deployments').where('id', '=', params.deployment_id).execute();
};

export async function find(db: Database, id: string, lock?: 'lock'): Promise<DeploymentRow> {
  const select = db.selectFrom('deployments').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('deployment_not_found');
  return row;
}

export async function findOwn(
  db: Database,
  id: string,
  account: number,
  lock?: 'lock',
): Promise<DeploymentRow> {
  const row = await find(db, id, lock);
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

/** Returns the face of a PAL; undefined if one of them no longer exists. */
export async function faceOf(db: Database, palId: string): Promise<FaceRow | undefined> {
  return (await facesOf(db, [palId])).get(palId);
}

async function facesOf(db: Database, palIds: string[]): Promise<Map<string, FaceRow>> {
  if (palIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('pals')
    .innerJoin('faces', (join) =>
      join.on((on) => on('faces.id', '=', on.ref('pals.document', '->>').key('default_face_id'))),
    )
    .selectAll('faces')
    .select('pals.id as pal_id')
    .where('pals.id', 'in', [...new Set(palIds)])
    .execute();
  return new Map(rows.map((row) => [row.pal_id, row]));
}

/** Returns the UTC date, `YYYY-MM-DD`. */
export const utcDate = (milliseconds: number) => toIso(milliseconds).slice(0, 10);

const sealContext = (id: string) => `post-call actions of ${id}`;

/**
 * Assigns ids, which reports use, to the post-call actions of a deployment, and seals the actions. Returns
 * null if there are none.
 */
function sealActions(id: string, actions: readonly PostCallAction[], seal: Seal): string | null {
  if (actions.length === 0) return null;
  const actionsWithIds = actions.map((action) => ({ ...action, tool_id: action.tool_id ?? newId('tool') }));
  return seal.close(JSON.stringify(actionsWithIds), sealContext(id));
}

export function actionsOf(row: DeploymentRow, seal: Seal): PostCallAction[] {
  const sealedText = row.document.sealed_actions;
  return sealedText ? PostCallActions.parse(JSON.parse(seal.open(sealedText, sealContext(row.id)))) : [];
}

function show(row: DeploymentRow, face: FaceRow | undefined, { config, clock, seal }: Context): Deployment {
  return {
    deployment_id: row.id,
    pal_id: row.pal_id,
    channel: row.channel,
    status: row.status,
    name: row.name,
    has_password: row.password_hash !== null,
    enable_recording: false,
    visitor_identity: 'open',
    ...row.document,
    visitor_keys: visitorKeysOf(row, seal).map(({ key_id, algorithm }) => ({ key_id, algorithm })),
    callback_url: row.document.callback_url ?? '',
    retention_days: row.retention_days,
    post_call_actions: actionsOf(row, seal).map(({ tool_id, tool_name, method }) => ({
      tool_id: tool_id!,
      tool_name,
      method,
    })),
    ...thumbnails(face, config),
    usage_total: row.usage_total,
    usage_today: row.usage_day === utcDate(clock.now()) ? row.usage_today : 0,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
