/** The documentation as Markdown. It is served with the API, listed in `llms.txt`, and read by MCP clients. */
import fs from 'node:fs';
import path from 'node:path';
import { packageFolder } from './package-folder.ts';

export interface DocumentationPage {
  /** Path relative to the documentation's folder, with `/` on every system. */
  file: string;
  title: string;
  /** Description of the page from the index. */
  about: string;
}

export const INDEX_PAGE = 'README.md';
const TITLE = /^# (.+)$/m;
/** Matches a row of the index's table: a reader's goal, and the pages for it. */
const INDEX_ROW = /^\| ([^|\n]{1,300}) \| ([^\n]{1,4000}) \|$/gm;
const LINK = /\]\(([\w./-]{1,200}\.md)\)/g;

/** The pages of a folder that the build fills. They are read once. */
export class Documentation {
  readonly #pages: ReadonlyMap<string, string>;

  constructor(folder = path.join(packageFolder(), 'dist', 'documentation')) {
    this.#pages = readPages(folder);
  }

  /** Returns a page's text by path; null for an unknown path. */
  read(file: string): string | null {
    return this.#pages.get(file) ?? null;
  }

  /** Returns the pages that the index lists, in its order. */
  list(): DocumentationPage[] {
    const index = this.read(INDEX_PAGE) ?? '';
    const pages = new Map<string, DocumentationPage>();
    for (const [, description = '', links = ''] of index.matchAll(INDEX_ROW))
      for (const [, file = ''] of links.matchAll(LINK)) {
        const text = this.read(file);
        if (text !== null && !pages.has(file))
          pages.set(file, { file, title: TITLE.exec(text)?.[1] ?? file, about: description });
      }
    return [...pages.values()];
  }
}

function readPages(folder: string): Map<string, string> {
  if (!fs.existsSync(folder)) return new Map();
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(folder, file).split(path.sep).join('/'), fs.readFileSync(file, 'utf8')]),
  );
}

/** Formats `llms.txt` (llmstxt.org) for a service: its purpose, its API, and all pages. */
export function llmsTxt(documentation: Documentation, publicUrl: string): string {
  const pages = documentation.list();
  const line = ({ file, title, about }: DocumentationPage) =>
    `- [${title}](${publicUrl}/docs/${file})${about ? `: ${about}` : ''}`;
  const isGuide = ({ file }: DocumentationPage) => file.startsWith('guide/');
  const section = (heading: string, lines: string[]) => `## ${heading}\n\n${lines.join('\n')}\n`;
  return [
    `# Palkit

> A conversational video agent for any web page: web components and a service with a keyed HTTP API. This service runs
> at ${publicUrl}

Each request has the header \`x-api-key\`. Every error has one sentence in its body and a stable code in the header
\`x-error-code\`. \`npx palkit agent create --site URL\` makes an agent from a website in one step.
`,
    section('API', [
      `- [OpenAPI 3.1](${publicUrl}/openapi.json): every endpoint with its schema`,
      `- [MCP server](${publicUrl}/mcp): the same endpoints as tools, by streamable HTTP with the account's key`,
    ]),
    section('Guide', pages.filter(isGuide).map(line)),
    section('Optional', pages.filter((page) => !isGuide(page)).map(line)),
  ].join('\n');
}
