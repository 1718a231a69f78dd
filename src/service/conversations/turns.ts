/** Stores the results of turns, each in one transaction with its callback. Also loads guardrails and objectives. */
import { sql } from 'kysely';
import type { Objective } from '@palkit/contract/objectives';
import type { PalFields } from '@palkit/contract/pals';
import { initialState, type ObjectiveState, type Rule, type TurnRecorder } from '@palkit/agent';
import type { Background } from '@palkit/runtime/background';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Database, Store } from '../store/store.ts';
import { isSameDocument } from '@palkit/runtime/same';
import { publishTurnEvent } from './events.ts';
import { retryWrite } from './retry-write.ts';

/** Returns the current guardrails of a PAL, selected by id, by tag and by set, without duplicates. */
export async function guardrailsOf(db: Database, account: number, pal: PalFields): Promise<Rule[]> {
  const { guardrail_ids: ids, guardrail_tags: tags, guardrails_id: set } = pal;
  if (ids.length + tags.length === 0 && !set) return [];
  const rows = await db
    .selectFrom('guardrails')
    .selectAll()
    .where('account_id', '=', account)
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('uuid', 'in', [...new Set(ids)])] : []),
        ...(set ? [where('set_id', '=', set)] : []),
        ...(tags.length > 0 ? [sql<boolean>`document->'tags' ?| ${tags}::text[]`] : []),
      ]),
    )
    .orderBy('created_at')
    .orderBy('position')
    .orderBy('uuid')
    .execute();
  // Guardrails that are listed by id come first, in the order of the PAL.
  const rankOf = (uuid: string) => (ids.includes(uuid) ? ids.indexOf(uuid) : ids.length);
  return rows
    .sort((a, b) => rankOf(a.uuid) - rankOf(b.uuid))
    .map(({ uuid, document }) => ({
      uuid,
      name: document.guardrail_name,
      prompt: document.guardrail_prompt,
      modality: document.modality,
      callbackUrl: document.callback_url ?? null,
      isSilent: document.app_message === false,
    }));
}

/** Returns the PAL's objectives and their progress in this conversation, which survives a restart. */
export async function objectivesOf(
  db: Database,
  conversation: string,
  pal: PalFields,
): Promise<{ objectives: Objective[]; state: ObjectiveState }> {
  const row = pal.objectives_id
    ? await db
        .selectFrom('objectives')
        .select('document')
        .where('id', '=', pal.objectives_id)
        .executeTakeFirst()
    : undefined;
  const objectives = row?.document.data ?? [];
  const storedRow = await db
    .selectFrom('conversations')
    .select('objectives')
    .where('id', '=', conversation)
    .executeTakeFirst();
  return { objectives, state: storedRow?.objectives ?? initialState(objectives) };
}

/** Stores and reports the results, including those that arrive just after the end of the conversation. */
export function turnRecorder(
  {
    store,
    background,
    ...parts
  }: { store: Store; callbacks: Callbacks; clock: Clock; background: Background },
  row: { id: string; account_id: number },
): TurnRecorder {
  const runLocked = (work: (trx: Database, objectives: ObjectiveState | null) => Promise<boolean>) =>
    retryWrite(
      () =>
        store.db.transaction().execute(async (trx) => {
          const conversation = await trx
            .selectFrom('conversations')
            .select('objectives')
            .where('id', '=', row.id)
            .forUpdate()
            .executeTakeFirst();
          return conversation ? work(trx, conversation.objectives) : false;
        }),
      { clock: parts.clock, endSignal: background.closing },
    );
  return {
    storeTrigger: (rule) =>
      runLocked(async (trx) => {
        const properties = { guardrail: rule.name, guardrail_uuid: rule.uuid };
        await publishTurnEvent(trx, parts, row, 'conversation.guardrail_triggered', properties, {
          url: rule.callbackUrl,
          body: { conversation_id: row.id, properties },
        });
        return true;
      }),
    storeProgress: (before, after, completed) =>
      runLocked(async (trx, storedState) => {
        if (storedState !== null && !isSameDocument(storedState, before)) return false;
        await trx
          .updateTable('conversations')
          .set({ objectives: JSON.stringify(after), updated_at: toIso(parts.clock.now()) })
          .where('id', '=', row.id)
          .execute();
        if (!completed) return true;
        const properties = {
          objective_name: completed.objective.objective_name,
          output_variables: completed.values,
        };
        await publishTurnEvent(trx, parts, row, 'conversation.objective.completed', properties, {
          url: completed.objective.callback_url,
          body: { conversation_id: row.id, ...properties },
        });
        return true;
      }),
  };
}
