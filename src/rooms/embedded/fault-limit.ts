/**
 * Limits the media process's reports of faults: a visitor's broken packets cause one each, fifty a second. Faults of
 * one place above the limit are counted, and the next report contains the count.
 */
import { Allowance } from '@palkit/runtime/allowance';

/** Reports of one place: a few at once, then one every ten seconds. */
const REPORTS = { burst: 3, perSecond: 0.1 };

export class FaultLimit {
  readonly #places = new Map<string, { allowance: Allowance; omitted: number }>();

  /** The number of faults in this place since its last report; null if no report is due. */
  take(where: string, now: number): number | null {
    const place = this.#places.get(where) ?? { allowance: new Allowance(REPORTS, now), omitted: 0 };
    this.#places.set(where, place);
    if (!place.allowance.take(now)) {
      place.omitted++;
      return null;
    }
    const { omitted } = place;
    place.omitted = 0;
    return omitted;
  }
}
