/**
 * Skills of PALs: attach, read, merge, detach. A conversation keeps the skills with which it started
 * (docs/decisions/0025-interface.md#cards).
 */
import type { Selectable } from 'kysely';
import * as z from 'zod';
import { ServiceError } from '@palkit/contract/service-error';
import {
  SKILL_CONFIGS,
  SKILLS,
  type attachPalSkill,
  type changePalSkill,
  type detachPalSkill,
  type getPalSkill,
  type getSkill,
  type listPalSkills,
  type listSkills,
  type replacePalSkills,
  type SkillAttachment,
  type SkillId,
} from '@palkit/contract/skills';
import { toIso } from '@palkit/runtime/clock';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { issueMessage } from '../http/words.ts';
import type { Tables } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { checkDocuments } from '../documents/knowledge.ts';

type Config = Record<string, unknown>;

export const registry: Handler<typeof listSkills> = async ({ query: { limit, page } }) => ({
  data: SKILLS.slice((page - 1) * limit, page * limit).map((skill) => ({ ...skill })),
  total_count: SKILLS.length,
});

export const read: Handler<typeof getSkill> = ({ params }) => {
  const skill_id = skillOf(params.skill_id);
  const skill = SKILLS.find((candidate) => candidate.skill_id === skill_id)!;
  const config_schema = z.toJSONSchema(SKILL_CONFIGS[skill_id], { io: 'input', unrepresentable: 'any' });
  return Promise.resolve({ ...skill, config_schema });
};

/** Replaces all skills or none: if one config is invalid, the PAL's skills do not change. */
export const replace: Handler<typeof replacePalSkills> = async ({ account, params, body }, context) =>
  context.store.db.transaction().execute(async (trx) => {
    await findPal(trx, params.pal_id, account, 'lock');
    const ids = Object.keys(body.skills).map(skillOf);
    await trx
      .deleteFrom('pal_skills')
      .where('pal_id', '=', params.pal_id)
      .$if(ids.length > 0, (attached) => attached.where('skill_id', 'not in', ids))
      .execute();
    const rows: Selectable<Tables['pal_skills']>[] = [];
    for (const id of ids)
      rows.push(await save(trx, { account, palId: params.pal_id, id, body: body.skills[id]! }, context));
    return Object.fromEntries(rows.map((row) => [row.skill_id, show(row)]));
  });

