/** PALs: create, list, read, change by JSON Patch, delete. */
import { sql, type Selectable } from 'kysely';
import { PAL_BODY_NAMES } from '@palkit/contract/aliases';
import { ServiceError } from '@palkit/contract/service-error';
import type { JsonPatch } from '@palkit/contract/json-patch';
import {
  PersonaFields,
  type createPal,
  type deletePal,
  type getPal,
  type listPals,
  type Pal,
  type PalFields,
  type patchPal,
} from '@palkit/contract/pals';
import { primaryLanguage } from '@palkit/agent';
import { toIso } from '@palkit/runtime/clock';
import { spokenLanguages } from '../engines/pal-engines.ts';
import type { Config } from '../config/config.ts';
import type { Handler } from '../http/binder.ts';
import { checkIfMatch, etag } from '../http/etag.ts';
import { newId } from '@palkit/runtime/ids';
import { isPlainlyPrivate } from '@palkit/outbound/plainly-private';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { lockAccount } from '../store/accounts.ts';
import { checkConnectors } from './connectors.ts';
import { checkDocuments } from '../documents/knowledge.ts';
import { checkFace } from './faces.ts';
import { checkGuardrails, guardrailReferences } from './guardrail-references.ts';
import { applyJsonPatch } from '../http/json-patch.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { withoutMovedSecrets } from '../platform/bound-secrets.ts';
import { openLayers, sealLayers, showLayers } from '../platform/layer-secrets.ts';
import { checkObjectives } from './objectives.ts';
import { checkDictionary } from './pronunciation-dictionaries.ts';
import { faceIdOf, palIdOf, stockFields } from './stock-ids.ts';
import { checkTools } from './tools.ts';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

export type PalRow = Selectable<Tables['pals']>;

export const create: Handler<typeof createPal> = async (
  { account, body },
  { store, config, clock, seal },
) => {
  const fields = withOwnFace(body);
  const id = newId('pal');
  const now = toIso(clock.now());
  const row = await store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    await check(trx, account, fields, config);
    return trx
      .insertInto('pals')
      .values({
        id,
        account_id: account,
        document: JSON.stringify({ ...fields, layers: sealLayers(fields.layers, id, seal) }),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return show(row, config);
};

export const list: Handler<typeof listPals> = async ({ account, query }, { store, config }) => {
  const accountPals = store.db
    .selectFrom('pals')
    .where('account_id', '=', account)
    .where(applyFilters({ ...query, type: query.pal_type }, { name: sql`document->>'pal_name'` }));
  const { rows, total_count } = await readPage(
    accountPals.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row, config)), total_count };
};

export const get: Handler<typeof getPal> = async ({ account, params, answer }, { store, clock, config }) => {
  const id = palIdOf(params.pal_id, account);
  // A read does not create anything: a stock PAL that was never used is returned in its initial form.
  const row = await find(store.db, id, account).catch((error: unknown) => {
    if (id === params.pal_id || !(error instanceof ServiceError)) throw error;
    const now = new Date(clock.now());
    return { id, account_id: account, version: 1, document: stockFields(), created_at: now, updated_at: now };
  });
  answer({ etag: etag(row.id, row.version) });
  return show(row, config);
};

export const patch: Handler<typeof patchPal> = async (
  { account, params, body, ifMatch, answer, warn },
  { store, config, clock, seal },
) =>
  store.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account);
    const row = await find(trx, params.pal_id, account, 'lock');
    checkIfMatch(ifMatch, row.id, row.version);
    const oldFields: PalFields = {
      ...row.document,
      layers: openLayers(row.document.layers, row.id, seal),
    };
    const operations = currentNames(body);
    const layers = openedLayers(oldFields.layers, operations);
    const openedPatch = layers.map((name) => ({ op: 'add' as const, path: `/layers/${name}`, value: {} }));
    const patched = applyJsonPatch(oldFields, [...openedPatch, ...operations], {
      schema: PersonaFields,
      patchable: Object.keys(PersonaFields.shape),
      writeOnly: ['layers'],
      warn,
    });
    const fields: PalFields = {
      ...withOwnFace(patched),
      layers: withoutMovedSecrets(oldFields.layers, withoutEmpty(patched.layers, layers), body),
    };
    if (isSameDocument(fields, oldFields)) {
      answer({ etag: etag(row.id, row.version) });
      return show(row, config);
    }
    await check(trx, account, fields, config, oldFields);
    const pal = await trx
      .updateTable('pals')
      .set({
        document: JSON.stringify({ ...fields, layers: sealLayers(fields.layers, row.id, seal) }),
        version: row.version + 1,
        updated_at: toIso(clock.now()),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    answer({ etag: etag(pal.id, pal.version) });
    return show(pal, config);
  });

/** Replaces a stock face, which clients of the hosted interface send by default, by the standard face. */
const withOwnFace = <Fields extends Pick<PalFields, 'default_face_id'>>(fields: Fields): Fields =>
  fields.default_face_id ? { ...fields, default_face_id: faceIdOf(fields.default_face_id) } : fields;

/** Deletes a PAL. Its deployments remain but become inactive, because they have no agent. */
export const remove: Handler<typeof deletePal> = async ({ account, params }, { store, clock }) => {
  await store.db.transaction().execute(async (trx) => {
    await find(trx, params.pal_id, account, 'lock');
    await trx
      .updateTable('deployments')
      .set((update) => ({
        status: 'inactive' as const,
        version: update('version', '+', 1),
        updated_at: toIso(clock.now()),
      }))
      .where('pal_id', '=', params.pal_id)
      .where('status', '=', 'active')
      .execute();
    await trx.deleteFrom('pals').where('id', '=', params.pal_id).execute();
  });
};

