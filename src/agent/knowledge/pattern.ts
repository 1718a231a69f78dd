/**
 * Writes regular expressions over several lines, so that long lists of words are readable: line breaks and the
 * indentation after them are ignored. Backslashes work as in a literal, and `${…}` inserts a subexpression.
 */
export function pattern(flags = ''): (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (source, ...parts) => new RegExp(joinPattern(source, parts), flags);
}

/** The expression's source. */
export function joinPattern(source: TemplateStringsArray, parts: readonly string[] = []): string {
  return source.raw.map((piece, index) => piece.replace(/\n\s*/g, '') + (parts[index] ?? '')).join('');
}
