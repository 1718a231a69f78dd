/** Formats a Markdown table; cells may contain vertical bars. */
export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`)
    .join('\n');
}
