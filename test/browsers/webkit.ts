/** WebKit's MiniBrowser (WebKitGTK) driven by WebDriver on a virtual screen. It has no WebRTC. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';
import type { Driver } from './browser-under-test.ts';
import { freePort } from '../free-port.ts';
import { until } from '../service/until.ts';

const DRIVER = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';

/** Removes the margins of the window's title bar, so that the window can be as narrow as a phone. */
const NARROW_BAR =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

/** This driver does not report console messages, so the page itself collects errors from the time it loads. */
export const COLLECT_COMPLAINTS = `
  if (!window.complaints) {
    window.complaints = [];
    const collect = (...what) => window.complaints.push(what.join(' '));
    const failed = ({ message, target }) => collect(message ?? 'not loaded: ' + (target.src ?? target.href));
    addEventListener('error', failed, { capture: true });
    addEventListener('unhandledrejection', ({ reason }) => collect(reason));
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      collect('refused by the policy:', violatedDirective, blockedURI));
    console.error = collect;
  }`;

/** Returns the path of the browser, which Debian installs below the library folder of the architecture. */
function miniBrowser(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path));
}

/** True if the driver and a virtual screen are installed. */
export const hasWebKit = existsSync(DRIVER) && existsSync(SCREEN);

/** Returns the first line that a process writes to a stream; rejects if the process exits before. */
async function readFirstLine(child: ChildProcess, stream: Readable): Promise<string> {
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  let text = '';
  stream.setEncoding('utf8');
  while (!text.includes('\n')) text += String((await Promise.race([once(stream, 'data'), exit]))[0]);
  exit.catch(() => undefined);
  return text.trim();
}

/** True if a server listens on the port. */
async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}

/** Methods of WebKit's driver in addition to the common ones. */
export interface WebKit extends Driver {
  /** Opens an address and does not change its page. */
  show(url: string): Promise<void>;
  /** Sets the size of the viewport in CSS pixels. */
  resize(size: Size): Promise<void>;
  /** Presses a key, named as in `KeyboardEvent.key`, or a combination such as `Shift+Tab`. */
  press(keys: string): Promise<void>;
  holdDown(key: string): Promise<void>;
  releaseKey(key: string): Promise<void>;
}

interface Size {
  width: number;
  height: number;
}

/** Returns the code of a named key in WebDriver's protocol; a single character is unchanged. */
function keyOf(name: string): string {
  if ([...name].length === 1) return name;
  const key = (Key as unknown as Record<string, unknown>)[
    name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
  ];
  if (typeof key !== 'string') throw new Error(`There is no key ${name}.`);
  return key;
}

/** Starts WebKit. Without layers, it draws pages in a third of the time on a machine without a graphics card. */
export async function openWebKit({ layers = true } = {}): Promise<WebKit> {
  const settings = mkdtempSync(join(tmpdir(), 'palkit-webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  writeFileSync(join(settings, 'gtk-3.0', 'gtk.css'), NARROW_BAR);
  const parameters = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const screen = spawn(SCREEN, parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = `:${await readFirstLine(screen, screen.stdio[3] as Readable)}`;
  const port = await freePort();
  const service = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: settings,
      ...(layers ? {} : { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
    },
  });
  await until('WebKitWebDriver to listen', () => isListening(port));
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: process.env['MINIBROWSER_PATH'] ?? miniBrowser(),
      args: ['--automation'],
    },
  });
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();
  await driver.manage().setTimeouts({ script: 60_000 });
  const measureViewport = async (): Promise<Size> => {
    const [width, height] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]');
    return { width, height };
  };
  /** Sets the size of the viewport. The window is larger by its border. */
  const resize = async (size: Size) => {
    const parent = await measureViewport();
    const windowRect = await driver.manage().window().getRect();
    await driver
      .manage()
      .window()
      .setRect({
        x: 0,
        y: 0,
        width: windowRect.width + size.width - parent.width,
        height: windowRect.height + size.height - parent.height,
      });
    await until(`a viewport of ${size.width} × ${size.height}`, async () => {
      const { width, height } = await measureViewport();
      return width === size.width && height === size.height;
    });
  };
  await resize({ width: 1280, height: 860 });
  return {
    show: (url) => driver.get(url),
    resize,
    async press(keys) {
      const names = keys.split(/(?<=.)\+/).map(keyOf);
      const actions = driver.actions();
      for (const key of names) actions.keyDown(key);
      for (const key of names.reverse()) actions.keyUp(key);
      await actions.perform();
    },
    holdDown: (key) => driver.actions().keyDown(keyOf(key)).perform(),
    releaseKey: (key) => driver.actions().keyUp(keyOf(key)).perform(),
    complaints: () => driver.executeScript<string[]>('return window.complaints'),
    async open(url) {
      await driver.get(url);
      await driver.executeScript(COLLECT_COMPLAINTS);
    },
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    click: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform(),
    type: (text) => driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform(),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit();
      for (const child of [service, screen]) {
        const exit = once(child, 'exit');
        child.kill();
        await exit;
      }
      rmSync(settings, { recursive: true, force: true });
    },
  };
}
