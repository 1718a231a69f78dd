/** Estimates which words of an interrupted sentence were played, for a voice without word times. */
import { spokenText } from '../speech/reading/spoken-text.ts';

/**
 * Returns the words that were played. `share` is the played fraction of the sound, 0 to 1. A written word counts
 * with the length of its spoken form: `€12.50` is spoken in four words.
 */
export function audibleWords(text: string, share: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  const lengths = words.map((word) => Math.max(word.length, spokenText(word).length) + 2);
  const audibleLength =
    lengths.reduce((total, length) => total + length, 0) * Math.min(1, Math.max(0, share));
  let sum = 0;
  const count = lengths.findIndex((length) => (sum += length) > audibleLength + 1e-6);
  return words.slice(0, count < 0 ? words.length : count).join(' ');
}
