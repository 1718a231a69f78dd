/** Copies the documentation into the package that serves it, and adapts links. */
import fs from 'node:fs';
import path from 'node:path';

const DOCS = 'docs';
const LINK = /(!?)\[([^\]]*)\]\(([^)\s#][^)\s]*)\)/g;

/** Returns the pages by their path relative to `docs`. */
export function servedPages(): Record<string, string> {
  const files = fs
    .readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.split(path.sep).join('/'));
  return Object.fromEntries(
    files.sort().map((file) => {
      const text = fs.readFileSync(path.join(DOCS, file), 'utf8');
      return [file, withServedLinks(text, file, new Set(files))];
    }),
  );
}

/**
 * Removes pictures, and replaces links to files outside of the documentation with their names, because the service
 * serves only the pages.
 */
function withServedLinks(text: string, file: string, pages: ReadonlySet<string>): string {
  return text.replace(LINK, (link, picture: string, linkText: string, target: string) => {
    if (picture) return linkText && `*Picture: ${linkText}*`;
    if (/^[a-z]+:/.test(target)) return link;
    const targetPath = path.posix.join(path.posix.dirname(file), target.replace(/#.*/, ''));
    if (pages.has(targetPath)) return link;
    const inRepository = path.posix.join(DOCS, targetPath);
    return linkText.replaceAll('`', '') === inRepository
      ? linkText
      : `${linkText} (\`${inRepository}\` in the repository)`;
  });
}

export function copyDocumentation(target: string): void {
  fs.rmSync(target, { recursive: true, force: true });
  for (const [file, text] of Object.entries(servedPages())) {
    fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    fs.writeFileSync(path.join(target, file), text);
  }
}
