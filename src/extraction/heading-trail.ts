/** Tracks the headings above each passage of a document. */

/** Maximum number of UTF-16 units of a heading. */
const MAX_TRAIL_LENGTH = 200;
/** Maximum number of UTF-16 units that are read of a line; the rest is not part of a heading. */
const MAX_LINE_LENGTH = 1000;

export class HeadingTrail {
  readonly #openHeadings: { depth: number; text: string }[] = [];
  #isFenced = false;

  /** Returns the headings that are open at the end of the passage, outermost first. */
  headingsAfter(passage: string): string[] {
    for (const line of passage.split('\n')) {
      const trimmed = line.slice(0, MAX_LINE_LENGTH).trim();
      if (trimmed.startsWith('```') || trimmed.startsWith('~~~')) this.#isFenced = !this.#isFenced;
      else if (!this.#isFenced && line.startsWith('#')) this.#addHeading(trimmed);
    }
    return this.#openHeadings.map(({ text }) => text);
  }

  #addHeading(line: string): void {
    const depth = line.search(/[^#]/);
    if (depth < 1 || depth > 6 || line.charAt(depth).trim() !== '') return;
    const text = line.slice(depth).trim();
    while (this.#openHeadings.length > 0 && this.#openHeadings.at(-1)!.depth >= depth)
      this.#openHeadings.pop();
    this.#openHeadings.push({ depth, text: text.slice(0, MAX_TRAIL_LENGTH).trim() });
  }
}
