/**
 * Regular expressions over several lines: a line's end and the indentation after it are no part of them, so
 * long lists of words can be read. Backslashes stand as in a literal; what is put in by `${…}` is a part of
 * the expression.
 */
export function pattern(flags = ''): (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (source, ...parts) => new RegExp(joined(source, parts), flags);
}

/** The expression's source. */
export function joined(source: TemplateStringsArray, parts: readonly string[] = []): string {
  return source.raw.map((piece, index) => piece.replace(/\n\s*/g, '') + (parts[index] ?? '')).join('');
}
