/** Counts word errors between a spoken and a recognised text: substitutions, omissions and insertions. */
export function wordErrors(expected: readonly string[], recognised: readonly string[]): number {
  let row = recognised.map((_, j) => j + 1);
  row.unshift(0);
  for (const [i, word] of expected.entries()) {
    const next = [i + 1];
    for (const [j, other] of recognised.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
