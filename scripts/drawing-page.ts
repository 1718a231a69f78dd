/** Opens a page in Chromium that draws a face from its sources. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import type { FaceName } from '../src/contract/face/characters.ts';
import { MOUTH_SHAPES } from '../src/contract/face/lips.ts';
import { enlarge } from './enlarge-drawing.ts';

/** Width and height of the drawings in pixels. */
export const DRAWING_SIZE = 512;
const drawings = new URL('../src/elements/faces/', import.meta.url);
const contract = new URL('../src/contract/', import.meta.url);
/** Maps the package that the drawings import to a path of the page. */
const PACKAGES = '<script type="importmap">{ "imports": { "@palkit/contract/": "/contract/" } }</script>';

/** Returns the module that the page imports. It draws a face with a mouth, given by name or shape. */
export const moduleOf = (name: string): string =>
  `import { paintPortrait } from './brush.ts';\n` +
  `import { drawing } from './${name}.ts';\n` +
  `const shapes = ${JSON.stringify(MOUTH_SHAPES)};\n` +
  `export const draw = (context, stance, mouth) => paintPortrait(drawing, context, stance, shapes[mouth] ?? mouth);\n`;

const scriptOf = async (file: URL): Promise<string> =>
  (await transformWithOxc(await readFile(file, 'utf8'), file.pathname)).code;

/** Opens a page with the drawing of one face as a separate module, and a canvas of `size` pixels. */
export async function openDrawing(browser: Browser, name: FaceName, size: number): Promise<Page> {
  const page = await browser.newPage();
  // tsx wraps named functions in a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(enlarge, size / DRAWING_SIZE);
  // WebCodecs needs a secure context. An intercepted page at localhost is one without a server.
  await page.route('**/*', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    const contractFile =
      file.startsWith('contract/') && new URL(`${file.slice('contract/'.length)}.ts`, contract);
    if (file.endsWith('.js')) await route.fulfill({ contentType: 'text/javascript', body: moduleOf(name) });
    else if (contractFile || file.endsWith('.ts'))
      await route.fulfill({
        contentType: 'text/javascript',
        body: await scriptOf(contractFile || new URL(file, drawings)),
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
