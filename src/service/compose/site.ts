/** The pages and files for browsers: scripts, demo site, landing pages and pictures of faces. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { asset, elementsFile } from '../platform/asset.ts';
import { keptReleases } from '../platform/kept-releases.ts';
import { addConsole, consoleAssets } from './console-site.ts';
import { addDeveloperSite } from './developer-site.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../http/context.ts';
import { apiPage } from '@palkit/developer-tools/api-page';
import { homePage } from '@palkit/developer-tools/home-page';
import { readPublished, renderEmbedPage } from '@palkit/developer-tools/embed-page';
import type { ShownDeployment } from '@palkit/developer-tools/embed-ways';
import { serveSite } from '../http/app.ts';
import { addMedia } from '../http/media-serving.ts';
import { addUploads } from '../http/upload-pages.ts';
import { openApi } from '@palkit/developer-tools/openapi';
import { demoDeployments } from '../seed/seed.ts';
import { serveEarlier } from './release-files.ts';
import { addLandingPages, type Send } from './landing-site.ts';
import { activeDeployment, pictureOf } from './public-deployments.ts';

const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com';
/** Sources that pages must allow according to the documentation of the captcha providers. */
const CAPTCHA_HOSTS: Record<Config['captcha']['provider'], Record<string, string>> = {
  altcha: {},
  turnstile: {
    'script-src': 'https://challenges.cloudflare.com',
    'frame-src': 'https://challenges.cloudflare.com',
  },
  hcaptcha: { 'script-src': HCAPTCHA, 'frame-src': HCAPTCHA, 'style-src': HCAPTCHA, 'connect-src': HCAPTCHA },
};

/**
 * Returns the content security policy that a page needs for a call; the documentation shows the same line.
 * `cards` adds the sources of image and booking cards, `plain` allows pictures over HTTP.
 */
