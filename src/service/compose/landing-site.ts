/** Landing pages that the service hosts, and QR codes of their addresses. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '@palkit/contract/service-error';
import type { Context } from '../http/context.ts';
import { escapeHtml } from '@palkit/runtime/escape-html';
import { qrCode } from '../http/qr-code.ts';
import { activeDeployment, pictureOf } from './public-deployments.ts';

/** Sends a page with the common headers. `frames` lists the origins that may show the page in a frame. */
export type Send = (reply: FastifyReply, html: string, frames?: readonly string[]) => FastifyReply;

export function addLandingPages(app: FastifyInstance, context: Context, send: Send): void {
  addQrCodes(app, context);
  const service = context.config.publicUrl;
  app.get('/l/:deployment_id', async (request, reply) => {
    const { deployment_id } = request.params as { deployment_id: string };
    const row = await activeDeployment(context, deployment_id);
    if (row?.channel !== 'landing-page') throw new ServiceError('not_found');
    const { landing_page, locale } = row.document.customization;
    const languages = request.headers['accept-language'] ?? '';
    reply.header('vary', 'accept-language');
    const html = landingPage({
      title: landing_page?.title ?? row.name,
      description: landing_page?.description ?? 'Talk face to face with an AI assistant.',
      deploymentId: row.id,
      // The texts of the screens are most of the page, so only one language is sent: the owner's, otherwise the
      // visitor's.
      language: locale ?? (await firstLanguage(context, row.pal_id)) ?? preferredLanguage(languages) ?? 'en',
      image: await pictureOf(context, row.pal_id),
      service,
    });
    // The deployment's allowed origins may show its page in a frame.
    return send(reply, html, row.document.allowed_origins);
  });
}

/** Adds the QR code of a landing page's address, for printing. */
function addQrCodes(app: FastifyInstance, context: Context): void {
  app.get('/l/:deployment_id/qr.svg', async (request, reply) => {
    const { deployment_id } = request.params as { deployment_id: string };
    const row = await activeDeployment(context, deployment_id);
    if (row?.channel !== 'landing-page') throw new ServiceError('not_found');
    return reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'")
      .type('image/svg+xml')
      .send(qrCode(`${context.config.publicUrl}/l/${row.id}`));
  });
}

async function firstLanguage(context: Context, palId: string): Promise<string | undefined> {
  const pal = await context.store.db
    .selectFrom('pals')
    .select('document')
    .where('id', '=', palId)
    .executeTakeFirst();
  return pal?.document.languages[0];
}

/**
 * Returns the first language of an `Accept-Language` header; undefined if the header does not start with one.
 */
const preferredLanguage = (header: string): string | undefined =>
  /^([a-z]{2,3}(-[a-z0-9]{2,8})*)/i.exec(header)?.[1];

function landingPage(page: {
  title: string;
  description: string;
  deploymentId: string;
  language: string;
  image: string | null;
  service: string;
}): string {
  const { title, description, deploymentId, language, image, service } = page;
  // The visitor may use another address than `publicUrl`, so the picture's address is made relative.
  const face = image && `="${escapeHtml(image.replace(service, ''))}"`;
  const words = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
${image ? `<meta property="og:image" content="${escapeHtml(image)}">` : ''}
${face ? `<link rel="preload" as="image" href${face}>` : ''}
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/landing.css">
<script type="module" src="/palkit/palkit.js"></script>
</head>
<body>
<pal-landing-page deployment-id="${escapeHtml(deploymentId)}"${face ? ` poster${face}` : ''}></pal-landing-page>
<noscript><main>${words}<p>Talking needs JavaScript. Please switch it on for this page.</p></main></noscript>
</body>
</html>
`;
}
