/** Answers of the owner to what visitors asked. */
import { answerOf, isSameQuestion } from '@palkit/contract/own-answers';
import type { PalFacts } from '@palkit/contract/pal-facts';
import { getPal, patchPal, type Pal } from '@palkit/contract/pals';
import { changeLatest } from '@palkit/contract/client';
import { answered, request } from './api.ts';

/** The questions without an own answer. */
export function withoutAnswered<Group extends { wordings: readonly string[] }>(
  pal: Pal | null,
  groups: readonly Group[],
): Group[] {
  const own = (pal?.facts?.lines ?? []).map(answerOf);
  return groups.filter(
    ({ wordings }) => !wordings.some((words) => own.some(({ question }) => isSameQuestion(question, words))),
  );
}

/** Changes the facts of a PAL by a function of what they are now. */
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
