/**
 * Limits the fault reports of the media process, because a visitor's broken packets cause one fault each,
 * fifty per second. Faults above the limit in one place of the code are only counted, and the next report
 * from there contains the count.
 */
import { Allowance } from '@palkit/runtime/allowance';

/** Reports for one place in the code: a few in a burst, then one every ten seconds. */
const REPORTS = { burst: 3, perSecond: 0.1 };

export class FaultLimit {
  readonly #places = new Map<string, { allowance: Allowance; omitted: number }>();

  /**
   * Counts a fault in the place `where`. Returns null if the fault must not be reported, otherwise the number
   * of faults in this place that were not reported since the last report.
   */
  count(where: string, now: number): number | null {
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
