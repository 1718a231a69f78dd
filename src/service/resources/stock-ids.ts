/**
 * Ids that clients of the hosted interface send by default (docs/decisions/0029-clients.md#stock-ids). A stock PAL
 * repeats the text that its client sends; each account gets a separate one on first use of the id. A stock face is
 * replaced by the standard face.
 */
import { createHash } from 'node:crypto';
import { DEFAULT_FACE_ID } from '@palkit/contract/faces';
import { PalFields } from '@palkit/contract/pals';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Database } from '../store/store.ts';

/** The default personas of the Pipecat and LiveKit clients. */
export const STOCK_PALS: readonly string[] = ['pipecat0', 'pb87e71797da'];
/** The default replica of the LiveKit client. */
const STOCK_FACES: readonly string[] = ['r4067604db72'];

export const faceIdOf = (id: string): string => (STOCK_FACES.includes(id) ? DEFAULT_FACE_ID : id);

/** Returns the id of the account's PAL for a stock id; other ids are returned unchanged. */
export const palIdOf = (id: string, account: number): string =>
  STOCK_PALS.includes(id)
    ? `p${createHash('sha256').update(`stock PAL ${account}`).digest('hex').slice(0, 20)}`
    : id;

/** Returns the initial fields of a stock PAL. */
export const stockFields = () =>
  PalFields.parse({ pal_name: 'Echo', pipeline_mode: 'echo', default_face_id: DEFAULT_FACE_ID });

/** For a stock id, creates the account's PAL if it is missing. Returns the id of the PAL. */
export async function withStockPal(db: Database, id: string, account: number, clock: Clock): Promise<string> {
  const ownId = palIdOf(id, account);
  if (ownId === id) return id;
  const now = toIso(clock.now());
  await db
    .insertInto('pals')
    .values({
      id: ownId,
      account_id: account,
      document: JSON.stringify(stockFields()),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return ownId;
}
