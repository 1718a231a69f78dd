/** Differences between the recorded responses and the current ones, and those that are expected. */

/** Returns the values that the older response has and the newer one lacks, as paths with both values. */
export function missing(older: unknown, newer: unknown, at = ''): string[] {
  if (Array.isArray(older)) {
    if (!Array.isArray(newer) || newer.length < older.length)
      return [`${at} ${show(older)} → ${show(newer)}`];
    return older.flatMap((entry, index) => missing(entry, newer[index], `${at}/${index}`));
  }
  if (typeof older === 'object' && older !== null) {
    if (typeof newer !== 'object' || newer === null) return [`${at} ${show(older)} → ${show(newer)}`];
    return Object.entries(older).flatMap(([name, value]) =>
      missing(value, (newer as Record<string, unknown>)[name], `${at}/${name}`),
    );
  }
  return older === newer ? [] : [`${at} ${show(older)} → ${show(newer)}`];
}

const show = (value: unknown) => JSON.stringify(value);

const DECIDED: readonly { of: RegExp; difference: RegExp }[] = [
  // A skill was added after the recording.
  { of: /^\/v2\/skills$/, difference: /^\/total_count 3 → 4$/ },
  // The prompt is composed of stored data, and its wording has changed.
  { of: /^\/v2\/pals\/\w+\/prompt$/, difference: /^\/(messages|characters)\// },
  // A document that was being processed during the recording is now processed completely.
  { of: /^\/v2\/documents/, difference: /\/(status "processing" → "ready"|progress 90 → (\d+|null))$/ },
  // docs/decisions/0036-opening-hours.md: the older hours are stored as `earlier_hours`.
  { of: /^\/v2\/deployments/, difference: /\/customization\/hours \{"monday":"9 to 5"\} → undefined$/ },
];

/** True if a difference at this API address is intended. */
export const isDecided = (address: string, found: string): boolean =>
  DECIDED.some(({ of, difference }) => of.test(address) && difference.test(found));
