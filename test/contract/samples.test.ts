/** The guide's typed samples compile against the types of the built packages. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

const GUIDE = path.join('docs', 'guide');
// The folder for the samples, below the packages that they import.
const folder = path.join('.cache', `samples-${process.pid}`);
after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Names that a page or an application is expected to define. */
const PAGE = `
declare const element: import('palkit').PalWidget;
declare const button: HTMLButtonElement;
declare const session: import('palkit/session').Session;
declare const router: { push(path: string): void };
declare function draw(view: object): void;
declare function openBasket(highlight: unknown, options: { signal: AbortSignal }): Promise<unknown[]>;
type Parts = Parameters<typeof import('@palkit/service').createService>[0];
declare const myVoice: NonNullable<Parts['engines']>['voice'];
declare const myEars: NonNullable<Parts['engines']>['ears'];
declare const myRooms: Parts['rooms'];
declare module '*/price-table.js' {
  export const PriceTable: CustomElementConstructor;
}
`;
const OPTIONS = {
  compilerOptions: {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node'],
    // A sample may omit what a reader can add.
    strict: false,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', '*.tsx'],
};

test('typed samples of the guide compile with the types that a developer installs', () => {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  fs.writeFileSync(path.join(folder, 'page.d.ts'), PAGE);
  let count = 0;
  for (const page of fs.readdirSync(GUIDE).filter((name) => name.endsWith('.md'))) {
    const text = fs.readFileSync(path.join(GUIDE, page), 'utf8');
    for (const [, language, code] of text.matchAll(/^```(js|ts|tsx) typed\n([^]*?)^```$/gm)) {
      const name = `${path.basename(page, '.md')}-${count++}.${language === 'tsx' ? 'tsx' : 'ts'}`;
      fs.writeFileSync(path.join(folder, name), `${code}\nexport {};\n`);
    }
  }
  assert.ok(count >= 8, `${count} samples are found`);
  const { stdout, status } = spawnSync(
    process.execPath,
    [path.join('node_modules', 'typescript', 'bin', 'tsc'), '-p', folder],
    { encoding: 'utf8', timeout: 120_000 },
  );
  assert.equal(stdout, '');
  assert.equal(status, 0);
});
