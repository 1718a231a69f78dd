import type { PalFacts } from '@palkit/contract/pal-facts';
import { getPal, patchPal, type Pal } from '@palkit/contract/pals';
import { changeLatest } from '@palkit/contract/client';
import { answered, request } from './api.ts';

/** Changes the facts of a PAL by a function of the current ones, and the time zone of its hours. */
export function changeFacts(
  palId: string,
  change: (facts: PalFacts) => PalFacts,
  timezone?: string,
): Promise<Pal> {
  const params = { pal_id: palId };
  const add = (path: `/${string}`, value: unknown) => ({ op: 'add' as const, path, value });
  return changeLatest(
    () => answered(getPal, { params }),
    ({ facts }, headers) => {
      const body = [add('/facts', change(facts ?? { prices: [], lines: [] }))];
      if (timezone) body.push(add('/timezone', timezone));
      return request(patchPal, { params, headers, body });
    },
  );
}
