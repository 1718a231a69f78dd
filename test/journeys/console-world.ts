/** The console with a running service: a website to crawl, an owner who signs in, and visitors who ask. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createClient, type Client } from '../../src/contract/client.ts';
import { CONSOLE_HEADER, useConsoleLink } from '../../src/contract/console.ts';
import { endDeploymentConversation, startDeployment } from '../../src/contract/deployments.ts';
import { readRoom, writeRoom } from '../../src/contract/rooms.ts';
import { launch, openPage } from '../browser.ts';
import { until } from '../service/until.ts';
import { recordComplaints, startService, type RunningService } from './running-service.ts';

export const API_KEY = 'key-of-the-journey';
export const PASSWORD = 'a good long password';
/** A visitor's line that would be harmful if it were used as markup. */
export const HOSTILE = '<img src=x onerror="document.title=1"> Can I bring my rubber duck?';
const HEAD =
  '<title>Seal Swim School</title><meta name="theme-color" content="#0a7d5a"><link rel="icon" href="/logo.svg">';
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#0a7d5a"/></svg>';
const SITE: Record<string, string> = {
  '/': '<h1>Seal Swim School</h1><p>We teach swimming.</p><a href="/prices">Prices</a> <a href="/hours">Hours</a>',
  '/prices':
    '<h1>Prices</h1><p>A course of ten lessons for children costs 120 euros.</p>' +
    '<h2>Do you have lockers?</h2><p>Yes, they take a coin.</p>',
  '/plan.csv': '<h1>Lanes</h1><p>Lane four is for beginners.</p>',
  '/hours': '<h1>Opening hours</h1><p>The swim school is open from Monday to Friday from 9:00 to 18:00.</p>',
};

export const fill = (page: Page, name: string, text: string) =>
  page.locator(`wa-input[name=${name}] input, wa-textarea[name=${name}] textarea`).fill(text);
export const submit = (page: Page, within: string) =>
  page.locator(`${within} wa-button[type=submit]`).click();

export interface Visit {
  params: { conversation_id: string };
  /** Returns the lines that the visitor sees, each with the name of its author if that is a person. */
  lines(): Promise<{ speech: string; person?: string }[]>;
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

export interface ConsoleWorld {
  service: RunningService;
  browser: Browser;
  website: string;
  call: Client<AbortSignal>;
  /** Uses the first link: the owner gets a name and a password. */
  signUp(): Promise<void>;
  signedIn(options?: BrowserContextOptions): Promise<{ page: Page; pageErrors: string[] }>;
  /** Starts a text call that stays open. */
  visit(deployment_id: string): Promise<Visit>;
  /** Makes a text call in which one question is asked. */
  visitorAsks(deployment_id: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openConsoleWorld(): Promise<ConsoleWorld> {
  const site = http.createServer((request, response) => {
    if (request.url === '/logo.svg')
      return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(LOGO);
    const body = SITE[request.url ?? ''];
    return response
      .writeHead(body ? 200 : 404, { 'content-type': 'text/html' })
      .end(body ? `<!doctype html><html lang="en">${HEAD}<main>${body}</main>` : '');
  });
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  const { port } = site.address() as AddressInfo;
  const service = await startService({
    API_KEYS: `1:${API_KEY}`,
    OUTBOUND_ALLOWED_HOSTS: `localhost:${port}`,
    FFMPEG_PATH: 'none',
  });
  const browser = await launch();
  const call = createClient<AbortSignal>('', (path, init) => fetch(`${service.url}${path}`, init));

  async function visit(deployment_id: string): Promise<Visit> {
    const { result: conversation } = await call(startDeployment, { params: { deployment_id }, body: {} });
    const { conversation_id, meeting_token: credential } = conversation;
    const params = { conversation_id };
    const lines = async () => {
      const { result } = await call(readRoom, { params, credential });
      return result.data.flatMap(({ event_type, properties }) =>
        event_type === 'conversation.utterance' ? [properties as { speech: string; person?: string }] : [],
      );
    };
    await until('the greeting', async () => (await lines()).length > 0);
    return {
      params,
      lines,
      say: async (text) => {
        const body = {
          message_type: 'conversation' as const,
          event_type: 'conversation.respond' as const,
          properties: { text },
        };
        await call(writeRoom, { params, credential, body });
      },
      end: async () => {
        await call(endDeploymentConversation, { params: { deployment_id, conversation_id } });
      },
    };
  }

  return {
    service,
    browser,
    website: `http://localhost:${port}`,
    call,
    visit,
    async signUp() {
      const link = decodeURIComponent(new URL(service.consoleLink).hash.replace('#link=', ''));
      await call(useConsoleLink, {
        headers: { [CONSOLE_HEADER]: '1', origin: service.url },
        body: { link, name: 'Alice', password: PASSWORD },
      });
    },
    async signedIn(options = {}) {
      const page = await openPage(browser, {
        viewport: { width: 1100, height: 900 },
        locale: 'en',
        ...options,
      });
      const pageErrors = await recordComplaints(page);
      await page.goto(`${service.url}/console/sign-in`);
      await fill(page, 'name', 'Alice');
      await fill(page, 'password', PASSWORD);
      await submit(page, 'palkit-sign-in-form');
      await page.locator('palkit-home h1').waitFor();
      return { page, pageErrors };
    },
    async visitorAsks(deployment_id, text) {
      const visitor = await visit(deployment_id);
      await visitor.say(text);
      await until('the answer', async () => (await visitor.lines()).length > 2);
      await visitor.end();
    },
    async close() {
      await browser.close();
      await service.close();
      site.close();
    },
  };
}
