/** Handover: a person takes over a conversation and writes to the visitor. See docs/decisions/0032-taking-over.md. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  MAX_LINES,
  type Handover,
  type handBack,
  type listConversationLines,
  type takeOver,
  type writePersonLine,
} from '@palkit/contract/handovers';
import { ServiceError } from '@palkit/contract/service-error';
import { toIso } from '@palkit/runtime/clock';
import { storableText } from '@palkit/runtime/storable-text';
import { changeHandover } from '../conversations/handovers.ts';
import { showLine } from '../conversations/transcript.ts';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';
import type { Context } from '../http/context.ts';
import { findOwn } from './conversations.ts';

interface Order {
  kind: 'take' | 'line' | 'return';
  content?: string;
  line_id?: string | undefined;
  /** Returns the change of the state; `null` if that state is already reached. Throws if the order is not allowed. */
  change(before: Handover | null): Partial<Handover> | null;
}

/** Throws unless a person has taken the conversation over. */
function requireTakenHandover(before: Handover | null): Handover {
  if (before?.state !== 'taken') throw new ServiceError('conflict', 'This call has not been taken over.');
  return before;
}

export const takeOverCall: Handler<typeof takeOver> = ({ account, params, body }, context) =>
  storeOrder(context, account, params.conversation_id, {
    kind: 'take',
    change(before) {
      if (before?.state !== 'taken') return { state: 'taken', name: body.name };
      if (before.name === body.name) return null;
      throw new ServiceError('conflict', `${before.name} is already writing to this visitor.`);
    },
  });

export const write =
  (limiter: RateLimiterAbstract): Handler<typeof writePersonLine> =>
  async ({ account, params, body }, context) => {
    await findOwn(context.store.db, params.conversation_id, account);
    await consume(limiter, params.conversation_id, 'too_many_requests');
    await storeOrder(context, account, params.conversation_id, {
      kind: 'line',
      content: storableText(body.text.trim()),
      line_id: body.line_id,
      change: requireTakenHandover,
    });
    return { success: true as const };
  };

export const giveBack: Handler<typeof handBack> = ({ account, params }, context) =>
  storeOrder(context, account, params.conversation_id, {
    kind: 'return',
    change: (before) => ({ ...requireTakenHandover(before), state: 'returned' }),
  });

/** Stores an order in the transaction that checks it, and carries it out if this process runs the call. */
async function storeOrder(
  { store, clock, conversations }: Context,
  account: number,
  id: string,
  { kind, content = '', line_id, change }: Order,
): Promise<Handover> {
  await findOwn(store.db, id, account);
  const handover = await store.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('conversations')
      .select(['status', 'joined_at', 'room_provider', 'handover'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ServiceError('conversation_not_found');
    if (row.status === 'ended') throw new ServiceError('conversation_ended');
    if (row.room_provider === 'daily')
      throw new ServiceError(
        'conflict',
        'A call in a Daily room cannot be taken over, because its agent belongs to a runner.',
      );
    if (row.joined_at === null) throw new ServiceError('conflict', 'Nobody has joined the conversation yet.');
    let isNew = true;
    const handover = await changeHandover(trx, clock, id, (before) => {
      const changes = change(before);
      isNew = changes !== null;
      return changes;
    });
    if (isNew)
      await trx
        .insertInto('handover_orders')
        .values({
          conversation_id: id,
          kind,
          name: handover?.name ?? '',
          content,
          line_id: line_id ?? null,
          created_at: toIso(clock.now()),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return handover!;
  });
  conversations.carryOutOrders(id);
  return handover;
}

export const lines: Handler<typeof listConversationLines> = async ({ account, params, query }, { store }) => {
  const row = await findOwn(store.db, params.conversation_id, account);
  const rows = await store.db
    .selectFrom('transcript_lines')
    .selectAll()
    .where('conversation_id', '=', row.id)
    .where('position', '>=', query.from)
    .orderBy('position')
    .limit(MAX_LINES)
    .execute();
  return {
    data: rows.map((line) => ({ ...showLine(line, row), position: line.position })),
    status: row.status,
    handover: row.handover,
  };
};
