/** Decides from `customization.hours` whether a deployment is open (docs/decisions/0036-opening-hours.md). */
import { localTime, nextOpening, currentOpening } from '@palkit/agent';
import { Hours, type Customization } from '@palkit/contract/customization';

/**
 * Returns null while the deployment is open; otherwise the next opening in Unix milliseconds, which is null
 * if there is none within a year.
 */
export function closedUntil(
  customization: Pick<Customization, 'hours'>,
  now: number,
): { opensAt: number | null } | null {
  // Stored hours that the current schema rejects are ignored.
  const { data: hours } = Hours.safeParse(customization.hours);
  if (!hours) return null;
  const { date, minutes } = localTime(now, hours.timezone);
  return currentOpening(hours, date, minutes) ? null : { opensAt: nextOpening(hours, now, hours.timezone) };
}
