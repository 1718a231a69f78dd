/** docs/guide/frameworks.md, from the results of a run. */
import fs from 'node:fs';
import path from 'node:path';
import { APPLICATIONS, packageOf, type Application } from './applications.ts';
import type { Findings } from './visit.ts';

const COLUMNS = ['build', 'ssr', 'properties', 'events', 'talks', 'worker'] as const;

/** Dependencies of an application apart from Palkit. */
function versions(application: Application): string {
  return Object.entries(packageOf(application))
    .map(([dependency, version]) => `${dependency} ${version}`)
    .join(', ');
}

const mark = (value: boolean | null | undefined) =>
  value === undefined ? '–' : value === null ? '' : value ? 'yes' : '**no**';

export function write(found: ReadonlyMap<string, Findings>): void {
  const rows = APPLICATIONS.map((application) => {
    const findings = found.get(application.name);
    const marks = COLUMNS.map((column) =>
      mark(findings ? findings[column] : column === 'build' ? false : undefined),
    );
    return `| ${application.title} | ${marks.join(' | ')} | ${versions(application)} |`;
  });
  const day = new Date().toISOString().slice(0, 10);
  fs.writeFileSync(
    path.join('docs', 'guide', 'frameworks.md'),
    `# Frameworks and bundlers

Written by \`FRAMEWORKS=all node --import tsx --test test/frameworks/matrix/matrix.test.ts\` from what it \
found on ${day}, with Node ${process.versions.node}. Do not edit.

Each row is an application in [test/frameworks/apps/matrix](../../test/frameworks/apps/matrix), with the \
packed package from npm's own files, its production build, and a call of the real service in Chromium.

| | build | SSR | properties | events | talks | worker | versions |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

- **build**: the production build ends without an error. **SSR**: the server's (or the build's) markup holds \
the element with its deployment; empty where nothing is rendered.
- **properties**: objects (\`override\`, \`tools\`) given in markup are on the element. **events**: \
listeners given in markup hear \`pal-state-change\`, \`pal-started\` and \`pal-ended\`.
- **talks**: through the captcha and the device check into a call, a typed question, its answer. **worker**: \
the captcha was solved in a worker; else the page's own thread solves it.
- In the rows of bundlers alone, and in Astro's, a script gives the properties and the listeners. The builds \
of esbuild and Angular copy the worker's file ([why](on-a-page.md#the-workers)).
- Newer majors that need Node 22 (SvelteKit 3, Astro 7, Nuxt from 4.5 on) were not run.

Each run of all tests (\`npm run test:all\`) does two of these rows, by turns: each row is seen once a week. \
\`FRAMEWORKS=all\` does all of them, \`FRAMEWORKS=vite,next\` those that are named. Besides, each run builds and \
drives React 18 and 19 and Vue with Vite, hydrates React 18 and 19, and draws a call by \`palkit/session\` in \
React, Vue, Svelte and plain JavaScript.
`,
  );
}
