import { register } from 'tsx/esm/api';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

register();
const { CHROMIUM_FLAGS, findChromium } = await import('./scripts/chromium.ts');
const { REPORTS } = await import('./scripts/proof.ts');
const { SKIP_REASONS } = await import('./test/surroundings.ts');
const { firefoxPath, FIREFOX_PREFERENCES } = await import('./test/browsers/firefox.ts');
const { webkitLauncher } = await import('./test/browsers/webkit-launcher.ts');
const { path, environment } = await findChromium();

/**
 * With `TEST_BROWSER=firefox` or `webkit`, that browser runs another fifteenth of the files each day, or all
 * files if `FIREFOX_ELEMENTS` or `WEBKIT_ELEMENTS` is `all`. WebKit skips tests of WebRTC, which Debian's lacks.
 */
const otherBrowser = process.env.TEST_BROWSER;
function filesOfDay() {
  const all = process.env[`${otherBrowser.toUpperCase()}_ELEMENTS`] === 'all';
  const day = Math.floor(Date.now() / 86_400_000);
  return readdirSync('test/elements', { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => join('test/elements', file))
    .filter((_, index) => all || index % 15 === day % 15);
}

const whySkipped = (file) =>
  otherBrowser === 'webkit' && file.endsWith('rooms.test.ts') ? SKIP_REASONS.webRtc : SKIP_REASONS.chromium;

/** Prints the number of passed and failed tests, and writes a line for each test for scripts/proof.ts. */
const countReporter = {
  stop({ sessions }) {
    const all = [...sessions].flatMap((session) => tests(session.testResults));
    const reported = [...sessions].flatMap(({ testFile, testResults }) =>
      tests(testResults).map(({ name, passed, skipped, error }) =>
        JSON.stringify({
          file: relative('test', testFile),
          name,
          status: skipped ? 'skipped' : passed ? 'passed' : 'failed',
          ...(error ? { reason: error.stack ?? error.message } : {}),
          ...(skipped && otherBrowser ? { reason: whySkipped(testFile) } : {}),
        }),
      ),
    );
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(
      join(REPORTS, otherBrowser ? `elements-${otherBrowser}.ndjson` : 'elements.ndjson'),
      `${reported.join('\n')}\n`,
    );
    const broken = [...sessions].filter(
      (session) => !session.passed && tests(session.testResults).every((test) => test.passed || test.skipped),
    ).length;
    process.stdout.write(
      `${all.filter((test) => test.passed).length} passed, ${all.filter((test) => !test.passed && !test.skipped).length + broken} failed\n`,
    );
  },
};
const tests = (suite) => (suite ? [...suite.tests, ...suite.suites.flatMap(tests)] : []);

/** Serves a picture that a module imports as a module with the picture's address, like the bundler. */
const pictures = {
  name: 'pictures',
  serve: ({ path, headers }) =>
    path.endsWith('.jpg') && headers['sec-fetch-dest'] === 'script'
      ? { body: `export default ${JSON.stringify(path)}`, type: 'js' }
      : undefined,
};

/** Resolves imports like the build: a package name to its sources, a worker's built file to its source. */
const sourceNames = {
  name: 'source-names',
  resolveImport: ({ source }) =>
    source.startsWith('@palkit/contract/')
      ? `/src/contract/${source.slice('@palkit/contract/'.length)}.ts`
      : undefined,
  serve: ({ path: served }) =>
    /^\/src\/elements\/.*-worker\.js$/.test(served)
      ? { body: `import ${JSON.stringify(served.replace(/js$/, 'ts'))};`, type: 'js' }
      : undefined,
};

/**
 * Opens a page that behaves as if it had the focus, even if another page has it. It has its own storage and channels,
 * so that the widgets of two test files do not find each other.
 */
async function createPage({ context }) {
  const ownContext = await context.browser().createBrowserContext();
  const page = await ownContext.newPage();
  await (await page.createCDPSession()).send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
}

/** Emulates forced colours in Chromium, which the runner's own command `emulateMedia` does not support. */
const drivers = new WeakMap();
const forcedColors = {
  name: 'forced-colors',
  async executeCommand({ command, payload, session }) {
    if (command !== 'force-colors') return;
    const page = session.browser.getPage(session.id);
    if (!drivers.has(page)) drivers.set(page, await page.createCDPSession());
    const value = payload.on ? 'active' : 'none';
    await drivers
      .get(page)
      .send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
    return true;
  },
};

const chromium = () =>
  chromeLauncher({
    createPage,
    launchOptions: { executablePath: path, args: CHROMIUM_FLAGS, env: { ...process.env, ...environment } },
  });
const firefox = () =>
  chromeLauncher({
    puppeteer,
    launchOptions: {
      browser: 'firefox',
      executablePath: firefoxPath,
      // As in headless Chromium, scrollbars take no width, and sound plays without a click.
      extraPrefsFirefox: {
        ...FIREFOX_PREFERENCES,
        'ui.useOverlayScrollbars': 1,
        'media.autoplay.default': 0,
        'media.autoplay.blocking_policy': 0,
      },
    },
  });

export default {
  files: otherBrowser ? filesOfDay() : 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  concurrency: otherBrowser ? 1 : 2,
  testFramework: { config: { timeout: 60_000 } },
  testsFinishTimeout: 300_000,
  browsers: [
    otherBrowser === 'webkit' ? webkitLauncher() : otherBrowser === 'firefox' ? firefox() : chromium(),
  ],
  plugins: [
    pictures,
    sourceNames,
    forcedColors,
    esbuildPlugin({
      ts: true,
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
      target: 'es2022',
    }),
  ],
  reporters: [defaultReporter({ reportTestProgress: false }), countReporter],
};