export const list: Handler<typeof listPalSkills> = async ({ account, params }, { store }) => {
  await findPal(store.db, params.pal_id, account);
  const rows = await store.db
    .selectFrom('pal_skills')
    .selectAll()
    .where('pal_id', '=', params.pal_id)
    .orderBy('attached_at')
    .orderBy('skill_id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.skill_id, show(row)]));
};

export const get: Handler<typeof getPalSkill> = async ({ account, params }, { store }) => {
  await findPal(store.db, params.pal_id, account);
  const row = await store.db
    .selectFrom('pal_skills')
    .selectAll()
    .where('pal_id', '=', params.pal_id)
    .where('skill_id', '=', skillOf(params.skill_id))
    .executeTakeFirst();
  if (!row) throw new ServiceError('skill_not_attached');
  return show(row);
};

export const attach: Handler<typeof attachPalSkill> = async ({ account, params, body }, context) =>
  context.store.db.transaction().execute(async (trx) => {
    await findPal(trx, params.pal_id, account, 'lock');
    const id = skillOf(params.skill_id);
    return show(await save(trx, { account, palId: params.pal_id, id, body }, context));
  });

/** Attaches the skill, or replaces its config. */
async function save(
  trx: Database,
  { account, palId, id, body }: { account: number; palId: string; id: SkillId; body: Config },
  { clock, config: settings }: Pick<Context, 'clock' | 'config'>,
): Promise<Selectable<Tables['pal_skills']>> {
  if (id === 'internet_search' && !settings.search) throw new ServiceError('search_not_configured');
  const config = JSON.stringify(await check(trx, account, id, readInput(body)));
  const now = toIso(clock.now());
  return trx
    .insertInto('pal_skills')
    .values({ pal_id: palId, skill_id: id, config, attached_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['pal_id', 'skill_id']).doUpdateSet({ config, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const change: Handler<typeof changePalSkill> = async ({ account, params, body }, { store, clock }) =>
  store.db.transaction().execute(async (trx) => {
    await findPal(trx, params.pal_id, account, 'lock');
    const skill_id = skillOf(params.skill_id);
    const storedSkill = await trx
      .selectFrom('pal_skills')
      .select('config')
      .where('pal_id', '=', params.pal_id)
      .where('skill_id', '=', skill_id)
      .forUpdate()
      .executeTakeFirst();
    if (!storedSkill) throw new ServiceError('skill_not_attached');
    const config = await check(trx, account, skill_id, merge(storedSkill.config, readInput(body)) as Config);
    const row = await trx
      .updateTable('pal_skills')
      .set({ config: JSON.stringify(config), updated_at: toIso(clock.now()) })
      .where('pal_id', '=', params.pal_id)
      .where('skill_id', '=', skill_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return show(row);
  });

export const detach: Handler<typeof detachPalSkill> = async ({ account, params }, { store }) => {
  await findPal(store.db, params.pal_id, account);
  const deletion = await store.db
    .deleteFrom('pal_skills')
    .where('pal_id', '=', params.pal_id)
    .where('skill_id', '=', skillOf(params.skill_id))
    .executeTakeFirst();
  if (deletion.numDeletedRows === 0n) throw new ServiceError('skill_not_attached');
};

/** Maps each attached skill to its config, which is stored with a conversation. */
export async function attachedSkills(db: Database, palId: string): Promise<Record<string, Config>> {
  const rows = await db
    .selectFrom('pal_skills')
    .select(['skill_id', 'config'])
    .where('pal_id', '=', palId)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.skill_id, row.config]));
}

/** Throws if the PAL is missing; for skills the response then has the field `error` (errors-9). */
async function findPal(db: Database, id: string, account: number, lock?: 'lock'): Promise<void> {
  const select = db.selectFrom('pals').select('account_id').where('id', '=', id);
  // The key-share lock prevents the deletion of the PAL until the skill is attached.
  const row = await (lock ? select.forKeyShare() : select).executeTakeFirst();
  if (!row) throw new ServiceError('skill_pal_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
}

function skillOf(id: string): SkillId {
  if (!Object.hasOwn(SKILL_CONFIGS, id)) throw new ServiceError('skill_not_found');
  return id as SkillId;
}

const readInput = (body: Config): Config => {
  const { config } = body;
  return typeof config === 'object' && config !== null ? (config as Config) : body;
};

async function check(db: Database, account: number, id: SkillId, config: Config): Promise<Config> {
  const parseResult = z.safeParse(SKILL_CONFIGS[id], config, { reportInput: true });
  if (!parseResult.success) {
    const [issue] = parseResult.error.issues;
    throw new ServiceError(
      'invalid_request',
      issueMessage(issue && { ...issue, path: ['config', ...issue.path] }),
    );
  }
  if ('document_ids' in parseResult.data) await checkDocuments(db, parseResult.data.document_ids, account);
  return parseResult.data;
}

/** Applies a JSON Merge Patch (RFC 7396). */
function merge(before: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const entries = new Map(
    typeof before === 'object' && before !== null && !Array.isArray(before) ? Object.entries(before) : [],
  );
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key);
    else entries.set(key, merge(entries.get(key), value));
  }
  return Object.fromEntries(entries);
}

function show(row: Selectable<Tables['pal_skills']>): SkillAttachment {
  return {
    skill_id: row.skill_id,
    config: row.config,
    attached_at: formatPreciseTime(row.attached_at),
    updated_at: formatPreciseTime(row.updated_at),
  };
}

/** Formats a time as ISO 8601 with microseconds and a zone offset (specification: resources-49). */
const formatPreciseTime = (time: Date) => toIso(time).replace('Z', '000+00:00');