export async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<PalRow> {
  const select = db.selectFrom('pals').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('pal_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

/**
 * Finds a PAL that a body refers to. Throws a `ServiceError` for an unknown PAL; a PAL of another account
 * causes the same error.
 */
export async function findReferenced(db: Database, id: string, account: number): Promise<PalRow> {
  const row = await db
    .selectFrom('pals')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (!row) throw new ServiceError('unknown_reference', `Unknown PAL ${id}.`);
  return row;
}

/** Checks what the schema cannot: references, the total number of guardrails, and the languages of the voice. */
async function check(
  db: Database,
  account: number,
  fields: PalFields,
  config: Config,
  before?: PalFields,
): Promise<void> {
  if (fields.pipeline_mode === 'full' && !fields.system_prompt)
    throw new ServiceError('invalid_request', 'system_prompt is required unless pipeline_mode is echo.');
  if (fields.layers.conferencing && !fields.default_face_id)
    throw new ServiceError('invalid_request', 'default_face_id is required when layers.conferencing is set.');
  if (fields.default_face_id) await checkFace(db, fields.default_face_id, account);
  await checkDocuments(db, fields.document_ids, account);
  await checkConnectors(db, fields.layers.mcp, account);
  await checkTools(db, fields.tool_ids, account);
  await checkDictionary(db, fields.layers.tts?.pronunciation_dictionary_id, account);
  // Tags may also select guardrails that are created later, so the total may exceed the limit. All other fields of
  // the PAL can then still be changed.
  if (!before || !isSameDocument(guardrailReferences(before), guardrailReferences(fields)))
    await checkGuardrails(db, account, guardrailReferences(fields));
  if (fields.objectives_id) await checkObjectives(db, fields.objectives_id, account);
  checkLanguages(fields.languages, fields.layers, config);
  checkEndpoints(fields.layers, config, before?.layers);
}

/** Refuses private hosts, except a host that is already stored, so that other fields can be changed. */
function checkEndpoints(layers: PalFields['layers'], config: Config, before: PalFields['layers'] = {}): void {
  for (const layer of ['llm', 'tts', 'stt', 'perception'] as const) {
    const url = layers[layer]?.base_url;
    if (!url || url === before[layer]?.base_url || !isPlainlyPrivate(url, config.outboundAllowedHosts))
      continue;
    throw new ServiceError(
      'invalid_request',
      `layers.${layer}.base_url must not be on a private, loopback, link-local or metadata host.`,
    );
  }
}

/**
 * Throws unless the voice speaks every one of the languages. The embedded voice speaks only English, and an installed
 * voice the languages of its model. An endpoint is assumed to speak every language.
 */
export function checkLanguages(
  languages: readonly string[],
  layers: Pick<PalFields['layers'], 'tts'>,
  config: Config,
): void {
  const available = spokenLanguages(layers.tts, config);
  const unsupportedLanguage =
    available && languages.find((language) => !available.includes(primaryLanguage(language)));
  if (unsupportedLanguage)
    throw new ServiceError(
      'language_unsupported',
      `The voice cannot speak ${unsupportedLanguage}. It can speak: ${available.join(', ')}. Add a voice (palkit ` +
        'models list), or configure TTS_BASE_URL, or layers.tts.base_url, for other languages.',
    );
}

/**
 * Empty layers are not stored, but a patch may add a setting to one. Returns the names of the missing layers that the
 * patch needs.
 */
function openedLayers(layers: PalFields['layers'], patch: JsonPatch): string[] {
  const layerNames = new Set<string>();
  for (const { op, path } of patch) {
    const name = op === 'add' ? /^\/layers\/([a-z][a-z_]{0,39})\/[^/]+$/.exec(path)?.[1] : undefined;
    if (name !== undefined && !Object.hasOwn(layers, name)) layerNames.add(name);
  }
  return [...layerNames];
}

/** Removes the layers that were added for a patch and are still empty. */
function withoutEmpty(layers: PalFields['layers'], layerNames: readonly string[]): PalFields['layers'] {
  const result: PalFields['layers'] = { ...layers };
  for (const name of layerNames) {
    const layer: unknown = result[name];
    if (typeof layer === 'object' && layer !== null && Object.keys(layer).length === 0) delete result[name];
  }
  return result;
}

/** Replaces legacy field names in a patch by the current ones. */
function currentNames(patch: JsonPatch): JsonPatch {
  const current = (pointer: string) =>
    pointer.replace(/^\/([^/]+)/, (match, name: string) =>
      Object.hasOwn(PAL_BODY_NAMES, name) ? `/${PAL_BODY_NAMES[name as keyof typeof PAL_BODY_NAMES]}` : match,
    );
  return patch.map((operation) => ({
    ...operation,
    path: current(operation.path),
    ...(operation.from === undefined ? {} : { from: current(operation.from) }),
  }));
}

export function show(row: PalRow, config: Config): Pal {
  const username = row.document.layers.conferencing?.username;
  return {
    pal_id: row.id,
    ...row.document,
    layers: showLayers(row.document.layers),
    ...(username ? { conferencing_email: `${username}@${new URL(config.publicUrl).hostname}` } : {}),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
