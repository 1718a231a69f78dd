/**
 * Builds a regular expression from several lines, so that long lists of words stay readable. Line breaks and the
 * indentation after them are ignored. Backslashes work as in a literal, and `${…}` inserts a subexpression.
 */
export function pattern(flags = ''): (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (source, ...parts) => new RegExp(joinPattern(source, parts), flags);
}

/** Returns the source of the expression. */
export function joinPattern(source: TemplateStringsArray, parts: readonly string[] = []): string {
  return source.raw.map((piece, index) => piece.replace(/\n\s*/g, '') + (parts[index] ?? '')).join('');
}
