/** A PAL's references to guardrails by id, tag and set. Specification: resources-40, limits-7, limits-8. */
import { sql } from 'kysely';
import { ServiceError } from '@palkit/contract/service-error';
import { GUARDRAILS_PER_PAL, type PalFields } from '@palkit/contract/pals';
import type { Database } from '../store/store.ts';

export interface GuardrailReferences {
  ids: string[];
  tags: string[];
  set: string | null;
}

export const guardrailReferences = (pal: PalFields): GuardrailReferences => ({
  ids: pal.guardrail_ids,
  tags: pal.guardrail_tags,
  set: pal.guardrails_id ?? null,
});

/** Throws for unknown references, those of another account, and too many references or guardrails. */
export async function checkGuardrails(
  db: Database,
  account: number,
  { ids, tags, set }: GuardrailReferences,
): Promise<void> {
  const tooManyError = () =>
    new ServiceError('invalid_request', `A PAL can have at most ${GUARDRAILS_PER_PAL} guardrails in total.`);
  if (new Set(ids).size + new Set(tags).size + (set ? 1 : 0) > GUARDRAILS_PER_PAL) throw tooManyError();
  if (ids.length + tags.length === 0 && !set) return;
  if (
    set &&
    !(await db
      .selectFrom('guardrail_sets')
      .select('id')
      .where('id', '=', set)
      .where('account_id', '=', account)
      .executeTakeFirst())
  ) {
    throw new ServiceError('unknown_reference', `Unknown guardrail set ${set}.`);
  }
  const accountGuardrails = db.selectFrom('guardrails').where('account_id', '=', account);
  if (ids.length > 0) {
    const existingIds = new Set(
      (
        await accountGuardrails
          .select('uuid')
          .where('uuid', 'in', [...new Set(ids)])
          .execute()
      ).map((row) => row.uuid),
    );
    const unknown = ids.find((id) => !existingIds.has(id));
    if (unknown) throw new ServiceError('unknown_reference', `Unknown guardrail ${unknown}.`);
  }
  const { count } = await accountGuardrails
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('uuid', 'in', [...new Set(ids)])] : []),
        ...(set ? [where('set_id', '=', set)] : []),
        ...(tags.length > 0 ? [sql<boolean>`document->'tags' ?| ${tags}::text[]`] : []),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (Number(count) > GUARDRAILS_PER_PAL) throw tooManyError();
}

/** Removes deleted guardrails from the account's PALs. The caller holds the account's lock (`lockAccount`). */
export async function removeFromPals(
  trx: Database,
  account: number,
  deleted: { uuids: readonly string[]; set?: string },
  now: string,
): Promise<void> {
  const uuids = [...deleted.uuids];
  const set = deleted.set ?? '';
  if (uuids.length === 0 && !set) return;
  await trx
    .updateTable('pals')
    .set((update) => ({
      // An id that is not in the PAL leaves the document unchanged.
      document: sql<string>`
        jsonb_set(document, '{guardrail_ids}', (document->'guardrail_ids') - ${uuids}::text[])
        - (case when document->>'guardrails_id' = ${set}::text then 'guardrails_id' else '' end)`,
      version: update('version', '+', 1),
      updated_at: now,
    }))
    .where('account_id', '=', account)
    .where(
      sql<boolean>`(document->'guardrail_ids' ?| ${uuids}::text[] or document->>'guardrails_id' = ${set}::text)`,
    )
    .execute();
}
