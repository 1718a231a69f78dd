import type { PalFacts } from '@palkit/contract/pal-facts';
import { getPal, patchPal, type Pal } from '@palkit/contract/pals';
import { changeLatest } from '@palkit/contract/client';
import { answered, request } from './api.ts';

/** Changes the facts of a PAL by a function of the current ones. */
export function changeFacts(palId: string, change: (facts: PalFacts) => PalFacts): Promise<Pal> {
  const params = { pal_id: palId };
  return changeLatest(
    () => answered(getPal, { params }),
    ({ facts }, headers) => {
      const value = change(facts ?? { prices: [], lines: [] });
      return request(patchPal, { params, headers, body: [{ op: 'add', path: '/facts', value }] });
    },
  );
}
