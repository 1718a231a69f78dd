/**
 * Camera pictures of a call in a Daily room: the runner sends them, and the findings of the perception model are sent
 * to the room. The state of a call is stored in the database, because any process may receive a picture.
 */
import {
  createJudge,
  judgePicture,
  LOOK_INTERVAL_MS,
  pictureOutcome,
  NO_RESULTS,
  questionFor,
  type Rule,
  warnOfLongCalls,
} from '@palkit/agent';
import type { SightState } from '@palkit/contract/call-state';
import { toIso } from '@palkit/runtime/clock';
import { sendOrDrop } from '@palkit/rooms/daily/app-message';
import type { DailyApi } from '@palkit/rooms/daily/daily-api';
import { guardrailsOf, turnRecorder } from '../conversations/turns.ts';
import { withVisionTools } from '../conversations/vision-tools.ts';
import type { Context } from '../http/context.ts';
import { openLayers } from '../platform/layer-secrets.ts';
import type { ConversationRow } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { toolsById } from '../store/tools.ts';
import { FrameSampler, isWatched, visionModel } from './perception.ts';

/** Milliseconds for which no other picture of the call is analysed; longer than an analysis may take. */
const CLAIM_MS = 20_000;
const INITIAL_STATE: SightState = { ...NO_RESULTS, frames: { pictures: 0, every: 1 } };

type Parts = Pick<
  Context,
  'store' | 'clock' | 'log' | 'config' | 'outbound' | 'seal' | 'background' | 'callbacks' | 'jobs'
> & {
  api: Pick<DailyApi, 'sendMessage'>;
};

export class RunnerPictures {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True if pictures of the call are needed. */
  isWatched(row: ConversationRow): Promise<boolean> {
    return isWatched(this.#parts, row);
  }

  /** Accepts a picture if one is due, and analyses it in the background. */
  async receivePicture(row: ConversationRow, webp: Uint8Array): Promise<void> {
    if (!(await this.isWatched(row))) return;
    const at = this.#parts.clock.now();
    const state = await this.#claim(row.id, at);
    if (!state) return;
    const sampler = new FrameSampler(this.#parts, row.id, state.frames);
    sampler.keep(webp);
    await sampler.waitUntilStored();
    this.#parts.background.run((signal) => this.#analyse(row, webp, { at, frames: sampler.counts }, signal));
  }

  /** Deletes the state, in the transaction that ends the conversation. */
  async forget(trx: Database, id: string): Promise<void> {
    await trx.deleteFrom('runner_sights').where('conversation_id', '=', id).execute();
  }

  /** Claims the next analysis for this process and returns the state so far; null if none is due. */
  #claim(id: string, at: number): Promise<SightState | null> {
    return this.#parts.store.db.transaction().execute(async (trx) => {
      if (!(await isActive(trx, id))) return null;
      const next_at = toIso(at + CLAIM_MS);
      const claimedRow = await trx
        .insertInto('runner_sights')
        .values({ conversation_id: id, next_at, state: JSON.stringify(INITIAL_STATE) })
        .onConflict((conflict) =>
          conflict
            .column('conversation_id')
            .doUpdateSet({ next_at })
            .where('runner_sights.next_at', '<=', new Date(at)),
        )
        .returning('state')
        .executeTakeFirst();
      return claimedRow?.state ?? null;
    });
  }

  async #analyse(
    row: ConversationRow,
    webp: Uint8Array,
    { at, frames }: { at: number; frames: SightState['frames'] },
    signal: AbortSignal,
  ): Promise<void> {
    const { store, clock, log } = this.#parts;
    const { eyes, layer, rules } = await this.#loadModel(row);
    const question = layer && questionFor(rules, layer);
    const judge = eyes && createJudge(eyes, clock);
    const verdict = question && judge ? await judgePicture({ judge, log }, question, webp, signal) : null;
    const outcome = await store.db.transaction().execute(async (trx) => {
      if (!(await isActive(trx, row.id))) return null;
      const storedRow = await trx
        .selectFrom('runner_sights')
        .select('state')
        .where('conversation_id', '=', row.id)
        .executeTakeFirst();
      if (!storedRow) return null;
      const outcome = verdict && layer ? pictureOutcome(verdict, storedRow.state, rules, layer) : null;
      await trx
        .updateTable('runner_sights')
        .set({
          next_at: toIso(at + LOOK_INTERVAL_MS),
          state: JSON.stringify({ ...(outcome?.results ?? storedRow.state), frames }),
        })
        .where('conversation_id', '=', row.id)
        .execute();
      return outcome;
    });
    if (!outcome) return;
    warnOfLongCalls(log, outcome.toolsWithLongCalls);
    await this.#reportTriggers(row, outcome.newlyActiveRules);
    for (const event of outcome.events) await sendOrDrop(this.#parts, row.id, ...event);
  }

  /**
   * Returns the vision model, the perception layer and the visual guardrails; the model is null if the PAL
   * has none.
   */
  async #loadModel(row: ConversationRow) {
    const { store, seal, log } = this.#parts;
    const pal = await store.db
      .selectFrom('pals')
      .select('document')
      .where('id', '=', row.pal_id)
      .executeTakeFirst();
    if (!pal || pal.document.pipeline_mode === 'echo') return { eyes: null, layer: null, rules: [] };
    const layers = openLayers(pal.document.layers, row.pal_id, seal);
    const tools = await toolsById(store.db, row.account_id, pal.document.tool_ids);
    const { perception: layer = null } = withVisionTools(layers, tools, log);
    const rules = (await guardrailsOf(store.db, row.account_id, pal.document)).filter(
      ({ modality }) => modality === 'visual',
    );
    return { eyes: visionModel(layer, this.#parts, row.account_id), layer, rules };
  }

  async #reportTriggers(row: ConversationRow, rules: readonly Rule[]): Promise<void> {
    const recorder = turnRecorder(this.#parts, row);
    for (const { name, uuid, isSilent, ...rule } of rules)
      if ((await recorder.storeTrigger({ ...rule, name, uuid })) && !isSilent)
        await sendOrDrop(this.#parts, row.id, 'conversation.guardrail_triggered', {
          guardrail: name,
          guardrail_uuid: uuid,
        });
  }
}

/** True if the conversation is active. Locks its row. */
async function isActive(trx: Database, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('conversations')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'active';
}
