/** WebKit's own small browser (WebKitGTK) by WebDriver, on a screen of its own. It has no WebRTC. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';
import type { Driver } from './browser-under-test.ts';
import { freePort } from '../free-port.ts';
import { until } from '../service/until.ts';

const DRIVER = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';

/** This driver tells nothing of the console: the page itself collects, from its load on. */
const COLLECT_COMPLAINTS = `
  window.complaints = [];
  const collect = (...what) => window.complaints.push(what.join(' '));
  addEventListener('error', ({ message }) => collect(message));
  addEventListener('unhandledrejection', ({ reason }) => collect(reason));
  console.error = collect;`;

/** Debian keeps the browser below its libraries' folder, one a kind of machine. */
function miniBrowser(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path));
}

/** Whether the driver and a screen for it are installed. */
export const hasWebKit = existsSync(DRIVER) && existsSync(SCREEN);

/** The first line that a process writes to one of its streams; rejects where it ends before. */
async function firstLine(child: ChildProcess, stream: Readable): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  let text = '';
  stream.setEncoding('utf8');
  while (!text.includes('\n')) text += String((await Promise.race([once(stream, 'data'), ended]))[0]);
  ended.catch(() => undefined);
  return text.trim();
}

/** Whether something listens there. */
async function listens(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}

export async function openWebKit(): Promise<Driver> {
  const parameters = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const screen = spawn(SCREEN, parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = `:${await firstLine(screen, screen.stdio[3] as Readable)}`;
  const port = await freePort();
  const service = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  });
  await until('WebKitWebDriver to listen', () => listens(port));
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
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
  return {
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
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
    },
  };
}
