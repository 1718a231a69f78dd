/** Maintains CHANGELOG.md in the format of Keep a Changelog: changesets become a dated entry. */

/** The kinds of changes in the order of Keep a Changelog. */
export const HEADINGS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
export type Heading = (typeof HEADINGS)[number];

export interface Changeset {
  /** Name of the changeset's file without `.md`. */
  id: string;
  /** The text after the front matter. */
  summary: string;
}

export interface Change {
  heading: Heading;
  /** An item of a Markdown list, possibly with several lines. */
  item: string;
}

const isHeading = (word: string): word is Heading => (HEADINGS as readonly string[]).includes(word);

/** Parses a changeset: headings, each with a list. Throws for any other text, which the change log would lose. */
export function changesOf({ id, summary }: Changeset): Change[] {
  const refuse = (why: string) => new Error(`.changeset/${id}.md ${why}`);
  const changes: Change[] = [];
  let heading: Heading | null = null;
  let current: Change | null = null;
  for (const line of summary.trim().split(/\r?\n/)) {
    const word = /^### (.+)$/.exec(line)?.[1]?.trim();
    if (word !== undefined) {
      if (!isHeading(word)) throw refuse(`has the heading "${word}"; there are ${HEADINGS.join(', ')}`);
      heading = word;
      current = null;
    } else if (line.trim() === '') {
      current = null;
    } else if (/^- \S/.test(line) && heading) {
      current = { heading, item: line.trimEnd() };
      changes.push(current);
    } else if (/^ {2}\S/.test(line) && current) {
      current.item += `\n${line.trimEnd()}`;
    } else {
      throw refuse(`has a line that is no item below a heading: ${line}`);
    }
  }
  if (changes.length === 0) throw refuse('says nothing');
  return changes;
}

/** Returns all changes under their headings, ordered by file name. */
export function listOf(changesets: readonly Changeset[]): string {
  const changes = changesets.toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap(changesOf);
  return HEADINGS.map((heading) => ({
    heading,
    matches: changes.filter((change) => change.heading === heading),
  }))
    .filter(({ matches }) => matches.length > 0)
    .map(({ heading, matches }) => `### ${heading}\n\n${matches.map(({ item }) => item).join('\n')}\n`)
    .join('\n');
}

/** Adds a release above the earlier ones in the change log. */
export function withRelease(changelog: string, version: string, day: string, list: string): string {
  if (changelog.includes(`\n## ${version} - `)) throw new Error(`CHANGELOG.md already has ${version}.`);
  const first = changelog.indexOf('\n## ') + 1;
  if (first === 0) throw new Error('CHANGELOG.md has no release to put the next one above.');
  return `${changelog.slice(0, first)}## ${version} - ${day}\n\n${list}\n${changelog.slice(first)}`;
}
