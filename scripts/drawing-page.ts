/** A page of Chromium that draws a face from its sources. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import type { FaceName } from '../src/contract/face/characters.ts';
import { MOUTH_SHAPES } from '../src/contract/face/lips.ts';
import { enlarge } from './enlarge-drawing.ts';

/** Side of the drawings in pixels. */
export const DRAWN = 512;
const drawings = new URL('../src/elements/faces/', import.meta.url);
const contract = new URL('../src/contract/', import.meta.url);
/** Finds the package that the drawings import below the page's own address. */
const PACKAGES = '<script type="importmap">{ "imports": { "@palkit/contract/": "/contract/" } }</script>';

/** The module that the page imports: it draws one face with a mouth, given by its name or its shape. */
const entryOf = (name: string): string =>
  `import { draw as paint } from './brush.ts';\n` +
  `import { drawing } from './${name}.ts';\n` +
  `const shapes = ${JSON.stringify(MOUTH_SHAPES)};\n` +
  `export const draw = (context, stance, mouth) => paint(drawing, context, stance, shapes[mouth] ?? mouth);\n`;

const scriptOf = async (file: URL): Promise<string> =>
  (await transformWithOxc(await readFile(file, 'utf8'), file.pathname)).code;

/** A page with one face's drawing as a separate module, and a canvas of this many pixels. */
export async function openDrawing(browser: Browser, name: FaceName, size: number): Promise<Page> {
  const page = await browser.newPage();
  // tsx wraps named functions in a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(enlarge, size / DRAWN);
  // WebCodecs needs a secure context, which a page intercepted at localhost is, without a server.
  await page.route('**/*', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    const shared = file.startsWith('contract/') && new URL(`${file.slice('contract/'.length)}.ts`, contract);
    if (file.endsWith('.js')) await route.fulfill({ contentType: 'text/javascript', body: entryOf(name) });
    else if (shared || file.endsWith('.ts'))
      await route.fulfill({
        contentType: 'text/javascript',
        body: await scriptOf(shared || new URL(file, drawings)),
      });
    else
      await route.fulfill({
        contentType: 'text/html',
        body: `${PACKAGES}<canvas width="${size}" height="${size}"></canvas>`,
      });
  });
  await page.goto('http://localhost/');
  return page;
}
