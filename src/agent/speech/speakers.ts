/** Selects a speaker of an installed voice. This module does no I/O. */

/**
 * Returns a speaker's number. `voice` is that number or an embedded voice's name, which `speakers` maps to a
 * number; other values select the first speaker.
 */
export function speakerOf(voice: string | undefined, speakers: Readonly<Record<string, number>>): number {
  if (voice !== undefined && /^\d{1,4}$/.test(voice)) return Number(voice);
  const mappedNumber = voice !== undefined && Object.hasOwn(speakers, voice) ? speakers[voice] : undefined;
  return mappedNumber ?? Object.values(speakers)[0] ?? 0;
}
