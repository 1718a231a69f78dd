/** Prices as a person types them: one in a line, `Day ticket: 12.50 euros`. */
import type { PalFacts } from './pal-facts.ts';

type Prices = PalFacts['prices'];

export const pricesText = (prices: Prices): string =>
  prices.map(({ name, price }) => `${name}: ${price}`).join('\n');

/** The prices of a text; null if a line has another form. */
export function pricesOf(text: string): Prices | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const prices = lines.map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, Math.max(0, colon)).trim(), price: line.slice(colon + 1).trim() };
  });
  return prices.every(({ name, price }) => name && price) ? prices : null;
}
