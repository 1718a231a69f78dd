/** The differences between the recorded answers and today's, and the expected ones among them. */

/** Values of the older answer that the newer one lacks, as paths with both values. */
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
  // A skill was added.
  { of: /^\/v2\/skills$/, difference: /^\/total_count 3 → 4$/ },
  // The prompt is composed of stored data, and its wording differs today.
  { of: /^\/v2\/pals\/\w+\/prompt$/, difference: /^\/(messages|characters)\// },
  // A document that was being read is read completely.
  { of: /^\/v2\/documents/, difference: /\/(status "processing" → "ready"|progress 90 → (\d+|null))$/ },
  // docs/decisions/0036-opening-hours.md: it is stored as `earlier_hours`.
  { of: /^\/v2\/deployments/, difference: /\/customization\/hours \{"monday":"9 to 5"\} → undefined$/ },
];

/** True if a difference at this address of the API is intended. */
export const isDecided = (address: string, found: string): boolean =>
  DECIDED.some(({ of, difference }) => of.test(address) && difference.test(found));
