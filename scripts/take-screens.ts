/**
 * Takes pictures of the elements' screens in many sizes for a visual check: `npm run screens -- [part of a
 * screen's name]`. They are written to `dist/screens`, with an overview for each size.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import type { Page } from 'playwright-core';
import { launch, openPage } from '../test/browser.ts';

/**
 * Name, width, height, and additional query parameters. A name that begins with `forced` means forced colours, and
 * `text-200` a text size of 200 %, as set in the browser.
 */
const SIZES: [name: string, width: number, height: number, more: string][] = [
  ['phone', 390, 844, 'tag=pal-widget'],
  ['tall', 360, 800, 'tag=pal-widget'],
  ['desk', 1280, 800, 'tag=pal-widget'],
  ['desk-dark', 1280, 800, 'tag=pal-widget&theme=dark&expanded'],
  ['small', 320, 480, 'tag=pal-widget&locale=de'],
  ['landscape', 844, 390, 'tag=pal-widget'],
  ['low', 480, 320, 'tag=pal-widget'],
  ['zoomed', 640, 400, 'tag=pal-widget'],
  ['zoom-200', 640, 512, 'tag=pal-widget'],
  ['zoom-200-de', 640, 512, 'tag=pal-widget&locale=de'],
  ['text-200', 1280, 800, 'tag=pal-widget'],
  ['text-200-phone', 390, 844, 'tag=pal-widget&locale=de'],
  ['text-200-embed', 720, 520, 'tag=pal-embed'],
  ['zoom-400', 320, 256, 'tag=pal-widget'],
  ['zoom-400-de', 320, 256, 'tag=pal-widget&locale=de'],
  ['embed', 720, 520, 'tag=pal-embed'],
  ['rtl', 390, 844, 'tag=pal-widget&locale=ar'],
  ['page', 1280, 800, 'tag=pal-landing-page'],
  ['page-phone', 390, 844, 'tag=pal-landing-page'],
  ['forced', 390, 844, 'tag=pal-widget'],
  ['forced-dark', 390, 844, 'tag=pal-widget&theme=dark'],
  ['forced-desk', 1280, 800, 'tag=pal-widget&expanded'],
];
const OUTPUT_FOLDER = path.join('dist', 'screens');

const { values: names, sizes } = parseArguments(process.argv.slice(2));
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { port: 0, hmr: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [
    {
      name: 'screens',
      configureServer: ({ middlewares }) =>
        void middlewares.use((request, response, next) => {
          if (!request.url?.startsWith('/screen?')) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(
            '<!doctype html><html lang="en"><meta name="viewport" ' +
              'content="width=device-width"><title>Screen</title><body><script type="module">import ' +
              `'/src/elements/define.ts'; import { showScreen, SCREENS } from '/stories/screens.ts'; ` +
              'window.SCREENS = Object.keys(SCREENS); showScreen(location.search)</script>',
          );
        }),
    },
  ],
});
await server.listen();
const origin = `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`;
const browser = await launch();
try {
  for (const [name, width, height, options] of SIZES.filter(
    ([name]) => sizes.length === 0 || sizes.includes(name),
  )) {
    const page = await openPage(browser, {
      viewport: { width, height },
      reducedMotion: 'no-preference',
      forcedColors: name.startsWith('forced') ? 'active' : 'none',
      colorScheme: options.includes('theme=dark') ? 'dark' : 'light',
    });
    page.on('pageerror', (error) => process.stderr.write(`${name}: ${error.message}\n`));
    const folder = path.join(OUTPUT_FOLDER, name);
    fs.mkdirSync(folder, { recursive: true });
    const shots: [string, Buffer][] = [];
    for (const screen of await screenNames(page)) {
      if (names.length > 0 && !names.some((part) => screen.includes(part))) continue;
      await page.goto(`${origin}/screen?${options}&screen=${screen.replace('-minimised', '&minimised')}`);
      await page.waitForSelector('body[data-drawn]', { timeout: 30_000 });
      if (name.startsWith('text-200')) await page.addStyleTag({ content: 'html { font-size: 200% }' });
      const picture = await page.screenshot({ animations: 'disabled' });
      fs.writeFileSync(path.join(folder, `${screen}.png`), picture);
      shots.push([screen, picture]);
    }
    await writeSheet(page, shots, width, height, path.join(OUTPUT_FOLDER, `${name}.png`));
    process.stdout.write(`${OUTPUT_FOLDER}/${name}.png: ${shots.length}\n`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

/** Separates the arguments: `size=phone,low` selects sizes; any other one is part of a screen's name. */
function parseArguments(parameters: string[]): { values: string[]; sizes: string[] } {
  const sizes = parameters
    .filter((parameter) => parameter.startsWith('size='))
    .flatMap((parameter) => parameter.slice(5).split(','));
  return { values: parameters.filter((parameter) => !parameter.startsWith('size=')), sizes };
}

async function screenNames(page: Page): Promise<string[]> {
  await page.goto(`${origin}/screen?screen=FirstScreen`);
  await page.waitForSelector('body[data-drawn]', { timeout: 60_000 });
  const names = await page.evaluate(() => (window as unknown as { SCREENS: string[] }).SCREENS);
  return [...names, 'LiveListening-minimised', 'LiveMuted-minimised'];
}

async function writeSheet(
  page: Page,
  shots: [string, Buffer][],
  width: number,
  height: number,
  file: string,
) {
  const columns = Math.max(1, Math.floor(1500 / Math.min(width, 500)));
  const thumbnailWidth = Math.min(width, 500);
  await page.setViewportSize({ width: columns * (thumbnailWidth + 10) + 10, height: 600 });
  await page.setContent(
    `<style>body{margin:10px;display:flex;flex-wrap:wrap;gap:10px;background:#777;font:12px sans-serif}\
figure{margin:0;width:${thumbnailWidth}px}\
img{width:100%;aspect-ratio:${width}/${height};display:block}</style>${shots
      .map(
        ([name, shot]) =>
          `<figure>${name}<img src="data:image/png;base64,${shot.toString('base64')}"></figure>`,
      )
      .join('')}`,
  );
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  fs.writeFileSync(file, await page.screenshot({ fullPage: true }));
}