export function contentSecurityPolicy(
  serviceOrigin: string,
  {
    cards = false,
    plain = false,
    captcha = 'altcha',
  }: { cards?: boolean; plain?: boolean; captcha?: Config['captcha']['provider'] } = {},
): string {
  const self = serviceOrigin === "'self'" ? "'self'" : `'self' ${serviceOrigin}`;
  const extraSources = (directive: string) =>
    CAPTCHA_HOSTS[captcha][directive] ? ` ${CAPTCHA_HOSTS[captcha][directive]}` : '';
  const frames = cards ? ' https:' : extraSources('frame-src');
  return [
    "default-src 'none'",
    `script-src ${self}${extraSources('script-src')}`,
    `style-src ${self}${extraSources('style-src')}`,
    `connect-src ${self}${extraSources('connect-src')}`,
    `img-src ${self} data:${cards ? ' https:' : ''}${plain ? ' http:' : ''}`,
    ...(frames ? [`frame-src${frames}`] : []),
    `media-src ${self} blob:${cards ? ' https:' : ''}`,
    `worker-src ${self}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Seconds for which a browser may cache the redirect to an agent's picture. */
const PICTURE_SECONDS = 600;

/** The demo's pages; the build copies them to this folder. */
const demo = asset('dist/demo');
const DEMO_PAGES = ['index', 'product', 'gates'] as const;

export async function addSite(app: FastifyInstance, context: Context): Promise<void> {
  const script = elementsFile('script');
  const publishedScript = readPublished(path.join(script, 'integrity.json'));
  const consoleFiles = consoleAssets(context);
  const earlier = keptReleases(context.config.dataDir);
  const versions = new Map(earlier.toReversed().map(({ version, script }) => [version, script]));
  if (publishedScript) versions.set(publishedScript.version, script);
  const folders = [
    { folder: path.join(demo, 'assets'), prefix: '/demo/assets/' },
    { folder: script, prefix: '/palkit/', immutable: true },
    ...[...versions].map(([version, folder]) => ({ folder, prefix: `/palkit/${version}/`, immutable: true })),
    ...(consoleFiles ? [{ folder: consoleFiles, prefix: '/console/assets/', immutable: true }] : []),
  ].filter(({ folder }) => existsSync(folder));
  await serveSite(app, { folders });
  const scripts = earlier.map((release) => release.script);
  serveEarlier(app, '/palkit/', script, scripts);
  if (publishedScript) serveEarlier(app, `/palkit/${publishedScript.version}/`, script, scripts);
  if (consoleFiles)
    serveEarlier(
      app,
      '/console/assets/',
      consoleFiles,
      earlier.map((release) => release.console),
    );

  addMedia(app, context);
  addUploads(app, context);
  const send: Send = (reply, html, frames = []) => sendPage(reply, html, context.config, frames);
  addDemo(app, context, send);
  let api: string | undefined;
  app.get('/api', async (_request, reply) =>
    send(reply, (api ??= apiPage(openApi(context.config.publicUrl)))),
  );
  addDeveloperSite(app, context);
  addEmbedPage(app, context, send, publishedScript);
  addPictures(app, context);
  addLandingPages(app, context, send);
  addConsole(app, context, {
    send,
    channelOf: async (deployment) => (await activeDeployment(context, deployment))?.channel ?? null,
  });
}

function addDemo(app: FastifyInstance, context: Context, send: Send): void {
  for (const page of DEMO_PAGES) {
    app.get(page === 'index' ? '/' : `/demo/${page}`, async (_request, reply) => {
      const deployments = await demoDeployments(context.store.db);
      // There is no demo agent if the owner started with their own keys, and the shop page is useless without
      // that agent. The page of the gates needs the deployments that `--gates` creates.
      if (page === 'gates' ? !deployments.password : !deployments.widget)
        return send(page === 'index' ? reply : reply.code(404), homePage(consoleAssets(context) !== null));
      const html = await readFile(path.join(demo, `${page}.html`), 'utf8');
      return send(
        reply,
        html.replace(/%(\w+)%/g, (_, name: string) => deployments[name as keyof typeof deployments] ?? ''),
      );
    });
  }
  app.get('/demo/deployments.json', async () => demoDeployments(context.store.db));
}

function addEmbedPage(
  app: FastifyInstance,
  context: Context,
  send: Send,
  publishedScript: ReturnType<typeof readPublished>,
): void {
  const policy = contentSecurityPolicy(new URL(context.config.publicUrl).origin, {
    captcha: context.config.captcha.provider,
  });
  app.get('/embed', async (request, reply) => {
    const { deployment: id } = request.query as { deployment?: unknown };
    const deployment = typeof id === 'string' ? await shownDeployment(context, id) : null;
    return send(reply, renderEmbedPage(context.config.publicUrl, policy, publishedScript, deployment));
  });
}

/** Serves the picture of a launcher. Without a picture the launcher shows its icon. */
function addPictures(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { deployment_id: string } }>('/face/:deployment_id', async ({ params }, reply) => {
    const picture = await facadePicture(context, params.deployment_id);
    reply
      .header('cache-control', `public, max-age=${PICTURE_SECONDS}`)
      .header('cross-origin-resource-policy', 'cross-origin');
    // The page may use an address of the service that is not `publicUrl`, so the picture's address is made relative.
    const relativeUrl = picture?.replace(`${context.config.publicUrl}/`, '../');
    return relativeUrl ? reply.redirect(relativeUrl) : reply.code(204).send();
  });
}

/** Returns the picture that the owner allows on the launcher or embed of a deployment; null without one. */
async function facadePicture(context: Context, id: string): Promise<string | null> {
  const row = await activeDeployment(context, id);
  if (!row) return null;
  const { avatar = true, variant = 'full' } = row.document.customization.widget ?? {};
  if (row.channel === 'widget' && (avatar === false || variant !== 'full')) return null;
  return row.channel === 'widget' && typeof avatar === 'string' ? avatar : pictureOf(context, row.pal_id);
}

/** Returns the public part of the active deployment with this public id; null if there is none. */
async function shownDeployment(context: Context, id: string): Promise<ShownDeployment | null> {
  const row = await activeDeployment(context, id);
  if (!row) return null;
  const accent = row.document.customization.theme?.accent_color ?? null;
  return { id: row.id, channel: row.channel, image: await pictureOf(context, row.pal_id), accent };
}

function sendPage(
  reply: FastifyReply,
  html: string,
  { captcha, publicUrl }: Config,
  frames: readonly string[],
): FastifyReply {
  // A page over HTTP may show pictures over HTTP, for example a logo in the same network.
  const plain = publicUrl.startsWith('http:');
  const policy = contentSecurityPolicy("'self'", { cards: true, plain, captcha: captcha.provider })
    // `frame-ancestors` is the last directive of the policy, so origins can be appended.
    .concat(...frames.map((origin) => ` ${origin}`))
    // These pages load their own font.
    .concat("; font-src 'self'");
  return reply
    .header('content-security-policy', policy)
    .header('permissions-policy', 'camera=(self), microphone=(self)')
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
