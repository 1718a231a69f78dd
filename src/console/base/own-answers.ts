import type { PalFacts } from '@palkit/contract/pal-facts';
import { getPal, patchPal } from '@palkit/contract/pals';
import { changeLatest } from '@palkit/contract/client';
import { requestWithHeaders, request } from './api.ts';

/** Changes the facts of a PAL: `change` gets the current facts. `zone` sets the time zone of its hours. */
export function changeFacts(pal_id: string, change: (facts: PalFacts) => PalFacts, zone?: string) {
  const params = { pal_id };
  const add = (path: `/${string}`, value: unknown) => ({ op: 'add' as const, path, value });
  return changeLatest(
    () => requestWithHeaders(getPal, { params }),
    ({ facts }, headers) => {
      const body = [add('/facts', change(facts ?? { prices: [], lines: [] }))];
      if (zone) body.push(add('/timezone', zone));
      return request(patchPal, { params, headers, body });
    },
  );
}
