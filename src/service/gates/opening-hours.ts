/** Decides whether a deployment is open, by `customization.hours` (docs/decisions/0036-opening-hours.md). */
import { localTime, nextOpening, openNow } from '@palkit/agent';
import { Hours, type Customization } from '@palkit/contract/customization';

/**
 * Null while the deployment is open; otherwise the next opening in Unix milliseconds, or null if there is none within
 * a year.
 */
export function closedUntil(
  customization: Pick<Customization, 'hours'>,
  now: number,
): { opensAt: number | null } | null {
  // Hours that today's contract refuses close nothing.
  const { data: hours } = Hours.safeParse(customization.hours);
  if (!hours) return null;
  const { date, minutes } = localTime(now, hours.timezone);
  return openNow(hours, date, minutes) ? null : { opensAt: nextOpening(hours, now, hours.timezone) };
}
