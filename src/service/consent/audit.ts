/** The audit log of consent. An entry is added in the transaction of its event and never changed. */
import type { ConsentEvent } from '@palkit/contract/face-consent';
import { toIso, type Clock } from '@palkit/runtime/clock';
import type { Database } from '../store/store.ts';

type Details = Partial<Pick<ConsentEvent, 'name' | 'statement_url' | 'recognised_words'>>;

export async function addConsentEvent(
  trx: Database,
  clock: Clock,
  face: { id: string; account: number },
  event: Pick<ConsentEvent, 'event'> & Details,
): Promise<void> {
  await trx
    .insertInto('face_consents')
    .values({
      name: null,
      statement_url: null,
      recognised_words: null,
      ...event,
      account_id: face.account,
      face_id: face.id,
      created_at: toIso(clock.now()),
    })
    .execute();
}
