/** Parses prices as a person types them, one per line: `Day ticket: 12.50 euros`. */
import type { PalFacts } from './pal-facts.ts';

type Prices = PalFacts['prices'];

export const pricesText = (prices: Prices): string =>
  prices.map(({ name, price }) => `${name}: ${price}`).join('\n');

/** Returns the prices in a text; null if a line has another format. */
export function pricesOf(text: string): Prices | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const prices = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(0, colon)).trim(), price: line.slice(colon + 1).trim() };
  });
  return prices.every(({ name, price }) => name && price) ? prices : null;
}
