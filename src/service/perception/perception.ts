/**
 * Perception: during a call, pictures of the visitor's camera are stored at regular intervals. After the call a job
 * sends them to a vision model, reports the result to the owner, and deletes them. The PAL needs a perception model.
 */
import { sql } from 'kysely';
import * as z from 'zod';
import { type EngineConfig, type ModelEndpoint, SUMMARY_BOUNDS, summaryOfPictures } from '@palkit/agent';
import { describe } from '@palkit/runtime/describe';
import type { Context } from '../http/context.ts';
import type { PalFields } from '@palkit/contract/pals';
import { publishEvent } from '../conversations/events.ts';
import { openLayers } from '../platform/layer-secrets.ts';
import type { Database } from '../store/store.ts';
import type { ConversationRow } from '../store/schema.ts';

/** A model name that clients send to disable perception. */
const DISABLED_MODEL = 'off';
const ANALYSIS_JOB = 'perception analysis';
const Payload = z.object({ conversation_id: z.string() });

/** Maximum number of stored pictures of a call. If there are more, every second one is deleted. */
export const MAX_FRAMES = 8;
/** Maximum number of attempts; with the queue's delays they take about two hours. */
const MAX_ATTEMPTS = 9;

type Parts = Pick<Context, 'store' | 'clock' | 'jobs' | 'callbacks' | 'outbound' | 'config' | 'log' | 'seal'>;
type PerceptionLayer = NonNullable<PalFields['layers']['perception']>;

/** Returns the PAL's perception layer as it is stored, with its sealed key; null if perception is off. */
async function perceptionLayerOf(db: Database, pal: string): Promise<PerceptionLayer | null> {
  const row = await db.selectFrom('pals').select('document').where('id', '=', pal).executeTakeFirst();
  const layer = row?.document.layers.perception;
  return layer?.perception_model && layer.perception_model !== DISABLED_MODEL ? layer : null;
}

/** True if pictures of the visitor's camera are used in this conversation. */
export async function isWatched(
  { store, config }: Pick<Parts, 'store' | 'config'>,
  row: ConversationRow,
): Promise<boolean> {
  const layer = await perceptionLayerOf(store.db, row.pal_id);
  return layer !== null && Boolean(layer.base_url || config.perception || config.llm);
}

/** Samples the pictures of one call and stores them. */
export class FrameSampler {
  readonly #parts: Pick<Parts, 'store' | 'clock' | 'log'>;
  readonly #conversation: string;
  #writing: Promise<void> = Promise.resolve();
  /** One of this many pictures is stored. */
  #interval: number;
  #pictureCount: number;

  /** `counts` is the state of an earlier sampler of the call, whose work the new sampler continues. */
  constructor(
    parts: Pick<Parts, 'store' | 'clock' | 'log'>,
    conversation: string,
    counts = { pictures: 0, every: 1 },
  ) {
    this.#parts = parts;
    this.#conversation = conversation;
    this.#pictureCount = counts.pictures;
    this.#interval = counts.every;
  }

