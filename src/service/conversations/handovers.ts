/**
 * Handovers between an agent and a person. A person's order is stored before its request is answered, and the
 * process of the call carries it out. So no line is lost, and any process can accept an order.
 */
import { MAX_MESSAGE } from '@palkit/contract/deployment-messages';
import type { Handover } from '@palkit/contract/handover-state';
import type { Agent, Handover as AgentHandover } from '@palkit/agent';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import type { Log } from '@palkit/runtime/log';
import { storableText } from '@palkit/runtime/storable-text';
import type { Selectable } from 'kysely';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Tables } from '../store/schema.ts';
import type { Database, Store } from '../store/store.ts';
import { publishEvent } from './events.ts';
import type { TranscriptWriter } from './transcript.ts';

interface Parts {
  store: Store;
  clock: Clock;
  log: Log;
}

/** Returns the line id of a person's line in the transcript. */
const lineName = (order: number): string => `person:${order}`;

/**
 * Changes a conversation's handover and returns it. `change` returns the changed fields, or null to change
 * nothing.
 */
export async function changeHandover(
  trx: Database,
  clock: Clock,
  id: string,
  change: (before: Handover | null) => Partial<Handover> | null,
): Promise<Handover | null> {
  const row = await trx
    .selectFrom('conversations')
    .select('handover')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const before = row?.handover ?? null;
  const changes = row ? change(before) : null;
  if (!changes) return before;
  const initialState = { state: 'requested' as const, name: null, reason: null, message: null };
  const handover = { ...initialState, ...before, ...changes, changed_at: toIso(clock.now()) };
  await trx
    .updateTable('conversations')
    .set({ handover: JSON.stringify(handover) })
    .where('id', '=', id)
    .execute();
  return handover;
}

