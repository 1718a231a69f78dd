/** Generates docs/guide/frameworks.md from the results of a run. */
import fs from 'node:fs';
import path from 'node:path';
import { APPLICATIONS, packageOf, type Application } from './applications.ts';
import type { Findings } from './visit.ts';

const COLUMNS = ['build', 'ssr', 'properties', 'events', 'talks', 'worker'] as const;

/** Lists the dependencies of an application other than Palkit, with their versions. */
function versions(application: Application): string {
  return Object.entries(packageOf(application))
    .map(([dependency, version]) => `${dependency} ${version}`)
    .join(', ');
}

const mark = (value: boolean | null | undefined) =>
  value === undefined ? '–' : value === null ? '' : value ? 'yes' : '**no**';

export function write(findingsByCell: ReadonlyMap<string, Findings>): void {
  const rows = APPLICATIONS.map((application) => {
    const findings = findingsByCell.get(application.name);
    const marks = COLUMNS.map((column) =>
      mark(findings ? findings[column] : column === 'build' ? false : undefined),
    );
    return `| ${application.title} | ${marks.join(' | ')} | ${versions(application)} |`;
  });
  const day = new Date().toISOString().slice(0, 10);
  fs.writeFileSync(
    path.join('docs', 'guide', 'frameworks.md'),
    `# Frameworks and bundlers

Written by \`FRAMEWORKS=all node --import tsx --test test/frameworks/matrix/matrix.test.ts\` from its \
results on ${day} with Node ${process.versions.node}. Do not edit.

Each row is an application in [test/frameworks/apps/matrix](../../test/frameworks/apps/matrix). The test \
installs the packed package, makes the production build, and calls the real service in Chromium.

| | build | SSR | properties | events | talks | worker | versions |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

- **build**: the production build ends without an error. **SSR**: the markup from the server (or the \
build) contains the element with its deployment; empty if nothing is rendered on a server.
- **properties**: objects (\`override\`, \`tools\`) in the markup are set on the element. **events**: \
listeners in the markup receive \`pal-state-change\`, \`pal-started\` and \`pal-ended\`.
- **talks**: the page gets through the captcha into a call, types a question and receives the answer. \
**worker**: a worker solved the captcha; otherwise the page's main thread solves it.
- In the rows that are bundlers only, and in Astro's, a script sets the properties and the listeners. \
The builds of esbuild and Angular copy the worker's file ([why](on-a-page.md#the-workers)).
- Newer major versions that need Node 22 (SvelteKit 3, Astro 7, Nuxt from 4.5 on) were not tested.

Each run of all tests (\`npm run test:all\`) builds two of these rows in rotation, so that each row is \
tested once a week. \`FRAMEWORKS=all\` builds all of them, \`FRAMEWORKS=vite,next\` the named ones. Each \
run also builds and drives React 18 and 19 and Vue with Vite, hydrates React 18 and 19, and draws a call \
by \`palkit/session\` in React, Vue, Svelte and plain JavaScript.
`,
  );
}
