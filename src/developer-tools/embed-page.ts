/**
 * The page that shows how to embed a deployment: the code to paste with this build's hashes, and the policy that the
 * customer's page must allow. If the address names a deployment, its id is inserted and a preview is shown. The page
 * is readable without scripts, which only copy code and change the id.
 */
import fs from 'node:fs';
import * as z from 'zod';
import { embedMethods, type ShownDeployment, type EmbedMethod } from './embed-ways.ts';
import { accentAttribute } from '@palkit/contract/embed-lines';
import { escapeHtml } from '@palkit/runtime/escape-html';

const PublishedFiles = z.object({
  version: z.string(),
  script: z.string(),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
});
export type PublishedScript = z.output<typeof PublishedFiles>;

/** Reads the files that the build published with the script; null without a build. */
export function readPublished(file: string): PublishedScript | null {
  return fs.existsSync(file) ? PublishedFiles.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
}

const DESCRIPTION =
  'The lines that put this service’s agent on a page: script, npm, React, Vue, iframe, WordPress or a QR code.';

export function renderEmbedPage(
  service: string,
  policy: string,
  publishedScript: PublishedScript | null,
  deployment: ShownDeployment | null,
): string {
  const id = deployment?.id ?? 'd…';
  const poster = deployment?.image ? ` poster="${escapeHtml(deployment.image)}"` : '';
  const methods = embedMethods(service, deployment);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palkit: on your page</title>
<meta name="description" content="${DESCRIPTION}">
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/api.css">
<script type="module" src="/demo/assets/embed.js"></script>
${deployment ? '<script type="module" src="/palkit/palkit.js"></script>' : ''}
</head>
<body>
<nav aria-label="On this page"><strong>Palkit</strong><a href="#ways">The lines</a>${
    publishedScript ? '<a href="#pinned">One version</a>' : ''
  }<a href="#policy">Policy</a><a href="/api">The API</a></nav>
<main>
<h1>On your page</h1>
<p class="lead">Choose a way, copy all of it, paste it. The page loads nothing else until a visitor moves towards \
it.</p>
<section aria-labelledby="ways"><h2 id="ways">The lines</h2>
<p>${deployment ? `These are the lines of ${CHANNELS[deployment.channel]}.` : 'Enter the id of your deployment.'}</p>
<form hidden><label>Deployment id <input name="deployment" required pattern="\\w{1,128}" autocomplete="off" \
spellcheck="false" value="${deployment ? escapeHtml(id) : ''}"></label> <button type="submit">Fill in</button></form>
<div class="ways">
${methods.map((way) => embedPanel(way, id)).join('\n')}
</div>
${deployment ? previewOf(deployment, poster.replace(escapeHtml(service), '')) : ''}
</section>
${publishedScript ? pinnedScript(publishedScript, service) : ''}
<section aria-labelledby="policy"><h2 id="policy">The policy</h2>
<p>What a page with a strict content security policy has to allow. Image, video and booking cards show pages of \
others: add <code>img-src https:</code>, <code>media-src https:</code> and <code>frame-src https:</code> where your \
agent uses them.</p>
${code(`Content-Security-Policy: ${policy}`)}
<p>With Trusted Types (add <code>'allow-duplicates'</code> where two copies of the script meet on one page):</p>
${code("require-trusted-types-for 'script'; trusted-types lit-html palkit")}
</section>
</main>
</body>
</html>
`;
}

const CHANNELS: Record<ShownDeployment['channel'], string> = {
  widget: 'this widget, a launcher in a corner of the page',
  embed: 'this embed, which is as large as your style sheet makes it',
  'landing-page': 'this landing page, which also has an address of its own',
};

const code = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

/** Renders a tab's content. Without scripts all panels are visible, with headings. */
function embedPanel({ id, name, hint, lines }: EmbedMethod, deployment: string): string {
  const address = `/l/${escapeHtml(deployment)}/qr.svg`;
  const picture =
    id === 'qr' && lines
      ? `<p><img class="qr" src="${address}" width="240" height="240" alt="QR code of the landing page"></p>
<p><a href="${address}" download="qr-${escapeHtml(deployment)}.svg">Download the picture</a></p>`
      : '';
  return `<section class="way" id="way-${id}" aria-labelledby="name-${id}"><h3 id="name-${id}">${name}</h3>
<p>${escapeHtml(hint)}</p>
${picture}${lines ? code(lines) : ''}</section>`;
}

/** Renders the code that selects one version by its hash. */
function pinnedScript({ version, script, preload, integrity }: PublishedScript, service: string): string {
  const lines = [
    ...preload.map(
      (file) =>
        `<link rel="modulepreload" href="${service}/palkit/${version}/${file}" ` +
        `integrity="${integrity[file]}" crossorigin>`,
    ),
    `<script type="module" src="${service}/palkit/${version}/${script}" ` +
      `integrity="${integrity[script]}" crossorigin></script>`,
  ].join('\n');
  return `<section aria-labelledby="pinned"><h2 id="pinned">One version</h2>
<p>Version ${escapeHtml(version)} and no other, checked by its hash, in place of the script's line above. The first \
line is for a page whose visitors will surely talk; every file's hash is in \
<a href="/palkit/integrity.json">integrity.json</a>.</p>
${code(lines)}
<p>A pinned version needs its files to stay: keep a copy of <code>dist/script</code> on a host of yours and set \
<code>base-url="${escapeHtml(service)}"</code> on the element.</p>
</section>`;
}

/** Renders the deployment as it appears on a page. */
function previewOf({ id, channel, accent }: ShownDeployment, poster: string): string {
  if (channel === 'widget')
    return (
      '<p>It is in the corner of this page, too.</p>\n<pal-widget ' +
      `deployment-id="${escapeHtml(id)}"${poster}${accentAttribute(accent)}></pal-widget>`
    );
  if (channel === 'embed')
    return `<p>It looks like this:</p>\n<pal-embed deployment-id="${escapeHtml(id)}"${poster}></pal-embed>`;
  return `<p><a href="/l/${escapeHtml(id)}">Open the page</a></p>`;
}