/** Stores that no person came, or stores and publishes the message that the visitor leaves instead. */
export function handoverCallbacks(
  parts: Parts & { callbacks: Callbacks },
  id: string,
): { onMissed(): void; onMessageLeft(message: string): void } {
  const { store, clock, log } = parts;
  const runTransaction = (work: (trx: Database) => Promise<unknown>) =>
    void store.db
      .transaction()
      .execute(work)
      .catch((error: unknown) =>
        log.error({ conversation: id, ...describe(error) }, 'a request for a person could not be stored'),
      );
  return {
    onMissed: () =>
      runTransaction((trx) =>
        changeHandover(trx, clock, id, (before) =>
          before?.state === 'requested' ? { state: 'missed' } : null,
        ),
      ),
    onMessageLeft: (text) =>
      runTransaction(async (trx) => {
        const message = storableText(text.slice(0, MAX_MESSAGE));
        await changeHandover(trx, clock, id, () => ({ state: 'message', message }));
        const row = await trx
          .selectFrom('conversations')
          .select(['id', 'account_id', 'document'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (row) await publishEvent(trx, parts, row, 'application.human_message_left', { message });
      }),
  };
}

/** Carries out the handover orders for a call of this process, one after another. */
export class HandoverOrders {
  readonly #parts: Parts & { conversation: string; transcript: TranscriptWriter };
  #agent: Agent | null = null;
  #running: Promise<void> = Promise.resolve();
  /** Id of the last order that this process carried out; the database may not mark it as done yet. */
  #lastOrderId = 0;

  constructor(parts: Parts & { conversation: string; transcript: TranscriptWriter }) {
    this.#parts = parts;
  }

  /** Starts when the agent is in the room. If a person had the call before a restart, that person keeps it. */
  async start(agent: Agent): Promise<void> {
    const row = await this.#parts.store.db
      .selectFrom('conversations')
      .select('handover')
      .where('id', '=', this.#parts.conversation)
      .executeTakeFirst();
    const [order] = await this.#open();
    const handover = row?.handover;
    // If the first open order is not a take-over, a person had taken the call over before that order.
    const name = order ? order.name : (handover?.name ?? '');
    if (order ? order.kind !== 'take' : handover?.state === 'taken') agent.handover.takeOver(name, true);
    this.#agent = agent;
    await this.run();
  }

  /** Carries out no further order, not even one that is being read. */
  stop(): void {
    this.#agent = null;
  }

  run(): Promise<void> {
    const { log, conversation } = this.#parts;
    return (this.#running = this.#running
      .then(() => this.#carryOutOrders())
      .catch((error: unknown) => {
        log.error({ conversation, ...describe(error) }, "a person's lines could not be loaded");
      }));
  }

  #open() {
    return this.#parts.store.db
      .selectFrom('handover_orders')
      .selectAll()
      .where('conversation_id', '=', this.#parts.conversation)
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute();
  }

  async #carryOutOrders(): Promise<void> {
    const { store, clock, log, conversation, transcript } = this.#parts;
    for (const order of this.#agent ? await this.#open() : []) {
      if (order.id <= this.#lastOrderId) continue;
      const isStored = order.kind === 'line' && (await this.#isStored(order.id));
      const agent = this.#agent;
      if (!agent) return;
      this.#lastOrderId = order.id;
      if (!isStored) carryOut(agent.handover, order);
      // Mark the order after its line is stored. After a crash in between, it is carried out again instead of lost.
      transcript.runBetweenLines(() =>
        transcript
          .retryWrite(() =>
            store.db
              .updateTable('handover_orders')
              .set({ done_at: toIso(clock.now()) })
              .where('id', '=', order.id)
              .execute(),
          )
          .then(
            () => undefined,
            (error: unknown) =>
              log.error({ conversation, ...describe(error) }, "a person's lines could not be marked as sent"),
          ),
      );
    }
  }

  async #isStored(order: number): Promise<boolean> {
    const line = await this.#parts.store.db
      .selectFrom('transcript_lines')
      .select('position')
      .where('conversation_id', '=', this.#parts.conversation)
      .where('line_id', '=', lineName(order))
      .executeTakeFirst();
    return line !== undefined;
  }
}

type Order = Pick<Selectable<Tables['handover_orders']>, 'id' | 'kind' | 'name' | 'content'>;

function carryOut(handover: AgentHandover, { id, kind, name, content }: Order): void {
  if (kind === 'take') handover.takeOver(name);
  else if (kind === 'return') handover.giveBack();
  else handover.write(content, lineName(id));
}

/**
 * Adds a person's lines that the visitor has not received to the transcript, in the transaction that ends the
 * conversation.
 */
export async function storeUnseenLines(trx: Database, id: string): Promise<void> {
  const orders = await trx
    .updateTable('handover_orders')
    .set((field) => ({ done_at: field.ref('created_at') }))
    .where('conversation_id', '=', id)
    .where('done_at', 'is', null)
    .returningAll()
    .execute();
  const lines = orders.filter(({ kind }) => kind === 'line').sort((a, b) => a.id - b.id);
  if (lines.length === 0) return;
  const { last, names } = await storedLines(trx, id);
  const unseen = lines.filter((line) => !names.has(lineName(line.id)));
  if (unseen.length === 0) return;
  await trx
    .insertInto('transcript_lines')
    .values(
      unseen.map((line, index) => ({
        conversation_id: id,
        position: last + 1 + index,
        role: 'assistant' as const,
        content: line.content,
        began_at: line.created_at.getTime() / 1000,
        duration: 0,
        inference_id: null,
        line_id: lineName(line.id),
        origin: 'person' as const,
        author: line.name,
      })),
    )
    .execute();
}

async function storedLines(trx: Database, id: string): Promise<{ last: number; names: Set<string> }> {
  const lines = await trx
    .selectFrom('transcript_lines')
    .select(['position', 'line_id'])
    .where('conversation_id', '=', id)
    .execute();
  return {
    last: lines.reduce((last, { position }) => Math.max(last, position), -1),
    names: new Set(lines.flatMap(({ line_id }) => line_id ?? [])),
  };
}
