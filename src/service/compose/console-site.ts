/** The owner's console: its built pages, and a frame in which the owner tries the element. */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '@palkit/contract/service-error';
import type { Context } from '../http/context.ts';
import { escapeHtml } from '@palkit/runtime/escape-html';
import { consoleFolder } from '../platform/asset.ts';

/** Maps a path below `/console` to its built file. */
const PAGES = {
  '': 'home',
  '/sign-in': 'sign-in',
  '/knowledge': 'knowledge',
  '/look': 'look',
  '/conversations': 'conversations',
  '/settings': 'settings',
} as const;

/**
 * Scripts and styles are loaded only from this service. No script can turn text into HTML: Lit's Trusted Types policy
 * accepts only Lit's own templates.
 */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

/** Returns the folder of the console's hashed files; null if the console is off or was not built. */
export function consoleAssets({ config }: Context): string | null {
  const folder = path.join(consoleFolder(), 'assets');
  return config.console && existsSync(folder) ? folder : null;
}

interface Site {
  /** Sends the page of the frame with the content security policy of the service's other pages. */
  send(reply: FastifyReply, html: string): FastifyReply;
  /** Returns the channel of an active deployment; null if there is none. */
  channelOf(deployment: string): Promise<'widget' | 'embed' | 'landing-page' | null>;
}

export function addConsole(app: FastifyInstance, context: Context, { send, channelOf }: Site): void {
  if (consoleAssets(context) === null) return;
  for (const [address, name] of Object.entries(PAGES)) {
    const file = path.join(consoleFolder(), `${name}.html`);
    if (!existsSync(file)) continue;
    let page: Promise<string> | undefined;
    app.get(`/console${address}`, async (_request, reply) =>
      reply
        .header('content-security-policy', CONSOLE_POLICY)
        .header('permissions-policy', 'camera=(self), microphone=(self)')
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(await (page ??= fs.readFile(file, 'utf8'))),
    );
  }
  app.get('/console/preview/:deployment_id', async (request, reply) => {
    const { deployment_id } = request.params as { deployment_id: string };
    const channel = await channelOf(deployment_id);
    if (channel === null) throw new ServiceError('not_found');
    return send(reply, previewPage(deployment_id, channel));
  });
}

function previewPage(deployment: string, channel: 'widget' | 'embed' | 'landing-page'): string {
  const tag = channel === 'landing-page' ? 'pal-landing-page' : `pal-${channel}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Palkit</title>
<link rel="stylesheet" href="/console/assets/preview.css">
<script type="module" src="/palkit/palkit.js"></script>
</head>
<body class="${channel}">
<${tag} deployment-id="${escapeHtml(deployment)}"></${tag}>
</body>
</html>
`;
}
