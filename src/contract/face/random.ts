/** Returns numbers from 0 to 1 that are the same for the same seed (Park–Miller generator). */
export function seededRandom(seed: number): () => number {
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