  get counts(): { pictures: number; every: number } {
    return { pictures: this.#pictureCount, every: this.#interval };
  }

  keep(webp: Uint8Array): void {
    if (this.#pictureCount++ % this.#interval !== 0) return;
    const { store, clock, log } = this.#parts;
    const id = this.#conversation;
    const takenAt = clock.now();
    this.#writing = this.#writing
      .then(async () => {
        await store.db
          .insertInto('perception_frames')
          .values({ conversation_id: id, taken_at: new Date(takenAt).toISOString(), webp: Buffer.from(webp) })
          .execute();
        const storedRows = await store.db
          .selectFrom('perception_frames')
          .select('position')
          .where('conversation_id', '=', id)
          .orderBy('position')
          .execute();
        if (storedRows.length <= MAX_FRAMES) return;
        const positions = storedRows.filter((_, index) => index % 2 === 1).map(({ position }) => position);
        await store.db
          .deleteFrom('perception_frames')
          .where('conversation_id', '=', id)
          .where('position', 'in', positions)
          .execute();
        this.#interval *= 2;
      })
      .catch((error: Error) =>
        log.warn({ conversation: id, ...describe(error) }, 'a picture could not be stored'),
      );
  }

  /** Settles when the pictures so far are stored. */
  async waitUntilStored(): Promise<void> {
    await this.#writing;
  }
}

/** Queues the analysis in the transaction that ends the call, if there are pictures. */
export async function startAnalysis(
  trx: Database,
  { jobs }: Pick<Parts, 'jobs'>,
  row: ConversationRow,
): Promise<void> {
  const { rows } = await sql<{
    any: boolean;
  }>`select exists (select 1 from perception_frames where conversation_id = ${row.id}) as any`.execute(trx);
  if (rows[0]?.any)
    await jobs.enqueue(trx, ANALYSIS_JOB, {
      key: row.id,
      account: row.account_id,
      payload: { conversation_id: row.id },
    });
}

export function registerPerception(parts: Parts): void {
  parts.jobs.register({
    name: ANALYSIS_JOB,
    payload: Payload,
    concurrency: 4,
    run: ({ payload, attempt, signal }) => analyse(parts, payload.conversation_id, attempt, signal),
  });
}

async function analyse(parts: Parts, id: string, attempt: number, signal: AbortSignal): Promise<void> {
  const { store, log } = parts;
  const row = await store.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  const frames = await store.db
    .selectFrom('perception_frames')
    .select('webp')
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute();
  if (!row || frames.length === 0) return;
  const storedLayer = await perceptionLayerOf(store.db, row.pal_id);
  const layer = storedLayer && openLayers({ perception: storedLayer }, row.pal_id, parts.seal).perception!;
  let analysis: string | null = null;
  try {
    if (layer) {
      const endpoint = visionModel(layer, parts, row.account_id);
      if (!endpoint) throw new Error('no perception endpoint');
      const pictures = frames.map(({ webp }) => webp);
      const queries = layer.perception_analysis_queries ?? [];
      analysis = await summaryOfPictures(endpoint, { pictures, queries }, signal);
    }
  } catch (error) {
    if (signal.aborted || attempt < MAX_ATTEMPTS) throw error;
    log.warn({ conversation: id, ...describe(error) }, 'a perception analysis was abandoned');
  }
  await store.db.transaction().execute(async (trx) => {
    const lockedRow = await trx
      .selectFrom('conversations')
      .select(['id', 'account_id', 'document'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const { numDeletedRows } = await trx
      .deleteFrom('perception_frames')
      .where('conversation_id', '=', id)
      .executeTakeFirst();
    // Only the process that deletes the pictures reports the result.
    if (lockedRow && analysis && numDeletedRows > 0n)
      await publishEvent(trx, parts, lockedRow, 'application.perception_analysis', { analysis });
  });
}

/**
 * Returns the vision model; null if perception is off or there is no endpoint. A PAL's own endpoint is
 * reached through the outbound guard, the operator's endpoint directly.
 */
export function visionModel(
  layer: PerceptionLayer | null | undefined,
  { outbound, config }: Pick<Parts, 'outbound' | 'config'>,
  account: number,
): ModelEndpoint | null {
  if (!layer?.perception_model || layer.perception_model === DISABLED_MODEL) return null;
  const guardedFetch = ((url: string, { method, headers, body, signal }: RequestInit) =>
    outbound.fetch(url, {
      method,
      headers: headers as Record<string, string>,
      body: body as string,
      signal,
      ...SUMMARY_BOUNDS,
    })) as typeof fetch;
  if (layer.base_url)
    return {
      account,
      fetch: guardedFetch,
      baseUrl: layer.base_url.replace(/\/+$/, ''),
      apiKey: layer.api_key ?? null,
      model: layer.perception_model,
    };
  const operator: EngineConfig | null = config.perception ?? config.llm;
  return (
    operator && { account, fetch, ...operator, model: config.perception?.model ?? layer.perception_model }
  );
}
